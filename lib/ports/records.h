#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "domain/record.h"

namespace ff::ports {

/// Reads run records.
class RunReader {
 public:
  virtual ~RunReader() = default;
  /// All runs, the newest first, headers with their outcome. A damaged one is left out and named in
  /// `damaged`.
  struct Listing {
    std::vector<domain::Run> runs;
    std::vector<std::string> damaged;
  };
  virtual Result<Listing> runs(Limit limit) = 0;
  /// One run; `not_found` when there is none, `bad_input` when its record is damaged before its end.
  virtual Result<domain::Run> read(const RunId& run, Limit limit) = 0;
};

/// Writes one run's record. Each call is durable on return.
class RunWriter {
 public:
  virtual ~RunWriter() = default;
  virtual Status begin(const domain::RunHeader& header, Limit limit) = 0;
  /// In place of begin(), for a record that the same run began through a lock it has lost since: what is
  /// there is kept, without a torn last line.
  virtual Status go_on(const RunId& run, Limit limit) = 0;
  /// All of them in this order, in one go; none is half written.
  virtual Status append(const std::vector<domain::Record>& records, Limit limit) = 0;
};

}  // namespace ff::ports
