// SPDX-License-Identifier: BSL-1.0
//
// Defines fibre: a function on a stack of its own, which can suspend in the middle and be resumed.
//
// The CPU run has one fibre for each thread of a block, all in one thread of the operating system.
// One fibre runs at a time, until it calls suspend(). So no locks are needed, and the order of
// threads is fixed (cpu/block.hpp).
//
//   fibre f(1 << 18, [&] { puts("a"); f.suspend(); puts("b"); });
//   f.resume();  // a
//   f.resume();  // b
//
// A switch is a call of Boost.Context, without a system call. Requires -lboost_context.
#pragma once

#include <tileproof/config.hpp>

#include <boost/context/fiber.hpp>
#include <boost/context/protected_fixedsize_stack.hpp>

#include <cstddef>
#include <utility>

#if defined(__SANITIZE_ADDRESS__)
#define TILEPROOF_ADDRESS_SANITIZER
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TILEPROOF_ADDRESS_SANITIZER
#endif
#endif
#if defined(TILEPROOF_ADDRESS_SANITIZER)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

// One suspended function. `block` has one for each thread. Neither copied nor moved: the body keeps
// a pointer to it.
class fibre {
  // These tell AddressSanitizer about each change of stacks: one is called before leaving a stack,
  // the other after arriving at the next. `left` belongs to the stack that is left, and is nullptr
  // if the program does not come back to it. Both are empty in a build without AddressSanitizer.
  static void leave_stack([[maybe_unused]] void** left, [[maybe_unused]] void const* bottom,
                          [[maybe_unused]] std::size_t size) {
#if defined(TILEPROOF_ADDRESS_SANITIZER)
    __sanitizer_start_switch_fiber(left, bottom, size);
#endif
  }
  static void enter_stack([[maybe_unused]] void* left, [[maybe_unused]] void const** from,
                          [[maybe_unused]] std::size_t* size) {
#if defined(TILEPROOF_ADDRESS_SANITIZER)
    __sanitizer_finish_switch_fiber(left, from, size);
#endif
  }

 public:
  // body() starts at the first resume, with a stack of `stack` bytes; a page that cannot be
  // accessed lies at its end, so that an overflow is a segmentation fault. body() must not throw.
  // Pre: it has returned before the fibre is destroyed.
  template <class Body>
  fibre(std::size_t stack, Body body) {
    boost::context::protected_fixedsize_stack allocator(stack);
    boost::context::stack_context const memory = allocator.allocate();
    size_ = memory.size;
    bottom_ = static_cast<char*>(memory.sp) - memory.size;
#if defined(TILEPROOF_ADDRESS_SANITIZER)
    // An earlier stack at this address may have been left by an exception.
    __asan_unpoison_memory_region(bottom_, size_);
#endif
    inside_ = boost::context::fiber(std::allocator_arg,
                                    boost::context::preallocated(memory.sp, memory.size, memory),
                                    allocator, [this, body](boost::context::fiber&& outside) {
                                      outside_ = std::move(outside);
                                      enter_stack(nullptr, &outer_bottom_, &outer_size_);
                                      body();
                                      leave_stack(nullptr, outer_bottom_, outer_size_);
                                      return std::move(outside_);
                                    });
  }
  fibre(fibre const&) = delete;
  fibre& operator=(fibre const&) = delete;

  // Called from outside: runs the fibre until it suspends or returns.
  void resume() {
    void* left = nullptr;
    leave_stack(&left, bottom_, size_);
    inside_ = std::move(inside_).resume();
    enter_stack(left, nullptr, nullptr);
  }
  // Called from inside: returns when the fibre is resumed.
  void suspend() {
    void* left = nullptr;
    leave_stack(&left, outer_bottom_, outer_size_);
    outside_ = std::move(outside_).resume();
    enter_stack(left, &outer_bottom_, &outer_size_);
  }

 private:
  // The suspended function while it does not run, and the suspended caller of resume() while it
  // does.
  boost::context::fiber inside_;
  boost::context::fiber outside_;
  // For AddressSanitizer: the two stacks, lowest byte and size.
  void const* bottom_ = nullptr;
  std::size_t size_ = 0;
  void const* outer_bottom_ = nullptr;
  std::size_t outer_size_ = 0;
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu

#undef TILEPROOF_ADDRESS_SANITIZER
