// SPDX-License-Identifier: BSL-1.0
//
// grouped_wgmma on the CPU: groups of no row, one row, and rows that tiles do not divide, on grids
// of one cluster and of more; asynchronous operations as early as they may be, as late, and at
// random moments. Every element of every group is compared, rows past the last group keep what they
// had, and no access is wrong.
#include "every_moment.hpp"

#include <doctest/doctest.h>

#include <tileproof/cpu.hpp>
#include <tileproof/kernel/gemm/wgmma/grouped.hpp>
#include <tileproof/kernel/gemm/wgmma/grouped_launch.hpp>

#include <cmath>
#include <string>
#include <vector>

using namespace tileproof;

namespace {

using bf16 = bfloat16_t;
using e4m3 = float_e4m3_t;

struct add_row_and_column {
  template <class T>
  TILEPROOF_HOST_DEVICE constexpr T operator()(T value, int row, int column) const {
    return value + static_cast<T>(row % 3 + column % 5);
  }
};
template <class TA, class TD, int... Schedule>
using kernel = grouped_wgmma<TA, TA, TD, add_row_and_column, grouped_schedule<Schedule...>>;

// A list of groups, the extents they share, the rows that the host knows of, and a grid.
struct problem {
  std::vector<int> lengths;
  int n, k;
  int rows_past_the_end = 0;
  int clusters = 1;
  float alpha = 1;
  bool is_scaled = false;
};

// Elements are small integers and scales powers of 2, so that sums are exact.
template <class Kernel>
void multiplies(problem const& p, cpu::options const& o = {}) {
  using TA = typename Kernel::element_a;
  using TD = typename Kernel::element_d;
  auto const at = [](std::int64_t i) { return static_cast<std::size_t>(i); };
  int const groups = static_cast<int>(p.lengths.size());
  std::vector<std::int32_t> ends;
  int total = 0;
  for (int const length : p.lengths) ends.push_back(total += length);
  int const last = total;
  total += p.rows_past_the_end;
  int const unit = 16 / static_cast<int>(sizeof(TA));
  int const ld = (p.k + unit - 1) / unit * unit + (p.k == 0 ? unit : 0);
  std::vector<TA> a(at(total * ld)), b(at(groups * p.n * ld));
  TD const unwritten = static_cast<TD>(99.0f);
  std::vector<TD> d(at(total * p.n), unwritten);
  for (std::size_t i = 0; i < a.size(); ++i)
    a[i] = static_cast<TA>(static_cast<float>(static_cast<int>(i * 7 + i / 11) % 5 - 2));
  for (std::size_t i = 0; i < b.size(); ++i)
    b[i] = static_cast<TA>(static_cast<float>(static_cast<int>(i * 3 + i / 7) % 3 - 1));
  float const scale[2] = {0.5f, 4};
  grouped_arguments<TA, TA, TD, add_row_and_column> g{};
  g.total = total, g.groups = groups, g.n = p.n, g.k = p.k, g.alpha = p.alpha;
  g.a = a.data(), g.lda = ld, g.b = b.data(), g.ldb = ld, g.batch_b = ld * p.n;
  g.d = d.data(), g.ldd = p.n, g.ends = ends.data();
  if (p.is_scaled) g.scales = {scale, scale + 1};
  REQUIRE(check_grouped(g) == status::ok);
  auto const run_of = [](auto const& v) {
    return make_layout(make_shape(static_cast<int>(v.size())));
  };
  cpu::global<TA const> const ga("A", a.data(), run_of(a)), gb("B", b.data(), run_of(b));
  cpu::global<std::int32_t const> const ge("ends", ends.data(), run_of(ends));
  cpu::global<TD> gd("D", d.data(), run_of(d));
  if (p.rows_past_the_end == 0) gd.starts_unwritten().must_be_written();
  auto const l = detail::grouped_launch_arguments<Kernel>(g, ga.data(), gb.data(), gd.data(),
                                                          ge.data(), p.clusters);
  REQUIRE(l.is_described);
  cpu::report const said =
      cpu::launch<Kernel>({Kernel::blocks * p.clusters}, {Kernel::blocks}, l.args, o);
  CHECK_MESSAGE(said.clean(), said.text());
  int wrong = 0;
  float const alpha = p.alpha * (p.is_scaled ? scale[0] * scale[1] : 1);
  for (int group = 0, row = 0; group < groups; ++group)
    for (; row < ends[at(group)]; ++row)
      for (int j = 0; j < p.n; ++j) {
        float sum = 0;
        for (int e = 0; e < p.k; ++e)
          sum += static_cast<float>(a[at(row * ld + e)]) *
                 static_cast<float>(b[at((group * p.n + j) * ld + e)]);
        TD const expected = static_cast<TD>(add_row_and_column{}(alpha * sum, row, j));
        wrong += static_cast<float>(d[at(row * p.n + j)]) != static_cast<float>(expected);
      }
  for (std::size_t i = at(last * p.n); i < d.size(); ++i)
    wrong += static_cast<float>(d[i]) != static_cast<float>(unwritten);
  CHECK(wrong == 0);
}

TEST_CASE("grouped_wgmma is right and clean, whenever its copies end") {
  for (cpu::options const& o : every_moment()) {
    multiplies<kernel<bf16, bf16, 64, 3, 2, 2>>({{70, 0, 1, 64}, 136, 136, 0, 2}, o);
    multiplies<kernel<bf16, bf16, 32, 4, 2, 1>>({{33, 5, 0, 32}, 136, 200}, o);
  }
}

TEST_CASE("grouped_wgmma has tiles of 16 to 256 rows, and each element type") {
  multiplies<kernel<bf16, bf16, 256, 3, 4, 2>>({{260, 3}, 264, 72, 0, 1, 2.0f});
  multiplies<kernel<half_t, half_t, 192, 3, 2, 1>>({{1, 200}, 40, 72, 0, 2, -1.0f});
  multiplies<kernel<half_t, half_t, 96, 4, 2, 2>>({{100, 1}, 264, 72});
  multiplies<kernel<bf16, bf16, 16, 5, 2, 1>>({{1, 0, 17, 16, 3}, 136, 328, 0, 3});
  multiplies<kernel<e4m3, bf16, 128, 3, 2, 2>>({{5, 130}, 136, 272, 0, 1, 1.0f, true});
  multiplies<kernel<e4m3, half_t, 64, 5, 2, 1>>({{50, 0, 2}, 136, 400, 0, 2, 3.0f, true});
}

TEST_CASE("grouped_wgmma of rows past the last group, of all groups empty, and without a product") {
  using small = kernel<bf16, bf16, 32, 3, 2, 1>;
  using pair = kernel<bf16, bf16, 64, 3, 2, 2>;
  multiplies<small>({{3, 40}, 72, 72, 37});
  multiplies<small>({{0, 0, 0}, 72, 72, 5, 2});
  multiplies<small>({{0, 9, 0}, 72, 0});
  multiplies<pair>({{9, 0, 70}, 136, 64, 3, 2, 0.0f});
}

TEST_CASE("grouped_wgmma refuses what TMA cannot address") {
  alignas(16) static bf16 memory[4096];
  static std::int32_t const ends[2] = {4, 8};
  grouped_arguments const right{8, 2,   8, 8, 1.0f, memory, 8, memory + 64, 8, 64, memory + 192,
                                8, ends};
  auto const is = [&](status expected, auto const& change) {
    auto g = right;
    change(g);
    CHECK(check_grouped(g) == expected);
  };
  is(status::ok, [](auto&) {});
  is(status::ok, [](auto& g) { g.alpha = 0, g.a = nullptr, g.b = nullptr; });
  is(status::ok, [](auto& g) { g.total = 0, g.d = nullptr, g.ends = nullptr; });
  is(status::negative_size, [](auto& g) { g.groups = -1; });
  is(status::negative_size, [](auto& g) { g.k = -1; });
  is(status::null_pointer, [](auto& g) { g.b = nullptr; });
  is(status::null_pointer, [](auto& g) { g.ends = nullptr; });
  is(status::misaligned_base, [](auto& g) { g.d += 1; });
  is(status::leading_dimension_too_small, [](auto& g) { g.ldb = 0; });
  is(status::misaligned_leading_dimension, [](auto& g) { g.lda = 12; });
  is(status::misaligned_leading_dimension, [](auto& g) { g.batch_b = 60; });
  is(status::misaligned_extent, [](auto& g) { g.n = 7; });
  is(status::scale_not_taken, [](auto& g) { g.scales.a = reinterpret_cast<float*>(memory); });
  is(status::size_beyond_index, [](auto& g) { g.total = std::int64_t{1} << 31; });
  is(status::size_beyond_index, [](auto& g) { g.total = g.n = g.ldd = 1 << 24; });
  is(status::overlapping_operands, [](auto& g) { g.d = const_cast<bf16*>(g.a) + 8; });
  is(status::overlapping_operands, [](auto& g) { g.d = const_cast<bf16*>(g.b) + 64; });
  is(status::overlapping_operands, [](auto& g) {
    g.d = memory + 512;
    g.ends = reinterpret_cast<std::int32_t const*>(memory + 512);
  });
}

}  // namespace
