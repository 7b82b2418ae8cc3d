// SPDX-License-Identifier: BSL-1.0
// expect-error: tuple_cat: tuples and integers are expected here
#include <tileproof/algebra/rearrange_layout.hpp>

using namespace tileproof;

using L = Layout<Shape<_4, _8>>;

#ifdef TILEPROOF_CONTROL
auto r = tuple_cat(make_tile(_2{}), make_tile(L{}));
#else
auto r = tuple_cat(make_tile(_2{}), L{});
#endif
