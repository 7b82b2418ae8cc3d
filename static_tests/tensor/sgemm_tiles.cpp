// SPDX-License-Identifier: BSL-1.0
//
// The tiles of the sgemm of article 002 (docs/sources.md): a block of 256 threads computes 128x128
// of C in steps of 8 along K. Every tensor of the kernel, its layout and its shape, for M, N, K at
// run time; and each partition owns every element of its tile exactly once.
#include <tileproof/tileproof.hpp>

using namespace tileproof;

namespace {

// The layout and the first element of a tensor of counting elements, as text.
template <class T>
constexpr bool is(T const& tensor, int first, std::string_view layout) {
  return *tensor.data() == first && to_string(tensor.layout()) == layout;
}

// Every element of the tile belongs to exactly one thread: position and repetition of the thread
// tile are a bijection onto the elements, and threads are a bijection onto the positions. By
// structure: a right inverse that covers a whole layout makes it a bijection.
template <class Tile, class Threads>
constexpr bool owns_each_once(Tile const& tile, Threads const& threads) {
  auto const share = zipped_divide(tile, product_each(shape(threads)));  // (position,repetition)
  return size(right_inverse(share)) == size(tile) && size(share) == size(tile) &&
         size(right_inverse(threads)) == size(threads);
}

//////////////////////////////////////////////////////////////////////////////////// tiles

constexpr int M = 512, N = 384, K = 64;

constexpr auto shape_MNK = make_shape(M, N, K);
constexpr auto dA = make_stride(_1{}, M);  // NT: both operands along their first mode
constexpr auto dB = make_stride(_1{}, N);
constexpr auto dC = make_stride(_1{}, M);

constexpr auto bM = Int<128>{};
constexpr auto bN = Int<128>{};
constexpr auto bK = Int<8>{};
constexpr auto cta_tiler = make_shape(bM, bN, bK);
constexpr auto cta_coord = make_coord(2, 1, _);  // (m,n,k)

constexpr auto sA_layout = make_layout(make_shape(bM, bK));
constexpr auto sB_layout = make_layout(make_shape(bN, bK));
constexpr auto tA = make_layout(make_shape(Int<32>{}, Int<8>{}));
constexpr auto tB = make_layout(make_shape(Int<32>{}, Int<8>{}));
constexpr auto tC = make_layout(make_shape(Int<16>{}, Int<16>{}));

static_assert(cosize_v<decltype(sA_layout)> == 1024);
static_assert(size(tA) == size(tC) && size(tB) == size(tC));
static_assert(std::is_empty_v<decltype(sA_layout)> && std::is_empty_v<decltype(tC)>);

constexpr counting_iterator<int> zero{0};
constexpr Tensor mA = make_tensor(zero, select<0, 2>(shape_MNK), dA);  // (M,K)
constexpr Tensor mB = make_tensor(zero, select<1, 2>(shape_MNK), dB);  // (N,K)
constexpr Tensor mC = make_tensor(zero, select<0, 1>(shape_MNK), dC);  // (M,N)

constexpr Tensor gA = local_tile(mA, cta_tiler, cta_coord, Step<_1, X, _1>{});  // (BLK_M,BLK_K,k)
constexpr Tensor gB = local_tile(mB, cta_tiler, cta_coord, Step<X, _1, _1>{});  // (BLK_N,BLK_K,k)
constexpr Tensor gC = local_tile(mC, cta_tiler, cta_coord, Step<_1, _1, X>{});  // (BLK_M,BLK_N)
static_assert(is(gA, 256, "(_128,_8,8):(_1,512,4096)"));
static_assert(is(gB, 128, "(_128,_8,8):(_1,384,3072)"));
static_assert(is(gC, 128 * 512 + 256, "(_128,_128):(_1,512)"));

constexpr Tensor sA = make_tensor(zero, sA_layout);  // (BLK_M,BLK_K)
constexpr Tensor sB = make_tensor(zero, sB_layout);  // (BLK_N,BLK_K)

///////////////////////////////////////////////////////////////// the copy, thread 33 = (1,1)

constexpr Tensor tAgA = local_partition(gA, tA, 33);  // (THR_M,THR_K,k)
constexpr Tensor tAsA = local_partition(sA, tA, 33);  // (THR_M,THR_K)
constexpr Tensor tBgB = local_partition(gB, tB, 33);  // (THR_N,THR_K,k)
constexpr Tensor tBsB = local_partition(sB, tB, 33);  // (THR_N,THR_K)
static_assert(is(tAgA, 256 + 1 + 512, "(_4,_1,8):(_32,_0,4096)"));
static_assert(is(tAsA, 1 + 128, "(_4,_1):(_32,_0)"));
static_assert(is(tBgB, 128 + 1 + 384, "(_4,_1,8):(_32,_0,3072)"));
static_assert(is(tBsB, 1 + 128, "(_4,_1):(_32,_0)"));
static_assert(size<2>(tAgA) == K / bK);
static_assert(congruent(shape(tAsA), shape(tAgA(_, _, 0))));

static_assert(owns_each_once(sA_layout, tA));
static_assert(owns_each_once(sB_layout, tB));

///////////////////////////////////////////////////////////////// the product, thread 33 = (1,2)

constexpr Tensor tCsA = local_partition(sA, tC, 33, Step<_1, X>{});   // (THR_M,BLK_K)
constexpr Tensor tCsB = local_partition(sB, tC, 33, Step<X, _1>{});   // (THR_N,BLK_K)
constexpr Tensor tCgC = local_partition(gC, tC, 33, Step<_1, _1>{});  // (THR_M,THR_N)
static_assert(is(tCsA, 1, "(_8,_8):(_16,_128)"));
static_assert(is(tCsB, 2, "(_8,_8):(_16,_128)"));
static_assert(is(tCgC, 128 * 512 + 256 + 1 + 2 * 512, "(_8,_8):(_16,8192)"));
static_assert(size<0>(tCgC) == size<0>(tCsA) && size<1>(tCgC) == size<0>(tCsB));
static_assert(size<1>(tCsA) == size<1>(tCsB));

static_assert(owns_each_once(make_layout(make_shape(bM, bN)), tC));

constexpr auto tCrC = make_tensor_like<float>(tCgC.layout());
static_assert(std::is_same_v<decltype(tCrC.layout()), Layout<Shape<_8, _8>, Stride<_1, _8>>>);
static_assert(sizeof(tCrC) == 64 * sizeof(float));

}  // namespace
