// SPDX-License-Identifier: BSL-1.0
//
// Defines the MMA and copy atoms of the library by their names, as plain data: shapes and TV
// layouts as MMA_Traits and Copy_Traits have them.
//
//   find_mma_atom("SM80_16x8x16_F32F16F16F32_TN", a)   a.extent is {16, 8, 16}
//   find_mma_atom("SM90_64x128x16_F32F16F16_SS", a)    a.a_is_shared, a.b_is_shared
//   find_copy_atom("SM75_U32x4_LDSM_N", c)             c.source, c.destination: (thread,bit) -> bit
#pragma once

#include <tileproof/core/layout.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace tileproof::explorer {

namespace core = tileproof::core;

// An MMA: D = A B + C of M x N x K. Layouts (thread,value) -> element, column-major in (M,K), (N,K)
// and (M,N); `threads` maps a thread of the instruction to its lane. Each thread
// of wgmma has all elements of an operand in shared memory.
struct mma_atom {
  std::string name{};
  int extent[3]{};
  core::layout threads{}, a{}, b{}, c{};
  bool a_is_shared = false;
  bool b_is_shared = false;
};
// A copy: layouts (thread,bit) -> bit of both sides, and the one of them that tiled copies are made
// with.
struct copy_atom {
  std::string name{};
  core::layout threads{}, source{}, destination{}, reference{};
};

// Whether an atom has this name. Template arguments of wgmma (majors, signs) are skipped.
bool find_mma_atom(std::string_view name, mma_atom& out);
bool find_copy_atom(std::string_view name, copy_atom& out);

// The names of mma.sync and of copies, and one of each kind of wgmma with N = 128.
std::vector<std::string> mma_atom_names();
std::vector<std::string> copy_atom_names();

}  // namespace tileproof::explorer
