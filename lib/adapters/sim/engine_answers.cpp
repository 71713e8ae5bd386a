#include <fmt/format.h>

#include "adapters/sim/engine.h"

namespace ff::adapters::sim {
namespace {

Answer json(int status, std::string body) {
  Answer answer;
  answer.response = {status, {{"content-type", "application/json"}}, std::move(body)};
  return answer;
}

constexpr const char* stream_format =
    "data: {{\"object\":\"chat.completion.chunk\",\"model\":\"{0}\",\"choices\":[{{\"index\":0,\"delta\":{{"
    "\"role\":\"assistant\",\"content\":\"\"}},\"finish_reason\":null}}]}}\n\n"
    "data: {{\"object\":\"chat.completion.chunk\",\"model\":\"{0}\",\"choices\":[{{\"index\":0,\"delta\":{{"
    "\"content\":\"Hello\"}},\"finish_reason\":null}}]}}\n\ndata: [DONE]\n\n";

constexpr const char* metrics_format =
    "# TYPE vllm:num_requests_running gauge\n"
    "vllm:num_requests_running{{engine=\"0\",model_name=\"{0}\"}} {1}\n"
    "# TYPE vllm:num_requests_waiting gauge\n"
    "vllm:num_requests_waiting{{engine=\"0\",model_name=\"{0}\"}} 0\n"
    "# TYPE vllm:kv_cache_usage_perc gauge\n"
    "vllm:kv_cache_usage_perc{{engine=\"0\",model_name=\"{0}\"}} 0.1\n";

}  // namespace

/// /health and /metrics go on while the engine behind them hangs.
Answer Engine::answer(const ports::Request& request) {
  if (request.path == "/health") return json(200, "");
  if (request.path == "/metrics") {
    Answer answer;
    answer.response = {
        200, {{"content-type", "text/plain"}}, fmt::format(metrics_format, served_name(), running)};
    return answer;
  }
  if (request.path == "/v1/models") {
    return json(200, fmt::format("{{\"object\":\"list\",\"data\":[{{\"id\":\"{}\",\"object\":\"model\"}}]}}",
                                 served_name()));
  }
  if (request.path != "/v1/chat/completions") return json(404, "{\"detail\":\"Not Found\"}");
  if (request.body.find("\"" + served_name() + "\"") == std::string::npos) {
    return json(404, "{\"error\":{\"message\":\"The model does not exist.\"}}");
  }
  Answer answer;
  answer.after = manner_.first_token;
  answer.never = hung_;
  answer.response = {200, {{"content-type", "text/event-stream"}}, fmt::format(stream_format, served_name())};
  if (!hung_) {
    gave_token_ = true;
    machine_.tokens[port_] = timeline_.now();
  }
  return answer;
}

}  // namespace ff::adapters::sim
