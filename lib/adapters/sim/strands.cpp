#include "adapters/sim/strands.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <utility>

namespace ff::adapters::sim {
namespace {

constexpr std::size_t stack_size = 512 * 1024;

}  // namespace

Strands::Strands(Timeline& timeline) : timeline_(timeline) {
  strands_.push_back(std::make_unique<Strand>());
  now_ = strands_.front().get();
  timeline_.wait_by([this](const Limit& limit, const std::function<bool()>& ready) { wait(limit, ready); });
}

Strands::~Strands() {
  timeline_.wait_by(nullptr);
}

/// makecontext() passes on numbers only.
void Strands::enter(unsigned high, unsigned low) {
  auto* self = reinterpret_cast<Strands*>((static_cast<std::uintptr_t>(high) << 32U) | low);
  self->live(*self->now_);
}

void Strands::live(Strand& strand) {
  arrive();
  try {
    if (!killed_) strand.work();
  } catch (const Killed&) {
    killed_ = true;
  }
  strand.done = true;
  switch_to(next());
}

Strands::Strand& Strands::start(std::function<void()> work) {
  Strand& strand = *strands_.emplace_back(std::make_unique<Strand>());
  strand.work = std::move(work);
  if (stacks_.empty()) {
    strand.stack.reset(new char[stack_size]);
  } else {
    strand.stack = std::move(stacks_.back());
    stacks_.pop_back();
  }
  strand.in_use = {strand.stack.get(), stack_size};
  use_stack_anew(strand.in_use);
  (void)getcontext(&strand.context);
  strand.context.uc_stack.ss_sp = strand.stack.get();
  strand.context.uc_stack.ss_size = stack_size;
  const auto self = reinterpret_cast<std::uintptr_t>(this);
  makecontext(&strand.context, reinterpret_cast<void (*)()>(&Strands::enter), 2,
              static_cast<unsigned>(self >> 32U), static_cast<unsigned>(self));
  return strand;
}

void Strands::run(std::vector<std::function<void()>> works) {
  std::vector<Strand*> own;
  for (std::function<void()>& work : works) own.push_back(&start(std::move(work)));
  const std::function<bool()> all_done = [&own] { return std::ranges::all_of(own, &Strand::done); };
  const Limit for_ever{MonoTime::max(), {}};
  now_->limit = &for_ever;
  now_->ready = &all_done;
  // They end even when ff is killed meanwhile: what they hold is theirs to let go of.
  while (!all_done()) switch_to(next());
  now_->limit = nullptr;
  std::erase_if(strands_, [&](std::unique_ptr<Strand>& strand) {
    if (std::ranges::find(own, strand.get()) == own.end()) return false;
    stacks_.push_back(std::move(strand->stack));
    return true;
  });
  if (!killed_) return;
  killed_ = now_ != strands_.front().get();
  throw Killed{};
}

void Strands::wait(const Limit& limit, const std::function<bool()>& ready) {
  if (killed_) throw Killed{};
  now_->limit = &limit;
  now_->ready = &ready;
  Strand& other = next();
  if (&other != now_) switch_to(other);
  now_->limit = nullptr;
  if (killed_) throw Killed{};
}

/// One that waits for others to end does so also when all are to die.
bool Strands::can_run(const Strand& strand) const {
  if (strand.done) return false;
  if (strand.limit == nullptr) return true;
  const bool joins = strand.limit->deadline == MonoTime::max();
  return (killed_ && !joins) || timeline_.now() >= strand.limit->deadline ||
         strand.limit->stop.stop_requested() || (*strand.ready)();
}

Strands::Strand& Strands::next() {
  for (;;) {
    const auto here = std::ranges::find(strands_, now_, &std::unique_ptr<Strand>::get);
    assert(here != strands_.end());
    const auto place = static_cast<std::size_t>(here - strands_.begin());
    MonoTime earliest = MonoTime::max();
    for (std::size_t i = 1; i <= strands_.size(); ++i) {
      Strand& one = *strands_[(place + i) % strands_.size()];
      if (can_run(one)) return one;
      if (!one.done) earliest = std::min(earliest, one.limit->deadline);
    }
    assert(earliest < MonoTime::max());
    timeline_.step(earliest);
  }
}

void Strands::switch_to(Strand& strand) {
  if (&strand == now_) return;
  before_ = std::exchange(now_, &strand);
  Strand& from = *before_;
  leave_stack(from.in_use, from.done, strand.in_use);
  (void)swapcontext(&from.context, &strand.context);
  arrive();
}

void Strands::arrive() {
  arrive_on_stack(now_->in_use, before_->in_use);
}

std::vector<Status> SideBySide::run(std::vector<ports::Lane> lanes, std::stop_token stop) {
  std::stop_source own;
  const std::stop_callback passed_on(stop, [&own] { own.request_stop(); });
  std::vector<Status> results(lanes.size(), Done{});
  std::vector<std::function<void()>> works;
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    works.emplace_back([&, i] {
      results[i] = lanes[i].work(own.get_token());
      if (!results[i]) own.request_stop();
    });
  }
  strands_.run(std::move(works));
  return results;
}

}  // namespace ff::adapters::sim
