#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "standin/settings.h"

namespace ff::standin {

/// The command line of `serve`: vLLM's own flags with vLLM's defaults.
struct ServeFlags {
  std::string model;
  std::string host = "0.0.0.0";
  int port = 8000;
  std::vector<std::string> served_model_names;  ///< the first is the advertised id
  double gpu_memory_utilization = 0.92;
  int max_num_seqs = 1024;
  long max_model_len = 262144;
  long shutdown_timeout_s = 0;  ///< 0: SIGTERM aborts what runs
  int tensor_parallel_size = 1;
  int nnodes = 1;
  int node_rank = 0;
  std::string master_addr = "127.0.0.1";
  int master_port = 29501;
  std::string kv_cache_dtype = "auto";
  std::string api_key;  ///< from --api-key or VLLM_API_KEY; empty: /v1 is open

  [[nodiscard]] Topology topology() const { return nnodes > 1 ? Topology::split : Topology::replica; }
};

/// Reads the arguments after `serve`. Flags that the stand-in does not know are skipped with their value,
/// as are extra arguments; a known flag with a wrong value is bad_input.
[[nodiscard]] Result<ServeFlags> parse_serve_flags(const std::vector<std::string>& arguments);

}  // namespace ff::standin
