#include "cli/print/event_line.h"

#include <fmt/format.h>

#include "base/text.h"

namespace ff::cli {
namespace {

const char* mark(domain::Event::Kind kind) {
  using Kind = domain::Event::Kind;
  switch (kind) {
    case Kind::step_started:
      return "->";
    case Kind::step_done:
      return "ok";
    case Kind::step_failed:
      return "!!";
    case Kind::outage_began:
    case Kind::outage_over:
    case Kind::replanned:
      return "**";
    case Kind::progress:
      return "..";
    case Kind::run_started:
    case Kind::run_ended:
      return "==";
  }
  return "  ";
}

std::string timing(const domain::Event& event) {
  if (!event.elapsed) return {};
  if (!event.deadline) return fmt::format(" ({})", human(*event.elapsed));
  return fmt::format(" ({} of at most {})", human(*event.elapsed), human(*event.deadline));
}

/// The text without the step's kind in front, which has a column of its own.
std::string_view text_beside_kind(const domain::Event& event) {
  std::string_view text = event.text;
  if (!event.step.empty() && text.starts_with(event.step + " ")) text.remove_prefix(event.step.size() + 1);
  return text;
}

}  // namespace

std::string event_line(const domain::Event& event) {
  const std::string stage =
      event.stage == 0 ? "     " : fmt::format("{:>2}/{:<2}", event.stage, event.stages);
  std::string line = fmt::format("{} {} {}", clock_time(event.at), stage, mark(event.kind));
  if (!event.step.empty()) line += fmt::format(" {:<9} {:<5}", event.step, event.where.machine.text());
  if (event.kind == domain::Event::Kind::run_started) line += " run " + event.run.text() + ":";
  return printable(fmt::format("{} {}{}", line, text_beside_kind(event), timing(event)), 600);
}

}  // namespace ff::cli
