// SPDX-License-Identifier: BSL-1.0
//
// gemm_wgmma beside cuBLASLt, and CUTLASS's kernels (cutlass_gemm.cu), at many sizes, A and B
// K-major, D of bf16 and row-major, as in the layers of a language model: m tokens by weights of n
// x k, of bf16 where nothing else is said. The weights rotate through four times the L2, so that
// each call reads them from memory, and the calls are replayed from a CUDA graph, so that no launch
// from the host is in the times. Contenders run in turns, in random order.
//
//   sizes decode [ROUNDS]             few tokens: the weights' bytes a second, beside a copy's
//   sizes weights [ROUNDS]            weights of 8 bits: e4m3 by e4m3, and int8 by tokens of bf16
//   sizes drawn COUNT SEED [ROUNDS]   sizes drawn from a distribution; the quantiles of the ratio
//   sizes at MxNxK ...                these sizes
//   sizes schedules COUNT SEED        each schedule of launch_gemm, to fit and judge its choice, at
//                                     the sizes of both
//
// A ratio is a rival's time over ours, the median of the rounds; more than 1 is faster. Where
// CUTLASS is compiled, its fastest kernel has columns of its own, and quantiles are those of the
// better rival. The first and the last 64 rows of each result are compared with sums in double.
// Exit status: 77 without a GPU of sm_90, 1 where a result was wrong.
#include "layers.hpp"

#include "../device_tests/gpu.hpp"

#include <ctime>

namespace bench {
namespace {

// GB/s of a copy from device to device, bytes read and written.
double rate_of_copy() {
  buffer<char> const from(std::size_t{1} << 30), to(std::size_t{1} << 30);
  cudaEvent_t begin, end;
  check(cudaEventCreate(&begin));
  check(cudaEventCreate(&end));
  std::vector<double> rates;
  for (int i = 0; i < 9; ++i) {
    check(cudaEventRecord(begin));
    check(cudaMemcpyAsync(to.data(), from.data(), from.bytes(), cudaMemcpyDeviceToDevice));
    check(cudaEventRecord(end));
    check(cudaEventSynchronize(end));
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, begin, end));
    rates.push_back(2e-6 * static_cast<double>(from.bytes()) / milliseconds);
  }
  return median(rates);
}

constexpr int decode_weights[][2] = {{4096, 14336}, {28672, 8192}, {6144, 4096}};
constexpr int decode_tokens[] = {1, 8, 16, 32, 64, 96, 128, 192, 256, 512};

void decode(int rounds) {
  double const copy = rate_of_copy();
  std::printf("copy %.0f GB/s\n%-18s %12s %11s %7s", copy, "m x n x k", "tileproof us", "weights",
              "of copy");
  print_header_of_rivals();
  std::printf("\n");
  for (auto const& [n, k] : decode_weights)
    for (int const m : decode_tokens) {
      layer<> const l({m, n, k});
      auto const callers = contenders_of(l);
      if (!is_right(l, callers[0])) continue;
      auto const times = times_of(l, callers, rounds);
      double const ours = median(times[0]);
      double const rate = 2e-9 * n * k / ours;
      std::printf("%-18s %12.1f %6.0f GB/s %6.1f%%", name_of(l.e).c_str(), ours * 1e6, rate,
                  100 * rate / copy);
      print_rivals(callers, times);
      std::printf("\n");
      std::fflush(stdout);
    }
}

// Weights of 8 bits: the time of the layer in bf16 over theirs, and cuBLASLt's of e4m3.
void weights(int rounds) {
  double const copy = rate_of_copy();
  std::printf("copy %.0f GB/s\n%-18s %7s | %7s %10s %7s %9s | %7s %9s\n", copy, "m x n x k",
              "bf16 us", "e4m3 us", "cuBLASLt", "ratio", "over bf16", "int8 us", "over bf16");
  for (auto const& [n, k] : decode_weights)
    for (int const m : {1, 16, 32, 64}) {
      gemm_extents const e{m, n, k};
      layer<> const wide(e);
      double const of_bf16 = median(times_of<bf16, bf16>(wide, {of_tileproof(wide)}, rounds)[0]);
      layer<float_e4m3_t> const small(e);
      std::vector<caller<float_e4m3_t>> const callers{of_tileproof(small), of_cublaslt(small)};
      if (!is_right(small, callers[0])) continue;
      auto const times = times_of(small, callers, rounds);
      layer<bf16, std::int8_t> const mixed(e);
      std::vector<caller<std::int8_t>> const ours{of_tileproof(mixed)};
      if (!is_right(mixed, ours[0])) continue;
      double const of_int8 = median(times_of(mixed, ours, rounds)[0]);
      std::printf("%-18s %7.1f | %7.1f %10.1f %7.3f %9.3f | %7.1f %9.3f\n", name_of(e).c_str(),
                  of_bf16 * 1e6, median(times[0]) * 1e6, median(times[1]) * 1e6,
                  ratio_of(times[1], times[0]), of_bf16 / median(times[0]), of_int8 * 1e6,
                  of_bf16 / of_int8);
      std::fflush(stdout);
    }
}

