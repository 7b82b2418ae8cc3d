// SPDX-License-Identifier: BSL-1.0
//
// Runs a gemm_wgmma on the CPU and compares its result; where it has its stages in shared memory;
// and that kernel with payloads whose calls can be changed.
#pragma once

#include "tampered.hpp"

#include <tileproof/kernel/gemm/wgmma/gemm_wgmma.hpp>

#include <vector>

namespace wgmma {

using namespace tileproof;

// bf16, A of TA, K-major A and B, D in the order that the kernel stores.
template <class Schedule, class TA = bfloat16_t>
using gemm = gemm_wgmma<TA, bfloat16_t, bfloat16_t, major::k, major::k, Schedule::stores,
                        identity_epilogue, Schedule>;

// The extents of a GEMM, and the clusters of its grid, which is persistent.
struct problem {
  int m, n, k;
  int clusters = 1;
};

// The report of a run, and the number of wrong elements; `elements` has the result.
struct outcome {
  cpu::report said;
  int wrong = 0;
  std::vector<bfloat16_t> elements;
  bool is_right() const { return said.clean() && wrong == 0; }
};

// The clusters of a grid: of a persistent kernel as the problem has them, else one a tile.
template <class Kernel>
int clusters_of(problem const& p) {
  return Kernel::is_persistent ? p.clusters : Kernel::order_of(p.m, p.n, 1).count();
}
// The k-tiles and tiles of block `block` of the grid.
template <class Kernel>
auto trips_of_block(problem const& p, int block) {
  int const k_tiles = (p.k + Kernel::block_k - 1) / Kernel::block_k;
  int const tiles = Kernel::order_of(p.m, p.n, 1).count();
  if constexpr (Kernel::is_persistent)
    return tiles_of_cluster{block / Kernel::blocks, p.clusters, tiles, k_tiles};
  else
    return typename Kernel::trips{block / Kernel::blocks,
                                  (k_tiles + Kernel::splits - 1) / Kernel::splits};
}

// Runs Kernel, a gemm or one derived from it. Elements are small integers, so that every sum is
// exact. `right`: the result of an earlier run that was right; null: computed.
template <class Kernel>
outcome run_gemm(problem const& p, cpu::options const& o,
                 std::vector<bfloat16_t> const* right = nullptr) {
  auto const at = [](int i) { return static_cast<std::size_t>(i); };
  using TA = typename Kernel::element_a;
  std::vector<TA> a(at(p.m * p.k));
  std::vector<bfloat16_t> b(at(p.n * p.k));
  outcome r;
  r.elements.resize(at(p.m * p.n));
  for (int i = 0; i < p.m * p.k; ++i) a[at(i)] = static_cast<TA>((i * 7 + i / 11) % 5 - 2);
  for (int i = 0; i < p.n * p.k; ++i) b[at(i)] = static_cast<bfloat16_t>((i * 3 + i / 7) % 3 - 1);
  cpu::global<TA const> const ga("A", a.data(), p.m * p.k);
  cpu::global<bfloat16_t const> const gb("B", b.data(), p.n * p.k);
  cpu::global<bfloat16_t> gd("D", r.elements.data(), p.m * p.n);
  gd.starts_unwritten().must_be_written();
  constexpr bool is_row_major = Kernel::order_d == matrix_order::row_major;
  wgmma_arguments const g{p.m,
                          p.n,
                          p.k,
                          1.0f,
                          a.data(),
                          p.k,
                          b.data(),
                          p.k,
                          r.elements.data(),
                          is_row_major ? p.n : p.m};
  int const clusters = clusters_of<Kernel>(p);
  auto const l =
      detail::launch_arguments<Kernel>(g, ga.data(), gb.data(), gb.data(), gd.data(), clusters);
  r.wrong = !l.is_described;
  r.said = cpu::launch<Kernel>({Kernel::blocks * clusters}, {Kernel::blocks}, l.args, o);
  for (int i = 0; i < p.m; ++i)
    for (int j = 0; j < p.n; ++j) {
      std::size_t const q = at(is_row_major ? i * p.n + j : j * p.m + i);
      float sum = 0;
      if (right != nullptr) {
        sum = static_cast<float>((*right)[q]);
      } else {
        for (int e = 0; e < p.k; ++e)
          sum += static_cast<float>(a[at(i * p.k + e)]) * static_cast<float>(b[at(j * p.k + e)]);
        sum = static_cast<float>(static_cast<bfloat16_t>(sum));
      }
      r.wrong += static_cast<float>(r.elements[q]) != sum;
    }
  return r;
}

template <class Kernel>
struct where {
  using protocol = typename Kernel::protocol;
  using shared = typename Kernel::shared;
  static constexpr int barriers = 3;
  // A and B have their parts in each stage, D and sums their stages in each part.
  template <class Resource>
  static constexpr std::int64_t byte(Resource, int part, int stage) {
    constexpr bool is_a = std::is_same_v<Resource, typename protocol::A>;
    if constexpr (is_a || std::is_same_v<Resource, typename protocol::B>)
      return shared::template offset < is_a
                 ? 0
                 : 1 > +(Resource::parts * stage + part) * std::int64_t{Resource::amount};
    else
      return shared::template offset<2> +
             (Resource::stages * part + stage) * std::int64_t{Resource::amount};
  }
};

// gemm::run with tampered payloads.
template <class Schedule, class TA = bfloat16_t>
struct tampered_gemm : gemm<Schedule, TA> {
  using kernel = gemm<Schedule, TA>;
  template <class Context, class Arguments>
  static void run(Context const& ctx, Arguments const& args) {
    auto const make = [&](auto role) {
      return tampered::payload(kernel::template payload<decltype(role)>(ctx, args), ctx);
    };
    pipeline::run_protocol<typename kernel::shared>(ctx, make,
                                                    kernel::trips_of(ctx.block_x(), args));
  }
};

}  // namespace wgmma
