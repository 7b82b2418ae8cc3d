// SPDX-License-Identifier: BSL-1.0
//
// The known alignment of an address follows slices and partitions, whatever the run-time
// coordinates.
#include <tileproof/prove/contiguous.hpp>
#include <tileproof/tensor/aligned.hpp>
#include <tileproof/tensor/aligned_ptr.hpp>
#include <tileproof/tensor/fragment.hpp>
#include <tileproof/tensor/local_tile.hpp>

using namespace tileproof;

namespace {

template <class T, class U>
constexpr bool is(U const&) {
  return std::is_same_v<T, U>;
}

alignas(16) constexpr float data[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
constexpr aligned_ptr<float const, 16> floats{data};
constexpr int run_time = 3;

////////////////////////////////////////////////////////////////////////////////// a pointer

static_assert(sizeof(floats) == sizeof(float*));
static_assert(*floats == 0 && floats[5] == 5 && raw_pointer_cast(floats) == data);
static_assert(std::is_same_v<decltype(floats)::value_type, float>);
static_assert(std::is_same_v<decltype(assume_aligned<16>(data)), aligned_ptr<float const, 16>>);
static_assert(std::is_same_v<decltype(assume_aligned<32>(make_smem_ptr(data))),
                             tagged_ptr<smem_space, aligned_ptr<float const, 32>>>);

// A pointer keeps the alignment that its type states when another is assigned, of which less is
// known: CuTe's p = p + n. It stays one pointer that is copied as such.
constexpr float moved(int n) {
  auto p = make_gmem_ptr<16>(data);
  p = p + n;
  auto t = make_tensor(make_smem_ptr(floats), Layout<_4>{});
  t.data() = t.data() + n;
  t.data() = t.data() + _1{} + _3{};
  return 100 * *p + t(0);
}
static_assert(moved(4) == 408 && moved(8) == 812);
static_assert(std::is_trivially_copyable_v<aligned_ptr<float, 16>>);
template <class To, class From>
constexpr bool assigns = std::is_assignable_v<To&, From const&>;
using global16 = tagged_ptr<gmem_space, aligned_ptr<float, 16>>;
static_assert(assigns<global16, gmem_ptr<float>> &&
              assigns<tagged_ptr<gmem_space, aligned_ptr<float const, 16>>, global16>);
static_assert(!assigns<global16, smem_ptr<float>> && !assigns<global16, gmem_ptr<float const>> &&
              !assigns<global16, gmem_ptr<int>> && !assigns<global16, float*>);

// A tensor, whole or a slice, of which no alignment is known; one in registers knows its own.
using rows = Layout<Shape<_8, int>, Stride<_1, int>>;
template <class T>
using assumed = decltype(assume_aligned<16>(std::declval<T const&>()));
using column = Tensor<ViewEngine<gmem_ptr<float>>, decltype(rows{}(_, 1))>;
static_assert(alignment_v<column> == 4 && alignment_v<assumed<column>> == 16);
static_assert(std::is_same_v<assumed<column>::layout_type, column::layout_type>);
using swizzled = ComposedLayout<Swizzle<2, 2, 2>, multiple_of<4, int>, Layout<_4>>;
static_assert(alignment_v<assumed<Tensor<ViewEngine<smem_ptr<float>>, swizzled>>> == 16);
using in_line = Tensor<ViewEngine<tagged_ptr<gmem_space, aligned_ptr<float, 32>>>, Layout<_8>>;
static_assert(std::is_same_v<assumed<in_line>, in_line>);
static_assert(alignment_v<assumed<decltype(make_tensor<float>(Shape<_8>{}))>> % 16 == 0);

// The memory space and the alignment in one call. A constant expression has no addresses.
static_assert(std::is_same_v<decltype(make_gmem_ptr<16>(data)),
                             tagged_ptr<gmem_space, aligned_ptr<float const, 16>>>);
static_assert(std::is_same_v<decltype(make_smem_ptr<1024>(data)),
                             tagged_ptr<smem_space, aligned_ptr<float const, 1024>>>);
// An engine in shared memory: a member of a structure that starts at a multiple of 1024 bytes.
static_assert(
    std::is_same_v<decltype(make_smem_ptr<1024>(std::declval<ArrayEngine<short, 8>&>().begin())),
                   tagged_ptr<smem_space, aligned_ptr<short, 1024>>>);
static_assert(*make_gmem_ptr<16>(data) == 0 && make_smem_ptr<16>(data)[5] == 5);
static_assert(sizeof(make_gmem_ptr<16>(data)) == sizeof(float*));

// A sum knows what the pointer and the offset have in common.
static_assert(is<aligned_ptr<float const, 16>>(floats + _0{}));
static_assert(is<aligned_ptr<float const, 16>>(floats + _4{}) && *(floats + _4{}) == 4);
static_assert(is<aligned_ptr<float const, 8>>(floats + _6{}));
static_assert(is<aligned_ptr<float const, 16>>(floats + assume_multiple_of<12>(12)));
static_assert(is<aligned_ptr<float const, 8>>(floats + assume_multiple_of<2>(4)));
static_assert(is<aligned_ptr<float const, 4>>(floats + run_time) && *(floats + run_time) == 3);
static_assert(is<aligned_ptr<float const, 8>>(floats + _2{} + _2{}));  // by types alone

// In a memory space.
constexpr auto global = make_gmem_ptr(floats);
static_assert(is<tagged_ptr<gmem_space, aligned_ptr<float const, 16>>>(global));
static_assert(is<tagged_ptr<gmem_space, aligned_ptr<float const, 8>>>(global + _2{}));
static_assert(is_gmem<decltype(global + run_time)>::value && *(global + run_time) == 3);
static_assert(is_smem<decltype(make_smem_ptr(floats))>::value);
static_assert(is_rmem<decltype(make_rmem_ptr(floats))>::value);
static_assert(raw_pointer_cast(global + _2{}) == data + 2);

// As elements of another type.
static_assert(std::is_same_v<decltype(recast_ptr<double>(floats)), aligned_ptr<double const, 16>>);
static_assert(std::is_same_v<decltype(recast_ptr<char>(global + _2{})),
                             tagged_ptr<gmem_space, aligned_ptr<char const, 8>>>);

// The iterators that say nothing of an address, the language, an assumption.
static_assert(alignment_v<counting_iterator<int>> == 0);
static_assert(alignment_v<double const*> == alignof(double));
static_assert(alignment_v<gmem_ptr<short>> == 2);
static_assert(alignment_v<decltype(global)> == 16);

///////////////////////////////////////////////////////////////////////////////// a tensor

static_assert(alignment_v<decltype(make_tensor<float>(Shape<_4, _2>{}))> ==
              alignof(decltype(make_tensor<float>(Shape<_4, _2>{}))));
static_assert(alignment_v<decltype(make_tensor(data, _16{}))> == 4);
constexpr auto vector = make_tensor(global, Shape<_4, _4>{});
static_assert(alignment_v<decltype(vector)> == 16);
static_assert(alignment_v<decltype(vector(_, 3))> == 16);    // 4 * 3
static_assert(alignment_v<decltype(vector(2, _))> == 4);     // unknown: 2 is a run-time value
static_assert(alignment_v<decltype(vector(_2{}, _))> == 8);  // known
static_assert(alignment_v<decltype(domain_offset(make_coord(_0{}, 1), vector))> == 16);
static_assert(vector(_, 3)(1) == 13 && vector(_2{}, _)(1) == 6);

// An (M,K) matrix along its first mode, in tiles of (128,8) at run-time coordinates; 32x8 threads
// own 4 values each: the alignment of what a thread owns.
template <class Base, class Ld>
constexpr auto thread_tile(Base const& base, Ld const& ld, int block, int k, int thread) {
  Tensor mA = make_tensor(base, make_shape(1000, 64), make_stride(_1{}, ld));    // (M,K)
  Tensor gA = local_tile(mA, Shape<_128, _8>{}, make_coord(block, k));           // (BLK_M,BLK_K)
  return local_tile(gA, Shape<_4, _1>{}, make_coord(thread % 32, thread / 32));  // (VAL,_1)
}
template <class Base, class Ld>
using thread_tile_t = decltype(thread_tile(Base{}, Ld{}, 0, 0, 0));

using aligned_float = tagged_ptr<gmem_space, aligned_ptr<float const, 16>>;
static_assert(alignment_v<thread_tile_t<aligned_float, multiple_of<4>>> == 16);
static_assert(alignment_v<thread_tile_t<aligned_float, multiple_of<4, std::int64_t>>> == 16);
static_assert(alignment_v<thread_tile_t<aligned_float, multiple_of<6>>> == 8);
static_assert(alignment_v<thread_tile_t<aligned_float, int>> == 4);
static_assert(alignment_v<thread_tile_t<gmem_ptr<float const>, multiple_of<4>>> == 4);
static_assert(alignment_v<thread_tile_t<aligned_float, _1024>> == 16);
static_assert(alignment_v<thread_tile_t<aligned_float, Int<1026>>> == 8);

// The layouts of parts say what they said, unless a fact is given.
template <class Ld>
using tile_stride = std::remove_cvref_t<decltype(stride<2>(
    local_tile(make_tensor(data, make_shape(1000, 64), make_stride(_1{}, Ld{})), Shape<_128, _8>{},
               make_coord(0, _))))>;
static_assert(std::is_same_v<tile_stride<int>, int>);
static_assert(std::is_same_v<tile_stride<multiple_of<4>>, multiple_of<32>>);

// The vectors of the tile as one mode, by thread index.
template <class Base, class Ld>
constexpr auto thread_share(Base const& base, Ld const& ld, int block, int k, int thread) {
  Tensor mA = make_tensor(base, make_shape(1000, 64), make_stride(_1{}, ld));  // (M,K)
  Tensor gA = local_tile(mA, Shape<_128, _8>{}, make_coord(block, k));         // (BLK_M,BLK_K)
  Tensor vA = zipped_divide(gA, Shape<_4, _1>{});                              // (VAL,(32,8))
  return vA(_, thread);                                                        // (VAL)
}
template <class Base, class Ld>
using thread_share_t = decltype(thread_share(Base{}, Ld{}, 0, 0, 0));
static_assert(alignment_v<thread_share_t<aligned_float, multiple_of<4>>> == 16);
static_assert(alignment_v<thread_share_t<aligned_float, int>> == 4);

// The proof of an access of 16 bytes: consecutive values, in line from a base that is aligned.
template <class Tensor>
constexpr bool is_vector = prove<access_width<128, float, alignment_v<Tensor>>>(
                               make_layout(Layout<_1, _0>{}, typename Tensor::layout_type{}))
                               .holds();
static_assert(is_vector<thread_share_t<aligned_float, multiple_of<4>>>);
static_assert(!is_vector<thread_share_t<aligned_float, multiple_of<2>>>);
static_assert(!is_vector<thread_share_t<aligned_float, int>>);

// The facts change no element.
constexpr counting_iterator<int> zero{0};
constexpr bool same_elements(int block, int k, int thread) {
  auto const a = thread_share(zero, assume_multiple_of<4>(1000), block, k, thread);
  auto const b = thread_share(zero, 1000, block, k, thread);
  for (int i = 0; i < 4; ++i)
    if (a(i) != b(i) || a(i) != (k * 8 + thread / 32) * 1000 + block * 128 + thread % 32 * 4 + i)
      return false;
  return true;
}
static_assert(same_elements(0, 0, 0) && same_elements(2, 3, 77) && same_elements(6, 7, 255));

////////////////////////////////////////////////////////////////////////////// after a swizzle

// A vector in shared memory: the tile of a stage, then the vector of a thread.
template <class Swizzle, class Base>
constexpr auto shared_vector(Base const& base, int stage, int thread) {
  auto const l = composition(Swizzle{}, Layout<Shape<_128, _8, _3>>{});
  Tensor sA = make_tensor(base, l);                             // (BLK_M,BLK_K,PIPE)
  Tensor vA = zipped_divide(sA(_, _, stage), Shape<_4, _1>{});  // (VAL,(32,8))
  return vA(_, thread);                                         // (VAL)
}
template <class Swizzle, class Base = tagged_ptr<smem_space, aligned_ptr<float const, 128>>>
constexpr int shared_alignment = alignment_v<decltype(shared_vector<Swizzle>(Base{}, 0, 0))>;
static_assert(shared_alignment<Swizzle<2, 2, 5>> == 16);
static_assert(shared_alignment<Swizzle<2, 3, 5>> == 16);
static_assert(shared_alignment<Swizzle<2, 1, 5>> == 8);  // it moves halves of a vector
static_assert(shared_alignment<Swizzle<0, 2, 5>> == 16);
static_assert(shared_alignment<Swizzle<2, 2, 5>, smem_ptr<float const>> == 4);

// A static offset goes through the swizzle: 33 ^ 1, 32 ^ 1.
template <int Offset>
constexpr int static_alignment = alignment_v<decltype(make_tensor(
    floats, composition(Swizzle<1, 0, 5>{}, Int<Offset>{}, Layout<_4, _1>{})))>;
static_assert(static_alignment<0> == 16 && static_alignment<33> == 16);
static_assert(static_alignment<32> == 4 && static_alignment<4> == 16 && static_alignment<2> == 8);

}  // namespace
