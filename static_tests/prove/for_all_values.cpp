// SPDX-License-Identifier: BSL-1.0
//
// Properties of layouts with unknowns: proved for all values, refuted by the smallest, undecided.
#include <tileproof/prove/contiguous.hpp>
#include <tileproof/prove/equivalent.hpp>
#include <tileproof/prove/for_all_values.hpp>
#include <tileproof/prove/injective.hpp>
#include <tileproof/prove/interval.hpp>
#include <tileproof/prove/partition.hpp>
#include <tileproof/prove/resources.hpp>
#include <tileproof/prove/runs_for_all.hpp>

namespace {

using namespace tileproof;

using m = unknown<"m">;
using n = unknown<"n", at_most<4096>>;
using ld = unknown<"ld", at_least<m{}>>;

// ---- injective
template <class L>
concept is_injective = proved<injective, L>;
static_assert(is_injective<Layout<Shape<m, _8>, Stride<_1, ld>>>);
static_assert(is_injective<Layout<Shape<m, n>, Stride<_1, ld>>>);
static_assert(is_injective<Layout<Shape<m, n>, Stride<n, _1>>>);
static_assert(
    is_injective<Layout<Shape<Shape<_4, m>, n>, Stride<Stride<_1, decltype(n{} * _4{})>, _4>>>);
static_assert(!is_injective<Layout<Shape<m, _8>, Stride<_1, _4>>>);
constexpr report overlap = prove<injective>(Layout<Shape<m, _8>, Stride<_1, _4>>{});
static_assert(overlap.is == answer::no && overlap(clue::for_values, 0) == 5);
static_assert(
    sentence<injective>(Layout<Shape<m, _8>, Stride<_1, _4>>{}) ==
    "coordinates (4,0) and (0,1) of (5,_8):(_1,_4) have one offset, 4. Leaf 1, of stride 4, "
    "overlaps leaves that reach offset 4: stride 5 does not. (for m = 5 in (m,_8):(_1,_4))");

// ---- offsets
using few = unknown<"m", at_most<65536>>;
using pitch = unknown<"ld", at_least<few{}>, at_most<131072>>;
static_assert(proved<offsets_fit_32_bits, Layout<Shape<few, n>, Stride<_1, pitch>>>);
constexpr report wide = prove<offsets_fit_32_bits>(Layout<Shape<m, n>, Stride<_1, ld>>{});
static_assert(wide.is == answer::no && wide(clue::at_offset) > INT32_MAX);

static_assert(sentence<offsets_fit_32_bits>(Layout<Shape<m, _64>, Stride<_1, ld>>{}) ==
              "offset 2147483648 of (2097147,_64):(_1,34053754) does not fit in 32 bits (for ld = "
              "34053754, m = 2097147 in (m,_64):(_1,ld); it holds if m-1+ld*63 <= 2147483647)");

// ---- runs, multiples and intervals
using ld4 = unknown<"ld", at_least<m{}>, multiple_of<4>>;
using k4 = unknown<"k", multiple_of<4>>;
static_assert(proved<aligned<16, float>, Layout<Shape<m, n>, Stride<_4, ld4>>>);
static_assert(
    sentence<aligned<16, float>>(Layout<Shape<m, n>, Stride<_4, ld>>{}) ==
    "coordinate (0,1) of (1,2):(_4,3) is at offset 3 of float, which is no multiple of 16 "
    "bytes (for ld = 3, m = 1, n = 2 in (m,n):(_4,ld); it holds if ld%4 == 0)");
static_assert(proved<contiguous<4>, Layout<Shape<k4, n>, Stride<_1, ld>>>);
static_assert(proved<contiguous<8>, Layout<Shape<_2, Shape<_2, k4>>, Stride<_1, Stride<_2, _4>>>>);
static_assert(!proved<contiguous<8>, Layout<Shape<_2, Shape<_3, k4>>, Stride<_1, Stride<_2, _6>>>>);
static_assert(!proved<contiguous<4>, Layout<Shape<m, n>, Stride<_1, ld>>>);
// A thread's four values of a column, with any leading dimension that is a multiple of 4.
using values =
    Layout<Shape<Shape<_32, _8>, Shape<_4, n>>, Stride<Stride<_4, ld4>, Stride<_1, ld4>>>;
static_assert(proved<access_width<128, float>, values>);
static_assert(!proved<access_width<128, float>,
                      Layout<Shape<_32, Shape<_4, n>>, Stride<_4, Stride<_1, ld>>>>);
static_assert(proved<compact, Layout<Shape<m, n>, Stride<_1, m>>>);
static_assert(proved<compact, Layout<Shape<m, n>, Stride<n, _1>>>);
static_assert(proved<bijective_onto_interval, Layout<Shape<m, n>, Stride<n, _1>>>);
static_assert(sentence<compact>(Layout<Shape<m, _8>, Stride<_1, ld>>{}) ==
              "no coordinate of (1,_8):(_1,4) has offset 1, which lies between two of its offsets. "
              "Leaf 1, of stride 4, leaves a gap after leaves that reach offset 0: stride 1 does "
              "not. (for ld = 4, m = 1 in (m,_8):(_1,ld); it holds if ld == m)");
static_assert(proved<given<compact, (ld{} == m{})>, Layout<Shape<m, _8>, Stride<_1, ld>>>);
static_assert(proved<onto_interval, Layout<Shape<m, n>, Stride<_1, _1>>>);
static_assert(proved<onto_interval, Layout<Shape<ld, n>, Stride<_1, m>>>);
static_assert(!proved<onto_interval, Layout<Shape<m, n>, Stride<_1, ld>>>);
static_assert(proved<fits_in_bytes<4096 * 64 * 4, float>, Layout<Shape<n, _64>, Stride<_64, _1>>>);
static_assert(
    !proved<fits_in_bytes<4096 * 64 * 4 - 1, float>, Layout<Shape<n, _64>, Stride<_64, _1>>>);

// ---- under conditions
using column = Layout<Shape<m, _64>, Stride<_1, ld>>;
static_assert(
    require_if<offsets_fit_32_bits, (m{} - _1{} + ld{} * Int<63>{} <= Int<INT32_MAX>{})>(column{}));
static_assert(require_if<offsets_fit_32_bits, (ld{} <= Int<33000000>{})>(column{}));
static_assert(!proved<given<offsets_fit_32_bits, (m{} <= Int<33000000>{})>, column>);
static_assert(proved<given<injective, (m{} <= _4{})>, Layout<Shape<m, _8>, Stride<_1, _4>>>);
static_assert(!proved<given<injective, (m{} <= _5{})>, Layout<Shape<m, _8>, Stride<_1, _4>>>);
using o = unknown<"o">;
static_assert(
    proved<given<injective, (m{} <= o{}), (o{} <= _8{})>, Layout<Shape<m, n>, Stride<_1, _8>>>);

// ---- a property without a proof for all values: refuted where it fails, and never a yes
static_assert(!proved<equivalent, Layout<m>, Layout<n>>);
static_assert(prove<equivalent>(Layout<m>{}, Layout<m>{}).is == answer::undecided);
// Values for which a stride is beyond 64 bits are not tried.
using a = unknown<"a", std::int64_t, at_least<4>>;
static_assert(prove<written_by_one_thread>(Layout<Shape<_2, _4>, Stride<decltype(a{} * a{}), _1>>{})
                  .is == answer::undecided);

}  // namespace
