#include "adapters/lease/session_takeover.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>
#include <vector>

#include "adapters/lease/process_functions.h"
#include "base/base64.h"
#include "base/text.h"
#include "base/waiting.h"
#include "codec/holder.h"

namespace ff::adapters::lease {
namespace {

/// A holder takes one line of a thousand bytes, base64 and its own words included.
constexpr std::size_t words_max = 240;
constexpr std::size_t answer_max = 64 * 1024;

// Says one line at its end: "ff-takeover CODE", with 0 done, 3 not held by that run, 1 failed.
constexpr std::string_view script = R"SCRIPT(
action=$1 folder=$2 run=$3 wish=${4:-}
export LC_ALL=C PATH="$PATH:/usr/sbin:/usr/bin:/sbin:/bin"
umask 022

finish() { printf "\nff-takeover %s\n" "$1"; exit; }

held() { # by that run
  local note=""
  { read -r -d "" note <"$folder/lock.holder"; } 2>/dev/null
  [[ $note == *"\"run\":\"$run\""* ]] && ! flock -n "$folder/lock" true
}

free_within() { # TURNS of 50 ms
  local turn
  for ((turn = 0; turn < $1; turn++)); do
    held || return 0
    sleep 0.05
  done
  return 1
}

kill_keepers() { # whatever has the lock open: its holder, and jobs that outlive it
  local path pid
  for path in /proc/[0-9]*/fd/*; do
    pid=${path#/proc/} pid=${pid%%/*}
    [ "$pid" = "$$" ] || ! [[ $path -ef $folder/lock ]] || kill -KILL "$pid"
  done 2>/dev/null
}

if [ "$EUID" != 0 ]; then
  echo "logged in with user id $EUID, but only root may act"
  finish 1
fi
held || finish 3
if [ "$action" = ask ]; then
  printf %s "$wish" | base64 -d >"$folder/lock.request.new" &&
    mv -fT -- "$folder/lock.request.new" "$folder/lock.request" && finish 0
  finish 1
fi
# The session first: once it is gone, nothing that was sent through it can act any more, and its holder lets go.
while read -r line; do end_session "$line"; done <"$folder/lock.session"
free_within 300 && finish 0
kill_keepers
free_within 100 && finish 0
echo "something keeps the lock open that cannot be killed"
finish 1
)SCRIPT";

/// All that a command says, to its end.
Result<std::string> said(ports::Dialer& dialer, const std::string& line, const Limit& limit) {
  FF_TRY(stream, dialer.open(ports::Command{line}, limit));
  Waiting waiting(limit);
  std::string text;
  std::array<char, 4096> buffer;
  for (;;) {
    const ssize_t got = ::read(stream.get(), buffer.data(), buffer.size());
    if (got > 0) {
      if (text.size() < answer_max) text.append(buffer.data(), static_cast<std::size_t>(got));
    } else if (got < 0 && (errno == EAGAIN || errno == EINTR)) {
      FF_TRY(waited, waiting.poll(stream.get(), POLLIN, "the end of a takeover's script"));
    } else {
      return text;
    }
  }
}

}  // namespace

Status SessionTakeover::act(const MachineName& machine, const std::vector<std::string>& words,
                            const Limit& limit) {
  constexpr std::string_view mark = "\nff-takeover ";
  ports::Dialer& dialer = *dialers_.at(machine);
  std::string line = "exec env -u BASH_ENV -u ENV bash --noprofile --norc -c " +
                     shell_quoted(std::string(process_functions) + std::string(script)) + " ff-takeover";
  for (const std::string& word : words) line += " " + shell_quoted(word);
  auto text = said(dialer, line, limit);
  if (!text) return fail(at(std::move(text).error(), machine));
  const std::size_t end = text->rfind(mark);
  if (end == std::string::npos) {
    return fail(
        {ErrorCode::failed, "the takeover's script did not run", {machine, {}}, dialer.last_words(), {}});
  }
  const std::string code(trimmed(std::string_view(*text).substr(end + mark.size())));
  if (code == "0") return Done{};
  if (code == "3") return fail(ErrorCode::not_found, "that run does not hold the lock", {machine, {}});
  return fail({ErrorCode::failed,
               "the lock could not be taken over",
               {machine, {}},
               lines(printable(trimmed(std::string_view(*text).substr(0, end)))),
               {}});
}

Status SessionTakeover::ask(const MachineName& machine, const RunId& run, const ports::StopWish& wish,
                            Limit limit) {
  const codec::StopNote note{run, printable(wish.operator_name, words_max),
                             printable(wish.reason, words_max)};
  return act(machine, {"ask", folder_, run.text(), to_base64(codec::stop_json(note))}, limit);
}

Status SessionTakeover::fence(const MachineName& machine, const RunId& run, Limit limit) {
  Status fenced = act(machine, {"fence", folder_, run.text()}, limit);
  if (!fenced && fenced.error().code == ErrorCode::not_found) return Done{};
  return fenced;
}

}  // namespace ff::adapters::lease
