// SPDX-License-Identifier: BSL-1.0
//
// expect-error: sound_protocol
// expect-sentence: hang: consumer<1>, begin: setmaxnreg 240 for ever; the block has 232 for each of its threads
#include <tileproof/pipeline.hpp>

namespace pl = tileproof::pipeline;

// 32 + 2 x 240 registers are more than the 3 x 168 of 384 threads.
struct protocol {
#if defined(TILEPROOF_CONTROL)
  static constexpr int few = 24;
#else
  static constexpr int few = 32;
#endif
  using resources = pl::resources<>;
  using loop = pl::steps;
  struct producer {
    static constexpr int threads = 1;
    static constexpr int warps = 4;
    constexpr void begin(auto& m) { m.warpgroup_reg_dealloc(tileproof::Int<few>{}); }
  };
  template <int>
  struct consumer {
    static constexpr int threads = 128;
    constexpr void begin(auto& m) { m.warpgroup_reg_alloc(tileproof::Int<240>{}); }
  };
  using roles = pl::roles<producer, consumer<0>, consumer<1>>;
};
static_assert(tileproof::require<tileproof::sound_protocol>(protocol{}));  // the mistake
