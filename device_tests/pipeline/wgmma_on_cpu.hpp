// SPDX-License-Identifier: BSL-1.0
//
// Runs a gemm_wgmma on the CPU and compares its result; where it has its stages in shared memory;
// and that kernel with payloads whose calls can be changed.
#pragma once

#include "tampered.hpp"

#include <tileproof/kernel/gemm_wgmma.hpp>

#include <vector>

namespace wgmma {

using namespace tileproof;

// bf16, K-major A and B, row-major D.
template <class Schedule>
using gemm = gemm_wgmma<bfloat16_t, bfloat16_t, bfloat16_t, major::k, major::k,
                        matrix_order::row_major, identity_epilogue, Schedule>;

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

// The k-tiles and tiles of block `block` of the grid.
template <class Kernel>
tiles_of_cluster trips_of_block(problem const& p, int block) {
  return {block / Kernel::blocks, p.clusters, Kernel::order_of(p.m, p.n, 1).count(),
          (p.k + Kernel::block_k - 1) / Kernel::block_k};
}

// Runs Kernel, a gemm or one derived from it. Elements are small integers, so that every sum is
// exact. `right`: the result of an earlier run that was right; null: computed.
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
  cpu::global<bfloat16_t const> const ga("A", a.data(), p.m * p.k);
  cpu::global<bfloat16_t const> const gb("B", b.data(), p.n * p.k);
  cpu::global<bfloat16_t> gd("D", r.elements.data(), p.m * p.n);
  gd.starts_unwritten().must_be_written();
  wgmma_arguments const g{p.m, p.n, p.k, 1.0f, a.data(), p.k, b.data(), p.k, r.elements.data(), p.n};
  auto const l = detail::launch_arguments<Kernel>(g, ga.data(), gb.data(), ga.data(), gd.data(),
                                                  p.clusters);
  r.wrong = !l.is_described;
  r.said = cpu::launch<Kernel>({Kernel::blocks * p.clusters}, {Kernel::blocks}, l.args, o);
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

template <class Kernel>
struct where {
  using protocol = typename Kernel::protocol;
  using shared = typename Kernel::shared;
  static constexpr int barriers = 3;
  static constexpr std::int64_t byte(typename protocol::A, int part, int stage) {
    constexpr int bytes = Kernel::block_m * 128;
    return shared::template offset<0> + stage * bytes + part * (bytes / protocol::parts_of_a);
  }
  static constexpr std::int64_t byte(typename protocol::B, int part, int stage) {
    constexpr int bytes = Kernel::block_n * 128;
    return shared::template offset<1> + stage * bytes + part * (bytes / protocol::parts_of_b);
  }
  static constexpr std::int64_t byte(typename protocol::D, int part, int stage) {
    return shared::template offset<2> + (Kernel::buffers * part + stage) * (64 * Kernel::chunk_bytes);
  }
};

// gemm::run with tampered payloads.
template <class Schedule>
struct tampered_gemm : gemm<Schedule> {
  using kernel = gemm<Schedule>;
  template <class Context, class Arguments>
  static void run(Context const& ctx, Arguments const& args) {
    int const rank = kernel::blocks == 1 ? 0 : ctx.block_rank_in_cluster();
    tiles_of_cluster const trips{ctx.block_x() / kernel::blocks, args.clusters, args.order.count(),
                                 args.k_tiles()};
    auto const make = [&](auto role) {
      using R = decltype(role);
      if constexpr (R::threads == 1)
        return tampered::payload(kernel::loads(ctx, args, rank), ctx);
      else
        return tampered::payload(kernel::template multiplies<R::number>(ctx, args, rank), ctx);
    };
    pipeline::run_protocol<typename kernel::protocol>(
        ctx, ctx.shared(typename kernel::shared{}, _3{}), make, trips);
  }
};

}  // namespace wgmma
