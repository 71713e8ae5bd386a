#include "load/target.h"

#include <arpa/inet.h>
#include <curl/curl.h>

#include <memory>

namespace ff::load {
namespace {

bool allowed_ipv4(const in_addr& address) {
  const std::uint32_t ip = ntohl(address.s_addr);
  const bool loopback = ip >> 24 == 127;
  const bool lab = ip >> 16 == ((10U << 8) | 77U);
  return loopback || lab;
}

bool allowed_host(const std::string& host) {
  if (host == "localhost" || host == "[::1]") return true;
  in_addr address{};
  return ::inet_pton(AF_INET, host.c_str(), &address) == 1 && allowed_ipv4(address);
}

std::string part(CURLU* url, CURLUPart which) {
  char* text = nullptr;
  if (curl_url_get(url, which, &text, 0) != CURLUE_OK) return "";
  const std::unique_ptr<char, decltype(&curl_free)> owner(text, curl_free);
  return text;
}

}  // namespace

Status check_target(const std::string& url) {
  const std::unique_ptr<CURLU, decltype(&curl_url_cleanup)> parsed(curl_url(), curl_url_cleanup);
  if (curl_url_set(parsed.get(), CURLUPART_URL, url.c_str(), 0) != CURLUE_OK)
    return fail(ErrorCode::bad_input, "not a URL: " + url);
  if (part(parsed.get(), CURLUPART_SCHEME) != "http" || !allowed_host(part(parsed.get(), CURLUPART_HOST)))
    return fail(ErrorCode::refused, url + ": only http to loopback or 10.77.0.0/16 may be put under load");
  return Done{};
}

}  // namespace ff::load
