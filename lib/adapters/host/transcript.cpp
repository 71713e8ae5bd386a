#include "adapters/host/transcript.h"

#include <algorithm>
#include <charconv>

#include "base/text.h"

namespace ff::adapters::host {
namespace {

constexpr std::size_t ending_max = 64 * 1024;

}  // namespace

Transcript::Transcript(const std::string& mark, std::size_t body_max)
    : begin_("ff:" + mark + ":begin\n"),
      end_("\nff:" + mark + ":end "),
      done_("\nff:" + mark + ":done\n"),
      body_max_(body_max) {}

void Transcript::feed(std::string_view bytes) {
  window_ += bytes;
  while (advance()) {
  }
}

/// Moves on to the next part when its mark is in the window; else drops or keeps what cannot be part of one.
bool Transcript::advance() {
  if (part_ == Part::after) return false;
  const std::string& mark = part_ == Part::noise ? begin_ : part_ == Part::body ? end_ : done_;
  const std::size_t found = window_.find(mark);
  const bool seen = found != std::string::npos;
  const std::size_t sure = seen ? found : window_.size() - std::min(window_.size(), mark.size() - 1);
  if (part_ == Part::body) keep(std::string_view(window_).substr(0, sure));
  if (part_ == Part::ending) ending_.append(window_, 0, std::min(sure, ending_max - ending_.size()));
  window_.erase(0, seen ? sure + mark.size() : sure);
  if (seen) part_ = static_cast<Part>(static_cast<int>(part_) + 1);
  return seen;
}

void Transcript::keep(std::string_view bytes) {
  const std::size_t room = body_max_ - body_.size();
  cut_ = cut_ || bytes.size() > room;
  body_ += bytes.substr(0, room);
}

int Transcript::code() const {
  int code = -1;
  const std::string_view line = std::string_view(ending_).substr(0, ending_.find('\n'));
  const auto [end, fault] = std::from_chars(line.data(), line.data() + line.size(), code);
  return fault == std::errc() && end == line.data() + line.size() ? code : -1;
}

std::vector<std::string> Transcript::errors() const {
  std::vector<std::string> all = lines(ending_);
  if (!all.empty()) all.erase(all.begin());
  std::erase(all, std::string());
  return all;
}

}  // namespace ff::adapters::host
