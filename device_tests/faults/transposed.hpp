// SPDX-License-Identifier: BSL-1.0
//
// Defines the matrices of a transpose for tools/kernel_faults.py, inside larger buffers: In, m x n,
// column-major, and Out, its transpose, which starts unwritten.
#pragma once

#include "verdict.hpp"

template <int M, int N, int LdIn, int LdOut>
struct transposed {
  std::vector<float> in, out;
  tileproof::cpu::global<float const> from;
  tileproof::cpu::global<float> to;

  // `after` elements follow each matrix.
  explicit transposed(int after)
      : in(numbers(after)),
        out(static_cast<std::size_t>(LdOut * M + after), -1.0F),
        from("In", in.data(), columns<LdIn>(M, N)),
        to("Out", out.data(), columns<LdOut>(N, M)) {
    to.starts_unwritten().must_be_written();
  }
  transposed(transposed const&) = delete;

  // Element i of Out after the transpose.
  static float expected(int i) {
    bool const is_element = i % LdOut < N && i / LdOut < M;
    return is_element ? static_cast<float>(i / LdOut + 1000 * (i % LdOut)) : -1.0F;
  }

 private:
  template <int Ld>
  static auto columns(int rows, int count) {
    using namespace tileproof;
    return make_layout(make_shape(rows, count), make_stride(_1{}, Int<Ld>{}));
  }
  static std::vector<float> numbers(int after) {
    std::vector<float> all(static_cast<std::size_t>(LdIn * N + after), -2.0F);
    for (int j = 0; j < N; ++j)
      for (int i = 0; i < M; ++i)
        all[static_cast<std::size_t>(i + LdIn * j)] = static_cast<float>(i + 1000 * j);
    return all;
  }
};
