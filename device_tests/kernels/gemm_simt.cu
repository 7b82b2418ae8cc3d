// SPDX-License-Identifier: BSL-1.0
//
// SIMT GEMMs (FMA), over sizes that the tiles divide and sizes that they do not.
#include "products_on_gpu.hpp"

#include <tileproof/kernel/gemm_choice.hpp>
#include <tileproof/kernel/gemm_partitioned.hpp>
#include <tileproof/kernel/gemm_pipelined.hpp>
#include <tileproof/kernel/gemm_tiled.hpp>

using namespace tileproof;
using namespace harness;

namespace {

template <major A, major B>
using article_002 = sgemm<A, B>;
template <major A, major B>
using tiled = gemm_tiled<A, B>;
template <major A, major B>
using pipelined = gemm_pipelined<A, B>;
template <major A, major B>
using sliced = gemm_pipelined<A, B, float, int, simt_schedule_of_few_tiles<A, B>>;

}  // namespace

TEST_CASE("sgemm") { multiplies_by_every_major<article_002, float_types>("sgemm"); }
TEST_CASE("gemm_tiled") { multiplies_by_every_major<tiled, float_types>("gemm_tiled"); }
TEST_CASE("gemm_pipelined") { multiplies_by_every_major<pipelined, float_types>("gemm_pipelined"); }
TEST_CASE("gemm_pipelined in slices") {
  multiplies_by_every_major<sliced, float_types>("gemm_pipelined, 4 slices");
}

#if !defined(TILEPROOF_FEW_KERNELS)
TEST_CASE("GEMM with 64-bit offsets") {
  multiplies_far_apart<sgemm<major::mn, major::k, float, std::int64_t>, float_types>(
      "sgemm NN, 64 bits");
  multiplies_far_apart<gemm_tiled<major::k, major::mn, float, std::int64_t>, float_types>(
      "gemm_tiled TT, 64 bits");
  multiplies_far_apart<gemm_pipelined<major::mn, major::mn, float, std::int64_t>, float_types>(
      "gemm_pipelined NT, 64 bits");
}

TEST_CASE("GEMM launchers refuse wrong arguments and launch nothing") {
  refuses<sgemm<major::mn, major::k>, float_types>();
  refuses<sgemm<major::mn, major::k, float, std::int64_t>, float_types>();
  refuses<gemm_tiled<major::k, major::mn>, float_types>();
  refuses<gemm_tiled<major::k, major::mn, float, std::int64_t>, float_types>();
  refuses<gemm_pipelined<major::mn, major::mn>, float_types>();
  refuses<gemm_pipelined<major::k, major::k>, float_types>();
  refuses<gemm_pipelined<major::mn, major::mn, float, std::int64_t>, float_types>();
}
#endif
