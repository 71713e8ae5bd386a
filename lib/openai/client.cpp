#include "openai/client.h"

#include <fmt/format.h>

#include <cassert>

#include "base/text.h"
#include "openai/chunk.h"
#include "openai/sse.h"

namespace ff::openai {

namespace {

/// How much of an answer that is no stream is kept for its error's message.
constexpr std::size_t raw_max = 4096;

/// Follows one streamed completion up to its first token.
class Listener {
 public:
  explicit Listener(ports::Clock& clock) : clock_(clock), begun_(clock.now()) {}

  /// False once there is nothing more to wait for.
  bool take(std::string_view piece) {
    if (raw_.size() < raw_max) raw_ += piece.substr(0, raw_max - raw_.size());
    for (const std::string& data : parser_.feed(piece)) {
      last_ = chunk_of(data);
      if (last_.kind == Chunk::Kind::token)
        token_ = FirstToken{std::chrono::duration_cast<Milliseconds>(clock_.now() - begun_),
                            printable(last_.text)};
      if (last_.kind != Chunk::Kind::nothing) return false;
    }
    return !parser_.overflowed();
  }

  [[nodiscard]] const std::optional<FirstToken>& token() const { return token_; }
  [[nodiscard]] const std::string& raw() const { return raw_; }
  /// Why there is no token.
  [[nodiscard]] std::string fault() const {
    if (last_.kind == Chunk::Kind::error) return "the stream broke off: " + last_.text;
    if (parser_.overflowed()) return "the stream holds an event of over 1 MiB";
    if (last_.kind == Chunk::Kind::done) return "the stream ended without a token";
    if (const std::string message = error_message(raw_); !message.empty())
      return "no token in the answer: " + message;
    return "the answer is empty";
  }

 private:
  ports::Clock& clock_;
  MonoTime begun_;
  SseParser parser_;
  Chunk last_;
  std::optional<FirstToken> token_;
  std::string raw_;
};

}  // namespace

ports::Request Client::request(std::string method, std::string path) const {
  ports::Request request = {std::move(method), endpoint_, std::move(path), {}, {}};
  if (!api_key_.empty()) request.headers.emplace_back("Authorization", "Bearer " + api_key_);
  return request;
}

std::string Client::without_key(std::string text) const {
  if (api_key_.empty()) return text;
  for (std::size_t at = text.find(api_key_); at != std::string::npos; at = text.find(api_key_, at + 3))
    text.replace(at, api_key_.size(), "***");
  return text;
}

Error Client::status_error(int status, const std::string& body) const {
  const std::string words = without_key(error_message(body));
  const ErrorCode code = status == 401 || status == 403 ? ErrorCode::not_permitted
                         : status == 404                ? ErrorCode::not_found
                                                        : ErrorCode::failed;
  std::string what = fmt::format("{} answered {}", text(endpoint_), status);
  if (code == ErrorCode::not_permitted)
    what += api_key_.empty() ? " (it wants an API key)" : " (key refused)";
  if (!words.empty()) what += ": " + words;
  return Error{code, std::move(what), {}, {}, {}};
}

Result<std::vector<Model>> Client::models(Limit limit) {
  FF_TRY(response, http_.send(request("GET", "/v1/models"), limit));
  if (response.status != 200) return fail(status_error(response.status, response.body));
  auto models = models_of(response.body);
  if (!models) {
    models.error().what = without_key(models.error().what);
    return fail(in_context(models.error(), text(endpoint_)));
  }
  return models;
}

Result<FirstToken> Client::first_token(const std::string& model, Limit limit, int tokens_max) {
  assert(tokens_max >= 1 && tokens_max <= 4);
  ports::Request asked = request("POST", "/v1/chat/completions");
  asked.headers.emplace_back("Content-Type", "application/json");
  asked.body = completion_request(model, tokens_max);
  Listener listener(clock_);
  const auto sink = [&](std::string_view piece) { return listener.take(piece); };
  FF_TRY(response, http_.stream(asked, sink, limit));
  if (response.status != 200) return fail(status_error(response.status, listener.raw()));
  if (!listener.token())
    return fail(ErrorCode::failed, text(endpoint_) + ": " + without_key(listener.fault()));
  return *listener.token();
}

}  // namespace ff::openai
