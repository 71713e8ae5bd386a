#pragma once

#include <optional>
#include <stop_token>
#include <string>

#include "app/reboot.h"
#include "app/scene.h"
#include "cli/arguments.h"
#include "cli/exit_code.h"
#include "ports/takeover.h"
#include "ports/texts.h"
#include "ports/world.h"

namespace ff::cli {

struct Verb;

/// A link that died stays dead: how a verb that looks on and on, or waits for its turn, asks to be run again
/// over new ones.
struct Renewal {
  bool wanted = false;
  ExitCode last = ExitCode::interrupted;  ///< what the last whole look said
  std::optional<MonoTime> until = {};     ///< when its waiting ends; set by its first run
  std::string told = {};                  ///< what it said last, so that it need not say it again
  std::size_t told_count = 0;             ///< the same for a record that grows
  app::RebootState reboot = {};           ///< how far a reboot has come
};

/// What a verb that needs the world is given.
struct VerbContext {
  const Arguments& arguments;
  const app::Scene& scene;
  ports::Gate& gate;
  ports::Takeover& takeover;
  ports::Texts& texts;
  std::stop_token stop;
  Renewal& renewal;
};

/// Reads the declaration, builds the world, and runs the verb. Prints everything there is to say.
[[nodiscard]] ExitCode run_in_world(const Verb& verb, const Arguments& arguments,
                                    const std::stop_token& stop);

[[nodiscard]] ExitCode run_version(const Arguments& arguments);
[[nodiscard]] ExitCode run_completion(const Arguments& arguments);
[[nodiscard]] ExitCode run_complete(const Arguments& arguments);
[[nodiscard]] ExitCode run_man(const Arguments& arguments);
[[nodiscard]] ExitCode run_status(const VerbContext& context);
[[nodiscard]] ExitCode run_plan(const VerbContext& context);
[[nodiscard]] ExitCode run_rehearse(const VerbContext& context);
[[nodiscard]] ExitCode run_runbook(const VerbContext& context);
[[nodiscard]] ExitCode run_switch(const VerbContext& context);
[[nodiscard]] ExitCode run_rejoin(const VerbContext& context);
[[nodiscard]] ExitCode run_drain(const VerbContext& context);
[[nodiscard]] ExitCode run_undrain(const VerbContext& context);
[[nodiscard]] ExitCode run_restart(const VerbContext& context);
[[nodiscard]] ExitCode run_reboot(const VerbContext& context);
[[nodiscard]] ExitCode run_maintenance(const VerbContext& context);
[[nodiscard]] ExitCode run_firewall(const VerbContext& context);
[[nodiscard]] ExitCode run_release(const VerbContext& context);
[[nodiscard]] ExitCode run_resume(const VerbContext& context);
[[nodiscard]] ExitCode run_abort(const VerbContext& context);
[[nodiscard]] ExitCode run_takeover(const VerbContext& context);
[[nodiscard]] ExitCode run_attach(const VerbContext& context);
[[nodiscard]] ExitCode run_why(const VerbContext& context);
[[nodiscard]] ExitCode run_wait(const VerbContext& context);
[[nodiscard]] ExitCode run_clients(const VerbContext& context);
[[nodiscard]] ExitCode run_health(const VerbContext& context);
[[nodiscard]] ExitCode run_history(const VerbContext& context);
[[nodiscard]] ExitCode run_logs(const VerbContext& context);
[[nodiscard]] ExitCode run_doctor(const VerbContext& context);

}  // namespace ff::cli
