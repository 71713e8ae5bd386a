#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace ff::standin {

/// A call of one function, as the model's answer.
struct ToolCall {
  std::string name;
  std::string arguments;  ///< a JSON object as text
};

/// The one rule: a request with tools is answered by a call of the first tool, or of the one that tool_choice
/// names. Not with tool_choice "none", nor right after the result of a tool. Throws what nlohmann throws for
/// a request of a wrong shape.
[[nodiscard]] std::optional<ToolCall> choose_tool_call(const nlohmann::json& request);

/// The simplest value that a JSON schema allows: const, default, first example or enum value, else by type;
/// every property of an object is filled.
[[nodiscard]] nlohmann::json example_of(const nlohmann::json& schema, const std::string& name);

}  // namespace ff::standin
