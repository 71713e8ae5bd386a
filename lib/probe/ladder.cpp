#include "probe/ladder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "base/text.h"
#include "metrics/engine.h"
#include "openai/client.h"

namespace ff::probe {

namespace {

using domain::Health;
using domain::Instance;
using domain::Rung;
using domain::UnitState;

constexpr Milliseconds answer_deadline = std::chrono::seconds(5);

/// One climb: each rung leaves in `health_` how far it came and why no further.
class Climber {
 public:
  Climber(const Instance& instance, const Means& means, Limit limit)
      : instance_(instance),
        means_(means),
        limit_(std::move(limit)),
        client_(means.http, means.clock, instance.endpoint, means.api_key) {}

  bool units_active(const std::vector<UnitState>& members);
  bool healthy();
  bool names_model();
  void read_figures();
  void token(Milliseconds deadline);
  [[nodiscard]] Health result() && { return std::move(health_); }

 private:
  bool reach(Rung rung, std::string evidence) {
    health_.rung = rung;
    return stay(std::move(evidence)), true;
  }
  bool stay(std::string evidence) {
    health_.evidence = std::move(evidence);
    return false;
  }
  [[nodiscard]] Limit within(Milliseconds duration) const {
    return {std::min(limit_.deadline, means_.clock.now() + duration), limit_.stop};
  }
  [[nodiscard]] ports::Request get(const char* path) const {
    return {"GET", instance_.endpoint, path, {}, {}};
  }

  const Instance& instance_;
  const Means& means_;
  Limit limit_;
  openai::Client client_;
  Health health_;
};

std::string words_of(const domain::Member& member, const UnitState& state) {
  std::string words =
      fmt::format("{} on {} is {}", member.unit.text(), member.box.text(),
                  state.load == domain::LoadState::loaded ? word(state.active) : word(state.load));
  if (!state.sub.empty()) words += fmt::format(" ({})", state.sub);
  if (!state.result.empty() && state.result != "success") words += ", result " + state.result;
  if (!state.last_exit.empty()) words += ", " + state.last_exit;
  return words;
}

bool Climber::units_active(const std::vector<UnitState>& members) {
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (members[i].active != domain::ActiveState::active)
      return stay(words_of(instance_.members[i], members[i]));
  }
  return reach(Rung::unit_active, "the units are active");
}

/// Two rungs in one request: an answer of any kind shows that TCP accepts, and vLLM opens its port only once
/// the model is loaded.
bool Climber::healthy() {
  const auto response = means_.http.send(get("/health"), within(answer_deadline));
  if (!response && response.error().code == ErrorCode::refused)
    return stay(text(instance_.endpoint) + " refuses connections: loading, or dead");
  if (!response && response.error().code == ErrorCode::failed) {
    reach(Rung::accepting, response.error().what);
    return false;
  }
  if (!response) return stay(response.error().what);
  reach(Rung::accepting, fmt::format("/health answered {}", response->status));
  if (response->status != 200) return false;
  return reach(Rung::health_ok, health_.evidence);
}

bool Climber::names_model() {
  const auto models = client_.models(within(answer_deadline));
  if (!models) return stay("/v1/models: " + models.error().what);
  std::vector<std::string> names;
  for (const openai::Model& model : *models) names.push_back(printable(model.id, 120));
  if (std::ranges::find(*models, instance_.served_name, &openai::Model::id) == models->end()) {
    return stay(fmt::format("serves \"{}\", not \"{}\"", joined(names, "\", \""),
                            printable(instance_.served_name, 120)));
  }
  return reach(Rung::model_named, fmt::format("/v1/models names {}", instance_.served_name));
}

std::optional<int> count_of(std::optional<double> figure) {
  if (!figure || *figure < 0.0 || *figure > 1e9) return std::nullopt;
  return static_cast<int>(std::lround(*figure));
}

void Climber::read_figures() {
  const auto response = means_.http.send(get("/metrics"), within(answer_deadline));
  if (!response || response->status != 200) return;
  const metrics::EngineFigures figures = metrics::engine_figures(response->body);
  health_.running = count_of(figures.running);
  health_.waiting = count_of(figures.waiting);
  health_.kv_usage = figures.kv_usage;
  health_.generation_tokens = figures.generation_tokens;
}

void Climber::token(Milliseconds deadline) {
  const MonoTime begun = means_.clock.now();
  const auto token = client_.first_token(instance_.served_name, within(deadline));
  if (!token) {
    const bool late = token.error().code == ErrorCode::timeout;
    const auto waited = std::chrono::round<Milliseconds>(means_.clock.now() - begun);
    stay(late ? fmt::format("no token from {} in {}", text(instance_.endpoint), human(waited))
              : "no token: " + token.error().what);
    return;
  }
  health_.first_token = token->after;
  reach(Rung::token, "token in " + human(token->after));
}

}  // namespace

std::vector<UnitState> states_in(const domain::Snapshot& snapshot, const Instance& instance) {
  std::vector<UnitState> states;
  for (const domain::Member& member : instance.members)
    states.push_back(snapshot.machine(member.box).unit(member.unit));
  return states;
}

Health climb(const Instance& instance, const std::vector<UnitState>& members, const Means& means,
             std::optional<Milliseconds> token_deadline, Limit limit) {
  assert(members.size() == instance.members.size());
  Climber climber(instance, means, std::move(limit));
  if (!climber.units_active(members) || !climber.healthy()) return std::move(climber).result();
  // A page of figures is worth having also of an engine that does not name its model.
  climber.read_figures();
  if (climber.names_model() && token_deadline) climber.token(*token_deadline);
  return std::move(climber).result();
}

}  // namespace ff::probe
