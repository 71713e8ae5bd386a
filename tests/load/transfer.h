#pragma once

#include <curl/curl.h>

#include <memory>
#include <string>

#include "load/options.h"
#include "load/sample.h"

namespace ff::load {

/// One request under way, from its start to its sample. Its address must not change while curl works on it.
class Transfer {
 public:
  /// Ready to be added to a multi handle. `id` is sent as X-Request-Id.
  Transfer(const Options& options, Kind kind, std::string id);
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;

  [[nodiscard]] CURL* handle() const { return handle_.get(); }
  /// When the last byte came, or the start: CLOCK_MONOTONIC, in milliseconds.
  [[nodiscard]] double last_sign_mono_ms() const { return last_sign_mono_ms_; }
  /// The sample of a request that curl has done with.
  [[nodiscard]] Sample finish(CURLcode code);
  /// The sample of a request that is given up.
  [[nodiscard]] Sample give_up(Ending ending);

 private:
  void set_request(const Options& options);
  void set_callbacks();
  void take_body(std::string_view bytes);
  void take_line(std::string_view line);
  void note_sign_of_life();
  [[nodiscard]] Ending ending_of(CURLcode code) const;
  static std::size_t on_header(char* bytes, std::size_t size, std::size_t count, void* self);
  static std::size_t on_body(char* bytes, std::size_t size, std::size_t count, void* self);
  static int on_connected(void* self, char* remote, char* local, int remote_port, int local_port);

  std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> handle_{curl_easy_init(), curl_easy_cleanup};
  std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)> headers_{nullptr, curl_slist_free_all};
  std::string body_;
  Sample sample_;
  double last_sign_mono_ms_ = 0;
  int connections_ = 0;
  std::string line_;
  bool done_line_ = false;
  bool error_line_ = false;
};

}  // namespace ff::load
