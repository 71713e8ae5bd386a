#include "adapters/sim/programs.h"

#include <charconv>
#include <optional>
#include <string_view>

namespace ff::adapters::sim {
namespace {

constexpr Milliseconds moment{20};

/// The number after `word` in the command.
std::optional<long> number_after(std::string_view command, std::string_view word) {
  const std::size_t at = command.find(word);
  if (at == std::string_view::npos) return std::nullopt;
  command.remove_prefix(at + word.size());
  long number = 0;
  const auto [end, fault] = std::from_chars(command.data(), command.data() + command.size(), number);
  return fault == std::errc() ? std::optional(number) : std::nullopt;
}

class Everyday : public Process {
 public:
  Everyday(Timeline& timeline, Start start, WatchdogMeans means)
      : start_(std::move(start)), means_(std::move(means)), agenda_(timeline) {}

  void begin() override {
    const std::string& command = start_.file.start_command;
    const auto seconds = number_after(command, "sleep ");
    if (command.find("systemctl restart ") != std::string::npos) {
      agenda_.after(std::chrono::seconds(seconds.value_or(0)), [this] { watch(start_.file.start_command); });
      return;
    }
    if (const auto status = number_after(command, "exit "))
      return exit_after(moment, static_cast<int>(*status));
    if (seconds) exit_after(std::chrono::seconds(*seconds), 0);
  }

 private:
  void exit_after(Milliseconds delay, int status) {
    agenda_.after(delay, [this, status] { start_.exit(status); });
  }

  void watch(const std::string& command) {
    const auto slashes = command.find("://");
    const auto colon = slashes == std::string::npos ? slashes : command.find(':', slashes + 3);
    const auto port = colon == std::string::npos ? std::nullopt : number_after(command.substr(colon), ":");
    const auto at = command.find("systemctl restart ") + std::string_view("systemctl restart ").size();
    const UnitName unit(command.substr(at, command.find_first_of(" '\"", at) - at));
    if (!port || !means_.answers(static_cast<std::uint16_t>(*port))) means_.restart(unit);
    exit_after(moment, 0);
  }

  Start start_;
  WatchdogMeans means_;
  Agenda agenda_;
};

}  // namespace

std::unique_ptr<Process> everyday_process(Timeline& timeline, Start start, WatchdogMeans means) {
  return std::make_unique<Everyday>(timeline, std::move(start), std::move(means));
}

}  // namespace ff::adapters::sim
