#pragma once

#include <map>
#include <string>
#include <vector>

#include "ports/dialer.h"
#include "ports/host.h"

namespace ff::adapters::host {

class Transcript;
enum class Script;

/// Reads one machine by bash scripts, one command a call. Needs bash, coreutils and util-linux there, writes
/// nothing and takes no lock. What a login shell prints before or after does no harm.
class ShellHostReader : public ports::HostReader {
 public:
  /// `dialer` leads to `machine` and outlives this reader.
  ShellHostReader(ports::Dialer& dialer, MachineName machine);

  /// Fails with not_permitted when an asked file exists but may not be read.
  Result<ports::HostFacts> look(const std::vector<std::string>& files, Limit limit) override;
  Result<std::map<std::string, std::string>> read_files(const std::vector<std::string>& paths,
                                                        Limit limit) override;
  Result<std::string> output_of(const std::vector<std::string>& command, Limit limit) override;
  Result<std::vector<std::string>> list(const std::string& folder, Limit limit) override;

 private:
  Result<Transcript> run(Script script, const std::vector<std::string>& arguments, std::size_t body_max,
                         const Limit& limit);
  [[nodiscard]] Error too_large() const;
  Error broken_off(const Transcript& transcript, const Limit& limit);

  ports::Dialer& dialer_;
  MachineName machine_;
};

}  // namespace ff::adapters::host
