// SPDX-License-Identifier: BSL-1.0
//
// The GEMM in roles of device_tests/pipeline on the CPU, from the same source: its results, and no
// finding whenever its asynchronous operations happen. It releases a stage by one thread of a
// warpgroup, which is an axiom to the run (options::warpgroup_waits_as_one); without that the run
// reports it.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <tileproof/atom/tma/make_tma_copy.hpp>
#include <tileproof/atom/wgmma/select.hpp>
#include <tileproof/cpu.hpp>

#include "pipeline/hopper_gemm.hpp"

#include <vector>

using namespace tileproof;
using cpu::moment_of_effect;

namespace {

using kernel = hopper::gemm_kernel<3, 2, bfloat16_t>;

cpu::report run(int m, int n, int k, int clusters, cpu::options const& o, int& wrong) {
  std::vector<bfloat16_t> a(static_cast<std::size_t>(m * k));
  std::vector<bfloat16_t> b(static_cast<std::size_t>(n * k));
  std::vector<bfloat16_t> d(static_cast<std::size_t>(m * n));
  for (int i = 0; i < m * k; ++i)
    a[static_cast<std::size_t>(i)] = static_cast<bfloat16_t>((i * 7 + i / 11) % 5 - 2);
  for (int i = 0; i < n * k; ++i)
    b[static_cast<std::size_t>(i)] = static_cast<bfloat16_t>((i * 3 + i / 7) % 3 - 1);
  auto const by_rows = [](auto const& g, int rows, int columns) {
    return make_tensor(make_gmem_ptr(g.data()), make_shape(rows, columns),
                       make_stride(columns, _1{}));
  };
  auto const layout = [](int rows, int columns) {
    return make_layout(make_shape(rows, columns), make_stride(columns, _1{}));
  };
  cpu::global<bfloat16_t const> ga("A", a.data(), layout(m, k));
  cpu::global<bfloat16_t const> gb("B", b.data(), layout(n, k));
  cpu::global<bfloat16_t> gd("D", d.data(), layout(m, n));
  gd.starts_unwritten().must_be_written();
  kernel::arguments const args{
      make_tma_copy(SM90_TMA_LOAD{}, by_rows(ga, m, k), kernel::sA_stage{}, kernel::tile_a{}),
      make_tma_copy(kernel::load_b{}, by_rows(gb, n, k), kernel::sB_stage{}, kernel::tile_b{},
                    Int<2>{}),
      make_tma_copy(SM90_TMA_STORE{}, by_rows(gd, m, n), kernel::sD_stage{}, kernel::tile_d{}),
      m,
      n,
      k,
      clusters};
  cpu::report r = cpu::launch<kernel>({2 * clusters}, {2}, args, o);
  wrong = 0;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      float sum = 0;
      for (int e = 0; e < k; ++e)
        sum += static_cast<float>(a[static_cast<std::size_t>(i * k + e)]) *
               static_cast<float>(b[static_cast<std::size_t>(j * k + e)]);
      wrong += static_cast<float>(d[static_cast<std::size_t>(i * n + j)]) !=
               static_cast<float>(static_cast<bfloat16_t>(sum));
    }
  return r;
}

TEST_CASE("a GEMM in roles is clean and right") {
  for (int i = 0; i < 4; ++i) {
    cpu::options o;
    o.warpgroup_waits_as_one = true;
    o.asynchronous = static_cast<moment_of_effect>(i % 3);
    o.reverse = i == 3;
    int wrong = 0;
    cpu::report const r = run(200, 264, 328, 1, o, wrong);
    CHECK_MESSAGE(r.clean(), r.text());
    CHECK(wrong == 0);
  }
}

TEST_CASE("one thread's wait is not that of its warpgroup, without the axiom") {
  int wrong = 0;
  cpu::report const r = run(200, 264, 328, 1, {}, wrong);
  CHECK_MESSAGE(!r.clean(), r.text());
  CHECK(r.text().find("wgmma of the warp of thread") != std::string::npos);
}

}  // namespace
