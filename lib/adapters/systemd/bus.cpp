#include "adapters/systemd/bus.h"

#include <fmt/format.h>
#include <systemd/sd-bus.h>

#include <cassert>
#include <cstring>
#include <utility>

#include "adapters/systemd/message.h"

namespace ff::adapters::systemd {
namespace {

/// dbus-daemon refuses a connection's 129th unanswered call; half of that leaves room for everything else.
constexpr std::size_t in_flight_max = 64;

/// Answered by the bus itself: tells a silent manager from a silent link.
Call witness_call() {
  return {.member = "GetId",
          .path = "/org/freedesktop/DBus",
          .interface = "org.freedesktop.DBus",
          .destination = "org.freedesktop.DBus"};
}

int append(sd_bus_message* message, const Argument& argument) {
  if (const auto* text = std::get_if<std::string>(&argument))
    return sd_bus_message_append(message, "s", text->c_str());
  if (const auto* flag = std::get_if<bool>(&argument))
    return sd_bus_message_append(message, "b", static_cast<int>(*flag));
  int status = sd_bus_message_open_container(message, 'a', "s");
  for (const std::string& text : std::get<std::vector<std::string>>(argument)) {
    if (status >= 0) status = sd_bus_message_append(message, "s", text.c_str());
  }
  return status < 0 ? status : sd_bus_message_close_container(message);
}

Result<Message> message_of(sd_bus* bus, const Call& call) {
  sd_bus_message* made = nullptr;
  int status = sd_bus_message_new_method_call(bus, &made, call.destination.c_str(), call.path.c_str(),
                                              call.interface.c_str(), call.member.c_str());
  Message message(made);
  for (const Argument& argument : call.arguments) {
    if (status >= 0) status = append(message.get(), argument);
  }
  if (status < 0)
    return fail(ErrorCode::bad_input,
                fmt::format("D-Bus call {} cannot be made: {}", call.member, std::strerror(-status)));
  return message;
}

}  // namespace

void MessageUnref::operator()(sd_bus_message* message) const {
  sd_bus_message_unref(message);
}
void Bus::SlotUnref::operator()(sd_bus_slot* slot) const {
  sd_bus_slot_unref(slot);
}

Result<Reply> Bus::call(const Call& call, const Limit& limit) {
  FF_TRY(replies, call_all({call}, limit));
  return std::move(replies.front());
}

Result<std::vector<Reply>> Bus::call_all(const std::vector<Call>& calls, const Limit& limit) {
  std::vector<Reply> replies;
  replies.reserve(calls.size());
  FF_TRY(called, call_each(calls, [&](Reply reply) { replies.push_back(std::move(reply)); }, limit));
  return replies;
}

Status Bus::call_each(const std::vector<Call>& calls, const TakeReply& take, const Limit& limit) {
  FF_TRY(opened, open(limit));
  return exchange(calls, take, limit);
}

/// One more call than asked for is sent: the witness's, whose answer is not waited for.
Status Bus::exchange(const std::vector<Call>& calls, const TakeReply& take, const Limit& limit) {
  const MonoTime begun = boot_now();
  Waiting waiting(limit);
  std::vector<Pending> pending(calls.size() + 1);
  FF_TRY(witnessed, send(witness_call(), pending.back()));
  std::size_t sent = 0;
  std::size_t answered = 0;
  while (answered < calls.size()) {
    for (; sent < calls.size() && sent - answered < in_flight_max; ++sent) {
      FF_TRY(done, send(calls[sent], pending[sent]));
    }
    if (const Status stepped = step(waiting); !stepped) {
      if (stepped.error().code != ErrorCode::timeout) return stepped;
      return fail(unanswered(pending.back(), std::chrono::duration_cast<Milliseconds>(boot_now() - begun)));
    }
    for (; answered < sent && pending[answered].done; ++answered) take(std::move(pending[answered].reply));
  }
  return Done{};
}

Status Bus::send(const Call& call, Pending& pending) {
  auto message = message_of(bus_.get(), call);
  if (!message) return fail(at(message.error(), machine_));
  const auto handler = [](sd_bus_message* reply, void* self, sd_bus_error*) {
    return on_reply(reply, self, nullptr);
  };
  sd_bus_slot* slot = nullptr;
  const int status = sd_bus_call_async(bus_.get(), &slot, message->get(), handler, &pending, UINT64_MAX);
  if (status < 0) return fail(lost(fmt::format("{}: {}", call.member, std::strerror(-status))));
  pending.slot.reset(slot);
  return Done{};
}

int Bus::on_reply(sd_bus_message* message, void* self, void*) {
  auto& pending = *static_cast<Pending*>(self);
  pending.done = true;
  if (const sd_bus_error* error = sd_bus_message_get_error(message)) {
    pending.reply.error_name = error->name;
    pending.reply.error_text = error->message == nullptr ? "" : error->message;
  }
  pending.reply.message.reset(sd_bus_message_ref(message));
  return 0;
}

int Bus::on_signal(sd_bus_message* message, void* self, void*) {
  static_cast<Bus*>(self)->signals_.push_back(signal_of(message));
  return 0;
}

Status Bus::subscribe(const std::vector<std::string>& match_rules, const Limit& limit) {
  assert(rules_.empty() || rules_ == match_rules);
  rules_ = match_rules;
  return open(limit);
}

Status Bus::apply_rules(const Limit& limit) {
  const auto handler = [](sd_bus_message* message, void* self, sd_bus_error*) {
    return on_signal(message, self, nullptr);
  };
  for (const std::string& rule : rules_) {
    const int status = sd_bus_add_match_async(bus_.get(), nullptr, rule.c_str(), handler, nullptr, this);
    if (status < 0) return fail(lost(fmt::format("match rule: {}", std::strerror(-status))));
  }
  // The bus takes messages in order: once Subscribe is answered, all rules are in force.
  Reply reply;
  FF_TRY(exchanged, exchange({{.member = "Subscribe"}}, [&](Reply came) { reply = std::move(came); }, limit));
  if (reply.failed() && reply.error_name != "org.freedesktop.systemd1.AlreadySubscribed")
    return fail(lost("Subscribe: " + reply.error_text));
  subscribed_ = true;
  return Done{};
}

Result<std::optional<Signal>> Bus::next_signal(const Limit& limit) {
  Waiting waiting(limit);
  while (signals_.empty()) {
    if (!bus_) return fail(lost("it is closed"));
    const Status stepped = step(waiting);
    if (!stepped && stepped.error().code == ErrorCode::timeout) return std::nullopt;
    if (!stepped) return fail(stepped.error());
  }
  // What came with it is taken in as well, so that many signals of one change can be told as one.
  while (bus_ && sd_bus_is_open(bus_.get()) > 0 && sd_bus_process(bus_.get(), nullptr) > 0) {
  }
  return take_signal();
}

std::optional<Signal> Bus::take_signal() {
  if (signals_.empty()) return std::nullopt;
  Signal first = std::move(signals_.front());
  signals_.pop_front();
  return first;
}

/// Handles one message, or waits when there is none.
Status Bus::step(Waiting& waiting) {
  const int processed = sd_bus_process(bus_.get(), nullptr);
  // Checked before the next call of process: that one would answer what is pending with invented errors.
  if (processed < 0 || sd_bus_is_open(bus_.get()) <= 0)
    return fail(lost(processed < 0 ? std::strerror(-processed) : "it was closed from the far side"));
  if (processed > 0) return Done{};
  const int events = sd_bus_get_events(bus_.get());
  const Status waited =
      waiting.poll(sd_bus_get_fd(bus_.get()), static_cast<short>(events < 0 ? 0 : events), "an answer");
  if (!waited) return fail(at(waited.error(), machine_));
  return Done{};
}

Error Bus::lost(const std::string& why) {
  bus_.reset();
  Error error{ErrorCode::link_lost, "the connection to its system bus ended: " + why, {machine_, {}}, {}, {}};
  error.evidence = dialer_.last_words();
  return error;
}

Error Bus::unanswered(const Pending& witness, Milliseconds waited) {
  const char* why = witness.done ? "though its bus answers: it is busy, perhaps with a reload of all units"
                                 : "nor did its bus: the link or the machine is stuck";
  bus_.reset();
  return {ErrorCode::timeout,
          fmt::format("the service manager did not answer within {}, {}", human(waited), why),
          {machine_, {}},
          {},
          {}};
}

}  // namespace ff::adapters::systemd
