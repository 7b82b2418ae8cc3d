// SPDX-License-Identifier: BSL-1.0
//
// expect-error: protocol_has_loop
// expect-sentence: protocol: protocol has no loop: using loop = steps, tiles_of_steps, ..., or once
#include <tileproof/pipeline.hpp>

namespace pl = tileproof::pipeline;

// No loop says how often `step` runs.
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
#if defined(TILEPROOF_CONTROL)
  using loop = pl::steps;
#endif
  struct producer {
    static constexpr int threads = 1;
    static constexpr int warps = 4;
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
static_assert(tileproof::require<tileproof::sound_protocol>(protocol{}));
