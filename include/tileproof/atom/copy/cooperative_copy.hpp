// SPDX-License-Identifier: BSL-1.0
//
// cooperative_copy: a group of threads copies a tensor together, without a TiledCopy. Use it for
// small or irregular tiles:
//
//   cooperative_copy<128>(threadIdx.x, gA, sA);
//   __syncthreads();
#pragma once

#include <tileproof/atom/copy/copy.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// The order of accesses: by address, in global memory if the two sides have no common order.
template <bool Common, class Src, class Dst>
TILEPROOF_HOST_DEVICE constexpr auto cooperative_order(Src const& src, Dst const& dst) {
  if constexpr (Common || !(is_gmem_v<Src> || is_gmem_v<Dst>))
    return common_order(src, dst);
  else if constexpr (is_gmem_v<Src>)
    return common_order(src, src);
  else
    return common_order(dst, dst);
}

}  // namespace detail

// Copies the part of `thread` among `Threads` threads; together they copy all of src to dst. Pre: 0
// <= thread < Threads. Accesses are those of copy_plan, with at most MaxVecBits bits each. Access
// i, in the order of addresses, belongs to thread i % Threads, so that neighbouring threads access
// neighbouring memory. Nothing is synchronized. Refused (static_assert) if two threads would write
// parts of one byte; with TILEPROOF_REQUIRE_VECTORISED also (copy_is_vectorised) where a stated
// alignment would widen the accesses.
template <int Threads, int MaxVecBits = 128, class Index, class ES, class LS, class Dst>
  requires(is_tensor_v<Dst>)
TILEPROOF_HOST_DEVICE constexpr void cooperative_copy(Index const& thread,
                                                      Tensor<ES, LS> const& src, Dst&& dst) {
  static_assert(MaxVecBits >= 8 && (MaxVecBits & (MaxVecBits - 1)) == 0);
  using Src = Tensor<ES, LS>;
  using plan = copy_plan<Src, Dst>;
  constexpr int bits = plan::access_bits / plan::elements;
  constexpr int most = MaxVecBits > bits ? MaxVecBits / bits : 1;
  constexpr int elements = plan::elements < most ? plan::elements : most;
  static_assert(plan::access_bits >= 8 || is_rmem_v<std::remove_cvref_t<Dst>>,
                "cooperative_copy: elements of less than a byte must be contiguous by "
                "whole bytes, or two threads would write one byte");
#if defined(TILEPROOF_REQUIRE_VECTORISED)
  detail::require_widest<Src, std::remove_cvref_t<Dst>, MaxVecBits>();
#endif
  detail::require_same_size(src, dst);
  auto const order = detail::cooperative_order<(plan::elements > 1)>(src, dst);
  auto const accesses = size(dst) / Int<elements>{};
  constexpr bool whole = is_constant_v<0, decltype(accesses % Int<Threads>{})>;
  detail::for_each_index(ceil_div(accesses, Int<Threads>{}), [&](auto i) {
    auto const access = i * Threads + static_cast<int>(thread);
    if (!whole && access >= accesses) return;
    if constexpr (elements > 1)
      detail::copy_together<elements, false>(src, dst, order, access * elements);
    else
      detail::copy_element(src, dst, order(access));
  });
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
