#include "adapters/lease/grip.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <tuple>

#include "base/base64.h"
#include "base/text.h"
#include "codec/holder.h"

namespace ff::adapters::lease {
namespace {

constexpr Milliseconds farewell = std::chrono::seconds(2);
constexpr Milliseconds turn = std::chrono::milliseconds(20);  ///< between two looks at what sends no event
constexpr int code_busy = 75;

std::string packed(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& word : words) all += word + '\0';
  return to_base64(all);
}

std::vector<std::string> holder_words(const std::string& note) {
  if (trimmed(note).empty()) return {"its holder has left no note yet"};
  const auto read = codec::holder_from(note);
  if (!read) return {printable(trimmed(note))};
  std::vector<std::string> words = {
      fmt::format("{} runs `{}`, since {}", read->operator_name, read->verb, iso_time(read->since)),
      fmt::format("run {}, held by process {}", read->run.text(), read->pid)};
  if (!read->step.empty()) words.push_back("under way: " + read->step);
  for (std::string& word : words) word = printable(word);
  return words;
}

/// The run that the note tells of; empty when it tells of none.
std::string holding_run(const std::string& note) {
  const auto read = codec::holder_from(note);
  return read ? read->run.text() : std::string();
}

}  // namespace

Grip::Grip(ports::Clock& clock, Terms terms, ports::Holder holder)
    : clock_(clock),
      terms_(std::move(terms)),
      holder_(std::move(holder)),
      pump_(clock, terms_.beat_every, terms_.patience, holder_.run) {}

Grip::~Grip() {
  // A link that is dead has no one to tell: its holder lets go by itself.
  if (released_) return;
  [[maybe_unused]] const Status told = release(ports::within(clock_, farewell));
}

std::string Grip::holder_note(const Member& member, const std::string& step) const {
  return codec::holder_json(
      {holder_.run, holder_.operator_name, holder_.verb, holder_.since, step, member.ready.pid});
}

/// Names that lead to one machine share the lock of the first of them.
void Grip::pair_names() {
  const auto identity = [&](const MachineName& name) {
    const Ready& ready = members_.at(name).ready;
    return std::tie(ready.machine_id, ready.boot_id);
  };
  for (auto& [name, member] : members_) {
    const auto same = std::ranges::find_if(
        order_, [&, &self = name](const MachineName& other) { return identity(other) == identity(self); });
    member.locks_as = same == order_.end() ? name : *same;
    if (same == order_.end()) order_.push_back(name);
  }
  std::ranges::sort(order_, [&](const auto& a, const auto& b) { return identity(a) < identity(b); });
}

Status Grip::lock_all(const Limit& limit) {
  pair_names();
  for (const MachineName& machine : order_) {
    FF_TRY(locked, lock(machine, limit));
  }
  for (auto& [name, member] : members_) {
    if (member.locks_as == name) continue;
    FF_TRY(told, answer_for(member, limit));
  }
  note("");
  return Done{};
}

Status Grip::lock(const MachineName& machine, const Limit& limit) {
  const Pump::Link link = members_.at(machine).link;
  FF_TRY(reply, pump_.await(*pump_.ask(link, "lock"), limit));
  if (reply.code == 0) return Done{};
  if (reply.code == code_busy) {
    return fail({ErrorCode::locked,
                 machine.text() + " is locked by another run",
                 {machine, {}},
                 holder_words(reply.output),
                 {Advice::Kind::take_over, holding_run(reply.output)}});
  }
  return fail({ErrorCode::refused,
               "the lock in " + terms_.folder + " cannot be made",
               {machine, {}},
               lines(printable(trimmed(reply.output))),
               {}});
}

/// The lock's holder ends the companion's session too before it lets the lock go.
Status Grip::answer_for(Member& companion, const Limit& limit) {
  const Pump::Link link = members_.at(companion.locks_as).link;
  FF_TRY(told, pump_.await(*pump_.ask(link, "also", companion.ready.session), limit));
  return Done{};
}

