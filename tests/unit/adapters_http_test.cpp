#include <sys/socket.h>

#include "adapters/http/curl_http.h"
#include "catch.hpp"
#include "tests/eventually.hpp"
#include "tests/unit/adapters_http_support.h"

namespace {

using namespace ff;
using namespace ff::tests;
using adapters::http::CurlHttp;
using std::chrono::seconds;

/// Hands out one end of a socketpair and runs `serve` on the other: what a link over SSH looks like.
class PairDialer : public ports::Dialer {
 public:
  explicit PairDialer(TinyServer::Serve serve) : serve_(std::move(serve)) {}
  ~PairDialer() override {
    for (std::thread& thread : threads_) thread.join();
  }

  Result<UniqueFd> open(const ports::Target&, Limit) override {
    int ends[2] = {-1, -1};
    REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
    ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
    threads_.emplace_back([this, fd = ends[1]] {
      const UniqueFd owned(fd);
      serve_(fd);
    });
    return UniqueFd(ends[0]);
  }

 private:
  TinyServer::Serve serve_;
  std::vector<std::thread> threads_;
};

struct Parts {
  SystemClock clock;
  LoopbackDialer dialer;
  CurlHttp http{dialer, clock};

  Limit limit(Milliseconds duration = seconds(20), std::stop_token stop = {}) {
    return ports::within(clock, duration, std::move(stop));
  }
};

int open_descriptors() {
  int count = 0;
  for (int fd = 0; fd < 1024; ++fd) count += ::fcntl(fd, F_GETFD) >= 0 ? 1 : 0;
  return count;
}

}  // namespace

TEST_CASE("http: an answer comes whole, its header names in lower case") {
  std::string head;
  Parts parts;
  {
    TinyServer server([&](int fd) {
      head = read_head(fd);
      write_all(fd, answer(503, "{\"a\":1}", "X-FF-Epoch: abc \r\nX-Two: 1\r\nX-TWO: 2\r\n"));
    });
    const auto response = parts.http.send(
        {"GET", server.endpoint(), "/v1/models?x=%20", {{"X-Probe", "a"}}, ""}, parts.limit());
    REQUIRE(response);
    CHECK(response->status == 503);
    CHECK(response->headers.at("x-ff-epoch") == "abc");
    CHECK(response->headers.at("x-two") == "1, 2");
    CHECK(response->body == "{\"a\":1}");
  }
  CHECK(head.starts_with("GET /v1/models?x=%20 HTTP/1.1\r\n"));
  CHECK(head.find("X-Probe: a\r\n") != std::string::npos);
  CHECK(head.find("Connection: close\r\n") != std::string::npos);
}

TEST_CASE("http: a body is sent, a large one without asking first") {
  std::string seen;
  Parts parts;
  const std::string body(3'000'000, 'b');
  {
    TinyServer server([&](int fd) {
      seen = read_head(fd);
      while (seen.size() < body.size()) {
        char piece[65536];
        const ssize_t got = ::read(fd, piece, sizeof piece);
        if (got <= 0) break;
        seen.append(piece, static_cast<std::size_t>(got));
      }
      write_all(fd, answer(200, "ok"));
    });
    const auto response = parts.http.send(
        {"POST", server.endpoint(), "/", {{"Content-Type", "application/json"}}, body}, parts.limit());
    REQUIRE(response);
    CHECK(response->body == "ok");
  }
  CHECK(seen.find("Content-Type: application/json\r\n") != std::string::npos);
  CHECK(seen.find("Expect") == std::string::npos);
  CHECK(seen.ends_with("\r\n\r\n" + body));
}

