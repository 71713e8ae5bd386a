#include <string>
#include <vector>

#include "standin/log.h"
#include "standin/memory_keeper.h"
#include "standin/orphan.h"
#include "standin/serve.h"

int main(int count, char** values) {
  std::vector<std::string> arguments(values + 1, values + count);
  const std::string verb = arguments.empty() ? "" : arguments.front();
  if (!arguments.empty()) arguments.erase(arguments.begin());
  if (verb == "serve") return ff::standin::run_serve(arguments);
  if (verb == "memory-keeper") return ff::standin::run_memory_keeper(arguments);
  if (verb == "orphan") return ff::standin::run_orphan(arguments);
  ff::standin::print_line(
      "usage: ff-standin serve MODEL [vLLM's flags] | memory-keeper --meminfo FILE --socket PATH");
  return 2;
}
