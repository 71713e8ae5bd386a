#pragma once

#include <chrono>
#include <list>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "adapters/local/local_dialer.h"
#include "base/child.h"

namespace ff::adapters::local {

/// The commands of one dialer and the thread that waits for their ends.
class LocalDialer::Commands {
 public:
  Commands();
  /// Asks all to end, by force after 1 s.
  ~Commands();

  Result<UniqueFd> start(const std::string& line);
  std::vector<std::string> last_words();

 private:
  /// Why a command is being waited for; each but the first ends by itself after 1 s.
  enum class Phase { running, abandoned, asked, forced };
  struct Running {
    std::string line;
    Child child;
    UniqueFd end;     ///< readable once it has exited
    UniqueFd socket;  ///< its end of the caller's pair: keeps the end of file back until it is reaped
    UniqueFd errors;
    std::string words;
    Phase phase = Phase::running;
    MonoTime until = MonoTime::max();
  };

  void watch();
  /// False when all is over.
  bool wait();
  void look_after(Running& running, short end, short socket, short errors);
  void enter(Running& running, Phase phase);
  void reap(Running& running);
  void take_errors(Running& running);

  std::mutex mutex_;  ///< over everything below it
  std::list<Running> running_;
  std::vector<std::string> last_words_;
  bool ending_ = false;
  UniqueFd wake_;
  std::thread thread_;
};

}  // namespace ff::adapters::local
