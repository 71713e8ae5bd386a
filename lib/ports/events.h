#pragma once

#include "domain/event.h"

namespace ff::ports {

/// Takes what is told while a run goes on. Safe to call from several threads; never blocks.
class Events {
 public:
  virtual ~Events() = default;
  virtual void emit(const domain::Event& event) noexcept = 0;
};

}  // namespace ff::ports
