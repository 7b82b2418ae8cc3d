// SPDX-License-Identifier: BSL-1.0
//
// prefetch: global memory that is read soon, on its way to L2.
#pragma once

#include <tileproof/atom/copy_plan.hpp>
#include <tileproof/tensor/for_each.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

#if defined(__CUDACC__)
__device__ __forceinline__ void prefetch_line(void const* p) {
#if defined(__CUDA_ARCH__)
  asm volatile("prefetch.global.L2 [%0];" ::"l"(__cvta_generic_to_global(p)));
#endif
}
#endif

}  // namespace detail

// Asks for every sector of FetchBytes bytes of the tensor (PTX ISA, "prefetch"); by default for
// what L2 fetches at once. Nothing on the host.
template <int FetchBytes = 64, class E, class L>
TILEPROOF_HOST_DEVICE constexpr void prefetch([[maybe_unused]] Tensor<E, L> const& t) {
  using T = Tensor<E, L>;
  static_assert(is_gmem_v<T>, "prefetch: a tensor in global memory");
#if defined(__CUDA_ARCH__)
  constexpr int bits = sizeof_bits_v<typename T::value_type>;
  constexpr int sector = detail::can_be_grouped<typename T::value_type> ? 8 * FetchBytes / bits : 1;
  constexpr core::common_run common =
      detail::common_run_of<detail::inner_layout_of<T>, detail::inner_layout_of<T>>(1);
  constexpr int step =
      static_cast<int>(core::gcd(core::gcd(sector, common.run), detail::kept_together<L>));
  static_assert(step * bits % 8 == 0, "prefetch: whole bytes");
  // A step lies in one sector, or in two.
  constexpr bool in_line = core::gcd(detail::in_line<T, 0>(sector), common.unit) % step == 0;
  constexpr int last = in_line ? 0 : step - (bits < 8 ? 8 / bits : 1);
  auto const order = detail::common_order(t, t);
  detail::for_each_index(size(t) / Int<step>{}, [&](auto i) {
    detail::prefetch_line(detail::address_of(t, order(i * step)));
    if constexpr (last > 0) detail::prefetch_line(detail::address_of(t, order(i * step + last)));
  });
#endif
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
