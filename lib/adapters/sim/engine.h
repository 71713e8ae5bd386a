#pragma once

#include <map>
#include <optional>
#include <string>

#include "adapters/sim/machine.h"
#include "adapters/sim/process.h"

namespace ff::adapters::sim {

/// How the engine of one unit on one machine behaves: times and faults. Read at each start; what is about
/// answers and stops counts at once, and a death or a hang that is still to come does not when it was mended.
struct Manner {
  Milliseconds load{5000};           ///< from the moment all ranks are there to a bound port
  Milliseconds stop{1000};           ///< from SIGTERM to its end
  Milliseconds memory_return{2000};  ///< after its end
  Milliseconds first_token{200};
  std::optional<Milliseconds> dies_after;   ///< exits with status 1 so long after its start
  bool never_ready = false;                 ///< loads for ever
  std::optional<Milliseconds> hangs_after;  ///< so long after it was ready: /health is 200, no token comes
  std::string served_name;                  ///< instead of the one in its environment
  std::string environment;                  ///< of a unit that has no environment file
};

class Engine;

/// Where the ranks of one instance meet, by "ADDRESS:PORT" of the master.
class Ranks {
 public:
  void lead(const std::string& master, Engine& leader) { leaders_[master] = &leader; }
  void leave(const std::string& master, const Engine& leader);
  [[nodiscard]] Engine* leader(const std::string& master) const;

 private:
  std::map<std::string, Engine*> leaders_;
};

/// One vLLM: reads its unit's environment file, claims memory, loads, serves when it is rank 0.
class Engine : public Process, public Listener {
 public:
  Engine(Timeline& timeline, Machine& machine, Ranks& ranks, Manner& manner, Start start);
  ~Engine() override;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  void begin() override;
  void appear() override;
  [[nodiscard]] Milliseconds linger() const override { return manner_.stop; }
  [[nodiscard]] std::string last_exit() const override { return "exit 0"; }
  Answer answer(const ports::Request& request) override;

  /// Answers completions.
  [[nodiscard]] bool serves() const { return ready_ && !hung_; }
  /// Whether a completion was asked for and given since its start: the last rung of the health ladder.
  [[nodiscard]] bool gave_token() const { return gave_token_; }
  /// From now on /health is 200 and no token comes.
  void hang();
  /// Its process exits with status 1.
  void crash() { die("CUDA error: an illegal memory access was encountered"); }
  /// Requests of clients under way; set by the world as its route changes.
  int running = 0;

 private:
  /// What vLLM claims, whatever is free.
  [[nodiscard]] Bytes need() const;
  void load();
  void become_ready();
  /// A worker comes; false when this instance is complete already.
  bool join(Engine& worker);
  void lost(const Engine& worker);
  void look_for_leader();
  void die(const std::string& why);
  [[nodiscard]] std::string value(const std::string& name) const;
  [[nodiscard]] int number(const std::string& name, int otherwise) const;
  [[nodiscard]] std::string master() const { return value("FF_MASTER_ADDR") + ":" + value("FF_MASTER_PORT"); }
  [[nodiscard]] std::string served_name() const;

  Timeline& timeline_;
  Machine& machine_;
  Ranks& ranks_;
  Manner& manner_;
  Start start_;
  std::map<std::string, std::string> environment_;
  int rank_ = 0;
  int world_size_ = 1;
  std::uint16_t port_ = 0;
  bool loading_ = false;
  bool ready_ = false;
  bool hung_ = false;
  bool gave_token_ = false;
  Engine* leader_ = nullptr;  ///< of a worker that joined
  bool orphaned_ = false;     ///< its leader is gone: it never joins another
  std::vector<Engine*> workers_;
  Agenda agenda_;
};

}  // namespace ff::adapters::sim
