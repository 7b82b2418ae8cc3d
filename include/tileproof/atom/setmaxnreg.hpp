// SPDX-License-Identifier: BSL-1.0
//
// Defines warpgroup_reg_alloc and warpgroup_reg_dealloc (setmaxnreg, sm_90a), with CUTLASS's names:
// a warpgroup changes the number of registers that each of its threads has. A producer that only
// issues copies gives its registers to the consumers:
//
//   // 3 warpgroups, compiled to 168 registers a thread: 504 for each triple of threads
//   if (is_producer) warpgroup_reg_dealloc<24>();  // 24 + 2 * 240 = 504
//   else warpgroup_reg_alloc<240>();
//
// A block has the registers that it was launched with, whatever its warpgroups say: alloc waits
// until the others have given back enough. 32 + 2 * 240 is 512, more than 504, and waits for ever.
// From PTX ISA, "setmaxnreg".
#pragma once

#include <tileproof/types/int.hpp>
#include <tileproof/types/refused.hpp>

#include <tileproof/atom/instruction_begin.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The name of a refusal: a number of registers that setmaxnreg does not have.
struct setmaxnreg_takes {
  static constexpr char const* sentences[] = {
      "setmaxnreg: {found} registers a thread are asked for, and it must be a multiple of 8 from "
      "24 to 256",
      nullptr};
};
// Refuses a number of registers that is not a multiple of 8 from 24 to 256 (setmaxnreg_takes). The
// functions below require it; so does the CPU run.
template <int Registers>
TILEPROOF_HOST_DEVICE constexpr bool require_setmaxnreg() {
  static_assert(refuse_unless<(Registers >= 24 && Registers <= 256 && Registers % 8 == 0),
                              setmaxnreg_takes, found<Registers>>);
  return true;
}

#if defined(__CUDACC__)

// Raises the registers of each thread of the warpgroup to `Registers`, and waits until the block
// has as many to give. Pre: the warpgroup has no more than that. All warps of the warpgroup call
// it, and all lanes of a warp together. ptxas ignores setmaxnreg, with a note (C7508), in a kernel
// whose registers it cannot know: the kernel needs __launch_bounds__(threads, blocks), with both.
template <int Registers>
TILEPROOF_DEVICE void warpgroup_reg_alloc() {
  require_setmaxnreg<Registers>();
  TILEPROOF_ASM_SM90A("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(Registers));
}
// Lowers the registers of each thread of the warpgroup to `Registers`. Pre: the warpgroup has no
// fewer than that; the contents of those given back are lost, and the compiler keeps none in them.
template <int Registers>
TILEPROOF_DEVICE void warpgroup_reg_dealloc() {
  require_setmaxnreg<Registers>();
  TILEPROOF_ASM_SM90A("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(Registers));
}

#endif

}  // namespace tileproof::inline TILEPROOF_NAMESPACE

#include <tileproof/atom/instruction_end.hpp>
