// SPDX-License-Identifier: BSL-1.0
//
// Defines runner, which launches a kernel on a GPU for a table of static_tests/pipeline/random, an
// instance for each seed, and says how that ended. It owns the device's memory for it.
#pragma once

#include "../../static_tests/pipeline/random/read_tables.hpp"
#include "random_access.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace random_gpu {

enum class outcome : std::uint32_t {
  not_run,
  right,
  wrong_read,
  wrong_sum,
  wrong_call,
  wrong_store,
  hang,
  error
};
inline constexpr int outcomes = 8;
inline char const* const outcome_names[outcomes] = {"not run",   "right",      "wrong read",
                                                    "wrong sum", "wrong call", "wrong store",
                                                    "hang",      "CUDA error"};

class runner {
  device_protocol* table = nullptr;
  device_op* ops = nullptr;
  memory m{};
  int seeds;
  result* results = nullptr;  // mapped: survives a trap
  std::vector<std::uint8_t> stored;

  static void must(cudaError_t e) {
    if (e == cudaSuccess) return;
    std::fprintf(stderr, "%s\n", cudaGetErrorString(e));
    std::_Exit(3);
  }

 public:
  explicit runner(int n) : seeds(n) {
    must(cudaSetDeviceFlags(cudaDeviceMapHost));
    must(cudaMalloc(&table, sizeof *table));
    must(cudaMalloc(&ops, sizeof(device_op) * 65536));
    must(cudaHostAlloc(&results, sizeof(result) * seeds, cudaHostAllocMapped));
    must(cudaHostGetDevicePointer(&m.results, results, 0));
    std::vector<std::uint32_t> rows(64 * token_bytes / 4);
    for (int t = 0; t < 64; ++t)
      for (int w = 0; w < token_bytes / 4; ++w) rows[t * token_bytes / 4 + w] = pattern(t);
    std::uint8_t* tokens = nullptr;
    must(cudaMalloc(&tokens, rows.size() * 4));
    must(cudaMemcpy(tokens, rows.data(), rows.size() * 4, cudaMemcpyHostToDevice));
    m.tokens = tokens;
    stored.resize(std::size_t(seeds) * most_stores * token_bytes);
    must(cudaMalloc(&m.stores, stored.size()));
    must(cudaMalloc(&m.global_cells, std::size_t(seeds) * 32 * 4096));
    must(cudaMalloc(&m.flags, std::size_t(seeds) * 32 * 4));
  }

  // kernel(table, ops, m, seed, more...), with `shared_bytes` of dynamic shared memory.
  template <class Kernel, class... More>
  outcome run(stored_table const& e, std::uint32_t seed, result& first, Kernel kernel,
              int shared_bytes, More const&... more) {
    must(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes));
    must(cudaMemcpy(table, &e.p, sizeof e.p, cudaMemcpyHostToDevice));
    must(cudaMemcpy(ops, e.ops.data(), sizeof(device_op) * e.ops.size(), cudaMemcpyHostToDevice));
    must(cudaMemset(m.flags, 0, std::size_t(seeds) * 32 * 4));
    std::memset(results, 0, sizeof(result) * std::size_t(seeds));
    cudaLaunchConfig_t how{};
    // Blocks of a grid that wait for each other must be resident: few enough at a time.
    how.gridDim = dim3(unsigned(seeds * e.p.blocks));
    how.blockDim = dim3(unsigned(e.p.threads));
    how.dynamicSmemBytes = std::size_t(shared_bytes);
    cudaLaunchAttribute cluster{};
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim.x = e.p.is_cluster ? unsigned(e.p.blocks) : 1;
    cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
    how.attrs = &cluster, how.numAttrs = 1;
    cudaError_t const launched = cudaLaunchKernelEx(&how, kernel, (device_protocol const*)table,
                                                    (device_op const*)ops, m, seed, more...);
    cudaError_t const ended = launched == cudaSuccess ? cudaDeviceSynchronize() : launched;
    outcome is = outcome::right;
    for (int i = 0; i < seeds && is == outcome::right; ++i) {
      result const& r = results[i];
      first = r;
      if (r.timed_out)
        is = outcome::hang;
      else if (r.wrong_calls)
        is = outcome::wrong_call;
      else if (r.wrong_reads)
        is = outcome::wrong_read;
      else if (r.wrong_sums)
        is = outcome::wrong_sum;
    }
    if (is == outcome::right && ended != cudaSuccess) {
      std::fprintf(stderr, "%s\n", cudaGetErrorString(ended));
      first = {};
      return outcome::error;
    }
    if (is == outcome::right && e.p.stores > 0 && !stores_are_right(e, first))
      is = outcome::wrong_store;
    return is;
  }

  bool stores_are_right(stored_table const& e, result& first) {
    must(cudaMemcpy(stored.data(), m.stores, stored.size(), cudaMemcpyDeviceToHost));
    for (int b = 0; b < e.p.blocks; ++b)
      for (int r = 0; r < e.p.roles; ++r)
        for (int k = 0; k < e.p.op_count[b][r]; ++k) {
          device_op const& o = e.ops[std::size_t(e.p.first_op[b][r] + k)];
          if (verb(o.verb) != verb::tma_store) continue;
          for (int i = 0; i < seeds; ++i)
            if (!is_right(e, o, i, first)) {
              first.first_op = std::uint32_t(op_code(b, r, k));
              return false;
            }
        }
    return true;
  }
  bool is_right(stored_table const& e, device_op const& o, int instance, result& first) const {
    std::uint8_t const* const slot =
        &stored[(std::size_t(instance) * most_stores + std::size_t(o.slot)) * token_bytes];
    std::uint32_t const wanted = pattern(o.expects[0]);
    for (int w = 0; w < e.p.cell_bytes[o.cell[0]] / 4; ++w) {
      std::uint32_t v;
      std::memcpy(&v, slot + 4 * w, 4);
      if (v == wanted) continue;
      first = {0, 0, 0, 0, 0, v, wanted};
      return false;
    }
    return true;
  }
};

}  // namespace random_gpu
