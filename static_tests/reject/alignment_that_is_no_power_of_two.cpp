// SPDX-License-Identifier: BSL-1.0
// expect-error: alignment_can_be_stated
// expect-error: found<12>
// expect-sentence: an alignment of 12 bytes is stated, and an alignment is a power of two: 16, for
// expect-sentence: example
#include <tileproof/tileproof.hpp>

using namespace tileproof;

// make_gmem_ptr<12>.
#ifdef TILEPROOF_CONTROL
auto pointer(float* p) { return make_gmem_ptr<16>(p); }
#else
auto pointer(float* p) { return make_gmem_ptr<12>(p); }  // the mistake
#endif
