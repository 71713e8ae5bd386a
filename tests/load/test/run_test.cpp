#include <signal.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "eventually.hpp"
#include "load/log_file.h"
#include "load/test/strange_server.h"
#include "standin/test/child.h"

using namespace ff::standin::test;
using ff::tests::eventually;
using Json = nlohmann::json;

namespace {

std::string url_of(int port) {
  return "http://127.0.0.1:" + std::to_string(port);
}

std::unique_ptr<Child> start_engine(const TemporaryFolder& folder, int port) {
  write_text(folder.path("conf"), "start=0\nstop=0\ntokens_per_second_scale=20\n");
  auto engine =
      std::make_unique<Child>(std::vector<std::string>{FF_STANDIN, "serve", "m", "--host", "127.0.0.1",
                                                       "--port", std::to_string(port)},
                              std::map<std::string, std::string>{{"FF_STANDIN_CONF", folder.path("conf")},
                                                                 {"FF_STANDIN_MEMORY", "none"}});
  REQUIRE(engine->says("Application startup complete."));
  return engine;
}

/// Runs ff-load to its end and returns its JSON report.
Json load(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), FF_LOAD);
  arguments.emplace_back("--json");
  Child child(arguments, {});
  REQUIRE(child.wait_exit(std::chrono::seconds(40)) == 0);
  REQUIRE(eventually([&] { return child.output().ends_with("}\n"); }));
  return Json::parse(child.output());
}

}  // namespace

TEST_CASE("a healthy engine: every kind is answered, each request once", "[load]") {
  TemporaryFolder folder;
  const int port = free_port();
  const auto engine = start_engine(folder, port);
  const Json report = load({"--url", url_of(port), "--rate", "60", "--for", "30", "--count", "60", "--log",
                            folder.path("log"), "--count-from", url_of(port)});
  CHECK(report.at("all").at("requests") == 60);
  CHECK(report.at("all").at("ok") == 60);
  for (const char* kind : {"fresh", "pooled", "stream"}) CHECK(report.at("kinds").at(kind).at("ok") == 20);
  CHECK(report.at("duplicates").at("ids") == 60);
  CHECK(report.at("duplicates").at("twice").empty());
  CHECK(report.at("duplicates").at("unanswered").empty());

  const auto samples = ff::load::read_log(folder.path("log"));
  REQUIRE(samples);
  CHECK(samples->size() == 60);
  for (const auto& sample : *samples) {
    CHECK(sample.ok());
    CHECK(sample.first_byte_ms >= 0);
    CHECK(sample.first_byte_ms <= sample.duration_ms);
  }
  Child again({FF_LOAD, "report", folder.path("log"), "--json"}, {});
  CHECK(again.wait_exit() == 0);
  CHECK(Json::parse(again.output()).at("all").at("ok") == 60);
}

TEST_CASE("an engine that restarts: refused requests, cut streams, an outage, then only 200", "[load]") {
  TemporaryFolder folder;
  const int port = free_port();
  auto engine = start_engine(folder, port);
  Child child({FF_LOAD, "--url", url_of(port), "--rate", "60", "--for", "30", "--stream-tokens", "400",
               "--log", folder.path("log"), "--json"},
              {});
  const auto log_has = [&](const std::string& word) {
    return eventually([&] { return read_text(folder.path("log")).find(word) != std::string::npos; });
  };
  REQUIRE(log_has("pooled 200"));
  engine->signal(SIGTERM);
  CHECK(engine->wait_exit() == 0);
  REQUIRE(log_has("fresh refused"));
  CHECK(log_has("stream cut"));
  const auto before = read_text(folder.path("log")).size();
  engine = start_engine(folder, port);
  REQUIRE(eventually(
      [&] { return read_text(folder.path("log")).substr(before).find("fresh 200") != std::string::npos; }));
  child.signal(SIGINT);
  CHECK(child.wait_exit() == 0);
  const Json report = Json::parse(child.output());
  CHECK(report.at("interrupted") == true);
  CHECK(report.at("all").at("failures").at("refused") > 0);
  CHECK(report.at("kinds").at("stream").at("cut_streams") > 0);
  CHECK(report.at("all").at("outage_ms") > 0);
  CHECK(report.at("all").at("recovered").is_object());
  CHECK(report.at("kinds").at("fresh").at("failures_after_recovery") == 0);
}

TEST_CASE("no answer within the limit is hung", "[load]") {
  const StrangeServer server(Manner::silent);
  const Json report =
      load({"--url", url_of(server.port()), "--rate", "30", "--count", "3", "--limit", "0.5"});
  CHECK(report.at("all").at("failures") == Json{{"hung", 3}});
}

TEST_CASE("a kept connection that is broken off is seen, not mended by the client", "[load]") {
  const StrangeServer server(Manner::answers_once_then_resets);
  const Json report = load(
      {"--url", url_of(server.port()), "--rate", "5", "--count", "4", "--kinds", "pooled", "--limit", "5"});
  CHECK(report.at("all").at("ok") == 2);
  CHECK(report.at("all").at("failures") == Json{{"reset", 2}});
}

TEST_CASE("Retry-After is read from a 503", "[load]") {
  const StrangeServer server(Manner::maintenance);
  const Json all = load({"--url", url_of(server.port()), "--rate", "30", "--count", "3"}).at("all");
  CHECK(all.at("failures") == Json{{"503", 3}});
  CHECK(all.at("answers_503") == 3);
  CHECK(all.at("with_retry_after") == 3);
  CHECK(all.at("retry_after_max_s") == 60);
}

TEST_CASE("another target is refused with 64 and nothing is sent", "[load]") {
  Child child({FF_LOAD, "--url", "http://192.0.2.1"}, {});
  CHECK(child.wait_exit() == 64);
  CHECK(child.output().find("only http to loopback or 10.77.0.0/16") != std::string::npos);
}
