#include <fmt/format.h>
#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "adapters/lease/grip.h"
#include "adapters/lease/holder_script.h"
#include "base/text.h"

namespace ff::adapters::lease {
namespace {

std::string new_token() {
  std::array<std::uint64_t, 2> random{};
  // The token keeps a login shell's chatter from being taken for the holder; it guards no secret.
  (void)::getrandom(random.data(), sizeof(random), 0);
  return fmt::format("{:016x}{:016x}", random[0], random[1]);
}

}  // namespace

Status Grip::open(const Reach& reach, const Limit& limit) {
  std::vector<Status> results(reach.dialers.size(), Done{});
  std::vector<std::jthread> openers;
  std::size_t next = 0;
  for (const auto& [machine, dialer] : reach.dialers) {
    const bool local = reach.local.contains(machine);
    openers.emplace_back([&, &name = machine, way = dialer, &result = results[next], local] {
      result = open_one(name, *way, local, limit);
    });
    ++next;
  }
  openers.clear();
  for (Status& result : results) {
    if (!result) return fail(std::move(result).error());
  }
  return Done{};
}

Status Grip::open_one(const MachineName& machine, ports::Dialer& dialer, bool local, const Limit& limit) {
  HolderSettings settings{new_token(), local ? static_cast<int>(::getpid()) : 0, terms_.patience,
                          terms_.folder};
  auto stream = dialer.open(ports::Command{holder_command(settings)}, limit);
  if (!stream) return fail(at(std::move(stream).error(), machine));
  const Pump::Link link = pump_.add(machine, std::move(settings.token), *std::move(stream));
  {
    const std::lock_guard lock(mutex_);
    members_[machine] = {link, {}, machine};
  }
  return add_standing(machine, link, dialer, limit);
}

Status Grip::add_standing(const MachineName& machine, Pump::Link link, ports::Dialer& dialer,
                          const Limit& limit) {
  const Place where{machine, {}};
  auto ready = pump_.standing(link, limit);
  if (!ready && ready.error().code == ErrorCode::link_lost && !pump_.alive(link)) {
    std::vector<std::string> evidence = dialer.last_words();
    for (const std::string& line : lines(pump_.chatter(link))) evidence.push_back(printable(line));
    return fail(
        {ErrorCode::refused, "the process that is to hold the lock did not start", where, evidence, {}});
  }
  if (!ready) return fail(at(std::move(ready).error(), machine));
  if (ready->uid != 0) {
    return fail(ErrorCode::not_permitted,
                fmt::format("logged in with user id {}, but only root may act", ready->uid), where);
  }
  if (ready->machine_id.empty() || ready->boot_id.empty()) {
    return fail(ErrorCode::refused, "the machine tells no machine-id or no boot id", where);
  }
  if (ready->session.empty()) {
    return fail(ErrorCode::refused, "the SSH server's process of this session cannot be told", where);
  }
  const std::lock_guard lock(mutex_);
  members_[machine].ready = *std::move(ready);
  return Done{};
}

namespace {

Status gone_well(const MachineName& machine, Result<Reply> reply) {
  if (reply) return Done{};
  if (reply.error().code != ErrorCode::link_lost) return fail(at(std::move(reply).error(), machine));
  return fail(ErrorCode::lease_lost, "the lock's holder was gone before it was told to let go",
              {machine, {}});
}

}  // namespace

/// Second sessions to a machine first: what was sent through them must have arrived, or they must be gone,
/// before its lock is free.
Status Grip::dismiss_companions(const Limit& limit) {
  Status first = Done{};
  for (const auto& [name, member] : members_) {
    if (member.locks_as == name) continue;
    Status gone = pump_.fresh(member.link, terms_.fresh_for);
    if (gone) gone = gone_well(name, pump_.await(*pump_.ask(member.link, "bye"), limit));
    if (gone) continue;
    const Pump::Link lock = members_.at(member.locks_as).link;
    [[maybe_unused]] const auto ended = pump_.await(*pump_.ask(lock, "end", member.ready.session), limit);
    if (first) first = std::move(gone);
  }
  return first;
}

Status Grip::release(const Limit& limit) {
  if (released_.exchange(true)) return Done{};
  Status first = dismiss_companions(limit);
  std::vector<MachineName> all = order_;
  for (const auto& [name, member] : members_) {
    if (member.locks_as == name && std::ranges::find(order_, name) == order_.end()) all.push_back(name);
  }
  std::vector<std::shared_ptr<Ticket>> farewells;
  for (const MachineName& name : all) farewells.push_back(pump_.ask(members_.at(name).link, "bye"));
  for (std::size_t i = 0; i < all.size(); ++i) {
    Status gone = gone_well(all[i], pump_.await(*farewells[i], limit));
    if (!gone && first) first = std::move(gone);
  }
  return first;
}

}  // namespace ff::adapters::lease
