// SPDX-License-Identifier: BSL-1.0
//
// Defines interpreter: a kernel that executes a protocol's table (static_tests/pipeline/random/
// device_table.hpp) by the members of its context, on the CPU. random_kernel.hpp executes the same
// tables on a GPU with PTX of its own. Every write leaves its token in all 16-bit elements of its
// part of a cell, every read compares.
//
//   interpreter::threads = table.threads;
//   cpu::launch<interpreter>({table.blocks}, {table.blocks}, tables_on_cpu{...}, options);
#pragma once

#include "../../static_tests/pipeline/random/device_table.hpp"
#include "../../static_tests/pipeline/random/protocol.hpp"

#include <tileproof/atom.hpp>
#include <tileproof/cpu.hpp>
#include <tileproof/tileproof.hpp>

namespace random_cpu {

using namespace random_protocols;
namespace tp = tileproof;
using tp::uint128_t;

inline constexpr int global_bytes = 512;  // of a cell in global memory
inline constexpr int most_global_cells = 32, most_flags = 32;

// Two f16 elements of a token: the integers 1 to 61 are exact.
constexpr std::uint32_t pattern(int token) {
  int e = 0;
  while (token >> (e + 1)) ++e;
  std::uint32_t const h =
      token == 0 ? 0
                 : std::uint32_t((e + 15) << 10) | std::uint32_t((token - (1 << e)) << (10 - e));
  return h | h << 16;
}

// The result of a launch: reads of another value than the table's.
struct seen_values {
  long reads = 0, wrong = 0;
  long other = 0;  // calls of the library's machine that are not those of the table
  int block = 0, role = 0, op = 0;  // the first wrong one
  std::uint32_t seen = 0, wanted = 0;
};

// The operands of the kernel.
struct arguments {
  device_protocol const& p;
  device_op const* ops;
  tp::cpu::ptr<std::uint8_t*> tokens, stores, cells;
  tp::cpu::ptr<std::uint32_t*> flags;
  seen_values* values;
};

// A number that an instruction takes as an immediate, in `Step`s from First to Last.
template <int First, int Last, int Step, class F>
void with_immediate(int n, F f) {
  if (n == First)
    f(tp::Int<First>{});
  else if constexpr (First + Step <= Last)
    with_immediate<First + Step, Last, Step>(n, f);
}

using sum_registers = decltype(tp::make_tensor<float>(tp::Layout<tp::Int<4>>{}));

template <class Context>
class thread_of_table {
  using cells = tp::field<std::uint8_t, 227 * 1024 - 8 * most_mbarriers, 1024>;

 public:
  using shared = tp::shared_memory<cells, tp::field<std::uint64_t, most_mbarriers, 8>>;

  thread_of_table(Context const& c, arguments const& a)
      : ctx(c), args(a), p(a.p), rank(c.block_x()) {
    int const warp = ctx.thread() / 32;
    while (role + 1 < p.roles && warp >= p.role_first_warp[role + 1]) ++role;
    in_role = ctx.thread() - 32 * p.role_first_warp[role];
    for (auto& s : sums) tp::clear(s);
  }

  void run() {
    if (p.machine_initialises && p.mbarriers > 0) initialize_as_the_launcher();
    for (int k = 0; k < p.op_count[rank][role]; ++k) {
      device_op const& o = args.ops[p.first_op[rank][role] + k];
      int i = 0, n = 0;
      if (is_mine(o, i, n)) execute(o, k, i, n);
    }
  }

 protected:
  Context const& ctx;
  arguments const& args;
  device_protocol const& p;
  int rank, role = 0, in_role = 0;
  sum_registers sums[4];

  auto barrier(int b) const { return ctx.shared(shared{}, tp::Int<1>{}) + b; }
  // A byte of shared or global memory, of a block of the cluster.
  auto byte(device_op const& o, int operand, std::int64_t at) const {
    int const c = o.cell[operand];
    using place = tp::cpu::ptr<std::uint8_t*>;
    if (c >= 1000) return place{args.cells + ((c - 1000) * global_bytes + at)};
    at += p.cell_at[c];
    auto const mine = tp::raw_pointer_cast(ctx.shared(shared{}, tp::Int<0>{}));
    auto const to = o.block == rank ? mine : ctx.shared_of(o.block, shared{}, tp::Int<0>{});
    return place{{to.in, to.bit + 8 * at, to.wrong}};
  }
  template <class T>
  static tp::cpu::ptr<T*> as(tp::cpu::place const& at) {
    return {at};
  }
  int bytes(device_op const& o) const {
    return o.cell[0] >= 1000 ? global_bytes : p.cell_bytes[o.cell[0]];
  }

