#include "app/telling.h"

#include <utility>

namespace ff::app {
namespace {

constexpr Milliseconds patience{1000};
constexpr Milliseconds between_lines{5000};

}  // namespace

void tell(const ports::Readers& readers, domain::Event event) {
  event.at = readers.clock->wall();
  readers.events->emit(event);
}

void while_telling(const Scene& scene, const RunId& run, const std::string& what,
                   const std::function<void()>& work) {
  ports::Clock& clock = *scene.readers.clock;
  const MonoTime began = clock.now();
  std::stop_source done;
  std::vector<ports::Lane> lanes;
  const MachineName& lane = scene.declaration.cluster.route_host;
  lanes.push_back({lane, [&](std::stop_token) -> Status {
                     work();
                     done.request_stop();
                     return Done{};
                   }});
  lanes.push_back({lane, [&](std::stop_token) -> Status {
                     Milliseconds pause = patience;
                     while (clock.sleep_until(ports::within(clock, pause, done.get_token()))) {
                       const auto elapsed = std::chrono::duration_cast<Milliseconds>(clock.now() - began);
                       tell(scene.readers, {.run = run, .text = what, .elapsed = elapsed});
                       pause = between_lines;
                     }
                     return Done{};
                   }});
  (void)scene.readers.lanes->run(std::move(lanes), {});
}

}  // namespace ff::app
