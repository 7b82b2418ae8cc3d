// SPDX-License-Identifier: BSL-1.0
//
// Element types, copy and matrix instructions, and tiles of them.
#pragma once

#include <tileproof/algebra/refused.hpp>  // first: the shortest way to it in a message

#include <tileproof/atom/cooperative_copy.hpp>
#include <tileproof/atom/barrier.hpp>
#include <tileproof/atom/bulk.hpp>
#include <tileproof/atom/cluster.hpp>
#include <tileproof/atom/copy.hpp>
#include <tileproof/atom/copy_atom.hpp>
#include <tileproof/atom/canonical_tma.hpp>
#include <tileproof/atom/canonical_wgmma.hpp>
#include <tileproof/atom/copy_if.hpp>
#include <tileproof/atom/copy_operation.hpp>
#include <tileproof/atom/copy_plan.hpp>
#include <tileproof/atom/copy_sm75.hpp>
#include <tileproof/atom/copy_sm80.hpp>
#include <tileproof/atom/copy_sm90.hpp>
#include <tileproof/atom/gemm.hpp>
#include <tileproof/atom/integer.hpp>
#include <tileproof/atom/mma_atom.hpp>
#include <tileproof/atom/mma_operation.hpp>
#include <tileproof/atom/mma_sm70.hpp>
#include <tileproof/atom/mma_sm75.hpp>
#include <tileproof/atom/mma_sm80.hpp>
#include <tileproof/atom/mma_sm89.hpp>
#include <tileproof/atom/mma_sm90.hpp>
#include <tileproof/atom/mma_sm90_gmma.hpp>
#include <tileproof/atom/numeric.hpp>
#include <tileproof/atom/prefetch.hpp>
#include <tileproof/atom/thread_value.hpp>
#include <tileproof/atom/tma_box.hpp>
#include <tileproof/atom/tma_copy.hpp>
#include <tileproof/atom/tma_descriptor.hpp>
#include <tileproof/atom/tma_instruction.hpp>
#include <tileproof/atom/tma_plan.hpp>
#include <tileproof/atom/tma_traits.hpp>
#include <tileproof/atom/warpgroup.hpp>
#include <tileproof/atom/wgmma.hpp>
#include <tileproof/atom/wgmma_descriptor.hpp>
#include <tileproof/atom/wgmma_layouts.hpp>
#include <tileproof/atom/tiled_copy.hpp>
#include <tileproof/atom/tiled_mma.hpp>
