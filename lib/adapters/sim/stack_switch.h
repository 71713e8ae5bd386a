#pragma once

#include <cstddef>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

/// What AddressSanitizer has to be told by those who change stacks; nothing in a build without it. See
/// sanitizer/common_interface_defs.h.
namespace ff::adapters::sim {

/// A stack, and what the sanitizer keeps of it while another one is in use.
struct Stack {
  const void* bottom = nullptr;  ///< unknown of the thread's own until it was left once
  std::size_t size = 0;
  void* kept = nullptr;
};

#ifdef __SANITIZE_ADDRESS__
/// Before `from` is left for `to`; for good when it has ended.
inline void leave_stack(Stack& from, bool for_good, const Stack& to) {
  __sanitizer_start_switch_fiber(for_good ? nullptr : &from.kept, to.bottom, to.size);
}
/// First of all once `to` is in use, which was left or never used before; `from` is the one before it.
inline void arrive_on_stack(const Stack& to, Stack& from) {
  __sanitizer_finish_switch_fiber(to.kept, &from.bottom, &from.size);
}
/// Frames of an earlier use were never returned from.
inline void use_stack_anew(const Stack& stack) {
  __asan_unpoison_memory_region(stack.bottom, stack.size);
}
#else
inline void leave_stack(Stack& /*from*/, bool /*for_good*/, const Stack& /*to*/) {}
inline void arrive_on_stack(const Stack& /*to*/, Stack& /*from*/) {}
inline void use_stack_anew(const Stack& /*stack*/) {}
#endif

}  // namespace ff::adapters::sim
