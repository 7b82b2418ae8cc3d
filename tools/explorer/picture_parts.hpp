// SPDX-License-Identifier: BSL-1.0
//
// Defines what the files of pictures share: failures, sizes, and the owners of a tile's places.
#pragma once

#include "pictures.hpp"

#include <tileproof/core/arithmetic.hpp>
#include <tileproof/prove/mapping.hpp>

#include <string>

namespace tileproof::explorer {

// A drawing that there is not: the reason, and the option that it is about.
drawing no_drawing(std::string what, status is = status::refused, std::string option = {});
drawing no_drawing(core::arithmetic const& cx);

// Rows and columns: the size of mode 0, and that of all others. Empty, or a reason why not.
std::string extents_of(core::layout const& l, std::int64_t& rows, std::int64_t& columns);
// Whether offsets, in bits of any element, fit 64 bits.
bool is_small(mapping const& m);
// Whether a value is a layout (thread,value) without a swizzle, of at most most_cells. Empty, or a
// reason why not.
std::string fault_of_tv(value const& tv);

// "C: ((_4,_8),(_2,_2)):((_32,_1),(_16,_8))"
std::string title_of(char const* name, core::layout const& l);
// Draws a layout (thread,value) -> place into a grid, as print/picture_of.hpp does. `lanes` maps a
// thread to its lane; null: to itself. Returns a sentence about what lies outside of the tile.
std::string draw_tv(picture_grid& g, core::layout const& tv, core::layout const* lanes);

// Marks the elements of a grid that several threads or values own, or none, and says so; but where
// all have as many owners, it says only that.
void accuse(drawing& d, std::size_t grid);

}  // namespace tileproof::explorer
