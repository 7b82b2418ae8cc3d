// SPDX-License-Identifier: BSL-1.0
//
// Without proofs, require<sound_protocol> looks at no protocol: one that fails passes, and so does
// one whose plan could not even be made. So it costs nothing.
#define TILEPROOF_DISABLE_PROOFS
#include "protocols.hpp"

namespace {

using namespace tileproof;
using namespace tileproof::pipeline;

static_assert(require<sound_protocol>(hopper_gemm<3, 2, seed::release_before_wait>{}));

struct without_plan {
  using resources = void;
  using roles = void;
  using loop = void;
};
static_assert(require<sound_protocol>(without_plan{}));

}  // namespace
