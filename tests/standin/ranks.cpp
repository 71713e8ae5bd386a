#include "standin/ranks.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>

#include "standin/log.h"

namespace ff::standin {
namespace {

using std::chrono::milliseconds;
constexpr milliseconds look_every{50};

bool readable(int fd, milliseconds wait_max) {
  pollfd ready{fd, POLLIN, 0};
  return ::poll(&ready, 1, static_cast<int>(wait_max.count())) > 0;
}

}  // namespace

LeaderRanks::~LeaderRanks() {
  ended_ = true;
  if (watcher_.joinable()) watcher_.join();
}

void LeaderRanks::greet_new_worker() {
  if (!readable(listener_.get(), look_every)) return;
  LineSocket worker(UniqueFd(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC)));
  if (worker && worker.read_line(milliseconds(1000))) workers_.push_back(std::move(worker));
}

void LeaderRanks::forget_lost_workers() {
  std::erase_if(workers_, [](const LineSocket& worker) { return readable(worker.fd(), milliseconds(0)); });
}

Joined LeaderRanks::gather() {
  auto listener = listen_tcp(flags_.master_addr, flags_.master_port);
  if (!listener) {
    log_error(LogFrom::engine_core, "core.py:946",
              "torch.distributed.DistNetworkError: The server socket has failed to " + listener.error().what);
    return Joined::failed;
  }
  listener_ = std::move(*listener);
  log_info(LogFrom::engine_core, "parallel_state.py:1212",
           fmt::format("world_size={} rank=0 local_rank=0 distributed_init_method=tcp://{}:{} backend=nccl",
                       flags_.nnodes, flags_.master_addr, flags_.master_port));
  while (workers_.size() + 1 < static_cast<std::size_t>(flags_.nnodes)) {
    if (stop_.requested()) return Joined::stopped;
    greet_new_worker();
    forget_lost_workers();
  }
  for (LineSocket& worker : workers_) {
    if (!worker.send_line("go")) lost_ = true;
  }
  watcher_ = std::thread([this] { watch(); });
  return Joined::yes;
}

void LeaderRanks::watch() {
  while (!ended_ && !lost_) {
    for (LineSocket& worker : workers_) {
      const auto line = worker.read_line(look_every);
      if (line) ++loaded_;
      if (!line && line.error().code == ErrorCode::link_lost) lost_ = true;
    }
  }
}

Joined LeaderRanks::wait_loaded() {
  while (loaded_ < workers_.size()) {
    if (lost_) {
      log_error(LogFrom::engine_core, "core.py:946",
                "RuntimeError: [gloo/transport/tcp/pair.cc:544] Connection closed by peer");
      return Joined::failed;
    }
    if (stop_.wait_for(look_every)) return Joined::stopped;
  }
  return Joined::yes;
}

Joined WorkerRank::join() {
  while (!leader_) {
    if (stop_.requested()) return Joined::stopped;
    if (auto fd = connect_tcp(flags_.master_addr, flags_.master_port)) {
      leader_ = LineSocket(std::move(*fd));
    } else if (stop_.wait_for(look_every)) {
      return Joined::stopped;
    }
  }
  (void)leader_.send_line(fmt::format("rank {}", flags_.node_rank));
  while (!stop_.requested()) {
    const auto line = leader_.read_line(look_every);
    if (line) return Joined::yes;
    if (line.error().code == ErrorCode::link_lost) break;
  }
  spin();
  return Joined::stopped;
}

void WorkerRank::say_loaded() {
  (void)leader_.send_line("loaded");
}

void WorkerRank::spin() {
  bool alone = false;
  while (!stop_.wait_for(look_every)) {
    if (alone || !readable(leader_.fd(), milliseconds(0))) continue;
    alone = true;
    log_error(LogFrom::worker, "multiproc_executor.py:740",
              "Failed to check the \"should dump\" flag on TCPStore, but it has broken: Broken pipe");
  }
}

}  // namespace ff::standin
