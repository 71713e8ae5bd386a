#include "app/outage_probe.h"

#include <utility>

#include "app/telling.h"

namespace ff::app {
namespace {

constexpr Milliseconds probe_interval{200};
/// A proxy that says nothing for so long is as good as gone for a client that lists models.
constexpr Milliseconds probe_deadline{2000};

}  // namespace

OutageProbe::OutageProbe(const ports::Readers& readers, domain::Endpoint public_endpoint, std::string api_key,
                         RunId run)
    : readers_(readers),
      endpoint_(std::move(public_endpoint)),
      api_key_(std::move(api_key)),
      run_(std::move(run)) {}

void OutageProbe::run(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    const MonoTime next = readers_.clock->now() + probe_interval;
    const bool good = probe(stop);
    if (stop.stop_requested()) return;
    note(good);
    if (!readers_.clock->sleep_until({next, stop})) return;
  }
}

bool OutageProbe::probe(const std::stop_token& stop) {
  ports::Request request;
  request.endpoint = endpoint_;
  request.path = "/v1/models";
  if (!api_key_.empty()) request.headers.emplace_back("Authorization", "Bearer " + api_key_);
  const auto response = readers_.http->send(request, ports::within(*readers_.clock, probe_deadline, stop));
  return response && response->status == 200;
}

void OutageProbe::note(bool good) {
  const MonoTime now = readers_.clock->now();
  {
    const std::lock_guard lock(mutex_);
    if (good == !down_) return;
    down_ = !good;
    if (down_ && !began_) began_ = now;
    if (!down_) ended_ = now;
  }
  if (good) {
    tell(readers_, {.kind = domain::Event::Kind::outage_over,
                    .run = run_,
                    .text = "the proxy answers again, after " + human(seen().value_or(Milliseconds{0}))});
  } else {
    tell(readers_, {.kind = domain::Event::Kind::outage_began,
                    .run = run_,
                    .text = "clients of the proxy get no model from now on"});
  }
}

std::optional<Milliseconds> OutageProbe::seen() const {
  const std::lock_guard lock(mutex_);
  if (!began_) return std::nullopt;
  const MonoTime end = down_ || !ended_ ? readers_.clock->now() : *ended_;
  return std::chrono::duration_cast<Milliseconds>(end - *began_);
}

}  // namespace ff::app
