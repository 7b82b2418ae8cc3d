// SPDX-License-Identifier: BSL-1.0
// expect-error: tmem_fields_live_apart
// expect-sentence: two fields share column 128 and are both in use in phase 1
#include <tileproof/atom.hpp>
#include <tileproof/atom/umma/tmem_allocator.hpp>

using namespace tileproof;

// P, in the columns of S, is written while S of the next tile is there.
template <int Columns>
using cells = Layout<Shape<_128, Int<Columns>>, Stride<TMEM::DP<>, _1>>;
#ifdef TILEPROOF_CONTROL
using of_p = smem_phases<2>;
#else
using of_p = smem_phases<1, 2>;
#endif
struct tS : tmem_field<float, cells<128>, smem_phases<0, 1>, 1, 128> {};
struct tP : tmem_field<std::uint32_t, cells<64>, of_p, 1, 128> {};
using tmem = tmem_allocator<tS, tP>;
static_assert(tmem::columns == 256);
