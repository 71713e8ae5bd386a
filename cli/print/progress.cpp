#include "cli/print/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <utility>

#include "cli/print/event_line.h"
#include "codec/event.h"

namespace ff::cli {
namespace {

constexpr std::size_t waiting_max = 1000;
constexpr auto repaint_every = std::chrono::milliseconds(250);

std::size_t terminal_width() {
  winsize size = {};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < 20) return 80;
  return size.ws_col;
}

/// What is under way is shown by the view that is painted over; what stays is what came of it.
bool stays(const domain::Event& event) {
  const bool of_a_step = !event.step.empty();
  return event.kind != domain::Event::Kind::step_started &&
         (event.kind != domain::Event::Kind::progress || !of_a_step);
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
  lock.unlock();
  // A reader that blocks does not keep ff from ending: see keep_streams_steady().
  thread_.join();
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
  const auto something = [this] { return ending_ || !waiting_.empty(); };
  for (;;) {
    if (style_ == Style::live)
      changed_.wait_for(lock, repaint_every, something);
    else
      changed_.wait(lock, something);
    if (waiting_.empty() && ending_) break;
    const std::deque<domain::Event> events = std::exchange(waiting_, {});
    lock.unlock();
    print(events);
    lock.lock();
  }
}

void ProgressPrinter::print(const std::deque<domain::Event>& events) {
  if (style_ == Style::live) return paint(events);
  for (const domain::Event& event : events) {
    if (style_ == Style::json)
      fmt::print("{}\n", codec::event_line(event));
    else
      fmt::print(stderr, "{}\n", event_line(event));
  }
  std::fflush(stdout);
}

/// One write a paint, so that no half of it is ever seen.
void ProgressPrinter::paint(const std::deque<domain::Event>& events) {
  std::string text = painted_ == 0 ? "" : fmt::format("\r\033[{}A\033[J", painted_);
  for (const domain::Event& event : events) {
    view_.take(event);
    if (stays(event)) text += event_line(event) + "\n";
  }
  const auto lines = view_.lines(std::chrono::time_point_cast<Milliseconds>(std::chrono::system_clock::now()),
                                 terminal_width() - 1);
  for (const std::string& line : lines) text += line + "\n";
  painted_ = lines.size();
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace ff::cli
