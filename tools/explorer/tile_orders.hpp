// SPDX-License-Identifier: BSL-1.0
//
// Defines what is asked of a tile_order (kind::order): a tile by its number, and its picture.
#pragma once

#include "operations.hpp"

#include <tileproof/kernel/common/tile_order.hpp>
#include <tileproof/print/picture.hpp>

namespace tileproof::explorer {

// The order of a value of kind::order.
tile_order order_of(value const& v);
// The place (row,column[,batch]) of tile number args[1] of the order args[0].
value tile_at(call& c);
// The numbers of the tiles in their places; batches side by side.
picture draw_order(value const& v);

}  // namespace tileproof::explorer
