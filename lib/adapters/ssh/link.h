#pragma once

#include <memory>
#include <stop_token>
#include <vector>

#include "adapters/ssh/channel.h"
#include "adapters/ssh/requests.h"
#include "adapters/ssh/session.h"

namespace ff::adapters::ssh {

/// The life of one link, on one thread: opens the session, moves bytes until it dies or `stop` is asked for,
/// then answers what is asked with the reason.
class Link {
 public:
  Link(const Settings& settings, Requests& requests, std::stop_token stop);
  ~Link();
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;

  void run();

 private:
  void serve();
  void close();
  bool round();
  void take_requests();
  void wait();
  /// False when the far side has been silent for too long.
  bool lives();
  void refuse_until_stopped(const Error& error);
  void answer_all(const Error& error);

  const Settings& settings_;
  Requests& requests_;
  std::stop_token stop_;
  std::unique_ptr<Session> session_;
  ssh_event event_ = nullptr;
  std::uint64_t heard_ = 0;  ///< bytes received when it was last looked at
  MonoTime ask_at_ = {};     ///< when to ask for a sign of life, if nothing comes until then
  int questions_ = 0;        ///< asked since anything came
  std::vector<std::unique_ptr<Channel>> channels_;
};

}  // namespace ff::adapters::ssh
