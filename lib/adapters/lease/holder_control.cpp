#include "adapters/lease/holder_control.h"

#include <fmt/format.h>

#include <algorithm>

#include "adapters/lease/grip.h"
#include "base/text.h"

namespace ff::adapters::lease {
namespace {

constexpr std::size_t words_max_bytes = 32 * 1024;
constexpr std::size_t evidence_max_lines = 20;
constexpr int code_unchanged = 3;
constexpr int code_nothing_there = 4;
constexpr int code_not_durable = 5;

std::string octal(unsigned mode) {
  return fmt::format("{:04o}", mode);
}

std::vector<std::string> last_lines(const std::string& output) {
  std::vector<std::string> all = lines(output);
  if (all.size() > evidence_max_lines) all.erase(all.begin(), all.end() - evidence_max_lines);
  for (std::string& line : all) line = printable(line);
  return all;
}

Status sendable(const std::vector<std::string>& words, const MachineName& machine) {
  std::size_t bytes = 0;
  for (const std::string& word : words) {
    bytes += word.size() + 1;
    if (word.find('\0') != std::string::npos) {
      return fail(ErrorCode::bad_input, "an argument holds a NUL", {machine, {}});
    }
  }
  if (bytes <= words_max_bytes) return Done{};
  return fail(ErrorCode::bad_input, "the arguments are longer than 32 KiB", {machine, {}});
}

bool names_a_file(const std::string& path) {
  return path.starts_with('/') && !path.ends_with('/');
}

/// What a code says about the file now, for people.
Error change_error(int code, const std::string& path, const std::string& participle) {
  switch (code) {
    case code_unchanged:
      return {
          ErrorCode::refused, fmt::format("{} was not {}; it is as it was", path, participle), {}, {}, {}};
    case code_nothing_there:
      return {
          ErrorCode::refused, fmt::format("{} was not {}; nothing is there", path, participle), {}, {}, {}};
    case code_not_durable:
      return {ErrorCode::failed,
              fmt::format("{} was {}, but a power cut may undo it", path, participle),
              {},
              {},
              {}};
    default:
      return {ErrorCode::failed, fmt::format("{} may or may not have been {}", path, participle), {}, {}, {}};
  }
}

Error no_lease(const MachineName& machine) {
  return {ErrorCode::lease_lost, "the machine is not locked", {machine, {}}, {}, {}};
}

}  // namespace

Status HolderControl::change(const std::vector<std::string>& words, std::string_view content,
                             const std::string& participle, const Limit& limit) {
  const std::string& path = words[1];
  if (!names_a_file(path)) {
    return fail(ErrorCode::bad_input, fmt::format("'{}' is no absolute path of a file", path),
                {machine_, {}});
  }
  FF_TRY(fits, sendable(words, machine_));
  const auto grip = grip_.lock();
  if (!grip) return fail(no_lease(machine_));
  FF_TRY(reply, grip->act(machine_, words, content, limit));
  if (reply.code == 0) return Done{};
  Error error = change_error(reply.code, path, participle);
  error.evidence = last_lines(reply.output);
  return fail(at(std::move(error), machine_));
}

Status HolderControl::write_file(const ports::File& file, Limit limit) {
  return change({"write", file.path, octal(file.mode)}, file.content, "written", limit);
}

Status HolderControl::append_file(const ports::File& file, Limit limit) {
  return change({"append", file.path, octal(file.mode)}, file.content, "added to", limit);
}

Status HolderControl::make_link(const std::string& path, const std::string& target, Limit limit) {
  return change({"link", path, target}, {}, "linked", limit);
}

Status HolderControl::remove_file(const std::string& path, Limit limit) {
  return change({"remove", path}, {}, "removed", limit);
}

Result<std::string> HolderControl::run(const std::vector<std::string>& command, Limit limit) {
  if (command.empty()) return fail(ErrorCode::bad_input, "the command is empty", {machine_, {}});
  std::vector<std::string> words = {"run"};
  words.insert(words.end(), command.begin(), command.end());
  FF_TRY(fits, sendable(words, machine_));
  const auto grip = grip_.lock();
  if (!grip) return fail(no_lease(machine_));
  FF_TRY(reply, grip->act(machine_, words, {}, limit));
  if (reply.code == 0) return std::move(reply.output);
  return fail({ErrorCode::failed,
               fmt::format("`{}` exited with {}", printable(joined(command, " ")), reply.code),
               {machine_, {}},
               last_lines(reply.output),
               {}});
}

}  // namespace ff::adapters::lease
