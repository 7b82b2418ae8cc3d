// SPDX-License-Identifier: BSL-1.0
// expect-error: equivalent
// expect-error: at_coordinate<1, 0>
// expect-error: found<0, 1>
// expect-error: expected<1, 0>
// expect-sentence: at coordinate (1,0), (_4,_8):(_1@0,_1@1) has offset (1,0) and
// expect-sentence: (_4,_8):(_1@1,_1@0) has (0,1)
#include <tileproof/tileproof.hpp>

using namespace tileproof;

using identity = decltype(make_identity_layout(make_shape(_4{}, _8{})));
using transposed = Layout<Shape<_4, _8>, Stride<E<1>, E<0>>>;

#ifdef TILEPROOF_CONTROL
static_assert(require<equivalent>(identity{}, Layout<Shape<_4, _8>, Stride<E<0>, E<1>>>{}));
#else
static_assert(require<equivalent>(identity{}, transposed{}));
#endif
