// SPDX-License-Identifier: BSL-1.0
// expect-error: expects_arrivals<1056>
// expect-error: in_mode<0>
// expect-error: found<1056
// expect-error: at_most<1024
// expect-sentence: role 0 of ((_1056,_1)), (threads, blocks), arrives with 1056 threads, and a
// block has at most expect-sentence: 1024
#include <tileproof/atom.hpp>
#include <tileproof/prove/arrivals.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
static_assert(require<expects_arrivals<1056>>(Shape<Shape<Int<528>, _2>>{}));
#else
static_assert(require<expects_arrivals<1056>>(Shape<Shape<Int<1056>, _1>>{}));
#endif
