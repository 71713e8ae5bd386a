#include "adapters/host/far_program.h"

#include <charconv>
#include <utility>

#include "base/text.h"

namespace ff::adapters::host {

Result<FarProgram> FarProgram::start(ports::Dialer& dialer, const MachineName& machine,
                                     const std::string& name, const std::vector<std::string>& command,
                                     const Limit& limit) {
  FarProgram program;
  program.shell_ = std::make_unique<ShellHostReader>(dialer, machine);
  program.machine_ = machine;
  program.unit_ = name + ".service";
  std::vector<std::string> words = {"systemd-run",
                                    "--quiet",
                                    "--unit=" + name,
                                    "--description=Factory Floor: " + name,
                                    "--property=Type=exec",
                                    "--property=User=root",
                                    "--"};
  words.insert(words.end(), command.begin(), command.end());
  FF_TRY(started, program.shell_->output_of(words, limit));
  return program;
}

std::optional<int> FarProgram::ended(const Limit& limit) {
  const auto shown =
      shell_->output_of({"systemctl", "show", "-p", "ActiveState,ExecMainStatus", unit_}, limit);
  if (!shown) return std::nullopt;
  const std::string state = value_in(*shown, "ActiveState");
  if (state != "inactive" && state != "failed") return std::nullopt;
  const std::string text = value_in(*shown, "ExecMainStatus");
  int status = 0;
  std::from_chars(text.data(), text.data() + text.size(), status);
  return status;
}

std::string FarProgram::look() const {
  return "journalctl -u " + unit_ + "    # on " + machine_.text();
}

std::vector<std::string> FarProgram::last_words(const Limit& limit) {
  const auto said = shell_->output_of(
      {"journalctl", "--no-pager", "--quiet", "--output=cat", "--lines=12", "-u", unit_}, limit);
  return said ? lines(*said) : std::vector<std::string>{};
}

}  // namespace ff::adapters::host
