#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "base/unique_fd.h"

namespace ff::tests {

/// A TCP relay on loopback, as a jump host is one: what it took from a client it goes on delivering for as
/// long as it lives, whatever has become of the client.
class Relay {
 public:
  /// To `address`, port 22.
  explicit Relay(std::string address);
  ~Relay();
  Relay(const Relay&) = delete;
  Relay& operator=(const Relay&) = delete;

  [[nodiscard]] std::uint16_t port() const { return port_; }
  /// Takes nothing more from its clients, not even their ends; what it took is still delivered.
  void freeze();

 private:
  struct Pair {
    UniqueFd client;
    UniqueFd target;
  };
  void run();
  void accept_one();
  static void move(const UniqueFd& from, const UniqueFd& to, UniqueFd& closed_at_end);

  std::string address_;
  UniqueFd listener_;
  std::uint16_t port_ = 0;
  UniqueFd wake_;
  std::atomic<bool> frozen_ = false;
  std::atomic<bool> ending_ = false;
  std::vector<Pair> pairs_;
  std::thread thread_;
};

}  // namespace ff::tests
