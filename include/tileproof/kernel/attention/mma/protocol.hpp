// SPDX-License-Identifier: BSL-1.0
//
// The protocol of attention_mma: all threads of a block load by cp.async and multiply by mma.sync.
// K of a step is loaded during the softmax and P V of the step before; V of a step is loaded while
// S = Q K^T is computed.
//
//   open   Q, K(0)
//   step   K(j) has arrived: load V(j)        S = Q K(j)
//          V(j) has arrived: load K(j + 1)    softmax, O += P V(j)
//   end    O / sum through the shared memory of Q
//
// With two stages K(j + 1) and V(j + 1) are loaded together during the whole of step j, and a step
// has one barrier in place of two.
//
// After FlashAttention-2 (Dao, arXiv 2307.08691), algorithm 1.
#pragma once

#include <tileproof/checker/sound_protocol.hpp>
#include <tileproof/types/int.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// Every tile of rows has at least one step; a tile that sees no key masks all keys of that step.
// The last of n steps loads no keys: the payload's copy of K(n) does nothing. The payload's
// compute(Q, K) is S, compute(V) the sum O; its copy stores the zeros of fetch. No mbarrier counts
// bytes, which are 0.
template <int Threads, int Stages>
struct attention_mma_protocol {
  static_assert(Stages == 1 || Stages == 2, "attention_mma: keys and values have 1 or 2 stages");
  struct Q : pipeline::buffer<Q, 1, 0> {};
  struct K : pipeline::buffer<K, Stages, 0> {};
  struct V : pipeline::buffer<V, Stages, 0> {};
  struct O : pipeline::buffer<O, 1, 0> {};
  using resources = pipeline::resources<Q, K, V, O>;
  using overlaps = pipeline::overlaps<pipeline::overlap<Q, O>>;
  struct softmax {};  // a step
  using loop = pipeline::tile_of_some_steps;

  struct block {
    static constexpr int threads = Threads;
    // Copies rows. For rows past the end, the thread that would copy them stores zeros.
    TILEPROOF_ROLE void fetch(auto& m, auto const& to) {
      m.write(to.partition(0));
      m.cp_async(to.partition(0));
    }
    TILEPROOF_ROLE void open(auto& m) {
      fetch(m, Q{}[0]);
      fetch(m, K{}[pipeline::now]);
      if constexpr (Stages == 2) fetch(m, V{}[pipeline::now]);
      m.cp_async_fence();
    }
    TILEPROOF_ROLE void step(auto& m) {
      m.cp_async_wait(_0{});
      m.sync_block();  // K has arrived, and V has been read
      if constexpr (Stages == 1) {
        fetch(m, V{}[pipeline::now]);
        m.cp_async_fence();
        m.compute(Q{}[0], K{}[pipeline::now]);
        m.cp_async_wait(_0{});
        m.sync_block();  // V has arrived, and K has been read
        fetch(m, K{}[pipeline::now + 1]);
        m.cp_async_fence();
      } else {
        fetch(m, K{}[pipeline::now + 1]);
        fetch(m, V{}[pipeline::now + 1]);
        m.cp_async_fence();
        m.compute(Q{}[0], K{}[pipeline::now]);
      }
      m.compute(softmax{});
      m.compute(V{}[pipeline::now]);
    }
    TILEPROOF_ROLE void end(auto& m) {
      m.cp_async_wait(_0{});
      if constexpr (Stages == 2) m.sync_block();  // Q has been read; with one stage it has been
      m.write(O{}[0]);
      m.sync_block();
      m.read(O{}[0]);
    }
  };
  using roles = pipeline::roles<block>;
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
