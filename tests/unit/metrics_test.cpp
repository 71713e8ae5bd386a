#include "catch.hpp"
#include "metrics/engine.h"
#include "metrics/exposition.h"

using ff::metrics::engine_figures;
using ff::metrics::Exposition;

TEST_CASE("metrics: sums over label sets of exactly one name") {
  const auto page = Exposition::parse(
      "# HELP vllm:num_requests_waiting Number of requests waiting.\n"
      "# TYPE vllm:num_requests_waiting gauge\n"
      "vllm:num_requests_waiting{engine=\"0\",model_name=\"m\"} 2.0\n"
      "vllm:num_requests_waiting{model_name=\"m\", engine=\"1\",} 3 1712345678000\n"
      "vllm:num_requests_waiting_by_reason{reason=\"capacity\"} 5.0\n"
      "vllm:request_success_total{finished_reason=\"stop\"} 7.0\n"
      "vllm:request_success_total{finished_reason=\"length\"} 1e2\n"
      "vllm:request_success_created{finished_reason=\"stop\"} 1.7e+09\n");
  CHECK(page.sum("vllm:num_requests_waiting") == 5.0);
  CHECK(page.largest("vllm:num_requests_waiting") == 3.0);
  CHECK(page.sum("vllm:request_success_total") == 107.0);
  CHECK(page.sum("vllm:request_success") == std::nullopt);
  CHECK(page.sum("vllm:num_requests") == std::nullopt);
}

TEST_CASE("metrics: labels with quotes, backslashes and line feeds") {
  const auto page = Exposition::parse("a{x=\"1\\\"2\\\\3\\n4\" , y = \"}\"}  +Inf\nb{x=\"5\"}-1.5\n");
  CHECK(page.label("a", "x") == "1\"2\\3\n4");
  CHECK(page.label("a", "y") == "}");
  CHECK(page.sum("a") == std::nullopt);
  CHECK(page.sum("b") == -1.5);
}

TEST_CASE("metrics: what is no sample is left out, and so is a last line that may be cut") {
  const auto page = Exposition::parse(
      "good 1\n"
      "no_value\nbad_value x\nopen{a=\"1\nopen{a=1} 2\n{a=\"1\"} 2\n= 3\n\n \n"
      "trailing 12x\n"
      "good 4");
  CHECK(page.sum("good") == 1.0);
  CHECK(page.sum("bad_value") == std::nullopt);
  CHECK(page.sum("open") == std::nullopt);
  CHECK(page.sum("trailing") == std::nullopt);
  CHECK(Exposition::parse("").samples().empty());
  CHECK(Exposition::parse("<html>502</html>").samples().empty());
}

TEST_CASE("metrics: a number that is none makes the sum unknown") {
  CHECK(Exposition::parse("a{e=\"0\"} 1\na{e=\"1\"} NaN\n").sum("a") == std::nullopt);
}

TEST_CASE("metrics: figures of an engine, by current and older names") {
  const auto now = engine_figures(
      "vllm:num_requests_running{engine=\"0\",model_name=\"m\"} 7.0\r\n"
      "vllm:num_requests_waiting{engine=\"0\",model_name=\"m\"} 0.0\r\n"
      "vllm:kv_cache_usage_perc{engine=\"0\"} 0.41\r\n"
      "vllm:generation_tokens_total{engine=\"0\"} 1.234e+06\r\n"
      "vllm:prompt_tokens_total{engine=\"0\"} 99\r\n"
      "vllm:cache_config_info{block_size=\"16\",kv_cache_size_tokens=\"499110\",engine=\"0\"} 1.0\r\n");
  CHECK(now.running == 7.0);
  CHECK(now.waiting == 0.0);
  CHECK(now.kv_usage == 0.41);
  CHECK(now.generation_tokens == 1'234'000.0);
  CHECK(now.prompt_tokens == 99.0);
  CHECK(now.kv_tokens == 499'110);
  CHECK(now.preemptions == std::nullopt);

  const auto before = engine_figures(
      "vllm:gpu_cache_usage_perc 0.5\nvllm:cache_config_info{kv_cache_size_tokens=\"None\"} 1\n");
  CHECK(before.kv_usage == 0.5);
  CHECK(before.running == std::nullopt);
  CHECK(before.kv_tokens == std::nullopt);
}
