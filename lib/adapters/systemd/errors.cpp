#include "adapters/systemd/errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace ff::adapters::systemd {
namespace {

struct Meaning {
  std::string_view word;
  ErrorCode code;
  std::string_view sentence;
};

// Names: https://www.freedesktop.org/wiki/Software/systemd/dbus/ and bus-common-errors.h of systemd.
constexpr std::array refusals = {
    Meaning{"org.freedesktop.systemd1.UnitMasked", ErrorCode::refused, "the unit is masked"},
    Meaning{"org.freedesktop.systemd1.NoSuchUnit", ErrorCode::not_found, "there is no such unit"},
    Meaning{"org.freedesktop.systemd1.LoadFailed", ErrorCode::refused, "its unit file cannot be loaded"},
    Meaning{"org.freedesktop.systemd1.BadUnitSetting", ErrorCode::refused, "its unit file has a bad setting"},
    Meaning{"org.freedesktop.systemd1.OnlyByDependency", ErrorCode::refused, "the unit refuses it by hand"},
    Meaning{"org.freedesktop.systemd1.TransactionIsDestructive", ErrorCode::refused,
            "it would undo a job that is queued"},
    Meaning{"org.freedesktop.systemd1.TransactionJobsConflicting", ErrorCode::refused,
            "it contradicts itself: a unit would be both started and stopped"},
    Meaning{"org.freedesktop.systemd1.TransactionOrderIsCyclic", ErrorCode::refused,
            "its ordering is a cycle"},
    Meaning{"org.freedesktop.systemd1.JobTypeNotApplicable", ErrorCode::refused,
            "the unit does not support it"},
    Meaning{"org.freedesktop.systemd1.ShuttingDown", ErrorCode::refused, "the machine is shutting down"},
    Meaning{"org.freedesktop.DBus.Error.AccessDenied", ErrorCode::not_permitted, "the login may not do that"},
    Meaning{"org.freedesktop.DBus.Error.InteractiveAuthorizationRequired", ErrorCode::not_permitted,
            "the login may not do that"},
    Meaning{"org.freedesktop.DBus.Error.InvalidArgs", ErrorCode::bad_input, "that is no name of a unit"},
    Meaning{"org.freedesktop.DBus.Error.ServiceUnknown", ErrorCode::failed, "no systemd is on its bus"},
    Meaning{"org.freedesktop.DBus.Error.NameHasNoOwner", ErrorCode::failed, "no systemd is on its bus"},
    Meaning{"org.freedesktop.DBus.Error.NoReply", ErrorCode::link_lost, "the manager left without an answer"},
    Meaning{"org.freedesktop.DBus.Error.Disconnected", ErrorCode::link_lost, "the bus was left"},
    Meaning{"org.freedesktop.DBus.Error.Timeout", ErrorCode::timeout, "no answer in time"},
    Meaning{"org.freedesktop.DBus.Error.FileNotFound", ErrorCode::not_found, "there is no such unit file"},
    Meaning{"System.Error.ENOENT", ErrorCode::not_found, "there is no such unit file"},
    Meaning{"org.freedesktop.systemd1.UnitExists", ErrorCode::refused, "a file is in the way"},
    Meaning{"System.Error.EROFS", ErrorCode::failed, "the disk is read-only"},
    Meaning{"System.Error.ENOSPC", ErrorCode::failed, "the disk is full"},
};

// Results: systemd's job_result_table,
// https://www.freedesktop.org/software/systemd/man/org.freedesktop.systemd1
constexpr std::array job_results = {
    Meaning{"failed", ErrorCode::failed, "it failed"},
    Meaning{"canceled", ErrorCode::failed, "another job took its place"},
    Meaning{"timeout", ErrorCode::failed, "the job's own time limit passed"},
    Meaning{"dependency", ErrorCode::failed, "a unit that it requires failed"},
    Meaning{"skipped", ErrorCode::refused, "it was skipped, as it does not apply to the unit now"},
    Meaning{"assert", ErrorCode::refused, "an Assert= of its unit file is not met"},
    Meaning{"unsupported", ErrorCode::refused, "the machine does not support this kind of unit"},
    Meaning{"collected", ErrorCode::failed, "the unit was unloaded meanwhile"},
    Meaning{"once", ErrorCode::refused, "the unit runs once a boot and has run"},
    Meaning{"invalid", ErrorCode::refused, "it does not apply to the unit's state"},
};

template <std::size_t n>
const Meaning* find(const std::array<Meaning, n>& table, const std::string& word) {
  const auto found = std::ranges::find(table, word, &Meaning::word);
  return found == table.end() ? nullptr : &*found;
}

/// "failed (failed), result exit-code, exit 1": where the unit stands now.
std::string standing(const domain::UnitState& state) {
  std::string text = word(state.active);
  if (!state.sub.empty() && state.sub != text) text += fmt::format(" ({})", state.sub);
  if (!state.result.empty() && state.result != "success") text += ", result " + state.result;
  if (!state.last_exit.empty()) text += ", " + state.last_exit;
  return text;
}

}  // namespace

Error refusal(const std::string& name, const std::string& text, const std::string& doing, Place where) {
  const Meaning* meaning = find(refusals, name);
  Error error;
  error.code = meaning != nullptr ? meaning->code : ErrorCode::failed;
  error.what = meaning != nullptr ? fmt::format("{}: {}", doing, meaning->sentence)
                                  : fmt::format("{}: systemd answered {}", doing, name);
  error.where = std::move(where);
  if (!text.empty()) error.evidence.push_back(text);
  return error;
}

Error job_failure(const std::string& result, const std::string& doing, const domain::UnitState& state,
                  Place where) {
  const Meaning* meaning = find(job_results, result);
  Error error;
  error.code = meaning != nullptr ? meaning->code : ErrorCode::failed;
  error.what = meaning != nullptr ? fmt::format("{}: {}", doing, meaning->sentence)
                                  : fmt::format("{}: its job ended as \"{}\"", doing, result);
  error.what += fmt::format("; now {}", standing(state));
  error.where = std::move(where);
  return error;
}

}  // namespace ff::adapters::systemd
