// SPDX-License-Identifier: BSL-1.0
//
// The protocols of copy_tma and transpose_tma, whose tiles come and go by TMA.
//
//   copy        loader    wait empty   expect bytes   load -> full[now]
//               storer    wait full[now]   store   wait for earlier stores   arrive at empty[now]
//   transpose   load -> full   all: read   barrier   all: write   fence   barrier   store
#pragma once

#include <tileproof/pipeline/sound_protocol.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// Proved for every number of tiles: tiles of Bytes bytes through Stages stages, in at most Pending of which a store still reads when
// the next one is released. Behind the storer's step n the stores up to n - Pending have read their
// stages, so the loader waits for the step that is Stages - Pending before its own.
template <int Stages, int Bytes, int Pending>
struct load_and_store {
  static_assert(Pending > 0 && Pending < Stages);
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

// One tile of Bytes bytes, which Threads threads rearrange where it lies: In and Out share memory.
template <int Threads, int Bytes>
struct rearrange_in_place {
  struct In : pipeline::buffer<In, 1, Bytes> {};
  struct Out : pipeline::buffer<Out, 1, Bytes> {};
  struct Full : pipeline::mbarrier<Full, 1, 1> {};
  using resources = pipeline::resources<In, Out, Full>;
  using overlaps = pipeline::overlaps<pipeline::overlap<In, Out>>;
  using loop = pipeline::once;

  struct block {
    static constexpr int threads = Threads;
    TILEPROOF_ROLE void begin(auto& m) {
      if (m.elected()) {
        m.arrive_and_expect_tx(Full{}[0], Bytes);
        m.tma_load(In{}[0], Full{}[0]);
      }
      m.wait(Full{}[0]);
      m.read(In{}[0]);
      m.sync_block();
      m.write(Out{}[0]);
      m.fence_view_async_shared();
      m.sync_block();
      if (m.elected()) {
        m.tma_store(Out{}[0]);
        m.tma_store_arrive();
        m.tma_store_wait(_0{});
      }
    }
  };
  using roles = pipeline::roles<block>;
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
