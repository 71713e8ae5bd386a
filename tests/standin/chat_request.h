#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "standin/tool_call.h"

namespace ff::standin {

/// A refusal in OpenAI's error form.
struct ApiError {
  int status = 400;
  std::string type = "BadRequestError";
  std::string message;

  /// {"error": {...}}
  [[nodiscard]] std::string json() const;
};

/// What the stand-in understands of a chat completion request.
struct ChatRequest {
  std::string model;  ///< empty: the served one
  std::string user;
  std::int64_t prompt_tokens = 0;
  std::int64_t tokens_max = 0;  ///< how many tokens are generated
  bool tokens_max_given = false;
  bool stream = false;
  bool stream_usage = false;
  std::optional<ToolCall> tool_call;  ///< what the answer is to be, if not text
};

/// Reads the body of a request; no JSON, or fields of a wrong type, are a 400 as in vLLM.
[[nodiscard]] std::variant<ChatRequest, ApiError> parse_chat_request(const std::string& body);

}  // namespace ff::standin
