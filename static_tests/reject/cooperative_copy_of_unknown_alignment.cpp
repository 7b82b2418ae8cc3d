// SPDX-License-Identifier: BSL-1.0
// expect-error: copy_is_vectorised
// expect-error: expected<64>
// expect-error: source_aligned_to<4>
// expect-error: write_make_gmem_ptr<8>
// expect-sentence: copy: 64 accesses of 32 bits, 1 element each; 32 accesses of 64 bits if the
// expect-sentence: source is aligned to 8 bytes (known: 4), with make_gmem_ptr<8>(p)
#define TILEPROOF_REQUIRE_VECTORISED
#include <tileproof/atom.hpp>

using namespace tileproof;

// Accesses of 64 bits are asked for, and the source states 32.
void copy_tile(float const* p, float* q, int thread) {
  auto tile = make_tensor(make_smem_ptr<16>(q), Layout<_64>{});
#ifdef TILEPROOF_CONTROL
  cooperative_copy<32, 64>(thread, make_tensor(make_gmem_ptr<8>(p), Layout<_64>{}), tile);
#else
  auto source = make_tensor(make_gmem_ptr(p), Layout<_64>{});
  cooperative_copy<32, 64>(thread, source, tile);  // the mistake
#endif
}
