#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "openai/client.h"

namespace ff::openai {

/// What one event of a streamed chat completion tells.
struct Chunk {
  enum class Kind {
    nothing,  ///< a role, an empty piece, usage before any token, or what is no chunk at all
    token,    ///< text, reasoning, a tool call, or the engine's own count of tokens
    error,    ///< the server says in the stream that it broke
    done,     ///< [DONE]
  };
  Kind kind = Kind::nothing;
  std::string text;  ///< the token's text or the error's message
};

[[nodiscard]] Chunk chunk_of(std::string_view data);

/// The body of a streamed chat completion request.
[[nodiscard]] std::string completion_request(const std::string& model, int tokens_max);

/// The message in the body of an error, in OpenAI's or vLLM's shape; the body's own start otherwise.
[[nodiscard]] std::string error_message(std::string_view body);

/// The entries of a /v1/models answer; `failed` when it is none.
[[nodiscard]] Result<std::vector<Model>> models_of(std::string_view body);

}  // namespace ff::openai
