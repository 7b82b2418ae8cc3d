// SPDX-License-Identifier: BSL-1.0
//
// expect-error: block_has_threads_of_protocol
// expect-sentence: launch: the kernel has 256 threads, and the roles of its protocol have 128, for which it was proved
#include <tileproof/kernel/common/launch.hpp>
#include <tileproof/pipeline.hpp>

namespace pl = tileproof::pipeline;

struct kernel {
  struct protocol {
    using resources = pl::resources<>;
    using loop = pl::once;
    struct block {
      static constexpr int threads = 128;
      constexpr void begin(auto& m) { m.sync_block(); }
    };
    using roles = pl::roles<block>;
  };
#if defined(TILEPROOF_CONTROL)
  static constexpr int threads = 128;
#else
  static constexpr int threads = 256;
#endif
  using shared = tileproof::shared_memory<>;
};
static_assert(tileproof::require_launchable<kernel>());  // the mistake
