// SPDX-License-Identifier: BSL-1.0
//
// Defines where the GEMM of hopper_gemm.hpp has its stages in shared memory, and that kernel with
// payloads whose calls can be changed.
#pragma once

#include "hopper_gemm.hpp"
#include "tampered.hpp"

namespace hopper {

template <class Kernel>
struct where {
  using protocol = typename Kernel::protocol;
  using shared = typename Kernel::shared;
  static constexpr int barriers = 3;
  static constexpr std::int64_t byte(typename protocol::A, int, int stage) {
    return shared::template offset<0> + stage * (128 * 64 * 2);
  }
  static constexpr std::int64_t byte(typename protocol::B, int part, int stage) {
    return shared::template offset<1> + stage * (256 * 64 * 2) +
           part * (256 * 64 * 2 / protocol::blocks);
  }
  static constexpr std::int64_t byte(typename protocol::D, int part, int stage) {
    return shared::template offset<2> + (2 * part + stage) * (64 * 64 * 2);
  }
};

// gemm_kernel::run with tampered payloads.
template <int Stages, int Blocks>
struct tampered_gemm : gemm_kernel<Stages, Blocks> {
  using kernel = gemm_kernel<Stages, Blocks>;
  template <class Context>
  static void run(Context const& ctx, typename kernel::arguments const& args) {
    int const rank = Blocks == 1 ? 0 : ctx.block_rank_in_cluster();
    typename kernel::trips_of const trips{ctx.block_x() / Blocks, args.clusters,
                                          args.rows() * args.columns(), (args.k + 63) / 64};
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

}  // namespace hopper
