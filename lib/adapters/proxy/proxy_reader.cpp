#include <fmt/format.h>

#include <algorithm>

#include "adapters/proxy/proxy.h"
#include "base/text.h"
#include "render/proxy_config.h"

namespace ff::adapters::proxy {

namespace {

using domain::RouteView;

constexpr Milliseconds answer_deadline = std::chrono::seconds(2);

void add_fault(RouteView& view, const std::string& fault) {
  view.fault += (view.fault.empty() ? "" : "; ") + fault;
}

/// Whether an error means that the machine was not asked, so that nothing is known; else the proxy's own.
bool unasked(ErrorCode code) {
  return code != ErrorCode::refused && code != ErrorCode::timeout && code != ErrorCode::failed;
}

/// The text up to the first blank when it can be an epoch.
std::string epoch_in(std::string_view text) {
  const std::string_view word = text.substr(0, text.find_first_of(" \n"));
  const bool hex = word.size() == 16 && word.find_first_not_of("0123456789abcdef") == std::string_view::npos;
  return hex ? std::string(word) : std::string();
}

void read_config(RouteView& view, const std::string& path, const std::map<std::string, std::string>& files) {
  const auto file = files.find(path);
  if (file == files.end()) return add_fault(view, "there is no " + path);
  if (const auto owned = render::proxy_config_read(file->second)) {
    view.owned = true;
    view.epoch = owned->epoch;
    view.route = owned->route;
  } else if (render::proxy_config_was_ours(file->second)) {
    add_fault(view, path + " was changed since ff wrote it");
  } else {
    add_fault(view, path + " is not ff's");
  }
}

}  // namespace

Status RealProxyReader::ask_marker(RouteView& view, Limit limit) {
  const auto answer =
      readers_.http.send({"GET", {"127.0.0.1", cluster_.proxy.marker_port}, "/", {}, {}}, std::move(limit));
  if (!answer && unasked(answer.error().code)) return fail(answer.error());
  if (!answer) {
    add_fault(view, "marker: " + answer.error().what);
    return Done{};
  }
  view.marker_epoch = answer->status == 200 ? epoch_in(answer->body) : "";
  if (view.marker_epoch.empty())
    add_fault(view, fmt::format("port {} answers, but not as ff's marker", cluster_.proxy.marker_port));
  return Done{};
}

Status RealProxyReader::ask_public(RouteView& view, Limit limit) {
  const domain::Endpoint endpoint = domain::public_endpoint(cluster_);
  const auto ignored = [](std::string_view) { return true; };
  const auto answer = readers_.http.stream({"GET", endpoint, "/v1/models", {{"X-FF-Probe", "route"}}, {}},
                                           ignored, std::move(limit));
  if (!answer && unasked(answer.error().code)) return fail(answer.error());
  if (!answer) {
    add_fault(view, "public address: " + answer.error().what);
    return Done{};
  }
  view.answers = true;
  view.public_status = answer->status;
  const auto header = answer->headers.find("x-ff-epoch");
  if (header != answer->headers.end()) view.public_epoch = epoch_in(header->second);
  if (view.public_epoch.empty()) {
    add_fault(view,
              fmt::format("{} answers {} without an epoch: not ff's proxy", text(endpoint), answer->status));
  }
  return Done{};
}

Result<RouteView> RealProxyReader::answers(Limit limit) {
  const auto soon = [&] {
    return Limit{std::min(limit.deadline, readers_.clock.now() + answer_deadline), limit.stop};
  };
  RouteView view;
  FF_TRY(marker, ask_marker(view, soon()));
  FF_TRY(public_answer, ask_public(view, soon()));
  return view;
}

Result<RouteView> RealProxyReader::route(Limit limit) {
  const domain::Proxy& proxy = cluster_.proxy;
  FF_TRY(files, readers_.host.read_files({proxy.config}, limit));
  FF_TRY(states, readers_.units.states({proxy.unit}, limit));
  FF_TRY(view, answers(limit));
  const domain::ActiveState active = states[proxy.unit].active;
  view.unit_active = active == domain::ActiveState::active || active == domain::ActiveState::reloading;
  if (!view.unit_active) add_fault(view, fmt::format("{} is {}", proxy.unit.text(), word(active)));
  read_config(view, proxy.config, files);
  return view;
}

}  // namespace ff::adapters::proxy
