// SPDX-License-Identifier: BSL-1.0
//
// Defines drawn::run_drawn for a GPU (drawn_machine.hpp): the machine's instructions are the
// library's, the payload's those of random_ptx.hpp, with random delays before them.
#pragma once

#include "../gpu.hpp"
#include "drawn_machine.hpp"
#include "random_kernel.hpp"
#include "random_runner.hpp"

#include <unistd.h>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace drawn {

using random_gpu::device_op;

template <class Context>
class thread_on_gpu {
 public:
  int role = 0;

 private:
  random_gpu::thread_state t;  // after the role, which its initialiser sets

 public:
  static constexpr int bytes_of_global_cell = 4096;
  Context const& ctx;
  device_protocol const& p;
  device_op const* const ops;
  int rank;

  __device__ thread_on_gpu(Context const& c, device_protocol const& table, device_op const* all,
                           random_gpu::memory const& m, std::uint32_t seed)
      : t(random_gpu::thread_of(table, m, address(c.shared(shared{}, tp::Int<0>{})), seed, role)),
        ctx(c),
        p(table),
        ops(all),
        rank(t.rank) {}

  __device__ auto shared_byte(int at) const { return ctx.shared(shared{}, tp::Int<0>{}) + at; }
  __device__ auto shared_byte(int at, int block) const {
    return ctx.shared_of(block, shared{}, tp::Int<0>{}) + at;
  }
  __device__ auto global_cell(int n) const {
    return tp::make_gmem_ptr(reinterpret_cast<std::uint8_t*>(t.global(1000 + n)));
  }
  __device__ auto flag(int n) const {
    return tp::make_gmem_ptr(t.m.flags + std::size_t(t.instance) * 32 + n);
  }

 protected:
  __device__ void differs(int k) const {
    t.wrong(&random_gpu::result::wrong_calls, random_gpu::op_code(rank, role, k), 0, 0);
  }
  __device__ bool is_mine(device_op const& o, int& i, int& n) const {
    bool alone = false;
    return random_gpu::is_of_warpgroup(o) || random_gpu::is_mine(t, o, i, n, alone);
  }
  template <class At>
  __device__ bool is_place(device_op const& o, int operand, At const& place) const {
    void const* const is = tp::raw_pointer_cast(place.data());
    int const c = o.cell[operand];
    if (c >= 1000) return is == t.global(c);
    if (o.block == rank) return address(place.data()) == t.cell(c);
    return is == tp::raw_pointer_cast(shared_byte(t.p.cell_at[c], o.block));
  }
  __device__ void execute(device_op const& o, int k, int, int) {
    if (random_gpu::is_of_warpgroup(o)) {
      random_gpu::delay(t, k, false);
      return random_gpu::multiply(t, o);
    }
    int const op = random_gpu::op_code(rank, role, k);
    if (o.accumulator >= 0) return random_gpu::registers(t, o, op);
    move(t, o, op);
  }
  template <class Barrier>
  __device__ void load(device_op const& o, int k, Barrier const& barrier) const {
    random_gpu::delay(t, k, true);
    random_gpu::load(t, o, address(barrier));
  }

 private:
  // Out of line, which compiles five times as fast.
  __device__ __noinline__ static void move(random_gpu::thread_place t, device_op const& o, int op) {
    int i = 0, n = 0;
    bool alone = false;
    random_gpu::is_mine(t, o, i, n, alone);
    random_gpu::delay(t, op & 0xffff, alone);
    random_gpu::execute(t, o, op, i, n);
  }
  template <class At>
  __device__ static std::uint32_t address(At const& at) {
    return std::uint32_t(__cvta_generic_to_shared(tp::raw_pointer_cast(at)));
  }
};

template <class P>
__device__ void run_table(device_protocol const* p, device_op const* ops,
                          random_gpu::memory const& m, std::uint32_t seed,
                          trip_counts const& trips) {
  tp::gpu_context const ctx;
  thread_of_machine<thread_on_gpu<tp::gpu_context>> thread(ctx, *p, ops, m, seed);
  run_by_machine<P>(ctx, thread, trips);
}
template <class P>
__global__ void __launch_bounds__(threads_of<P>)
    kernel(device_protocol const* p, device_op const* ops, random_gpu::memory m, std::uint32_t seed,
           trip_counts trips) {
  run_table<P>(p, ops, m, seed, trips);
}
// PTX, "setmaxnreg": the kernel is launched with a known number of registers.
template <class P>
__global__ void __maxnreg__(P::registers)
    kernel_of_registers(device_protocol const* p, device_op const* ops, random_gpu::memory m,
                        std::uint32_t seed, trip_counts trips) {
  run_table<P>(p, ops, m, seed, trips);
}

template <class P>
auto kernel_of() {
  if constexpr (requires { P::registers; })
    return kernel_of_registers<P>;
  else
    return kernel<P>;
}

// The tables of a file of write_tables.hpp, in the order of `all`; 20 seeds of each. A protocol
// that hangs ends the program.
template <class P>
void run_drawn(char const* seed, std::string const& file, std::vector<trip_counts> const& all) {
  if (compute_capability() != 90) std::exit(skipped);
  static random_gpu::runner runner(20);
  std::vector<stored_table> stored;
  std::string found = read_tables(file.c_str(), stored);
  int tables = 0;
  for (; found.empty() && tables < int(stored.size()); ++tables) {
    stored_table const& e = stored[std::size_t(tables)];
    alarm(20);
    random_gpu::result first{};
    auto const is = runner.run(e, std::uint32_t(tables) + 1, first, kernel_of<P>(),
                               int(shared::bytes), all[std::size_t(e.p.trips)]);
    if (is == random_gpu::outcome::right) continue;
    found = std::string(random_gpu::outcome_names[int(is)]) + ", trips " +
            std::to_string(e.p.trips) + ", op " + std::to_string(first.first_op) + ", saw " +
            std::to_string(first.seen) + ", wanted " + std::to_string(first.wanted);
  }
  std::printf("%s\t%s\t%d\t%s\n", seed, found.empty() ? "ran" : "failed", tables, found.c_str());
  std::fflush(stdout);
}

}  // namespace drawn
