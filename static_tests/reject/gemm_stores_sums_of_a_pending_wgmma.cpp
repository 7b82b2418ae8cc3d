// SPDX-License-Identifier: BSL-1.0
//
// A mistake of docs/tutorial/15_pipelined_gemm.md.
//
// expect-error: sound_protocol
// expect-sentence: race: consumer (elected), finish: read of Acc while a wgmma that uses it is pending: call warpgroup_wait first
#include <tileproof/machine/memory.hpp>
#include <tileproof/pipeline.hpp>
#include <tileproof/tileproof.hpp>
using namespace tileproof;

using BLK_M = _64;
using BLK_N = _128;
using BLK_K = _64;
using PIPE = _3;
using tile_a = Shape<BLK_M, BLK_K>;
using tile_b = Shape<BLK_N, BLK_K>;

// The roles and their actions for each k-tile.
struct loads_and_multiplies {
  struct A : pipeline::buffer<A, PIPE::value, pipeline::bytes_of_stage<half_t, tile_a>> {};
  struct B : pipeline::buffer<B, PIPE::value, pipeline::bytes_of_stage<half_t, tile_b>> {};
  struct Acc : pipeline::accumulator<Acc> {};
  struct Full : pipeline::mbarrier<Full, PIPE::value, 1> {};
  struct Empty : pipeline::mbarrier<Empty, PIPE::value, 4> {};  // one arrival a warp
  using resources = pipeline::resources<A, B, Acc, Full, Empty>;
  using loop = pipeline::steps;
  struct consumer {
    static constexpr int threads = 128;
    TILEPROOF_ROLE void step(auto& m) {
      m.wait(Full{}[pipeline::now]);
      m.warpgroup_arrive();
      m.gemm(Acc{}[0], A{}[pipeline::now], B{}[pipeline::now]);
      m.warpgroup_commit_batch();
#if defined(TILEPROOF_CONTROL)
      m.warpgroup_wait(_0{});
#endif
      if (m.leads_warp()) m.arrive(Empty{}[pipeline::now]);
    }
    static_assert(Empty::amount == threads / 32);
    TILEPROOF_ROLE void finish(auto& m) { m.read(Acc{}[0]); }
  };
  struct producer {
    static constexpr int threads = 1;
    TILEPROOF_ROLE void step(auto& m) {
      m.wait(Empty{}[pipeline::now].before());
      m.arrive_and_expect_tx(Full{}[pipeline::now], A::amount + B::amount);
      m.tma_load(A{}[pipeline::now], Full{}[pipeline::now]);
      m.tma_load(B{}[pipeline::now], Full{}[pipeline::now]);
    }
  };
  using roles = pipeline::roles<consumer, producer>;
};
static_assert(require<sound_protocol>(loads_and_multiplies{}));
