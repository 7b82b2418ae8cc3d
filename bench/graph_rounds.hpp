// SPDX-License-Identifier: BSL-1.0
//
// Several ways to do the same work, replayed from CUDA graphs, so that no launch from the host is
// in the times, in turns and in random order.
#pragma once

#include "interleave.hpp"

#include <numeric>

namespace bench {

// Seconds a call: times[contender][round]. A contender runs once before it is captured, which loads
// its kernel; its graph has `calls` calls, which it enqueues as enqueue(contender, call, stream).
template <class Enqueue>
std::vector<std::vector<double>> times_of_graphs(std::size_t contenders, std::size_t calls,
                                                 int rounds, Enqueue const& enqueue) {
  static std::mt19937 random_order{20};
  cudaStream_t stream;
  check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  cudaEvent_t begin, end;
  check(cudaEventCreate(&begin));
  check(cudaEventCreate(&end));
  std::vector<cudaGraphExec_t> graphs;
  for (std::size_t i = 0; i < contenders; ++i) {
    enqueue(i, std::size_t{0}, stream);
    check(cudaStreamSynchronize(stream));
    cudaGraph_t graph;
    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    for (std::size_t call = 0; call < calls; ++call) enqueue(i, call, stream);
    check(cudaStreamEndCapture(stream, &graph));
    check(cudaGraphInstantiate(&graphs.emplace_back(), graph, 0));
    check(cudaGraphDestroy(graph));
    check(cudaGraphLaunch(graphs.back(), stream));
  }
  check(cudaStreamSynchronize(stream));
  std::vector<std::vector<double>> times(contenders);
  std::vector<std::size_t> order(contenders);
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
      times[i].push_back(milliseconds * 1e-3 / static_cast<double>(calls));
    }
  }
  for (cudaGraphExec_t const graph : graphs) check(cudaGraphExecDestroy(graph));
  check(cudaEventDestroy(begin));
  check(cudaEventDestroy(end));
  check(cudaStreamDestroy(stream));
  return times;
}

}  // namespace bench
