// SPDX-License-Identifier: BSL-1.0
//
// Layout atoms for wgmma operands in shared memory, with CuTe's names. Build a tile from one of
// them with tile_to_shape:
//
//   // 128 x 64 f16 elements of A, K-major, swizzled in rows of 128 bytes:
//   auto sA = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64>{});
//
// A is (M,K) and B is (N,K). In a K-major operand the elements along K are adjacent in memory, in
// an MN-major one those along M or N. Rows of 128, 64 or 32 bytes are swizzled; INTER (interleaved)
// has no swizzle. SW128 has no bank conflicts for whole rows and is the usual choice. From PTX ISA,
// "Asynchronous Warpgroup Level Matrix Shared Memory Layout".
#pragma once

#include <tileproof/algebra/composed_layout.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace GMMA {

// The mode along which an operand's elements are adjacent: K, or M or N.
enum class Major : int { K = 0, MN = 1 };
// Zero: D = A * B. One: D = A * B + D.
enum class ScaleOut : int { Zero = 0, One = 1 };
// The sign of an operand: -A or A, -B or B.
enum class ScaleIn : int { Neg = -1, One = 1 };

}  // namespace GMMA

namespace detail {

// 8 rows of 128 << B bits, swizzled in units of 128 bits, as a layout of elements of type T.
template <int B, class T>
using gmma_k_atom = decltype(upcast<sizeof_bits_v<T>>(
    ComposedLayout<Swizzle<B, 7, 3>, Int<0>,
                   Layout<Shape<_8, Int<(128 << B)>>, Stride<Int<(128 << B)>, _1>>>{}));
template <int B, class T>
using gmma_mn_atom = decltype(upcast<sizeof_bits_v<T>>(
    ComposedLayout<Swizzle<B, 7, 3>, Int<0>, Layout<Shape<Int<(128 << B)>, _8>>>{}));

}  // namespace detail

namespace GMMA {

// The layout atoms by major mode and swizzle, of elements of type T.
template <class T>
using Layout_K_INTER_Atom = detail::gmma_k_atom<0, T>;
template <class T>
using Layout_K_SW32_Atom = detail::gmma_k_atom<1, T>;
template <class T>
using Layout_K_SW64_Atom = detail::gmma_k_atom<2, T>;
template <class T>
using Layout_K_SW128_Atom = detail::gmma_k_atom<3, T>;
template <class T>
using Layout_MN_INTER_Atom = detail::gmma_mn_atom<0, T>;
template <class T>
using Layout_MN_SW32_Atom = detail::gmma_mn_atom<1, T>;
template <class T>
using Layout_MN_SW64_Atom = detail::gmma_mn_atom<2, T>;
template <class T>
using Layout_MN_SW128_Atom = detail::gmma_mn_atom<3, T>;

// The layout atoms with the major mode as a parameter.
template <class T, Major M>
using Layout_INTER_Atom =
    std::conditional_t<M == Major::K, Layout_K_INTER_Atom<T>, Layout_MN_INTER_Atom<T>>;
template <class T, Major M>
using Layout_SW32_Atom =
    std::conditional_t<M == Major::K, Layout_K_SW32_Atom<T>, Layout_MN_SW32_Atom<T>>;
template <class T, Major M>
using Layout_SW64_Atom =
    std::conditional_t<M == Major::K, Layout_K_SW64_Atom<T>, Layout_MN_SW64_Atom<T>>;
template <class T, Major M>
using Layout_SW128_Atom =
    std::conditional_t<M == Major::K, Layout_K_SW128_Atom<T>, Layout_MN_SW128_Atom<T>>;

}  // namespace GMMA

// CuTe's other name of the namespace.
namespace SM90 {
namespace GMMA = tileproof::GMMA;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
