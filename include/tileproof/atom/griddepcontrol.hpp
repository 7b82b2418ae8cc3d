// SPDX-License-Identifier: BSL-1.0
//
// Defines launch_dependent_grids and wait_on_dependent_grids (griddepcontrol, sm_90), with
// CUTLASS's names: a kernel may start while the kernel before it in the stream still runs. Use them
// to run the prologue (barriers, tensor maps, tile indices), which does not depend on that kernel,
// while that kernel ends.
//
//   // kernel 1, where little is left to do       // kernel 2, launched as dependent
//   launch_dependent_grids();                     set_up();
//   store_the_rest();                             wait_on_dependent_grids();
//                                                 read_what_kernel_1_wrote();
//
// kernel/common/launch.hpp launches a kernel as dependent; launched otherwise, both do nothing.
// From PTX ISA, "griddepcontrol".
#pragma once

#include <tileproof/config.hpp>

#include <tileproof/atom/instruction_begin.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

#if defined(__CUDACC__)

// Permits the dependent kernel to start once every block of this grid has called it or has ended.
// It publishes nothing: the dependent kernel sees this grid's writes, also those before this call,
// only after its own griddepcontrol.wait.
TILEPROOF_DEVICE void launch_dependent_grids() {
  TILEPROOF_ASM(90, "griddepcontrol.launch_dependents;" :: : "memory");
}
// Waits until the kernels that this one depends on have ended, and their writes are visible. Before
// it the kernel must not read what they write, nor write what they read or write.
TILEPROOF_DEVICE void wait_on_dependent_grids() {
  TILEPROOF_ASM(90, "griddepcontrol.wait;" :: : "memory");
}

#endif

}  // namespace tileproof::inline TILEPROOF_NAMESPACE

#include <tileproof/atom/instruction_end.hpp>
