#include "standin/flags.h"

#include <charconv>
#include <cstdlib>
#include <functional>
#include <map>
#include <string_view>

namespace ff::standin {
namespace {

using Setter = std::function<bool(ServeFlags&, const std::string&)>;

template <class Number>
Setter number(Number ServeFlags::* field) {
  return [field](ServeFlags& flags, const std::string& text) {
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), flags.*field);
    return problem == std::errc{} && end == text.data() + text.size();
  };
}

Setter text(std::string ServeFlags::* field) {
  return [field](ServeFlags& flags, const std::string& value) {
    flags.*field = value;
    return true;
  };
}

const std::map<std::string, Setter, std::less<>>& known_flags() {
  static const std::map<std::string, Setter, std::less<>> table{
      {"--host", text(&ServeFlags::host)},
      {"--port", number(&ServeFlags::port)},
      {"--gpu-memory-utilization", number(&ServeFlags::gpu_memory_utilization)},
      {"--max-num-seqs", number(&ServeFlags::max_num_seqs)},
      {"--max-model-len", number(&ServeFlags::max_model_len)},
      {"--shutdown-timeout", number(&ServeFlags::shutdown_timeout_s)},
      {"--tensor-parallel-size", number(&ServeFlags::tensor_parallel_size)},
      {"-tp", number(&ServeFlags::tensor_parallel_size)},
      {"--nnodes", number(&ServeFlags::nnodes)},
      {"--node-rank", number(&ServeFlags::node_rank)},
      {"--master-addr", text(&ServeFlags::master_addr)},
      {"--master-port", number(&ServeFlags::master_port)},
      {"--kv-cache-dtype", text(&ServeFlags::kv_cache_dtype)},
      {"--api-key", text(&ServeFlags::api_key)},
  };
  return table;
}

bool is_flag(std::string_view argument) {
  return argument.size() > 1 && argument[0] == '-' && (argument[1] < '0' || argument[1] > '9');
}

class Reader {
 public:
  explicit Reader(const std::vector<std::string>& arguments) : arguments_(arguments) {}

  Result<ServeFlags> read() {
    while (next_ < arguments_.size()) {
      FF_TRY(done, argument());
    }
    FF_TRY(checked, check());
    return flags_;
  }

 private:
  Status argument() {
    std::string name = arguments_[next_++];
    if (!is_flag(name)) {
      if (flags_.model.empty()) flags_.model = name;
      return Done{};
    }
    const auto equals = name.find('=');
    const bool joined = name.starts_with("--") && equals != std::string::npos;
    const std::string value = joined ? name.substr(equals + 1) : std::string{};
    if (joined) name.resize(equals);
    if (name == "--served-model-name") return model_names(joined, value);
    const auto known = known_flags().find(name);
    if (known == known_flags().end()) return skip_values();
    if (!joined && next_ == arguments_.size()) return fail(ErrorCode::bad_input, name + " needs a value");
    const std::string given = joined ? value : arguments_[next_++];
    if (!known->second(flags_, given))
      return fail(ErrorCode::bad_input, "argument " + name + ": invalid value: '" + given + "'");
    return Done{};
  }

  Status model_names(bool joined, const std::string& value) {
    if (joined) flags_.served_model_names.push_back(value);
    while (!joined && next_ < arguments_.size() && !is_flag(arguments_[next_]))
      flags_.served_model_names.push_back(arguments_[next_++]);
    return Done{};
  }

  /// What follows a flag that is not known belongs to it, unless the model is still to come and this is last.
  Status skip_values() {
    while (next_ < arguments_.size() && !is_flag(arguments_[next_]) && !flags_.model.empty()) ++next_;
    return Done{};
  }

  Status check() {
    if (flags_.model.empty()) return fail(ErrorCode::bad_input, "serve needs a model");
    if (flags_.served_model_names.empty()) flags_.served_model_names.push_back(flags_.model);
    if (flags_.gpu_memory_utilization <= 0 || flags_.gpu_memory_utilization > 1)
      return fail(ErrorCode::bad_input, "GPU memory utilization must be in (0, 1]");
    if (flags_.max_num_seqs < 1) return fail(ErrorCode::bad_input, "max_num_seqs must be at least 1");
    if (flags_.nnodes < 1 || flags_.node_rank < 0 || flags_.node_rank >= flags_.nnodes)
      return fail(ErrorCode::bad_input, "node_rank must be in 0 .. nnodes-1");
    if (const char* key = std::getenv("VLLM_API_KEY"); key != nullptr && flags_.api_key.empty())
      flags_.api_key = key;
    return Done{};
  }

  const std::vector<std::string>& arguments_;
  std::size_t next_ = 0;
  ServeFlags flags_;
};

}  // namespace

Result<ServeFlags> parse_serve_flags(const std::vector<std::string>& arguments) {
  return Reader(arguments).read();
}

}  // namespace ff::standin
