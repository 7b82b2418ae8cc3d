// SPDX-License-Identifier: BSL-1.0
//
// The protocol of gemm_wgmma: a warp loads k-tiles by TMA, two warpgroups multiply them by wgmma
// and store the result by TMA. Persistent; the blocks of a cluster share the tile of B by
// multicast.
//
//   producer       wait empty[now]   expect bytes   load A, load B -> full[now]
//   consumer 0, 1  wait full[now]    wgmma          wait for it, arrive at empty[now]
//                  end of a tile: chunk by chunk through Buffers buffers, and out by TMA
#pragma once

#include <tileproof/pipeline/sound_protocol.hpp>
#include <tileproof/types/int.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// Of a k-tile BytesOfA and BytesOfB come to each block, in Stages stages; Chunks parts of BytesOfD
// leave each consumer for a tile. Blocks of a cluster are below one another.
template <int Stages, int BytesOfA, int BytesOfB, int BytesOfD, int Chunks, int Buffers, int Blocks>
struct wgmma_protocol {
  static constexpr int blocks = Blocks;
  static constexpr int consumers = 2;
  static constexpr int chunks = Chunks;
  struct A : pipeline::buffer<A, Stages, BytesOfA> {};
  struct B : pipeline::buffer<B, Stages, BytesOfB / Blocks, Blocks> {};
  struct D : pipeline::buffer<D, Buffers, BytesOfD, consumers> {};
  struct Acc : pipeline::accumulator<Acc, consumers> {};
  struct Full : pipeline::mbarrier<Full, Stages, 1> {};
  struct Empty : pipeline::mbarrier<Empty, Stages, 4 * consumers * Blocks> {};  // one a warp
  struct Own : pipeline::named_barrier<Own, 128, consumers> {};
  using resources = pipeline::resources<A, B, D, Acc, Full, Empty, Own>;
  using loop = pipeline::tiles_of_steps;

  struct producer {
    static constexpr int threads = 1;
    static constexpr int warps = 4;
    TILEPROOF_ROLE void begin(auto& m) { m.warpgroup_reg_dealloc(Int<40>{}); }
    TILEPROOF_ROLE void step(auto& m) {
      m.wait(Empty{}[pipeline::now].before());
      m.arrive_and_expect_tx(Full{}[pipeline::now], BytesOfA + BytesOfB);
      m.tma_load(A{}[pipeline::now], Full{}[pipeline::now]);
      m.tma_load_multicast(B{}[pipeline::now].part(m.rank()), Full{}[pipeline::now]);
    }
    TILEPROOF_ROLE void finish(auto& m) {
      if constexpr (Blocks > 1) m.sync_cluster();
    }
  };

  template <int I>
  struct consumer {
    static constexpr int threads = 128;
    static constexpr int number = I;
    TILEPROOF_ROLE void begin(auto& m) { m.warpgroup_reg_alloc(Int<232>{}); }
    TILEPROOF_ROLE void open(auto& m) { m.write(Acc{}[I]); }
    TILEPROOF_ROLE void step(auto& m) {
      m.wait(Full{}[pipeline::now]);
      m.warpgroup_arrive();  // needed once a tile; ptxas puts one before each batch in any case
      if constexpr (Blocks == 1)
        m.gemm(Acc{}[I], A{}[pipeline::now], B{}[pipeline::now]);
      else
        m.gemm(Acc{}[I], A{}[pipeline::now], B{}[pipeline::now], B{}[pipeline::now].part(1));
      m.warpgroup_commit_batch();
      m.warpgroup_wait(_0{});
      if (m.leads_warp())
        for (int c = 0; c < Blocks; ++c) m.arrive(Empty{}[pipeline::now].of(c));
    }
    TILEPROOF_ROLE void end(auto& m) {
      m.read(Acc{}[I]);
      TILEPROOF_UNROLL
      for (int c = 0; c < Chunks; ++c) {
        m.write(D{}[pipeline::tile * Chunks + c].part(I));
        m.fence_view_async_shared();
        if (m.elected()) m.tma_store_wait(Int<Buffers - 2>{});  // the next buffer has been read
        m.sync(Own{}[I]);
        if (m.elected()) {
          m.tma_store(D{}[pipeline::tile * Chunks + c].part(I));
          m.tma_store_arrive();
        }
      }
    }
    TILEPROOF_ROLE void finish(auto& m) {
      if (m.elected()) m.tma_store_wait(_0{});
      if constexpr (Blocks > 1) m.sync_cluster();
    }
  };
  using roles = pipeline::roles<producer, consumer<0>, consumer<1>>;
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
