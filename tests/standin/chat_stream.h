#pragma once

#include <httplib.h>

#include <atomic>
#include <memory>
#include <string>

#include "standin/chat_reply.h"
#include "standin/engine.h"

namespace ff::standin {

/// Counts one completion as long as it lives.
class InFlight {
 public:
  explicit InFlight(std::shared_ptr<std::atomic<int>> count) : count_(std::move(count)) { ++*count_; }
  ~InFlight() { --*count_; }
  InFlight(const InFlight&) = delete;
  InFlight& operator=(const InFlight&) = delete;

 private:
  std::shared_ptr<std::atomic<int>> count_;
};

/// One streamed completion: role, tokens, reason, usage if asked for, [DONE].
class ChatStream {
 public:
  ChatStream(Engine& engine, ChatRequest request, std::string id, std::string model,
             std::shared_ptr<std::atomic<int>> in_flight);
  /// Gives up its place in the engine, wherever it stands.
  ~ChatStream();
  ChatStream(const ChatStream&) = delete;
  ChatStream& operator=(const ChatStream&) = delete;

  /// Waits for what is due next and writes it; false cuts the stream.
  bool write_next(httplib::DataSink& sink);

 private:
  [[nodiscard]] std::string end_of_stream() const;

  Engine& engine_;
  const ChatRequest request_;
  const ChatReply reply_;
  const InFlight counted_;
  Ticket ticket_;
  bool admitted_ = false;
  bool finished_ = false;
};

}  // namespace ff::standin
