// SPDX-License-Identifier: BSL-1.0
//
// expect-error: because<
// expect-sentence: wgmma without a warpgroup: consumer (elected), step 0: wgmma.fence: a warpgroup begins at a warp that is a multiple of 4, and the role at warp 1: let producer occupy 4 warps: static constexpr int warps = 4
#include <tileproof/pipeline.hpp>

namespace pl = tileproof::pipeline;

// The producer has warp 0, and so the consumer warps 1 to 4, which are no warpgroup.
struct protocol {
  static constexpr struct A : pl::buffer<A, 2, 16384> {
  } a{};
  static constexpr struct Acc : pl::accumulator<Acc> {
  } acc{};
  static constexpr struct Full : pl::mbarrier<Full, 2, 1> {
  } full{};
  static constexpr struct Empty : pl::mbarrier<Empty, 2, 4> {
  } empty{};
  using resources = pl::resources<A, Acc, Full, Empty>;
  using loop = pl::steps;
  struct producer {
    static constexpr int threads = 1;
#if defined(TILEPROOF_CONTROL)
    static constexpr int warps = 4;
#endif
    constexpr void step(auto& m) {
      m.wait(empty[pl::now].before());
      m.arrive_and_expect_tx(full[pl::now], 16384);
      m.tma_load(a[pl::now], full[pl::now]);
    }
  };
  struct consumer {
    static constexpr int threads = 128;
    constexpr void step(auto& m) {
      m.wait(full[pl::now]);
      m.warpgroup_arrive();
      m.gemm(acc[0], a[pl::now]);
      m.warpgroup_commit_batch();
      m.warpgroup_wait(tileproof::_0{});
      if (m.leads_warp()) m.arrive(empty[pl::now]);
    }
  };
  using roles = pl::roles<producer, consumer>;
};
static_assert(tileproof::require<tileproof::sound_protocol>(protocol{}));  // the mistake
