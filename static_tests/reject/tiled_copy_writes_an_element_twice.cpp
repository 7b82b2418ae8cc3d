// SPDX-License-Identifier: BSL-1.0
// expect-error: written_by_one_thread
// expect-error: at_offset<0>
// expect-error: at_thread<0>
// expect-error: and_thread<32>
// expect-sentence: threads 0 and 32 write the same element, at offset 0, as their values 0 and 0.
// expect-sentence: Leaf 1, of stride 0, repeats every offset.
#include <tileproof/atom.hpp>
#include <tileproof/tileproof.hpp>

using namespace tileproof;

auto copy_of_tile = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{},
                                    Layout<Shape<_32, _8>>{}, Layout<Shape<_4, _1>>{});
#ifdef TILEPROOF_CONTROL
using shared = Layout<Shape<_128, _8>, Stride<_1, _128>>;
#else
using shared = Layout<Shape<_128, _8>, Stride<_1, _0>>;
#endif
auto part = copy_of_tile.get_slice(0).partition_D(
    make_tensor(make_smem_ptr(static_cast<float*>(nullptr)), shared{}));
