// SPDX-License-Identifier: BSL-1.0
//
// SIMT GEMMs (FMA), over sizes that the tiles divide and sizes that they do not.
#include "../../examples/kernels/gemm_partitioned.hpp"
#include "../../examples/kernels/gemm_tiled.hpp"
#include "products_on_gpu.hpp"

#include <tileproof/kernel/gemm/choice.hpp>
#include <tileproof/kernel/gemm/gemm_pipelined.hpp>

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

// Problems for which launch_gemm takes the small tiles, and as many large ones as the GPU has SMs.
template <major A, major B>
void multiplies_as_chosen(std::string const& name) {
  using large = gemm_pipelined<A, B>;
  cudaDeviceProp gpu{};
  REQUIRE(cudaGetDeviceProperties(&gpu, 0) == cudaSuccess);
  std::int64_t const sms = gpu.multiProcessorCount;
  std::vector<product_size> const sizes{{37, 61, 97}, {512, 256, 40}, {512, sms / 4 * 256, 33}};
  auto const number = [&](product_size const& s) {
    return number_of_choice(gemm_simt<A, B>{}, s.m, s.n, sms);
  };
  CHECK((number(sizes[0]) == 1 && number(sizes[1]) == 1 && number(sizes[2]) == 0));
  kernel_report report = report_on_gpu<large>(name);
  check_products<large, float_types>(report, sizes, [](product_arguments<float_types> const& p) {
    return run_by([](auto const& g, cudaStream_t s) { return tileproof::launch_gemm<A, B>(g, s); },
                  p);
  });
}

}  // namespace

TEST_CASE("launch_gemm of gemm_simt") {
  multiplies_as_chosen<major::k, major::mn>("gemm_simt TT");
#if !defined(TILEPROOF_FEW_KERNELS)
  multiplies_as_chosen<major::mn, major::mn>("gemm_simt NT");
  multiplies_as_chosen<major::k, major::k>("gemm_simt TN");
  multiplies_as_chosen<major::mn, major::k>("gemm_simt NN");
#endif
}
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
