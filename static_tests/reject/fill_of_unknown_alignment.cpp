// SPDX-License-Identifier: BSL-1.0
// expect-error: copy_is_vectorised
// expect-error: expected<128>
// expect-error: destination_aligned_to<2>
// expect-error: write_make_gmem_ptr<16>
// expect-sentence: fill: 8 accesses of 16 bits, 1 element each; 1 access of 128 bits if the
// expect-sentence: destination is aligned to 16 bytes (known: 2), with make_gmem_ptr<16>(p)
#define TILEPROOF_REQUIRE_VECTORISED
#include <tileproof/atom.hpp>
#include <tileproof/tensor/fill.hpp>

using namespace tileproof;

// clear of f16 elements through a raw pointer.
void clear_row(short* p) {
#ifdef TILEPROOF_CONTROL
  clear(make_tensor(make_gmem_ptr<16>(p), Layout<_8>{}));
#else
  clear(make_tensor(make_gmem_ptr(p), Layout<_8>{}));  // the mistake
#endif
}
