#include "standin/serve.h"

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <thread>

#include "standin/api.h"
#include "standin/loading.h"
#include "standin/orphan.h"
#include "standin/ranks.h"
#include "standin/server_life.h"

namespace ff::standin {
namespace {

constexpr int exit_failed = 1;

void leave_box(SettingsFile& settings, const MemoryClaim& claim) {
  const Settings now = settings.now();
  std::this_thread::sleep_for(std::chrono::duration<double>(now.stop_s));
  if (now.fault == Fault::orphan) leave_orphan(claim.fd());
}

int serve_worker(const ServeFlags& flags, Loading& loading, StopSignal& stop) {
  WorkerRank rank(flags, stop);
  if (rank.join() != Joined::yes) return 0;
  if (const Loaded loaded = loading.run(); loaded != Loaded::ready)
    return loaded == Loaded::failed ? exit_failed : 0;
  rank.say_loaded();
  rank.spin();
  return 0;
}

int serve_api(const ServeFlags& flags, SettingsFile& settings, Loading& loading, StopSignal& stop) {
  LeaderRanks ranks(flags, stop);
  if (flags.nnodes > 1) {
    const Joined joined = ranks.gather();
    if (joined != Joined::yes) return joined == Joined::failed ? exit_failed : 0;
  }
  if (const Loaded loaded = loading.run(); loaded != Loaded::ready)
    return loaded == Loaded::failed ? exit_failed : 0;
  if (const Joined joined = ranks.wait_loaded(); joined != Joined::yes)
    return joined == Joined::failed ? exit_failed : 0;
  return ServerLife(flags, settings, loading.plan(), ranks, stop).run();
}

}  // namespace

int run_serve(const std::vector<std::string>& arguments) {
  const auto flags = parse_serve_flags(arguments);
  if (!flags) {
    print_line("vllm serve: error: " + flags.error().what);
    return 2;
  }
  SettingsFile settings(flags->topology());
  StopSignal stop(settings);
  MemoryClaim claim;
  Loading loading(*flags, settings, stop, claim);
  if (!loading.enough_memory()) return exit_failed;
  const int code =
      flags->node_rank > 0 ? serve_worker(*flags, loading, stop) : serve_api(*flags, settings, loading, stop);
  if (code == 0) leave_box(settings, claim);
  return code;
}

}  // namespace ff::standin
