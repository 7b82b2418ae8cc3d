// SPDX-License-Identifier: BSL-1.0
//
// Accesses of a copy with a residue: inside for all extents, or the smallest extent at which one is
// outside; of numbers as of unknowns.
#include <tileproof/prove/residue_access.hpp>

namespace {

using namespace tileproof;

using m = unknown<"m">;
using m4 = unknown<"m", multiple_of<4>>;
using whole = unknown<"m", multiple_of<128>>;
using n = unknown<"n">;
using tiler = Shape<_128, _64>;

// ---- tiles
static_assert(proved<tiles_cover, Shape<m, n>, tiler>);
static_assert(!proved<tiles_evenly, Shape<m, n>, tiler>);
static_assert(proved<tiles_evenly, Shape<whole, _64>, tiler>);

// ---- the predicate of a predicate tensor
static_assert(proved<accesses_stay_inside<>, Shape<m, n>, tiler>);
static_assert(proved<accesses_stay_inside<>, Layout<Shape<m, n>, Stride<_1, n>>, tiler>);
static_assert(proved<accesses_stay_inside<4>, Shape<m4, n>, tiler>);
static_assert(proved<accesses_stay_inside<4, 1>, Shape<n, m4>, tiler>);
static_assert(!proved<accesses_stay_inside<4>, Shape<m, n>, tiler>);
static_assert(!proved<accesses_stay_inside<8>, Shape<m4, n>, tiler>);
constexpr report too_wide = prove<accesses_stay_inside<8>>(Shape<m4, n>{}, tiler{});
static_assert(too_wide(clue::for_values, 0) == 4 && too_wide(clue::expected) == 4);

// ---- none, and one that compares otherwise
static_assert(!proved<accesses_stay_inside<1, 0, unguarded>, Shape<m, n>, tiler>);
static_assert(proved<accesses_stay_inside<4, 0, unguarded>, Shape<whole, n>, tiler>);
static_assert(!proved<accesses_stay_inside<4, 0, below_extent, unguarded>, Shape<m4, n>, tiler>);
struct at_most_extent {
  template <class I>
  static constexpr bool admits(I const& c, I const& extent) {
    return c <= extent;
  }
};
using wrong = accesses_stay_inside<1, 0, at_most_extent>;
static_assert(sentence<wrong>(Shape<m, n>{}, tiler{}) ==
              "an access of 1 element at 1 in mode 0 leaves (1,1), whose extent is 1: guard it, or "
              "let the extent be a multiple of the access (for m = 1, n = 1 in (m,n) and "
              "(_128,_64))");

// ---- numbers
static_assert(proved<accesses_stay_inside<4>, Shape<_12, _10>, Shape<_8, _4>>);
static_assert(!proved<accesses_stay_inside<4>, Shape<_10, _10>, Shape<_8, _4>>);
static_assert(!proved<accesses_stay_inside<3>, Shape<_12, _10>, Shape<_8, _4>>);
static_assert(!proved<accesses_stay_inside<>, Shape<_12, _10>, Shape<_8>>);

}  // namespace
