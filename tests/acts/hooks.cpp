// Where the linker leads the product's calls (--wrap): the calls on a machine's bus, and the control of its
// files and commands.
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <utility>

#include "act.hpp"
#include "adapters/lease/session_locks.h"
#include "adapters/systemd/bus.h"

namespace ff::acts {
namespace {

using adapters::lease::SessionLocks;
using adapters::systemd::Argument;
using adapters::systemd::Bus;
using adapters::systemd::Call;
using adapters::systemd::Reply;

bool acts(const Call& call) {
  static const std::set<std::string> acting = {"StartUnit",       "StopUnit",         "ReloadUnit",
                                               "EnableUnitFiles", "DisableUnitFiles", "ResetFailedUnit",
                                               "Reload"};
  return acting.contains(call.member);
}

std::string words_of(const Call& call) {
  std::string words = call.member;
  for (const Argument& argument : call.arguments) {
    if (const auto* text = std::get_if<std::string>(&argument)) words += " " + *text;
    if (const auto* list = std::get_if<std::vector<std::string>>(&argument)) {
      for (const std::string& word : *list) words += " " + word;
    }
  }
  return words;
}

/// Carries the act out, and tells its begin and its end.
template <class Do>
auto told(const MachineName& machine, const std::string& what, Do carry_out) {
  const Act act(machine, what);
  auto result = carry_out();
  act.ended(result ? nullptr : &result.error());
  return result;
}

class ToldHost : public ports::HostControl {
 public:
  ToldHost(ports::HostControl& inner, MachineName machine) : inner_(inner), machine_(std::move(machine)) {}

  Status write_file(const ports::File& file, Limit limit) override {
    return told(machine_, "write_file " + file.path,
                [&] { return inner_.write_file(file, std::move(limit)); });
  }
  Status append_file(const ports::File& file, Limit limit) override {
    return told(machine_, "append_file " + file.path,
                [&] { return inner_.append_file(file, std::move(limit)); });
  }
  Status make_link(const std::string& path, const std::string& target, Limit limit) override {
    return told(machine_, "make_link " + path,
                [&] { return inner_.make_link(path, target, std::move(limit)); });
  }
  Status remove_file(const std::string& path, Limit limit) override {
    return told(machine_, "remove_file " + path, [&] { return inner_.remove_file(path, std::move(limit)); });
  }
  Result<std::string> run(const std::vector<std::string>& command, Limit limit) override {
    std::string what = "run";
    for (const std::string& word : command) what += " " + word;
    return told(machine_, what, [&] { return inner_.run(command, std::move(limit)); });
  }

 private:
  ports::HostControl& inner_;
  MachineName machine_;
};

}  // namespace

/// Bus::call and SessionLocks::host themselves, by the names that the linker gives them.
Result<Reply> real_call(Bus* bus, const Call& call, const Limit& limit) asm("__real_" FF_BUS_CALL);
ports::HostControl& real_host(SessionLocks* locks, const MachineName& machine) asm("__real_" FF_LOCKS_HOST);
/// What the product's calls of them come to.
Result<Reply> wrapped_call(Bus* bus, const Call& call, const Limit& limit) asm("__wrap_" FF_BUS_CALL);
ports::HostControl& wrapped_host(SessionLocks* locks,
                                 const MachineName& machine) asm("__wrap_" FF_LOCKS_HOST);

Result<Reply> wrapped_call(Bus* bus, const Call& call, const Limit& limit) {
  if (!acts(call)) return real_call(bus, call, limit);
  return told(bus->machine(), words_of(call), [&] { return real_call(bus, call, limit); });
}

ports::HostControl& wrapped_host(SessionLocks* locks, const MachineName& machine) {
  static std::mutex mutex;
  // By both, since a later lock may have its control where an earlier one's was.
  static std::map<std::pair<ports::HostControl*, MachineName>, std::unique_ptr<ToldHost>> hosts;
  ports::HostControl& real = real_host(locks, machine);
  const std::lock_guard lock(mutex);
  auto& host = hosts[{&real, machine}];
  if (!host) host = std::make_unique<ToldHost>(real, machine);
  return *host;
}

}  // namespace ff::acts
