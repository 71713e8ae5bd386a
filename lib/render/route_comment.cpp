#include "render/route_comment.h"

#include <fmt/format.h>

#include <charconv>
#include <map>
#include <string_view>

#include "base/text.h"
#include "render/quote.h"

namespace ff::render {

namespace {

using domain::Route;

constexpr std::string_view route_key = "# ff-route: ";
constexpr std::string_view upstream_key = "# ff-upstream: ";
constexpr std::string_view notice_key = "# ff-notice: ";
constexpr std::string_view message_key = "# ff-message: ";
/// nginx refuses a comment longer than its 4096-byte buffer.
constexpr std::size_t message_chunk = 1000;

template <class Number>
bool read_number(std::string_view text, Number& number) {
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  return fault == std::errc() && end == text.data() + text.size();
}

/// "a=1 b=2" as a map.
std::map<std::string, std::string> fields(std::string_view text) {
  std::map<std::string, std::string> all;
  for (const std::string& word : split(text, ' ')) {
    const std::size_t equals = word.find('=');
    if (equals != std::string::npos) all[word.substr(0, equals)] = word.substr(equals + 1);
  }
  return all;
}

bool read_route(std::string_view text, Route& route) {
  auto all = fields(text);
  route.state = percent_decoded(all["state"]);
  const std::string kind = all["kind"];
  route.kind = kind == "serving" ? Route::Kind::serving : Route::Kind::maintenance;
  return (kind == "serving" || kind == "maintenance") &&
         read_number(all["retry_after_s"], route.retry_after_s);
}

bool read_upstream(std::string_view text, Route& route) {
  auto all = fields(text);
  domain::Upstream upstream;
  upstream.endpoint.address = percent_decoded(all["address"]);
  if (!read_number(all["port"], upstream.endpoint.port) || !read_number(all["cap"], upstream.cap))
    return false;
  route.upstreams.push_back(upstream);
  return true;
}

WallTime wall_time(std::int64_t milliseconds) {
  return WallTime(Milliseconds(milliseconds));
}

/// Times stand as milliseconds since 1970.
bool read_notice(std::string_view text, Route& route) {
  auto all = fields(text);
  domain::Notice notice;
  notice.operator_name = percent_decoded(all["operator"]);
  std::int64_t time = 0;
  if (!read_number(all["since_ms"], time)) return false;
  notice.since = wall_time(time);
  if (all.contains("until_ms")) {
    if (!read_number(all["until_ms"], time)) return false;
    notice.until = wall_time(time);
  }
  route.notice = std::move(notice);
  return true;
}

std::string notice_line(const domain::Notice& notice) {
  std::string line =
      fmt::format("{}operator={} since_ms={}", notice_key, percent_encoded(notice.operator_name),
                  notice.since.time_since_epoch().count());
  if (notice.until) line += fmt::format(" until_ms={}", notice.until->time_since_epoch().count());
  return line + "\n";
}

}  // namespace

std::string route_comment(const Route& route) {
  std::string out = fmt::format("{}kind={} state={} retry_after_s={}\n", route_key,
                                route.kind == Route::Kind::serving ? "serving" : "maintenance",
                                percent_encoded(route.state), route.retry_after_s);
  for (const domain::Upstream& upstream : route.upstreams) {
    out += fmt::format("{}address={} port={} cap={}\n", upstream_key,
                       percent_encoded(upstream.endpoint.address), upstream.endpoint.port, upstream.cap);
  }
  if (route.notice) out += notice_line(*route.notice);
  const std::string message = percent_encoded(route.message);
  for (std::size_t at = 0; at < message.size(); at += message_chunk)
    out += fmt::format("{}{}\n", message_key, message.substr(at, message_chunk));
  return out;
}

std::optional<Route> route_in_comment(const std::vector<std::string>& lines) {
  if (lines.empty() || !lines.front().starts_with(route_key)) return std::nullopt;
  Route route;
  std::string message;
  if (!read_route(std::string_view(lines.front()).substr(route_key.size()), route)) return std::nullopt;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::string_view line = lines[i];
    bool read = true;
    if (line.starts_with(message_key))
      message += line.substr(message_key.size());
    else if (line.starts_with(notice_key))
      read = read_notice(line.substr(notice_key.size()), route);
    else if (line.starts_with(upstream_key))
      read = read_upstream(line.substr(upstream_key.size()), route);
    else
      break;
    if (!read) return std::nullopt;
  }
  route.message = percent_decoded(message);
  return route;
}

}  // namespace ff::render
