#include "load/options.h"

#include <charconv>
#include <functional>
#include <map>

#include "base/text.h"
#include "load/target.h"

namespace ff::load {
namespace {

using Setter = std::function<bool(Options&, const std::string&)>;

template <class Number>
Setter positive(Number Options::* field) {
  return [field](Options& options, const std::string& text) {
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), options.*field);
    return problem == std::errc{} && end == text.data() + text.size() && options.*field > 0;
  };
}

Setter text(std::string Options::* field) {
  return [field](Options& options, const std::string& value) {
    options.*field = value;
    return !value.empty();
  };
}

bool set_kinds(Options& options, const std::string& value) {
  options.kinds.clear();
  for (const std::string& name : split(value, ',')) {
    const auto kind = kind_of(name);
    if (!kind) return false;
    options.kinds.push_back(*kind);
  }
  return true;
}

bool set_count_from(Options& options, const std::string& value) {
  options.count_from = split(value, ',');
  return true;
}

const std::map<std::string, Setter, std::less<>>& flags() {
  static const std::map<std::string, Setter, std::less<>> table{
      {"--url", text(&Options::url)},
      {"--rate", positive(&Options::rate)},
      {"--for", positive(&Options::for_s)},
      {"--count", positive(&Options::count_max)},
      {"--kinds", set_kinds},
      {"--tokens", positive(&Options::tokens)},
      {"--stream-tokens", positive(&Options::stream_tokens)},
      {"--limit", positive(&Options::limit_s)},
      {"--model", text(&Options::model)},
      {"--log", text(&Options::log_path)},
      {"--count-from", set_count_from},
      {"--from", positive(&Options::from_wall_ms)},
      {"--to", positive(&Options::to_wall_ms)},
  };
  return table;
}

Status read_flags(const std::vector<std::string>& arguments, std::size_t first, Options& options) {
  for (std::size_t i = first; i < arguments.size(); ++i) {
    if (arguments[i] == "--json") {
      options.json = true;
      continue;
    }
    const auto known = flags().find(arguments[i]);
    if (known == flags().end()) return fail(ErrorCode::bad_input, "unknown argument " + arguments[i]);
    if (i + 1 == arguments.size()) return fail(ErrorCode::bad_input, arguments[i] + " needs a value");
    if (!known->second(options, arguments[i + 1]))
      return fail(ErrorCode::bad_input, "wrong value: " + arguments[i] + " " + arguments[i + 1]);
    ++i;
  }
  return Done{};
}

}  // namespace

Result<Options> parse_options(const std::vector<std::string>& arguments) {
  Options options;
  options.report_only = !arguments.empty() && arguments.front() == "report";
  if (options.report_only) {
    if (arguments.size() < 2) return fail(ErrorCode::bad_input, "report needs a log file");
    options.report_path = arguments[1];
  }
  FF_TRY(read, read_flags(arguments, options.report_only ? 2 : 0, options));
  if (options.report_only) return options;
  if (options.url.empty()) return fail(ErrorCode::bad_input, "--url is missing");
  while (options.url.ends_with('/')) options.url.pop_back();
  FF_TRY(allowed, check_target(options.url));
  for (const std::string& engine : options.count_from) {
    FF_TRY(engine_allowed, check_target(engine));
  }
  return options;
}

std::string usage() {
  return "usage: ff-load --url http://HOST:PORT [--rate R] [--for S] [--count N] [--kinds "
         "fresh,pooled,stream]\n"
         "               [--tokens N] [--stream-tokens N] [--limit S] [--model NAME] [--log FILE]\n"
         "               [--count-from URL,...] [--json]\n"
         "       ff-load report LOG [--from WALL_MS] [--to WALL_MS] [--json]\n"
         "HOST is loopback or in 10.77.0.0/16. $FF_LOAD_API_KEY is sent as a bearer token.\n";
}

}  // namespace ff::load
