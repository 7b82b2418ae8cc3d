// SPDX-License-Identifier: BSL-1.0
//
// The transposes on the CPU, over sizes that their tiles divide and sizes that they do not, in
// matrices with gaps between the columns: every element compared, every access checked, threads
// forwards and backwards.
#include "../examples/kernels/transposes.hpp"

#include <doctest/doctest.h>

#include "kernels/report.hpp"

#include <tileproof/cpu.hpp>
#include <tileproof/kernel/transpose/transpose.hpp>

using namespace tileproof;
using namespace harness;

namespace {

std::size_t at(std::int64_t i, std::int64_t j, std::int64_t ld) {
  return static_cast<std::size_t>(i + j * ld);
}

// Columns are at least `gap` vectors apart; out is poison before, and stays so in the gaps.
template <class Kernel>
void transposes(kernel_report& report, std::int64_t m, std::int64_t n, std::int64_t gap,
                bool reverse) {
  using T = typename Kernel::element;
  constexpr std::int64_t vector = Kernel::access_bytes / static_cast<std::int64_t>(sizeof(T));
  std::int64_t const ld_in = ((m + vector - 1) / vector + gap) * vector;
  std::int64_t const ld_out = ((n + vector - 1) / vector + 2 * gap) * vector;
  auto const in = random_elements<T>(static_cast<std::size_t>(ld_in * n), 11);
  std::vector<T> out(static_cast<std::size_t>(ld_out * m), poison<T>());
  std::vector<T> expected = out;
  for (std::int64_t i = 0; i < m; ++i)
    for (std::int64_t j = 0; j < n; ++j) expected[at(j, i, ld_out)] = in[at(i, j, ld_in)];

  cpu::global<T const> const from("in", in.data(),
                                  make_layout(make_shape(m, n), make_stride(_1{}, ld_in)));
  cpu::global<T> to("out", out.data(), make_layout(make_shape(n, m), make_stride(_1{}, ld_out)));
  to.starts_unwritten();
  transpose_arguments<cpu::ptr<T const*>, cpu::ptr<T*>> const args{m,     n,         from.data(),
                                                                   ld_in, to.data(), ld_out};
  cpu::options o;
  o.reverse = reverse;
  cpu::report const r =
      cpu::launch<Kernel>({static_cast<int>(blocks_of_transpose<Kernel>(args))}, args, o);
  CHECK_MESSAGE(r.clean(), r.text());
  report.check_equal(std::to_string(m) + " x " + std::to_string(n), out, expected);
}

template <class Kernel>
void transposes_every_size(std::string const& name) {
  constexpr std::int64_t m = size<0>(typename Kernel::tile{});
  constexpr std::int64_t n = size<1>(typename Kernel::tile{});
  kernel_report report = report_on_cpu<Kernel>(name);
  struct size {
    std::int64_t m, n;
  };
  for (auto const& s : {size{1, 1}, size{1, n}, size{m, 1}, size{7, 131}, size{37, 5}, size{m, n},
                        size{m - 1, n + 1}, size{m + 1, n - 1}, size{2 * m, n}, size{m, 3 * n}})
    for (bool const reverse : {false, true}) {
      transposes<Kernel>(report, s.m, s.n, 0, reverse);
      transposes<Kernel>(report, s.m, s.n, 1, reverse);
    }
}

template <class T>
void transposes_of(std::string const& element) {
  transposes_every_size<transpose_naive<T>>("transpose_naive<" + element + ">");
  transposes_every_size<transpose_padded<T>>("transpose_padded<" + element + ">");
  transposes_every_size<transpose_swizzled<T>>("transpose_swizzled<" + element + ">");
  if constexpr (sizeof(T) >= 2)
    transposes_every_size<transpose_vectorised<T>>("transpose_vectorised<" + element + ">");
}

TEST_CASE("transposes of elements of 1 byte") { transposes_of<std::uint8_t>("uint8_t"); }
TEST_CASE("transposes of elements of 2 bytes") { transposes_of<half_t>("half_t"); }
TEST_CASE("transposes of elements of 4 bytes") { transposes_of<float>("float"); }
#if !defined(TILEPROOF_FEW_KERNELS)
TEST_CASE("transposes of elements of 8 bytes") { transposes_of<double>("double"); }
#endif

TEST_CASE("transpose launchers refuse wrong arguments") {
  using vectors = transpose_vectorised<float>;
  using arguments = transpose_arguments<float const*, float*>;
  std::vector<float> memory(2048);
  arguments const right{8, 8, memory.data(), 8, memory.data() + 1024, 8};
  auto const with = [&](auto const& change) {
    arguments g = right;
    change(g);
    return check_transpose<vectors>(g);
  };
  CHECK(check_transpose<vectors>(right) == status::ok);
  CHECK(with([](auto& g) { g.m = -1; }) == status::negative_size);
  CHECK(with([](auto& g) { g.n = -1; }) == status::negative_size);
  CHECK(with([](auto& g) { g.in = nullptr; }) == status::null_pointer);
  CHECK(with([](auto& g) { g.out = nullptr; }) == status::null_pointer);
  CHECK(with([](auto& g) { g.m = 0, g.in = nullptr; }) == status::ok);
  CHECK(with([](auto& g) { g.m = 9; }) == status::leading_dimension_too_small);
  CHECK(with([](auto& g) { g.n = 9; }) == status::leading_dimension_too_small);
  CHECK(with([](auto& g) { ++g.in; }) == status::misaligned_base);
  CHECK(with([](auto& g) { g.out += 2; }) == status::misaligned_base);
  CHECK(with([](auto& g) { g.ld_in = 9; }) == status::misaligned_leading_dimension);
  CHECK(with([](auto& g) { g.ld_out = 10; }) == status::misaligned_leading_dimension);
  constexpr std::int64_t beyond = std::int64_t{1} << 62;
  CHECK(with([](auto& g) { g.ld_in = beyond; }) == status::size_beyond_index);
  CHECK(with([](auto& g) { g.ld_out = beyond; }) == status::size_beyond_index);
  CHECK(with([](auto& g) { g.n = 1, g.ld_in = beyond; }) == status::size_beyond_index);
  // Not even a square matrix onto itself: a block writes what another one has not yet read.
  CHECK(with([&](auto& g) { g.out = memory.data(); }) == status::overlapping_operands);
  CHECK(with([&](auto& g) { g.out = memory.data() + 60; }) == status::overlapping_operands);
  CHECK(with([&](auto& g) { g.out = memory.data() + 64; }) == status::ok);
  CHECK(with([&](auto& g) { g.in = memory.data() + 1024 + 60; }) == status::overlapping_operands);
  // Side by side in one matrix is apart; in the gaps of another leading dimension counts as
  // overlap.
  CHECK(with([&](auto& g) { g.ld_in = g.ld_out = 16, g.out = memory.data() + 8; }) == status::ok);
  CHECK(with([&](auto& g) { g.m = 4, g.ld_in = 16, g.ld_out = 32, g.out = memory.data() + 4; }) ==
        status::overlapping_operands);
  CHECK(with([](auto& g) { g.m = g.n = g.ld_in = g.ld_out = 1 << 30; }) == status::grid_too_large);
  constexpr std::int64_t large = std::int64_t{1} << 40;
  CHECK(with([](auto& g) { g.m = g.n = g.ld_in = g.ld_out = large; }) == status::size_beyond_index);
  CHECK(with([](auto& g) { g.m = g.n = large, g.ld_in = g.ld_out = INT64_MAX & -4; }) ==
        status::size_beyond_index);
  core::text why;
  transpose_arguments<float const*, float*> const short_columns{
      8, 8, memory.data() + 1024, 4, memory.data(), 8};
  CHECK(check_transpose<transpose_vectorised<float>>(short_columns, &why) ==
        status::leading_dimension_too_small);
  CHECK(std::string(why.at) == "ld_in is 4, and must be at least m, which is 8");
}

}  // namespace
