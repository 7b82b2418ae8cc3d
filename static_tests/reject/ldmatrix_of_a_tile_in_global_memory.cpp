// SPDX-License-Identifier: BSL-1.0
// expect-error: source_lies_in<
// expect-error: smem_space, tileproof::
// expect-error: SM75_U32x4_LDSM_N
// expect-error: found_in<tileproof::
// expect-error: gmem_space
// expect-sentence: the source of SM75_U32x4_LDSM_N must lie in shared memory (make_smem_ptr), and
// expect-sentence: its pointer is of another memory
#include <tileproof/atom.hpp>
#if defined(__CUDACC__)
#include <tileproof/context/context.hpp>
using pointer = tileproof::half_t const*;
#else
#include <tileproof/cpu.hpp>
using pointer = tileproof::cpu::ptr<tileproof::half_t const*>;
#endif

using namespace tileproof;

TILEPROOF_KERNEL void load(pointer tile, int lane) {
  auto const p = assume_aligned<16>(tile);
#ifdef TILEPROOF_CONTROL
  auto const rows = make_tensor(make_smem_ptr(p), Layout<Shape<_8, _32>>{});
#else
  auto const rows = make_tensor(make_gmem_ptr(p), Layout<Shape<_8, _32>>{});
#endif
  auto registers = make_tensor<half_t>(_8{});
  copy(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, rows(_, lane), registers);
}
