// SPDX-License-Identifier: BSL-1.0
//
// The steps of a product, in flight: shared memory is filled some steps ahead of the multiply-adds,
// registers one block of k ahead.
#pragma once

#include <tileproof/kernel/context.hpp>
#include <tileproof/tensor/aligned.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

//   fetch(part, step, is_last, stage)   asks for a part of a step's tiles, to be in a stage of
//                                       shared memory
//   deliver(stage)                      what it has brought to registers goes there
//   load(block, stage)                  a block of k, from shared memory to registers
//   multiply(block)                     and from there
//
// Fetches come in the order of the steps. A step has Blocks blocks, and each of the first ones asks
// for one of Parts parts: fewer addresses, and so registers, at a time. Beyond the last step there
// is no branch: the last one is asked for again, and registers are loaded from its stage, to no
// use. Where the steps fill the pipeline that stage was written before; there parts behind the
// first have a branch, which was faster. Pre: steps > 0; at least Stages where they fill the
// pipeline.
template <int Stages, int Blocks, bool AreFilling, int Parts, class Context, class Fetch,
          class Deliver, class Load, class Multiply>
TILEPROOF_KERNEL void pipelined(Context const& ctx, int steps, Fetch const& fetch,
                                Deliver const& deliver, Load const& load,
                                Multiply const& multiply) {
  static_assert(Stages >= 2 && Blocks > Parts);  // the last block frees a stage
  auto const known = [&](int step) { return step < steps ? step : steps - 1; };
  TILEPROOF_UNROLL
  for (int stage = 0; stage < Stages - 1; ++stage) {
    int const step = AreFilling ? stage : known(stage);
    TILEPROOF_UNROLL
    for (int part = 0; part < Parts; ++part)
      fetch(part, step, !AreFilling && step + 1 == steps, stage);
    ctx.cp_async_fence();
    deliver(stage);
  }
  ctx.cp_async_wait(Int<Stages - 2>{});
  ctx.sync();
  load(0, 0);
  int read = 0;
  int write = Stages - 1;
  for (int step = 0; step < steps; ++step) {
    TILEPROOF_UNROLL
    for (int block = 0; block < Blocks; ++block) {
      if (block == Blocks - 1) {  // the next step is there, and everybody is done with this one
        deliver(write);
        read = read + 1 == Stages ? 0 : read + 1;
        write = write + 1 == Stages ? 0 : write + 1;
        ctx.cp_async_wait(Int<Stages - 2>{});
        ctx.sync();
      }
      load((block + 1) % Blocks, read);
      if (block < Parts) {
        int const ahead = known(step + Stages - 1);
        if (block == 0 || !AreFilling || step + Stages - 1 < steps)
          fetch(block, ahead, ahead + 1 == steps, write);
        if (block + 1 == Parts) ctx.cp_async_fence();
      }
      multiply(block);
    }
  }
  ctx.cp_async_wait(_0{});
}

// A tensor of which the compiler does not know how its pointer came about. It would add up the ways
// to the block, the thread, the row and the step in another order, and for each row anew: in the
// kernel of f16 elements 100 instructions and 2 % of the time.
template <class T>
TILEPROOF_HOST_DEVICE T opaque(T const& t) {
  return t;
}
#if defined(__CUDA_ARCH__)
template <class T, int Bytes, class L>
TILEPROOF_HOST_DEVICE auto opaque(
    Tensor<ViewEngine<tagged_ptr<gmem_space, aligned_ptr<T, Bytes>>>, L> const& t) {
  T* p = raw_pointer_cast(t.data());
  asm("mov.u64 %0, %1;" : "=l"(p) : "l"(p));
  __builtin_assume(__isGlobal(p));
  return view(make_gmem_ptr(aligned_ptr<T, Bytes>{p}), t.layout());
}
#endif

// The steps (rest...) of a tensor (rest...,k), one after the other: by index, or by a pointer that
// moves. Offsets have the stride's type, or type Index where it is static.
template <bool ByPointer, class Index, class T>
class steps_of {
  static constexpr std::size_t k = static_cast<std::size_t>(T::rank) - 1;
  TILEPROOF_HOST_DEVICE static constexpr auto first(T const& t) {
    return view(t.data(), take<0, k>(t.layout()));
  }
  using view_t = decltype(first(std::declval<T const&>()));
  using stride_t = decltype(stride<k>(std::declval<T const&>()));
  using integer = std::conditional_t<__is_empty(stride_t), Index, plain_integer_t<stride_t>>;
  using distance = known_multiple<multiple_v<stride_t>, integer>;

  view_t at_;
  integer stride_;

 public:
  TILEPROOF_HOST_DEVICE constexpr explicit steps_of(T const& t)
      : at_(first(t)), stride_(stride<k>(t)) {}
  // Step `step`; `is_last` if there is none behind it. Called once for each, in order.
  TILEPROOF_HOST_DEVICE constexpr view_t next(Index step, bool is_last) {
    view_t const now = at_;
    if constexpr (ByPointer) {
      at_ = view(at_.data() + distance(is_last ? 0 : stride_), at_.layout());
      return now;
    } else {
      return view(now.data() + distance(step * stride_), now.layout());
    }
  }
};
template <bool ByPointer, class Index, class T>
TILEPROOF_HOST_DEVICE constexpr auto steps(T const& t) {
  return steps_of<ByPointer, Index, T>(t);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
