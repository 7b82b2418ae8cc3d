// SPDX-License-Identifier: BSL-1.0
//
// Layouts of nearly as many leaves as the core holds: where a proof, or an operation, makes one of
// more, it is undecided or refused, and no leaf is dropped.
#include <tileproof/tileproof.hpp>

#include <utility>

namespace {

using namespace tileproof;

template <std::size_t>
using two = _2;
template <class>
struct powers;
template <std::size_t... I>
struct powers<std::index_sequence<I...>> {
  using extents = Shape<two<I>...>;
  template <std::int64_t D>
  using times = Stride<Int<(D << I)>...>;
  using reversed = Stride<Int<(1 << (sizeof...(I) - 1 - I))>...>;
  using spaced = Stride<Int<(1 << 2 * I)>...>;
};
using eight = powers<std::make_index_sequence<8>>;
using nine = powers<std::make_index_sequence<9>>;
using sixteen = powers<std::make_index_sequence<16>>;

// ---- 16 leaves, one of them cut at a vector

using many = Layout<Shape<_4, _2, _2, _2, _2, _2, _2, _2, _2, _2, _2, _2, _2, _2, _2, _2>,
                    Stride<_1, _8, _8, _8, _8, _8, _8, _8, _8, _8, _8, _8, _8, _8, _8, _4>>;
constexpr auto swizzled = composition(Swizzle<1, 0, 2>{}, many{});
static_assert(swizzled(65536) == 5 && swizzled(65537) == 4);
static_assert(prove<contiguous<2>>(swizzled).is != answer::yes);

// ---- places of 16 leaves, interleaved with those of the threads

using halves = Layout<Shape<eight::extents, eight::extents>,
                      Stride<eight::times<1>, Stride<Int<256>, Int<512>, Int<1024>, Int<2048>,
                                                     Int<4096>, Int<8192>, Int<16384>, _0>>>;
static_assert(halves{}(0) == halves{}(32768));
static_assert(prove<every_owner_has_one_element>(Layout<_32>{}, halves{}).is != answer::yes);

// ---- tiles with gaps, and their complements

using gaps = Layout<nine::extents, nine::spaced>;
static_assert(prove<tiles_cover>(Layout<Int<(1 << 18)>>{}, gaps{}).is == answer::undecided);
static_assert(sentence(prove<tiles_cover>(Layout<Int<(1 << 18)>>{}, gaps{})) ==
              "undecided: leaves exceed 16, use fewer modes, in mode 0");
using turned = Layout<sixteen::extents, sixteen::reversed>;
static_assert(prove<tiles_cover>(Layout<Int<(1 << 17)>>{}, turned{}).is != answer::no);
static_assert(to_string(complement(turned{}, Int<(1 << 17)>{})) == "_2:_65536");

// ---- tilers of more modes than are marked

using nested =
    Shape<Shape<_2>, Shape<_2>, Shape<_2>, Shape<_2>, Shape<_2>, Shape<_2>, Shape<_2>, Shape<_2>,
          Shape<_2>, Shape<_2>, Shape<_2>, Shape<_2>, Shape<_2>, Shape<_2>, Shape<_2>, Shape<_5>>;
using tiler =
    Shape<Shape<_2>, Shape<_2>, Shape<_2>, Shape<_2>, Shape<_2>, Shape<_2>, Shape<_2>, Shape<_2>,
          Shape<_2>, Shape<_2>, Shape<_2>, Shape<_2>, Shape<_2>, Shape<_2>, Shape<_2>, Shape<_3>>;
static_assert(prove<tiles_evenly>(nested{}, tiler{}).is != answer::yes);
static_assert(!divisible(make_layout(nested{}), tiler{}) &&
              !composable(make_layout(nested{}), tiler{}));

}  // namespace
