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
#include "../gpu.hpp"
#include "random_kernel.hpp"
#include "random_runner.hpp"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

using namespace random_gpu;

namespace {

struct shared_word {  // of parent and child
  std::uint32_t volatile at, finished;
  struct {
    outcome is;
    result first;
  } of[1];
};

// Runs [from, upto) in a child, where everything of CUDA is; false: it ended at word->at.
bool run_batch(std::vector<stored_table> const& all, shared_word* word, int from, int upto,
               int seeds, int patience) {
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
      stored_table const& e = all[std::size_t(i)];
      word->of[i].is =
          r.run(e, std::uint32_t(i) + 1, word->of[i].first, interpret, e.p.shared_bytes);
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
  if (code == skipped || code == 3)
    std::exit(code);  // no such GPU, or no memory: no protocol's fault
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
  int counts[outcomes] = {}, failed = 0;
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
  for (int k = 0; k < outcomes; ++k)
    if (counts[k]) std::printf("%-12s %d\n", outcome_names[k], counts[k]);
  return failed != 0;
}
