// SPDX-License-Identifier: BSL-1.0
//
// Calls that programs written for CuTe 4.7 make, with CuTe's results: the type of a tensor map, a
// layout as the permutation of a tiled MMA, divides that keep static extents, SM90_BULK_COPY_AUTO.
// The expected types are what CuTe 4.7 prints for the same calls.
#include <tileproof/atom/tma/bulk_auto.hpp>
#include <tileproof/cute.hpp>

using namespace cute;

namespace {

// ---- logical_divide: what is static of the rest stays static

template <class L, class Tiler>
using divided = decltype(logical_divide(std::declval<L>(), Tiler{}));

// (_8,4):(_1,_8) by _4 is (_4,(_2,4)):(_1,(_4,_8)).
static_assert(is_same_v<divided<Layout<Shape<_8, int>, Stride<_1, _8>>, _4>,
                        Layout<Shape<_4, Shape<_2, int>>, Stride<_1, Stride<_4, _8>>>>);
static_assert(is_same_v<divided<Layout<Shape<_4, _8, int>, Stride<_1, _4, _64>>, Layout<_8>>,
                        Layout<Shape<_8, Shape<_4, int>>, Stride<_1, Stride<_8, _64>>>>);
static_assert(is_same_v<divided<Layout<Shape<_4, _8, int>, Stride<_1, _4, _32>>, Layout<_16>>,
                        Layout<Shape<_16, Shape<_2, int>>, Stride<_1, Stride<_16, _32>>>>);
static_assert(is_same_v<divided<Layout<Shape<_8, int, int>, Stride<_1, _8, int>>, Layout<_8>>,
                        Layout<Shape<_8, Shape<int, int>>, Stride<_1, Stride<_8, int>>>>);
// CuTe has int in place of the last _3.
static_assert(is_same_v<divided<Layout<Shape<_8, int, _3>, Stride<_1, _8, int>>, Layout<_2, _4>>,
                        Layout<Shape<_2, Shape<_4, Shape<int, _3>>>,
                               Stride<_4, Stride<_1, Stride<_8, int>>>>>);
// The same function, at each coordinate.
constexpr bool divides_in_place() {
  auto const a = make_layout(make_shape(_8{}, 5, _3{}), make_stride(_1{}, 9, 50));
  auto const r = logical_divide(a, Layout<_2, _4>{});
  for (int i = 0; i < 120; ++i) {
    int const tile = i % 2;
    int const rest = i / 2;
    if (r(make_coord(tile, rest)) != a(tile * 4 + rest % 4 + rest / 4 * 8)) return false;
  }
  return size(r) == 120;
}
static_assert(divides_in_place());

// ---- composition with a negative stride: of the negated one, the strides negated

// CuTe's (_1,(_2,_4)):(_0,(_-1,_512)) o _4:_-1 is (_2,_2):(_1,_-512); the sentence of the refusal
// (static_tests/reject/composition_that_leaves_the_domain.cpp) says to write this.
constexpr auto forwards = composition(
    Layout<Shape<_1, Shape<_2, _4>>, Stride<_0, Stride<_m1, _512>>>{}, Layout<_4, _1>{});
constexpr auto backwards = make_layout(shape(forwards), transform_leaf(stride(forwards), negate{}));
static_assert(is_same_v<std::remove_const_t<decltype(backwards)>,
                        Layout<Shape<_2, _2>, Stride<_1, C<-512>>>>);

// ---- make_tiled_mma: a layout alone permutes M

using mma = decltype(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2, _1>>{},
                                    Layout<Shape<_16, _2>, Stride<_2, _1>>{}));
static_assert(
    is_same_v<mma, TiledMMA<MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>, Layout<Shape<_2, _2, _1>>,
                            Tile<Layout<Shape<_16, _2>, Stride<_2, _1>>, Underscore, Underscore>>>);