  // A TMA load, counted at `bar`.
  template <class Barrier>
  void load(device_op const& o, Barrier const& bar) const {
    bool const multi = verb(o.verb) == verb::tma_load_multicast;
    tp::cpu::issue_load(tp::cpu::pieces_of(args.tokens + o.token * token_bytes, byte(o, 0, 0),
                                           p.cell_bytes[o.cell[0]]),
                        tp::cpu::place_of_barrier(bar),
                        multi ? (1U << p.blocks) - 1 : 1U << ctx.block_rank_in_cluster());
  }
  void initialize_as_the_launcher() const {
    if (ctx.thread() == 0) {
      for (int b = 0; b < p.mbarriers; ++b) ctx.initialize_barrier(barrier(b), p.arrivals[b]);
      ctx.fence_barrier_init();
    }
    ctx.sync();
    if (p.is_cluster && p.blocks > 1) ctx.cluster_arrive_relaxed(), ctx.cluster_wait();
  }

  // Whether this thread executes an op, as number i of n.
  bool is_mine(device_op const& o, int& i, int& n) const {
    int const threads = p.role_threads[role];
    bool const ends = o.in == int(section::begin) || o.in == int(section::finish);
    if (threads == 1) {
      n = 1;
      return in_role == 0 || (o.is_collective && ends);
    }
    if (who(o.by) == who::all) return i = in_role, n = threads, true;
    bool const leads = who(o.by) == who::leaders;
    i = leads ? in_role / 32 : 0, n = leads ? threads / 32 : 1;
    return leads ? in_role % 32 == 0 : in_role == 0;
  }

  void execute(device_op const& o, int k, int i, int n) {
    auto const bar = barrier(o.barrier < 0 || o.is_flag || o.is_named ? 0 : o.barrier);
    auto const flag = args.flags + (o.is_flag ? o.barrier : 0);
    switch (verb(o.verb)) {
      case verb::wait:
      case verb::test_wait:
        if (o.is_flag)
          o.passes ? void() : ctx.wait_flag(flag, std::uint32_t(o.number));
        else if (verb(o.verb) == verb::wait)
          ctx.wait_barrier(bar, o.parity);
        else
          ctx.poll_barrier(bar, o.parity);
        break;
      case verb::inval: ctx.invalidate_barrier(bar); break;
      case verb::wait_acquire_cluster: ctx.wait_barrier_acquire_cluster(bar, o.parity); break;
      case verb::arrive:
        if (o.is_flag)
          ctx.arrive_flag(flag);
        else if (o.is_named)
          ctx.arrive_named(o.barrier, p.named_threads[o.barrier]);
        else if (o.block == rank)
          ctx.arrive_barrier(bar);
        else
          ctx.arrive_barrier(bar, o.block);
        break;
      case verb::arrive_release_cluster:
        ctx.arrive_barrier_release_cluster(bar,
                                           o.block == rank ? ctx.block_rank_in_cluster() : o.block);
        break;
      case verb::arrive_and_expect_tx: ctx.set_barrier_transaction_bytes(bar, o.number); break;
      case verb::expect_tx: ctx.expect_transaction(bar, o.number); break;
      case verb::cp_async_arrive: ctx.cp_async_arrive(bar); break;
      case verb::sync: ctx.sync_named(o.barrier, p.named_threads[o.barrier]); break;
      case verb::sync_block: ctx.sync(); break;
      case verb::sync_warp: ctx.sync_warp(); break;
      case verb::cluster_arrive: ctx.cluster_arrive(); break;
      case verb::cluster_wait: ctx.cluster_wait(); break;
      case verb::tma_load:
      case verb::tma_load_multicast: load(o, bar); break;
      case verb::tma_store:
        tp::cpu::bulk_store_on_cpu(byte(o, 0, 0), args.stores + o.slot * token_bytes, bytes(o));
        break;
      case verb::tma_store_arrive: ctx.tma_store_arrive(); break;
      case verb::tma_store_wait:
        with_immediate<0, 15, 1>(o.number, [&](auto groups) { ctx.tma_store_wait(groups); });
        break;
      case verb::gemm:
        for (int b = 1; b < o.operands; ++b)
          tp::cpu::wgmma_on_cpu(
              tp::SM90_64x8x16_F32F16F16_SS<tp::GMMA::Major::K, tp::GMMA::Major::K>{},
              sums[o.accumulator].data(), nullptr, descriptor(o, 0), descriptor(o, b), true);
        break;
      case verb::warpgroup_arrive: ctx.warpgroup_arrive(); break;
      case verb::warpgroup_commit_batch: ctx.warpgroup_commit_batch(); break;
      case verb::warpgroup_wait:
        with_immediate<0, 7, 1>(o.number, [&](auto groups) { ctx.warpgroup_wait(groups); });
        break;
      case verb::cp_async:
        for (int at = 16 * ((i + turn(o, k)) % n); at < bytes(o); at += 16 * n)
          tp::cpu::copy_on_cpu(tp::SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>{},
                               as<uint128_t>(args.tokens + (o.token * token_bytes + at)),
                               as<uint128_t>(byte(o, 0, at)), true);
        break;
      case verb::cp_async_fence: ctx.cp_async_fence(); break;
      case verb::cp_async_wait:
        with_immediate<0, 15, 1>(o.number, [&](auto groups) { ctx.cp_async_wait(groups); });
        break;
      case verb::read:
      case verb::write:
      case verb::update:
        if (o.accumulator >= 0)
          registers(o, k);
        else
          access(o, k, i, n);
        break;
      case verb::fence_view_async_shared: ctx.fence_view_async_shared(); break;
      case verb::initialize_barriers:
        for (int b = 0; b < p.mbarriers; ++b) ctx.initialize_barrier(barrier(b), p.arrivals[b]);
        break;
      case verb::fence_barrier_init: ctx.fence_barrier_init(); break;
      case verb::reg_alloc:
        with_immediate<24, 256, 8>(o.number, [&](auto r) { ctx.increase_registers(r); });
        break;
      case verb::reg_dealloc:
        with_immediate<24, 256, 8>(o.number, [&](auto r) { ctx.decrease_registers(r); });
        break;
      case verb::wait_on_dependent_grids: ctx.wait_on_dependent_grids(); break;
      case verb::launch_dependent_grids: ctx.launch_dependent_grids(); break;
      default:
        break;  // sync_cluster, which is unrolled to its halves, and fetch, a prefetch to the L2
    }
  }

