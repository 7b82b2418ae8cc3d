// SPDX-License-Identifier: BSL-1.0
//
// gemm_wgmma, and the same kernel with its barriers, stages and parities written by hand.
// tools/compare_loops.py reads the lines that begin with `// loops`. In the loop of a k-tile the
// kernel computes the descriptors of a stage anew and a predicate for the first k-block, which the
// compiler moves out of the loop by hand.
#include "../../device_tests/pipeline/wgmma_by_hand.hpp"

namespace wgmma {

template <class Schedule>
struct pair_of : gemm_wgmma<bfloat16_t, bfloat16_t, bfloat16_t, major::k, major::k,
                            matrix_order::row_major, identity_epilogue, Schedule> {};
struct in_cluster : pair_of<wgmma_schedule<256, 3, 4, 2>> {};
struct in_cluster_by_hand : by_hand<in_cluster> {};
struct alone : pair_of<wgmma_schedule<128, 6, 2, 1>> {};
struct alone_by_hand : by_hand<alone> {};

}  // namespace wgmma

// loops wgmma10in_clusterE: no more than wgmma18in_cluster_by_handE and 6 %
// loops wgmma5aloneE: no more than wgmma13alone_by_handE and 17 %
template <class Kernel>
struct instance {
  using arguments = typename Kernel::template arguments<tileproof::bfloat16_t const*>;
  static void launch(arguments const& args) {
    tileproof::run_kernel_in_place<Kernel, arguments><<<1, Kernel::threads>>>(args);
  }
};
template struct instance<wgmma::in_cluster>;
template struct instance<wgmma::in_cluster_by_hand>;
template struct instance<wgmma::alone>;
template struct instance<wgmma::alone_by_hand>;
