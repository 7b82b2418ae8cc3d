// SPDX-License-Identifier: BSL-1.0
// expect-error: tmem_fits
// expect-sentence: the fields need 528 columns and tensor memory has 512
#include <tileproof/atom.hpp>
#include <tileproof/atom/umma/tmem_allocator.hpp>

using namespace tileproof;

// Two accumulators of 128 x 256 are all columns, and scale factors need 16 more.
#ifdef TILEPROOF_CONTROL
using tile = Shape<_128, _128>;
#else
using tile = Shape<_128, _256>;
#endif
using of_d = decltype(UMMA::tmem_frg_1sm<float>::layout(Shape<tile, _1, _1, _2>{}));
struct tD : tmem_field<float, of_d> {};
struct tSF : tmem_field<std::uint32_t, Layout<Shape<_128, _16>, Stride<TMEM::DP<>, _1>>> {};
using tmem = tmem_allocator<tD, tSF>;
static_assert(tmem::columns == 512);
