#include "standin/chat_reply.h"

#include <array>
#include <ctime>
#include <nlohmann/json.hpp>
#include <utility>

namespace ff::standin {
namespace {

using Json = nlohmann::json;

constexpr std::array<const char*, 12> words{"The", " line", " runs", " on",  " two", " boxes",
                                            ",",   " each", " with", " its", " own", " copy."};
constexpr std::size_t characters_in_token = 4;

std::string event(const Json& chunk) {
  return "data: " + chunk.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n\n";
}

Json usage_of(const ChatRequest& request, std::int64_t generated) {
  return {{"prompt_tokens", request.prompt_tokens},
          {"total_tokens", request.prompt_tokens + generated},
          {"completion_tokens", generated},
          {"prompt_tokens_details", nullptr}};
}

Json chunk(const std::string& id, const std::string& model, std::int64_t created) {
  return {{"id", id}, {"object", "chat.completion.chunk"}, {"created", created}, {"model", model}};
}

Json choice(Json delta, Json finish_reason) {
  return Json::array({{{"index", 0},
                       {"delta", std::move(delta)},
                       {"logprobs", nullptr},
                       {"finish_reason", std::move(finish_reason)}}});
}

std::string call_id(const std::string& id) {
  return "chatcmpl-tool-" + id;
}

}  // namespace

ChatReply::ChatReply(const ChatRequest& request, std::string id, std::string model)
    : request_(request), id_(std::move(id)), model_(std::move(model)), created_(std::time(nullptr)) {}

std::string ChatReply::opening() const {
  Json opened = chunk(id_, model_, created_);
  opened["choices"] = choice({{"role", "assistant"}, {"content", ""}}, nullptr);
  if (!request_.tool_call) return event(opened);
  Json named = chunk(id_, model_, created_);
  const Json function{{"name", request_.tool_call->name}, {"arguments", ""}};
  named["choices"] = choice(
      {{"tool_calls",
        Json::array({{{"index", 0}, {"id", call_id(id_)}, {"type", "function"}, {"function", function}}})}},
      nullptr);
  return event(opened) + event(named);
}

std::string ChatReply::token(std::int64_t index) const {
  Json next = chunk(id_, model_, created_);
  if (request_.tool_call) {
    const Json part{{"index", 0}, {"function", {{"arguments", piece(index)}}}};
    next["choices"] = choice({{"tool_calls", Json::array({part})}}, nullptr);
  } else {
    next["choices"] = choice({{"content", piece(index)}}, nullptr);
  }
  return event(next);
}

std::string ChatReply::closing() const {
  Json last = chunk(id_, model_, created_);
  last["choices"] = choice({{"content", ""}}, finish_word());
  return event(last);
}

std::string ChatReply::usage(std::int64_t generated) const {
  Json last = chunk(id_, model_, created_);
  last["choices"] = Json::array();
  last["usage"] = usage_of(request_, generated);
  return event(last);
}

std::string ChatReply::whole(std::int64_t generated) const {
  Json message{{"role", "assistant"}, {"content", text(generated)}};
  if (request_.tool_call) {
    const Json function{{"name", request_.tool_call->name}, {"arguments", text(generated)}};
    message["content"] = nullptr;
    message["tool_calls"] =
        Json::array({{{"id", call_id(id_)}, {"type", "function"}, {"function", function}}});
  }
  Json answer{{"id", id_}, {"object", "chat.completion"}, {"created", created_}, {"model", model_}};
  answer["choices"] = Json::array(
      {{{"index", 0}, {"message", message}, {"logprobs", nullptr}, {"finish_reason", finish_word()}}});
  answer["usage"] = usage_of(request_, generated);
  return answer.dump(-1, ' ', false, Json::error_handler_t::replace);
}

FinishReason ChatReply::finish_reason() const {
  if (request_.tool_call) {
    const std::size_t said = static_cast<std::size_t>(request_.tokens_max) * characters_in_token;
    return said >= request_.tool_call->arguments.size() ? FinishReason::stop : FinishReason::length;
  }
  return request_.tokens_max_given ? FinishReason::length : FinishReason::stop;
}

const char* ChatReply::finish_word() const {
  if (finish_reason() == FinishReason::length) return "length";
  return request_.tool_call ? "tool_calls" : "stop";
}

std::string ChatReply::piece(std::int64_t index) const {
  const auto place = static_cast<std::size_t>(index);
  if (!request_.tool_call) return words[place % words.size()];
  const std::string& arguments = request_.tool_call->arguments;
  const std::size_t begin = place * characters_in_token;
  return begin < arguments.size() ? arguments.substr(begin, characters_in_token) : "";
}

std::string ChatReply::text(std::int64_t generated) const {
  std::string all;
  for (std::int64_t index = 0; index < generated; ++index) all += piece(index);
  return all;
}

}  // namespace ff::standin
