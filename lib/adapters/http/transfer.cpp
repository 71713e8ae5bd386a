#include "adapters/http/transfer.h"

#include <curl/curl.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <stop_token>

#include "base/text.h"

namespace ff::adapters::http {

namespace {

constexpr std::size_t head_max = 64 * 1024;
/// libcurl waits on a clock that a suspend stops; looking again this often keeps the deadline's own.
constexpr Milliseconds longest_wait{1000};

void initialise_once() {
  static const CURLcode done = curl_global_init(CURL_GLOBAL_NOTHING);
  assert(done == CURLE_OK);
}

// libcurl 7.88 connects a socket again that CURLOPT_SOCKOPTFUNCTION calls connected, and fails
// (https://github.com/curl/curl/issues/10626). So it is given a datagram socket to connect, which sends
// nothing and always succeeds on loopback, and the dialled stream takes that descriptor's place before the
// request.
constexpr const char* nowhere = "::127.0.0.1:9";

curl_socket_t give_placeholder(void* placeholder, curlsocktype, curl_sockaddr*) {
  const int fd = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  *static_cast<int*>(placeholder) = fd;
  return fd < 0 ? CURL_SOCKET_BAD : fd;
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

}  // namespace

struct Transfer::Handles {
  CURL* easy = nullptr;
  CURLM* multi = nullptr;
  curl_slist* headers = nullptr;
  curl_slist* connect_to = curl_slist_append(nullptr, nowhere);
  int placeholder = -1;  ///< owned by libcurl
  std::array<char, CURL_ERROR_SIZE> words = {};

  ~Handles() {
    if (multi != nullptr && easy != nullptr) curl_multi_remove_handle(multi, easy);
    curl_easy_cleanup(easy);
    curl_multi_cleanup(multi);
    curl_slist_free_all(headers);
    curl_slist_free_all(connect_to);
  }
  template <class Value>
  bool set(CURLoption option, Value value) {
    return curl_easy_setopt(easy, option, value) == CURLE_OK;
  }
  bool add_header(const std::string& line) {
    curl_slist* longer = curl_slist_append(headers, line.c_str());
    if (longer != nullptr) headers = longer;
    return longer != nullptr;
  }
};

Transfer::Transfer(UniqueFd stream, const ports::Request& request, const ports::BodySink& sink)
    : stream_(std::move(stream)),
      request_(request),
      sink_(sink),
      url_("http://" + text(request.endpoint) + request.path),
      handles_(std::make_unique<Handles>()) {}

Transfer::~Transfer() = default;

std::unexpected<Error> Transfer::failure(ErrorCode code, std::string_view what) const {
  return fail(code, fmt::format("{} {}: {}", request_.method, url_, what));
}

bool Transfer::take_header(std::string_view line) {
  head_size_ += line.size();
  if (head_size_ > head_max) return false;
  if (line.starts_with("HTTP/")) {
    response_.headers.clear();
    return true;
  }
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return true;
  std::string& value = response_.headers[lower(line.substr(0, colon))];
  if (!value.empty()) value += ", ";
  value += trimmed(line.substr(colon + 1));
  return true;
}

bool Transfer::take_body(std::string_view piece) {
  ended_early_ = !sink_(piece);
  return !ended_early_;
}

bool Transfer::put_stream_in_place() {
  const bool done = ::dup3(stream_.get(), handles_->placeholder, O_CLOEXEC) >= 0;
  stream_.reset();
  return done;
}

bool Transfer::set_up() {
  initialise_once();
  Handles& h = *handles_;
  h.easy = curl_easy_init();
  h.multi = curl_multi_init();
  if (h.easy == nullptr || h.multi == nullptr || h.connect_to == nullptr) return false;
  return set_request() && set_callbacks() && curl_multi_add_handle(h.multi, h.easy) == CURLM_OK;
}

bool Transfer::set_request() {
  Handles& h = *handles_;
  // curl would ask with Expect: for larger bodies, and wait a second for servers that never answer that.
  bool ok = h.add_header("Expect:") && h.add_header("Connection: close");
  for (const auto& [name, value] : request_.headers)
    ok = ok && h.add_header(value.empty() ? name + ";" : name + ": " + value);
  ok = ok && h.set(CURLOPT_HTTPHEADER, h.headers) && h.set(CURLOPT_USERAGENT, "ff") &&
       h.set(CURLOPT_URL, url_.c_str()) && h.set(CURLOPT_CUSTOMREQUEST, request_.method.c_str()) &&
       h.set(CURLOPT_PROTOCOLS_STR, "http") && h.set(CURLOPT_PATH_AS_IS, 1L) &&
       h.set(CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1)) && h.set(CURLOPT_PROXY, "") &&
       h.set(CURLOPT_FOLLOWLOCATION, 0L) && h.set(CURLOPT_NOSIGNAL, 1L);
  if (request_.method == "HEAD") ok = ok && h.set(CURLOPT_NOBODY, 1L);
  if (request_.body.empty() && request_.method != "POST") return ok;
  return ok && h.set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request_.body.size())) &&
         h.set(CURLOPT_POSTFIELDS, request_.body.c_str());
}

