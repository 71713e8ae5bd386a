#include "adapters/sim/sim_records.h"

#include <algorithm>

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

Status SimRunWriter::append(const std::vector<domain::Record>& records, Limit limit) {
  for (const domain::Record& record : records) {
    FF_TRY(written, write(std::string(domain::word(record.kind)) + " " + record.step, limit, [&] {
             for (domain::Run& run : link_.world().runs) {
               if (run.header.run == run_) run.records.push_back(record);
             }
           }));
  }
  return Done{};
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
