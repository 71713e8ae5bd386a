#include "app/outage_parts.h"

#include <algorithm>
#include <map>
#include <variant>

namespace ff::app {
namespace {

/// Adds up what each part took, in the order in which the parts first come.
class Parts {
 public:
  void add(const std::string& name, Milliseconds seen) {
    if (seen <= Milliseconds{0}) return;
    const auto found = std::ranges::find(parts_, name, &domain::OutagePart::name);
    if (found == parts_.end())
      parts_.push_back({name, seen});
    else
      found->seen += seen;
  }
  void predict(const std::string& name, std::optional<Milliseconds> predicted) {
    const auto found = std::ranges::find(parts_, name, &domain::OutagePart::name);
    if (found != parts_.end()) found->predicted = predicted;
  }
  [[nodiscard]] std::vector<domain::OutagePart> take() { return std::move(parts_); }

 private:
  std::vector<domain::OutagePart> parts_;
};

const domain::SetRoute* flip_in(const domain::Stage& stage) {
  for (const domain::Step& step : stage.steps) {
    if (const auto* flip = std::get_if<domain::SetRoute>(&step.action)) return flip;
  }
  return nullptr;
}

bool ends_outage(const domain::Stage& stage) {
  const domain::SetRoute* flip = flip_in(stage);
  return flip != nullptr && flip->route.kind == domain::Route::Kind::serving;
}

void add_stage(Parts& parts, const domain::Stage& stage, const engine::StageTime& time) {
  const std::string kind = domain::kind_of(stage.steps.front());
  if (kind == "drain" || (kind == "route" && !ends_outage(stage))) {
    parts.add("drain", time.took);
  } else if (kind == "retire") {
    parts.add("stop", time.acts);
    parts.add("memory", time.took - time.acts);
  } else if (kind == "launch" || kind == "health") {
    parts.add("start", time.took - time.ladder);
    parts.add("ladder", time.ladder);
  } else {
    parts.add(kind == "route" ? "flip" : "masks", time.took);
  }
}

/// A start is predicted with its ladder, which is told as a part of its own.
void predict_rest(Parts& parts, const domain::Prediction& prediction) {
  const domain::OutageTimes rest = prediction.rest.value_or(domain::OutageTimes{});
  if (prediction.start) parts.predict("start", std::max(Milliseconds{0}, *prediction.start - rest.ladder));
  if (!prediction.rest) return;
  parts.predict("stop", rest.stop);
  parts.predict("memory", rest.memory);
  parts.predict("masks", rest.masks);
  parts.predict("ladder", rest.ladder);
  parts.predict("flip", rest.flip);
}

}  // namespace

std::vector<domain::OutagePart> outage_parts(const domain::Plan& plan,
                                             const std::vector<engine::StageTime>& times) {
  Parts parts;
  bool down = plan.serving_before.empty();
  for (std::size_t i = 0; plan.prediction.outage && i < std::min(times.size(), plan.stages.size()); ++i) {
    const domain::Stage& stage = plan.stages[i];
    const domain::SetRoute* flip = flip_in(stage);
    down = down || (flip != nullptr && flip->route.kind == domain::Route::Kind::maintenance);
    if (down) add_stage(parts, stage, times[i]);
    if (ends_outage(stage)) break;
  }
  parts.predict("drain", plan.prediction.drain);
  predict_rest(parts, plan.prediction);
  return parts.take();
}

std::optional<domain::OutageTimes> outage_times(const domain::Plan& plan,
                                                const std::vector<engine::StageTime>& times) {
  const auto end = std::ranges::find_if(plan.stages, ends_outage);
  const bool over =
      end != plan.stages.end() && times.size() > static_cast<std::size_t>(end - plan.stages.begin());
  if (!plan.prediction.outage || plan.serving_before.empty() || !over) return std::nullopt;
  std::map<std::string, Milliseconds> seen;
  for (const domain::OutagePart& part : outage_parts(plan, times)) seen[part.name] = part.seen;
  return domain::OutageTimes{seen["stop"], seen["memory"], seen["masks"], seen["ladder"], seen["flip"]};
}

}  // namespace ff::app
