// SPDX-License-Identifier: BSL-1.0
//
// The protocol of copy_tma: one thread loads tiles by TMA, another one stores them by TMA. Proved
// for every number of tiles.
//
//   loader    wait empty   expect bytes   load -> full[now]
//   storer    wait full[now]   store   wait until at most Pending stores read   arrive at empty[now]
#pragma once

#include <tileproof/pipeline/sound_protocol.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// Tiles of Bytes bytes through Stages stages, in at most Pending of which a store still reads when
// the next one is released. Behind the storer's step n the stores up to n - Pending have read their
// stages, so the loader waits for the step that is Stages - Pending before its own.
template <int Stages, int Bytes, int Pending>
struct load_and_store {
  static_assert(Pending >= 0 && Pending < Stages);
  struct Tile : pipeline::buffer<Tile, Stages, Bytes> {};
  struct Full : pipeline::mbarrier<Full, Stages, 1> {};
  struct Empty : pipeline::mbarrier<Empty, Stages, 1> {};
  using resources = pipeline::resources<Tile, Full, Empty>;
  using loop = pipeline::steps;

  struct loader {
    static constexpr int threads = 1;
    TILEPROOF_ROLE void step(auto& m) {
      m.wait(Empty{}[pipeline::now - (Stages - Pending)]);
      m.arrive_and_expect_tx(Full{}[pipeline::now], Bytes);
      m.tma_load(Tile{}[pipeline::now], Full{}[pipeline::now]);
    }
  };
  struct storer {
    static constexpr int threads = 1;
    TILEPROOF_ROLE void step(auto& m) {
      m.wait(Full{}[pipeline::now]);
      m.tma_store(Tile{}[pipeline::now]);
      m.tma_store_arrive();
      m.tma_store_wait(Int<Pending>{});
      m.arrive(Empty{}[pipeline::now]);
    }
    TILEPROOF_ROLE void finish(auto& m) { m.tma_store_wait(_0{}); }
  };
  using roles = pipeline::roles<loader, storer>;
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
