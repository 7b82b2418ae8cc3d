// SPDX-License-Identifier: BSL-1.0
// expect-error: copy_is_vectorised
// expect-error: access_width<32, float
// expect-error: expected<128>
// expect-error: destination_aligned_to<4>
// expect-error: write_make_smem_ptr<16>
// expect-error: write_assume_multiple_of<4>
// expect-sentence: copy: 32 accesses of 32 bits, 1 element each; 8 accesses of 128 bits if the
// expect-sentence: destination is aligned to 16 bytes (known: 4), with make_smem_ptr<16>(p), and
// expect-sentence: run-time strides are multiples of 4 elements (known: 1), with
// expect-sentence: assume_multiple_of<4>(stride)
#define TILEPROOF_REQUIRE_VECTORISED
#include <tileproof/types/refused.hpp>

#include <tileproof/atom/copy/copy.hpp>

using namespace tileproof;

// Every copy(src, dst) of the program must be as wide as its layouts allow.
#ifdef TILEPROOF_CONTROL
using pitch = multiple_of<4, int>;
constexpr int known = 16;
#else
using pitch = int;
constexpr int known = 4;
#endif
void load(float const* from, float* to, pitch ld) {
  auto const source = make_tensor(make_gmem_ptr<16>(from), Shape<_8, _4>{}, make_stride(ld, _1{}));
  auto const rows = make_tensor(make_smem_ptr<known>(to), Layout<Shape<_8, _4>, Stride<_4, _1>>{});
  copy(source, rows);
}
