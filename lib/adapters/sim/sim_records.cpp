#include "adapters/sim/sim_records.h"

#include "base/text.h"

namespace ff::adapters::sim {

Result<ports::RunReader::Listing> SimRunReader::runs(Limit limit) {
  FF_TRY(asked, link_.ask("runs", limit));
  Listing listing;
  listing.runs.assign(link_.world().runs.rbegin(), link_.world().runs.rend());
  return listing;
}

Result<domain::Run> SimRunReader::read(const RunId& run, Limit limit) {
  FF_TRY(asked, link_.ask("runs", limit));
  for (const domain::Run& one : link_.world().runs) {
    if (one.header.run == run) return one;
  }
  return fail(ErrorCode::not_found, "there is no run " + run.text());
}

Status SimRunWriter::begin(const domain::RunHeader& header, Limit limit) {
  run_ = header.run;
  return write("begin", limit, [&] { link_.world().runs.push_back({header, {}, false}); });
}

Status SimRunWriter::go_on(const RunId& run, Limit limit) {
  run_ = run;
  return link_.ask("runs", limit);
}

/// One act, however many lines: they reach the disk together or not at all.
Status SimRunWriter::append(const std::vector<domain::Record>& records, Limit limit) {
  std::vector<std::string> subjects;
  for (const domain::Record& record : records) {
    subjects.push_back(std::string(domain::word(record.kind)) + " " + record.step);
  }
  return write(joined(subjects, "; "), limit, [&] {
    for (domain::Run& run : link_.world().runs) {
      if (run.header.run == run_) run.records.insert(run.records.end(), records.begin(), records.end());
    }
  });
}

Status SimRunWriter::write(const std::string& subject, const Limit& limit,
                           const std::function<void()>& effect) {
  FF_TRY(fresh, lease_.fresh_on(link_.machine().name));
  return link_.act<Done>("record", subject, limit, [&]() -> Status {
    if (!link_.machine().disk.append("/var/lib/ff/runs/" + run_.text() + ".jsonl", subject + "\n")) {
      return fail(ErrorCode::failed, "the run record: No space left on device");
    }
    effect();
    return Done{};
  });
}

}  // namespace ff::adapters::sim
