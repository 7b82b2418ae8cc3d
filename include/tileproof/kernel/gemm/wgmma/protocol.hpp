// SPDX-License-Identifier: BSL-1.0
//
// The protocol of gemm_wgmma: a warp loads k-tiles by TMA, warpgroups multiply them by wgmma and
// store the result by TMA. Persistent; the blocks of a cluster share the tile of one operand by
// multicast.
//
//   producer       wait empty[now]   expect bytes   load A, load B -> full[now]
//   consumer 0, 1  wait full[now]    wgmma          wait for the one before, arrive at its empty
//                  end of a tile: chunks of D through buffers in shared memory, and out by TMA
#pragma once

#include <tileproof/checker/sound_protocol.hpp>
#include <tileproof/types/int.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// Each block loads BytesOfA and BytesOfB for a k-tile, in Stages stages, 2 or more. For a tile,
// each consumer stores Chunks chunks of BytesOfD, one after another through Buffers buffers, 2 or
// more. The Blocks blocks of a cluster, 1, 2 or 4, share A (SharesA) or B: each loads its part for
// all. There are 1 or 2 Consumers; one has enough registers from the launch. Every tile has at
// least one k-tile; it is zeros if k is 0.
//
// If SharesTiles, a tile may be a part of one, whose sums a consumer hands over; then it stores no
// D (kernel/gemm/wgmma/stream_k.hpp has the protocol of that).
template <int Stages, int BytesOfA, int BytesOfB, int BytesOfD, int Chunks, int Buffers, int Blocks,
          bool SharesA = false, bool SharesTiles = false, int Consumers = 2>
struct wgmma_protocol {
  static constexpr int blocks = Blocks;
  static constexpr int consumers = Consumers;
  static constexpr int chunks = Chunks;
  static constexpr bool dependent_launch = true;
  static constexpr int most_under_way = Blocks > 2 ? 24 : 12;  // a wgmma reads each part
  static constexpr int choices = SharesTiles ? 2 : 1;
  static constexpr int is_given = 1;  // the choice at the end of a tile whose sums are handed over
  static constexpr int parts_of_a = SharesA ? Blocks : 1;
  static constexpr int parts_of_b = SharesA ? 1 : Blocks;
  struct A : pipeline::buffer<A, Stages, BytesOfA / parts_of_a, parts_of_a> {};
  struct B : pipeline::buffer<B, Stages, BytesOfB / parts_of_b, parts_of_b> {};
  struct D : pipeline::buffer<D, Buffers, BytesOfD, consumers> {};
  struct Acc : pipeline::accumulator<Acc, consumers> {};
  struct Full : pipeline::mbarrier<Full, Stages, 1> {};
  struct Empty : pipeline::mbarrier<Empty, Stages, 4 * consumers * Blocks> {};  // one a warp
  struct Own : pipeline::named_barrier<Own, 128, consumers> {};
  using resources = pipeline::resources<A, B, D, Acc, Full, Empty, Own>;
  using loop = pipeline::tiles_of_some_steps;
  struct hand_over {};  // sums to another block, or from others

  struct producer {
    static constexpr int threads = 1;
    static constexpr int warps = 4;
    TILEPROOF_ROLE void begin(auto& m) {
      if constexpr (Consumers > 1) m.warpgroup_reg_dealloc(Int<40>{});
      m.wait_on_dependent_grids();
    }
    TILEPROOF_ROLE void step(auto& m) {
      m.wait(Empty{}[pipeline::now].before());
      m.arrive_and_expect_tx(Full{}[pipeline::now], BytesOfA + BytesOfB);
      if constexpr (SharesA) {
        m.tma_load_multicast(A{}[pipeline::now].part(m.rank()), Full{}[pipeline::now]);
        m.tma_load(B{}[pipeline::now], Full{}[pipeline::now]);
      } else {
        m.tma_load(A{}[pipeline::now], Full{}[pipeline::now]);
        m.tma_load_multicast(B{}[pipeline::now].part(m.rank()), Full{}[pipeline::now]);
      }
    }
    // Waits for the last releases, since the other block arrives at this block's barriers until
    // then.
    TILEPROOF_ROLE void finish(auto& m) {
      TILEPROOF_UNROLL
      for (int i = 0; i < (Blocks > 1 ? Stages : 0); ++i)
        m.wait(Empty{}[pipeline::now].ahead(i).before());
    }
  };

  template <int I>
  struct consumer {
    static constexpr int threads = 128;
    static constexpr int number = I;
    TILEPROOF_ROLE void begin(auto& m) {
      if constexpr (Consumers > 1) m.warpgroup_reg_alloc(Int<232>{});
      m.wait_on_dependent_grids();
      m.launch_dependent_grids();
    }
    TILEPROOF_ROLE void first(auto& m) { multiply(m); }
    TILEPROOF_ROLE void step(auto& m) {
      multiply(m);
      m.warpgroup_wait(_1{});
      release(m);
    }
    TILEPROOF_ROLE void end(auto& m) {
      m.warpgroup_wait(_0{});
      release(m);
      m.read(Acc{}[I]);
      if constexpr (SharesTiles) {
        m.compute(hand_over{});
        if (m.choice() == is_given) {
          if (m.elected()) m.tma_store_wait(_0{});  // the next tile may begin with any buffer
          m.sync(Own{}[I]);
          return;
        }
      }
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
    }

   private:
    TILEPROOF_ROLE void multiply(auto& m) {
      m.wait(Full{}[pipeline::now]);
      m.warpgroup_arrive();  // needed once a tile; ptxas puts one before each batch in any case
      // wgmma reads all parts of the operand that blocks share.
      auto const a = A{}[pipeline::now];
      auto const b = B{}[pipeline::now];
      auto const shared = std::conditional_t<SharesA, A, B>{}[pipeline::now];
      if constexpr (Blocks == 1)
        m.gemm(Acc{}[I], a, b);
      else if constexpr (Blocks == 2)
        m.gemm(Acc{}[I], a, b, shared.part(1));
      else
        m.gemm(Acc{}[I], a, b, shared.part(1), shared.part(2), shared.part(3));
      m.warpgroup_commit_batch();
    }
    // Releases the stage of the step before, which has been read.
    TILEPROOF_ROLE void release(auto& m) {
      if (m.leads_warp())
        for (int c = 0; c < Blocks; ++c) m.arrive(Empty{}[pipeline::now - 1].of(c));
    }
  };
  using roles = std::conditional_t<Consumers == 1, pipeline::roles<producer, consumer<0>>,
                                   pipeline::roles<producer, consumer<0>, consumer<1>>>;
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
