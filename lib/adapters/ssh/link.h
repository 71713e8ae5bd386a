#pragma once

#include <memory>
#include <stop_token>
#include <vector>

#include "adapters/ssh/channel.h"
#include "adapters/ssh/requests.h"
#include "adapters/ssh/session.h"

namespace ff::adapters::ssh {

/// The life of one link, on one thread: opens the session and moves bytes until it dies or `stop` is asked
/// for. What is asked then is answered with the reason, and what is asked later gets a session of its own,
/// unless the login was refused. Nothing of the old session goes on in the new one.
class Link {
 public:
  Link(const Settings& settings, Requests& requests, std::stop_token stop);
  ~Link();
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;

  void run();

 private:
  /// One session from its dialling to its end, and why it ended.
  Error live();
  void serve();
  void close();
  bool round();
  void take_requests();
  void wait();
  /// False when the far side has been silent for too long.
  bool lives();
  /// Answers everything with the error until then; returns when something is asked after that.
  void refuse(const Error& error, MonoTime until);
  void answer_all(const Error& error);

  const Settings& settings_;
  Requests& requests_;
  std::stop_token stop_;
  std::unique_ptr<Session> session_;
  std::uint64_t number_ = 0;  ///< of the session, from 1 on
  ssh_event event_ = nullptr;
  std::uint64_t heard_ = 0;  ///< bytes received when it was last looked at
  MonoTime ask_at_ = {};     ///< when to ask for a sign of life, if nothing comes until then
  int questions_ = 0;        ///< asked since anything came
  std::vector<std::unique_ptr<Channel>> channels_;
};

}  // namespace ff::adapters::ssh
