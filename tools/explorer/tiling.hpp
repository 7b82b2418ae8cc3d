// SPDX-License-Identifier: BSL-1.0
//
// Defines the atoms and tilings of values: an MMA over the atoms and the tile of make_tiled_mma, a
// copy over threads and values. As values they are data:
//
//   kind::mma    name: the atom; items: none, or the layout of atoms and the permutation
//   kind::copy   name: the atom; items: none, or its element; then the layout (thread,value) and
//                the tile
//   a slice of one has the number of its thread as one item more
#pragma once

#include "atoms.hpp"
#include "operations.hpp"

#include <tileproof/core/tiled_mma.hpp>

#include <initializer_list>

namespace tileproof::explorer {

// A tiled MMA. Threads are (V,M,N,K), `by_index` their right inverse; the permutation has a mode
// for each of M, N and K, and `tile` its extents. Operand k is 0 for A, 1 for B and 2 for C.
struct mma_tiling {
  mma_atom atom{};
  core::layout threads{};
  core::layout by_index{};
  core::layout permutation{};
  std::int64_t tile[3]{};

  // The extents of operand k of a tile: (M,K), (N,K) or (M,N).
  core::layout operand_tile(int k) const;
  // Operand k, with which core/tiled_mma.hpp partitions a matrix.
  core::mma_operand operand(int k) const;
  // (thread,value) -> element of operand k of a tile.
  core::layout thread_value(core::arithmetic& cx, int k) const;
};

// A tiled copy in elements: (thread,value) -> place of the tile, and what one instruction moves.
struct copy_tiling {
  copy_atom atom{};
  int bits = 0;
  core::layout source{}, destination{}, reference{};  // of the atom
  core::layout tv{};
  core::layout tiler{};  // of the tile, as core/tiled_copy.hpp takes it
  core::layout tile{};   // its extents

  core::layout side(core::arithmetic& cx, bool is_source) const;
};

// The MMA or the copy of that name as a value; false where there is none.
bool find_instruction(std::string const& name, value& out);

// The layouts of a copy in elements of so many bits, (thread,value) -> element, or the reason why
// there are none.
failure in_elements(copy_atom const& atom, int bits, core::layout& source,
                    core::layout& destination, core::layout& reference);

// The tilings of an atom, or the reason why there is none: `atoms` and `permutation` are those of
// make_tiled_mma, `tv` and `tiler` those of make_tiled_copy_impl.
failure make_tiling(mma_atom const& atom, core::layout const& atoms,
                    core::layout const& permutation, mma_tiling& out);
failure make_tiling(copy_atom const& atom, int bits, core::layout const& tv,
                    core::layout const& tiler, copy_tiling& out);

// The tuple of these extents.
core::layout extents_tuple(std::initializer_list<std::int64_t> list);
// Whether a tiling is the slice of a thread.
bool has_thread(value const& v);

// The tiling of argument i; false, with the failure in c, where it is none.
bool is_mma(call& c, int i, mma_tiling& out);
bool is_copy(call& c, int i, copy_tiling& out);

}  // namespace tileproof::explorer