Status Grip::fresh_on(const MachineName& machine) {
  const auto found = members_.find(machine);
  if (found == members_.end() || released_) {
    return fail(ErrorCode::lease_lost, "the machine is not locked", {machine, {}});
  }
  FF_TRY(own, pump_.fresh(found->second.link, terms_.fresh_for));
  if (found->second.locks_as == machine) return Done{};
  return pump_.fresh(members_.at(found->second.locks_as).link, terms_.fresh_for);
}

Status Grip::fresh() {
  for (const auto& [machine, member] : members_) {
    FF_TRY(fresh, fresh_on(machine));
  }
  return Done{};
}

void Grip::note(const std::string& step) {
  for (const MachineName& machine : order_) {
    const Member& member = members_.at(machine);
    pump_.tell(member.link, "note 0 " + to_base64(holder_note(member, step)));
  }
}

std::optional<ports::StopWish> Grip::stop_wish() {
  const auto note = pump_.request();
  if (!note) return std::nullopt;
  return ports::StopWish{printable(note->operator_name), printable(note->reason)};
}

Result<Reply> Grip::act(const MachineName& machine, const std::vector<std::string>& words,
                        std::string_view content, const Limit& limit) {
  FF_TRY(fresh, fresh_on(machine));
  const Pump::Link link = members_.at(members_.at(machine).locks_as).link;
  const auto ticket = pump_.ask(link, "do", packed(words), content);
  auto reply = pump_.await(*ticket, limit);
  if (reply) return reply;
  if (reply.error().code == ErrorCode::timeout || reply.error().code == ErrorCode::cancelled) {
    pump_.tell(link, fmt::format("kill {}", ticket->id));
  }
  return fail(at(std::move(reply).error(), machine));
}

Result<bool> Grip::jobs_left(const MachineName& machine, const Limit& limit, std::vector<std::string>& left) {
  const Pump::Link link = members_.at(machine).link;
  FF_TRY(reply, pump_.await(*pump_.ask(link, "do", packed({"jobs"})), limit));
  if (reply.code != 0) {
    return fail({ErrorCode::failed,
                 "systemd would not list its queued jobs",
                 {machine, {}},
                 lines(printable(reply.output)),
                 {}});
  }
  left.clear();
  for (const std::string& line : lines(reply.output)) {
    std::vector<std::string> words = split(trimmed(line), ' ');
    std::erase(words, "");
    if (words.size() < 3 || words[0].find_first_not_of("0123456789") != std::string::npos) continue;
    if (terms_.units.empty() || terms_.units.contains(UnitName(words[1]))) left.push_back(printable(line));
  }
  return !left.empty();
}

Status Grip::await_no_jobs(const MachineName& machine, const Limit& limit) {
  std::vector<std::string> left;
  for (;;) {
    auto some = jobs_left(machine, limit, left);
    if (some && !*some) return Done{};
    if (!some && some.error().code != ErrorCode::timeout) return fail(at(std::move(some).error(), machine));
    if (!some || clock_.now() >= limit.deadline) {
      return fail({ErrorCode::timeout,
                   "systemd still has jobs queued from before the lock was taken",
                   {machine, {}},
                   left,
                   {}});
    }
    FF_TRY(slept, clock_.sleep_until({clock_.now() + turn, limit.stop}));
  }
}

Status Grip::await_quiet(const Limit& limit) {
  const Limit patience{std::min(limit.deadline, clock_.now() + terms_.jobs_end_within), limit.stop};
  for (const MachineName& machine : order_) {
    FF_TRY(quiet, await_no_jobs(machine, patience));
  }
  for (;;) {
    Status fresh_now = fresh();
    if (fresh_now || clock_.now() >= limit.deadline) return fresh_now;
    FF_TRY(slept, clock_.sleep_until({clock_.now() + turn, limit.stop}));
  }
}

}  // namespace ff::adapters::lease