static_assert(is_same_v<decltype(tile_shape(mma{})), Shape<_32, _16, _16>>);

// ---- make_tma_copy<T>: the type that TMA takes the elements for, of as many bits

template <class T>
using rows = decltype(make_tensor(make_gmem_ptr(static_cast<T*>(nullptr)),
                                  make_layout(make_shape(0, _32{}), make_stride(_32{}, _1{}))));
using tile = Layout<Shape<_8, _32>, Stride<_32, _1>>;
template <class Internal, class T>
using copy_of = decltype(make_tma_copy<Internal>(SM90_TMA_LOAD{}, std::declval<rows<T>>(), tile{},
                                                 Shape<_8, _32>{}, _1{}));
static_assert(is_same_v<copy_of<uint16_t, half_t>, copy_of<void, half_t>> &&
              is_same_v<copy_of<tfloat32_t, float>, copy_of<void, float>>);
template <class Internal, class T>
using atom_of = decltype(make_tma_atom<Internal>(SM90_TMA_LOAD{}, std::declval<rows<T>>(), tile{},
                                                 Shape<_8, _32>{}));
static_assert(atom_of<uint32_t, float>::NumValDst == 8 * 32);
// TMA does not add int16_t, and adds the bits of them as half_t.
static_assert(sizeof(decltype(make_tma_copy<half_t>(SM90_TMA_REDUCE_ADD{},
                                                    std::declval<rows<int16_t>>(), tile{}))) > 0);
// With four arguments the last is the number of blocks, if it is an integer.
using shared_by_two =
    decltype(make_tma_copy(SM90_TMA_LOAD_MULTICAST{}, std::declval<rows<float>>(), tile{}, _2{}));
static_assert(size(shared_by_two{}) == 2);
// The copy of the operand A (M,K) of a GEMM.
template <class T>
using copy_a =
    decltype(make_tma_copy_A_sm90<tfloat32_t>(SM90_TMA_LOAD_MULTICAST{}, std::declval<rows<T>>(),
                                              tile{}, Shape<_8, _64, _32>{}, Shape<_1, _2, _1>{}));
static_assert(is_same_v<copy_a<float>, shared_by_two>);

// ---- SM90_BULK_COPY_AUTO: direction and size from the tensors

static_assert(is_same_v<decltype(Copy_Traits<SM90_BULK_COPY_AUTO>{}.with(
                            *static_cast<std::uint64_t*>(nullptr))),
                        tileproof::Copy_Traits<SM90_BULK_COPY_AUTO, std::uint64_t*>>);
#if defined(__CUDACC__)
template <class T, class G, class S>
__global__ void there_and_back(T const* in, T* out) {
  __shared__ alignas(128) T memory[cosize_v<S>];
  __shared__ std::uint64_t barrier;
  Tensor s = make_tensor(make_smem_ptr<16>(memory), S{});
  Tensor g = make_tensor(make_gmem_ptr<16>(in), G{});
  auto const bulk = Copy_Traits<SM90_BULK_COPY_AUTO>{};
  if (threadIdx.x == 0) {
    initialize_barrier(barrier, 1);
    set_barrier_transaction_bytes(barrier, size(S{}) * sizeof(T));
    copy(bulk.with(barrier), g, s);
  }
  wait_barrier(barrier, 0);
  auto const store = Copy_Atom<Copy_Traits<SM90_BULK_COPY_AUTO>, T>{};
  if (threadIdx.x == 0) copy(store, s, make_tensor(make_gmem_ptr<16>(out), G{}));
}
// One bulk copy, and of a column-major tile in a larger one, one for each of 8 columns of 32.
template __global__ void there_and_back<float, Layout<_256>, Layout<_256>>(float const*, float*);
template __global__ void there_and_back<half_t, Layout<Shape<_32, _8>, Stride<_1, _64>>,
                                        Layout<Shape<_32, _8>>>(half_t const*, half_t*);
#endif

}  // namespace
