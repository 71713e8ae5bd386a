#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "ports/host.h"
#include "ports/records.h"

namespace ff::adapters::record {

/// Where this operator's copies of a cluster's run records are: $XDG_STATE_HOME/ff/runs/CLUSTER, else
/// ~/.local/state/ff/runs/CLUSTER; empty when neither variable tells.
[[nodiscard]] std::string local_folder(const std::string& cluster);

/// Run records on the route host, with a copy on the operator's machine. FORMAT.md beside this file tells
/// what the files hold.
class RecordStore : public ports::RunReader {
 public:
  /// `route_host` is borrowed and used by one thread at a time; an empty `copies` keeps none.
  explicit RecordStore(ports::HostReader& route_host, std::string copies);

  /// When the route host does not answer, the copies are read, and `damaged` says so.
  Result<Listing> runs(Limit limit) override;
  Result<domain::Run> read(const RunId& run, Limit limit) override;

  /// A writer for one run, through the process that holds the route host's lock. `route_host` is borrowed;
  /// the store outlives the writer. Safe to call from several threads.
  [[nodiscard]] std::unique_ptr<ports::RunWriter> writer(ports::HostControl& route_host);
  /// Why the copy could not be kept, the first time that it could not; nothing while all is well. No run
  /// fails for it.
  [[nodiscard]] std::optional<Error> copy_fault();

 private:
  class Writer;
  void keep_copy(const RunId& run, const std::string& text, bool from_start);

  ports::HostReader& route_host_;
  std::string copies_;
  std::mutex mutex_;
  std::optional<Error> copy_fault_;
};

}  // namespace ff::adapters::record
