// SPDX-License-Identifier: BSL-1.0
//
// expect-error: sound_protocol
// expect-sentence: race: producer, step 2: TMA load into A[0], counted at Full[0]; nothing orders it after consumer, step 0: wgmma reads A[0]
#include <tileproof/pipeline.hpp>

namespace pl = tileproof::pipeline;

struct protocol {
  static constexpr bool warpgroup_waits_as_one = true;  // one thread releases a stage
  static constexpr struct A : pl::buffer<A, 2, 16384> {
  } a{};
  static constexpr struct Acc : pl::accumulator<Acc> {
  } acc{};
  static constexpr struct Full : pl::mbarrier<Full, 2, 1> {
  } full{};
  static constexpr struct Empty : pl::mbarrier<Empty, 2, 1> {
  } empty{};
  using resources = pl::resources<A, Acc, Full, Empty>;
  using loop = pl::steps;
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
#if defined(TILEPROOF_CONTROL)
      m.warpgroup_wait(tileproof::_0{});
      if (m.elected()) m.arrive(empty[pl::now]);
#else
      if (m.elected()) m.arrive(empty[pl::now]);
      m.warpgroup_wait(tileproof::_0{});
#endif
    }
  };
  using roles = pl::roles<producer, consumer>;
};
static_assert(tileproof::require<tileproof::sound_protocol>(protocol{}));  // the mistake
