#pragma once

#include "adapters/sim/link.h"
#include "ports/lock.h"
#include "ports/records.h"

namespace ff::adapters::sim {

/// Run records, kept by the world on the route host's disk as values. Call: "runs".
class SimRunReader : public ports::RunReader {
 public:
  explicit SimRunReader(Link& link) : link_(link) {}
  Result<Listing> runs(Limit limit) override;
  Result<domain::Run> read(const RunId& run, Limit limit) override;

 private:
  Link& link_;
};

/// Call: "record", its subject the records' kinds and steps.
class SimRunWriter : public ports::RunWriter {
 public:
  SimRunWriter(Link& link, ports::Lease& lease) : link_(link), lease_(lease) {}
  Status begin(const domain::RunHeader& header, Limit limit) override;
  Status go_on(const RunId& run, Limit limit) override;
  Status append(const std::vector<domain::Record>& records, Limit limit) override;

 private:
  Status write(const std::string& subject, const Limit& limit, const std::function<void()>& effect);

  Link& link_;
  ports::Lease& lease_;
  RunId run_;
};

}  // namespace ff::adapters::sim
