// SPDX-License-Identifier: BSL-1.0
//
// The result of a kernel's runs for tools/kernel_faults.py: a line for each finding, or one for the
// first wrong element.
#pragma once

#include <tileproof/cpu.hpp>

#include <cstdio>
#include <string>
#include <vector>

// The verdict on launches of one kernel: which elements of its output are right.
class verdict {
 public:
  // is[i] == expected(i) for all i. The memory beside the elements stays as it was.
  template <class T, class Expected>
  void add(tileproof::cpu::report const& said, std::vector<T> const& is, Expected const& expected) {
    said_ += said.text();
    if (!said.clean()) return;
    for (std::size_t i = 0; i < is.size(); ++i)
      if (is[i] != expected(static_cast<int>(i))) {
        said_ += "wrong element: kernel " + said.kernel + ", output[" + std::to_string(i) +
                 "] is " + std::to_string(static_cast<double>(is[i])) + ", not " +
                 std::to_string(static_cast<double>(expected(static_cast<int>(i)))) + '\n';
        return;
      }
  }
  bool is_clean() const { return said_.empty(); }
  // 0 where all runs were clean and right.
  int tell() const {
    std::fputs(said_.c_str(), stdout);
    return is_clean() ? 0 : 1;
  }

 private:
  std::string said_;
};
