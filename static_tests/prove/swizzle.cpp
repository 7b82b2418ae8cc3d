// SPDX-License-Identifier: BSL-1.0
#include <tileproof/print/to_string.hpp>
#include <tileproof/prove/swizzle.hpp>

#include <type_traits>

using namespace tileproof;

namespace {

using half = short;
template <class S, class D = LayoutLeft::Apply<S>>
using L = Layout<S, D>;
template <int B, int M, int S, class Inner>
using swizzled = ComposedLayout<Swizzle<B, M, S>, Int<0>, Inner>;

/////////////////////////////////////////////////////////////////////////////// swizzle_fits

using rows = L<Shape<_8, _64>, Stride<_64, _1>>;
static_assert(proved<swizzle_fits<8>, swizzled<3, 3, 3, rows>>);
static_assert(prove<swizzle_fits<8>>(swizzled<3, 3, 3, rows>{}).how == decided::by_structure);
static_assert(proved<swizzle_fits<>, rows>);
static_assert(sentence(prove<swizzle_fits<16>>(swizzled<3, 3, 3, rows>{})) ==
              "no: in runs of 8, expected 16");
static_assert(proved<swizzle_fits<8>, swizzled<3, 3, 3, L<Shape<_6, _64>, Stride<_64, _1>>>>);
static_assert(sentence(prove<swizzle_fits<8>>(
                  swizzled<3, 3, 3, L<Shape<_3, Int<40>>, Stride<Int<40>, _1>>>{})) ==
              "no: at offset 112, found 120, expected 119");
static_assert(sentence(prove<swizzle_fits<>>(swizzled<1, 0, 3, L<_9, _1>>{})) ==
              "no: at offset 8, found 9, expected 8");

// An offset inside the swizzle: vectors begin at it.
template <int B, int M, int S, class Inner, int Offset>
using swizzled_at = ComposedLayout<Swizzle<B, M, S>, Int<Offset>, Inner>;
static_assert(proved<swizzle_fits<8>, swizzled_at<3, 3, 3, rows, 8>>);
static_assert(proved<swizzle_fits<4>, swizzled_at<3, 3, 3, rows, 4>>);
static_assert(!proved<swizzle_fits<8>, swizzled_at<3, 3, 3, rows, 4>>);  // row 1: 76..79, 64..67
static_assert(sentence<swizzle_fits<8>>(swizzled_at<3, 3, 3, rows, 4>{}) ==
              "Sw<3,3,3> o _4 o (_8,_64):(_64,_1) begins at offset 4 inside its swizzle, no "
              "multiple of 8: vectors of 8 elements are not aligned, and the swizzle may cut them. "
              "Offset 0, or vectors of 4 elements, would do.");
static_assert(!proved<swizzle_fits<2>, swizzled_at<3, 3, 3, rows, 1>>);
static_assert(
    !proved<swizzle_fits<2>, swizzled_at<0, 3, 3, rows, 1>>);  // moves nothing: misaligned
static_assert(proved<swizzle_fits<>, swizzled_at<3, 3, 3, rows, 1>>);
// Stages of a buffer begin at whole periods.
static_assert(proved<swizzle_fits<8>, swizzled_at<3, 3, 3, rows, 3 * 512>>);
// 16 elements whose source bit is never set stay where they are, whatever the vector.
static_assert(proved<swizzle_fits<8>, swizzled_at<1, 2, 3, L<_16>, 64>>);
static_assert(!proved<swizzle_fits<8>, swizzled_at<1, 2, 3, L<_16>, 32>>);  // 32 is moved to 36
// Out of the tile on either side.
static_assert(sentence(prove<swizzle_fits<8>>(swizzled_at<3, 3, 3, L<_8>, 64>{})) ==
              "no: at offset 64, found 72, expected 71");
static_assert(sentence(prove<swizzle_fits<8>>(swizzled_at<3, 3, 3, L<_8>, 72>{})) ==
              "no: at offset 72, found 64, at least 72");
static_assert(proved<swizzle_fits<8>, swizzled_at<3, 3, 3, L<_64>, 64>>);

/////////////////////////////////////////////////////////////////////////////// best_swizzle

// A tile of 8 rows of 64 f16 elements: written row by row, 16 bytes a thread, and read by ldmatrix
// down the columns. Coordinates of the tile are colexicographic.
using write_rows =
    tile_access<shared_store<128>, L<Shape<Shape<_8, _8>, _8>, Stride<Stride<_64, _1>, _8>>>;
using read_matrices =
    tile_access<ldmatrix<4>, L<Shape<Shape<_8, _4>, _8>, Stride<Stride<_1, _64>, _8>>>;
constexpr swizzle_choice both = best_swizzle_v<half, rows, write_rows, read_matrices>;
static_assert(
    std::is_same_v<best_swizzle<half, rows, write_rows, read_matrices>, Swizzle<3, 3, 3>>);
static_assert(both.wavefronts == both.minimum);
static_assert(both.minimum == 8 + 4);  // two warps store, one reads

// Rows alone need none.
static_assert(std::is_same_v<best_swizzle<half, rows, write_rows>, Swizzle<0, 3, 0>>);

// 64x64 floats, stored row by row and read down a column, one float a thread.
using square = L<Shape<_64, _64>, Stride<_64, _1>>;
using along = tile_access<shared_store<32>, L<Shape<_64, _64>, Stride<_64, _1>>>;
using down = tile_access<shared_load<32>, L<Shape<_64, _64>, Stride<_1, _64>>>;
constexpr swizzle_choice turned = best_swizzle_v<float, square, along, down>;
static_assert(std::is_same_v<best_swizzle<float, square, along, down>, Swizzle<5, 0, 6>>);
static_assert(turned.wavefronts == 2 * 64 * 2);
static_assert(proved<free_of_bank_conflicts<shared_load<32>, float>,
                     decltype(composition(swizzled<5, 0, 6, square>{}, L<Shape<_64, _64>>{}))>);

// Vectors of four floats stay whole, so that a column of single floats meets them four at a time:
// the whole family is tried, and the best of it is reported.
using vectors =
    tile_access<shared_store<128>, L<Shape<_16, Shape<_4, _64>>, Stride<_256, Stride<_64, _1>>>>;
constexpr swizzle_choice least = best_swizzle_v<float, square, vectors, down>;
static_assert(least.base == 2 && least.bits == 3);
static_assert(least.minimum < least.wavefronts);
static_assert(least.tried > 20);
static_assert(prove<bank_ways<shared_load<32>, float>>(composition(
                  swizzled<3, 2, 4, square>{}, L<Shape<_64, _64>>{}))(clue::in_ways) == 4);

// The search does not stop at 2 wavefronts: lanes share addresses in pairs, and after
// Swizzle<1,4,1> the two phases of the load merge.
using in_pairs =
    tile_access<shared_load<64>, L<Shape<Shape<_2, _2, _8>, _2>, Stride<Stride<_32, _0, _2>, _1>>>;
static_assert(std::is_same_v<best_swizzle<float, L<_64>, in_pairs>, Swizzle<1, 4, 1>>);
static_assert(best_swizzle_v<float, L<_64>, in_pairs>.wavefronts == 1);
static_assert(best_swizzle_v<float, L<_64>, in_pairs>.minimum == 1);

}  // namespace
