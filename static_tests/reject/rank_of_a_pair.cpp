// SPDX-License-Identifier: BSL-1.0
// expect-error: rank_v: an integer, a tuple, a layout or a tensor is expected here
#include <tileproof/algebra/int_tuple.hpp>

#include <utility>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
int r = rank_v<tuple<int, int>>;
#else
int r = rank_v<std::pair<int, int>>;
#endif
