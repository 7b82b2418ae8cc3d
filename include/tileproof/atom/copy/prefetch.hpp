// SPDX-License-Identifier: BSL-1.0
//
// Defines prefetch(t): asks for a tensor in global memory to be brought to L2 before it is read.
// Use it one tile ahead in a kernel that is bound by memory latency.
//
//   prefetch(gA(_, _, k + 1));  // a hint: no register is written, and nothing waits for it
//
// Each thread prefetches all of its tensor: give it its own partition, or have one thread do it.
#pragma once

#include <tileproof/atom/copy/plan.hpp>
#include <tileproof/tensor/for_each.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// One prefetch for every `step` elements, and a second one for element `last` where these elements
// may span two sectors (last > 0).
template <class Tensor, int FetchBytes>
struct prefetch_plan {
  using T = typename Tensor::value_type;
  using layout = inner_layout_of<Tensor>;
  static constexpr int bits = sizeof_bits_v<T>;
  static constexpr int sector = can_be_grouped<T> ? 8 * FetchBytes / bits : 1;
  static constexpr core::common_run run = common_run_of<layout, layout>(1);
  static constexpr int step = static_cast<int>(
      core::gcd(core::gcd(sector, run.run), kept_together<typename Tensor::layout_type>));
  static constexpr bool whole = core::gcd(in_line<Tensor, 0>(sector), run.unit) % step == 0;
  static constexpr int last = whole ? 0 : step - (bits < 8 ? 8 / bits : 1);
  static_assert(step * bits % 8 == 0,
                "prefetch: elements of less than a byte must fill whole bytes");
};

#if defined(__CUDACC__)
// prefetch.global.L2 of the line that holds the byte at p.
__device__ __forceinline__ void prefetch_line(void const* p) {
#if defined(__CUDA_ARCH__)
  asm volatile("prefetch.global.L2 [%0];" ::"l"(__cvta_generic_to_global(p)));
#endif
}
#endif

}  // namespace detail

// Prefetches every sector of FetchBytes bytes of the tensor to L2 (PTX ISA, "prefetch"); the
// default of 64 bytes is the amount that L2 fetches at once. No effect on the host. Refused
// (static_assert) unless the tensor is in global memory.
template <int FetchBytes = 64, class E, class L>
TILEPROOF_HOST_DEVICE constexpr void prefetch([[maybe_unused]] Tensor<E, L> const& t) {
  static_assert(is_gmem_v<Tensor<E, L>>,
                "prefetch: the tensor must be in global memory (make_gmem_ptr)");
#if defined(__CUDA_ARCH__)
  using plan = detail::prefetch_plan<Tensor<E, L>, FetchBytes>;
  auto const order = detail::common_order(t, t);
  detail::for_each_index(size(t) / Int<plan::step>{}, [&](auto i) {
    auto const at = i * plan::step;
    detail::prefetch_line(detail::address_of(t, order(at)));
    if constexpr (plan::last > 0)
      detail::prefetch_line(detail::address_of(t, order(at + plan::last)));
  });
#endif
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
