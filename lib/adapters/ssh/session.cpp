#include "adapters/ssh/session.h"

#include <fcntl.h>
#include <libssh/server.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>

#include "adapters/ssh/host_keys.h"
#include "adapters/ssh/login.h"
#include "adapters/ssh/reach.h"
#include "base/text.h"

namespace ff::adapters::ssh {
namespace {

/// A limit that passed while there was no session means that the machine did not answer.
Error without_session(Error error, const std::string& phase) {
  if (error.code != ErrorCode::timeout) return error;
  error.code = ErrorCode::unreachable;
  error.what = phase;
  return error;
}

/// Nothing of this may read a file or ask a person: all has been resolved before.
void set_options(ssh_session session, const Route& route, const HostKeys& keys) {
  const int no = 0;
  ssh_options_set(session, SSH_OPTIONS_PROCESS_CONFIG, &no);
  ssh_options_set(session, SSH_OPTIONS_HOST, route.hostname.c_str());
  ssh_options_set(session, SSH_OPTIONS_USER, route.user.c_str());
  ssh_options_set(session, SSH_OPTIONS_KNOWNHOSTS, "/dev/null");
  ssh_options_set(session, SSH_OPTIONS_GLOBAL_KNOWNHOSTS, "/dev/null");
  ssh_options_set(session, SSH_OPTIONS_HOSTKEYS, keys.preferred().c_str());
  if (!route.key_exchange.empty())
    ssh_options_set(session, SSH_OPTIONS_KEY_EXCHANGE, route.key_exchange.c_str());
  if (!route.agent.empty()) ssh_options_set(session, SSH_OPTIONS_IDENTITY_AGENT, route.agent.c_str());
}

}  // namespace

Result<std::unique_ptr<Session>> Session::open(const Settings& settings, Limit limit,
                                               const std::function<void(std::string)>& at_work) {
  at_work("`ssh -G " + settings.host + "` has not ended");
  auto route = resolve(settings, limit);
  if (!route)
    return fail(without_session(route.error(), "`ssh -G " + settings.host + "` did not end in time"));
  std::unique_ptr<Session> session(new Session());
  auto connected = session->connect(*route, limit, at_work);
  if (!connected) return fail(session->with_proxy_words(std::move(connected).error()));
  at_work({});
  return session;
}

Status Session::connect(const Route& route, Limit limit, const std::function<void(std::string)>& at_work) {
  at_work(route.peer() + " has not accepted the connection");
  auto reached = reach(route, limit);
  if (!reached)
    return fail(without_session(reached.error(), "looking up " + route.hostname + " did not end in time"));
  connection_ = std::move(reached->connection);
  proxy_ = std::move(reached->proxy);
  proxy_words_ = std::move(reached->proxy_words);
  at_work(route.peer() + " has not finished the key exchange");
  Waiting waiting(limit);
  FF_TRY(proven, exchange_keys(route, waiting));
  at_work(route.peer() + " has not answered the login of " + route.user);
  auto in = Login(*this, route, waiting).run();
  if (!in) {
    return fail(without_session(in.error(),
                                route.peer() + " did not answer the login of " + route.user + " in time"));
  }
  return Done{};
}

Status Session::exchange_keys(const Route& route, Waiting& waiting) {
  const HostKeys keys = HostKeys::known(route);
  handle_.reset(ssh_new());
  set_options(handle_.get(), route, keys);
  ssh_set_blocking(handle_.get(), 0);
  ssh_set_counters(handle_.get(), &counter_, nullptr);
  // libssh closes its descriptor in some ways to fail and not in others, so it gets a copy for good.
  const int copy = ::fcntl(connection_.get(), F_DUPFD_CLOEXEC, 3);
  ssh_options_set(handle_.get(), SSH_OPTIONS_FD, &copy);
  int first = ssh_connect(handle_.get());
  const int none = -1;
  ssh_options_set(handle_.get(), SSH_OPTIONS_FD, &none);
  auto answer = first != SSH_AGAIN ? Result<int>(first) : drive(waiting, SSH_AGAIN, "the key exchange", [&] {
    return ssh_connect(handle_.get());
  });
  const bool greeted = ssh_get_serverbanner(handle_.get()) != nullptr;
  if (!answer) {
    return fail(without_session(answer.error(),
                                greeted ? route.peer() + " did not finish the key exchange in time"
                                        : route.peer() + " accepts connections but sends no SSH greeting"));
  }
  if (*answer != SSH_OK) {
    return fail(ErrorCode::unreachable,
                route.peer() +
                    (greeted ? " broke off the key exchange: " : " hung up without an SSH greeting: ") +
                    error());
  }
  ssh_key raw = nullptr;
  if (ssh_get_server_publickey(handle_.get(), &raw) != SSH_OK) return fail(ErrorCode::unreachable, error());
  const KeyHandle key(raw);
  return keys.check(key.get());
}

Result<int> Session::drive(Waiting& waiting, int again, const char* awaited,
                           const std::function<int()>& call) {
  for (;;) {
    const std::uint64_t before = received();
    const int answer = call();
    if (answer != again) return answer;
    if (received() != before) continue;
    FF_TRY(ready, waiting.poll(connection_.get(), events(), awaited));
    acknowledge_at_once();
  }
}

short Session::events() const {
  return static_cast<short>(POLLIN | (congested() ? POLLOUT : 0));
}

bool Session::congested() const {
  return (ssh_get_poll_flags(handle_.get()) & SSH_WRITE_PENDING) != 0;
}

void Session::acknowledge_at_once() const {
  const int on = 1;
  setsockopt(connection_.get(), IPPROTO_TCP, TCP_QUICKACK, &on, sizeof on);
}

void Session::ask_for_life() {
  // libssh keeps the answer of the last one until it is called again, and only then sends anew.
  ssh_send_keepalive(handle_.get());
  ssh_send_keepalive(handle_.get());
}

Error Session::with_proxy_words(Error error) const {
  std::array<char, 2048> buffer = {};
  const ssize_t n = proxy_words_ ? ::pread(proxy_words_.get(), buffer.data(), buffer.size(), 0) : 0;
  const std::string_view text(buffer.data(), n > 0 ? static_cast<std::size_t>(n) : 0);
  for (const std::string& line : lines(text)) error.evidence.push_back("proxy: " + printable(line));
  return error;
}

void Session::abort() {
  const linger at_once = {1, 0};
  setsockopt(connection_.get(), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  ssh_silent_disconnect(handle_.get());
  connection_.reset();
  proxy_.reset();
}

Session::~Session() {
  if (handle_ && alive()) ssh_disconnect(handle_.get());
}

}  // namespace ff::adapters::ssh
