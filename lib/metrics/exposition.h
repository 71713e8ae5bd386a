#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ff::metrics {

/// One line of a Prometheus text exposition.
struct Sample {
  std::string name;  ///< exact, with `_total`, `_bucket` and the like
  std::map<std::string, std::string> labels;
  double value = 0.0;
};

/// One answer of a /metrics page.
class Exposition {
 public:
  /// Reads what can be read: a line that is no sample is left out, and so is a last one without its end,
  /// which may be cut in the middle of its figure.
  static Exposition parse(std::string_view text);

  /// The sum over all label sets of exactly this name; nothing when there is none or one is no number.
  [[nodiscard]] std::optional<double> sum(std::string_view name) const;
  /// The largest over all label sets of exactly this name; nothing as above.
  [[nodiscard]] std::optional<double> largest(std::string_view name) const;
  /// The value of a label in the first sample of exactly this name that carries it.
  [[nodiscard]] std::optional<std::string> label(std::string_view name, const std::string& label) const;
  [[nodiscard]] const std::vector<Sample>& samples() const { return samples_; }

 private:
  std::vector<Sample> samples_;
};

}  // namespace ff::metrics
