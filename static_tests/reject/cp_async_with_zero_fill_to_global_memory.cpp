// SPDX-License-Identifier: BSL-1.0
// expect-error: destination_lies_in<
// expect-error: smem_space, tileproof::
// expect-error: SM80_CP_ASYNC_CACHEALWAYS_ZFILL<
// expect-error: found_in<tileproof::
// expect-error: gmem_space
// expect-sentence: the destination of
// expect-sentence: must lie in shared memory (make_smem_ptr), and its pointer is of another
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

TILEPROOF_KERNEL void fetch(pointer from, pointer to, int thread, bool is_inside) {
  auto const g = make_tensor(make_gmem_ptr(from), Layout<Shape<_1, _32>>{});
#ifdef TILEPROOF_CONTROL
  auto const s = make_tensor(make_smem_ptr(to), Layout<Shape<_1, _32>>{});
#else
  auto const s = make_tensor(make_gmem_ptr(to), Layout<Shape<_1, _32>>{});
#endif
  Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS_ZFILL<float>, float> const atom;
  copy(atom.with(is_inside), g(_, thread), s(_, thread));
}
