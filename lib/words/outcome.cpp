#include "words/outcome.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "base/text.h"

#include "words/join.h"

namespace ff::words {
namespace {

std::string serving(const domain::Outcome& outcome) {
  return fmt::format("serving {} of {}{}{}", outcome.serving, outcome.declared, without(outcome.absent),
                     drained(outcome.drained));
}

/// Stopped by the operator while nothing serves: nothing has failed, and nothing is to be undone.
std::string down(const domain::Outcome& outcome) {
  const bool stopped = outcome.error && outcome.error->code == ErrorCode::cancelled;
  return fmt::format("down: {}nothing of {} serves, clients get 503{}", stopped ? "interrupted, " : "",
                     outcome.target.text(), stopped ? "; the same command goes on" : "");
}

std::string ending(const domain::Outcome& outcome) {
  const std::string target = outcome.target.text();
  switch (outcome.kind) {
    case domain::Outcome::Kind::reached:
      return fmt::format("{}, {}", target, serving(outcome));
    case domain::Outcome::Kind::already:
      return fmt::format("already {}, {}; nothing was written", target, serving(outcome));
    case domain::Outcome::Kind::degraded:
      return fmt::format("degraded: {}, {}", target, serving(outcome));
    case domain::Outcome::Kind::down:
      return down(outcome);
    case domain::Outcome::Kind::nothing_changed:
      return fmt::format("nothing changed, {}", serving(outcome));
    case domain::Outcome::Kind::refused:
      return "refused, nothing touched";
    case domain::Outcome::Kind::locked:
      return "another run holds the lock, nothing touched";
    case domain::Outcome::Kind::interrupted:
      return fmt::format("interrupted on the way to {}, {}; the same command goes on", target,
                         serving(outcome));
    case domain::Outcome::Kind::rolled_back:
      return fmt::format("rolled back: {} serves again, {}", outcome.previous.text(), serving(outcome));
  }
  return target;
}

/// "box2 5m02s"
std::string parts_of(const domain::Prediction& prediction) {
  std::string out;
  if (prediction.drain && prediction.drain->count() > 0) {
    out = fmt::format("drain up to {}", human(*prediction.drain));
  }
  const auto add = [&out](const std::string& name, Milliseconds duration) {
    if (duration.count() > 0) out += fmt::format("{}{} {}", out.empty() ? "" : ", ", name, human(duration));
  };
  const domain::OutageTimes rest = prediction.rest.value_or(domain::OutageTimes{});
  add("stop", rest.stop);
  add("memory", rest.memory);
  add("masks", rest.masks);
  if (prediction.start) add(prediction.first.text(), *prediction.start);
  add("flip", rest.flip);
  return out;
}

std::string counted(int count, const char* noun) {
  return fmt::format("{} recorded {}{}", count, noun, count == 1 ? "" : "s");
}

std::string source_of(const domain::Plan& plan) {
  const domain::Prediction& prediction = plan.prediction;
  std::string out =
      prediction.recorded_starts == 0 ? "declared" : "from " + counted(prediction.recorded_starts, "start");
  if (prediction.rest)
    out += fmt::format(" and {}{}", prediction.recorded_starts == 0 ? "from " : "",
                       counted(prediction.recorded_outages, "outage"));
  else if (!plan.serving_before.empty())
    out += "; stop, memory, masks and flip are not counted: none is recorded on this way";
  return out;
}

/// Parts that were seen and not predicted. A ladder is the end of the start.
std::string uncounted(const domain::Outcome& outcome) {
  std::vector<std::string> names;
  for (const domain::OutagePart& part : outcome.outage_parts) {
    if (!part.predicted && part.name != "ladder") names.push_back(part.name);
  }
  return names.empty() ? "" : ", without " + joined(names, ", ");
}

}  // namespace

std::string without(const std::vector<MachineName>& absent) {
  return absent.empty() ? std::string() : ", without " + join(absent, " and ");
}

std::string drained(const std::vector<MachineName>& boxes) {
  return boxes.empty() ? std::string() : ", " + join(boxes, " and ") + " drained";
}

std::string headline(const domain::Outcome& outcome) {
  std::string out = ending(outcome);
  if (!outcome.outage_seen) return out;
  const bool goes_on = outcome.kind == domain::Outcome::Kind::down;
  out += fmt::format(". Outage {}{}", goes_on ? "so far " : "", human(*outcome.outage_seen));
  if (outcome.outage_predicted)
    out += fmt::format(" (predicted at most {}{})", human(*outcome.outage_predicted), uncounted(outcome));
  return out;
}

std::string outage_parts(const domain::Outcome& outcome) {
  std::vector<std::string> parts;
  for (const domain::OutagePart& part : outcome.outage_parts) {
    std::string words = fmt::format("{} {}", part.name, human(part.seen));
    // A drain's figure is a limit, not an expectation.
    if (part.predicted)
      words +=
          fmt::format(" ({} {})", part.name == "drain" ? "at most" : "predicted", human(*part.predicted));
    parts.push_back(std::move(words));
  }
  return joined(parts, ", ");
}

std::string prediction(const domain::Plan& plan) {
  const domain::Prediction& prediction = plan.prediction;
  if (!prediction.outage) return "no outage";
  if (plan.target.empty()) return "nothing serves until the next switch";
  const auto longest = prediction.longest();
  if (!longest) return "an outage; how long is not known: no start was recorded or declared";
  return fmt::format("outage at most about {} ({}), {}", human(*longest), parts_of(prediction),
                     source_of(plan));
}

std::string title(const domain::Plan& plan) {
  std::set<MachineName> boxes;
  for (const auto* instances : {&plan.target, &plan.serving_before}) {
    for (const domain::Instance& instance : *instances) {
      for (const domain::Member& member : instance.members) boxes.insert(member.box);
    }
  }
  const std::string from = plan.from.empty() ? "nothing" : plan.from.text();
  return fmt::format("{} -> {} on {} box{}{}{}", from, plan.to.text(), boxes.size(),
                     boxes.size() == 1 ? "" : "es", without(plan.absent),
                     drained(domain::boxes_of(plan.drained)));
}

}  // namespace ff::words
