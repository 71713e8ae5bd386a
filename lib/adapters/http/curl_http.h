#pragma once

#include "ports/clock.h"
#include "ports/dialer.h"
#include "ports/http.h"

namespace ff::adapters::http {

/// HTTP/1.1 over streams that a dialer opens, so that each request starts on the dialer's machine.
/// One connection a request, plain http, no redirect followed, no proxy from the environment.
/// `bad_input` for a request that cannot be sent as it is (control characters in its head).
class CurlHttp : public ports::Http {
 public:
  /// Both must outlive it.
  CurlHttp(ports::Dialer& dialer, ports::Clock& clock) : dialer_(dialer), clock_(clock) {}

  Result<ports::Response> send(const ports::Request& request, Limit limit) override;
  Result<ports::Response> stream(const ports::Request& request, const ports::BodySink& sink,
                                 Limit limit) override;

 private:
  ports::Dialer& dialer_;
  ports::Clock& clock_;
};

}  // namespace ff::adapters::http
