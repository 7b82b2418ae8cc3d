// SPDX-License-Identifier: BSL-1.0
// expect-error: access_width<128, float
// expect-error: at_thread<0>
// expect-error: at_value<3>
// expect-error: at_offset<4>
// expect-error: in_runs_of<3>
// expect-error: expected<4>
// expect-error: on_side<0>
// expect-sentence: a 128-bit access of float needs 4 consecutive elements that begin at a
// expect-sentence: multiple of 4: value 3 of thread 0 has offset 4 in (_8,(_3,_4)):(_16,(_1,_4)),
// expect-sentence: with runs of 3. The widest access is of one element.
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
