// A stream of server-sent events, in pieces of any size.
#include "openai/sse.h"
#include "property.hpp"

using namespace ff;

namespace {

std::vector<std::string> events_of(std::string_view text, std::size_t piece) {
  openai::SseParser parser;
  std::vector<std::string> all;
  for (std::size_t at = 0; at < text.size(); at += piece) {
    for (std::string& event : parser.feed(text.substr(at, piece))) all.push_back(std::move(event));
  }
  return all;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text = fuzz::text_of(data + 1, size - 1);
  fuzz::require(events_of(text, 1 + data[0]) == events_of(text, text.size() + 1),
                "events are the same whatever the pieces");
  return 0;
}
