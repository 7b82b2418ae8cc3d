// SPDX-License-Identifier: BSL-1.0
//
// Defines the pictures of evaluated expressions: tables of layouts, threads and values, atoms,
// tiled copies and MMAs, banks, TMA boxes. print/svg.hpp and print/latex.hpp write them.
//
//   session s;
//   drawing const d = draw_layout(s.run("Sw<3,0,3> o (_8,_8):(_8,_1)").result);
//   to_svg(d.result)
//
// As in the evaluator, nothing throws and nothing is written: what cannot be drawn is a failure.
#pragma once

#include "tiling.hpp"
#include "value.hpp"

#include <tileproof/print/picture.hpp>
#include <tileproof/prove/shared_memory.hpp>

#include <string>

namespace tileproof::explorer {

// A picture, or the reason why there is none. Where `why` is about an option, `option` is its name.
// `faults` are sentences about what is wrong in the picture, which its titles have too.
struct drawing {
  picture result{};
  std::vector<std::string> faults{};
  failure why{};
  std::string option{};

  bool holds() const { return why.is == status::result; }
};

// The most cells of a picture.
inline constexpr std::int64_t most_cells = 65536;

// The table of a layout or tensor: mode 0 gives rows, the others columns; a single mode is a
// column.
drawing draw_layout(value const& layout);

// A layout (thread,value) -> index or coordinate in a tile of this shape; a cell names its owners.
drawing draw_thread_values(value const& tv, value const& tile);

// An instruction as the PTX ISA's figures have it: C, A at its left, B above it. A copy: its
// source, and the destination below or beside it, in rows of 128 bits, of elements with so many
// bits.
drawing draw_atom(mma_atom const& atom);
drawing draw_atom(copy_atom const& atom, int bits);

// A tiled copy: the source, and the destination at its right. A tiled MMA as an atom.
drawing draw_tiled_copy(copy_tiling const& t, std::string title);
drawing draw_tiled_mma(mma_tiling const& t, std::string title);

// A tile in shared memory by bank, and the lanes of the worst warp instruction among those that
// access it by tv, (thread,value) -> index of the tile; with its swizzle and without it, or without
// one and with the best.
drawing draw_banks(value const& smem, value const& tv, shared_instruction is, int bits);

// The boxes of TMA between a tile of a global tensor and its layout in shared memory.
drawing draw_tma(value const& smem, value const& global, value const& tile, int bits);
drawing draw_tma(value const& tma);
// The numbers of the tiles that a tile_order visits.
drawing draw_tile_order(value const& order);

}  // namespace tileproof::explorer
