// SPDX-License-Identifier: BSL-1.0
//
// Defines run_kernel, which runs a kernel of docs/museum on the CPU, the first and then the last
// thread first, and counts the elements that it leaves wrong.
//
// A kernel has `elements` in its input In, which are 1, 2, 3, ..., and in its output Out, whose
// element i is to be expected(i).
#pragma once

#include <tileproof/cpu.hpp>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

namespace museum {

template <class In, class Out>
struct arguments {
  In in;
  Out out;
};

struct outcome {
  std::string text;   // the findings, where the first thread runs first
  bool clean = true;  // whether there are none in either order
  int wrong = 0;      // elements, in the order that leaves more
};

template <class Kernel>
outcome run_kernel() {
  namespace cpu = tileproof::cpu;
  outcome all;
  for (bool const reverse : {false, true}) {
    std::vector<float> in(Kernel::elements);
    std::vector<float> out(Kernel::elements, -1.0F);
    std::iota(in.begin(), in.end(), 1.0F);
    cpu::global<float> from("In", in.data(), Kernel::elements);
    cpu::global<float> to("Out", out.data(), Kernel::elements);
    to.starts_unwritten();
    cpu::options o;
    o.reverse = reverse;
    arguments<cpu::ptr<float*>, cpu::ptr<float*>> const args{from.data(), to.data()};
    cpu::report const r = cpu::launch<Kernel>({}, args, o);
    if (!reverse) all.text = r.text();
    all.clean = all.clean && r.clean();
    int wrong = 0;
    for (int i = 0; i < Kernel::elements; ++i)
      wrong += !(out[static_cast<std::size_t>(i)] == Kernel::expected(i));
    all.wrong = std::max(all.wrong, wrong);
  }
  return all;
}

}  // namespace museum
