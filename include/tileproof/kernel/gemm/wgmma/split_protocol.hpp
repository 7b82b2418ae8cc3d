// SPDX-License-Identifier: BSL-1.0
//
// The protocol of gemm_wgmma with split-k: the blocks of a cluster multiply parts of k, and then
// each adds up a part of the tile's rows, out of the shared memory of all.
//
//   producer       wait empty[now]   expect bytes   load A, load B -> full[now]
//   consumer 0, 1  wait full[now]    wgmma          wait for the one before, arrive at its empty
//                  write the sums   cluster barrier   read those of every block   cluster barrier
#pragma once

#include <tileproof/checker/sound_protocol.hpp>
#include <tileproof/types/int.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// Splits blocks, a cluster, have k-tiles of BytesOfA and BytesOfB in Stages stages, 2 or more;
// BytesOfSums is the f32 or int32 tile of a consumer. One tile a cluster, with a k-tile for each
// block, of zeros behind the end of k. One thread of a warpgroup releases a stage, as in CUTLASS:
// the proof then follows few enough threads for 8 blocks.
template <int Stages, int BytesOfA, int BytesOfB, int BytesOfSums, int Splits>
struct wgmma_split_protocol {
  static constexpr int blocks = Splits;
  static constexpr int consumers = 2;
  static constexpr bool warpgroup_waits_as_one = true;
  static constexpr bool dependent_launch = true;
  struct A : pipeline::buffer<A, Stages, BytesOfA> {};
  struct B : pipeline::buffer<B, Stages, BytesOfB> {};
  struct Sums : pipeline::buffer<Sums, 1, BytesOfSums, consumers> {};  // 64 rows a part
  struct Acc : pipeline::accumulator<Acc, consumers> {};
  struct Full : pipeline::mbarrier<Full, Stages, 1> {};
  struct Empty : pipeline::mbarrier<Empty, Stages, consumers> {};
  using resources = pipeline::resources<A, B, Sums, Acc, Full, Empty>;
  using loop = pipeline::tile_of_some_steps;
  struct store_rows {};  // a step: this block's rows of D

  struct producer {
    static constexpr int threads = 1;
    static constexpr int warps = 4;
    TILEPROOF_ROLE void begin(auto& m) { m.wait_on_dependent_grids(); }
    TILEPROOF_ROLE void step(auto& m) {
      m.wait(Empty{}[pipeline::now].before());
      m.arrive_and_expect_tx(Full{}[pipeline::now], BytesOfA + BytesOfB);
      m.tma_load(A{}[pipeline::now], Full{}[pipeline::now]);
      m.tma_load(B{}[pipeline::now], Full{}[pipeline::now]);
    }
    TILEPROOF_ROLE void finish(auto& m) {
      m.sync_cluster();
      m.sync_cluster();
    }
  };

  template <int I>
  struct consumer {
    static constexpr int threads = 128;
    static constexpr int number = I;
    TILEPROOF_ROLE void begin(auto& m) {
      m.wait_on_dependent_grids();
      m.launch_dependent_grids();
    }
    TILEPROOF_ROLE void first(auto& m) { multiply(m); }
    TILEPROOF_ROLE void step(auto& m) {
      multiply(m);
      m.warpgroup_wait(_1{});
      if (m.elected()) m.arrive(Empty{}[pipeline::now - 1]);
    }
    TILEPROOF_ROLE void end(auto& m) {
      m.warpgroup_wait(_0{});
      m.read(Acc{}[I]);
      m.write(Sums{}[0].part(I));
      m.sync_cluster();
      // Rows [rank * 128 / Splits,(rank + 1) * 128 / Splits) of the tile are this block's.
      int const part = m.rank() * consumers / Splits;
      TILEPROOF_UNROLL
      for (int i = 0; i < Splits; ++i) {
        int const from = (m.rank() + i) % Splits;
        m.read(Sums{}[0].part(part).of(from));
      }
      m.cluster_arrive();
      m.compute(store_rows{});
      m.cluster_wait();  // until the others have read
    }

   private:
    TILEPROOF_ROLE void multiply(auto& m) {
      m.wait(Full{}[pipeline::now]);
      m.warpgroup_arrive();
      m.gemm(Acc{}[I], A{}[pipeline::now], B{}[pipeline::now]);
      m.warpgroup_commit_batch();
    }
  };
  using roles = pipeline::roles<producer, consumer<0>, consumer<1>>;
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
