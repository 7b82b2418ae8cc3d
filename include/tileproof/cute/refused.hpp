// SPDX-License-Identifier: BSL-1.0
//
// Defines the functions and class templates of CuTe's core headers that this library does not give:
// using one is an error whose sentence says why and what to write instead.
// cute/refused_types.hpp has the other types.
#pragma once

#include <tileproof/cute/type_traits.hpp>

namespace cute {

// The result of a function that is refused: its first argument, so that nothing else is reported.
struct nothing_given {};
constexpr nothing_given instead_of_result() { return {}; }
template <class T, class... Ts>
constexpr T instead_of_result(T&& t, Ts&&...) {
  return static_cast<T&&>(t);
}
// A class template, and a function, that exist to be refused.
#define TILEPROOF_NOT_GIVEN_TYPE(NAME, SENTENCE)                \
  template <class... Ts>                                        \
  struct NAME {                                                 \
    static_assert(dependent_false<Ts...>, #NAME ": " SENTENCE); \
  };
#define TILEPROOF_NOT_GIVEN_CONSTANTS(NAME, SENTENCE)              \
  template <auto... Vs>                                            \
  struct NAME {                                                    \
    static_assert(dependent_false<C<Vs>...>, #NAME ": " SENTENCE); \
  };
#define TILEPROOF_NOT_GIVEN(NAME, SENTENCE)                     \
  template <class... Ts>                                        \
  constexpr auto NAME(Ts&&... ts) {                             \
    static_assert(dependent_false<Ts...>, #NAME ": " SENTENCE); \
    return instead_of_result(static_cast<Ts&&>(ts)...);         \
  }

// ---- swizzled pointers

#define TILEPROOF_SENTENCE                                                                         \
  "a swizzle belongs to the layout here, not to the pointer; write make_tensor(make_smem_ptr(p), " \
  "composition(Swizzle<B,M,S>{}, layout))"
TILEPROOF_NOT_GIVEN_CONSTANTS(smem_ptr_flag_bits, TILEPROOF_SENTENCE)
TILEPROOF_NOT_GIVEN_CONSTANTS(smem_sparse_ptr_flag_bits, TILEPROOF_SENTENCE)
using smem_ptr_flag = smem_ptr_flag_bits<1>;
using smem_sparse_ptr_flag = smem_sparse_ptr_flag_bits<2, 1>;
TILEPROOF_NOT_GIVEN_TYPE(swizzle_ptr, TILEPROOF_SENTENCE)
TILEPROOF_NOT_GIVEN(make_swizzle_ptr, TILEPROOF_SENTENCE)
TILEPROOF_NOT_GIVEN_TYPE(get_swizzle, TILEPROOF_SENTENCE ", and ask get_swizzle_portion(layout)")
template <class T>
using get_swizzle_t = typename get_swizzle<T>::type;
#undef TILEPROOF_SENTENCE

// ---- sparse operands

#define TILEPROOF_SENTENCE                                                                        \
  "sparse tensors and the sparse MMA instructions are not in this library; the dense MMA of the " \
  "same shape is SM90_64xNxK_..., without SPARSE"
TILEPROOF_NOT_GIVEN_TYPE(sparse_elem, TILEPROOF_SENTENCE)
TILEPROOF_NOT_GIVEN_TYPE(sparse_ptr, TILEPROOF_SENTENCE)
TILEPROOF_NOT_GIVEN_TYPE(is_sparse, TILEPROOF_SENTENCE)
TILEPROOF_NOT_GIVEN_TYPE(is_sparse_ptr, TILEPROOF_SENTENCE)
TILEPROOF_NOT_GIVEN(make_sparse_ptr, TILEPROOF_SENTENCE)
template <class T>
inline constexpr bool is_sparse_v = is_sparse<T>::value;
#undef TILEPROOF_SENTENCE

// ---- drawing

TILEPROOF_NOT_GIVEN(print_tensor_os, "write os << layout, or print_tensor(tensor) to stdout")

// ---- tensors of several tensors

#define TILEPROOF_SENTENCE \
  "tensors of several tensors are not in this library; pass the tensors one by one"
TILEPROOF_NOT_GIVEN_TYPE(ZipIterator, TILEPROOF_SENTENCE)
TILEPROOF_NOT_GIVEN_TYPE(ZipLayout, TILEPROOF_SENTENCE)
TILEPROOF_NOT_GIVEN(unzip_tensor, TILEPROOF_SENTENCE)
#undef TILEPROOF_SENTENCE

// ---- algorithms

TILEPROOF_NOT_GIVEN(naive_cooperative_copy,
                    "write cooperative_copy<Threads, Bits>(thread, src, dst)")
TILEPROOF_NOT_GIVEN(heuristic_permutation,
                    "cooperative_copy<Threads, Bits>(thread, src, dst) orders by itself")
TILEPROOF_NOT_GIVEN(cooperative_gemm,
                    "write make_tiled_mma, partition_A, partition_B, partition_C, copy and gemm")
TILEPROOF_NOT_GIVEN(pretty_print, "write print(x), or print_tensor(tensor)")
TILEPROOF_NOT_GIVEN(pretty_print_float_exmy_base, "write print(float(x))")

// ---- static ratios

#define TILEPROOF_SENTENCE \
  "static ratios are not in this library; write a product or a quotient of static integers"
TILEPROOF_NOT_GIVEN_CONSTANTS(R, TILEPROOF_SENTENCE)
TILEPROOF_NOT_GIVEN_TYPE(is_ratio, TILEPROOF_SENTENCE)
TILEPROOF_NOT_GIVEN(ratio, TILEPROOF_SENTENCE)
TILEPROOF_NOT_GIVEN(nratio, TILEPROOF_SENTENCE)
TILEPROOF_NOT_GIVEN(trait_ratio, TILEPROOF_SENTENCE)
#undef TILEPROOF_SENTENCE

TILEPROOF_NOT_GIVEN_TYPE(iter_adaptor,
                         "write an iterator with operator*, operator[] and operator+ of its own")

#undef TILEPROOF_NOT_GIVEN
#undef TILEPROOF_NOT_GIVEN_CONSTANTS
#undef TILEPROOF_NOT_GIVEN_TYPE

}  // namespace cute
