// SPDX-License-Identifier: BSL-1.0
#include <tileproof/tileproof.hpp>

using namespace tileproof;

void const* address_of_underscore() { return &_; }

int offset(Layout<Shape<_4, _8>, Stride<_8, _1>> tile, int row, int column) {
  return tile(row, column);
}
