// SPDX-License-Identifier: BSL-1.0
// expect-error: contiguous<64
// expect-error: in_runs_of<1>
// expect-sentence: runs of 64 consecutive elements are needed, and runs of 1 are known
#include <tileproof/atom.hpp>

using namespace tileproof;

constexpr auto tile = make_tensor(make_smem_ptr(aligned_ptr<float, 128>{}),
                                  Layout<Shape<_64, _64>, Stride<_64, _1>>{});
#ifdef TILEPROOF_CONTROL
static_assert(require_bulk<256>(tile(_0{}, _)));
#else
static_assert(require_bulk<256>(tile(_, _0{})));
#endif
