#include "load/duplicates.h"

#include <curl/curl.h>

#include <map>
#include <memory>
#include <nlohmann/json.hpp>

namespace ff::load {
namespace {

constexpr long answer_within_ms = 5000;

std::size_t take(char* bytes, std::size_t size, std::size_t count, void* text) {
  static_cast<std::string*>(text)->append(bytes, size * count);
  return size * count;
}

/// Adds the engine's counts; false if it did not answer with any.
bool add_counts(const std::string& engine, std::map<std::string, long>& counts) {
  const std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> curl(curl_easy_init(), curl_easy_cleanup);
  std::string text;
  curl_easy_setopt(curl.get(), CURLOPT_URL, (engine + "/standin/requests").c_str());
  curl_easy_setopt(curl.get(), CURLOPT_PROXY, "");
  curl_easy_setopt(curl.get(), CURLOPT_TIMEOUT_MS, answer_within_ms);
  curl_easy_setopt(curl.get(), CURLOPT_WRITEFUNCTION, &take);
  curl_easy_setopt(curl.get(), CURLOPT_WRITEDATA, &text);
  if (curl_easy_perform(curl.get()) != CURLE_OK) return false;
  try {
    const auto answer = nlohmann::json::parse(text);
    for (const auto& request : answer.at("requests"))
      counts[request.at("id").get<std::string>()] += request.at("count").get<long>();
    return true;
  } catch (const nlohmann::json::exception&) {
    return false;
  }
}

}  // namespace

Duplicates find_duplicates(const std::vector<std::string>& engines, const std::vector<Sample>& samples) {
  Duplicates found;
  found.asked = !engines.empty();
  std::map<std::string, long> counts;
  for (const std::string& engine : engines) {
    if (!add_counts(engine, counts)) found.unanswered.push_back(engine);
  }
  for (const Sample& sample : samples) {
    ++found.ids;
    const auto count = counts.find(sample.request_id);
    if (count != counts.end() && count->second > 1) found.twice.push_back(sample.request_id);
  }
  return found;
}

}  // namespace ff::load
