// SPDX-License-Identifier: BSL-1.0
//
// The main loop of a multistage GEMM: shared memory is filled Stages - 1 k-tiles ahead, registers
// one k-block ahead of the MMA (or FMA).
//
// A k-tile is the part of A and B that a block holds in one stage of shared memory; a k-block is
// the part of it that one call of `multiply` takes. With 3 stages, while k-tile t is multiplied:
//
//   shared memory   | k-tile t: read | k-tile t+1 | k-tile t+2: being filled |
//   registers       | k-block b: multiplied | k-block b+1: being loaded |
#pragma once

#include <tileproof/kernel/context.hpp>
#include <tileproof/tensor/aligned.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// Runs the main loop over `steps` k-tiles. The kernel passes four functions:
//
//   fetch(part, step, is_last, stage)   starts copies: a part of k-tile `step` to a stage
//   deliver(stage)                      stores to a stage the part that fetch left in registers
//   load(block, stage)                  loads a k-block from a stage to registers
//   multiply(block)                     multiplies it
//
// A k-tile has Blocks k-blocks. During each of the first Parts of them one part of a fetch is
// issued, so that fewer addresses, and so fewer registers, are live at a time. Calls of fetch come
// in the order of the k-tiles. After the last k-tile there is no branch: it is fetched again, and
// loaded, but not multiplied. AreFilling promises steps >= Stages; then every stage has been
// written, and the parts after the first have a branch, which was faster. Pre: steps > 0.
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
      if (block == Blocks - 1) {  // the next k-tile has arrived, and all threads have read this one
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

// A copy of a tensor whose pointer is hidden from the compiler behind a mov in an asm statement.
// Otherwise nvcc adds the offsets of block, thread, row and k-tile in another order, anew for each
// row: 100 instructions and 2 % of the time of the f16 GEMM.
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

// Walks over the last mode of a tensor (rest...,k), k-tile by k-tile: by index, or by a pointer
// that moves. Offsets have the type of the stride, or type Index where the stride is static.
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
  // K-tile `step`, a tensor (rest...). Call it once for each k-tile, in order; is_last marks the
  // last.
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
