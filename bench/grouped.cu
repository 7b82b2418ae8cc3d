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
std::mt19937 random_order{20};

// Microseconds a call: times[entrant][round]. A call that a graph cannot capture is launched.
std::vector<std::vector<double>> times_of(std::vector<entrant> const& entrants, int rounds) {
  cudaStream_t stream;
  check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  cudaEvent_t begin, end;
  check(cudaEventCreate(&begin));
  check(cudaEventCreate(&end));
  std::vector<cudaGraphExec_t> graphs;
  for (entrant const& e : entrants) {
    e.run(stream);  // loads the kernel
    check(cudaStreamSynchronize(stream));
    cudaGraph_t graph;
    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    for (int i = 0; i < 2; ++i) e.run(stream);
    check(cudaStreamEndCapture(stream, &graph));
    check(cudaGraphInstantiate(&graphs.emplace_back(), graph, 0));
    check(cudaGraphDestroy(graph));
    check(cudaGraphLaunch(graphs.back(), stream));
  }
  check(cudaStreamSynchronize(stream));
  std::vector<std::vector<double>> times(entrants.size());
  std::vector<std::size_t> order(entrants.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (int round = 0; round < rounds; ++round) {
    std::shuffle(order.begin(), order.end(), random_order);
    for (std::size_t const i : order) {
      check(cudaEventRecord(begin, stream));
      check(cudaGraphLaunch(graphs[i], stream));
      check(cudaEventRecord(end, stream));
      check(cudaEventSynchronize(end));
      float milliseconds = 0;
      check(cudaEventElapsedTime(&milliseconds, begin, end));
      times[i].push_back(milliseconds * 1e3 / 2);
    }
  }
  for (cudaGraphExec_t const graph : graphs) check(cudaGraphExecDestroy(graph));
  check(cudaEventDestroy(begin));
  check(cudaEventDestroy(end));
  check(cudaStreamDestroy(stream));
  return times;
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
          f(layer, rows, how,
            lengths_of(layer.groups, std::int64_t{layer.groups} * rows, how, 1));
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
  f(listed<256, 3, 4, 2>{}), f(listed<256, 3, 4, 1>{}), f(listed<192, 4, 3, 2>{});
  f(listed<192, 4, 3, 1>{}), f(listed<128, 6, 2, 2>{}), f(listed<128, 6, 2, 1>{});
  f(listed<96, 7, 2, 2>{}), f(listed<96, 7, 2, 1>{}), f(listed<64, 8, 2, 2>{});
  f(listed<64, 8, 2, 1>{}), f(listed<32, 10, 2, 1>{}), f(listed<16, 12, 2, 1>{});
}

void schedules(int rounds, char const* wanted) {
  std::printf("%-38s", "");
  for_each_schedule([](auto s) { std::printf(" %9s", s.name().c_str()); });
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
    for (auto const& times : times_of(entrants, rounds)) std::printf(" %9.1f", median(times));
    std::printf("\n");
    std::fflush(stdout);
  });
}

}  // namespace
}  // namespace bench

int main(int count, char** arguments) {
  if (compute_capability() < 90) return skipped;
  std::string const mode = count > 1 ? arguments[1] : "table";
  int const rounds = count > 2 ? std::atoi(arguments[2]) : 15;
  char const* const wanted = count > 3 ? arguments[3] : "";
  if (mode == "schedules")
    bench::schedules(rounds, wanted);
  else
    return std::fprintf(stderr, "grouped: %s is no mode\n", mode.c_str()), 1;
  return bench::failures == 0 ? 0 : 1;
}
