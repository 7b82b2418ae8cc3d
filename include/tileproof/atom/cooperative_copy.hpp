// SPDX-License-Identifier: BSL-1.0
//
// cooperative_copy: threads that copy a tensor together.
#pragma once

#include <tileproof/atom/copy.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The part of `thread` of `Threads` threads: together they copy all of src to dst, with the
// accesses of copy_plan, of at most MaxVecBits bits each. Access i, in the order of addresses, is
// thread i % Threads', so that threads that follow one another access memory side by side. Nothing
// is synchronised.
template <int Threads, int MaxVecBits = 128, class Index, class ES, class LS, class Dst>
requires(is_tensor_v<Dst>) TILEPROOF_HOST_DEVICE
    constexpr void cooperative_copy(Index const& thread, Tensor<ES, LS> const& src, Dst&& dst) {
  static_assert(MaxVecBits >= 8 && (MaxVecBits & (MaxVecBits - 1)) == 0);
  using Src = Tensor<ES, LS>;
  using plan = copy_plan<Src, std::remove_cvref_t<Dst>>;
  constexpr int bits = plan::access_bits / plan::elements;
  constexpr int most = MaxVecBits > bits ? MaxVecBits / bits : 1;
  constexpr int elements = plan::elements < most ? plan::elements : most;
  detail::require_same_size(src, dst);
  auto const order = detail::common_order(src, dst);
  auto const accesses = size(dst) / Int<elements>{};
  detail::for_each_index(ceil_div(accesses, Int<Threads>{}), [&](auto i) {
    auto const access = i * Threads + static_cast<int>(thread);
    if (access >= accesses) return;
    if constexpr (elements > 1)
      detail::copy_together<elements, false>(src, dst, order, access * elements);
    else
      detail::copy_element(src, dst, order(access));
  });
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
