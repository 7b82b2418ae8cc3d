// SPDX-License-Identifier: BSL-1.0
//
// Defines the functions and templates of CuTe's arch/ and atom/ headers that this library does not
// give: using one is an error whose sentence says why and what to write instead.
// cute/refused_types.hpp has the other types.
#pragma once

#include <tileproof/atom.hpp>
#include <tileproof/cute/refused_types.hpp>
#include <tileproof/cute/type_traits.hpp>

namespace cute {

#define TILEPROOF_NOT_GIVEN(NAME, SENTENCE)                     \
  template <class... Ts>                                        \
  TILEPROOF_HOST_DEVICE constexpr auto NAME(Ts&&...) {          \
    static_assert(dependent_false<Ts...>, #NAME ": " SENTENCE); \
  }
#define TILEPROOF_SENTENCE                                           \
  "TMA descriptors cannot be changed in device code here; make one " \
  "for each tensor on the host, by make_tma_copy"
TILEPROOF_NOT_GIVEN(tma_desc_commit_group, TILEPROOF_SENTENCE)
TILEPROOF_NOT_GIVEN(tma_desc_wait_group, TILEPROOF_SENTENCE)
TILEPROOF_NOT_GIVEN(tma_descriptor_cp_fence_release, TILEPROOF_SENTENCE)
TILEPROOF_NOT_GIVEN(tma_descriptor_fence_acquire, TILEPROOF_SENTENCE)
TILEPROOF_NOT_GIVEN(tma_descriptor_fence_release, TILEPROOF_SENTENCE)
TILEPROOF_NOT_GIVEN(tma_descriptor_replace_addr_in_global_mem, TILEPROOF_SENTENCE)
TILEPROOF_NOT_GIVEN(tma_descriptor_replace_addr_in_shared_mem, TILEPROOF_SENTENCE)
TILEPROOF_NOT_GIVEN(tma_descriptor_replace_dims_strides_in_shared_mem, TILEPROOF_SENTENCE)
#undef TILEPROOF_SENTENCE
#define TILEPROOF_SENTENCE "im2col loads by TMA are not in this library; make_tma_copy loads tiles"
TILEPROOF_NOT_GIVEN(make_im2col_tma_copy, TILEPROOF_SENTENCE)
#undef TILEPROOF_SENTENCE
#define TILEPROOF_SENTENCE                                                   \
  "an operation unpacks its operands itself here; specialise MMA_Traits or " \
  "Copy_Traits, or give the traits a member of this name"
TILEPROOF_NOT_GIVEN(copy_unpack, TILEPROOF_SENTENCE)
TILEPROOF_NOT_GIVEN(mma_unpack, TILEPROOF_SENTENCE)
#undef TILEPROOF_SENTENCE
#define TILEPROOF_SENTENCE "write Swizzle<B,M,S>{}"
TILEPROOF_NOT_GIVEN(make_swizzle, TILEPROOF_SENTENCE)
#undef TILEPROOF_SENTENCE

namespace TMA {
#define TILEPROOF_SENTENCE                                                                   \
  "make_tma_copy encodes the descriptor from the layouts: elements outside of a tensor are " \
  "zeros, and L2 promotion is its last argument"
TILEPROOF_NOT_GIVEN(to_string, TILEPROOF_SENTENCE)
TILEPROOF_NOT_GIVEN(to_CUtensorMapDataType, TILEPROOF_SENTENCE)
TILEPROOF_NOT_GIVEN(to_CUtensorMapSwizzle, TILEPROOF_SENTENCE)
TILEPROOF_NOT_GIVEN(to_CUtensorMapFloatOOBfill, TILEPROOF_SENTENCE)
TILEPROOF_NOT_GIVEN(to_CUtensorMapL2promotion, TILEPROOF_SENTENCE)
#undef TILEPROOF_SENTENCE
}  // namespace TMA
#undef TILEPROOF_NOT_GIVEN

}  // namespace cute

namespace tileproof::inline TILEPROOF_NAMESPACE {

// Atoms of a refused operation are an error that has the name of the incomplete type.
template <class Operation>
  requires(cute::detail_of_cute::is_refused<Operation>)
struct MMA_Atom<Operation> : MMA_Atom<MMA_Traits<UniversalFMA<float>>> {
  static_assert(sizeof(Operation) > 0);
};
template <class Operation, class T>
  requires(cute::detail_of_cute::is_refused<Operation>)
struct Copy_Atom<Operation, T> : Copy_Atom<Copy_Traits<UniversalCopy<T>>, T> {
  static_assert(sizeof(Operation) > 0);
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE

namespace tileproof::inline TILEPROOF_NAMESPACE::GMMA {

// Sparse layouts, by their element type: NVIDIA's headers name these layouts in templates that
// nobody calls, where a type that depends on nothing would be an error.
template <class... T>
using refused_sparse_type =
    refused<cute::sparse_wgmma_is_not_in_tileproof_use_the_dense_instruction_of_half_the_depth,
            T...>;
template <class T, int>
using Layout_K_INTER_SpAtom = refused_sparse_type<T>;
template <class T, int>
using Layout_K_SW128_SpAtom = refused_sparse_type<T>;
template <class T, int>
using Layout_K_SW32_SpAtom = refused_sparse_type<T>;
template <class T, int>
using Layout_K_SW64_SpAtom = refused_sparse_type<T>;
template <class T, int>
using Layout_MN_INTER_SpAtom = refused_sparse_type<T>;
template <class T, int>
using Layout_MN_SW128_SpAtom = refused_sparse_type<T>;
template <class T, int>
using Layout_MN_SW32_SpAtom = refused_sparse_type<T>;
template <class T, int>
using Layout_MN_SW64_SpAtom = refused_sparse_type<T>;
template <class T, Major>
using Layout_INTER_SpAtom = refused_sparse_type<T>;
template <class T, Major>
using Layout_SW128_SpAtom = refused_sparse_type<T>;
template <class T, Major>
using Layout_SW32_SpAtom = refused_sparse_type<T>;
template <class T, Major>
using Layout_SW64_SpAtom = refused_sparse_type<T>;
using sparse_smem_desc = refused_sparse_type<>;
template <class... Ts>
constexpr auto rs_op_selector_sparse() {
  static_assert(sizeof...(Ts) > 99, "rs_op_selector_sparse: sparse wgmma is not in this library");
}
template <class... Ts>
constexpr auto ss_op_selector_sparse() {
  static_assert(sizeof...(Ts) > 99, "ss_op_selector_sparse: sparse wgmma is not in this library");
}
template <class... Ts>
constexpr auto mma_unpack(Ts&&...) {
  static_assert(sizeof...(Ts) > 99,
                "mma_unpack: an operation unpacks its operands itself here; specialise MMA_Traits, "
                "or give the traits a member of this name");
}
namespace SPARSE {
template <class... Ts>
constexpr auto mma_unpack(Ts&&...) {
  static_assert(sizeof...(Ts) > 99, "mma_unpack: sparse wgmma is not in this library");
}
}  // namespace SPARSE

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::GMMA