TEST_CASE("http: a descriptor of a socketpair serves as well as one of TCP, and is closed") {
  SystemClock clock;
  const ports::Request anywhere = {"GET", {"10.77.0.11", 8001}, "/", {}, ""};
  {
    // Whatever libcurl opens once for the process is open from here on.
    PairDialer first([](int fd) { write_all(fd, (read_head(fd), answer(204, ""))); });
    REQUIRE(CurlHttp(first, clock).send(anywhere, ports::within(clock, seconds(10))));
  }
  const int before = open_descriptors();
  for (int i = 0; i < 20; ++i) {
    PairDialer dialer([](int fd) {
      read_head(fd);
      write_all(fd, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n");
    });
    const auto response = CurlHttp(dialer, clock).send(anywhere, ports::within(clock, seconds(10)));
    REQUIRE(response);
    CHECK(response->body == "abcde");
  }
  CHECK(open_descriptors() == before);
}

TEST_CASE("http: a stream is handed on as it comes and may be left early") {
  std::atomic<bool> left = false;
  std::string seen;
  Parts parts;
  TinyServer server([&](int fd) {
    read_head(fd);
    write_all(fd, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: one\n\n");
    left = peer_closed(fd);
  });
  const auto sink = [&](std::string_view piece) {
    seen += piece;
    return false;
  };
  const auto response = parts.http.stream({"GET", server.endpoint(), "/", {}, ""}, sink, parts.limit());
  REQUIRE(response);
  CHECK(response->status == 200);
  CHECK(response->body.empty());
  CHECK(seen == "data: one\n\n");
  CHECK(eventually([&] { return left.load(); }));
}

TEST_CASE("http: silence ends at the deadline, a stop ends it at once") {
  Parts parts;
  TinyServer server([](int fd) { peer_closed((read_head(fd), fd)); });
  const ports::Request request = {"GET", server.endpoint(), "/slow", {}, ""};

  const auto late = parts.http.send(request, parts.limit(Milliseconds(100)));
  REQUIRE_FALSE(late);
  CHECK(late.error().code == ErrorCode::timeout);
  CHECK(late.error().what.find("/slow") != std::string::npos);

  // Without a wake-up a stop is met a second later. The quickest of a few is asked for, so that a machine
  // that is busy with other things does not decide.
  Milliseconds quickest = seconds(60);
  for (int run = 0; run < 5; ++run) {
    std::stop_source stop;
    MonoTime asked;
    std::thread stopper([&] {
      eventually([&] { return server.connections() == run + 2; });
      // Past libcurl's own timers, which would wake the transfer as well.
      const MonoTime quiet = parts.clock.now() + Milliseconds(400);
      eventually([&] { return parts.clock.now() > quiet; });
      asked = parts.clock.now();
      stop.request_stop();
    });
    const auto stopped = parts.http.send(request, parts.limit(seconds(60), stop.get_token()));
    const MonoTime ended = parts.clock.now();
    stopper.join();
    REQUIRE_FALSE(stopped);
    CHECK(stopped.error().code == ErrorCode::cancelled);
    quickest = std::min(quickest, std::chrono::ceil<Milliseconds>(ended - asked));
  }
  CHECK(quickest < Milliseconds(300));
}

TEST_CASE("http: what is no answer is told apart") {
  Parts parts;
  Page reply("");
  TinyServer server([&](int fd) { write_all(fd, (read_head(fd), reply.get())); });
  const auto what = [&](const std::string& text) {
    reply = text;
    const auto response = parts.http.send({"GET", server.endpoint(), "/", {}, ""}, parts.limit());
    REQUIRE_FALSE(response);
    CHECK(response.error().code == ErrorCode::failed);
    return response.error().what;
  };
  CHECK(what("").find("closed without an answer") != std::string::npos);
  CHECK(what("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc").find("cut short") != std::string::npos);
  CHECK_FALSE(what("SSH-2.0-OpenSSH_9.2\r\n").empty());
  CHECK(what(answer(200, std::string((1 << 20) + 1, 'x'))).find("over 1 MiB") != std::string::npos);
  std::string headers;
  for (int i = 0; i < 80; ++i) headers += "X-Long: " + std::string(1000, 'h') + "\r\n";
  CHECK(what(answer(200, "", headers)).find("head of the answer") != std::string::npos);
}

TEST_CASE("http: nothing listens: the dialer's own word") {
  Parts parts;
  const auto response = parts.http.send({"GET", {"127.0.0.1", free_port()}, "/", {}, ""}, parts.limit());
  REQUIRE_FALSE(response);
  CHECK(response.error().code == ErrorCode::refused);
}

TEST_CASE("http: a redirect is an answer, not a way") {
  Parts parts;
  TinyServer server(
      [](int fd) { write_all(fd, (read_head(fd), answer(302, "", "Location: http://127.0.0.1:1/\r\n"))); });
  const auto response = parts.http.send({"GET", server.endpoint(), "/", {}, ""}, parts.limit());
  REQUIRE(response);
  CHECK(response->status == 302);
  CHECK(server.connections() == 1);
}

TEST_CASE("http: nothing slips into the head of a request") {
  Parts parts;
  const ports::Request good = {"GET", {"127.0.0.1", 1}, "/", {}, ""};
  const auto refused = [&](ports::Request request) {
    const auto response = parts.http.send(request, parts.limit());
    return !response && response.error().code == ErrorCode::bad_input;
  };
  auto bad = good;
  bad.path = "/a\r\nX: y";
  CHECK(refused(bad));
  bad.path = "a";
  CHECK(refused(bad));
  bad = good;
  bad.method = "GET /x";
  CHECK(refused(bad));
  bad = good;
  bad.headers = {{"Authorization", "Bearer a\nX: y"}};
  CHECK(refused(bad));
  bad.headers = {{"A:b", "c"}};
  CHECK(refused(bad));
}

TEST_CASE("http: one object serves several threads at once") {
  Parts parts;
  TinyServer server([](int fd) { write_all(fd, (read_head(fd), answer(200, std::string(50'000, 'x')))); });
  std::atomic<int> good = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      for (int n = 0; n < 10; ++n) {
        const auto response = parts.http.send({"GET", server.endpoint(), "/", {}, ""}, parts.limit());
        if (response && response->body.size() == 50'000) ++good;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(good == 80);
}
