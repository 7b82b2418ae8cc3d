// SPDX-License-Identifier: BSL-1.0
// A file that is written for CuTe, in a program of another project.
#include <cute/layout.hpp>
#include <cute/util/print.hpp>

#include <cstdio>

using namespace cute;

void print_of_cute() {
  print(composition(Layout<Shape<_6, _2>, Stride<_8, _2>>{},
                    Layout<Shape<_4, _3>, Stride<_3, _1>>{}));
  std::puts("");
}
