// SPDX-License-Identifier: BSL-1.0
// expect-error: source_is_aligned
// expect-sentence: the source of a copy by 16 bytes is known to be aligned to 8
// expect-sentence: a static stride must be such a multiple
#include <tileproof/atom.hpp>
#if defined(__CUDACC__)
#include <tileproof/context/context.hpp>
using pointer = tileproof::half_t*;
#else
#include <tileproof/cpu.hpp>
using pointer = tileproof::cpu::ptr<tileproof::half_t*>;
#endif

using namespace tileproof;

// Row 1 begins at byte 144 with the padding of the control, and at byte 136 here.
#ifdef TILEPROOF_CONTROL
using pitch = Int<72>;
#else
using pitch = Int<68>;
#endif
using mma = decltype(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}));

TILEPROOF_KERNEL void load(pointer shared, int lane) {
  auto const tile = make_tensor(make_smem_ptr<16>(shared), Shape<_16, _64>{}, Stride<pitch, _1>{});
  auto const copier = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma{});
  auto const rows = copier.get_slice(lane).partition_S(tile);
  auto fragment = make_fragment_like<half_t>(rows);
  copy(copier, rows, fragment);  // the mistake
}
