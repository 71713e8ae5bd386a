#include "standin/log.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <ctime>

namespace ff::standin {
namespace {

const char* process_name(LogFrom from) {
  switch (from) {
    case LogFrom::api_server:
      return "APIServer";
    case LogFrom::engine_core:
      return "EngineCore";
    case LogFrom::worker:
      return "Worker_TP1";
  }
  return "APIServer";
}

void log_at(const char* level, LogFrom from, std::string_view source, std::string_view text) {
  print_line(fmt::format("({} pid={}) {} {:%m-%d %H:%M:%S} [{}] {}", process_name(from), getpid(), level,
                         fmt::localtime(std::time(nullptr)), source, text));
}

}  // namespace

void print_line(std::string_view line) {
  const std::string whole = std::string(line) + "\n";
  std::string_view rest = whole;
  while (!rest.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, rest.data(), rest.size());
    if (written <= 0) return;
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
}

void log_info(LogFrom from, std::string_view source, std::string_view text) {
  log_at("INFO", from, source, text);
}

void log_error(LogFrom from, std::string_view source, std::string_view text) {
  log_at("ERROR", from, source, text);
}

std::string with_commas(long long number) {
  std::string digits = std::to_string(number);
  for (auto place = static_cast<std::ptrdiff_t>(digits.size()) - 3; place > 0; place -= 3)
    digits.insert(static_cast<std::size_t>(place), ",");
  return digits;
}

}  // namespace ff::standin
