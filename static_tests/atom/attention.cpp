// SPDX-License-Identifier: BSL-1.0
//
// The fragments of an attention kernel (article 001): S = Q K^T, O = S V. A block has 128 rows of
// Q, 64 keys, and heads of 128. docs/tensor_names.md explains the tensors' names.
#include <tileproof/atom/copy/sm80.hpp>
#include <tileproof/atom/copy/tiled_copy.hpp>
#include <tileproof/atom/mma/sm80.hpp>
#include <tileproof/atom/mma/tiled_mma.hpp>
#include <tileproof/prove/bank_conflicts.hpp>
#include <tileproof/prove/equivalent.hpp>

using namespace tileproof;

namespace {

using kBlockM = _128;
using kBlockN = _64;
using kHeadDim = _128;

using SmemLayoutAtom =
    decltype(composition(Swizzle<3, 3, 3>{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{}));
using SmemLayoutQ = decltype(tile_to_shape(SmemLayoutAtom{}, Shape<kBlockM, kHeadDim>{}));
using SmemLayoutKV = decltype(tile_to_shape(SmemLayoutAtom{}, Shape<kBlockN, kHeadDim>{}));
using SmemLayoutVtransposed =
    decltype(composition(SmemLayoutKV{}, Layout<Shape<kHeadDim, kBlockN>, Stride<kBlockN, _1>>{}));

using GmemTiledCopyQKV =
    decltype(make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{},
                             Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{}));
using TiledMma = decltype(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{},
                                         Layout<Shape<_4, _1, _1>>{}, Tile<_64, _16, _16>{}));
static_assert(size(GmemTiledCopyQKV{}) == 128 && size(TiledMma{}) == 128);

constexpr half_t* nowhere = nullptr;
constexpr auto gQ =
    make_tensor(make_gmem_ptr(nowhere), Shape<kBlockM, kHeadDim>{}, Stride<Int<1024>, _1>{});
constexpr auto sQ = make_tensor(make_smem_ptr(nowhere), SmemLayoutQ{});
constexpr auto sK = make_tensor(make_smem_ptr(nowhere), SmemLayoutKV{});
constexpr auto sVt = make_tensor(make_smem_ptr(nowhere), SmemLayoutVtransposed{});

// The thread is not known, as in a kernel.
inline int const thread = [] { return 0; }();
using thr_copy = decltype(GmemTiledCopyQKV{}.get_thread_slice(thread));
using thr_mma = decltype(TiledMma{}.get_thread_slice(thread));

using tQgQ = decltype(std::declval<thr_copy>().partition_S(gQ));          // (CPY,CPY_M,CPY_K)
using tQsQ = decltype(std::declval<thr_copy>().partition_D(sQ));          // (CPY,CPY_M,CPY_K)
using tSrQ = decltype(std::declval<thr_mma>().partition_fragment_A(sQ));  // (MMA,MMA_M,MMA_K)
using tSrK = decltype(std::declval<thr_mma>().partition_fragment_B(sK));  // (MMA,MMA_N,MMA_K)
// The k of the second GEMM are the keys, MMA_N, and its n is the head, MMA_K.
using tOrVt = decltype(std::declval<thr_mma>().partition_fragment_B(sVt));  // (MMA,MMA_K,MMA_N)
using acc_s = decltype(partition_fragment_C(TiledMma{}, Shape<kBlockM, kBlockN>{}));
using acc_o = decltype(partition_fragment_C(TiledMma{}, Shape<kBlockM, kHeadDim>{}));

template <class Tensor, class Expected>
constexpr bool has_shape =
    std::is_same_v<std::remove_cvref_t<decltype(std::declval<Tensor const&>().shape())>, Expected>;
static_assert(has_shape<tQgQ, Shape<Shape<_8, _1>, _8, _2>>);
static_assert(has_shape<tQsQ, Shape<Shape<_8, _1>, _8, _2>>);
// The head is two atoms of the shared layout wide: 8 steps of 16 are (4,2).
static_assert(has_shape<tSrQ, Shape<Shape<_2, _2, _2>, _2, Shape<_4, _2>>>);
static_assert(has_shape<tSrK, Shape<Shape<_2, _2>, _8, Shape<_4, _2>>>);
static_assert(has_shape<tOrVt, Shape<Shape<_2, _2>, Shape<_8, _2>, _4>>);
static_assert(has_shape<acc_s, Shape<Shape<_2, _2>, _2, _8>>);
static_assert(has_shape<acc_o, Shape<Shape<_2, _2>, _2, _16>>);

// g, s and r: the memory that each lies in.
static_assert(is_gmem_v<tQgQ> && is_smem_v<tQsQ>);
static_assert(is_rmem_v<tSrQ> && is_rmem_v<tSrK> && is_rmem_v<tOrVt> && is_rmem_v<acc_o>);
static_assert(std::is_same_v<tSrQ::value_type, half_t> && std::is_same_v<acc_s::value_type, float>);

// Both sides of the copy are the same elements of Q.
using elements_of_Q = Layout<Shape<kBlockM, kHeadDim>>;
static_assert(require<same_elements>(GmemTiledCopyQKV::tidfrg_S(elements_of_Q{}),
                                     GmemTiledCopyQKV::tidfrg_D(elements_of_Q{})));
static_assert(require<owns_every_element<>>(GmemTiledCopyQKV::tidfrg_S(elements_of_Q{}),
                                            shape(elements_of_Q{})));

// The accumulator of S, (MMA,MMA_M,MMA_N), is operand A of the second GEMM, (MMA,MMA_M,MMA_N) too:
// the columns of S are its k, and two neighbours along them are the k of one instruction.
template <class Acc>
using as_operand_a_t = decltype([](auto const& l) {
  auto const split = logical_divide(l, Tile<Underscore, Underscore, _2>{});  // (4,M,(2,N/2))
  return make_layout(make_layout(layout<0>(split), layout<2, 0>(split)), layout<1>(split),
                     layout<2, 1>(split));
}(Acc{}));
using tOrP = as_operand_a_t<acc_s::layout_type>;
static_assert(std::is_same_v<decltype(product_each(shape(tOrP{}))), Shape<_8, _2, _4>>);
static_assert(require<compact>(tOrP{}));  // every register of it once

// Thread by thread, value by value: the elements of S that the threads have as C, read so, are
// those that partition_A gives.
using elements_of_S = Layout<Shape<kBlockM, kBlockN>>;
using by_c = decltype(TiledMma::thrfrg_C(elements_of_S{}));  // (thread,(MMA,(MMA_M,MMA_N)))
using by_a = decltype(TiledMma::thrfrg_A(elements_of_S{}));
using values_of_c =
    decltype(make_layout(layout<1, 0>(by_c{}), layout<1, 1, 0>(by_c{}), layout<1, 1, 1>(by_c{})));
using read_again = decltype(make_layout(layout<0>(by_c{}), as_operand_a_t<values_of_c>{}));
static_assert(require<equivalent>(by_a{}, read_again{}));

}  // namespace
