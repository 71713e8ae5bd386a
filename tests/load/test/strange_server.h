#pragma once

#include <atomic>
#include <thread>
#include <vector>

#include "base/unique_fd.h"

namespace ff::standin::test {

/// How a server misbehaves.
enum class Manner {
  silent,                    ///< accepts and never answers
  answers_once_then_resets,  ///< the second request of a connection is met by a reset
  maintenance,               ///< 503 with Retry-After
};

/// A small server on a port of 127.0.0.1 that behaves in one manner, each connection in a thread of its own.
class StrangeServer {
 public:
  explicit StrangeServer(Manner manner);
  ~StrangeServer();
  StrangeServer(const StrangeServer&) = delete;
  StrangeServer& operator=(const StrangeServer&) = delete;

  [[nodiscard]] int port() const { return port_; }

 private:
  void accept_all();
  void serve(int client) const;

  const Manner manner_;
  const int port_;
  UniqueFd listener_;
  std::thread accepter_;
  std::vector<std::thread> clients_;
  std::atomic<bool> ended_ = false;
};

}  // namespace ff::standin::test
