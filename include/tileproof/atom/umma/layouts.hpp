// SPDX-License-Identifier: BSL-1.0
//
// Layout atoms for the operands of tcgen05.mma (sm_100a, sm_103a) in shared memory, with CuTe's
// names. Build a tile from one of them with tile_to_shape, as for wgmma:
//
//   // 128 x 64 f16 elements of A, K-major, swizzled in rows of 128 bytes:
//   auto sA = tile_to_shape(UMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64>{});
//
// The atoms are those of wgmma (atom/wgmma/layouts.hpp) and one more, Layout_MN_SW128_32B_Atom,
// which swizzles units of 32 bytes and is the only one for MN-major elements of 32 bits. From PTX
// ISA, "Shared Memory Layout and Swizzling" of tcgen05.mma.
#pragma once

#include <tileproof/algebra/rearrange.hpp>
#include <tileproof/atom/wgmma/layouts.hpp>
#include <tileproof/types/element_kind.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// 4 rows of 128 bytes, swizzled in units of 32 bytes, as a layout of elements of type T.
template <class T>
using umma_mn_sw128_32b_atom = decltype(upcast<sizeof_bits_v<T>>(
    ComposedLayout<Swizzle<2, 8, 2>, Int<0>, Layout<Shape<Int<1024>, _4>>>{}));

// An element T of 4 or 6 bits that takes a byte of shared memory.
template <class T>
struct unpacked_in_smem {
  using element_type = T;
  std::uint8_t storage;
};

}  // namespace detail

// Elements of 4 and 6 bits as the kinds f8f6f4 and mxf8f6f4 have them in shared memory: 16 elements
// along K take 16 bytes, first the packed elements, then padding. A layout of them counts bytes.
// Elements without this mark are packed, as the kinds mxf4 and mxf4nvf4 have them. From PTX ISA,
// "Packing formats of elements in Tensor and Shared memory"; CuTe has these names in cute::detail.
struct float_e2m1_unpacksmem_t : detail::unpacked_in_smem<float_e2m1_t> {};
struct float_e2m3_unpacksmem_t : detail::unpacked_in_smem<float_e2m3_t> {};
struct float_e3m2_unpacksmem_t : detail::unpacked_in_smem<float_e3m2_t> {};

namespace detail {

// The bits of an element without its padding: 4 for float_e2m1_unpacksmem_t, which takes 8.
template <class T>
inline constexpr int packed_bits_v = sizeof_bits_v<T>;
template <class T>
  requires std::is_base_of_v<unpacked_in_smem<typename T::element_type>, T>
inline constexpr int packed_bits_v<T> = sizeof_bits_v<typename T::element_type>;

}  // namespace detail

namespace UMMA {

// The mode along which an operand's elements are adjacent: K, or M or N.
using GMMA::Major;
// Zero: D = A * B. One: D = A * B + D.
using GMMA::ScaleOut;
// The sign of an operand, as the instruction descriptor encodes it: A or -A, B or -B.
enum class ScaleIn : int { One = 0, Neg = 1 };
// True: sums of integers stop at the least and largest integer instead of wrapping.
enum class Saturate : int { False = 0, True = 1 };
// The swizzling mode of a shared-memory descriptor: rows of 128, 64 or 32 bytes are swizzled in
// units of 16 bytes, or rows of 128 in units of 32. 3, 5 and 7 are no modes.
enum class LayoutType : int {
  SWIZZLE_NONE = 0,
  SWIZZLE_128B_BASE32B = 1,
  SWIZZLE_128B = 2,
  SWIZZLE_64B = 4,
  SWIZZLE_32B = 6
};

// The layout atoms by major mode and swizzle, of elements of type T.
using GMMA::Layout_K_INTER_Atom;
using GMMA::Layout_K_SW128_Atom;
using GMMA::Layout_K_SW32_Atom;
using GMMA::Layout_K_SW64_Atom;
using GMMA::Layout_MN_INTER_Atom;
using GMMA::Layout_MN_SW128_Atom;
using GMMA::Layout_MN_SW32_Atom;
using GMMA::Layout_MN_SW64_Atom;
template <class T>
using Layout_MN_SW128_32B_Atom = detail::umma_mn_sw128_32b_atom<T>;

// Tiles an atom (MN,K) to a partitioned shape ((MMA_MN,MMA_K),MMAs_MN,MMAs_K,...), whose modes 1
// and 2 count instructions: the tile of all of them, with the same modes. `order` is that of
// tile_to_shape. 128 x 64 f16 elements for instructions of 128 x 16:
//
//   tile_to_mma_shape(Layout_K_SW128_Atom<half_t>{}, Shape<Shape<_128, _16>, _1, _4>{})
//   // Sw<3,3,3> o _0 o ((_128,_16),_1,_4):((_64,_1),_0,_16)
template <class Atom, class Target, class Order = LayoutLeft>
TILEPROOF_HOST_DEVICE constexpr auto tile_to_mma_shape(Atom const& atom, Target const& target,
                                                       Order const& order = {}) {
  constexpr int modes = decltype(rank(target))::value;
  auto const tile = tuple_cat(make_shape(make_shape(get<0, 0>(target), get<1>(target)),
                                         make_shape(get<0, 1>(target), get<2>(target))),
                              take<3, modes>(target));
  return tiled_divide(tile_to_shape(atom, tile, order), product_each(shape<0>(target)));
}

}  // namespace UMMA

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
