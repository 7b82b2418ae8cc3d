// SPDX-License-Identifier: BSL-1.0
// expect-error: cluster_fits_gpu
// expect-error: found<32>
// expect-error: expected<16>
// expect-sentence: launch: the kernel has clusters of 32 blocks, and one has at most 16: 8 on
// expect-sentence: every GPU of sm_90
#include <tileproof/kernel/common/launch.hpp>

using namespace tileproof;

struct kernel {
  using shared = shared_memory<>;
#ifdef TILEPROOF_CONTROL
  using cluster = Shape<_4, _4, _1>;
#else
  using cluster = Shape<_8, _4, _1>;
#endif
};
static_assert(require_launchable<kernel>());  // the mistake
