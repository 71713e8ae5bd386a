#include "codec/record.h"

#include "codec/archive.h"
#include "codec/describe.h"
#include "codec/versioned.h"

namespace ff::codec {
namespace {

struct HeaderLine {
  int format = 0;
  domain::RunHeader run;
};

template <class Archive>
void members(Archive& archive, HeaderLine& value) {
  archive("format", value.format);
  archive("header", value.run);
}

}  // namespace

std::string header_line(const domain::RunHeader& header) {
  return one_line(Write{true}(HeaderLine{format_now, header}));
}

Result<domain::RunHeader> header_from(std::string_view line) {
  FF_TRY(header, value_from<HeaderLine>(line));
  FF_TRY(readable_format, known_format(header.format));
  if (header.run.run.empty()) return fail(ErrorCode::bad_input, "/header/run: is missing");
  return std::move(header.run);
}

std::string record_line(const domain::Record& record) {
  Value value = Write{}(record);
  auto& all = std::get<Value::Object>(value.held);
  // The kind is written even where it is the default: a line tells by itself what it is.
  if (value.find("kind") == nullptr) all.insert(all.begin(), {"kind", Write{}(record.kind)});
  return one_line(value);
}

Result<domain::Record> record_from(std::string_view line) {
  return value_from<domain::Record>(line);
}

std::string start_line(const domain::RecordedStart& start) {
  return one_line(Write{true}(start));
}

Result<domain::RecordedStart> start_from(std::string_view line) {
  FF_TRY(start, value_from<domain::RecordedStart>(line));
  if (start.profile.empty() || start.box.empty()) {
    return fail(ErrorCode::bad_input, "/: names no profile or no box");
  }
  return start;
}

std::string outage_line(const domain::RecordedOutage& outage) {
  return one_line(Write{true}(outage));
}

Result<domain::RecordedOutage> outage_from(std::string_view line) {
  FF_TRY(outage, value_from<domain::RecordedOutage>(line));
  if (outage.from.empty() || outage.to.empty()) {
    return fail(ErrorCode::bad_input, "/: names no two profiles");
  }
  return outage;
}

std::string history_json(const std::vector<domain::Run>& runs, const std::vector<std::string>& damaged) {
  const Write write{true};
  Value::Array all;
  for (const domain::Run& run : runs) {
    Value entry = write(run.header);
    auto& members_of_run = std::get<Value::Object>(entry.held);
    members_of_run.push_back({"outcome", write(run.outcome())});
    members_of_run.push_back({"torn", write(run.torn)});
    all.push_back(std::move(entry));
  }
  return document({{"runs", {std::move(all)}}, {"damaged", write(damaged)}});
}

std::string run_json(const domain::Run& run) {
  const Write write{true};
  return document({{"header", write(run.header)},
                   {"records", write(run.records)},
                   {"outcome", write(run.outcome())},
                   {"torn", write(run.torn)}});
}

}  // namespace ff::codec
