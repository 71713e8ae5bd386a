#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "domain/cluster.h"

namespace ff::ports {

struct Request {
  std::string method = "GET";
  domain::Endpoint endpoint;  ///< as the machine that dials sees it
  std::string path = "/";
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
};

struct Response {
  int status = 0;
  std::map<std::string, std::string> headers;  ///< names in lower case
  std::string body;  ///< up to the sink's or the default limit of 1 MiB; the rest is refused as `failed`
};

/// Gets the body as it comes; false ends the transfer early, which is success.
using BodySink = std::function<bool(std::string_view)>;

/// HTTP/1.1, dialled from a named machine. Safe to call from several threads.
/// `refused` when nothing listens, `timeout`, `cancelled`, `failed` for anything that is no HTTP,
/// and the dialer's own failures. An HTTP status is never an error here.
class Http {
 public:
  virtual ~Http() = default;
  /// The whole answer, its body kept in the response.
  virtual Result<Response> send(const Request& request, Limit limit) = 0;
  /// The same with the body streamed into `sink` and left out of the response.
  virtual Result<Response> stream(const Request& request, const BodySink& sink, Limit limit) = 0;
};

}  // namespace ff::ports
