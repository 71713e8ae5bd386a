#include "standin/chat_request.h"

#include <nlohmann/json.hpp>

namespace ff::standin {
namespace {

using Json = nlohmann::json;

constexpr std::int64_t default_tokens = 64;
constexpr std::size_t characters_in_token = 4;
constexpr std::int64_t tokens_around_message = 4;

std::int64_t tokens_of(std::size_t characters) {
  return static_cast<std::int64_t>((characters + characters_in_token - 1) / characters_in_token);
}

std::size_t content_length(const Json& message) {
  const auto content = message.find("content");
  if (content == message.end() || content->is_null()) return 0;
  if (content->is_string()) return content->get_ref<const std::string&>().size();
  std::size_t length = 0;
  for (const Json& part : *content) length += part.value("text", "").size();
  return length;
}

std::int64_t count_prompt(const Json& request) {
  std::int64_t tokens = 3;
  for (const Json& message : request.at("messages"))
    tokens += tokens_around_message + tokens_of(content_length(message));
  if (const auto tools = request.find("tools"); tools != request.end())
    tokens += tokens_of(tools->dump().size());
  return tokens;
}

ChatRequest understand(const Json& request) {
  ChatRequest chat;
  if (!request.at("messages").is_array())
    throw std::invalid_argument("messages: Input should be a valid list");
  if (const auto model = request.find("model"); model != request.end() && !model->is_null())
    chat.model = model->get<std::string>();
  chat.user = request.value("user", "");
  chat.prompt_tokens = count_prompt(request);
  chat.tool_call = choose_tool_call(request);
  chat.tokens_max = default_tokens;
  if (chat.tool_call)
    chat.tokens_max = std::max<std::int64_t>(1, tokens_of(chat.tool_call->arguments.size()));
  for (const char* key : {"max_tokens", "max_completion_tokens"}) {
    const auto given = request.find(key);
    if (given == request.end() || given->is_null()) continue;
    const auto tokens = given->get<std::int64_t>();
    if (tokens < 1) throw std::invalid_argument(std::string(key) + " must be at least 1");
    chat.tokens_max = chat.tool_call ? std::min(tokens, chat.tokens_max) : tokens;
    chat.tokens_max_given = true;
  }
  chat.stream = request.value("stream", false);
  const Json options = request.value("stream_options", Json());
  chat.stream_usage = options.is_object() && options.value("include_usage", false);
  return chat;
}

}  // namespace

std::string ApiError::json() const {
  return Json{{"error", {{"message", message}, {"type", type}, {"param", nullptr}, {"code", status}}}}.dump(
      -1, ' ', false, Json::error_handler_t::replace);
}

std::variant<ChatRequest, ApiError> parse_chat_request(const std::string& body) {
  try {
    return understand(Json::parse(body));
  } catch (const std::exception& problem) {
    return ApiError{400, "BadRequestError", problem.what()};
  }
}

}  // namespace ff::standin
