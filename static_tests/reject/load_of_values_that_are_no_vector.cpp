// SPDX-License-Identifier: BSL-1.0
// expect-error: sector_efficiency<
// expect-error: at_value<1>
// expect-error: in_runs_of<1>
// expect-error: expected<4>
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
static_assert(
    require<sector_efficiency<global_load<128>, float>>(Layout<Shape<_32, _4>, Stride<_4, _1>>{}));
#else
static_assert(
    require<sector_efficiency<global_load<128>, float>>(Layout<Shape<_32, _4>, Stride<_1, _32>>{}));
#endif
