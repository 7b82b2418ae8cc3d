// SPDX-License-Identifier: BSL-1.0
// expect-error: injective
// expect-sentence: coordinates (704,0,0) and (0,0,1) of (_728,_1,_2):(_1,_0,_704) have one offset
#include <tileproof/atom.hpp>

using namespace tileproof;

// Seven rows of 64 elements, padded to 104: a box takes 728, and a load writes all of them. The
// next stage begins after them.
using tile = Layout<Shape<_64, _7>, Stride<_1, Int<104>>>;
using matrix = decltype(make_tensor(make_gmem_ptr(static_cast<short*>(nullptr)),
                                    Layout<Shape<_64, int>, Stride<_1, int>>{}));
using copy_type =
    decltype(make_tma_copy(SM90_TMA_LOAD{}, std::declval<matrix>(), tile{}, shape(tile{})));
template <class Distance>
auto parts(copy_type const& tma, aligned_ptr<short, 128> memory) {
  auto const stages = make_tensor(make_smem_ptr(memory), append(tile{}, Layout<_2, Distance>{}));
  auto const tiles =
      local_tile(tma.get_tma_tensor(make_shape(_64{}, 70)), shape(tile{}), make_coord(0, _));
  return tma_partition(tma, group_modes<0, 2>(stages), group_modes<0, 2>(tiles));
}
#ifdef TILEPROOF_CONTROL
auto right(copy_type const& tma, aligned_ptr<short, 128> memory) {
  return parts<Int<768>>(tma, memory);
}
#else
auto wrong(copy_type const& tma, aligned_ptr<short, 128> memory) {
  return parts<Int<704>>(tma, memory);
}
#endif
