#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/time.h"
#include "domain/outcome.h"

namespace ff::domain {

/// What a run was about, the first line of its record.
struct RunHeader {
  RunId run;
  std::int64_t generation = 0;
  ProfileName from;
  ProfileName to;
  std::string operator_name;  ///< user@host
  std::string version;        ///< of ff
  WallTime started = {};
  std::vector<MachineName> absent = {};    ///< machines that it does without, sorted
  std::vector<std::string> accepted = {};  ///< what its operator accepted or wished beside, with the reason
};

/// One start of a unit, as its machine's journal calls it.
struct UnitStart {
  MachineName machine;
  UnitName unit;
  InvocationId invocation;

  bool operator==(const UnitStart&) const = default;
};

/// One further line: what is about to be done, what came of it, or what the run goes for after a failure.
struct Record {
  enum class Kind { about_to, done, failed, replanned, ended };
  Kind kind = Kind::about_to;
  WallTime at = {};
  int stage = 0;
  std::string step;  ///< its wording; empty for `replanned` and `ended`
  Place where;
  std::string text;  ///< evidence, error or outcome
  std::optional<Milliseconds> took;
  std::vector<UnitStart> starts = {};  ///< of `failed`: of all ranks that it was about, the leader first
};

/// A whole run record as read back.
struct Run {
  RunHeader header;
  std::vector<Record> records;
  bool torn = false;  ///< its last line was cut and is left out

  /// The outcome's word, or nothing when the run never ended.
  [[nodiscard]] std::string outcome() const;
};

[[nodiscard]] const char* word(Record::Kind kind);

}  // namespace ff::domain
