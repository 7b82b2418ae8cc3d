// SPDX-License-Identifier: BSL-1.0
// expect-error: threads_are_distinct
// expect-sentence: the thread layout is not a bijection onto [0,threads): index 4 of 8 has no
// expect-sentence: coordinate of its own; the arguments are (_4,_2):(_1,_3), (_8,_8):(_1,_8) and
// expect-sentence: ?
#include <tileproof/tileproof.hpp>

using namespace tileproof;

auto const t = make_tensor(counting_iterator<int>{0}, make_layout(make_shape(_8{}, _8{})));

#ifdef TILEPROOF_CONTROL
auto r = local_partition(t, Layout<Shape<_4, _2>, Stride<_1, _4>>{}, 1);
#else
auto r = local_partition(t, Layout<Shape<_4, _2>, Stride<_1, _3>>{}, 1);
#endif
