// SPDX-License-Identifier: BSL-1.0
// expect-error: value_is_a_multiple
// expect-error: assume_multiple_of_op
// expect-error: found<6>
// expect-error: expected<4>
// expect-sentence: assume_multiple_of: 6 is not a multiple of 4
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
auto r = make_layout(_16{}, assume_multiple_of<4>(Int<8>{}));
#else
auto r = assume_multiple_of<4>(_6{});
#endif
