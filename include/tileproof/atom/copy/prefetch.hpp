// SPDX-License-Identifier: BSL-1.0
//
// Defines prefetch(t): asks for a tensor in global memory to be brought to L2 before it is read.
// Use it one tile ahead in a kernel that is bound by memory latency.
//
//   prefetch(gA(_, _, k + 1));  // a hint: no register is written, and nothing waits for it
//   prefetch(tma, tAgA(_, k + 1));  // by one thread: the boxes of a TMA load (tma/traits.hpp)
//
// Each thread prefetches all of its tensor: give it its own partition, or have one thread do it.
#pragma once

#include <tileproof/atom/copy/copy.hpp>
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

// Prefetches every sector of FetchBytes bytes of the tensor to L2 (PTX ISA, "prefetch"), Threads
// threads together, of which `thread` is this one; the default of 64 bytes is the amount that L2
// fetches at once. No effect on the host. Refused (static_assert) unless the tensor is in global
// memory.
template <int Threads, int FetchBytes = 64, class E, class L>
TILEPROOF_HOST_DEVICE constexpr void cooperative_prefetch([[maybe_unused]] int thread,
                                                          [[maybe_unused]] Tensor<E, L> const& t) {
  static_assert(is_gmem_v<Tensor<E, L>>,
                "prefetch: the tensor must be in global memory (make_gmem_ptr)");
#if defined(__CUDA_ARCH__)
  using plan = detail::prefetch_plan<Tensor<E, L>, FetchBytes>;
  auto const order = detail::common_order(t, t);
  auto const one = [&](auto i) {
    auto const at = i * plan::step;
    detail::prefetch_line(detail::address_of(t, order(at)));
    if constexpr (plan::last > 0)
      detail::prefetch_line(detail::address_of(t, order(at + plan::last)));
  };
  auto const accesses = size(t) / Int<plan::step>{};
  if constexpr (Threads == 1) {
    detail::for_each_index(accesses, one);
  } else {
    using index = decltype(accesses + thread);
    for (index i = thread; i < accesses; i += Threads) one(i);
  }
#endif
}
// Prefetches the tensor as above, one thread alone.
template <int FetchBytes = 64, class E, class L>
TILEPROOF_HOST_DEVICE constexpr void prefetch(Tensor<E, L> const& t) {
  cooperative_prefetch<1, FetchBytes>(0, t);
}

// The name of a refusal: prefetch(atom, t) of no whole instructions.
struct prefetch_of_whole_instructions {
  static constexpr char const* sentences[] = {
      "prefetch: a thread has {found} value{|s}, and one instruction of the atom takes {expected}: "
      "partition the tensor with the same atom",
      nullptr};
};

// Prefetches to L2 what copy(atom, t, dst) would load: the boxes of a TMA load, whose t is a tensor
// of coordinates, or the bytes of a bulk copy. One thread calls it. An atom whose operation has no
// prefetch of its own prefetches the sectors of t. Refused unless mode 0 of t is the values of
// whole instructions (prefetch_of_whole_instructions).
#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
template <copy_atom_like Atom, class E, class L>
TILEPROOF_HOST_DEVICE constexpr void prefetch(Atom const& atom, Tensor<E, L> const& t) {
  if constexpr (!requires { typename Atom::Copy_Op::PREFETCH; }) {
    prefetch(t);
  } else {
    auto const s = detail::first_and_rest(t);  // (V,rest)
    constexpr int values = static_cast<int>(decltype(size<0>(s))::value);
    if constexpr (values % Atom::NumValSrc != 0) {
      static_cast<void>(
          refuse<prefetch_of_whole_instructions, found<values>, expected<Atom::NumValSrc>>{});
    } else {
      using index = decltype(size<1>(s) + 0);
      auto const end = size<1>(s) + 0;
      TILEPROOF_UNROLL
      for (index i = 0; i < end; ++i) {
        auto const boxes = logical_divide(s(_, i), Int<Atom::NumValSrc>{});
        TILEPROOF_UNROLL
        for (int k = 0; k < values / Atom::NumValSrc; ++k) atom.prefetch_unpack(boxes(_, k));
      }
    }
  }
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
