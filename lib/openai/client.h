#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "ports/clock.h"
#include "ports/http.h"

namespace ff::openai {

/// One entry of /v1/models.
struct Model {
  std::string id;
  std::optional<std::int64_t> max_model_len;  ///< tokens; vLLM tells it, others need not
};

/// The first token of a streamed completion.
struct FirstToken {
  Milliseconds after{0};  ///< from the request to the token
  std::string text;       ///< empty when the engine counted a token that shows no text
};

/// A client of one OpenAI-compatible server. Cheap to make; owns nothing but the key, which no error shows.
/// A status other than 200 is not_permitted (401, 403), not_found (404) or failed, with the server's words.
class Client {
 public:
  /// `http` and `clock` must outlive it. An empty key sends none.
  Client(ports::Http& http, ports::Clock& clock, domain::Endpoint endpoint, std::string api_key = {})
      : http_(http), clock_(clock), endpoint_(std::move(endpoint)), api_key_(std::move(api_key)) {}

  [[nodiscard]] Result<std::vector<Model>> models(Limit limit);
  /// Asks for a streamed chat completion of at most `tokens_max` (1..4) tokens and leaves at the first one.
  /// `failed` when the stream ends or breaks without a token; the transport's own errors otherwise.
  [[nodiscard]] Result<FirstToken> first_token(const std::string& model, Limit limit, int tokens_max = 4);

 private:
  [[nodiscard]] ports::Request request(std::string method, std::string path) const;
  [[nodiscard]] std::string without_key(std::string text) const;
  [[nodiscard]] Error status_error(int status, const std::string& body) const;

  ports::Http& http_;
  ports::Clock& clock_;
  domain::Endpoint endpoint_;
  std::string api_key_;
};

}  // namespace ff::openai
