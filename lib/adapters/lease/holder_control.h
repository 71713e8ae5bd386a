#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ports/host.h"

namespace ff::adapters::lease {

class Grip;

/// A machine's HostControl over the process that holds its lock. Has nothing to act with until a lease is
/// held.
class HolderControl : public ports::HostControl {
 public:
  explicit HolderControl(MachineName machine) : machine_(std::move(machine)) {}

  /// The lease to act under from now on; it is not kept alive.
  void act_under(std::weak_ptr<Grip> grip) { grip_ = std::move(grip); }

  Status write_file(const ports::File& file, Limit limit) override;
  Status append_file(const ports::File& file, Limit limit) override;
  Status make_link(const std::string& path, const std::string& target, Limit limit) override;
  Status remove_file(const std::string& path, Limit limit) override;
  Result<std::string> run(const std::vector<std::string>& command, Limit limit) override;

 private:
  Status change(const std::vector<std::string>& words, std::string_view content,
                const std::string& participle, const Limit& limit);

  MachineName machine_;
  std::weak_ptr<Grip> grip_;
};

}  // namespace ff::adapters::lease
