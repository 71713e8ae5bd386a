#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/unique_fd.h"
#include "ports/clock.h"
#include "ports/http.h"

namespace ff::adapters::http {

/// One request and its answer over one connected stream, by libcurl. Used once, on one thread.
class Transfer {
 public:
  /// `request` and `sink` must outlive it.
  Transfer(UniqueFd stream, const ports::Request& request, const ports::BodySink& sink);
  ~Transfer();
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;

  /// Sends, and returns once the answer is whole or the sink has had enough. A stop or the deadline ends it
  /// at once.
  Result<ports::Response> run(ports::Clock& clock, const Limit& limit);

 private:
  struct Handles;  ///< libcurl's types, kept out of this header

  bool set_up();
  bool set_request();
  bool set_callbacks();
  bool put_stream_in_place();
  Status drive(ports::Clock& clock, const Limit& limit);
  Status finished(int code);
  [[nodiscard]] std::unexpected<Error> failure(ErrorCode code, std::string_view what) const;
  bool take_header(std::string_view line);
  bool take_body(std::string_view piece);

  UniqueFd stream_;
  const ports::Request& request_;
  const ports::BodySink& sink_;
  ports::Response response_;
  std::size_t head_size_ = 0;
  bool ended_early_ = false;
  std::string url_;
  std::unique_ptr<Handles> handles_;
};

}  // namespace ff::adapters::http
