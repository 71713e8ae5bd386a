// A copy's /metrics page.
#include "metrics/engine.h"
#include "metrics/exposition.h"
#include "property.hpp"

using namespace ff;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = std::string(fuzz::text_of(data, size)) + "\n";
  const metrics::Exposition page = metrics::Exposition::parse(text);
  std::size_t by_line = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at) + 1;
    by_line += metrics::Exposition::parse(text.substr(at, end - at)).samples().size();
    at = end;
  }
  fuzz::require(by_line == page.samples().size(), "each line is read by itself");
  for (const metrics::Sample& sample : page.samples()) {
    (void)page.sum(sample.name);
    (void)page.largest(sample.name);
    for (const auto& [label, value] : sample.labels) (void)page.label(sample.name, label);
  }
  return 0;
}
