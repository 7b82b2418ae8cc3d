// SPDX-License-Identifier: BSL-1.0
//
// Defines the TMA copies of values, make_tma_copy<half_t>(COPY,GLOBAL,SHARED[,TILE]):
//
//   kind::tma   name: the element; items: the instruction, the layout in global memory, that in
//               shared memory, and the tile
//
// The boxes are those that the library plans (atom/tma/plan.hpp).
#pragma once

#include "operations.hpp"

#include <tileproof/atom/tma/runs.hpp>
#include <tileproof/print/picture.hpp>
#include <tileproof/prove/mapping.hpp>

#include <string>
#include <vector>

namespace tileproof::explorer {

struct tma_copy {
  int bits = 0;  // of an element
  mapping shared{};
  core::layout cut{};  // index in the tile -> coordinate of the tensor
  mapping global{};    // index in the tile -> element in global memory
  tma_plan plan{};
  std::int64_t rows = 0;  // the extent of mode 0 of the tile
};

// The copy, or the reason why there is none; `wrong` is the argument that it is about, -1 for all:
// 0 for the layout in shared memory, 1 for that in global memory, 2 for the tile.
failure make_tma(value const& shared, value const& global, value const& tile, int bits,
                 tma_copy& out, int& wrong);
// The copy of a value of kind::tma.
tma_copy tma_of(value const& v);

// Lines of text: the box of an instruction, and where each box begins.
std::vector<std::string> lines_of(tma_copy const& t);
void draw_tma(picture& p, tma_copy const& t);

}  // namespace tileproof::explorer
