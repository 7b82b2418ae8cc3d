// SPDX-License-Identifier: BSL-1.0
//
// expect-error: resource_is_listed
// expect-sentence: a role uses Empty, which is not among the protocol's resources: list it there
#include <tileproof/pipeline.hpp>

namespace pl = tileproof::pipeline;

// The list of resources lacks a barrier that both roles use.
struct protocol {
  static constexpr struct A : pl::buffer<A, 2, 16384> {} a{};
  static constexpr struct Acc : pl::accumulator<Acc> {} acc{};
  static constexpr struct Full : pl::mbarrier<Full, 2, 1> {} full{};
  static constexpr struct Empty : pl::mbarrier<Empty, 2, 4> {} empty{};
#if defined(TILEPROOF_CONTROL)
  using resources = pl::resources<A, Acc, Full, Empty>;
#else
  using resources = pl::resources<A, Acc, Full>;
#endif
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
      m.warpgroup_wait(tileproof::_0{});
      if (m.leads_warp()) m.arrive(empty[pl::now]);
    }
  };
  using roles = pl::roles<producer, consumer>;
};
static_assert(tileproof::require<tileproof::sound_protocol>(protocol{}));
