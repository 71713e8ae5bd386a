// cluster.toml and a profile. A line "%%" divides the two.
#include <algorithm>

#include "base/text.h"
#include "config/parse.h"
#include "property.hpp"

using namespace ff;

namespace {

/// Every fault can be printed as one line, and stands where the file has a line.
void check(const std::vector<config::Fault>& faults, std::string_view text) {
  fuzz::require(!faults.empty(), "a refusal has a fault");
  const auto lines = 1 + std::ranges::count(text, '\n');
  for (const config::Fault& fault : faults) {
    fuzz::require(fault.line >= 0 && fault.line <= lines, "a fault's line is one of the file's");
    fuzz::require(fault.column >= 0, "a column counts from 1");
    const std::string told = config::text(fault);
    fuzz::require(told.find_first_of(std::string_view("\n\r\0\x1b", 4)) == std::string::npos,
                  "a fault is one line that a terminal can show");
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::string_view divider = "\n%%\n";
  const std::string_view text = fuzz::text_of(data, size);
  const std::size_t end = text.find(divider);
  const std::string_view first = text.substr(0, end);
  const std::string_view second =
      end == std::string_view::npos ? std::string_view() : text.substr(end + divider.size());

  const auto cluster = config::parse_cluster(first, "cluster.toml");
  if (!cluster) check(cluster.error(), first);
  const auto profile = config::parse_profile(second, "replica.toml");
  if (!profile) check(profile.error(), second);
  const auto both =
      config::parse({"cluster.toml", std::string(first)}, {{"replica.toml", std::string(second)}});
  fuzz::require(!both || (cluster && profile), "what is wrong alone is wrong together");
  return 0;
}
