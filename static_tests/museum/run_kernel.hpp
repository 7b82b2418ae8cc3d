// SPDX-License-Identifier: BSL-1.0
//
// Defines run_kernel, which runs a kernel of docs/museum on the CPU, in the orders in which the
// threads of a block can run, and counts the elements that it leaves wrong.
//
// A kernel has `elements`, of its input In and of its output Out, each behind 64 bytes; In has
// input(i), where the kernel has this function, else i + 1. Out is to be expected(i).
#pragma once

#include <tileproof/cpu.hpp>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

namespace museum {

template <class In, class Out>
struct arguments {
  In in;
  Out out;
};

struct outcome {
  std::string text;  // the findings of the run in order
  bool clean = true;  // in each order
  int wrong = 0;      // elements, in the order that leaves the most
};

template <class Kernel>
outcome run_kernel() {
  namespace cpu = tileproof::cpu;
  outcome all;
  for (bool const reverse : {false, true}) {
    constexpr int behind = 16;  // what lies behind In, and is no element
    std::vector<float> in(Kernel::elements + behind, std::numeric_limits<float>::infinity());
    std::vector<float> out(Kernel::elements, -1.0F);
    for (int i = 0; i < Kernel::elements; ++i) in[static_cast<std::size_t>(i)] = static_cast<float>(i + 1);
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
