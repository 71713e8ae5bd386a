#include "plant_gate.hpp"

#include <utility>
#include <vector>

namespace ff::simulation {
namespace {

class SwallowingUnits : public ports::UnitControl {
 public:
  SwallowingUnits(ports::UnitControl& inner, MachineName machine, const Swallow& swallow)
      : inner_(inner), machine_(std::move(machine)), swallow_(swallow) {}

  Status start(const UnitName& unit, Limit limit) override {
    return swallow_(machine_, "start", unit.text()) ? Status(Done{}) : inner_.start(unit, limit);
  }
  Status stop(const UnitName& unit, Limit limit) override {
    return swallow_(machine_, "stop", unit.text()) ? Status(Done{}) : inner_.stop(unit, limit);
  }
  Status enable(const std::vector<UnitName>& units, Limit limit) override {
    return swallow_(machine_, "enable", "") ? Status(Done{}) : inner_.enable(units, limit);
  }
  Status disable(const std::vector<UnitName>& units, Limit limit) override {
    return swallow_(machine_, "disable", "") ? Status(Done{}) : inner_.disable(units, limit);
  }
  Status reset_failed(const UnitName& unit, Limit limit) override {
    return swallow_(machine_, "reset_failed", unit.text()) ? Status(Done{})
                                                           : inner_.reset_failed(unit, limit);
  }
  Status reload(Limit limit) override {
    return swallow_(machine_, "reload", "") ? Status(Done{}) : inner_.reload(limit);
  }
  Status reload_unit(const UnitName& unit, Limit limit) override { return inner_.reload_unit(unit, limit); }

 private:
  ports::UnitControl& inner_;
  MachineName machine_;
  const Swallow& swallow_;
};

class SwallowingHost : public ports::HostControl {
 public:
  SwallowingHost(ports::HostControl& inner, MachineName machine, const Swallow& swallow)
      : inner_(inner), machine_(std::move(machine)), swallow_(swallow) {}

  Status write_file(const ports::File& file, Limit limit) override {
    const bool gone = swallow_(machine_, "write_file", file.path + " " + file.content);
    return gone ? Status(Done{}) : inner_.write_file(file, limit);
  }
  Status append_file(const ports::File& file, Limit limit) override {
    return swallow_(machine_, "append_file", file.path) ? Status(Done{}) : inner_.append_file(file, limit);
  }
  Status make_link(const std::string& path, const std::string& target, Limit limit) override {
    return swallow_(machine_, "make_link", path) ? Status(Done{}) : inner_.make_link(path, target, limit);
  }
  Status remove_file(const std::string& path, Limit limit) override {
    return swallow_(machine_, "remove_file", path) ? Status(Done{}) : inner_.remove_file(path, limit);
  }
  Result<std::string> run(const std::vector<std::string>& command, Limit limit) override {
    return inner_.run(command, limit);
  }

 private:
  ports::HostControl& inner_;
  MachineName machine_;
  const Swallow& swallow_;
};

class SwallowingGate : public ports::Gate {
 public:
  SwallowingGate(ports::Gate& inner, Swallow swallow) : inner_(inner), swallow_(std::move(swallow)) {}

  Result<ports::World> enter(const ports::Holder& holder, const std::set<MachineName>& absent,
                             Limit limit) override {
    FF_TRY(world, inner_.enter(holder, absent, std::move(limit)));
    for (auto& [name, actors] : world.actors) {
      units_.push_back(std::make_unique<SwallowingUnits>(*actors.units, name, swallow_));
      hosts_.push_back(std::make_unique<SwallowingHost>(*actors.host, name, swallow_));
      actors = {units_.back().get(), hosts_.back().get()};
    }
    return world;
  }

 private:
  ports::Gate& inner_;
  Swallow swallow_;
  std::vector<std::unique_ptr<SwallowingUnits>> units_;
  std::vector<std::unique_ptr<SwallowingHost>> hosts_;
};

class UnfencedGate : public ports::Gate {
 public:
  explicit UnfencedGate(adapters::sim::Seat& seat) : seat_(seat) {}

  Result<ports::World> enter(const ports::Holder& holder, const std::set<MachineName>& absent,
                             Limit limit) override {
    FF_TRY(world, seat_.enter(holder, absent, std::move(limit)));
    for (auto& [name, actors] : world.actors) actors = {&seat_.control(name), &seat_.host_control(name)};
    return world;
  }

 private:
  adapters::sim::Seat& seat_;
};

}  // namespace

MakeGate swallowing(Swallow swallow) {
  return [swallow = std::move(swallow)](adapters::sim::Seat& seat) -> std::unique_ptr<ports::Gate> {
    return std::make_unique<SwallowingGate>(seat, swallow);
  };
}

MakeGate unfenced() {
  return [](adapters::sim::Seat& seat) -> std::unique_ptr<ports::Gate> {
    return std::make_unique<UnfencedGate>(seat);
  };
}

}  // namespace ff::simulation
