// SPDX-License-Identifier: BSL-1.0
//
// expect-error: sound_protocol
// expect-sentence: race: worker of block 1 (not elected), finish: read of Sum; nothing orders it after worker of block 0 (not elected), finish: write to Sum
#include <tileproof/pipeline.hpp>

namespace pl = tileproof::pipeline;

// Split-k by two blocks: one thread raises the flag, and the others may still write.
struct protocol {
  static constexpr int blocks = 2;
  static constexpr bool is_cluster = false;
  static constexpr struct Sum : pl::workspace<Sum, 1, 65536> {
  } sum{};
  static constexpr struct Turn : pl::flag<Turn, 1, 1> {
  } turn{};
  using resources = pl::resources<Sum, Turn>;
  using loop = pl::steps;
  struct worker {
    static constexpr int threads = 128;
    constexpr void finish(auto& m) {
      if (m.rank() == 0) {
        m.write(sum[pl::tile]);
#if defined(TILEPROOF_CONTROL)
        m.sync_block();
#endif
        if (m.elected()) m.arrive(turn[pl::tile]);
      } else {
        if (m.elected()) m.wait(turn[pl::tile]);
        m.sync_block();
        m.read(sum[pl::tile]);
      }
    }
  };
  using roles = pl::roles<worker>;
};
static_assert(tileproof::require<tileproof::sound_protocol>(protocol{}));  // the mistake
