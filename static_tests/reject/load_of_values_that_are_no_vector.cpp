// SPDX-License-Identifier: BSL-1.0
// expect-error: sector_efficiency<
// expect-error: at_value<1>
// expect-error: in_runs_of<1>
// expect-error: expected<4>
// expect-sentence: the access needs 4 consecutive float that begin at a multiple of 4: value 1 of
// expect-sentence: thread 0 has offset 32 in (_32,_4):(_1,_32), with runs of 1
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
static_assert(
    require<sector_efficiency<global_load<128>, float>>(Layout<Shape<_32, _4>, Stride<_4, _1>>{}));
#else
static_assert(
    require<sector_efficiency<global_load<128>, float>>(Layout<Shape<_32, _4>, Stride<_1, _32>>{}));
#endif
