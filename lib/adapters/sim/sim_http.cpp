#include "adapters/sim/sim_http.h"

namespace ff::adapters::sim {

Result<ports::Response> SimHttp::send(const ports::Request& request, Limit limit) {
  FF_TRY(asked, link_.ask("http", limit));
  World& world = link_.world();
  const auto never = [] { return false; };
  const auto listener = world.dial(link_.machine().name, request.endpoint);
  if (!listener && listener.error().code == ErrorCode::refused) return fail(listener.error());
  const Answer answer = listener ? (*listener)->answer(request) : Answer{{}, {}, true};
  if (answer.never) return fail(link_.wait(limit, never, "an answer").error());
  FF_TRY(waited, link_.wait_until(world.time().now() + answer.after, limit, "an answer"));
  const auto still = world.dial(link_.machine().name, request.endpoint);
  if (!still || *still != *listener) {
    return fail(ErrorCode::failed, domain::text(request.endpoint) + " closed the connection");
  }
  return answer.response;
}

Result<ports::Response> SimHttp::stream(const ports::Request& request, const ports::BodySink& sink,
                                        Limit limit) {
  FF_TRY(response, send(request, limit));
  (void)sink(response.body);
  response.body.clear();
  return response;
}

}  // namespace ff::adapters::sim
