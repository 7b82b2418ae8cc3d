// SPDX-License-Identifier: BSL-1.0
// expect-error: alignment_can_be_stated
// expect-error: found<2>
// expect-error: expected<4>
// expect-sentence: an alignment of 2 bytes is stated, and every float lies at a multiple of 4:
// expect-sentence: state a multiple of that
#include <tileproof/tileproof.hpp>

using namespace tileproof;

// make_gmem_ptr<2> of floats.
#ifdef TILEPROOF_CONTROL
auto pointer(float* p) { return make_gmem_ptr<4>(p); }
#else
auto pointer(float* p) { return make_gmem_ptr<2>(p); }  // the mistake
#endif
