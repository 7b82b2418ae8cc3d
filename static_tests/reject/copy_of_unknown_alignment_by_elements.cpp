// SPDX-License-Identifier: BSL-1.0
// expect-error: copy_is_vectorised
// expect-error: access_width<16, short
// expect-error: expected<128>
// expect-error: source_aligned_to<2>
// expect-error: write_make_gmem_ptr<16>
// expect-sentence: copy: 8 accesses of 16 bits, 1 element each; 1 access of 128 bits if the source
// expect-sentence: is aligned to 16 bytes (known: 2), with make_gmem_ptr<16>(p)
#include <tileproof/atom.hpp>

using namespace tileproof;

void load(short const* p) {
#ifdef TILEPROOF_CONTROL
  auto const source = make_tensor(make_gmem_ptr<16>(p), Layout<_8>{});
#else
  auto const source = make_tensor(make_gmem_ptr(p), Layout<_8>{});
#endif
  auto registers = make_tensor<short>(Layout<_8>{});
  copy(require_vectorised, source, registers);
}
