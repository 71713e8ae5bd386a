#pragma once

#include <cstdint>
#include <string>

#include "standin/chat_request.h"
#include "standin/engine_counters.h"

namespace ff::standin {

/// The answer to one chat request, as vLLM words it, piece by piece (one token each) or whole.
class ChatReply {
 public:
  ChatReply(const ChatRequest& request, std::string id, std::string model);

  /// The chunk that opens a stream: the role, and the name of the tool if one is called.
  [[nodiscard]] std::string opening() const;
  /// The chunk of the token number `index`, from 0.
  [[nodiscard]] std::string token(std::int64_t index) const;
  /// The chunk that tells why the stream ends.
  [[nodiscard]] std::string closing() const;
  /// The chunk with the usage, after closing().
  [[nodiscard]] std::string usage(std::int64_t generated) const;
  /// The whole answer, not streamed.
  [[nodiscard]] std::string whole(std::int64_t generated) const;
  [[nodiscard]] FinishReason finish_reason() const;

 private:
  [[nodiscard]] std::string piece(std::int64_t index) const;
  [[nodiscard]] std::string text(std::int64_t generated) const;
  [[nodiscard]] const char* finish_word() const;

  const ChatRequest& request_;
  const std::string id_;
  const std::string model_;
  const std::int64_t created_;
};

}  // namespace ff::standin
