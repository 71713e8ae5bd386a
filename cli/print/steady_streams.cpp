#include "cli/print/steady_streams.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>

namespace ff::cli {
namespace {

constexpr int patience_ms = 10'000;
/// A pipe that can be written to takes so much at once without blocking (PIPE_BUF).
constexpr std::size_t piece_bytes = 4096;

struct Sink {
  int descriptor;
  bool stalled = false;  ///< its reader took nothing for long: it is no longer waited for
};

/// Whether the reader has taken what was there, or has gone, which the write itself finds out.
bool ready(Sink& sink) {
  pollfd one = {sink.descriptor, POLLOUT, 0};
  int count = 0;
  while ((count = ::poll(&one, 1, sink.stalled ? 0 : patience_ms)) < 0 && errno == EINTR) {
  }
  sink.stalled = count == 0;
  return count > 0;
}

/// Always takes everything, as far as the stream can tell.
ssize_t take(void* cookie, const char* text, std::size_t size) {
  Sink& sink = *static_cast<Sink*>(cookie);
  for (std::size_t done = 0; done < size;) {
    if (!ready(sink)) break;
    const ssize_t count = ::write(sink.descriptor, text + done, std::min(piece_bytes, size - done));
    if (count < 0 && errno != EINTR && errno != EAGAIN) break;
    done += static_cast<std::size_t>(std::max(ssize_t{0}, count));
  }
  return static_cast<ssize_t>(size);
}

std::FILE* steady(Sink& sink, int buffering) {
  std::FILE* stream = ::fopencookie(&sink, "w", {nullptr, take, nullptr, nullptr});
  if (stream != nullptr) std::setvbuf(stream, nullptr, buffering, BUFSIZ);
  return stream;
}

}  // namespace

void keep_streams_steady() {
  // They live as long as the process: streams are flushed after everything else has ended.
  static std::array sinks = {Sink{STDOUT_FILENO}, Sink{STDERR_FILENO}};
  std::fflush(stdout);
  if (std::FILE* out = steady(sinks[0], _IOFBF)) stdout = out;
  // A line at a time: people read it while it comes.
  if (std::FILE* error = steady(sinks[1], _IOLBF)) stderr = error;
}

}  // namespace ff::cli
