#include <string>
#include <vector>

#include "standin/log.h"
#include "standin/memory_keeper.h"
#include "standin/orphan.h"
#include "standin/serve.h"

namespace {

constexpr const char* usage =
    R"(usage: ff-standin serve MODEL [vLLM's flags]
       ff-standin memory-keeper --meminfo FILE --socket PATH
settings, KEY=VALUE in $FF_STANDIN_CONF or /etc/ff-standin.conf, followed while it runs; a key with _split or
_replica at its end holds for that topology only:
  start, stop, memory_return, first_token, slow_first_token   seconds
  tokens_per_second_scale, weights_gib, memory_total_kb, memory_available_kb
  fault   none, die_loading, hang, never_ready, slow_first_token, wrong_model, refuse_stop, orphan)";

}  // namespace

int main(int count, char** values) {
  std::vector<std::string> arguments(values + 1, values + count);
  const std::string verb = arguments.empty() ? "" : arguments.front();
  if (!arguments.empty()) arguments.erase(arguments.begin());
  if (verb == "serve") return ff::standin::run_serve(arguments);
  if (verb == "memory-keeper") return ff::standin::run_memory_keeper(arguments);
  if (verb == "orphan") return ff::standin::run_orphan(arguments);
  ff::standin::print_line(usage);
  return 2;
}
