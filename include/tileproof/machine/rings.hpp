// SPDX-License-Identifier: BSL-1.0
//
// Defines rings, the counters of a role while it runs: steps and tiles, and a stage and a parity
// for all rings that move alike.
//
//   A{}[now] in a ring of 3 stages:   step     0  1  2  3  4  5  6
//                                     stage    0  1  2  0  1  2  0
//                                     parity   0  0  0  1  1  1  0
#pragma once

#include <tileproof/checker/sound_protocol.hpp>
#include <tileproof/context/context.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

// The number of a place, an int: for a[now + 2] it is two more than the number of this step.
// `offset` is the 2, which is a constant in an unrolled loop.
struct numbered {
  int base;
  int offset;
  TILEPROOF_KERNEL operator int() const { return base + offset; }
};

// The groups of rings that move alike. A role keeps one stage and one parity for each group.
template <class P>
struct ring_keys {
  static constexpr int most = plan<P>::rings;
  int direction[most]{};
  int stages[most]{};
  bool by_one[most]{};  // they move by one stage at a time
  int count = 0;
  int key_of[most]{};  // the group of a ring; -1: it does not move

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

template <class P>
class rings {
 protected:
  static constexpr ring_keys<P> keys{};
  static_assert(keys.is_plain(), "machine: a ring is used with places of two counters");

  int stage_[keys.count + 1]{};
  int parity_[keys.count + 1]{};
  int previous_[keys.count + 1]{};  // of rings that move by one: the stage before
  int count_[2]{};                  // steps in this tile, tiles

  TILEPROOF_KERNEL rings() { begin_rings(); }

  struct stage_and_parity {
    int stage;
    int parity;
  };
  // The stage `by` further in a ring of N, 0 < by < N, and whether it wraps around: the next use of
  // that stage.
  template <int N>
  TILEPROOF_KERNEL static stage_and_parity further(int stage, int by) {
    int const sum = stage + by;
    if (by == 1) return {sum == N ? 0 : sum, sum == N ? 1 : 0};
    return {sum >= N ? sum - N : sum, sum >= N ? 1 : 0};
  }
  // The stage of a place and the parity of its use. The offset of the place is a constant after
  // inlining.
  template <class R>
  TILEPROOF_KERNEL stage_and_parity of(slot<R> const& s) const {
    constexpr int ring = plan<P>::table.first_ring[plan<P>::template resource_of<R>];
    constexpr int key = keys.key_of[ring];
    constexpr int n = R::stages;
    int const rest = (s.at.offset % n + n) % n;
    int const wraps = (s.at.offset - rest) / n;
    if constexpr (key < 0) {
      return {rest, wraps & 1};
    } else {
      if (rest == 0) return {stage_[key], parity_[key] ^ (wraps & 1)};
      stage_and_parity const at = further<n>(stage_[key], rest);
      constexpr bool is_by_one = keys.by_one[key];
      bool const is_previous = is_by_one && rest == n - 1;
      return {is_previous ? previous_[key] : at.stage, parity_[key] ^ (wraps & 1) ^ at.parity};
    }
  }
  template <class R>
  TILEPROOF_KERNEL numbered number(slot<R> const& s) const {
    if (s.at.of == counter::none) return {0, s.at.offset};
    return {count_[static_cast<int>(s.at.of)] * s.at.times, s.at.offset};
  }
  template <int K = 0>
  TILEPROOF_KERNEL void begin_rings() {
    if constexpr (K < keys.count) {
      constexpr int stages = keys.stages[K];
      previous_[K] = stages - 1;
      begin_rings<K + 1>();
    }
  }
  template <counter By, int K = 0>
  TILEPROOF_KERNEL void count() {
    if constexpr (K == 0) ++count_[static_cast<int>(By)];
    if constexpr (K < keys.count) {
      constexpr int direction = keys.direction[K];
      if constexpr (direction % 4 == static_cast<int>(By)) {
        constexpr int stages = keys.stages[K];
        constexpr int on = direction / 4 % stages;
        parity_[K] ^= direction / 4 / stages & 1;
        if constexpr (on != 0) {
          stage_and_parity const next = further<stages>(stage_[K], on);
          if constexpr (on == 1) previous_[K] = stage_[K];
          stage_[K] = next.stage, parity_[K] ^= next.parity;
        }
      }
      count<By, K + 1>();
    }
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
