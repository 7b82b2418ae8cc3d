// SPDX-License-Identifier: BSL-1.0
// expect-error: destination_lies_in<
// expect-error: smem_space, tileproof::
// expect-error: SM90_U16x8_STSM_T
// expect-error: found_in<tileproof::
// expect-error: gmem_space
// expect-sentence: the destination of SM90_U16x8_STSM_T must lie in shared memory
// expect-sentence: (make_smem_ptr), and its pointer is of another memory
#include <tileproof/atom.hpp>
#if defined(__CUDACC__)
#include <tileproof/context/context.hpp>
using pointer = tileproof::half_t*;
#else
#include <tileproof/cpu.hpp>
using pointer = tileproof::cpu::ptr<tileproof::half_t*>;
#endif

using namespace tileproof;

TILEPROOF_KERNEL void store(pointer tile, int lane) {
  auto const p = assume_aligned<16>(tile);
#ifdef TILEPROOF_CONTROL
  auto const rows = make_tensor(make_smem_ptr(p), Layout<Shape<_8, _32>>{});
#else
  auto const rows = make_tensor(make_gmem_ptr(p), Layout<Shape<_8, _32>>{});
#endif
  auto const registers = make_tensor<half_t>(_8{});
  copy(Copy_Atom<SM90_U16x8_STSM_T, half_t>{}, registers, rows(_, lane));
}
