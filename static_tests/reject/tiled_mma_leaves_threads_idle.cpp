// SPDX-License-Identifier: BSL-1.0
// expect-error: every_thread_has_one_place
// expect-error: missing_thread<4>
// expect-sentence: thread 4 stands at no place of the thread layout
// expect-sentence: ((_4,_2),_1,_1,_1):((_1,_16),_0,_0,_0), whose 8 places must have the threads
// expect-sentence: [0,8)
#include <tileproof/atom.hpp>
#include <tileproof/tileproof.hpp>

using namespace tileproof;

// The instruction is one of a quad pair, lanes 0 to 3 and 16 to 19; the warp has four.
#ifdef TILEPROOF_CONTROL
auto mma = make_tiled_mma(SM70_8x8x4_F32F16F16F32_TN{}, Layout<Shape<_2, _2>>{});
#else
auto mma = make_tiled_mma(SM70_8x8x4_F32F16F16F32_TN{});
#endif
