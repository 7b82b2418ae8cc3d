// SPDX-License-Identifier: BSL-1.0
//
// How the operands of a warpgroup's matrix instruction lie in shared memory.
//
// A is (M,K) and B is (N,K). Of a K-major operand the elements along K are neighbours, of an
// MN-major one those along M or N. Their bytes are swizzled in rows of 128, 64 or 32 bytes, or not
// at all (interleaved). A tile that an instruction can read is made of these atoms:
//   tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64>{})
// From PTX ISA, "Asynchronous Warpgroup Level Matrix Shared Memory Layout".
#pragma once

#include <tileproof/algebra/composed_layout.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace GMMA {

enum class Major : int { K = 0, MN = 1 };
// D = A * B, or A * B + D.
enum class ScaleOut : int { Zero = 0, One = 1 };
// -A or A, -B or B.
enum class ScaleIn : int { Neg = -1, One = 1 };

}  // namespace GMMA

namespace detail {

// Rows of 128 << B bits, 8 of them, swizzled in units of 128 bits; in elements of type T.
template <int B, class T>
using gmma_k_atom = decltype(upcast<sizeof_bits_v<T>>(
    ComposedLayout<Swizzle<B, 7, 3>, Int<0>,
                   Layout<Shape<_8, Int<(128 << B)>>, Stride<Int<(128 << B)>, _1>>>{}));
template <int B, class T>
using gmma_mn_atom = decltype(upcast<sizeof_bits_v<T>>(
    ComposedLayout<Swizzle<B, 7, 3>, Int<0>, Layout<Shape<Int<(128 << B)>, _8>>>{}));

}  // namespace detail

namespace GMMA {

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

// CuTe's other name of it.
namespace SM90 {
namespace GMMA = tileproof::GMMA;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
