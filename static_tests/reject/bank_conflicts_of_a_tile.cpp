// SPDX-License-Identifier: BSL-1.0
// expect-error: bank_ways<
// expect-error: in_ways<8>
// expect-error: in_wavefronts<1024>
// expect-error: write_swizzle<3, 3, 3>
// expect-sentence: 1024 wavefronts where 128 are possible. Swizzle<3,3,3> removes it. The layout is
// expect-sentence: read as (thread,value): 128 threads of 64 values each, in 8 accesses.
#include <tileproof/atom.hpp>
#include <tileproof/tileproof.hpp>

using namespace tileproof;

// A tile of 128 rows stands where its accesses are asked for.
using tile = Layout<Shape<_128, _64>, Stride<_64, _1>>;
using threads = Layout<Shape<Shape<_8, _16>, _8>, Stride<Stride<Int<1024>, _1>, _128>>;
#ifdef TILEPROOF_CONTROL
static_assert(require<free_of_bank_conflicts<shared_load<128>, half_t>>(composition(tile{},
                                                                                    threads{})));
#else
static_assert(require<free_of_bank_conflicts<shared_load<128>, half_t>>(tile{}));  // the mistake
#endif
