// SPDX-License-Identifier: BSL-1.0
//
// grouped_wgmma beside a loop of cuBLASLt, cublasGemmGroupedBatchedEx and CUTLASS's grouped kernels
// (where it was compiled with CUTLASS), in the layers of public mixtures of experts: rows routed to
// experts evenly and unevenly, seed 1. The weights of a layer are larger than the L2, so that each
// call reads them from memory. Calls are replayed from CUDA graphs, so that no launch from the host
// is in the times, and contenders run in turns, in random order.
//
//   grouped table [ROUNDS] [LAYER]      the launcher's choice beside the others
//   grouped schedules [ROUNDS] [LAYER]  each schedule, to judge the choice
//   grouped e4m3 [ROUNDS] [LAYER]       `table` of elements of fp8
//
// A ratio is the time of the fastest of the others over ours, the median of the rounds; more than 1
// is faster. LAYER: only layers with it in their name. Parts of each result are compared with sums
// in double. Exit status: 77 without a GPU of sm_90, 1 where a result was wrong.
#include "graph_rounds.hpp"
#include "grouped_problem.hpp"

#include "../device_tests/gpu.hpp"

#include <cstring>
#include <ctime>

#if defined(TILEPROOF_BENCH_CUTE)
namespace bench {
// bench/cutlass_grouped.cu
std::vector<std::pair<std::string, runner>> cutlass_grouped(grouped_problem<bfloat16_t> const&);
std::vector<std::pair<std::string, runner>> cutlass_grouped(
    grouped_problem<tileproof::float_e4m3_t> const&);
}  // namespace bench
#endif