bool Transfer::set_callbacks() {
  using Taker = std::size_t (*)(char*, std::size_t, std::size_t, void*);
  const Taker on_header = [](char* data, std::size_t, std::size_t size, void* self) {
    return static_cast<Transfer*>(self)->take_header({data, size}) ? size : 0;
  };
  const Taker on_body = [](char* data, std::size_t, std::size_t size, void* self) {
    return static_cast<Transfer*>(self)->take_body({data, size}) ? size : 0;
  };
  const curl_prereq_callback on_connected = [](void* self, char*, char*, int, int) {
    return static_cast<Transfer*>(self)->put_stream_in_place() ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT;
  };
  Handles& h = *handles_;
  void* self = this;
  return h.set(CURLOPT_CONNECT_TO, h.connect_to) && h.set(CURLOPT_OPENSOCKETFUNCTION, &give_placeholder) &&
         h.set(CURLOPT_OPENSOCKETDATA, static_cast<void*>(&h.placeholder)) &&
         h.set(CURLOPT_PREREQFUNCTION, on_connected) && h.set(CURLOPT_PREREQDATA, self) &&
         h.set(CURLOPT_HEADERFUNCTION, on_header) && h.set(CURLOPT_HEADERDATA, self) &&
         h.set(CURLOPT_WRITEFUNCTION, on_body) && h.set(CURLOPT_WRITEDATA, self) &&
         h.set(CURLOPT_ERRORBUFFER, h.words.data());
}

Status Transfer::finished(int code) {
  switch (code) {
    case CURLE_OK:
      return Done{};
    case CURLE_GOT_NOTHING:
      return failure(ErrorCode::failed, "the connection was closed without an answer");
    case CURLE_PARTIAL_FILE:
      return failure(ErrorCode::failed, "the answer was cut short");
    case CURLE_WRITE_ERROR:
      if (ended_early_) return Done{};
      return failure(ErrorCode::failed, "the head of the answer is over 64 KiB");
    default:
      break;
  }
  const std::string words = handles_->words.data();
  return failure(ErrorCode::failed,
                 words.empty() ? curl_easy_strerror(static_cast<CURLcode>(code)) : printable(words));
}

Status Transfer::drive(ports::Clock& clock, const Limit& limit) {
  CURLM* multi = handles_->multi;
  const std::stop_callback wake(limit.stop, [multi] { curl_multi_wakeup(multi); });
  for (;;) {
    if (limit.stop.stop_requested()) return failure(ErrorCode::cancelled, "left before the answer was whole");
    const MonoTime now = clock.now();
    if (now >= limit.deadline) return failure(ErrorCode::timeout, "no whole answer in time");
    int running = 0;
    if (curl_multi_perform(multi, &running) != CURLM_OK)
      return failure(ErrorCode::failed, "the transfer broke");
    int left = 0;
    if (const CURLMsg* message = curl_multi_info_read(multi, &left); message != nullptr)
      return finished(message->data.result);
    const auto rest = std::chrono::ceil<Milliseconds>(limit.deadline - now);
    if (curl_multi_poll(multi, nullptr, 0, static_cast<int>(std::min(rest, longest_wait).count()), nullptr) !=
        CURLM_OK)
      return failure(ErrorCode::failed, "the transfer broke");
  }
}

Result<ports::Response> Transfer::run(ports::Clock& clock, const Limit& limit) {
  if (!set_up()) return failure(ErrorCode::failed, "the request could not be set up");
  FF_TRY(done, drive(clock, limit));
  long status = 0;
  curl_easy_getinfo(handles_->easy, CURLINFO_RESPONSE_CODE, &status);
  response_.status = static_cast<int>(status);
  return std::move(response_);
}

}  // namespace ff::adapters::http
