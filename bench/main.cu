// SPDX-License-Identifier: BSL-1.0
//
// The kernels beside what else does their work. Exit status: 77 (skipped) without a GPU, 1 where a
// result was wrong or no benchmark has a name that the filter matches.
//
//   kernels [--seconds=S] [Google Benchmark's options]      S: measuring time of a contest
#include "interleave.hpp"
#include "suites.hpp"

#include "../device_tests/gpu.hpp"

#include <cublas_v2.h>

#include <string_view>

namespace {

std::string version(int v) {
  return std::to_string(v / 1000) + '.' + std::to_string(v % 1000 / 10);
}

void describe_the_gpu() {
  cudaDeviceProp gpu;
  bench::check(cudaGetDeviceProperties(&gpu, 0));
  int driver = 0;
  int runtime = 0;
  bench::check(cudaDriverGetVersion(&driver));
  bench::check(cudaRuntimeGetVersion(&runtime));
  auto const say = [](char const* key, std::string const& value) {
    benchmark::AddCustomContext(key, value);
  };
  say("gpu", gpu.name);
  say("compute_capability", std::to_string(gpu.major) + '.' + std::to_string(gpu.minor));
  say("multiprocessors", std::to_string(gpu.multiProcessorCount));
  say("l2_bytes", std::to_string(gpu.l2CacheSize));
  say("memory_bytes", std::to_string(gpu.totalGlobalMem));
  say("ecc", gpu.ECCEnabled ? "on" : "off");
  say("max_sm_mhz", std::to_string(bench::attribute(cudaDevAttrClockRate) / 1000));
  say("max_memory_mhz", std::to_string(bench::attribute(cudaDevAttrMemoryClockRate) / 1000));
  say("cuda_of_driver", version(driver));
  say("cuda_runtime", version(runtime));
  say("cublas", std::to_string(cublasGetCudartVersion() ? CUBLAS_VERSION : 0));
}

}  // namespace

int main(int argc, char** argv) {
  if (compute_capability() == 0) return skipped;
  int kept = 1;
  for (int i = 1; i < argc; ++i) {
    std::string_view const option = argv[i];
    if (option.starts_with("--seconds="))
      bench::seconds_for_contest = std::atof(argv[i] + std::string_view("--seconds=").size());
    else
      argv[kept++] = argv[i];
  }
  argc = kept;
  argv[argc] = nullptr;

  describe_the_gpu();
  bench::enter_copies();
  bench::enter_transposes();
  bench::enter_gemms();
  bench::enter_hopper_gemms();
  bench::enter_attentions();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  std::size_t const matched = benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  if (matched == 0) {
    std::fprintf(stderr, "no benchmark has a name that --benchmark_filter matches\n");
    return 1;
  }
  return bench::failures == 0 ? 0 : 1;
}
