// SPDX-License-Identifier: BSL-1.0
// expect-error: canonical_for_tma<
// expect-error: in_bits<128>
// expect-sentence: TMA has no elements of 128 bits, as uint128_t has: it takes 8, 16, 32 or 64;
// expect-sentence: view both tensors as such elements, recast<std::uint64_t>(tensor)
#include <tileproof/atom.hpp>

using namespace tileproof;

template <class Columns>
using tile = Layout<Shape<_64, Columns>, Stride<Columns, _1>>;

void describe(uint128_t* p) {
  auto global = make_tensor(make_gmem_ptr(p), make_shape(1024, 64), make_stride(64, _1{}));
#ifdef TILEPROOF_CONTROL
  auto words = recast<std::uint64_t>(global);
  make_tma_copy(SM90_TMA_LOAD{}, words, tile<_16>{});
#else
  make_tma_copy(SM90_TMA_LOAD{}, global, tile<_8>{});  // the mistake
#endif
}
