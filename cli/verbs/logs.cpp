#include <cstdio>

#include "app/journal.h"
#include "base/text.h"
#include "cli/print/error.h"
#include "cli/verbs/verbs.h"
#include "codec/log_line.h"

namespace ff::cli {
namespace {

constexpr std::size_t longest_line = 4000;

void print_line(const app::LogLine& line, const Arguments& arguments) {
  const std::string text = arguments.json ? codec::log_line(line.box, line.unit, line.text)
                                          : line.box.text() + "  " + printable(line.text, longest_line);
  std::printf("%s\n", text.c_str());
}

ExitCode told(const Error& error, const Arguments& arguments) {
  print_error(error, arguments);
  return exit_code(error);
}

}  // namespace

ExitCode run_logs(const VerbContext& context) {
  auto journal = app::Journal::open(context.scene, context.arguments.subject, context.stop);
  if (!journal) return told(journal.error(), context.arguments);
  // A reader that has gone ends it as a signal does.
  std::stop_source ending;
  const std::stop_callback forward(context.stop, [&] { ending.request_stop(); });
  const auto take = [&](const app::LogLine& line) {
    print_line(line, context.arguments);
    if (std::ferror(stdout) != 0) ending.request_stop();
  };
  if (const Status tail = journal->tail(context.arguments.lines, take, ending.get_token()); !tail)
    return told(tail.error(), context.arguments);
  if (!context.arguments.follow) return ExitCode::done;
  // Whoever reads a pipe wants each line when it comes.
  std::fflush(stdout);
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  const Status followed = journal->follow(take, ending.get_token());
  return followed ? ExitCode::done : told(followed.error(), context.arguments);
}

}  // namespace ff::cli
