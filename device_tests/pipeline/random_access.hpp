// SPDX-License-Identifier: BSL-1.0
//
// Defines what a thread of the interpreter of random_kernel.hpp has, and its loads and stores:
// every write leaves its token in all 16-bit elements of a cell, every read compares.
#pragma once

#include "../../static_tests/pipeline/random/device_table.hpp"
#include "../../static_tests/pipeline/random/protocol.hpp"
#include "random_ptx.hpp"

namespace random_gpu {

using namespace random_protocols;

struct result {
  std::uint32_t wrong_reads, wrong_sums, wrong_calls, timed_out, first_op, seen, wanted;
};

// Which op: block, role, number in its list.
__host__ __device__ inline int op_code(int block, int role, int number) {
  return (block * 8 + role) << 16 | number;
}

struct memory {
  std::uint8_t const* tokens;   // 64 rows of token_bytes
  std::uint8_t* stores;         // most_stores slots of token_bytes for each instance
  std::uint32_t* global_cells;  // 32 cells of 4096 bytes for each instance
  std::uint32_t* flags;         // 32 for each instance
  result* results;              // of each instance
};

// Two f16 elements of a token: the integers 1 to 61 are exact.
__host__ __device__ inline std::uint32_t pattern(int token) {
  int e = 0;
  while (token >> (e + 1)) ++e;
  std::uint32_t const h =
      token == 0 ? 0
                 : std::uint32_t((e + 15) << 10) | std::uint32_t((token - (1 << e)) << (10 - e));
  return h | h << 16;
}

__device__ inline std::uint32_t mixed(std::uint32_t x) {
  x ^= x >> 16, x *= 0x7feb352dU, x ^= x >> 15, x *= 0x846ca68bU;
  return x ^ x >> 16;
}

struct thread_place {
  device_protocol const& p;
  memory const& m;
  int instance, rank, in_role, of_role;  // number among the role's threads, and how many
  std::uint32_t shared;                  // of the cells
  std::uint32_t seed;

  __device__ std::uint32_t cell(int c) const { return shared + p.cell_at[c]; }
  __device__ std::uint32_t barrier(int b) const { return shared + p.barriers_at + 8 * b; }
  __device__ std::uint32_t* global(int c) const {
    return m.global_cells + (std::size_t(instance) * 32 + (c - 1000)) * 1024;
  }
  __device__ void wrong(std::uint32_t result::* counter, int op, std::uint32_t seen,
                        std::uint32_t wanted) const {
    result& r = m.results[instance];
    if (atomicAdd(&(r.*counter), 1U) == 0) r.first_op = op, r.seen = seen, r.wanted = wanted;
  }
  // After half a second without the phase: the instance hangs. The context ends.
  __device__ void late(std::uint64_t since, int op) const {
    if (ptx::now() - since < 500000000ULL) return;
    wrong(&result::timed_out, op, 0, 0);
    __threadfence_system();
    __trap();
  }
};

struct thread_state : thread_place {
  float sums[4][4];
};

// Mostly nothing, sometimes up to 16 us; the lane that is elected has delays of its own.
__device__ inline void delay(thread_place const& t, int op, bool alone) {
  std::uint32_t const who = alone ? 977 : 0;
  std::uint32_t const r =
      mixed(t.seed ^ mixed(op * 2654435761U + (threadIdx.x / 32) * 40503U + t.rank * 7919U + who));
  if ((r & 3) != 0) return;
  long long const until = clock64() + (1LL << (r >> 2 & 15) >> 1);
  while (clock64() < until) {
  }
}

// n executors; this one is number i. Writes go to words i, i + n, ...; reads look at the words of
// the next executor, so that each reads what another has written.
template <class Read>
__device__ void check(thread_place const& t, int op, int bytes, int i, int n, int token,
                      Read read) {
  std::uint32_t const wanted = pattern(token);
  for (int w = (i + 1) % n; w < bytes / 4; w += n) {
    std::uint32_t const v = read(w);
    if (v != wanted) {
      t.wrong(&result::wrong_reads, op, v, wanted);
      break;
    }
  }
}

__device__ inline void access(thread_place const& t, device_op const& o, int op, int i, int n) {
  verb const v = verb(o.verb);
  int const c = o.cell[0];
  bool const is_global = c >= 1000, remote = !is_global && o.block != t.rank;
  int const bytes = is_global ? 4096 : t.p.cell_bytes[c];
  std::uint32_t* const g = is_global ? t.global(c) : nullptr;
  std::uint32_t const a = is_global ? 0 : remote ? ptx::mapa(t.cell(c), o.block) : t.cell(c);
  auto const read = [&](int w) {
    return g        ? ptx::read_global(g + w)
           : remote ? ptx::read_remote(a + 4 * w)
                    : ptx::read(a + 4 * w);
  };
  if (v == verb::read) return check(t, op, bytes, i, n, o.expects[0], read);
  std::uint32_t const old = pattern(o.expects[0]), now = pattern(o.token);
  for (int w = i; w < bytes / 4; w += n) {
    if (v == verb::update && read(w) != old) t.wrong(&result::wrong_reads, op, read(w), old);
    if (g)
      ptx::write_global(g + w, now);
    else if (remote)
      ptx::write_remote(a + 4 * w, now);
    else
      ptx::write(a + 4 * w, now);
  }
}

// acc[i] with i known only at run time: accumulators stay in registers.
template <class F>
__device__ void with_sum(thread_state& t, int i, F f) {
  if (i == 0) f(t.sums[0]);
  if (i == 1) f(t.sums[1]);
  if (i == 2) f(t.sums[2]);
  if (i == 3) f(t.sums[3]);
}

__device__ inline void registers(thread_state& t, device_op const& o, int op) {
  with_sum(t, o.accumulator, [&](float(&d)[4]) {
    for (float& x : d) {
      if (verb(o.verb) == verb::write) x = 0;
      if (verb(o.verb) != verb::read) continue;
      if (x != float(o.number))
        t.wrong(&result::wrong_sums, op, std::uint32_t(x), std::uint32_t(o.number));
    }
  });
}

}  // namespace random_gpu
