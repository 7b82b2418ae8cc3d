// SPDX-License-Identifier: BSL-1.0
// A program of another project.
#include <tileproof/tileproof.hpp>
#include <tileproof/version.hpp>

#include <cstdio>

using namespace tileproof;

void print_of_cute();

int main() {
  constexpr auto a = make_layout(make_shape(Int<6>{}, Int<2>{}), make_stride(Int<8>{}, Int<2>{}));
  constexpr auto b = make_layout(make_shape(Int<4>{}, Int<3>{}), make_stride(Int<3>{}, Int<1>{}));
  print(composition(a, b));
  std::puts("");
  print_of_cute();
}
