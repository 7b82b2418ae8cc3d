// SPDX-License-Identifier: BSL-1.0
//
// Includes the element types (half_t, bfloat16_t, int4b_t ...), the copy and MMA instructions up to
// TMA and wgmma, and the tiled copies and tiled MMAs built from them.
//
// Use it beside <tileproof/tileproof.hpp> in a kernel of your own.
#pragma once

#include <tileproof/config.hpp>  // first of all: it refuses C++17

// First: the shortest way to them in a message.
#include <tileproof/types/refused.hpp>

#include <tileproof/prove/answer.hpp>
#include <tileproof/prove/require.hpp>

#include <tileproof/atom/copy/atom.hpp>
#include <tileproof/atom/copy/cooperative_copy.hpp>
#include <tileproof/atom/copy/copy.hpp>
#include <tileproof/atom/copy/copy_if.hpp>
#include <tileproof/atom/copy/explain.hpp>
#include <tileproof/atom/copy/operation.hpp>
#include <tileproof/atom/copy/plan.hpp>
#include <tileproof/atom/copy/prefetch.hpp>
#include <tileproof/atom/copy/sm75.hpp>
#include <tileproof/atom/copy/sm80.hpp>
#include <tileproof/atom/copy/sm90.hpp>
#include <tileproof/atom/copy/tiled_copy.hpp>
#include <tileproof/atom/each_register.hpp>
#include <tileproof/atom/flag.hpp>
#include <tileproof/atom/griddepcontrol.hpp>
#include <tileproof/atom/integer.hpp>
#include <tileproof/atom/mma/atom.hpp>
#include <tileproof/atom/mma/concepts.hpp>
#include <tileproof/atom/mma/gemm.hpp>
#include <tileproof/atom/mma/make_tiled_copy.hpp>
#include <tileproof/atom/mma/operation.hpp>
#include <tileproof/atom/mma/print_atom.hpp>
#include <tileproof/atom/mma/scale_factors.hpp>
#include <tileproof/atom/mma/sm70.hpp>
#include <tileproof/atom/mma/sm75.hpp>
#include <tileproof/atom/mma/sm80.hpp>
#include <tileproof/atom/mma/sm89.hpp>
#include <tileproof/atom/mma/sm90.hpp>
#include <tileproof/atom/mma/tiled_mma.hpp>
#include <tileproof/atom/named_barrier.hpp>
#include <tileproof/atom/numeric.hpp>
#include <tileproof/atom/round_to.hpp>
#include <tileproof/atom/setmaxnreg.hpp>
#include <tileproof/atom/smem_allocator.hpp>
#include <tileproof/atom/smem_field.hpp>
#include <tileproof/atom/thread_value.hpp>
#include <tileproof/atom/tma/barrier.hpp>
#include <tileproof/atom/tma/box.hpp>
#include <tileproof/atom/tma/bulk.hpp>
#include <tileproof/atom/tma/bulk_auto.hpp>
#include <tileproof/atom/tma/cache_hint.hpp>
#include <tileproof/atom/tma/canonical.hpp>
#include <tileproof/atom/tma/cluster.hpp>
#include <tileproof/atom/tma/descriptor.hpp>
#include <tileproof/atom/tma/instruction.hpp>
#include <tileproof/atom/tma/make_tma_copy.hpp>
#include <tileproof/atom/tma/merge.hpp>
#include <tileproof/atom/tma/plan.hpp>
#include <tileproof/atom/tma/reduce.hpp>
#include <tileproof/atom/tma/shares.hpp>
#include <tileproof/atom/tma/traits.hpp>
#include <tileproof/atom/wgmma/canonical.hpp>
#include <tileproof/atom/wgmma/descriptor.hpp>
#include <tileproof/atom/wgmma/instruction.hpp>
#include <tileproof/atom/wgmma/layouts.hpp>
#include <tileproof/atom/wgmma/names.hpp>
#include <tileproof/atom/wgmma/select.hpp>
#include <tileproof/atom/wgmma/warpgroup.hpp>
