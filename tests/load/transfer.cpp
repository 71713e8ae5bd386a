#include "load/transfer.h"

#include <cerrno>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/text.h"

namespace ff::load {
namespace {

std::string request_body(const Options& options, Kind kind) {
  const bool streamed = kind == Kind::stream;
  nlohmann::json body{{"messages", {{{"role", "user"}, {"content", "Say what runs."}}}},
                      {"max_tokens", streamed ? options.stream_tokens : options.tokens},
                      {"stream", streamed}};
  if (!options.model.empty()) body["model"] = options.model;
  return body.dump();
}

curl_slist* append(curl_slist* list, const std::string& header) {
  return curl_slist_append(list, header.c_str());
}

}  // namespace

Transfer::Transfer(const Options& options, Kind kind, std::string id) : body_(request_body(options, kind)) {
  sample_.kind = kind;
  sample_.request_id = std::move(id);
  set_request(options);
  set_callbacks();
  sample_.started = now();
  last_sign_mono_ms_ = sample_.started.mono_ms;
}

void Transfer::set_request(const Options& options) {
  curl_slist* headers = append(nullptr, "Content-Type: application/json");
  headers = append(headers, "X-Request-Id: " + sample_.request_id);
  headers = append(headers, "Expect:");
  if (const char* key = std::getenv("FF_LOAD_API_KEY"))
    headers = append(headers, std::string("Authorization: Bearer ") + key);
  headers_.reset(headers);
  CURL* curl = handle_.get();
  curl_easy_setopt(curl, CURLOPT_URL, (options.url + "/v1/chat/completions").c_str());
  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
  curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body_.c_str());
  curl_easy_setopt(curl, CURLOPT_PROXY, "");
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl, CURLOPT_TCP_NODELAY, 1L);
  curl_easy_setopt(curl, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
  // Longer than the limit: what hangs is found by the limit, and curl's own default does not come first.
  curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(options.limit_s * 2000));
  if (sample_.kind == Kind::pooled) return;
  curl_easy_setopt(curl, CURLOPT_FRESH_CONNECT, 1L);
  curl_easy_setopt(curl, CURLOPT_FORBID_REUSE, 1L);
}

void Transfer::set_callbacks() {
  CURL* curl = handle_.get();
  curl_easy_setopt(curl, CURLOPT_PRIVATE, this);
  curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, &Transfer::on_header);
  curl_easy_setopt(curl, CURLOPT_HEADERDATA, this);
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, &Transfer::on_body);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, this);
  curl_easy_setopt(curl, CURLOPT_PREREQFUNCTION, &Transfer::on_connected);
  curl_easy_setopt(curl, CURLOPT_PREREQDATA, this);
}

/// curl sends a request again by itself when a kept connection dies under it. A client that counts has to see
/// that, so the second try is not let through.
int Transfer::on_connected(void* self, char*, char*, int, int) {
  return ++static_cast<Transfer*>(self)->connections_ > 1 ? CURL_PREREQFUNC_ABORT : CURL_PREREQFUNC_OK;
}

void Transfer::note_sign_of_life() {
  last_sign_mono_ms_ = now().mono_ms;
  if (sample_.first_byte_ms < 0) sample_.first_byte_ms = last_sign_mono_ms_ - sample_.started.mono_ms;
}

std::size_t Transfer::on_header(char* bytes, std::size_t size, std::size_t count, void* self) {
  auto& transfer = *static_cast<Transfer*>(self);
  transfer.note_sign_of_life();
  const std::string_view header(bytes, size * count);
  constexpr std::string_view wanted = "retry-after:";
  if (header.size() > wanted.size() && ::strncasecmp(bytes, wanted.data(), wanted.size()) == 0)
    transfer.sample_.retry_after_s = std::atoi(std::string(trimmed(header.substr(wanted.size()))).c_str());
  return size * count;
}

std::size_t Transfer::on_body(char* bytes, std::size_t size, std::size_t count, void* self) {
  auto& transfer = *static_cast<Transfer*>(self);
  transfer.note_sign_of_life();
  if (transfer.sample_.kind == Kind::stream) transfer.take_body({bytes, size * count});
  return size * count;
}

void Transfer::take_body(std::string_view bytes) {
  for (const char byte : bytes) {
    if (byte != '\n') {
      line_ += byte;
      continue;
    }
    take_line(trimmed(line_));
    line_.clear();
  }
}

void Transfer::take_line(std::string_view line) {
  if (line == "data: [DONE]") done_line_ = true;
  if (line.starts_with("data: {\"error\"")) error_line_ = true;
}

Ending Transfer::ending_of(CURLcode code) const {
  if (sample_.kind == Kind::stream && sample_.status == 200) {
    return code == CURLE_OK && done_line_ && !error_line_ ? Ending::answered : Ending::cut;
  }
  if (code == CURLE_OK) return Ending::answered;
  if (code == CURLE_OPERATION_TIMEDOUT) return Ending::hung;
  if (code != CURLE_COULDNT_CONNECT) return Ending::reset;
  long os_errno = 0;
  curl_easy_getinfo(handle_.get(), CURLINFO_OS_ERRNO, &os_errno);
  return os_errno == ECONNREFUSED ? Ending::refused : Ending::unreachable;
}

Sample Transfer::finish(CURLcode code) {
  long status = 0;
  curl_easy_getinfo(handle_.get(), CURLINFO_RESPONSE_CODE, &status);
  sample_.status = static_cast<int>(status);
  return give_up(ending_of(code));
}

Sample Transfer::give_up(Ending ending) {
  sample_.ending = ending;
  sample_.duration_ms = now().mono_ms - sample_.started.mono_ms;
  return sample_;
}

}  // namespace ff::load
