#include "render/answers.h"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "render/quote.h"

namespace ff::render {

namespace {

std::string error_body(std::string_view message, std::string_view type, std::string_view code,
                       std::size_t message_max = 1500) {
  return fmt::format(R"({{"error":{{"message":{},"type":"{}","param":null,"code":"{}"}}}})",
                     json_string(message, message_max), type, code);
}

}  // namespace

Answers answers_of(const domain::Proxy& proxy, const domain::Route& route, std::size_t message_max) {
  const std::string message =
      route.message.empty() ? "The model is being switched; retry shortly." : route.message;
  return {error_body(message, "service_unavailable", "ff_maintenance", message_max),
          error_body("The model's server is not there or broke off; retry shortly.", "service_unavailable",
                     "ff_upstream_unavailable"),
          error_body("The model's server did not answer in time; retry shortly.", "service_unavailable",
                     "ff_upstream_timeout"),
          error_body(fmt::format("The request's body is over {} MiB.", proxy.body_limit_mib),
                     "invalid_request_error", "ff_request_too_large")};
}

std::string retry_after(const domain::Route& route) {
  return std::to_string(std::clamp(route.retry_after_s, 15, 60));
}

std::string filled(std::string_view pattern, const std::map<std::string, std::string>& values) {
  std::string out;
  for (std::size_t at = 0; at < pattern.size();) {
    const std::size_t end = pattern[at] == '@' ? pattern.find('@', at + 1) : std::string_view::npos;
    const auto found = end == std::string_view::npos
                           ? values.end()
                           : values.find(std::string(pattern.substr(at + 1, end - at - 1)));
    if (found == values.end()) {
      out += pattern[at++];
    } else {
      out += found->second;
      at = end + 1;
    }
  }
  return out;
}

std::string socket_text(const domain::Endpoint& endpoint) {
  in6_addr ignored = {};
  assert(inet_pton(AF_INET, endpoint.address.c_str(), &ignored) == 1 ||
         inet_pton(AF_INET6, endpoint.address.c_str(), &ignored) == 1);
  return text(endpoint);
}

std::string seconds(Milliseconds duration) {
  return fmt::format("{}s", std::chrono::ceil<std::chrono::seconds>(duration).count());
}

std::string marker_word(const std::string& state) {
  std::string out = percent_encoded(state.substr(0, 64));
  std::ranges::replace(out, '%', '_');
  return out.empty() ? "-" : out;
}

}  // namespace ff::render
