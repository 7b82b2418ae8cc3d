// SPDX-License-Identifier: BSL-1.0
// expect-error: fits_whole_tiles
// expect-error: in_mode<1>
// expect-error: found<100>
// expect-error: expected<16>
// expect-sentence: in mode 1, the extent 100 of the tensor is no multiple of that of the tile,
// expect-sentence: 16: element 100, value 0 of thread 2, lies outside. 100 is a multiple of 10,
// expect-sentence: 5, 4, 2; or partition with the argument `predicated` and guard the copy.
#include <tileproof/atom.hpp>
#include <tileproof/tileproof.hpp>

using namespace tileproof;

auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2, _1>>{});
#ifdef TILEPROOF_CONTROL
using tile = Layout<Shape<_128, _112>>;
#else
using tile = Layout<Shape<_128, Int<100>>>;
#endif
auto part = mma.get_slice(0).partition_C(make_tensor(counting_iterator<int>{}, tile{}));
