// SPDX-License-Identifier: BSL-1.0
//
// Defines SM90_BULK_COPY_AUTO, CuTe's bulk copy that takes its direction and its size from the
// tensors: the longest run of bytes that is consecutive on both sides is one cp.async.bulk.
//
//   Copy_Traits<SM90_BULK_COPY_AUTO> bulk;
//   if (threadIdx.x == 0) copy(bulk.with(barrier), gA, sA);  // from global to shared memory
//   if (threadIdx.x == 0) copy(bulk, sA, gA);                // and back
//
// Source: CuTe, algorithm/copy.hpp.
#pragma once

#include <tileproof/algebra/inverse.hpp>
#include <tileproof/atom/copy/copy.hpp>
#include <tileproof/atom/copy/prefetch.hpp>
#include <tileproof/atom/tma/bulk.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// A bulk copy whose direction and size follow from the tensors that copy() is given.
struct SM90_BULK_COPY_AUTO {};

namespace detail {

// The copy, with the barrier of a load or without one.
template <class Src, class Dst, class... Barrier>
TILEPROOF_HOST_DEVICE constexpr void copy_in_bulk(Src const& src, Dst&& dst,
                                                  Barrier const&... barrier) {
  using to = std::remove_cvref_t<Dst>;
  using T = typename Src::value_type;
  constexpr bool loads = is_gmem_v<Src> && is_smem_v<to>;
  constexpr bool stores = is_smem_v<Src> && is_gmem_v<to>;
  constexpr bool has_barrier = sizeof...(Barrier) == 1;
  static_assert(loads || stores,
                "SM90_BULK_COPY_AUTO: the copy must go between global and shared memory, made with "
                "make_gmem_ptr and make_smem_ptr");
  static_assert(!loads || has_barrier,
                "SM90_BULK_COPY_AUTO: a load to shared memory needs a barrier: "
                "copy(bulk.with(barrier), src, dst)");
  static_assert(!stores || !has_barrier,
                "SM90_BULK_COPY_AUTO: a store to global memory takes no barrier: copy(bulk, src, "
                "dst), then tma_store_arrive()");
  if constexpr (loads ? has_barrier : stores && !has_barrier) {
    auto const run = max_common_layout(src.layout(), dst.layout());
    constexpr int bits = static_cast<int>(decltype(size(run))::value) * sizeof_bits_v<T>;
    using operation = std::conditional_t<loads, SM90_BULK_COPY_G2S, SM90_BULK_COPY_S2G>;
    Copy_Atom<Copy_Traits<operation, Int<bits>>, T> const atom{};
    auto const s = logical_divide(src, run);
    auto d = logical_divide(dst, run);
    if constexpr (has_barrier)
      copy(atom.with(barrier...), s, d);
    else
      copy(atom, s, d);
  }
}

}  // namespace detail

// The traits with a barrier, a pointer to one, for a load. copy_tensors copies with bulk copies of
// the longest run that both layouts have. Refused (static_assert) between other memories and for a
// load without a barrier; bulk_copy_is_of_16_bytes where the run is no multiple of 16 bytes; as
// access_width where the addresses are not known to be aligned to 16 bytes.
template <class Barrier>
struct Copy_Traits<SM90_BULK_COPY_AUTO, Barrier> : Copy_Traits<DefaultCopy> {
  Barrier barrier;

  template <class Src, class Dst>
  TILEPROOF_HOST_DEVICE constexpr void copy_tensors(Src const& src, Dst&& dst) const {
    detail::copy_in_bulk(src, dst, barrier);
  }
};
// The traits without one: those of a store.
template <>
struct Copy_Traits<SM90_BULK_COPY_AUTO> : Copy_Traits<DefaultCopy> {
  TILEPROOF_HOST_DEVICE constexpr Copy_Traits<SM90_BULK_COPY_AUTO, std::uint64_t*> with(
      std::uint64_t& barrier) const {
    return {{}, &barrier};
  }
  // By a pointer to the barrier; in a kernel on the CPU, by a checked pointer or reference.
  template <class B>
    requires(!std::is_same_v<B, std::uint64_t>)
  TILEPROOF_HOST_DEVICE constexpr Copy_Traits<SM90_BULK_COPY_AUTO, B> with(B const& barrier) const {
    return {{}, barrier};
  }
  template <class Src, class Dst>
  TILEPROOF_HOST_DEVICE constexpr void copy_tensors(Src const& src, Dst&& dst) const {
    detail::copy_in_bulk(src, dst);
  }
};

// Prefetches a tensor in global memory to L2, in bulk prefetches of its longest run of consecutive
// bytes; as CuTe, with the traits or an atom of them. Refused as a copy is.
template <class... Barrier, class E, class L>
TILEPROOF_HOST_DEVICE constexpr void prefetch(Copy_Traits<SM90_BULK_COPY_AUTO, Barrier...> const&,
                                              Tensor<E, L> const& t) {
  using T = typename Tensor<E, L>::value_type;
  auto const run = max_common_layout(t.layout(), t.layout());
  constexpr int bits = static_cast<int>(decltype(size(run))::value) * sizeof_bits_v<T>;
  prefetch(Copy_Atom<Copy_Traits<SM90_BULK_COPY_G2S, Int<bits>>, T>{}, logical_divide(t, run));
}
template <class... Barrier, class T, class E, class L>
TILEPROOF_HOST_DEVICE constexpr void prefetch(
    Copy_Atom<Copy_Traits<SM90_BULK_COPY_AUTO, Barrier...>, T> const&, Tensor<E, L> const& t) {
  prefetch(Copy_Traits<SM90_BULK_COPY_AUTO>{}, t);
}

// Traits in the place of an atom, as CuTe takes them here.
template <class... Barrier, class ES, class LS, class Dst>
  requires(is_tensor_v<Dst>)
TILEPROOF_HOST_DEVICE constexpr void copy(Copy_Traits<SM90_BULK_COPY_AUTO, Barrier...> const& bulk,
                                          Tensor<ES, LS> const& src, Dst&& dst) {
  bulk.copy_tensors(src, dst);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
