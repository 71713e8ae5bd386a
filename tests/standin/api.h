#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <string>

#include "standin/chat_request.h"
#include "standin/engine.h"
#include "standin/flags.h"
#include "standin/http_server.h"
#include "standin/kv_cache.h"
#include "standin/request_log.h"

namespace ff::standin {

/// vLLM's HTTP API over an engine.
class Api {
 public:
  /// Adds the routes to `server`; everything given must outlive it.
  Api(HttpServer& server, Engine& engine, const ServeFlags& flags, const MemoryPlan& plan,
      SettingsFile& settings);

  /// From now on new completions are refused with 503.
  void refuse_new() { refusing_ = true; }
  /// Completions that have not been answered to the end.
  [[nodiscard]] int in_flight() const { return *in_flight_; }

 private:
  void add_routes();
  void guard(httplib::Server& server);
  void answer_models(httplib::Response& response) const;
  void answer_chat(const httplib::Request& request, httplib::Response& response);
  void answer_whole(const ChatRequest& chat, const std::string& id, httplib::Response& response);
  void answer_stream(ChatRequest chat, std::string id, httplib::Response& response);
  [[nodiscard]] std::optional<ApiError> refusal(const ChatRequest& chat) const;
  [[nodiscard]] std::vector<std::string> advertised_names() const;

  HttpServer& server_;
  Engine& engine_;
  const ServeFlags& flags_;
  const MemoryPlan& plan_;
  SettingsFile& settings_;
  RequestLog requests_;
  std::atomic<bool> refusing_ = false;
  std::shared_ptr<std::atomic<int>> in_flight_ = std::make_shared<std::atomic<int>>(0);
};

}  // namespace ff::standin
