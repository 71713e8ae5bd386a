#include "cli/print/live_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace ff::cli {
namespace {

using Kind = domain::Event::Kind;

constexpr std::size_t bar_cells = 20;

Milliseconds since(WallTime then, WallTime now) {
  return std::max(Milliseconds{0}, std::chrono::duration_cast<Milliseconds>(now - then));
}

/// "1m12s of about 5m02s [====>    ]", or with the limit alone where nothing tells how long it takes.
std::string timing(Milliseconds elapsed, const std::optional<domain::Event>& progress) {
  if (!progress) return human(elapsed);
  std::string text = human(elapsed);
  if (progress->expected && elapsed <= *progress->expected) {
    text += fmt::format(" of about {} {}", human(*progress->expected),
                        bar(elapsed, *progress->expected, bar_cells));
  } else if (progress->expected) {
    text += fmt::format(", longer than the {} expected", human(*progress->expected));
  }
  if (progress->deadline) text += fmt::format(", at most {}", human(*progress->deadline));
  return text;
}

/// What fits into `width` characters; what is cut off counts the dots that say so.
std::string fitted(const std::string& line, std::size_t width) {
  const std::string safe = printable(line, std::string::npos);
  return safe.size() <= width ? safe : printable(safe, width - 3);
}

}  // namespace

std::string bar(Milliseconds elapsed, Milliseconds expected, std::size_t cells) {
  const auto over = static_cast<std::size_t>(std::max(Milliseconds{0}, elapsed).count());
  const auto whole = static_cast<std::size_t>(std::max(Milliseconds{1}, expected).count());
  const std::size_t full = std::min(cells - 1, cells * over / whole);
  return "[" + std::string(full, '=') + ">" + std::string(cells - 1 - full, ' ') + "]";
}

void LiveView::take(const domain::Event& event) {
  const auto key = std::pair(event.where.machine, event.step);
  switch (event.kind) {
    case Kind::step_started:
      outside_.reset();
      waiting_[key] = {event, std::nullopt};
      return;
    case Kind::progress:
      if (const auto found = waiting_.find(key); found != waiting_.end()) found->second.progress = event;
      if (event.step.empty()) outside_ = event.deadline ? std::optional(event) : std::nullopt;
      return;
    case Kind::step_done:
    case Kind::step_failed:
      waiting_.erase(key);
      return;
    case Kind::outage_began:
      outage_since_ = event.at;
      return;
    case Kind::outage_over:
      outage_since_.reset();
      return;
    case Kind::run_started:
    case Kind::replanned:
    case Kind::run_ended:
      waiting_.clear();
      outside_.reset();
      return;
  }
}

std::string LiveView::line_of(const Waiting& waiting, WallTime now) {
  const domain::Event& event = waiting.started;
  const Milliseconds elapsed = since(event.at, now);
  std::string line = fmt::format("  {:>2}/{:<2} {:<9} {:<5} {}", event.stage, event.stages, event.step,
                                 event.where.machine.text(), timing(elapsed, waiting.progress));
  return waiting.progress ? line + "  " + waiting.progress->text : line;
}

std::vector<std::string> LiveView::lines(WallTime now, std::size_t width) const {
  std::vector<std::string> lines;
  for (const auto& [key, waiting] : waiting_) lines.push_back(line_of(waiting, now));
  if (outside_)
    lines.push_back(fmt::format(
        "  {} ({})", outside_->text,
        timing(outside_->elapsed.value_or(Milliseconds{0}) + since(outside_->at, now), outside_)));
  if (outage_since_)
    lines.push_back(fmt::format("  clients have had no model for {}", human(since(*outage_since_, now))));
  for (std::string& line : lines) line = fitted(line, width);
  return lines;
}

}  // namespace ff::cli
