#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "domain/record.h"
#include "domain/snapshot.h"

namespace ff::codec {

/// A run's header as one line of JSON, without its end.
[[nodiscard]] std::string header_line(const domain::RunHeader& header);
/// `bad_input` when the line is damaged, of a later format, or names no run.
[[nodiscard]] Result<domain::RunHeader> header_from(std::string_view line);

/// One record as one line of JSON, without its end; members equal to their default are left out.
[[nodiscard]] std::string record_line(const domain::Record& record);
/// `bad_input` when the line is damaged.
[[nodiscard]] Result<domain::Record> record_from(std::string_view line);

/// One recorded start as one line of JSON, without its end.
[[nodiscard]] std::string start_line(const domain::RecordedStart& start);
/// `bad_input` when the line is damaged or names no profile and box.
[[nodiscard]] Result<domain::RecordedStart> start_from(std::string_view line);

/// One recorded outage as one line of JSON, without its end.
[[nodiscard]] std::string outage_line(const domain::RecordedOutage& outage);
/// `bad_input` when the line is damaged or names no two profiles.
[[nodiscard]] Result<domain::RecordedOutage> outage_from(std::string_view line);

/// `ff history --json`: all runs, headers and outcomes. Ends without a newline.
[[nodiscard]] std::string history_json(const std::vector<domain::Run>& runs,
                                       const std::vector<std::string>& damaged);
/// `ff history RUN --json`: one run whole. Ends without a newline.
[[nodiscard]] std::string run_json(const domain::Run& run);

}  // namespace ff::codec
