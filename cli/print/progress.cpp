#include "cli/print/progress.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

#include "base/text.h"
#include "codec/event.h"

namespace ff::cli {
namespace {

constexpr std::size_t waiting_max = 1000;
constexpr auto last_words = std::chrono::seconds(1);

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

std::string line_of(const domain::Event& event) {
  const std::string stage =
      event.stage == 0 ? "     " : fmt::format("{:>2}/{:<2}", event.stage, event.stages);
  std::string line = fmt::format("{} {} {}", clock_time(event.at), stage, mark(event.kind));
  if (!event.step.empty()) line += fmt::format(" {:<9} {:<5}", event.step, event.where.machine.text());
  if (event.kind == domain::Event::Kind::run_started) line += " run " + event.run.text() + ":";
  return printable(fmt::format("{} {}{}", line, text_beside_kind(event), timing(event)), 600);
}

}  // namespace

ProgressPrinter::ProgressPrinter(Style style) : style_(style) {
  if (style_ != Style::silent) thread_ = std::thread([this] { drain(); });
}

ProgressPrinter::~ProgressPrinter() {
  if (!thread_.joinable()) return;
  std::unique_lock lock(mutex_);
  ending_ = true;
  changed_.notify_all();
  // A reader that blocks must not keep ff from ending: the thread is then left to die with the process.
  const bool done = changed_.wait_for(lock, last_words, [this] { return ended_; });
  lock.unlock();
  if (done)
    thread_.join();
  else
    std::_Exit(130);
}

void ProgressPrinter::emit(const domain::Event& event) noexcept {
  if (style_ == Style::silent) return;
  const std::lock_guard lock(mutex_);
  if (waiting_.size() >= waiting_max && event.kind == domain::Event::Kind::progress) {
    ++dropped_;
    return;
  }
  waiting_.push_back(event);
  changed_.notify_all();
}

void ProgressPrinter::drain() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
    if (waiting_.empty()) break;
    const domain::Event event = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    print(event);
    lock.lock();
  }
  ended_ = true;
  changed_.notify_all();
}

void ProgressPrinter::print(const domain::Event& event) {
  if (style_ == Style::json) {
    fmt::print("{}\n", codec::event_line(event));
    std::fflush(stdout);
    return;
  }
  fmt::print(stderr, "{}\n", line_of(event));
}

}  // namespace ff::cli
