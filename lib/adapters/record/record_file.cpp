#include "adapters/record/record_file.h"

#include <fmt/format.h>

#include <optional>
#include <vector>

#include "base/digest.h"
#include "base/text.h"
#include "codec/record.h"

namespace ff::adapters::record {
namespace {

constexpr std::size_t digest_length = 16;

/// The JSON of a line whose seal fits.
std::optional<std::string_view> opened(std::string_view line) {
  if (line.size() <= digest_length || line[digest_length] != ' ') return std::nullopt;
  const std::string_view json = line.substr(digest_length + 1);
  if (digest_of(json).text() != line.substr(0, digest_length)) return std::nullopt;
  return json;
}

std::unexpected<Error> damaged(std::size_t line, const std::string& why) {
  return fail(ErrorCode::bad_input, fmt::format("line {}: {}", line, why));
}

}  // namespace

std::string sealed(std::string_view json) {
  return fmt::format("{} {}\n", digest_of(json).text(), json);
}

Result<domain::Run> run_from(std::string_view text) {
  domain::Run run;
  std::size_t number = 0;
  while (!text.empty()) {
    ++number;
    const std::size_t end = text.find('\n');
    const bool last = end == std::string_view::npos || end + 1 == text.size();
    const auto json = end == std::string_view::npos ? std::nullopt : opened(text.substr(0, end));
    text.remove_prefix(last ? text.size() : end + 1);
    if (!json && (!last || number == 1)) return damaged(number, "does not fit its checksum");
    if (!json) {
      run.torn = true;
    } else if (number == 1) {
      auto header = codec::header_from(*json);
      if (!header) return damaged(number, header.error().what);
      run.header = *std::move(header);
    } else {
      auto record = codec::record_from(*json);
      if (!record) return damaged(number, record.error().what);
      run.records.push_back(*std::move(record));
    }
  }
  if (number == 0) return damaged(1, "is missing");
  return run;
}

}  // namespace ff::adapters::record
