#include "openai/chunk.h"

#include <nlohmann/json.hpp>

#include "base/text.h"

namespace ff::openai {

namespace {

using Json = nlohmann::json;

Json parsed(std::string_view text) {
  return Json::parse(text, nullptr, false);
}

/// The member of an object; null for anything else.
const Json& member(const Json& json, const char* name) {
  static const Json none;
  if (!json.is_object()) return none;
  const auto found = json.find(name);
  return found == json.end() ? none : *found;
}

const Json& first(const Json& json) {
  static const Json none;
  return json.is_array() && !json.empty() ? json.front() : none;
}

std::string text_of(const Json& json) {
  return json.is_string() ? json.get<std::string>() : std::string();
}

/// The message of an error in any of the shapes in use; empty when the answer is none.
std::string message_in(const Json& json) {
  const Json& error = member(json, "error");
  if (error.is_null() && text_of(member(json, "object")) != "error") return text_of(member(json, "detail"));
  for (const Json* holder : {&error, &json}) {
    const std::string message = text_of(holder->is_string() ? *holder : member(*holder, "message"));
    if (!message.empty()) return message;
  }
  return error.dump(-1, ' ', true, Json::error_handler_t::replace);
}

/// Text where a model puts it: answers, and the reasoning of the parsers of different builds.
std::string delta_text(const Json& choice) {
  const Json& delta = member(choice, "delta");
  for (const char* name : {"content", "reasoning_content", "reasoning"}) {
    std::string text = text_of(member(delta, name));
    if (!text.empty()) return text;
  }
  const Json& call = first(member(delta, "tool_calls"));
  return call.is_object() ? "tool call" : std::string();
}

/// A token need not show: a special one has no text, but ends at the limit or is counted.
bool counted(const Json& json, const Json& choice) {
  const Json& tokens = member(member(json, "usage"), "completion_tokens");
  return text_of(member(choice, "finish_reason")) == "length" ||
         (tokens.is_number() && tokens.get<double>() > 0);
}

}  // namespace

Chunk chunk_of(std::string_view data) {
  if (trimmed(data) == "[DONE]") return {Chunk::Kind::done, {}};
  const Json json = parsed(data);
  if (const std::string message = message_in(json); !message.empty())
    return {Chunk::Kind::error, printable(message)};
  const Json& choice = first(member(json, "choices"));
  if (std::string text = delta_text(choice); !text.empty()) return {Chunk::Kind::token, std::move(text)};
  if (counted(json, choice)) return {Chunk::Kind::token, {}};
  return {};
}

std::string completion_request(const std::string& model, int tokens_max) {
  const Json json = {
      {"model", model},           {"messages", Json::array({{{"role", "user"}, {"content", "Say: ok"}}})},
      {"max_tokens", tokens_max}, {"temperature", 0},
      {"stream", true},           {"stream_options", {{"include_usage", true}}}};
  return json.dump(-1, ' ', true, Json::error_handler_t::replace);
}

std::string error_message(std::string_view body) {
  const std::string message = message_in(parsed(body));
  return printable(message.empty() ? trimmed(body) : std::string_view(message));
}

Result<std::vector<Model>> models_of(std::string_view body) {
  const Json json = parsed(body);
  const Json& data = member(json, "data");
  if (!data.is_array())
    return fail(ErrorCode::failed, "the answer is no list of models: " + printable(trimmed(body), 120));
  std::vector<Model> models;
  for (const Json& entry : data) {
    Model model;
    model.id = text_of(member(entry, "id"));
    const Json& length = member(entry, "max_model_len");
    if (length.is_number_integer()) model.max_model_len = length.get<std::int64_t>();
    if (!model.id.empty()) models.push_back(std::move(model));
  }
  return models;
}

}  // namespace ff::openai
