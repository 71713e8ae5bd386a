#pragma once

#include <string>
#include <vector>

#include "base/ids.h"
#include "domain/cluster.h"

namespace ff::adapters::proxy {

/// One kind of proxy as a program on the route host: how it is asked and what it says. Every command is one
/// for HostControl.
struct Program {
  std::string name;                       ///< as a process, too
  std::vector<std::string> test;          ///< tests a configuration; its path comes behind
  std::vector<std::string> grave;         ///< a line that holds one of these tells of a fault
  std::string warning;                    ///< a line that holds this tells of something that is ignored
  std::vector<std::string> log_position;  ///< prints where its log ends now
  std::vector<std::string>
      log_since;                      ///< prints the log from a position on, which comes behind its last word
  std::vector<std::string> refusals;  ///< a grave line that holds one of these: it will not have the file
  /// Whether its own old listener can be in the way of a configuration that was not ff's.
  bool own_listener_in_the_way = false;
};

[[nodiscard]] Program program_of(const domain::Proxy& proxy);

/// Lines of the program's own output or log that say that something is wrong, warnings too when asked for.
[[nodiscard]] std::vector<std::string> complaints(const Program& program, std::string_view output,
                                                  bool warnings);
/// Whether one of the lines says that the program will not have its configuration.
[[nodiscard]] bool refused(const Program& program, const std::vector<std::string>& complaints);

}  // namespace ff::adapters::proxy
