#include "adapters/host/shell_host_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <random>
#include <utility>

#include "adapters/host/look_answer.h"
#include "adapters/host/scripts.h"
#include "adapters/host/transcript.h"
#include "base/text.h"
#include "base/waiting.h"

namespace ff::adapters::host {
namespace {

constexpr std::size_t output_max = 1024 * 1024;
constexpr std::size_t look_max = 64 * 1024 * 1024;

/// Not to be guessed by what a login shell or a file may print.
std::string new_mark() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}{:08x}{:08x}", random(), random(), random(), random());
}

/// Feeds what comes until the script is done; true at an earlier end of the stream.
Result<bool> drain(int socket, Transcript& transcript, const Limit& limit) {
  Waiting waiting(limit);
  std::array<char, 65536> buffer;
  while (!transcript.complete()) {
    const ssize_t got = ::read(socket, buffer.data(), buffer.size());
    if (got > 0) {
      transcript.feed({buffer.data(), static_cast<std::size_t>(got)});
    } else if (got < 0 && (errno == EAGAIN || errno == EINTR)) {
      FF_TRY(waited, waiting.poll(socket, POLLIN, "the answer of a command"));
    } else {
      return true;
    }
  }
  return false;
}

}  // namespace

ShellHostReader::ShellHostReader(ports::Dialer& dialer, MachineName machine)
    : dialer_(dialer), machine_(std::move(machine)) {}

Result<ports::HostFacts> ShellHostReader::look(const std::vector<std::string>& files, Limit limit) {
  FF_TRY(transcript, run(Script::look, files, look_max, limit));
  if (transcript.cut()) return fail(too_large());
  auto facts = facts_of(transcript.body());
  if (!facts) return fail(at(facts.error(), machine_));
  return facts;
}

Result<std::map<std::string, std::string>> ShellHostReader::read_files(const std::vector<std::string>& paths,
                                                                       Limit limit) {
  FF_TRY(transcript, run(Script::files, paths, look_max, limit));
  if (transcript.cut()) return fail(too_large());
  auto files = files_of(transcript.body());
  if (!files) return fail(at(files.error(), machine_));
  return files;
}

Result<std::string> ShellHostReader::output_of(const std::vector<std::string>& command, Limit limit) {
  FF_TRY(transcript, run(Script::output, command, output_max, limit));
  if (transcript.code() == 0) return transcript.body();
  Error error{ErrorCode::failed,
              fmt::format("{} exited with {}", printable(joined(command, " "), 120), transcript.code()),
              {machine_, {}},
              transcript.errors(),
              {}};
  if (error.evidence.empty()) error.evidence = lines(transcript.body());
  constexpr std::ptrdiff_t kept = 10;
  const auto excess = std::max(std::ptrdiff_t{0}, std::ssize(error.evidence) - kept);
  error.evidence.erase(error.evidence.begin(), error.evidence.begin() + excess);
  return fail(std::move(error));
}

Result<std::vector<std::string>> ShellHostReader::list(const std::string& folder, Limit limit) {
  FF_TRY(transcript, run(Script::list, {folder}, look_max, limit));
  if (transcript.code() != 0)
    return fail({ErrorCode::not_permitted, "list a folder", {machine_, {}}, transcript.errors(), {}});
  std::vector<std::string> names = split(transcript.body(), '\0');
  std::erase(names, std::string());
  std::ranges::sort(names);
  return names;
}

Result<Transcript> ShellHostReader::run(Script script, const std::vector<std::string>& arguments,
                                        std::size_t body_max, const Limit& limit) {
  const std::string mark = new_mark();
  auto socket = dialer_.open(ports::Command{command_line(script, mark, arguments)}, limit);
  if (!socket) return fail(at(socket.error(), machine_));
  Transcript transcript(mark, body_max);
  const auto ended_early = drain(socket->get(), transcript, limit);
  if (!ended_early) return fail(at(ended_early.error(), machine_));
  if (*ended_early) return fail(broken_off(transcript, limit));
  return transcript;
}

Error ShellHostReader::too_large() const {
  return {ErrorCode::failed, "its files together are over 64 MiB", {machine_, {}}, {}, {}};
}

/// Why a command ended before it had said all: the session's fault, if it is dead, else the command's.
Error ShellHostReader::broken_off(const Transcript& transcript, const Limit& limit) {
  std::vector<std::string> words = dialer_.last_words();
  if (const auto alive = dialer_.open(ports::Command{"exit 0"}, limit); !alive)
    return at(alive.error(), machine_);
  const char* what = transcript.begun() ? "a reading command was ended before it had finished"
                                        : "it did not run a bash script: is bash there, and may the login "
                                          "run commands?";
  return {ErrorCode::failed, what, {machine_, {}}, std::move(words), {}};
}

}  // namespace ff::adapters::host