namespace bench {
namespace {

using namespace tileproof;

struct entrant {
  std::string name;
  runner run;
};

// Seconds a call: times[entrant][round].
std::vector<std::vector<double>> times_of(std::vector<entrant> const& entrants, int rounds) {
  return times_of_graphs(
      entrants.size(), 2, rounds,
      [&](std::size_t i, std::size_t, cudaStream_t stream) { entrants[i].run(stream); });
}
template <class T>
bool is_right(grouped_problem<T> const& p, entrant const& e) {
  double const error = p.error_over_bound(e.run);
  if (error <= 1) return true;
  std::printf("%s: wrong, the error is %.3g of its bound\n", e.name.c_str(), error);
  ++failures;
  return false;
}

constexpr int rows_of_a_group[] = {1, 4, 16, 64, 256, 1024};  // on average

template <class F>
void for_each_problem(char const* wanted, F f) {
  for (expert_layer const& layer : expert_layers)
    for (int const rows : rows_of_a_group)
      for (routing const how : {routing::even, routing::skewed})
        if (std::strstr(layer.name, wanted) != nullptr)
          f(layer, rows, how, lengths_of(layer.groups, std::int64_t{layer.groups} * rows, how, 1));
}
void print_name(expert_layer const& layer, int rows, routing how) {
  std::printf("%-20s %3d x %4d %-6s", layer.name, layer.groups, rows,
              how == routing::even ? "even" : "skewed");
}

template <int... N>
struct listed {
  using schedule = grouped_schedule<N...>;
  static std::string name() {
    std::string text;
    ((text += (text.empty() ? "" : ",") + std::to_string(N)), ...);
    return text;
  }
};
template <class F>
void for_each_schedule(F f) {
  f(listed<256, 3, 4, 2>{}), f(listed<192, 4, 3, 2>{}), f(listed<192, 4, 3, 1>{});
  f(listed<128, 6, 2, 2>{}), f(listed<128, 6, 2, 1>{});
  f(listed<96, 7, 2, 2>{}), f(listed<96, 7, 2, 1>{}), f(listed<64, 8, 2, 2>{});
  f(listed<64, 8, 2, 1>{}), f(listed<32, 10, 2, 1>{}), f(listed<16, 12, 2, 1>{});
}

void schedules(int rounds, char const* wanted) {
  std::printf("%-38s", "");
  for_each_schedule([](auto s) { std::printf(" %11s", s.name().c_str()); });
  std::printf("   us\n");
  for_each_problem(wanted, [&](expert_layer const& layer, int rows, routing how, auto lengths) {
    grouped_problem<bfloat16_t> const p(layer, lengths);
    std::vector<entrant> entrants;
    for_each_schedule([&](auto s) {
      using kernel = grouped_wgmma<bfloat16_t, bfloat16_t, bfloat16_t, identity_epilogue,
                                   typename decltype(s)::schedule>;
      entrants.push_back({s.name(), [&p](cudaStream_t stream) {
                            if (launch_grouped<kernel>(p.arguments(), stream) != status::ok)
                              std::exit(1);
                          }});
    });
    entrants.push_back({"cuBLASLt", loop_of_cublaslt(p)});
    entrants.push_back({"cuBLAS", cublas_grouped(p)});
    if (rows == 64)
      for (entrant const& e : entrants) is_right(p, e);
    print_name(layer, rows, how);
    for (auto const& times : times_of(entrants, rounds))
      std::printf(" %11.1f", median(times) * 1e6);
    std::printf("\n");
    std::fflush(stdout);
  });
}

// Ours, and the others; of CUTLASS's kernels, the fastest.
template <class T>
void table(int rounds, char const* wanted) {
  std::vector<double> ratios;
  std::printf("%-38s %9s %9s %9s %9s %7s\n", "groups x mean rows", "tileproof", "cuBLASLt",
              "cuBLAS", "CUTLASS", "ratio");
  for_each_problem(wanted, [&](expert_layer const& layer, int rows, routing how, auto lengths) {
    grouped_problem<T> const p(layer, lengths);
    std::vector<entrant> entrants{{"tileproof", [&p](cudaStream_t stream) {
                                     if (launch_grouped(p.arguments(), stream) != status::ok)
                                       std::exit(1);
                                   }}};
    entrants.push_back({"cuBLASLt", loop_of_cublaslt(p)});
    bool const has_cublas = sizeof(T) == 2;
    if constexpr (sizeof(T) == 2) entrants.push_back({"cuBLAS", cublas_grouped(p)});
    std::size_t const first = entrants.size();
#if defined(TILEPROOF_BENCH_CUTE)
    for (auto const& [name, run] : cutlass_grouped(p))
      if (run) entrants.push_back({name, run});
#endif
    for (std::size_t i = 0; i < entrants.size(); ++i)
      if ((i == 0 || rows == 16) && !is_right(p, entrants[i])) return;
    auto const times = times_of(entrants, rounds);
    std::size_t best = first;
    for (std::size_t i = first; i < times.size(); ++i)
      if (median(times[i]) < median(times[best])) best = i;
    std::vector<double> of_rounds;
    for (std::size_t round = 0; round < times[0].size(); ++round) {
      double least = times[1][round];
      for (auto const& t : times)
        if (&t != &times[0]) least = std::min(least, t[round]);
      of_rounds.push_back(least / times[0][round]);
    }
    ratios.push_back(median(of_rounds));
    print_name(layer, rows, how);
    std::printf(" %9.1f %9.1f", median(times[0]) * 1e6, median(times[1]) * 1e6);
    if (has_cublas)
      std::printf(" %9.1f", median(times[2]) * 1e6);
    else
      std::printf(" %9s", "");
    if (best < times.size())
      std::printf(" %9.1f %7.3f %s\n", median(times[best]) * 1e6, ratios.back(),
                  entrants[best].name.c_str());
    else
      std::printf(" %9s %7.3f\n", "", ratios.back());
    std::fflush(stdout);
  });
  std::printf("%zu problems: median %.3f, least %.3f\n", ratios.size(), median(ratios),
              quantile(ratios, 0));
}

}  // namespace
}  // namespace bench

int main(int count, char** arguments) {
  if (compute_capability() < 90) return skipped;
  std::string const mode = count > 1 ? arguments[1] : "table";
  int const rounds = count > 2 ? std::atoi(arguments[2]) : 15;
  char const* const wanted = count > 3 ? arguments[3] : "";
  cudaDeviceProp gpu;
  bench::check(cudaGetDeviceProperties(&gpu, 0));
  std::time_t const now = std::time(nullptr);
  char date[32];
  std::strftime(date, sizeof date, "%Y-%m-%d", std::localtime(&now));
  std::printf("grouped %s; %s, cuBLAS %d, %s; microseconds\n", mode.c_str(), gpu.name,
              CUBLAS_VERSION, date);
  if (mode == "schedules")
    bench::schedules(rounds, wanted);
  else if (mode == "table")
    bench::table<tileproof::bfloat16_t>(rounds, wanted);
  else if (mode == "e4m3")
    bench::table<tileproof::float_e4m3_t>(rounds, wanted);
  else
    return std::fprintf(stderr, "grouped: %s is no mode\n", mode.c_str()), 1;
  return bench::failures == 0 ? 0 : 1;
}
