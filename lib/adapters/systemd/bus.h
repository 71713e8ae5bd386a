#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/waiting.h"
#include "ports/dialer.h"

struct sd_bus;
struct sd_bus_message;
struct sd_bus_slot;

namespace ff::adapters::systemd {

inline constexpr const char* manager_path = "/org/freedesktop/systemd1";
inline constexpr const char* manager_interface = "org.freedesktop.systemd1.Manager";
inline constexpr const char* properties_interface = "org.freedesktop.DBus.Properties";

/// An argument of a call: D-Bus types s, b and as.
using Argument = std::variant<std::string, bool, std::vector<std::string>>;

/// One method call, as data.
struct Call {
  std::string member;
  std::vector<Argument> arguments = {};
  std::string path = manager_path;
  std::string interface = manager_interface;
  std::string destination = "org.freedesktop.systemd1";
};

struct MessageUnref {
  void operator()(sd_bus_message* message) const;
};
using Message = std::unique_ptr<sd_bus_message, MessageUnref>;

/// What came back: a message, or a D-Bus error's name and text.
struct Reply {
  Message message;
  std::string error_name;
  std::string error_text;

  [[nodiscard]] bool failed() const { return !error_name.empty(); }
};

/// What is done with the reply to each of many calls, in their order.
using TakeReply = std::function<void(Reply)>;

/// A signal that was subscribed to; its leading strings, numbers and booleans as words.
struct Signal {
  std::string member;
  std::string path;
  std::vector<std::string> words;
};

/// One connection to a machine's system bus over a dialer. Opened by the first call that needs it; after a
/// failure of the connection, or a call without an answer, it is dropped and the next call opens a new one.
/// Failures are placed on the machine. Used by one thread at a time.
class Bus {
 public:
  Bus(ports::Dialer& dialer, MachineName machine);
  ~Bus();
  Bus(const Bus&) = delete;
  Bus& operator=(const Bus&) = delete;

  [[nodiscard]] const MachineName& machine() const { return machine_; }

  /// Connects unless a connection stands, and asks for the signals that were subscribed to.
  Status open(const Limit& limit);
  /// Sends a call and waits for its reply.
  Result<Reply> call(const Call& call, const Limit& limit);
  /// The same for many, at most 64 on their way at once; replies in the order of the calls.
  Result<std::vector<Reply>> call_all(const std::vector<Call>& calls, const Limit& limit);
  /// The same, but each reply is handed over once those before it have been: kept together, the answers about
  /// all units of a machine are many megabytes.
  Status call_each(const std::vector<Call>& calls, const TakeReply& take, const Limit& limit);
  /// Asks for the manager's signals that match one of the rules, on this connection and on each later one.
  Status subscribe(const std::vector<std::string>& match_rules, const Limit& limit);
  /// The oldest signal not taken yet; none when the deadline passes first. Never opens a connection.
  Result<std::optional<Signal>> next_signal(const Limit& limit);
  /// A signal that is here already; waits for nothing.
  std::optional<Signal> take_signal();
  /// Forgets the signals not taken yet.
  void forget_signals() { signals_.clear(); }

 private:
  struct BusClose {
    void operator()(sd_bus* bus) const;
  };
  struct SlotUnref {
    void operator()(sd_bus_slot* slot) const;
  };
  struct Pending {
    bool done = false;
    Reply reply;
    std::unique_ptr<sd_bus_slot, SlotUnref> slot;
  };

  Status connect(const Limit& limit);
  Status apply_rules(const Limit& limit);
  Result<UniqueFd> dial(const Limit& limit);
  Result<UniqueFd> dial_bridge(const Limit& limit);
  Status attach(UniqueFd socket);
  Status shake_hands(const Limit& limit);
  bool still_open();
  Status send(const Call& call, Pending& pending);
  Status exchange(const std::vector<Call>& calls, const TakeReply& take, const Limit& limit);
  Status step(Waiting& waiting);
  Error lost(const std::string& why);
  Error unanswered(const Pending& witness, Milliseconds waited);

  static int on_reply(sd_bus_message* message, void* pending, void* error);
  static int on_signal(sd_bus_message* message, void* self, void* error);

  ports::Dialer& dialer_;
  MachineName machine_;
  std::unique_ptr<sd_bus, BusClose> bus_;
  std::deque<Signal> signals_;
  std::vector<std::string> rules_;
  bool subscribed_ = false;  ///< the rules are in force on this connection
};

}  // namespace ff::adapters::systemd
