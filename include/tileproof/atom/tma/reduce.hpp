// SPDX-License-Identifier: BSL-1.0
//
// Defines the Copy_Traits of TMA reductions: SM90_TMA_REDUCE_ADD, as CuTe has it, _MIN and _MAX
// combine a tile in shared memory with the one in global memory, an atomic operation for each
// element. Use them where several blocks contribute to one tile (split-k, gradients):
//
//   auto tma = make_tma_copy(SM90_TMA_REDUCE_ADD{}, gC, sC_layout);
//   fence_view_async_shared();
//   copy(tma, tCsC, tCgC);  // as a store: then tma_store_arrive, tma_store_wait
//
// From PTX ISA, "cp.reduce.async.bulk.tensor".
#pragma once

#include <tileproof/atom/numeric.hpp>
#include <tileproof/atom/tma/descriptor.hpp>
#include <tileproof/atom/tma/traits.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

template <class Op>
inline constexpr bool is_tma_reduction = false;
template <>
inline constexpr bool is_tma_reduction<SM90_TMA_REDUCE_ADD> = true;
template <>
inline constexpr bool is_tma_reduction<SM90_TMA_REDUCE_MIN> = true;
template <>
inline constexpr bool is_tma_reduction<SM90_TMA_REDUCE_MAX> = true;

// The type that a reduction takes elements of type T for.
template <class T>
inline constexpr tma_element tma_element_of = std::is_same_v<T, half_t>       ? tma_element::f16
                                              : std::is_same_v<T, bfloat16_t> ? tma_element::bf16
                                              : std::is_same_v<T, float>      ? tma_element::f32
                                              : !std::is_signed_v<T>          ? tma_element::bits
                                              : sizeof(T) == 4                ? tma_element::s32
                                                                              : tma_element::s64;
// The map's element type. The sum of s64 is that of u64, the type that TMA adds.
template <class Op, class T>
inline constexpr tma_element tma_element_for =
    !is_tma_reduction<Op> ||
            (std::is_same_v<Op, SM90_TMA_REDUCE_ADD> && tma_element_of<T> == tma_element::s64)
        ? tma_element::bits
        : tma_element_of<T>;

// True if TMA adds, or compares, elements of type T; and, of an operation, if it does so or need
// not.
template <class T>
inline constexpr bool tma_adds =
    (std::is_integral_v<T> && (sizeof(T) == 4 || sizeof(T) == 8)) || std::is_same_v<T, half_t> ||
    std::is_same_v<T, bfloat16_t> || std::is_same_v<T, float>;
template <class T>
inline constexpr bool tma_compares = tma_adds<T> && !std::is_same_v<T, float>;
template <class Op, class T>
inline constexpr bool adds_if_it_must = !std::is_same_v<Op, SM90_TMA_REDUCE_ADD> || tma_adds<T>;
template <class Op, class T>
inline constexpr bool compares_if_it_must =
    !is_tma_reduction<Op> || std::is_same_v<Op, SM90_TMA_REDUCE_ADD> || tma_compares<T>;

}  // namespace detail

// The name of a refusal: make_tma_copy<T> of elements of another size.
template <class T, class Element>
struct internal_type_has_the_bits {
  static constexpr core::text of_map = core::type_text<T>();
  static constexpr std::string_view verb = of_map;
  using element_type = Element;
  static constexpr char const* sentences[] = {
      "make_tma_copy<{verb}>: TMA takes {element} elements for a type of {found} bits, and they "
      "have "
      "{expected}: name a type of {expected} bits, or none",
      nullptr};
};

// The names of refusals of make_tma_atom: TMA does not add elements of this type, or does not
// compare them.
template <class T>
struct tma_adds_elements {
  using element_type = T;
  static constexpr char const* sentences[] = {
      "SM90_TMA_REDUCE_ADD does not add {element}: it adds half_t, bfloat16_t, float, and integers "
      "of {expected} or 64 bits",
      nullptr};
};
template <class T>
struct tma_compares_elements {
  using element_type = T;
  static constexpr char const* sentences[] = {
      "SM90_TMA_REDUCE_MIN and _MAX do not take {element}: they take half_t, bfloat16_t, and "
      "integers of {expected} or 64 bits",
      nullptr};
};

// A reduction: copied with, and waited for, as a store.
template <class Op, class Box>
  requires(detail::is_tma_reduction<Op>)
struct Copy_Traits<Op, Box> : detail::tma_map<Box> {
#if defined(__CUDACC__)
  template <class Src, class Dst>
  __device__ void copy_unpack(Src const& src, Dst const& dst) const {
    detail::tma_arguments<Box> const to(dst);
    Op::copy(&this->descriptor, detail::shared_place<Box>(src), to.at);
  }
#else
  template <class Src, class Dst>
  void copy_unpack(Src const& src, Dst const& dst) const {
    detail::tma_arguments<Box> const to(dst);
    cpu::tma_reduce_on_cpu<Op, typename Box::value_type>(this->descriptor, to.at,
                                                         detail::shared_place<Box>(src));
  }
#endif
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
