// SPDX-License-Identifier: BSL-1.0
//
// Defines where a machine finds what a protocol has: ring_keys, the rings that move alike, and
// barrier_places, the words of mbarriers in shared memory and the ids of named barriers.
#pragma once

#include <tileproof/checker/sound_protocol.hpp>
#include <tileproof/context/context.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

// The rings of a protocol that move alike: a stage and a parity each is all that a role keeps.
template <class P>
struct ring_keys {
  static constexpr int most = plan<P>::rings;
  int direction[most]{};
  int stages[most]{};
  bool by_one[most]{};  // they move by one stage at a time
  int count = 0;
  int key_of[most]{};  // of a ring; -1: it does not move

  constexpr ring_keys() {
    for (int r = 0; r < most; ++r) {
      int const w = facts_of<P>.ring[r].direction;
      int const s = plan<P>::table.ring[r].stages;
      key_of[r] = -1;
      if (w < 4) continue;
      int k = 0;
      while (k < count && (direction[k] != w || stages[k] != s)) ++k;
      if (k == count) direction[k] = w, stages[k] = s, by_one[k] = w / 4 % s == 1, ++count;
      key_of[r] = k;
    }
  }
  // Whether no ring moves in two ways.
  constexpr bool is_plain() const {
    for (int r = 0; r < most; ++r)
      if (facts_of<P>.ring[r].direction == recorder<P>::mixed) return false;
    return true;
  }
};

// Where the mbarriers and the ids of named barriers of a protocol are.
template <class P>
struct barrier_places {
  int first[plan<P>::resource_count]{};  // of a resource: a word among the mbarriers, or an id
  int words = 0;                         // mbarriers of a block
  int ids = 1;                           // 0 is that of the block

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
// The mbarriers of a block of a protocol, as a field of shared memory has them.
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
