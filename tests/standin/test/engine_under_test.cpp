#include "standin/test/engine_under_test.h"

#include <httplib.h>

#include <algorithm>
#include <cstdio>
#include <sstream>
#include <utility>

#include "eventually.hpp"

namespace ff::standin::test {
namespace {

std::vector<std::string> serve_command(int port, const std::vector<std::string>& more_flags) {
  std::vector<std::string> command{FF_STANDIN,  "serve",  "/models/big",        "--host",
                                   "127.0.0.1", "--port", std::to_string(port), "--served-model-name",
                                   "big"};
  command.insert(command.end(), more_flags.begin(), more_flags.end());
  return command;
}

std::map<std::string, std::string> joined(std::map<std::string, std::string> first,
                                          const std::map<std::string, std::string>& second) {
  first.insert(second.begin(), second.end());
  return first;
}

httplib::Client connect_to(int port, int answer_within_s) {
  httplib::Client client("127.0.0.1", port);
  client.set_read_timeout(answer_within_s);
  return client;
}

std::optional<Answer> answer_of(const httplib::Result& result) {
  if (!result) return std::nullopt;
  return Answer{result->status, result->body};
}

}  // namespace

Box::Box(const std::string& settings) {
  set(settings);
}

void Box::set(const std::string& settings) {
  write_text(path("new.conf"), settings);
  std::rename(path("new.conf").c_str(), path("conf").c_str());
}

void Box::keep_memory() {
  keeper_ = std::make_unique<Child>(std::vector<std::string>{FF_STANDIN, "memory-keeper", "--meminfo",
                                                             path("meminfo"), "--socket", path("sock")},
                                    environment());
  (void)tests::eventually([this] { return available_kb() > 0; });
}

long Box::available_kb() const {
  const std::string text = read_text(path("meminfo"));
  const auto line = text.find("MemAvailable:");
  long kb = -1;
  if (line != std::string::npos) std::sscanf(text.c_str() + line, "MemAvailable: %ld kB", &kb);
  return kb;
}

std::map<std::string, std::string> Box::environment() const {
  return {{"FF_STANDIN_CONF", path("conf")}, {"FF_STANDIN_MEMORY", path("sock")}};
}

EngineUnderTest::EngineUnderTest(const Box& box, const std::vector<std::string>& more_flags,
                                 const std::map<std::string, std::string>& more_environment)
    : port_(free_port()),
      process_(serve_command(port_, more_flags), joined(box.environment(), more_environment)) {}

bool EngineUnderTest::ready() {
  return process_.says("Application startup complete.");
}

std::optional<Answer> EngineUnderTest::get(const std::string& path, const std::string& key) const {
  httplib::Headers headers;
  if (!key.empty()) headers.emplace("Authorization", "Bearer " + key);
  return answer_of(connect_to(port_, 15).Get(path, headers));
}

int EngineUnderTest::status_of(const std::string& path) const {
  const auto answer = connect_to(port_, 15).Get(path);
  if (answer) return answer->status;
  return answer.error() == httplib::Error::Connection ? -1 : 0;
}

std::optional<Answer> EngineUnderTest::chat(const std::string& members, int answer_within_s,
                                            const std::string& request_id) const {
  httplib::Headers headers;
  if (!request_id.empty()) headers.emplace("X-Request-Id", request_id);
  const std::string body = R"({"messages":[{"role":"user","content":"hello"}],)" + members + "}";
  return answer_of(
      connect_to(port_, answer_within_s).Post("/v1/chat/completions", headers, body, "application/json"));
}

double EngineUnderTest::metric(const std::string& series) const {
  const auto answer = get("/metrics");
  if (!answer) return -1;
  std::istringstream text(answer->body);
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with(series)) return std::stod(line.substr(line.rfind(' ') + 1));
  }
  return -1;
}

}  // namespace ff::standin::test
