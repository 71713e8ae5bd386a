#include "ports/fenced.h"

namespace ff::ports {

Status FencedUnitControl::start(const UnitName& unit, Limit limit) {
  FF_TRY(fresh, lease_.fresh_on(machine_));
  return inner_.start(unit, std::move(limit));
}
Status FencedUnitControl::stop(const UnitName& unit, Limit limit) {
  FF_TRY(fresh, lease_.fresh_on(machine_));
  return inner_.stop(unit, std::move(limit));
}
Status FencedUnitControl::enable(const std::vector<UnitName>& units, Limit limit) {
  FF_TRY(fresh, lease_.fresh_on(machine_));
  return inner_.enable(units, std::move(limit));
}
Status FencedUnitControl::disable(const std::vector<UnitName>& units, Limit limit) {
  FF_TRY(fresh, lease_.fresh_on(machine_));
  return inner_.disable(units, std::move(limit));
}
Status FencedUnitControl::reset_failed(const UnitName& unit, Limit limit) {
  FF_TRY(fresh, lease_.fresh_on(machine_));
  return inner_.reset_failed(unit, std::move(limit));
}
Status FencedUnitControl::reload(Limit limit) {
  FF_TRY(fresh, lease_.fresh_on(machine_));
  return inner_.reload(std::move(limit));
}
Status FencedUnitControl::reload_unit(const UnitName& unit, Limit limit) {
  FF_TRY(fresh, lease_.fresh_on(machine_));
  return inner_.reload_unit(unit, std::move(limit));
}

Status FencedHostControl::write_file(const File& file, Limit limit) {
  FF_TRY(fresh, lease_.fresh_on(machine_));
  return inner_.write_file(file, std::move(limit));
}
Status FencedHostControl::append_file(const File& file, Limit limit) {
  FF_TRY(fresh, lease_.fresh_on(machine_));
  return inner_.append_file(file, std::move(limit));
}
Status FencedHostControl::make_link(const std::string& path, const std::string& target, Limit limit) {
  FF_TRY(fresh, lease_.fresh_on(machine_));
  return inner_.make_link(path, target, std::move(limit));
}
Status FencedHostControl::remove_file(const std::string& path, Limit limit) {
  FF_TRY(fresh, lease_.fresh_on(machine_));
  return inner_.remove_file(path, std::move(limit));
}
Result<std::string> FencedHostControl::run(const std::vector<std::string>& command, Limit limit) {
  FF_TRY(fresh, lease_.fresh_on(machine_));
  return inner_.run(command, std::move(limit));
}

Result<UniqueFd> FencedDialer::open(const Target& target, Limit limit) {
  FF_TRY(fresh, lease_.fresh_on(machine_));
  return inner_.open(target, std::move(limit));
}

}  // namespace ff::ports
