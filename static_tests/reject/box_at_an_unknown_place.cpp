// SPDX-License-Identifier: BSL-1.0
// expect-error: tma_tile_is_aligned
// expect-error: canonical_for_tma<short
// expect-error: aligned_to<2>
// expect-error: expected<1024>
// expect-error: write_make_smem_ptr<1024>
// expect-sentence: TMA: the tile in shared memory is known to be aligned to 2 bytes, and must be
// expect-sentence: aligned to 1024 (8 rows of its swizzle, 128 bytes without one): state it with
// expect-sentence: make_smem_ptr<1024>(p), or take the tile from an smem_allocator
#include <tileproof/atom.hpp>

using namespace tileproof;

// A swizzle of 128 bytes repeats every 1024.
using rows = decltype(composition(Swizzle<3, 3, 3>{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{}));
template <class Atom>
auto parts(Atom const& atom, short* p) {
#ifdef TILEPROOF_CONTROL
  auto const shared = make_tensor(make_smem_ptr<1024>(p), rows{});
#else
  auto const shared = make_tensor(make_smem_ptr(p), rows{});
#endif
  auto const tile = atom.get_tma_tensor(shape(rows{}));
  return tma_partition(atom, group_modes<0, 2>(shared), group_modes<0, 2>(tile));
}
using global = Layout<Shape<int, int>, Stride<int, _1>>;
using box = detail::make_tma_box<short, 1, global, rows, Shape<_8, _64>>::type;
auto const made = parts(Copy_Atom<Copy_Traits<SM90_TMA_LOAD, box>, short>{}, nullptr);
