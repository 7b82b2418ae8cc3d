// SPDX-License-Identifier: BSL-1.0
//
// Runs a GEMM of hopper_gemm.hpp on the CPU, and compares its result.
#pragma once

#include <tileproof/cpu.hpp>

#include "hopper_gemm.hpp"

#include <vector>

namespace hopper {

// The extents of a GEMM, and the clusters of its grid, which is persistent.
struct problem {
  int m, n, k;
  int clusters = 1;
};

// What a run says, and how many elements are wrong; `elements` has the result.
struct outcome {
  cpu::report said;
  int wrong = 0;
  std::vector<bfloat16_t> elements;
  bool is_right() const { return said.clean() && wrong == 0; }
};

// The k-tiles and tiles of block `block` of the grid.
template <class Kernel>
auto trips_of_block(problem const& p, int block) {
  constexpr int blocks = Kernel::protocol::blocks;
  int const tiles = (p.m + 128 * blocks - 1) / (128 * blocks) * ((p.n + 255) / 256);
  return typename Kernel::trips_of{block / blocks, p.clusters, tiles, (p.k + 63) / 64};
}

// Runs Kernel (gemm_kernel, gemm_by_hand or one derived from them). Elements are small integers, so
// that every sum is exact. `right`: the result of an earlier run that was right; null: computed.
template <class Kernel>
outcome run_gemm(problem const& p, cpu::options const& o,
                 std::vector<bfloat16_t> const* right = nullptr) {
  auto const at = [](int i) { return static_cast<std::size_t>(i); };
  std::vector<bfloat16_t> a(at(p.m * p.k));
  std::vector<bfloat16_t> b(at(p.n * p.k));
  outcome r;
  r.elements.resize(at(p.m * p.n));
  for (int i = 0; i < p.m * p.k; ++i) a[at(i)] = static_cast<bfloat16_t>((i * 7 + i / 11) % 5 - 2);
  for (int i = 0; i < p.n * p.k; ++i) b[at(i)] = static_cast<bfloat16_t>((i * 3 + i / 7) % 3 - 1);
  auto const layout = [](int rows, int columns) {
    return make_layout(make_shape(rows, columns), make_stride(columns, _1{}));
  };
  auto const tensor = [&](auto const& g, int rows, int columns) {
    return make_tensor(make_gmem_ptr(g.data()), layout(rows, columns));
  };
  cpu::global<bfloat16_t const> const ga("A", a.data(), layout(p.m, p.k));
  cpu::global<bfloat16_t const> const gb("B", b.data(), layout(p.n, p.k));
  cpu::global<bfloat16_t> gd("D", r.elements.data(), layout(p.m, p.n));
  gd.starts_unwritten().must_be_written();
  constexpr int blocks = Kernel::protocol::blocks;
  typename Kernel::arguments const args{
      make_tma_copy(SM90_TMA_LOAD{}, tensor(ga, p.m, p.k), typename Kernel::sA_stage{},
                    typename Kernel::tile_a{}),
      make_tma_copy(typename Kernel::load_b{}, tensor(gb, p.n, p.k), typename Kernel::sB_stage{},
                    typename Kernel::tile_b{}, Int<blocks>{}),
      make_tma_copy(SM90_TMA_STORE{}, tensor(gd, p.m, p.n), typename Kernel::sD_stage{},
                    typename Kernel::tile_d{}),
      p.m,
      p.n,
      p.k,
      p.clusters};
  r.said = cpu::launch<Kernel>({blocks * p.clusters}, {blocks}, args, o);
  for (int i = 0; i < p.m; ++i)
    for (int j = 0; j < p.n; ++j) {
      float sum = 0;
      if (right != nullptr) {
        sum = static_cast<float>((*right)[at(i * p.n + j)]);
      } else {
        for (int e = 0; e < p.k; ++e)
          sum += static_cast<float>(a[at(i * p.k + e)]) * static_cast<float>(b[at(j * p.k + e)]);
        sum = static_cast<float>(static_cast<bfloat16_t>(sum));
      }
      r.wrong += static_cast<float>(r.elements[at(i * p.n + j)]) != sum;
    }
  return r;
}

}  // namespace hopper