  // K-major without swizzle, as random_ptx.hpp has it.
  std::uint64_t descriptor(device_op const& o, int operand) const {
    return tp::wgmma_descriptor{0, 128, 256}.encode() |
           tp::cpu::shared_address(byte(o, operand, 0)) / 16;
  }

  void wrong(device_op const&, int k, std::uint32_t seen, std::uint32_t wanted) const {
    seen_values& v = *args.values;
    if (v.wrong++ == 0) v.block = rank, v.role = role, v.op = k, v.seen = seen, v.wanted = wanted;
  }

  // Units of 16 bytes go round the executors; smaller ones where there are more threads than units.
  // Which of them is a thread's own differs from call to call, unless calls state a partition; and
  // is another one in reads than in writes.
  static int turn(device_op const& o, int k) {
    return verb(o.verb) == verb::read ? 2 * k + 1 : o.partition >= 0 ? 2 * o.partition : 2 * k;
  }
  void access(device_op const& o, int k, int i, int n) {
    int const room = bytes(o) / n;
    if (room >= 16 || o.partition >= 0)
      access_by<uint128_t>(o, k, i, n);
    else if (room >= 8)
      access_by<std::uint64_t>(o, k, i, n);
    else
      access_by<std::uint32_t>(o, k, i, n);
  }
  template <class Unit>
  void access_by(device_op const& o, int k, int i, int n) {
    constexpr int width = sizeof(Unit);
    bool const reads = verb(o.verb) == verb::read, updates = verb(o.verb) == verb::update;
    Unit const now = filled<Unit>(o.token), old = filled<Unit>(o.expects[0]);
    for (int at = width * ((i + turn(o, k)) % n); at < bytes(o); at += width * n) {
      auto const unit = as<Unit>(byte(o, 0, at));
      if (reads || updates) {
        Unit const v = *unit;
        ++args.values->reads;
        // A token of 0: the table's run did not come to this read.
        if (o.expects[0] != 0 && !same(v, old)) wrong(o, k, first(v), first(old));
      }
      if (!reads) *unit = now;
    }
  }
  template <class Unit>
  static Unit filled(int token) {
    std::uint32_t words[4];
    for (auto& w : words) w = pattern(token);
    Unit u;
    std::memcpy(&u, words, sizeof(u));
    return u;
  }
  template <class Unit>
  static bool same(Unit const& a, Unit const& b) {
    return std::memcmp(&a, &b, sizeof(Unit)) == 0;
  }
  template <class Unit>
  static std::uint32_t first(Unit const& a) {
    std::uint32_t w;
    std::memcpy(&w, &a, sizeof(w));
    return w;
  }

  void registers(device_op const& o, int k) {
    auto& d = sums[o.accumulator];
    for (int e = 0; e < 4; ++e) {
      if (verb(o.verb) == verb::write) d(e) = 0.0f;
      if (verb(o.verb) != verb::read) continue;
      ++args.values->reads;
      float const x = d(e);
      if (x != float(o.number)) wrong(o, k, std::uint32_t(x), std::uint32_t(o.number));
    }
  }
};

// The launch reads the number of threads when it is called, so one kernel has tables of all sizes.
struct interpreter {
  static inline int threads = 32;
  using shared = thread_of_table<tp::cpu::block_context>::shared;

  template <class Context, class Arguments>
  static void run(Context const& ctx, Arguments const& args) {
    thread_of_table<Context>(ctx, args).run();
  }
};

}  // namespace random_cpu