// Four of five sizes are a layer of one of five public models by tokens, whose number is 2^u, u
// uniform in [0,13], and in half of the cases rounded to a multiple of 16; one in five has m, n and
// k of 2^u, u uniform in [6,13], rounded to multiples of 8.
gemm_extents draw(std::mt19937& random) {
  static constexpr int layers[][2] = {
      {6144, 4096},  {4096, 4096},  {28672, 4096}, {4096, 14336},               // Llama 3 8B
      {10240, 8192}, {8192, 8192},  {57344, 8192}, {8192, 28672},               // Llama 3 70B
      {4608, 3584},  {3584, 3584},  {37888, 3584}, {3584, 18944},               // Qwen 2.5 7B
      {8192, 3584},  {3584, 4096},  {28672, 3584}, {3584, 14336},               // Gemma 2 9B
      {1536, 7168},  {24576, 1536}, {576, 7168},   {7168, 16384}, {4096, 7168}  // DeepSeek V3
  };
  auto const power = [&](double from, double to) {
    return std::exp2(std::uniform_real_distribution<double>(from, to)(random));
  };
  auto const multiple = [](double x, int of) {
    return std::max<std::int64_t>(of, static_cast<std::int64_t>(x / of + 0.5) * of);
  };
  if (random() % 5 == 0)
    return {multiple(power(6, 13), 8), multiple(power(6, 13), 8), multiple(power(6, 13), 8)};
  auto const& [n, k] = layers[random() % std::size(layers)];
  double const m = power(0, 13);
  return {random() % 2 == 0 ? multiple(m, 16) : static_cast<std::int64_t>(m), n, k};
}

// A line for each size; the ratios.
std::vector<double> table(std::vector<gemm_extents> const& sizes, int rounds) {
  std::vector<double> ratios;
  std::printf("%-20s %12s", "m x n x k", "tileproof us");
  print_header_of_rivals();
  std::printf("\n");
  for (gemm_extents const& e : sizes) {
    layer<> const l(e);
    auto const callers = contenders_of(l);
    if (!is_right(l, callers[0])) continue;
    auto const times = times_of(l, callers, rounds);
    std::printf("%-20s %12.1f", name_of(l.e).c_str(), median(times[0]) * 1e6);
    ratios.push_back(print_rivals(callers, times));
    std::printf("\n");
    std::fflush(stdout);
  }
  return ratios;
}

void drawn(int count, unsigned seed, int rounds) {
  std::mt19937 random(seed);
  std::vector<gemm_extents> sizes;
  for (int i = 0; i < count; ++i) sizes.push_back(draw(random));
  std::vector<double> const ratios = table(sizes, rounds);
  std::printf("%d sizes, seed %u: median %.3f, tenth percentile %.3f, least %.3f\n", count, seed,
              median(ratios), quantile(ratios, 0.1), quantile(ratios, 0));
}

// A line for each size: cuBLASLt's microseconds, and those of each schedule in their order.
void schedules(int count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<gemm_extents> sizes;
  for (auto const& [n, k] : decode_weights)
    for (int const m : decode_tokens) sizes.push_back({m, n, k});
  for (int i = 0; i < count; ++i) sizes.push_back(draw(random));
  for (gemm_extents const& e : sizes) {
    layer<> const l(e);
    std::vector<caller<bf16>> callers{of_cublaslt(l)};
    wgmma_schedules::for_each([&](auto candidate) {
      if constexpr (!decltype(candidate)::converts) {
        using kernel = gemm_wgmma<bf16, bf16, bf16, major::k, major::k, matrix_order::row_major,
                                  identity_epilogue, typename decltype(candidate)::schedule>;
        callers.push_back(
            {"schedule " + std::to_string(callers.size()), [&l](bf16 const* b, cudaStream_t s) {
               check(launch_gemm<kernel>(l.arguments(b), s));
             }});
      }
    });
    auto const times = times_of(l, callers, 5);
    std::printf("%lld %lld %lld", static_cast<long long>(l.e.m), static_cast<long long>(l.e.n),
                static_cast<long long>(l.e.k));
    for (auto const& t : times) std::printf(" %.2f", median(t) * 1e6);
    std::printf("\n");
    std::fflush(stdout);
  }
}

}  // namespace
}  // namespace bench

int main(int count, char** arguments) {
  if (compute_capability() < 90) return skipped;
  auto const number = [&](int i, int otherwise) {
    return count > i ? std::atoi(arguments[i]) : otherwise;
  };
  std::string const mode = count > 1 ? arguments[1] : "decode";
  cudaDeviceProp gpu;
  bench::check(cudaGetDeviceProperties(&gpu, 0));
  std::time_t const now = std::time(nullptr);
  char date[32];
  std::strftime(date, sizeof date, "%Y-%m-%d", std::localtime(&now));
  std::printf("sizes");
  for (int i = 1; i < count; ++i) std::printf(" %s", arguments[i]);
  std::printf("; %s, cuBLAS %d, %s\n", gpu.name, CUBLAS_VERSION, date);
  if (mode == "decode")
    bench::decode(number(2, 25));
  else if (mode == "weights")
    bench::weights(number(2, 25));
  else if (mode == "drawn")
    bench::drawn(number(2, 300), static_cast<unsigned>(number(3, 45)), number(4, 9));
  else if (mode == "at") {
    std::vector<bench::gemm_extents> sizes;
    for (int i = 2; i < count; ++i) {
      long long m = 0, n = 0, k = 0;
      if (std::sscanf(arguments[i], "%lldx%lldx%lld", &m, &n, &k) != 3)
        return std::fprintf(stderr, "sizes: %s is no MxNxK\n", arguments[i]), 1;
      sizes.push_back({m, n, k});
    }
    bench::table(sizes, 25);
  } else if (mode == "schedules")
    bench::schedules(number(2, 60), static_cast<unsigned>(number(3, 1)));
  else
    return std::fprintf(stderr, "sizes: %s is none of decode, weights, drawn, at and schedules\n",
                        mode.c_str()),
           1;
  return bench::failures == 0 ? 0 : 1;
}
