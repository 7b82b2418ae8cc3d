// SPDX-License-Identifier: BSL-1.0
//
// Defines TILEPROOF_RUN, the member functions of a machine for the verbs of the table in
// protocol/rows.hpp: TILEPROOF_VERBS(TILEPROOF_RUN) in a class with ctx_, data_, acts_, is_first_,
// barrier(), flag(), id(), of(), number(), stage(), destination(), has_two_parts.
#pragma once

#include <tileproof/protocol/rows.hpp>

#include <source_location>

// A role's call m.NAME(...) for each form of operands (protocol/rows.hpp), by a member of the
// context or of the payload. Idle lanes run begin and finish too, and there acts_ is false.
#define TILEPROOF_RUN_plain(NAME, MEMBER, OP) \
  TILEPROOF_KERNEL void NAME() { ctx_.MEMBER(); }
#define TILEPROOF_RUN_warp TILEPROOF_RUN_plain
#define TILEPROOF_RUN_cluster TILEPROOF_RUN_plain
#define TILEPROOF_RUN_plain_by_thread(NAME, MEMBER, OP) \
  TILEPROOF_KERNEL void NAME() {                        \
    if (acts_) ctx_.MEMBER();                           \
  }
#define TILEPROOF_RUN_plain_by_first(NAME, MEMBER, OP) \
  TILEPROOF_KERNEL void NAME() {                       \
    if (is_first_) ctx_.MEMBER();                      \
  }
#define TILEPROOF_RUN_barriers(NAME, MEMBER, OP)              \
  TILEPROOF_KERNEL void NAME() {                              \
    if (is_first_) tileproof::pipeline::NAME<P>(ctx_, bars_); \
  }
#define TILEPROOF_RUN_number(NAME, MEMBER, OP) \
  template <auto N>                            \
  TILEPROOF_KERNEL void NAME(C<N> n) {         \
    ctx_.MEMBER(n);                            \
  }
#define TILEPROOF_RUN_number_by_thread(NAME, MEMBER, OP) \
  template <auto N>                                      \
  TILEPROOF_KERNEL void NAME(C<N> n) {                   \
    if (acts_) ctx_.MEMBER(n);                           \
  }
#define TILEPROOF_RUN_mbarrier(NAME, MEMBER, OP)                                \
  template <class B>                                                            \
  TILEPROOF_KERNEL void NAME(slot<B> s) {                                       \
    if (!acts_) return;                                                         \
    if constexpr (takes_rank<OP>)                                               \
      s.block < 0 ? ctx_.MEMBER(barrier(s)) : ctx_.MEMBER(barrier(s), s.block); \
    else                                                                        \
      ctx_.MEMBER(barrier(s));                                                  \
  }
#define TILEPROOF_RUN_rank(NAME, MEMBER, OP)     \
  template <class B>                             \
  TILEPROOF_KERNEL void NAME(slot<B> s) {        \
    if (acts_) ctx_.MEMBER(barrier(s), s.block); \
  }
#define TILEPROOF_RUN_parity(NAME, MEMBER, OP)        \
  template <class B>                                  \
  TILEPROOF_KERNEL void NAME(slot<B> s) {             \
    if (acts_) ctx_.MEMBER(barrier(s), of(s).parity); \
  }
#define TILEPROOF_RUN_bytes(NAME, MEMBER, OP)        \
  template <class B>                                 \
  TILEPROOF_KERNEL void NAME(slot<B> s, int bytes) { \
    if (acts_) ctx_.MEMBER(barrier(s), bytes);       \
  }
// Place n of a flag is complete when (n + 1) * Arrivals arrivals have come.
#define TILEPROOF_RUN_flag(NAME, MEMBER, OP)                                                    \
  template <class B>                                                                            \
    requires(B::is == sort::flag)                                                               \
  TILEPROOF_KERNEL void NAME(slot<B> s) {                                                       \
    if constexpr (OP == op::wait) {                                                             \
      if (acts_) ctx_.MEMBER(flag(s), (static_cast<std::uint32_t>(number(s)) + 1) * B::amount); \
    } else if (acts_) {                                                                         \
      ctx_.MEMBER(flag(s));                                                                     \
    }                                                                                           \
  }
