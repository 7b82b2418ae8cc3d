// SPDX-License-Identifier: BSL-1.0
// expect-error: source_lies_in<
// expect-error: gmem_space, tileproof::
// expect-error: SM80_CP_ASYNC_CACHEGLOBAL<
// expect-error: found_in<tileproof::
// expect-error: smem_space
// expect-sentence: the source of
// expect-sentence: must lie in global memory (make_gmem_ptr), and its pointer is of another
// expect-sentence: memory
#include <tileproof/atom.hpp>
#if defined(__CUDACC__)
#include <tileproof/context/context.hpp>
using pointer = float*;
#else
#include <tileproof/cpu.hpp>
using pointer = tileproof::cpu::ptr<float*>;
#endif

using namespace tileproof;

TILEPROOF_KERNEL void store(pointer shared, pointer global, int thread) {
  auto const s = make_tensor(make_smem_ptr(assume_aligned<16>(shared)), Layout<Shape<_4, _32>>{});
  auto const g = make_tensor(make_gmem_ptr(assume_aligned<16>(global)), Layout<Shape<_4, _32>>{});
  Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, float> const atom;
#ifdef TILEPROOF_CONTROL
  copy(atom, g(_, thread), s(_, thread));
#else
  copy(atom, s(_, thread), g(_, thread));
#endif
}
