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

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
