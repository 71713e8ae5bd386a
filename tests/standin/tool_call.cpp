#include "standin/tool_call.h"

#include <nlohmann/json.hpp>

namespace ff::standin {
namespace {

using Json = nlohmann::json;

std::string type_of(const Json& schema) {
  const auto found = schema.find("type");
  if (found == schema.end()) return schema.contains("properties") ? "object" : "string";
  return found->is_array() ? found->at(0).get<std::string>() : found->get<std::string>();
}

Json example_object(const Json& schema) {
  Json object = Json::object();
  const Json properties = schema.value("properties", Json::object());
  for (const auto& [name, property] : properties.items()) object[name] = example_of(property, name);
  return object;
}

Json example_array(const Json& schema, const std::string& name) {
  const Json items = schema.value("items", Json::object());
  const auto count = std::max<std::size_t>(1, schema.value("minItems", std::size_t{1}));
  return Json(std::vector<Json>(count, example_of(items, name)));
}

const Json* named_tool(const Json& tools, const std::string& name) {
  for (const Json& tool : tools) {
    if (tool.at("function").at("name") == name) return &tool;
  }
  return nullptr;
}

}  // namespace

Json example_of(const Json& schema, const std::string& name) {
  for (const char* key : {"const", "default"}) {
    if (schema.contains(key)) return schema.at(key);
  }
  for (const char* key : {"enum", "examples"}) {
    if (schema.contains(key) && !schema.at(key).empty()) return schema.at(key).at(0);
  }
  for (const char* key : {"anyOf", "oneOf"}) {
    if (schema.contains(key)) return example_of(schema.at(key).at(0), name);
  }
  const std::string type = type_of(schema);
  if (type == "object") return example_object(schema);
  if (type == "array") return example_array(schema, name);
  if (type == "integer") return schema.value("minimum", 1);
  if (type == "number") return schema.value("minimum", 1.5);
  if (type == "boolean") return true;
  if (type == "null") return nullptr;
  return name;
}

std::optional<ToolCall> choose_tool_call(const Json& request) {
  const Json tools = request.value("tools", Json::array());
  if (!tools.is_array() || tools.empty()) return std::nullopt;
  const Json choice = request.value("tool_choice", Json("auto"));
  if (choice == "none") return std::nullopt;
  const Json& messages = request.at("messages");
  if (!messages.empty() && messages.back().value("role", "") == "tool") return std::nullopt;
  const Json* tool = &tools.at(0);
  if (choice.is_object()) tool = named_tool(tools, choice.at("function").at("name").get<std::string>());
  if (tool == nullptr) return std::nullopt;
  const Json& function = tool->at("function");
  const Json arguments = example_of(function.value("parameters", Json{{"type", "object"}}), "value");
  return ToolCall{function.at("name").get<std::string>(), arguments.dump()};
}

}  // namespace ff::standin
