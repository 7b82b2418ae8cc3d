// SPDX-License-Identifier: BSL-1.0
//
// Symptom: swizzle_fits<8> held for a tile whose vectors of 8 elements are not consecutive.
// Cause: the property decided for a tile that begins at offset 0, and not at the offset that is
// added before the swizzle: from offset 4 on, a vector of 8 begins in the middle of a chunk of 8.
// Fix: a first offset that is no multiple of the vector is refused, and the vectors are those from
// that offset on (swizzle_fit_of in prove/swizzle.hpp).
#include <tileproof/algebra/composed_layout.hpp>
#include <tileproof/prove/swizzle.hpp>

using namespace tileproof;

using rows = Layout<Shape<_8, _64>, Stride<_64, _1>>;
template <int Offset>
using tile = ComposedLayout<Swizzle<3, 3, 3>, Int<Offset>, rows>;
static_assert(tile<4>{}(1, 3) == 79 && tile<4>{}(1, 4) == 64);
static_assert(!proved<swizzle_fits<8>, tile<4>>);
static_assert(proved<swizzle_fits<4>, tile<4>>);
static_assert(proved<swizzle_fits<8>, tile<8>>);
