// SPDX-License-Identifier: BSL-1.0
// expect-error: expects_arrivals<0>
// expect-error: expected<0>
// expect-error: at_most<1048575
// expect-sentence: an mbarrier counts 1 to 1048575 arrivals a phase, and 0 are stated
#include <tileproof/atom.hpp>
#include <tileproof/prove/arrivals.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
static_assert(require<expects_arrivals<1>>(Shape<Shape<_1, _1>>{}));
#else
static_assert(require<expects_arrivals<0>>(Shape<Shape<_0, _1>>{}));
#endif
