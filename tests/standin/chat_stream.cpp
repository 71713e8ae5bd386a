#include "standin/chat_stream.h"

#include "standin/http_server.h"

namespace ff::standin {
namespace {

bool send(httplib::DataSink& sink, const std::string& text) {
  return sink.write(text.data(), text.size());
}

}  // namespace

ChatStream::ChatStream(Engine& engine, ChatRequest request, std::string id, std::string model,
                       std::shared_ptr<std::atomic<int>> in_flight)
    : engine_(engine),
      request_(std::move(request)),
      reply_(request_, std::move(id), std::move(model)),
      counted_(std::move(in_flight)) {
  ticket_.prompt_tokens = request_.prompt_tokens;
}

ChatStream::~ChatStream() {
  if (admitted_) engine_.leave(ticket_, finished_ ? reply_.finish_reason() : FinishReason::abort);
}

bool ChatStream::write_next(httplib::DataSink& sink) {
  if (!admitted_) {
    admitted_ = true;
    if (engine_.admit(ticket_, HttpServer::client_is_there) != Waited::done) return false;
  }
  const std::int64_t index = ticket_.generated_tokens;
  if (engine_.next_token(ticket_, HttpServer::client_is_there) != Waited::done) return false;
  // As in vLLM the role comes with the first token, not before it.
  if (!send(sink, (index == 0 ? reply_.opening() : "") + reply_.token(index))) return false;
  if (ticket_.generated_tokens < request_.tokens_max) return true;
  finished_ = true;
  if (!send(sink, end_of_stream())) return false;
  sink.done();
  return true;
}

std::string ChatStream::end_of_stream() const {
  const std::string usage = request_.stream_usage ? reply_.usage(ticket_.generated_tokens) : "";
  return reply_.closing() + usage + "data: [DONE]\n\n";
}

}  // namespace ff::standin
