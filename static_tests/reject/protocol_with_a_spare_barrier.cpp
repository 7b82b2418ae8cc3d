// SPDX-License-Identifier: BSL-1.0
//
// expect-error: spare_action
// expect-sentence: every role, step: sync with the block, number 2: the protocol is sound without it
#include <tileproof/pipeline.hpp>

namespace pl = tileproof::pipeline;

// Two stages: a thread that writes a stage again has met all that read it at the barrier between.
struct protocol {
  static constexpr struct S : pl::buffer<S, 2, 1024> {
  } s{};
  using resources = pl::resources<S>;
  using loop = pl::steps;
  struct worker {
    static constexpr int threads = 128;
    constexpr void step(auto& m) {
      m.write(s[pl::now]);
      m.sync_block();
      m.read(s[pl::now]);
#if !defined(TILEPROOF_CONTROL)
      m.sync_block();
#endif
    }
  };
  using roles = pl::roles<worker>;
};
static_assert(tileproof::require<tileproof::minimal_protocol>(protocol{}));  // the mistake
