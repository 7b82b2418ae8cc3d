// SPDX-License-Identifier: BSL-1.0
//
// The audit of copies and transposes, for a machine that runs a kernel and keeps its accesses. A
// source includes that of a machine and then this:
//
//   machine::tensor<T> t(number, n);      n elements; a kernel is given t.data() or t.input()
//   machine::run<Kernel>(grid, args)      the accesses of all threads
//   machine::name()
#pragma once

#include "audit_tables.hpp"

namespace {

using namespace tileproof;

inline audit::grid grid_of(std::int64_t blocks) { return {static_cast<int>(blocks), 1}; }

// ---- copies

template <class Kernel>
std::vector<audit::access> run_copy_of(std::int64_t n) {
  using T = typename Kernel::element;
  machine::tensor<T> src(0, n);
  machine::tensor<T> dst(1, n);
  copy_arguments<decltype(src.input()), decltype(dst.data())> const args{src.input(), dst.data(),
                                                                         n};
  return machine::run<Kernel>(grid_of(blocks_of_copy<Kernel>(args)), args);
}

// Whole blocks, then an end that is not even a whole vector.
template <class Kernel, class Table>
void audits_copy(std::string const& name, Table const& table) {
  constexpr std::int64_t block = size(typename Kernel::block_tile{});
  constexpr std::int64_t tile = size(typename Kernel::tile{});
  audit::report report(name, machine::name());
  for (std::int64_t const n : {2 * block, 2 * block + tile / 2 + 3, std::int64_t{5}})
    report.check("n = " + std::to_string(n), run_copy_of<Kernel>(n), table(n));
}

template <class T>
void audits_copies(std::string const& element) {
  using direct = copy_vectorised<T>;
  using shared = copy_through_shared<T>;
  using async = copy_async<T>;
  audits_copy<direct>("copy_vectorised<" + element + ">", audit::table_of_copy_vectorised<direct>);
  audits_copy<shared>("copy_through_shared<" + element + ">",
                      audit::table_of_copy_through_shared<shared>);
  audits_copy<async>("copy_async<" + element + ">", audit::table_of_copy_async<async>);
}

// ---- transposes

template <class Kernel>
std::vector<audit::access> run_transpose_of(audit::transposed const& p) {
  using T = typename Kernel::element;
  machine::tensor<T> in(0, p.ld_in * p.n);
  machine::tensor<T> out(1, p.ld_out * p.m);
  transpose_arguments<decltype(in.input()), decltype(out.data())> const args{
      p.m, p.n, in.input(), p.ld_in, out.data(), p.ld_out};
  return machine::run<Kernel>(grid_of(blocks_of_transpose<Kernel>(args)), args);
}

// Whole tiles, 2 x 3 of them, then tiles at both edges.
template <class Kernel, class Table>
void audits_transpose(std::string const& name, Table const& table) {
  constexpr std::int64_t rows = size<0>(typename Kernel::tile{});
  constexpr std::int64_t columns = size<1>(typename Kernel::tile{});
  audit::report report(name, machine::name());
  for (std::int64_t const past : {0, 7}) {
    audit::transposed const p{2 * rows + past, 3 * columns + past, 2 * rows + 32, 3 * columns + 16};
    report.check(std::to_string(p.m) + " x " + std::to_string(p.n), run_transpose_of<Kernel>(p),
                 table(p));
  }
}

template <class T>
void audits_transposes(std::string const& element) {
  using naive = transpose_naive<T>;
  using padded = transpose_padded<T>;
  using swizzled = transpose_swizzled<T>;
  audits_transpose<naive>("transpose_naive<" + element + ">",
                          audit::table_of_transpose_naive<naive>);
  audits_transpose<padded>("transpose_padded<" + element + ">", audit::table_of_transpose<padded>);
  audits_transpose<swizzled>("transpose_swizzled<" + element + ">",
                             audit::table_of_transpose<swizzled>);
  if constexpr (sizeof(T) >= 2) {
    using vectorised = transpose_vectorised<T>;
    audits_transpose<vectorised>("transpose_vectorised<" + element + ">",
                                 audit::table_of_transpose<vectorised>);
  }
}

}  // namespace

TEST_CASE("every access of a copy is in its table") {
  audits_copies<half_t>("half_t");
  audits_copies<float>("float");
#if !defined(TILEPROOF_FEW_KERNELS)
  audits_copies<std::uint8_t>("uint8_t");
  audits_copies<double>("double");
#endif
}

TEST_CASE("every access of a transpose is in its table") {
  audits_transposes<half_t>("half_t");
  audits_transposes<float>("float");
#if !defined(TILEPROOF_FEW_KERNELS)
  audits_transposes<std::uint8_t>("uint8_t");
  audits_transposes<double>("double");
#endif
}

TEST_CASE("a table of other layouts is not that of the kernel") {
  using copy = copy_through_shared<float>;
  std::int64_t const n = 2 * size(copy::tile{});
  auto const copied = run_copy_of<copy>(n);
  // Each thread writes what it has read itself.
  auto const by_rows =
      audit::table_of_copy_through_shared<copy, copy::in_destination, copy::in_source>(n);
  CHECK_FALSE(audit::compare(copied, by_rows.all).equal());

  using async = copy_async<float>;
  std::int64_t const m = 2 * size(async::block_tile{});
  // Stages further apart.
  constexpr int tile = size(async::tile{});
  using padded = Layout<Shape<Int<tile>, _3>, Stride<_1, Int<tile + 32>>>;
  auto const apart = audit::table_of_copy_async<async, async::in_rows::destination<padded>>(m);
  CHECK_FALSE(audit::compare(run_copy_of<async>(m), apart.all).equal());

  using transpose = transpose_vectorised<float>;
  audit::transposed const p{128, 64, 128, 64};
  auto const turned = run_transpose_of<transpose>(p);
  // Without the swizzle.
  auto const straight =
      audit::table_of_transpose<transpose, decltype(audit::tile_of(
                                               std::declval<transpose const&>()))::rows>(p);
  audit::comparison const c = audit::compare(turned, straight.all);
  CHECK_FALSE(c.equal());
  CHECK(c.made == c.expected);
  // One access left out, and one made twice.
  auto fewer = turned;
  fewer.pop_back();
  CHECK_FALSE(audit::compare(fewer, audit::table_of_transpose<transpose>(p).all).equal());
  fewer.push_back(fewer.front());
  CHECK_FALSE(audit::compare(fewer, audit::table_of_transpose<transpose>(p).all).equal());
}
