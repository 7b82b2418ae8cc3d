// SPDX-License-Identifier: BSL-1.0
//
// transpose_tma on the CPU, over sizes that its tile divides and sizes that it does not, in
// matrices with gaps between the columns; TMA as early as it may act, as late, and at random
// moments. Every element is compared, every access checked.
#include <doctest/doctest.h>

#include "kernels/report.hpp"

#include <tileproof/cpu.hpp>
#include <tileproof/kernel/transpose/transpose_tma.hpp>

using namespace tileproof;
using namespace harness;

namespace {

// Columns of `in` and `out` are `gap` and 2 `gap` vectors apart, and out's are poison before and
// stay so in the gaps. n is a multiple of 16 bytes.
template <class Kernel>
void transposes(kernel_report& report, int m, int n, int gap, cpu::options const& o) {
  using T = typename Kernel::element;
  constexpr int vector = 16 / static_cast<int>(sizeof(T));
  std::int64_t const ld_in = ((m + vector - 1) / vector + gap) * vector;
  std::int64_t const ld_out = n + 2 * gap * vector;
  auto const at = [](std::int64_t i, std::int64_t j, std::int64_t ld) {
    return static_cast<std::size_t>(i + j * ld);
  };
  auto const in = random_elements<T>(static_cast<std::size_t>(ld_in * n), 11);
  std::vector<T> out(static_cast<std::size_t>(ld_out * m), poison<T>());
  std::vector<T> expected = out;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) expected[at(j, i, ld_out)] = in[at(i, j, ld_in)];

  cpu::global<T const> const from("in", in.data(),
                                  make_layout(make_shape(m, n), make_stride(_1{}, ld_in)));
  cpu::global<T> to("out", out.data(), make_layout(make_shape(n, m), make_stride(_1{}, ld_out)));
  to.starts_unwritten().must_be_written();
  auto const map_in = Kernel::map_in(from.data(), m, n, ld_in);
  auto const map_out = Kernel::map_out(to.data(), m, n, ld_out);
  REQUIRE_MESSAGE(map_in.error.count == 0, map_in.error.at);
  REQUIRE_MESSAGE(map_out.error.count == 0, map_out.error.at);
  transpose_arguments<T const*, T*> const args{m, n, in.data(), ld_in, out.data(), ld_out};
  cpu::report const r =
      cpu::launch<Kernel>({static_cast<int>(blocks_of_transpose<Kernel>(args))},
                          typename Kernel::arguments{map_in.copy, map_out.copy, n}, o);
  CHECK_MESSAGE(r.clean(), r.text());
  report.check_equal(std::to_string(m) + " x " + std::to_string(n), out, expected);
}

template <class Kernel>
void transposes_every_size(std::string const& name) {
  using enum cpu::moment_of_effect;
  constexpr int m = size<0>(typename Kernel::tile{});
  constexpr int n = size<1>(typename Kernel::tile{});
  kernel_report report = report_on_cpu<Kernel>(name);
  struct size {
    int m, n;
  };
  std::uint64_t seed = 0;
  for (auto const& s : {size{1, 8}, size{1, n}, size{m, 8}, size{37, 24}, size{m, n},
                        size{m - 1, n + 8}, size{m + 1, n - 8}, size{2 * m, n}, size{m, 3 * n}})
    for (auto const moment : {first, last, random}) {
      cpu::options o;
      o.asynchronous = moment;
      o.reverse = seed % 2 == 1;
      o.seed = ++seed;
      transposes<Kernel>(report, s.m, s.n, static_cast<int>(seed % 3), o);
    }
}

TEST_CASE("transposes by TMA of elements of 2 bytes") {
  transposes_every_size<transpose_tma<half_t>>("transpose_tma<half_t>");
}
TEST_CASE("transposes by TMA of elements of 4 bytes") {
  transposes_every_size<transpose_tma<float>>("transpose_tma<float>");
  transposes_every_size<transpose_tma<float, 32, 96, 128>>("transpose_tma<float, 32, 96, 128>");
}
TEST_CASE("transposes by TMA of elements of 8 bytes") {
  transposes_every_size<transpose_tma<double>>("transpose_tma<double>");
}

TEST_CASE("the launcher of transpose_tma refuses what TMA cannot do") {
  using kernel = transpose_tma<float>;
  std::vector<float> memory(2048);
  auto const check = [&](std::int64_t m, std::int64_t n, std::int64_t ld_in, std::int64_t ld_out) {
    return check_transpose<kernel>(transpose_arguments<float const*, float*>{
        m, n, memory.data(), ld_in, memory.data() + 1024, ld_out});
  };
  CHECK(check(8, 8, 8, 8) == status::ok);
  CHECK(check(7, 8, 8, 8) == status::ok);
  CHECK(check(8, 7, 8, 8) == status::misaligned_extent);
  CHECK(check(7, 8, 7, 8) == status::misaligned_leading_dimension);
  CHECK(check(std::int64_t{1} << 31, 4, std::int64_t{1} << 31, 4) == status::size_beyond_index);
  CHECK(check(4, std::int64_t{1} << 31, 4, std::int64_t{1} << 31) == status::size_beyond_index);
  CHECK(check(8, 0, 8, 8) == status::ok);
}

}  // namespace
