// Bodies of an OpenAI-compatible server.
#include "openai/chunk.h"
#include "property.hpp"

using namespace ff;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  (void)openai::models_of(text);
  (void)openai::error_message(text);
  const openai::Chunk chunk = openai::chunk_of(text);
  fuzz::require(chunk.kind != openai::Chunk::Kind::nothing || chunk.text.empty(), "nothing has no text");
  // A model's name goes back into a request, which has to stay JSON that names it.
  const std::string request = openai::completion_request(std::string(text), 1);
  fuzz::require(request.find('\n') == std::string::npos, "a request is one line");
  return 0;
}
