#include "config/fault.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "base/text.h"

namespace ff::config {
namespace {

constexpr std::size_t shown_max = 50;
constexpr std::size_t file_name_max = 1000;

std::string sentence(const std::vector<Fault>& faults) {
  const bool one_file = std::ranges::all_of(faults, [&](const Fault& f) { return f.file == faults[0].file; });
  const std::string where = one_file ? printable(faults[0].file, file_name_max) : "the configuration";
  return fmt::format("{} has {} fault{}", where, faults.size(), faults.size() == 1 ? "" : "s");
}

}  // namespace

std::string text(const Fault& fault) {
  const std::string file = printable(fault.file, file_name_max);
  const std::string what = printable(fault.what, 1000);
  if (fault.line == 0) return fmt::format("{}: {}", file, what);
  return fmt::format("{}:{}:{}: {}", file, fault.line, fault.column, what);
}

Error error_of(std::vector<Fault> faults) {
  assert(!faults.empty());
  std::ranges::sort(faults);
  Error error{ErrorCode::bad_input, sentence(faults), {}, {}, {}};
  for (std::size_t i = 0; i < std::min(faults.size(), shown_max); ++i) {
    error.evidence.push_back(text(faults[i]));
  }
  if (faults.size() > shown_max) {
    error.evidence.push_back(fmt::format("and {} more", faults.size() - shown_max));
  }
  error.advice = {Advice::Kind::edit_file, faults[0].file};
  return error;
}

}  // namespace ff::config
