// SPDX-License-Identifier: BSL-1.0
//
// A field of shared memory: its alignment against that which TMA and wgmma need, and its bytes.
#include <tileproof/atom/integer.hpp>
#include <tileproof/atom/numeric.hpp>
#include <tileproof/atom/smem_field.hpp>
#include <tileproof/atom/wgmma/layouts.hpp>

using namespace tileproof;

namespace {

/////////////////////////////////////////////////////////////////// the alignment of a layout

// True if each tile has the alignment that wgmma and TMA need: 8 rows of its swizzle, at least 128
// bytes.
template <class Element, template <class> class... Atoms>
constexpr bool are_aligned(int const (&bytes)[sizeof...(Atoms)]) {
  int const found[] = {
      smem_alignment_v<Element,
                       decltype(tile_to_shape(Atoms<Element>{}, Shape<Int<256>, Int<256>>{}))>...};
  for (std::size_t i = 0; i < sizeof...(Atoms); ++i)
    if (found[i] != bytes[i]) return false;
  return true;
}
template <class Element>
constexpr bool k_major_is_aligned =
    are_aligned<Element, GMMA::Layout_K_INTER_Atom, GMMA::Layout_K_SW32_Atom,
                GMMA::Layout_K_SW64_Atom, GMMA::Layout_K_SW128_Atom>({128, 256, 512, 1024});
static_assert(k_major_is_aligned<half_t> && k_major_is_aligned<float_e4m3_t> &&
              k_major_is_aligned<tfloat32_t> && k_major_is_aligned<std::int8_t>);
static_assert(are_aligned<half_t, GMMA::Layout_MN_INTER_Atom, GMMA::Layout_MN_SW32_Atom,
                          GMMA::Layout_MN_SW64_Atom, GMMA::Layout_MN_SW128_Atom>({128, 256, 512,
                                                                                  1024}));
using rows = Layout<Shape<_8, _64>, Stride<_64, _1>>;
static_assert(smem_alignment_v<float, rows> == 128);
// A swizzle that only software applies: of 8 bytes, or of rows that are further apart.
static_assert(smem_alignment_v<half_t, decltype(composition(Swizzle<3, 2, 3>{}, rows{}))> == 128);
static_assert(smem_alignment_v<half_t, decltype(composition(Swizzle<3, 3, 4>{}, rows{}))> == 128);

////////////////////////////////////////////////////////////////////////////////// bytes

using tile = decltype(tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64>{}));
// Bytes: of elements of less than a byte, after padding, with a swizzle, of no element.
template <class Element, class Layout>
inline constexpr std::int64_t bytes_of = smem_field<Element, Layout>::bytes;
static_assert(bytes_of<uint4b_t, Layout<Int<33>>> == 17);
static_assert(bytes_of<float, Layout<Shape<_8, _4>, Stride<_5, _1>>> == 4 * 39);
static_assert(bytes_of<half_t, tile> == 2 * 128 * 64 && bytes_of<float, Layout<_0>> == 0);

}  // namespace
