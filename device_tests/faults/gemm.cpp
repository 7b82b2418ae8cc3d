// SPDX-License-Identifier: BSL-1.0
//
// C = 2 * A * B - C by KERNEL of HEADER, A and B of ELEMENT: two blocks at the edges of larger
// matrices, one that lies inside, and one for each mode along which alone it is not whole; with the
// grid and the arguments of a launcher.
#include HEADER

#include "verdict.hpp"

using namespace tileproof;

namespace {

// Small integers, so that every sum is exact.
template <class T>
std::vector<T> integers(std::int64_t n, int seed) {
  std::vector<T> v(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < v.size(); ++i)
    v[i] =
        static_cast<T>(static_cast<float>((i * 7 + i / 13 + static_cast<unsigned>(seed)) % 5) - 2);
  return v;
}

template <class Kernel, class T>
void run(int m, int n, int k, verdict& all, bool in_both_orders = false) {
  constexpr bool a_by_k = Kernel::major_a == major::k;
  constexpr bool b_by_k = Kernel::major_b == major::k;
  auto const leading = [](int extent) { return (extent + 7) / 8 * 8 + 8; };
  int const lda = leading(a_by_k ? k : m);
  int const ldb = leading(b_by_k ? k : n);
  int const ldc = m + 5;
  std::vector<T> a = integers<T>(lda * (a_by_k ? m : k), 1);  // none where k is 0
  std::vector<T> b = integers<T>(ldb * (b_by_k ? n : k), 2);
  std::vector<float> const before = integers<float>(ldc * n, 3);
  std::vector<float> right = before;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) {
      float sum = 0;
      for (int l = 0; l < k; ++l)
        sum += static_cast<float>(a[static_cast<std::size_t>(a_by_k ? l + lda * i : i + lda * l)]) *
               static_cast<float>(b[static_cast<std::size_t>(b_by_k ? l + ldb * j : j + ldb * l)]);
      float& c = right[static_cast<std::size_t>(i + ldc * j)];
      c = 2 * sum - c;
    }
  for (bool const reverse : {false, true}) {
    if (!all.is_clean() || (reverse && !in_both_orders)) break;
    std::vector<float> c = before;
    cpu::global<T const> const ga("A", a.data(), operand_layout<Kernel::major_a>(m, k, lda));
    cpu::global<T const> const gb("B", b.data(), operand_layout<Kernel::major_b>(n, k, ldb));
    cpu::global<float> const gc("C", c.data(), operand_layout<major::mn>(m, n, ldc));
    gemm_arguments<decltype(ga.data()), decltype(gb.data()), decltype(gc.data()), float> const args{
        m, n, k, 2.0F, ga.data(), lda, gb.data(), ldb, -1.0F, gc.data(), ldc};
    cpu::options o;
    o.reverse = reverse;
    grid_of_blocks const grid = blocks_of_gemm<Kernel>(args);
    cpu::report const said = detail::with_kernel_arguments<Kernel>(args, [&](auto const& g) {
      return cpu::launch<Kernel>({static_cast<int>(grid.x), static_cast<int>(grid.y)}, g, o);
    });
    all.add(said, c, [&](int i) { return right[static_cast<std::size_t>(i)]; });
  }
}

}  // namespace

int main() {
  using kernel = KERNEL;
  constexpr int m = size<0>(kernel::cta_tiler{});
  constexpr int n = size<1>(kernel::cta_tiler{});
  constexpr int k = size<2>(kernel::cta_tiler{});
  verdict all;
  run<kernel, ELEMENT>(2 * m - 1, n - 3, 2 * k + 1, all, true);
  run<kernel, ELEMENT>(m, n, 3 * k, all, true);
  run<kernel, ELEMENT>(m, n, 3 * k + 1, all);
  run<kernel, ELEMENT>(m, n - 3, 3 * k, all);
  run<kernel, ELEMENT>(m - 1, n, 3 * k, all);
  run<kernel, ELEMENT>(m, n, 0, all);
  return all.tell();
}
