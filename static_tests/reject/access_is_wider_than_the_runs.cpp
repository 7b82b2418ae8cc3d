// SPDX-License-Identifier: BSL-1.0
// expect-error: access_width<128, float
// expect-error: at_thread<0>
// expect-error: at_value<3>
// expect-error: at_offset<4>
// expect-error: in_runs_of<3>
// expect-error: expected<4>
// expect-error: on_side<0>
#include <tileproof/tileproof.hpp>

using namespace tileproof;

using threads = Layout<_8, _16>;

#ifdef TILEPROOF_CONTROL
// Three rows of 4.
using values = Layout<Shape<_4, _3>, Stride<_1, _4>>;
static_assert(require<access_width<128, float>>(make_layout(threads{}, values{})));
#else
// Four rows of 3 elements each, at a pitch of 4.
using values = Layout<Shape<_3, _4>, Stride<_1, _4>>;
static_assert(require<access_width<128, float>>(make_layout(threads{}, values{})));
#endif
