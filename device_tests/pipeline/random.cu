// SPDX-License-Identifier: BSL-1.0
//
// Runs drawn protocols on a GPU (sm_90a) with real PTX and random delays, and compares every value
// read with the one that the protocol's causality demands. The tables come from
// static_tests/pipeline/random/random.cpp --write.
//
//   nvcc -std=c++20 -O2 -gencode arch=compute_90a,code=sm_90a random.cu -o random_gpu
//   ./random_gpu FILE [--seeds 20] [--batch 1000] [--first 0] [--count N] [--alone]
//
// A protocol that hangs ends its process: the parent forks a child for each batch and goes on after
// the protocol that the child was at. --alone: one protocol a process, for tables of protocols that
// are not sound. Exit status 1: a protocol failed; 77: no GPU of sm_90.
#include "../../static_tests/pipeline/random/read_tables.hpp"
#include "../gpu.hpp"
#include "random_kernel.hpp"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

using namespace random_gpu;

namespace {

enum class outcome : std::uint32_t {
  not_run,
  right,
  wrong_read,
  wrong_sum,
  wrong_store,
  hang,
  error
};
char const* const outcome_names[] = {"not run",     "right", "wrong read", "wrong sum",
                                     "wrong store", "hang",  "CUDA error"};

struct shared_word {  // of parent and child
  volatile std::uint32_t at, finished;
  struct {
    outcome is;
    result first;
  } of[1];
};

// In the child: everything of CUDA.
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
    must(cudaFuncSetAttribute(interpret, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024));
  }

  outcome run(stored_table const& e, std::uint32_t seed, result& first) {
    must(cudaMemcpy(table, &e.p, sizeof e.p, cudaMemcpyHostToDevice));
    must(cudaMemcpy(ops, e.ops.data(), sizeof(device_op) * e.ops.size(), cudaMemcpyHostToDevice));
    must(cudaMemset(m.flags, 0, std::size_t(seeds) * 32 * 4));
    std::memset(results, 0, sizeof(result) * std::size_t(seeds));
    cudaLaunchConfig_t how{};
    // Blocks of a grid that wait for each other must be resident: few enough at a time.
    how.gridDim = dim3(unsigned(seeds * e.p.blocks));
    how.blockDim = dim3(unsigned(e.p.threads));
    how.dynamicSmemBytes = std::size_t(e.p.shared_bytes);
    cudaLaunchAttribute cluster{};
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim.x = e.p.is_cluster ? unsigned(e.p.blocks) : 1;
    cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
    how.attrs = &cluster, how.numAttrs = 1;
    cudaError_t const launched = cudaLaunchKernelEx(&how, interpret, (device_protocol const*)table,
                                                    (device_op const*)ops, m, seed);
    cudaError_t const ended = launched == cudaSuccess ? cudaDeviceSynchronize() : launched;
    outcome is = outcome::right;
    for (int i = 0; i < seeds && is == outcome::right; ++i) {
      result const& r = results[i];
      first = r;
      if (r.timed_out)
        is = outcome::hang;
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
      first = {0, 0, 0, 0, v, wanted};
      return false;
    }
    return true;
  }
};

// Runs [from, upto) in a child; false: it ended at word->at.
bool run_batch(std::vector<stored_table> const& all, shared_word* word, int from, int upto, int seeds,
               int patience) {
  word->at = std::uint32_t(from);
  word->finished = 0;
  pid_t const child = fork();
  if (child == 0) {
    if (compute_capability() != 90) {
      std::fflush(stdout);
      std::_Exit(skipped);
    }
    runner r(seeds);
    for (int i = from; i < upto; ++i) {
      word->at = std::uint32_t(i);
      word->of[i].is = r.run(all[std::size_t(i)], std::uint32_t(i) + 1, word->of[i].first);
      if (word->of[i].is == outcome::hang || word->of[i].is == outcome::error) std::_Exit(1);
    }
    word->finished = 1;
    std::_Exit(0);
  }
  std::uint32_t last = word->at;
  int status = 0;
  for (int idle = 0;; ++idle) {
    if (waitpid(child, &status, WNOHANG) == child) break;
    usleep(20000);
    if (word->at != last) {
      last = word->at;
      idle = 0;
    }
    if (idle * 20 > patience * 1000) {
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
      word->of[word->at].is = outcome::hang;
      break;
    }
  }
  if (word->finished) return true;
  int const code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  if (code == skipped || code == 3) std::exit(code);  // no such GPU, or no memory: no protocol's fault
  if (word->of[word->at].is == outcome::not_run) word->of[word->at].is = outcome::error;
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return std::fprintf(stderr, "usage: random_gpu FILE [--seeds N] ...\n"), 2;
  int seeds = 20, batch = 1000, first = 0, count = -1;
  for (int i = 2; i < argc; ++i) {
    std::string const s = argv[i];
    int const n = i + 1 < argc ? std::atoi(argv[i + 1]) : 0;
    if (s == "--alone")
      batch = 1;
    else if (s == "--seeds")
      seeds = n, ++i;
    else if (s == "--batch")
      batch = n, ++i;
    else if (s == "--first")
      first = n, ++i;
    else if (s == "--count")
      count = n, ++i;
    else
      return std::fprintf(stderr, "unknown: %s\n", argv[i]), 2;
  }
  std::vector<stored_table> all;
  if (char const* const wrong = read_tables(argv[1], all); *wrong != 0)
    return std::fprintf(stderr, "%s %s\n", argv[1], wrong), 2;
  int const total = int(all.size()), end = count < 0 ? total : std::min(total, first + count);
  std::size_t const bytes = sizeof(shared_word) + sizeof(shared_word::of[0]) * std::size_t(total);
  auto* const word = static_cast<shared_word*>(
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  for (int at = first; at < end;) {
    int const upto = std::min(end, at + batch);
    at = run_batch(all, word, at, upto, seeds, 20) ? upto : int(word->at) + 1;
    std::fprintf(stderr, "\r%d of %d", at - first, end - first);
  }
  std::fputs("\n", stderr);
  int counts[7] = {}, failed = 0;
  for (int i = first; i < end; ++i) {
    auto const& r = word->of[i];
    ++counts[int(r.is)];
    if (r.is == outcome::right) continue;
    if (++failed <= 100)
      std::printf(
          "%s: protocol %d, seed %llu, trips %d, block %u role %u op %u: saw %x, wanted %x\n",
          outcome_names[int(r.is)], i, (unsigned long long)all[std::size_t(i)].p.seed,
          all[std::size_t(i)].p.trips, r.first.first_op >> 19, r.first.first_op >> 16 & 7,
          r.first.first_op & 0xffff, r.first.seen, r.first.wanted);
  }
  for (int k = 0; k < 7; ++k)
    if (counts[k]) std::printf("%-12s %d\n", outcome_names[k], counts[k]);
  return failed != 0;
}
