#pragma once

#include <string>
#include <vector>

#include "base/ids.h"

namespace ff::codec {

/// The way to one profile in a runbook.
struct RunbookWay {
  ProfileName to;
  bool blocked = false;  ///< by hazards, which its text tells
  std::string text;      ///< Markdown
};

/// `ff runbook --json`. Ends without a newline.
[[nodiscard]] std::string runbook_json(const std::vector<RunbookWay>& ways);

}  // namespace ff::codec
