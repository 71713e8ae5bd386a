#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "adapters/sim/disk.h"
#include "adapters/sim/manager.h"
#include "adapters/sim/timeline.h"
#include "base/bytes.h"
#include "domain/snapshot.h"
#include "ports/http.h"

namespace ff::adapters::sim {

struct Self;

/// What a server answers, and after how long.
struct Answer {
  ports::Response response;
  Milliseconds after{1};
  bool never = false;  ///< takes the request and is silent for ever
};

/// Something that takes HTTP requests on a port.
class Listener {
 public:
  virtual ~Listener() = default;
  virtual Answer answer(const ports::Request& request) = 0;
};

/// A box's memory: what databases and the like hold, and what engines claimed.
class MemoryLedger {
 public:
  MemoryLedger(Timeline& timeline, domain::Memory at_rest) : timeline_(timeline), at_rest_(at_rest) {}

  [[nodiscard]] domain::Memory now() const;
  /// False when there is not so much: nothing is claimed then.
  bool claim(const InvocationId& invocation, Bytes bytes);
  /// Given back after a while, as the kernel and the driver do.
  void give_back(const InvocationId& invocation, Milliseconds after);
  /// What was to be given back later is back now.
  void settle();
  void clear() { claims_.clear(); }
  void set_at_rest(domain::Memory memory) { at_rest_ = memory; }
  /// With all that is claimed now, this is what is left; never more than there is in all once it is given
  /// back.
  void set_now(domain::Memory memory);

 private:
  Timeline& timeline_;
  domain::Memory at_rest_;
  std::map<InvocationId, Bytes> claims_;
  std::set<InvocationId> ended_;  ///< of those, whose processes are gone
};

/// One machine of the world.
struct Machine {
  Machine(Timeline& timeline, MachineName its_name, ProcessMaker maker);
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  /// The listening ports as the kernel lists them.
  [[nodiscard]] std::set<std::uint16_t> listening() const;
  void free_lock();
  /// Cuts its power, and with it every process; what is on the disk stays.
  void power_off();
  /// A new boot: what is enabled is started.
  void power_on();

  MachineName name;
  MachineId machine_id;
  BootId boot_id;
  int uid = 0;       ///< of ff's login
  bool cut = false;  ///< no packet gets through, in either direction
  bool power = true;
  int boots = 0;
  std::string lock_words;  ///< of who holds its lock; empty when free
  Self* lock_owner = nullptr;
  std::uint64_t lock_number = 0;             ///< how often it was taken
  std::vector<std::string> lock_requests;    ///< reasons of those who asked its holder to stop
  std::vector<JournalLine> kernel_log;       ///< of all boots
  std::optional<MonoTime> engine_failed_at;  ///< when one of its engines last died or hung by itself
  Disk disk;
  MemoryLedger memory;
  std::map<std::uint16_t, Listener*> ports;
  std::set<std::uint16_t> other_ports = {22};  ///< on which something listens that is not in this world
  std::map<std::uint16_t, MonoTime> tokens;    ///< when a server on the port last gave one
  Manager manager;                             ///< last: its processes end before what they hold
};

}  // namespace ff::adapters::sim
