#include "metrics/exposition.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/text.h"

namespace ff::metrics {

namespace {

constexpr std::string_view blank = " \t";

/// Reads one sample line from its start on. https://prometheus.io/docs/instrumenting/exposition_formats/
class Cursor {
 public:
  explicit Cursor(std::string_view line) : rest_(line) {}

  void skip_blank() { rest_.remove_prefix(std::min(rest_.find_first_not_of(blank), rest_.size())); }
  bool take(char c) {
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  std::string take_until(std::string_view ends) {
    const std::size_t end = std::min(rest_.find_first_of(ends), rest_.size());
    std::string word(rest_.substr(0, end));
    rest_.remove_prefix(end);
    return word;
  }
  /// A label's value after its opening quote.
  std::optional<std::string> take_quoted() {
    std::string value;
    while (!rest_.empty()) {
      char c = rest_.front();
      rest_.remove_prefix(1);
      if (c == '"') return value;
      if (c == '\\' && !rest_.empty()) {
        c = rest_.front() == 'n' ? '\n' : rest_.front();
        rest_.remove_prefix(1);
      }
      value += c;
    }
    return std::nullopt;
  }

 private:
  std::string_view rest_;
};

bool read_labels(Cursor& cursor, std::map<std::string, std::string>& labels) {
  for (;;) {
    cursor.skip_blank();
    if (cursor.take('}')) return true;
    const std::string name = cursor.take_until("= \t}");
    cursor.skip_blank();
    if (name.empty() || !cursor.take('=')) return false;
    cursor.skip_blank();
    if (!cursor.take('"')) return false;
    const auto value = cursor.take_quoted();
    if (!value) return false;
    labels[name] = *value;
    cursor.skip_blank();
    cursor.take(',');
  }
}

std::optional<double> read_value(std::string_view word) {
  if (word.starts_with('+')) word.remove_prefix(1);
  double value = 0.0;
  const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (word.empty() || fault != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return value;
}

std::optional<Sample> read_sample(std::string_view line) {
  Cursor cursor(line);
  cursor.skip_blank();
  Sample sample;
  sample.name = cursor.take_until(" \t{");
  if (sample.name.empty() || sample.name.starts_with('#')) return std::nullopt;
  cursor.skip_blank();
  if (cursor.take('{') && !read_labels(cursor, sample.labels)) return std::nullopt;
  cursor.skip_blank();
  const auto value = read_value(cursor.take_until(blank));
  if (!value) return std::nullopt;
  sample.value = *value;
  return sample;
}

}  // namespace

Exposition Exposition::parse(std::string_view text) {
  Exposition page;
  text = text.substr(0, text.rfind('\n') == std::string_view::npos ? 0 : text.rfind('\n') + 1);
  for (const std::string& line : lines(text)) {
    if (auto sample = read_sample(line)) page.samples_.push_back(std::move(*sample));
  }
  return page;
}

std::optional<double> Exposition::sum(std::string_view name) const {
  std::optional<double> total;
  for (const Sample& sample : samples_) {
    if (sample.name != name) continue;
    if (!std::isfinite(sample.value)) return std::nullopt;
    total = total.value_or(0.0) + sample.value;
  }
  return total;
}

std::optional<double> Exposition::largest(std::string_view name) const {
  std::optional<double> most;
  for (const Sample& sample : samples_) {
    if (sample.name != name) continue;
    if (!std::isfinite(sample.value)) return std::nullopt;
    most = std::max(most.value_or(sample.value), sample.value);
  }
  return most;
}

std::optional<std::string> Exposition::label(std::string_view name, const std::string& label) const {
  for (const Sample& sample : samples_) {
    const auto found = sample.labels.find(label);
    if (sample.name == name && found != sample.labels.end()) return found->second;
  }
  return std::nullopt;
}

}  // namespace ff::metrics
