// SPDX-License-Identifier: BSL-1.0
//
// The mistake of docs/tutorial/13_pipelined_copy.md.
//
// expect-error: sound_protocol
// expect-sentence: early arrival: producer, step 2: arrive.expect_tx at Full[0], 4096 bytes; the phase before may not be complete, and then it counts there: let it come after a wait for that phase, and check the number of arrivals, 1
#include <tileproof/pipeline.hpp>
using namespace tileproof;

struct two_stages {
  struct Tile : pipeline::buffer<Tile, 2, 4096> {};
  struct Full : pipeline::mbarrier<Full, 2, 1> {};
  struct Empty : pipeline::mbarrier<Empty, 2, 4> {};  // one arrival a warp
  using resources = pipeline::resources<Tile, Full, Empty>;
  using loop = pipeline::steps;
  struct producer {
    static constexpr int threads = 1;
    TILEPROOF_ROLE void step(auto& m) {
#if defined(TILEPROOF_CONTROL)
      m.wait(Empty{}[pipeline::now].before());
#endif
      m.arrive_and_expect_tx(Full{}[pipeline::now], 4096);
      m.tma_load(Tile{}[pipeline::now], Full{}[pipeline::now]);
    }
  };
  struct consumer {
    static constexpr int threads = 128;
    TILEPROOF_ROLE void step(auto& m) {
      m.wait(Full{}[pipeline::now]);
      m.read(Tile{}[pipeline::now]);
      m.fence_view_async_shared();  // TMA overwrites what these threads have read
      m.sync_warp();
      if (m.leads_warp()) m.arrive(Empty{}[pipeline::now]);
    }
  };
  using roles = pipeline::roles<producer, consumer>;
};
static_assert(require<sound_protocol>(two_stages{}));
