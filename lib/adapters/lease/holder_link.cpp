#include "adapters/lease/holder_link.h"

#include <fmt/format.h>
#include <sys/eventfd.h>

#include <algorithm>
#include <charconv>
#include <vector>

#include "base/base64.h"
#include "base/text.h"

namespace ff::adapters::lease {
namespace {

constexpr std::size_t chunk_bytes = 64 * 1024;
constexpr std::size_t output_max = 64 * 1024;
constexpr std::size_t line_max = 8 * 1024;
constexpr std::size_t chatter_max = 2 * 1024;

template <class Number>
Number number_in(std::string_view text, Number fallback) {
  Number value = fallback;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
  return end.ec == std::errc() && end.ptr == text.data() + text.size() ? value : fallback;
}

std::shared_ptr<Ticket> new_ticket(std::uint64_t id) {
  auto ticket = std::make_shared<Ticket>();
  ticket->id = id;
  ticket->answered.reset(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  return ticket;
}

}  // namespace

HolderLink::HolderLink(MachineName machine, std::string token)
    : machine_(std::move(machine)),
      mark_(fmt::format("ff-{}-ready ", std::move(token))),
      standing_(new_ticket(0)) {}

void HolderLink::settle(Ticket& ticket, Result<Reply> reply) {
  if (ticket.reply) return;
  ticket.reply = std::move(reply);
  eventfd_write(ticket.answered.get(), 1);
}

std::shared_ptr<Ticket> HolderLink::ask(const std::string& verb, const std::string& rest,
                                        std::string_view content) {
  auto ticket = new_ticket(++last_id_);
  if (fault_) {
    settle(*ticket, fail(*fault_));
    return ticket;
  }
  for (std::size_t at = 0; at < content.size(); at += chunk_bytes) {
    const std::string_view chunk = content.substr(at, chunk_bytes);
    messages_.push_back(fmt::format("put {} {}\n{}", ticket->id, chunk.size(), chunk));
  }
  messages_.push_back(fmt::format("{} {}{}{}\n", verb, ticket->id, rest.empty() ? "" : " ", rest));
  open_[ticket->id] = ticket;
  return ticket;
}

void HolderLink::tell(const std::string& line) {
  if (!fault_) messages_.push_back(line + "\n");
}

void HolderLink::stands(MonoTime now) {
  stood_at_ = now;
  beat(now);
}

void HolderLink::beat(MonoTime now) {
  if (fault_ || beat_waits_) return;
  beats_[++last_id_] = now;
  const bool begun = sent_ > 0;
  messages_.insert(messages_.begin() + (begun ? 1 : 0), fmt::format("beat {}\n", last_id_));
  beat_waits_ = true;
}

std::string_view HolderLink::to_send() const {
  return messages_.empty() ? std::string_view() : std::string_view(messages_.front()).substr(sent_);
}

void HolderLink::sent(std::size_t count) {
  sent_ += count;
  if (sent_ < messages_.front().size()) return;
  if (messages_.front().starts_with("beat ")) beat_waits_ = false;
  messages_.pop_front();
  sent_ = 0;
}

void HolderLink::feed(std::string_view bytes) {
  received_ += bytes;
  if (!ready_) await_standing();
  if (!ready_) return;
  std::size_t begin = 0;
  for (std::size_t end = 0; alive() && (end = received_.find('\n', begin)) != std::string::npos;
       begin = end + 1) {
    obey(std::string_view(received_).substr(begin, end - begin));
  }
  received_.erase(0, begin);
  if (received_.size() > line_max)
    end(Error{ErrorCode::link_lost, "the lock's holder spoke out of turn", {machine_, {}}, {}, {}});
}

/// Looks for the first line, past whatever a login shell printed before it.
void HolderLink::await_standing() {
  const std::size_t at = received_.find(mark_);
  const std::size_t over = at == std::string::npos ? at : received_.find('\n', at);
  if (over == std::string::npos) {
    const std::size_t keep = std::min(received_.size(), line_max);
    if (chatter_.size() < chatter_max) chatter_ = received_.substr(0, chatter_max);
    received_.erase(0, received_.size() - keep);
    return;
  }
  const std::size_t begin = at + mark_.size();
  const std::vector<std::string> words = split(std::string_view(received_).substr(begin, over - begin), ' ');
  received_.erase(0, over + 1);
  if (words.size() < 5) return end();
  const auto known = [](const std::string& word) { return word == "none" ? std::string() : word; };
  ready_ = Ready{number_in(words[0], -1), MachineId(known(words[1])), BootId(known(words[2])),
                 number_in(words[3], 0), words.size() == 6 ? words[4] + " " + words[5] : ""};
  settle(*standing_, Reply{});
}

void HolderLink::obey(std::string_view line) {
  const std::size_t first = line.find(' ');
  const std::size_t second = first == std::string_view::npos ? first : line.find(' ', first + 1);
  const std::string_view verb = line.substr(0, first);
  const std::string_view name =
      first == std::string_view::npos ? "" : line.substr(first + 1, second - first - 1);
  const std::string_view rest = second == std::string_view::npos ? "" : line.substr(second + 1);
  const std::uint64_t id = number_in<std::uint64_t>(name, 0);
  if (verb == "beat") {
    const auto beat = beats_.find(id);
    if (beat == beats_.end()) return;
    acknowledged_ = std::max(acknowledged_, beat->second);
    beats_.erase(beats_.begin(), std::next(beat));
    if (!rest.empty()) request_ = from_base64(rest).value_or("");
  } else if (verb == "o") {
    std::string& output = outputs_[id];
    output += from_base64(rest).value_or("");
    output.resize(std::min(output.size(), output_max));
  } else if (verb == "e") {
    answer(id, number_in(rest, -1));
  }
}

void HolderLink::answer(std::uint64_t id, int code) {
  const auto output = outputs_.extract(id);
  const auto ticket = open_.extract(id);
  if (ticket) settle(*ticket.mapped(), Reply{code, output ? std::move(output.mapped()) : std::string()});
}

void HolderLink::end(std::optional<Error> why) {
  if (fault_) return;
  fault_ =
      why ? *std::move(why)
          : Error{ErrorCode::link_lost, "the process that holds the lock is gone", {machine_, {}}, {}, {}};
  messages_.clear();
  sent_ = 0;
  settle(*standing_, fail(*fault_));
  for (const auto& [id, ticket] : std::exchange(open_, {})) settle(*ticket, fail(*fault_));
}

}  // namespace ff::adapters::lease
