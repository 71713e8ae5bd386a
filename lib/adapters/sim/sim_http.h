#pragma once

#include "adapters/sim/link.h"
#include "ports/http.h"

namespace ff::adapters::sim {

/// HTTP dialled from the machine at the end of the link. Call: "http".
class SimHttp : public ports::Http {
 public:
  explicit SimHttp(Link& link) : link_(link) {}

  Result<ports::Response> send(const ports::Request& request, Limit limit) override;
  Result<ports::Response> stream(const ports::Request& request, const ports::BodySink& sink,
                                 Limit limit) override;

 private:
  Link& link_;
};

}  // namespace ff::adapters::sim
