#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "domain/clients.h"

namespace ff::codec {

/// `ff clients --json`: who talks to the copies. Ends without a newline.
[[nodiscard]] std::string clients_json(const domain::Calls& calls, const std::map<MachineName, Error>& unseen,
                                       int looks, const std::optional<domain::Tally>& tally);

/// One line of a file that names a box.
struct MentionLine {
  std::string file;
  int line = 0;
  std::string address;
  MachineName box;
  bool to_copy = false;
};

/// `ff clients --scan --json`. Ends without a newline.
[[nodiscard]] std::string scan_json(const std::vector<MentionLine>& found, int files);

}  // namespace ff::codec
