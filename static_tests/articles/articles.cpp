// SPDX-License-Identifier: BSL-1.0
//
// The examples of the source articles (docs/sources.md), each under the article's number and
// section, with CuTe's names and calls. articles.txt has the expected output, without addresses.
#include <tileproof/tileproof.hpp>

#include <cstdio>
#include <numeric>
#include <vector>

using namespace tileproof;

namespace {

std::vector<int> counted(int n) {
  std::vector<int> v(static_cast<std::size_t>(n));
  std::iota(v.begin(), v.end(), 0);
  return v;
}

void title(char const* s) { std::printf("== %s\n", s); }

template <class T>
void line(T const& t) {
  print(t);
  print("\n");
}

// Article 000: local_tile and local_partition.
void tiles_and_partitions() {
  title("000 1.1 a tile by its coordinate");
  std::vector<int> h_data = counted(4 * 6 * 8);
  {
    constexpr int M = 4, N = 6;
    auto layout = make_layout(make_shape(M, N), make_stride(N, Int<1>{}));
    auto tensor = make_tensor(h_data.data(), layout);
    constexpr auto tiler = make_shape(Int<2>{}, Int<2>{});
    constexpr auto coord = make_coord(1, 1);
    auto tile = local_tile(tensor, tiler, coord);
    line(tile);
    std::printf("%d\n", tile(0, 0));
    line(inner_partition(tensor, tiler, coord));
  }
  title("000 1.1.1 more modes than the tiler");
  {
    constexpr int M = 4, N = 6, K = 8;
    auto layout = make_layout(make_shape(M, N, K), make_stride(N * K, K, Int<1>{}));
    auto tensor = make_tensor(h_data.data(), layout);
    constexpr auto tiler = make_shape(Int<2>{}, Int<2>{});
    line(local_tile(tensor, tiler, make_coord(1, 2)));
    line(zipped_divide(layout, tiler));
  }
  title("000 1.2 _ keeps the tiles along an axis");
  {
    constexpr int M = 4, N = 6;
    auto layout = make_layout(make_shape(M, N), make_stride(N, Int<1>{}));
    auto tensor = make_tensor(h_data.data(), layout);
    auto tile = local_tile(tensor, make_shape(Int<2>{}, Int<2>{}), make_coord(0, _));
    line(tile);
  }
  title("000 1.3 Step and X");
  {
    constexpr int M = 4, N = 6, K = 8;
    constexpr auto problem_shape = make_shape(M, N, K);
    auto layout_A = make_layout(select<0, 2>(problem_shape), make_stride(K, Int<1>{}));
    auto tensor_A = make_tensor(h_data.data(), layout_A);
    constexpr auto tiler = make_shape(Int<2>{}, Int<2>{}, Int<4>{});
    line(local_tile(tensor_A, tiler, make_coord(0, 0, _), Step<_1, X, _1>{}));
  }
  title("000 2 local_partition");
  {
    constexpr int M = 8, K = 6;
    auto layout = make_layout(make_shape(M, K), make_stride(Int<1>{}, M));
    auto tensor = make_tensor(h_data.data(), layout);
    constexpr auto thr_layout{make_layout(make_shape(Int<4>{}, Int<2>{}))};
    line(local_partition(tensor, thr_layout, 1));
    line(local_partition(tensor, thr_layout, 1, Step<_1, X>{}));
    line(outer_partition(tensor, make_shape(Int<4>{}, Int<2>{}), make_coord(1, 0)));
  }
}

// Article 002: partitioning a tensor.
void partitioning_a_tensor() {
  title("002 1.1 local_tile");
  std::vector<int> h_A = counted(8 * 8);
  {
    Tensor A = make_tensor(h_A.data(), make_shape(8, 8));
    print_tensor(A);
    auto tiler = Shape<_4, _4>{};
    Tensor cta_a = local_tile(A, tiler, make_coord(0, 1));
    print_tensor(cta_a);
    line(cta_a[(make_coord(0, 1))]);
    line(cta_a[2]);
    cta_a[2] += 1000;
    line(A(2, 4));
    cta_a[2] -= 1000;
    Tensor both = local_tile(A, tiler, make_coord(0, _));
    line(both(_, _, 0)[(make_coord(0, 1))]);
    line(both(_, _, 0)[2]);
  }
  title("002 1.1 local_tile with a Step");
  {
    Tensor A = make_tensor(h_A.data(), make_shape(8, 8), make_stride(8, 1));
    auto tiler = Shape<_4, _1, _4>{};
    auto cta_coord = make_coord(0, 0, _);
    print_tensor(local_tile(A, tiler, cta_coord, Step<_1, X, _1>{}));
    print_tensor(local_tile(A, Shape<_4, _4>{}, make_coord(0, _)));
  }
  title("002 1.2 local_partition");
  {
    Tensor A = make_tensor(h_A.data(), make_shape(4, 4), make_stride(4, 1));
    print_tensor(A);
    auto bM = Int<2>{};
    auto bN = Int<2>{};
    auto CTA_layout = make_layout(make_shape(bM, bN), LayoutRight{});
    Tensor thread_tensor = local_partition(A, CTA_layout, 1);
    print_tensor(thread_tensor);
    print_tensor(local_partition(A, CTA_layout, 1, Step<_1, _1>{}));
  }
}

// Article 003: the cheat sheet of the layout algebra.
void cheat_sheet() {
  title("003 a layout as a function of an index");
  auto L = make_layout(make_shape(2, 4), make_stride(2, 2));
  for (int i = 0; i < 8; i++) line(L(i));

  title("003 coordinates and indices");
  line(crd2idx(make_coord(1, 2), make_layout(make_shape(_4{}, _8{}))));
  line(idx2crd(9, make_layout(make_shape(_4{}, _8{}))));

  title("003 thread-value layouts");
  auto tv = Layout<Shape<Shape<_2, _2>, Shape<_2, _3>>, Stride<Stride<_2, _12>, Stride<_1, _4>>>{};
  line(tv);
  line(layout<0>(tv));
  line(layout<1>(tv));

  title("003 coalesce");
  line(coalesce(Layout<Shape<_8, _1>, Stride<_3, _7>>{}));
  line(coalesce(Layout<Shape<_1, _8>, Stride<_7, _3>>{}));
  line(coalesce(Layout<Shape<_4, _5>, Stride<_3, _12>>{}));
  line(coalesce(Layout<Shape<_4, _5>, Stride<_3, Int<13>>>{}));

  title("003 composition");
  auto A = Layout<Shape<_6, _2>, Stride<_8, _2>>{};
  auto B = Layout<Shape<_4, _3>, Stride<_3, _1>>{};
  auto R = composition(A, B);
  line(R);
  for (int i = 0; i < 12; ++i)
    std::printf("R(%2d) = A(B(%2d)) = A(%2d) = %d%s\n", i, i, B(i), R(i),
                R(i) == A(B(i)) ? "" : " WRONG");
}

// Article 004: a projection of the tile of a block.
void tile_of_a_block() {
  title("004 local_tile of a block of threads");
  std::vector<int> h = counted(64 * 64);
  int const m = 64, n = 64, k = 16;
  Tensor dataA = make_tensor(h.data(), make_shape(m, k));
  Tensor dataB = make_tensor(h.data(), make_shape(n, k));
  Tensor dataC = make_tensor(h.data(), make_shape(m, n));
  auto cta_tiler = Shape<_32, _64, _4>{};
  auto cta_coord = make_coord(1, 0, _);
  line(local_tile(dataA, cta_tiler, cta_coord, Step<_1, X, _1>{}));
  line(local_tile(dataB, cta_tiler, cta_coord, Step<X, _1, _1>{}));
  line(local_tile(dataC, cta_tiler, cta_coord, Step<_1, _1, X>{}));
}

}  // namespace

int main() {
  tiles_and_partitions();
  partitioning_a_tensor();
  cheat_sheet();
  tile_of_a_block();
}
