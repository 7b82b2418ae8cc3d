// SPDX-License-Identifier: BSL-1.0
//
// Calls that programs written for CuTe 4.7 make, with CuTe's results: the type of a tensor map, a
// layout as the permutation of a tiled MMA, divides that keep static extents, SM90_BULK_COPY_AUTO,
// prefetches of the boxes of a TMA load.
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

// ---- composition with a negative stride: below 0 a layout is odd, as C++ divides

// The problem of SM80's f64 MMA of CuTe's unit test.
using column = Layout<Shape<_1, Shape<_2, _4>>, Stride<_0, Stride<_m1, _512>>>;
static_assert(is_same_v<decltype(composition(column{}, Layout<_4, _m1>{})),
                        Layout<Shape<_2, _2>, Stride<_1, C<-512>>>> &&
              is_same_v<decltype(composition(column{}, Layout<_2, _m1>{})), Layout<_2, _1>>);
constexpr bool is_odd_below_0() {
  int const offsets[] = {0, 1, -512, -511};  // CuTe's layout at 0, -1, -2 and -3
  for (int c = 0; c < 4; ++c)
    if (composition(column{}, Layout<_4, _m1>{})(c) != offsets[c]) return false;
  return true;
}
static_assert(is_odd_below_0());
// Forwards and backwards in one mode of A, at coordinates 0, -1, 2 and 1; (_4,_4):(_1,_9) after
// (_2,_2):(_-1,_4) is refused: -1 + 4 is 3, at offset 3, and -1 + 9 is 8.
static_assert(is_same_v<decltype(composition(Layout<Shape<_4, _4>, Stride<_1, _9>>{},
                                             Layout<Shape<_2, _2>, Stride<_m1, _2>>{})),
                        Layout<Shape<_2, _2>, Stride<_m1, _2>>>);
static_assert(!composable(Layout<Shape<_4, _4>, Stride<_1, _9>>{},
                          Layout<Shape<_2, _2>, Stride<_m1, _4>>{}));

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

// ---- rank as a template argument, of a layout and a tensor whose extents are not constants

template <class T>
constexpr int modes_after_grouping(T const* p, int m) {
  auto const l = make_layout(make_shape(m, _8{}, make_shape(m, _2{})));
  Tensor t = make_tensor(make_gmem_ptr(p), l);
  auto const grouped = group_modes<1, rank(t)>(t);
  static_assert(depth(l) == 2 && rank<2>(t) == 2);
  return rank(grouped) * 10 + rank<1>(group_modes<1, rank(l)>(l));
}
static_assert(modes_after_grouping<float>(nullptr, 3) == 22);

// ---- find by the type of an element; array_subbyte of whole bytes

static_assert(decltype(find<int>(tuple<_1, float, int>{}))::value == 2 &&
              decltype(find<_1>(tuple<_1, float, int>{}))::value == 0 &&
              decltype(find<_2>(tuple<_1>{}))::value == 1);

template <class T>
constexpr bool keeps_its_elements() {
  array_subbyte<T, 14> a{};
  fill(a, T(5));
  auto const t = make_tensor(a.begin(), make_shape(14));
  for (int i = 0; i < 14; ++i) {
    if (T(t(i)) != T(5)) return false;
    t(i) = T(i / 2);
    if (T(a[static_cast<std::size_t>(i)]) != T(i / 2)) return false;
  }
  return true;
}
static_assert(keeps_its_elements<std::uint8_t>() && keeps_its_elements<std::uint16_t>() &&
              keeps_its_elements<uint4_t>());
static_assert(sizeof(array_subbyte<std::uint8_t, 14>) == 14 &&
              sizeof(array_subbyte<std::uint16_t, 14>) == 28 &&
              sizeof(array_subbyte<uint4_t, 14>) == 7);

// ---- prefetch(atom, tensor): one instruction for the values of one, as copy has

// An operation of 4 floats whose prefetch notes where it begins.
struct noted_copy {
  struct PREFETCH {};
};
struct notes {
  int begins[8]{};
  int count = 0;
};

}  // namespace

template <>
struct tileproof::Copy_Traits<noted_copy, notes> : tileproof::detail::thread_copy_traits<128> {
  notes* to = nullptr;

  template <class Src>
  constexpr void prefetch_unpack(Src const& src) const {
    to->begins[to->count++] = static_cast<int>(src.data() + src.layout()(0) - numbers);
  }
  float const* numbers = nullptr;
};

namespace {

// 3 columns of 32, and of each the floats 0 to 3 and 8 to 11: 6 prefetches, in order.
constexpr bool prefetches_each_instruction() {
  float const numbers[256]{};
  notes to;
  tileproof::Copy_Traits<noted_copy, notes> traits;
  traits.to = &to;
  traits.numbers = numbers;
  Copy_Atom<tileproof::Copy_Traits<noted_copy, notes>, float> const atom(traits);
  auto const t = make_tensor(
      &numbers[0], make_layout(Shape<Shape<_4, _2>, _3>{}, Stride<Stride<_1, _8>, _32>{}));
  prefetch(atom, t);
  int const expected[] = {0, 8, 32, 40, 64, 72};
  for (int i = 0; i < 6; ++i)
    if (to.begins[i] != expected[i]) return false;
  return to.count == 6;
}
static_assert(prefetches_each_instruction());

static_assert(is_same_v<SM90_TMA_LOAD_MULTICAST::PREFETCH, SM90_TMA_LOAD::PREFETCH>);
#if defined(__CUDACC__)
template <class Tma, class Bytes>
__global__ void ahead(__grid_constant__ Tma const tma, float const* p) {
  Tensor g = local_tile(tma.get_tma_tensor(make_shape(64, _32{})), Shape<_8, _32>{},
                        make_coord(_, 0));  // (8,32,8 tiles)
  auto const all = tma.get_slice(0).partition_S(g);
  prefetch(tma, all(_, 0, 0, 1));
  prefetch(tma, group_modes<1, 4>(all));
  SM90_TMA_LOAD::PREFETCH::copy(tma.get_tma_descriptor(), 0, 8);
  Tensor column = make_tensor(make_gmem_ptr<16>(p), Layout<Shape<_8, _4>, Stride<_1, _64>>{});
  prefetch(Copy_Traits<SM90_BULK_COPY_AUTO>{}, column);
  prefetch(Copy_Atom<Copy_Traits<SM90_BULK_COPY_AUTO>, float>{}, column);
  prefetch(Copy_Atom<Copy_Traits<SM90_BULK_COPY_G2S, Bytes>, float>{}, column);
  prefetch(Copy_Atom<UniversalCopy<float>, float>{}, column);
}
// One matrix for each of 4, 8 and 16 bytes, there and back.
template <class T>
__global__ void matrices(T* registers) {
  __shared__ uint128_t rows[32];
  copy_ldsm(rows + threadIdx.x, registers);
  copy_stsm_trans(registers, rows + threadIdx.x);
  copy_ldsm_trans(rows + threadIdx.x, registers);
  copy_stsm(registers, rows + threadIdx.x);
  cooperative_prefetch<32>(threadIdx.x, make_tensor(make_gmem_ptr(registers), Layout<_1024>{}));
}
template __global__ void matrices<std::uint32_t>(std::uint32_t*);
template __global__ void matrices<std::uint64_t>(std::uint64_t*);
template __global__ void matrices<uint128_t>(uint128_t*);
template __global__ void ahead<copy_of<void, float>, Int<256>>(
    __grid_constant__ copy_of<void, float> const, float const*);
#endif

}  // namespace
