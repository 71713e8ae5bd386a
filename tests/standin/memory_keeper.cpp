#include "standin/memory_keeper.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <list>
#include <string_view>

#include "standin/line_socket.h"
#include "standin/log.h"
#include "standin/meminfo.h"
#include "standin/memory_ledger.h"
#include "standin/notify.h"
#include "standin/settings.h"

namespace ff::standin {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds look_every{100};

class Keeper {
 public:
  Keeper(UniqueFd meminfo, UniqueFd listener, UniqueFd signals)
      : meminfo_(std::move(meminfo)),
        listener_(std::move(listener)),
        signals_(std::move(signals)),
        settings_(Topology::replica) {}

  void run() {
    write_figures();
    notify_ready();
    while (turn()) write_figures();
  }

 private:
  std::int64_t free_kb() {
    return std::max<std::int64_t>(0, settings_.now().memory_available_kb - ledger_.held_kb());
  }

  void write_figures() {
    const std::string text = meminfo_text(settings_.now().memory_total_kb, free_kb());
    if (text == written_) return;
    if (::pwrite(meminfo_.get(), text.data(), text.size(), 0) == static_cast<ssize_t>(text.size()))
      written_ = text;
  }

  /// Waits for one event and carries it out; false after a signal.
  bool turn() {
    std::vector<pollfd> waits{{signals_.get(), POLLIN, 0}, {listener_.get(), POLLIN, 0}};
    for (const LineSocket& engine : engines_) waits.push_back({engine.fd(), POLLIN, 0});
    ::poll(waits.data(), waits.size(), wait_ms());
    ledger_.settle(Clock::now());
    if (waits[0].revents != 0) return false;
    std::size_t index = 2;
    for (auto engine = engines_.begin(); engine != engines_.end(); ++index) {
      const bool gone = waits[index].revents != 0 && !answer(*engine);
      engine = gone ? drop(engine) : std::next(engine);
    }
    if (waits[1].revents != 0) accept_one();
    return true;
  }

  int wait_ms() const {
    const auto next = ledger_.next_return();
    if (!next) return static_cast<int>(look_every.count());
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(*next - Clock::now());
    return static_cast<int>(std::clamp(left, std::chrono::milliseconds(0), look_every).count());
  }

  void accept_one() {
    UniqueFd engine(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
    if (engine) engines_.emplace_back(std::move(engine));
  }

  std::list<LineSocket>::iterator drop(std::list<LineSocket>::iterator engine) {
    const std::chrono::duration<double> delay(settings_.now().memory_return_s);
    ledger_.release(engine->fd(), Clock::now() + std::chrono::duration_cast<Clock::duration>(delay));
    return engines_.erase(engine);
  }

  bool answer(LineSocket& engine) {
    auto line = engine.read_line(std::chrono::milliseconds(0));
    if (!line) return line.error().code == ErrorCode::timeout;
    if (line->starts_with("hold ")) {
      std::int64_t kb = 0;
      std::from_chars(line->data() + 5, line->data() + line->size(), kb);
      ledger_.hold(engine.fd(), std::max<std::int64_t>(0, kb));
      write_figures();
    }
    return engine.send_line(fmt::format("free {} total {}", free_kb(), settings_.now().memory_total_kb));
  }

  UniqueFd meminfo_;
  UniqueFd listener_;
  UniqueFd signals_;
  SettingsFile settings_;
  MemoryLedger ledger_;
  std::list<LineSocket> engines_;
  std::string written_;
};

Result<UniqueFd> open_meminfo(const std::string& path) {
  UniqueFd file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  const auto length = static_cast<off_t>(meminfo_text(0, 0).size());
  if (!file || ::ftruncate(file.get(), length) != 0) return fail(ErrorCode::failed, "cannot write " + path);
  return file;
}

UniqueFd termination_signals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGINT);
  sigprocmask(SIG_BLOCK, &set, nullptr);
  return UniqueFd(::signalfd(-1, &set, SFD_CLOEXEC));
}

Status keep(const std::string& meminfo_path, const std::string& socket_path) {
  FF_TRY(meminfo, open_meminfo(meminfo_path));
  FF_TRY(listener, listen_unix(socket_path));
  Keeper(std::move(meminfo), std::move(listener), termination_signals()).run();
  ::unlink(socket_path.c_str());
  return Done{};
}

}  // namespace

int run_memory_keeper(const std::vector<std::string>& arguments) {
  std::string meminfo_path;
  std::string socket_path;
  for (std::size_t i = 0; i + 1 < arguments.size(); i += 2) {
    if (arguments[i] == "--meminfo") meminfo_path = arguments[i + 1];
    if (arguments[i] == "--socket") socket_path = arguments[i + 1];
  }
  if (meminfo_path.empty() || socket_path.empty()) {
    print_line("usage: ff-standin memory-keeper --meminfo FILE --socket PATH");
    return 2;
  }
  if (auto kept = keep(meminfo_path, socket_path); !kept) {
    print_line("ff-standin memory-keeper: " + kept.error().what);
    return 1;
  }
  return 0;
}

}  // namespace ff::standin
