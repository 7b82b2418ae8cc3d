// SPDX-License-Identifier: BSL-1.0
//
// Reads the layouts of Triton, as its compiler and Gluon print them, as layouts
// (thread,value) -> element of the tile, column-major:
//
//   #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1],
//                 order = [1, 0]}>
//   BlockedLayout(size_per_thread=[1, 8], threads_per_warp=[4, 8], warps_per_cta=[4, 1],
//                 order=[1, 0])
//   #ttg.linear<{register = [[0, 1]], lane = [[0, 2], [1, 0]], warp = [], block = []}>
//   DistributedLinearLayout(reg_bases=[[0, 1]], lane_bases=[[0, 2], [1, 0]], ...)
//
// Source: Triton, TritonGPUAttrDefs.td (BlockedEncodingAttr, LinearEncodingAttr).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tileproof::explorer {

// The layout at the beginning of `text` as an expression of the grammar, and in `length` its
// characters. Empty where no layout of Triton stands there; where one does, and is no layout of
// strides, `why` is the reason.
std::string layout_of_triton(std::string_view text, std::size_t& length, std::string& why);

}  // namespace tileproof::explorer
