#pragma once

#include <chrono>
#include <thread>

namespace ff::tests {

/// Asks `predicate` every 20 ms until it is true or `deadline` has passed; its last answer is the value.
/// The one way in which a test waits for the world.
template <class Predicate>
bool eventually(Predicate predicate, std::chrono::milliseconds deadline = std::chrono::seconds(10)) {
  const auto end = std::chrono::steady_clock::now() + deadline;
  while (!predicate()) {
    if (std::chrono::steady_clock::now() > end) return predicate();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return true;
}

}  // namespace ff::tests
