// SPDX-License-Identifier: BSL-1.0
//
// Checks extents that are known only at run time, on the host, before a kernel runs: do the offsets
// fit the kernel's 32-bit integers, has each element an offset of its own, and does the composition
// that the kernel makes have an exact result. These questions return a bool and never throw. The
// operation itself throws layout_error, which names the coordinate that goes wrong.
//
// Compile: g++ -std=c++20 -I../include launcher_checks.cpp -o launcher_checks
// Prints:
//   1024 x 1024, rows 1024 apart: may run
//   1024 x 1024, rows 1000 apart: two elements share an offset: ld is less than a row
//   65536 x 65536, rows 65536 apart: an offset does not fit 32 bits
//   1024 x 30, rows 64 apart: the elements of the lanes have no exact layout
//   composition(A,B): no layout equals A(B(c)): in mode 0 of B, at coordinate 15, A(B(c)) is 128
//     where the layout would give 94
#include <tileproof/tileproof.hpp>

#include <cstdio>
#include <exception>

using namespace tileproof;

namespace {

// A kernel reads an m x n matrix, row-major, in panels of 128 columns; lane i of a warp begins at
// element 4 i of a panel.
using lanes = Layout<_32, _4>;  // lane -> index of an element

constexpr char const* why_not(int m, int n, int ld) {
  auto const matrix = make_layout(make_shape(n, m), make_stride(_1{}, ld));  // (N,M) -> offset
  if (!offsets_fit(matrix)) return "an offset does not fit 32 bits";
  if (!is_injective(matrix)) return "two elements share an offset: ld is less than a row";
  if (!divisible(matrix, make_tile(_128{}, _1{}))) return "the panels have no exact layout";
  if (!composable(matrix, lanes{})) return "the elements of the lanes have no exact layout";
  return nullptr;
}
// The questions are constant expressions too.
static_assert(why_not(1024, 1024, 1024) == nullptr);
static_assert(why_not(1024, 1024, 1000) != nullptr);

void ask(int m, int n, int ld) {
  char const* const why = why_not(m, n, ld);
  std::printf("%d x %d, rows %d apart: %s\n", m, n, ld, why == nullptr ? "may run" : why);
}

}  // namespace

int main() {
  ask(1024, 1024, 1024);
  ask(1024, 1024, 1000);
  ask(65536, 65536, 65536);
  ask(1024, 30, 64);  // lane 8 begins at element 32: column 2 of the next row
  try {
    int const n = 30;
    auto const matrix = make_layout(make_shape(n, 1024), make_stride(_1{}, 64));
    auto const of_lanes = composition(matrix, lanes{});
    std::printf("%s\n", to_string(of_lanes).at);
    return 1;  // not reached
  } catch (std::exception const& e) {
    std::printf("%s\n", e.what());
  }
}
