// SPDX-License-Identifier: BSL-1.0
//
// Defines barrier_places: the places of a protocol's mbarriers in shared memory, and the ids of its
// named barriers.
#pragma once

#include <tileproof/checker/sound_protocol.hpp>
#include <tileproof/context/context.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

// The places of a protocol's mbarriers, and the ids of its named barriers.
template <class P>
struct barrier_places {
  int first[plan<P>::resource_count]{};  // for each resource: its first word among the mbarriers,
                                         // or its id
  int words = 0;                         // mbarriers of a block
  int ids = 1;                           // 0 is the barrier of the block

  constexpr barrier_places() {
    for (int r = 0; r < plan<P>::rings; ++r) {
      ring_info const& i = plan<P>::table.ring[r];
      if (i.block != 0 || i.part != 0) continue;
      int const parts = plan<P>::table.parts[i.resource];
      if (i.is == sort::mbarrier) first[i.resource] = words, words += parts * i.stages;
      if (i.is == sort::named_barrier) first[i.resource] = ids, ids += parts;
    }
  }
};
// The mbarriers of a block, as a field of shared memory.
template <class P>
inline constexpr int barrier_words = barrier_places<P>{}.words;

namespace detail {

template <class P, class Context, class Barriers, class... Rs>
TILEPROOF_KERNEL void initialize_barriers(Context const& ctx, Barriers const& bars,
                                          resources<Rs...>*) {
  static constexpr barrier_places<P> places{};
  auto const one = [&](auto r) {
    using R = decltype(r);
    if constexpr (R::is == sort::mbarrier)
      for (int i = 0; i < R::parts * R::stages; ++i)
        ctx.initialize_barrier(bars + (places.first[plan<P>::template resource_of<R>] + i),
                               R::amount);
  };
  (one(Rs{}), ...);
}

}  // namespace detail

// Initialises the mbarriers of a protocol in this block. Called by one thread.
template <class P, class Context, class Barriers>
TILEPROOF_KERNEL void initialize_barriers(Context const& ctx, Barriers const& bars) {
  detail::initialize_barriers<P>(ctx, bars, static_cast<typename P::resources*>(nullptr));
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
