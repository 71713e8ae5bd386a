#include "standin/api.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <nlohmann/json.hpp>
#include <random>

#include "standin/chat_stream.h"
#include "standin/log.h"
#include "standin/metrics_text.h"

namespace ff::standin {
namespace {

using Json = nlohmann::json;
constexpr const char* json_type = "application/json";

void refuse(httplib::Response& response, const ApiError& error) {
  response.status = error.status;
  response.set_content(error.json(), json_type);
}

std::string random_id() {
  thread_local std::mt19937_64 random{std::random_device{}()};
  return fmt::format("{:016x}{:016x}", random(), random());
}

}  // namespace

Api::Api(HttpServer& server, Engine& engine, const ServeFlags& flags, const MemoryPlan& plan,
         SettingsFile& settings)
    : server_(server), engine_(engine), flags_(flags), plan_(plan), settings_(settings) {
  server_.set_default_headers({{"server", "uvicorn"}});
  guard(server_);
  add_routes();
}

void Api::guard(httplib::Server& server) {
  server.set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
    const bool guarded = !flags_.api_key.empty() && request.path.starts_with("/v1");
    if (!guarded || request.get_header_value("Authorization") == "Bearer " + flags_.api_key)
      return httplib::Server::HandlerResponse::Unhandled;
    response.status = 401;
    response.set_content(R"({"error":"Unauthorized"})", json_type);
    return httplib::Server::HandlerResponse::Handled;
  });
  server.set_error_handler([](const httplib::Request&, httplib::Response& response) {
    if (response.body.empty() && response.status == 404)
      response.set_content(R"({"detail":"Not Found"})", json_type);
  });
}

void Api::add_routes() {
  const auto healthy = [](const httplib::Request&, httplib::Response& response) { response.status = 200; };
  server_.Get("/health", healthy);
  server_.Get("/ping", healthy);
  server_.Get("/version", [](const httplib::Request&, httplib::Response& response) {
    response.set_content(fmt::format(R"({{"version":"{}"}})", version), json_type);
  });
  server_.Get("/metrics", [this](const httplib::Request&, httplib::Response& response) {
    response.set_content(metrics_text(engine_.counters(), flags_, plan_),
                         "text/plain; version=0.0.4; charset=utf-8");
  });
  server_.Get("/v1/models",
              [this](const httplib::Request&, httplib::Response& response) { answer_models(response); });
  server_.Post("/v1/chat/completions", [this](const httplib::Request& request, httplib::Response& response) {
    answer_chat(request, response);
  });
  server_.Get("/standin/requests", [this](const httplib::Request&, httplib::Response& response) {
    response.set_content(requests_.json(), json_type);
  });
}

std::vector<std::string> Api::advertised_names() const {
  if (settings_.now().fault == Fault::wrong_model) return {"some-other-model"};
  return flags_.served_model_names;
}

void Api::answer_models(httplib::Response& response) const {
  Json models = Json::array();
  for (const std::string& name : advertised_names()) {
    models.push_back({{"id", name},
                      {"object", "model"},
                      {"created", std::time(nullptr)},
                      {"owned_by", "vllm"},
                      {"root", flags_.model},
                      {"parent", nullptr},
                      {"max_model_len", flags_.max_model_len},
                      {"permission", Json::array()}});
  }
  response.set_content(Json{{"object", "list"}, {"data", models}}.dump(), json_type);
}

std::optional<ApiError> Api::refusal(const ChatRequest& chat) const {
  if (refusing_) return ApiError{503, "ServiceUnavailableError", "The server is shutting down."};
  const auto names = advertised_names();
  if (!chat.model.empty() && std::ranges::find(names, chat.model) == names.end())
    return ApiError{404, "NotFoundError", fmt::format("The model `{}` does not exist.", chat.model)};
  if (chat.prompt_tokens + (chat.tokens_max_given ? chat.tokens_max : 1) > flags_.max_model_len)
    return ApiError{
        400, "BadRequestError",
        fmt::format("This model's maximum context length is {} tokens. However, you requested {} output "
                    "tokens and your prompt contains {} input tokens.",
                    flags_.max_model_len, chat.tokens_max, chat.prompt_tokens)};
  return std::nullopt;
}

void Api::answer_chat(const httplib::Request& request, httplib::Response& response) {
  auto parsed = parse_chat_request(request.body);
  if (const auto* error = std::get_if<ApiError>(&parsed)) return refuse(response, *error);
  ChatRequest& chat = std::get<ChatRequest>(parsed);
  const std::string given = request.get_header_value("X-Request-Id");
  requests_.note(given.empty() ? chat.user : given);
  if (const auto error = refusal(chat)) return refuse(response, *error);
  const std::string id = "chatcmpl-" + (given.empty() ? random_id() : given);
  if (chat.stream) {
    answer_stream(std::move(chat), id, response);
  } else {
    answer_whole(chat, id, response);
  }
}

void Api::answer_whole(const ChatRequest& chat, const std::string& id, httplib::Response& response) {
  const InFlight counted(in_flight_);
  Ticket ticket;
  ticket.prompt_tokens = chat.prompt_tokens;
  Waited waited = engine_.admit(ticket, HttpServer::client_is_there);
  while (waited == Waited::done && ticket.generated_tokens < chat.tokens_max)
    waited = engine_.next_token(ticket, HttpServer::client_is_there);
  const ChatReply reply(chat, id, flags_.served_model_names.front());
  engine_.leave(ticket, waited == Waited::done ? reply.finish_reason() : FinishReason::abort);
  if (waited != Waited::done) return HttpServer::hang_up();
  response.set_content(reply.whole(ticket.generated_tokens), json_type);
}

void Api::answer_stream(ChatRequest chat, std::string id, httplib::Response& response) {
  auto stream = std::make_shared<ChatStream>(engine_, std::move(chat), std::move(id),
                                             flags_.served_model_names.front(), in_flight_);
  response.set_chunked_content_provider(
      "text/event-stream; charset=utf-8",
      [stream](std::size_t, httplib::DataSink& sink) { return stream->write_next(sink); });
}

}  // namespace ff::standin
