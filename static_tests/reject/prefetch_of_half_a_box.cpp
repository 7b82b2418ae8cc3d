// SPDX-License-Identifier: BSL-1.0
// expect-error: prefetch_of_whole_instructions
// expect-error: found<128>
// expect-error: expected<256>
// expect-sentence: prefetch: a thread has 128 values, and one instruction of the atom takes 256:
// expect-sentence: partition the tensor with the same atom
#include <tileproof/atom.hpp>

using namespace tileproof;

using rows = decltype(make_tensor(make_gmem_ptr(static_cast<float*>(nullptr)),
                                  make_layout(make_shape(0, _32{}), make_stride(_32{}, _1{}))));
using tma = decltype(make_tma_copy(SM90_TMA_LOAD{}, std::declval<rows>(),
                                   Layout<Shape<_8, _32>, Stride<_32, _1>>{}));
void f(tma const& load) {
  auto const rows = load.get_tma_tensor(make_shape(64, _32{}));
#ifdef TILEPROOF_CONTROL
  auto const g = local_tile(rows, Shape<_8, _32>{}, make_coord(0, 0));
  prefetch(load, load.get_slice(0).partition_S(g));
#else
  auto const g = local_tile(rows, Shape<_4, _32>{}, make_coord(0, 0));
  prefetch(load, group_modes<0, 2>(g));  // the mistake
#endif
}
