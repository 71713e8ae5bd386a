#include "adapters/http/curl_http.h"

#include <fmt/format.h>

#include <algorithm>

#include "adapters/http/transfer.h"
#include "base/text.h"

namespace ff::adapters::http {

namespace {

constexpr std::size_t body_max = 1 << 20;

bool has_control(std::string_view text) {
  return std::ranges::any_of(text, [](unsigned char c) { return c < 0x20 || c == 0x7f; });
}

/// What would let one request pass for two, or end up elsewhere than it says.
Status sendable(const ports::Request& request) {
  const bool method_ok = !request.method.empty() &&
                         std::ranges::all_of(request.method, [](char c) { return c >= 'A' && c <= 'Z'; });
  if (!method_ok)
    return fail(ErrorCode::bad_input, fmt::format("\"{}\" is no HTTP method", printable(request.method)));
  if (!request.path.starts_with('/') || has_control(request.path) ||
      request.path.find_first_of(" #") != std::string::npos)
    return fail(ErrorCode::bad_input, fmt::format("\"{}\" is no path", printable(request.path)));
  for (const auto& [name, value] : request.headers) {
    const bool name_ok = !name.empty() && !has_control(name) && name.find_first_of(" :") == std::string::npos;
    if (!name_ok || has_control(value))
      return fail(ErrorCode::bad_input, fmt::format("header \"{}\" cannot be sent", printable(name)));
  }
  return Done{};
}

}  // namespace

Result<ports::Response> CurlHttp::stream(const ports::Request& request, const ports::BodySink& sink,
                                         Limit limit) {
  FF_TRY(checked, sendable(request));
  FF_TRY(stream, dialer_.open(ports::Tcp{request.endpoint.address, request.endpoint.port}, limit));
  Transfer transfer(std::move(stream), request, sink);
  return transfer.run(clock_, limit);
}

Result<ports::Response> CurlHttp::send(const ports::Request& request, Limit limit) {
  std::string body;
  bool too_long = false;
  const auto keep = [&](std::string_view piece) {
    too_long = body.size() + piece.size() > body_max;
    if (!too_long) body += piece;
    return !too_long;
  };
  FF_TRY(response, stream(request, keep, limit));
  if (too_long) {
    return fail(ErrorCode::failed,
                fmt::format("the answer of http://{}{} is over 1 MiB", text(request.endpoint), request.path));
  }
  response.body = std::move(body);
  return response;
}

}  // namespace ff::adapters::http
