// SPDX-License-Identifier: BSL-1.0
//
// expect-error: sound_protocol
// expect-sentence: workspace: worker, finish: cp.async into Sum; a workspace is read and written by threads: use read, write or update
#include <tileproof/pipeline.hpp>

namespace pl = tileproof::pipeline;

struct protocol {
  static constexpr struct Sum : pl::workspace<Sum, 1, 65536> {
  } sum{};
  using resources = pl::resources<Sum>;
  using loop = pl::once;
  struct worker {
    static constexpr int threads = 128;
    constexpr void finish(auto& m) {
#if defined(TILEPROOF_CONTROL)
      m.write(sum[pl::now]);
#else
      m.cp_async(sum[pl::now]);
#endif
    }
  };
  using roles = pl::roles<worker>;
};
static_assert(tileproof::require<tileproof::sound_protocol>(protocol{}));  // the mistake
