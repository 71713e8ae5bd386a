#include "cli/print/block.h"

#include <unistd.h>

#include <cstdio>

namespace ff::cli {
namespace {

constexpr const char* clear_screen = "\033[H\033[2J";

}  // namespace

void begin_block(bool first) {
  if (isatty(STDOUT_FILENO) != 0)
    std::fputs(clear_screen, stdout);
  else if (!first)
    std::fputs("\n", stdout);
}

}  // namespace ff::cli
