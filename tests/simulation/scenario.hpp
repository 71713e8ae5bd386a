#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "domain/profile.h"

namespace ff::simulation {

/// What a hand left behind before the story begins.
struct Disorder {
  enum class Kind { enabled, started, stopped, masked, mask_unread, environment_lost, intent_lost };
  Kind kind = Kind::enabled;
  MachineName machine;
  UnitName unit;  ///< empty for intent_lost
};

/// How the world stands before the story begins.
struct Start {
  ProfileName serves;         ///< the profile that was brought up; empty for none
  bool by_hand = true;        ///< as before ff; else by a run of ff
  bool armed = false;         ///< by hand: its watchdogs are armed
  bool proxy_runs = true;     ///< the proxy is up, by ff's configuration
  ProfileName towards;        ///< a run of ff towards this one was killed; empty for none
  std::size_t killed_at = 0;  ///< at this act of it
  std::vector<Disorder> disorder;
};

/// One thing that goes wrong, or that somebody else does, at a moment of the run.
struct Trouble {
  enum class Kind {
    cut,              ///< no packet to or from the machine, for so long
    power_off,        ///< the machine loses its power, for so long
    dies_loading,     ///< the unit's engine exits so long after each start
    never_ready,      ///< it loads for ever
    hangs_healthy,    ///< it hangs so long after it was ready
    hangs_now,        ///< the engine that serves at the machine's unit hangs
    crashes_now,      ///< or exits
    act_fails,        ///< the next such act fails and did nothing
    answer_lost,      ///< the next such act takes effect and its answer is lost
    read_fails,       ///< the next such reading call fails
    memory_kept,      ///< memory comes back so long after the unit's end
    memory_taken,     ///< something else takes memory
    disk_full,        ///< no write succeeds any more
    killed,           ///< ff is killed
    stop_asked,       ///< the operator presses Ctrl-C
    lease_lost,       ///< no heartbeat comes back any more
    frozen,           ///< ff is frozen past its lease, a second operator runs whole, ff goes on
    second_operator,  ///< a second operator tries to run
    hand_starts,      ///< somebody starts the unit
    hand_enables,     ///< somebody enables it
    ops_layer,        ///< something starts whatever is enabled and not running, again and again
  };
  Kind kind = Kind::cut;
  int at = 0;           ///< after so many acts of the run; 0 is before its first
  MachineName machine;  ///< where; empty where it does not matter
  UnitName unit;
  std::string call;       ///< of act_fails, answer_lost, read_fails
  ProfileName wish;       ///< of the second operator
  Milliseconds lasts{0};  ///< as the kind says
};

/// One story, wholly drawn before it is played: playing it draws nothing.
struct Scenario {
  std::uint64_t seed = 0;
  domain::Declaration declaration;
  bool ordered = true;            ///< units that conflict are ordered too
  bool restarting = false;        ///< leaders have Restart=on-failure
  Milliseconds load{300};         ///< of an engine, until it serves
  Milliseconds unload{100};       ///< from SIGTERM to its end
  Milliseconds memory_back{200};  ///< from its end
  int requests = 0;               ///< that clients keep under way
  Start start;
  ProfileName target;
  std::vector<Trouble> troubles;
  Milliseconds rest{0};  ///< between the end of all trouble and the same command again
  bool back = false;     ///< afterwards, the way back is tried
};

/// The scenario of a seed.
[[nodiscard]] Scenario draw(std::uint64_t seed);

/// The scenario in words, a line a fact.
[[nodiscard]] std::vector<std::string> words(const Scenario& scenario);
[[nodiscard]] std::string words(const Trouble& trouble);

/// The scenario without its last box and all that was on it; false when it needs every box.
[[nodiscard]] bool drop_last_box(Scenario& scenario);

}  // namespace ff::simulation
