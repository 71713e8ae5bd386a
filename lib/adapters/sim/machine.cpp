#include "adapters/sim/machine.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/digest.h"

namespace ff::adapters::sim {
namespace {

/// A GB10 box.
constexpr domain::Memory memory_of_a_box = {kibibytes(127601452), kibibytes(123000000)};

}  // namespace

domain::Memory MemoryLedger::now() const {
  domain::Memory memory = at_rest_;
  for (const auto& [invocation, bytes] : claims_) memory.available = memory.available - bytes;
  return memory;
}

bool MemoryLedger::claim(const InvocationId& invocation, Bytes bytes) {
  if (now().available < bytes) return false;
  claims_[invocation] = bytes;
  return true;
}

void MemoryLedger::give_back(const InvocationId& invocation, Milliseconds after) {
  ended_.insert(invocation);
  timeline_.after(after, [this, invocation] { claims_.erase(invocation); });
}

void MemoryLedger::set_now(domain::Memory memory) {
  at_rest_ = memory;
  for (const auto& [invocation, bytes] : claims_) at_rest_.available = at_rest_.available + bytes;
  at_rest_.available = std::min(at_rest_.available, at_rest_.total);
}

void MemoryLedger::settle() {
  for (const InvocationId& invocation : ended_) claims_.erase(invocation);
}

Machine::Machine(Timeline& timeline, MachineName its_name, ProcessMaker maker)
    : name(std::move(its_name)),
      machine_id(digest_of("machine " + name.text()).text() + digest_of(name.text()).text()),
      boot_id(fmt::format("{}-boot-0", name.text())),
      memory(timeline, memory_of_a_box),
      manager(timeline, disk, std::move(maker)) {
  disk.put("/etc/machine-id", machine_id.text() + "\n");
  disk.put("/proc/sys/kernel/random/boot_id", boot_id.text() + "\n");
}

std::set<std::uint16_t> Machine::listening() const {
  std::set<std::uint16_t> all = other_ports;
  for (const auto& [port, listener] : ports) all.insert(port);
  return all;
}

void Machine::free_lock() {
  lock_owner = nullptr;
  lock_words.clear();
}

void Machine::power_off() {
  power = false;
  manager.power_off();
  memory.clear();
  ports.clear();
  free_lock();
}

void Machine::power_on() {
  power = true;
  boot_id = BootId(fmt::format("{}-boot-{}", name.text(), ++boots));
  disk.put("/proc/sys/kernel/random/boot_id", boot_id.text() + "\n");
  manager.boot();
}

}  // namespace ff::adapters::sim