#define TILEPROOF_RUN_named(NAME, MEMBER, OP)                       \
  template <class B>                                                \
    requires(B::is == sort::named_barrier)                          \
  TILEPROOF_KERNEL void NAME(slot<B> s) {                           \
    if constexpr (OP == op::pass && requires { data_.after(B{}); }) \
      ctx_.MEMBER(id(s) + data_.after(B{}), Int<B::amount>{});      \
    else                                                            \
      ctx_.MEMBER(id(s), Int<B::amount>{});                         \
  }
#if defined(__CUDACC__)
#define TILEPROOF_RUN_block TILEPROOF_RUN_plain
#else  // a finding names the line of the role
#define TILEPROOF_RUN_block(NAME, MEMBER, OP)                                      \
  void NAME(std::source_location const& where = std::source_location::current()) { \
    if constexpr (requires { ctx_.MEMBER(where, true); })                          \
      ctx_.MEMBER(where, true);                                                    \
    else                                                                           \
      ctx_.MEMBER();                                                               \
  }
#endif
#define TILEPROOF_RUN_stage(NAME, MEMBER, OP)                                   \
  template <template <class> class Slot, class R, class... More>                \
  TILEPROOF_KERNEL void NAME([[maybe_unused]] Slot<R> s, More const&... more) { \
    if constexpr (has_two_parts<R>)                                             \
      data_.MEMBER(R{}, s.index);                                               \
    else if constexpr (R::is == sort::accumulator)                              \
      data_.MEMBER(R{});                                                        \
    else if (acts_)                                                             \
      data_.MEMBER(R{}, this->template place_for<OP>(s), number(s), more...);   \
  }
#define TILEPROOF_RUN_fetch(NAME, MEMBER, OP)                  \
  template <class R, class... More>                            \
  TILEPROOF_KERNEL void NAME(slot<R> s, More const&... more) { \
    if (acts_) data_.MEMBER(R{}, number(s), more...);          \
  }
#define TILEPROOF_RUN_load(NAME, MEMBER, OP)                \
  template <class R, class B>                               \
  TILEPROOF_KERNEL void NAME(slot<R> s, slot<B> on) {       \
    auto const to = stage_of_load(s);                       \
    if (acts_) data_.load(R{}, to, barrier(on), number(s)); \
  }
#define TILEPROOF_RUN_multicast TILEPROOF_RUN_load
#define TILEPROOF_RUN_gemm(NAME, MEMBER, OP)                                    \
  template <class Acc, class... R>                                              \
  TILEPROOF_KERNEL void NAME([[maybe_unused]] slot<Acc> acc, slot<R>... from) { \
    if constexpr (has_two_parts<Acc>)                                           \
      data_.MEMBER(Acc{}, acc.index, operand(resources<R...>{}, from)...);      \
    else                                                                        \
      data_.MEMBER(Acc{}, operand(resources<R...>{}, from)...);                 \
  }
#define TILEPROOF_RUN_no_call(NAME, MEMBER, OP)
// Proved, and run by no machine yet.
#define TILEPROOF_RUN_load_pair TILEPROOF_RUN_no_call
#define TILEPROOF_RUN_cancel TILEPROOF_RUN_no_call
#define TILEPROOF_RUN_cancel_multicast TILEPROOF_RUN_no_call
#define TILEPROOF_RUN_umma TILEPROOF_RUN_no_call
#define TILEPROOF_RUN_umma_pair TILEPROOF_RUN_no_call
#define TILEPROOF_RUN_each_block TILEPROOF_RUN_no_call
#define TILEPROOF_RUN(TAKES, NAME, MEMBER, OP, ...) TILEPROOF_RUN_##TAKES(NAME, MEMBER, op::OP)
