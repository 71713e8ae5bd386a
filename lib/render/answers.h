#pragma once

#include <map>
#include <string>
#include <string_view>

#include "domain/cluster.h"
#include "domain/route.h"

namespace ff::render {

/// What the proxy's own answers say, each an error in OpenAI's shape as ASCII JSON; what every kind of proxy
/// is rendered with.
struct Answers {
  std::string maintenance;  ///< the route's own message
  std::string unavailable;  ///< no copy took the request, or it broke off
  std::string timed_out;    ///< a copy was silent for too long
  std::string too_large;    ///< the request's body is over the limit
};

/// `message_max` bounds the bytes of the route's message.
[[nodiscard]] Answers answers_of(const domain::Proxy& proxy, const domain::Route& route,
                                 std::size_t message_max);

/// Seconds that a client of a route in maintenance is told to wait, as text.
[[nodiscard]] std::string retry_after(const domain::Route& route);

/// Puts the values in the place of their @names@ in one pass, so that a value is never looked into. A name
/// that has no value stays: nginx's own named locations begin with '@' too.
[[nodiscard]] std::string filled(std::string_view pattern, const std::map<std::string, std::string>& values);

/// A listener or an upstream. Never a name: a proxy would resolve it once, or not start without it.
[[nodiscard]] std::string socket_text(const domain::Endpoint& endpoint);

/// Whole seconds, rounded up, with their unit.
[[nodiscard]] std::string seconds(Milliseconds duration);

/// A route's state as a word that cannot end the text it stands in.
[[nodiscard]] std::string marker_word(const std::string& state);

}  // namespace ff::render
