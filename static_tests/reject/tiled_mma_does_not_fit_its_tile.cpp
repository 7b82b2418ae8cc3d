// SPDX-License-Identifier: BSL-1.0
// expect-error: fits_whole_tiles
// expect-error: in_mode<1>
// expect-error: found<100>
// expect-error: expected<16>
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
