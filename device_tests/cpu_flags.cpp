// SPDX-License-Identifier: BSL-1.0
//
// Flags in global memory on the CPU: what they order between blocks that run together, and what is
// found; and the column sums with split-k in roles, right, word for word, and with seeded mistakes.
#include <doctest/doctest.h>

#include "pipeline/mutants.hpp"
#include "pipeline/split_k_on_cpu.hpp"

#include <tileproof/atom/flag.hpp>
#include <tileproof/cpu/flag.hpp>

#include <cstdio>

using namespace tileproof;
using cpu::fault;

namespace {

std::vector<cpu::options> all_orders(int resident) {
  std::vector<cpu::options> all;
  for (int i = 0; i < 6; ++i) {
    cpu::options o;
    o.asynchronous = static_cast<cpu::moment_of_effect>(i % 3);
    o.reverse = i >= 3;
    o.seed = static_cast<std::uint64_t>(i);
    o.resident = resident;
    all.push_back(o);
  }
  return all;
}

// ---- single flags: a kernel of 32 threads, whose body is a function, with 256 floats and 8
// counters

using context = cpu::block_context;
using floats = cpu::ptr<float*>;
using words = cpu::ptr<std::uint32_t*>;
using body = void (*)(context const&, floats const&, words const&);
struct body_args {
  body run;
  floats out;
  words flags;
};
template <int Cluster>
struct kernel {
  static constexpr int threads = 32;
  using shared = shared_memory<field<std::uint32_t, 8>, field<std::uint64_t, 1>, field<float, 32>>;
  template <class Context, class Arguments>
  static void run(Context const& ctx, Arguments const& args) {
    args.run(ctx, args.out, args.flags);
  }
};
template <int Cluster = 1>
cpu::report run(body b, cpu::options const& o, int blocks) {
  std::vector<float> out(256, 0.0F);
  static std::uint32_t counters[8];
  for (std::uint32_t& n : counters) n = 0;
  cpu::global<float> to("Out", out.data(), 256);
  static cpu::global<std::uint32_t> flags("Flags", counters, 8);  // recorded actions use its name
  to.starts_unwritten();
  return cpu::launch<kernel<Cluster>>({blocks}, {Cluster}, body_args{b, to.data(), flags.data()},
                                      o);
}
void clean(body b, int blocks) {
  for (cpu::options const& o : all_orders(blocks)) {
    cpu::report const r = run(b, o, blocks);
    CHECK_MESSAGE(r.clean(), r.text());
  }
}
void found(body b, fault kind, char const* words, int blocks) {
  for (cpu::options const& o : all_orders(blocks)) {
    cpu::report const r = run(b, o, blocks);
    CHECK_MESSAGE(r.found(kind), r.text());
    bool const is_named = r.text().find(words) != std::string::npos;
    CHECK_MESSAGE(is_named, words << " is not in " << r.text());
  }
}
// Block 0 writes 32 floats and arrives; the others wait, and read them.
template <bool HasSync = true, bool HasWait = true, bool IsEarly = false>
void hand_over(context const& ctx, floats const& out, words const& flags) {
  int const t = ctx.thread();
  if (ctx.block_x() == 0) {
    if (IsEarly && t == 0) ctx.arrive_flag(flags + 3);
    out[t] = static_cast<float>(t);
    if (HasSync) ctx.sync();
    if (!IsEarly && t == 0) ctx.arrive_flag(flags + 3);
  } else {
    if (HasWait && t == 0) ctx.wait_flag(flags + 3, 1);
    ctx.sync();
    if (static_cast<float>(out[31 - t]) != static_cast<float>(31 - t)) out[1000] = 0.0F;
  }
}

TEST_CASE("a flag orders what is before an arrival and after a wait") {
  clean(hand_over<>, 2);
  clean(hand_over<>, 5);
  found(hand_over<false>, fault::race, "of block (0,0,0) wrote", 2);
  found(hand_over<true, false>, fault::race, "which thread", 3);
  found(hand_over<true, true, true>, fault::race, "which thread", 2);
  // Blocks take turns at one float.
  clean(
      [](context const& ctx, floats const& out, words const& flags) {
        if (ctx.thread() != 0) return;
        for (int round = 0; round < 3; ++round) {
          int const n = 4 * round + ctx.block_x();
          ctx.wait_flag(flags, static_cast<std::uint32_t>(n));
          float const before = n == 0 ? 0.0F : static_cast<float>(out[0]);
          if (before != static_cast<float>(n)) out[1000] = 0.0F;
          out[0] = before + 1.0F;
          ctx.arrive_flag(flags);
        }
      },
      4);
}
// Block 1 resets a flag after its wait for the one arrival; before it; and then block 2 arrives.
template <bool HasWait, bool IsUsedAgain>
void reset(context const& ctx, floats const&, words const& flags) {
  if (ctx.thread() != 0) return;
  if (ctx.block_x() == 0) ctx.arrive_flag(flags + 3);
  if (ctx.block_x() == 1) {
    if (HasWait) ctx.wait_flag(flags + 3, 1);
    ctx.reset_flag(flags + 3);
    ctx.arrive_flag(flags + 4);
  }
  if (ctx.block_x() == 2 && IsUsedAgain) {
    ctx.wait_flag(flags + 4, 1);
    ctx.arrive_flag(flags + 3);
  }
}
TEST_CASE("a flag is reset after all its arrivals, and not used again") {
  clean(reset<true, false>, 3);
  found(reset<false, false>, fault::race, "reset", 3);
  found(reset<true, true>, fault::race, "after its reset", 3);
}
// Blocks that no flag orders, together and one after the other.
TEST_CASE("two blocks at one element of global memory race") {
  body const both_write = [](context const& ctx, floats const& out, words const&) {
    if (ctx.thread() == 3) out[5] = 1.0F;
  };
  found(both_write, fault::race, "writes Out[5], which thread 3 of block", 2);
  body const one_reads = [](context const& ctx, floats const& out, words const&) {
    if (ctx.thread() != 3) return;
    if (ctx.block_x() == 0) out[5] = 1.0F;
    if (ctx.block_x() == 1) static_cast<void>(static_cast<float>(out[5]));
  };
  found(one_reads, fault::race, "Out[5], which thread 3 of block", 2);
  CHECK(run(both_write, {}, 2).found(fault::race));
  CHECK(run(one_reads, {}, 2).found(fault::race));
}
// Block 0 stores by TMA, and arrives after a wait for the store, or for its read of shared memory.
template <bool IsComplete>
void store_and_hand_over(context const& ctx, floats const& out, words const& flags) {
  int const t = ctx.thread();
  if (ctx.block_x() == 0) {
    auto s = make_tensor(ctx.shared(kernel<1>::shared{}, Int<2>{}), Layout<_32>{});
    s(t) = static_cast<float>(t);
    ctx.fence_view_async_shared();
    ctx.sync();
    if (t == 0) {
      auto const to = make_tensor(make_gmem_ptr<16>(out), Layout<_32>{});
      copy(Copy_Atom<Copy_Traits<SM90_BULK_COPY_S2G, Int<1024>>, float>{}, s, to);
      ctx.tma_store_arrive();
      if (IsComplete)
        ctx.tma_store_complete(Int<0>{});
      else
        ctx.tma_store_wait(Int<0>{});
      ctx.arrive_flag(flags + 3);
    }
  } else {
    if (t == 0) ctx.wait_flag(flags + 3, 1);
    ctx.sync();
    if (static_cast<float>(out[31 - t]) != static_cast<float>(31 - t)) out[1000] = 0.0F;
  }
}
TEST_CASE("an arrival publishes a store by TMA that has been waited for") {
  clean(store_and_hand_over<true>, 2);
  for (cpu::options const& o : all_orders(2)) {
    cpu::report const r = run(store_and_hand_over<false>, o, 2);
    CHECK_MESSAGE(!r.clean(), r.text());
  }
}
// Two of three blocks are waited for: which of them has come depends on the order of threads, and
// the race is found in each.
TEST_CASE("a wait tells of the arrivals that it counts, and of no other") {
  found(
      [](context const& ctx, floats const& out, words const& flags) {
        if (ctx.thread() != 0) return;
        int const b = ctx.block_x();
        if (b < 3) {
          out[b] = 1.0F;
          ctx.arrive_flag(flags);
        } else {
          ctx.wait_flag(flags, 2);
          for (int i = 0; i < 3; ++i) static_cast<void>(static_cast<float>(out[i]));
        }
      },
      fault::race, "thread 0 of block (3,0,0) reads Out[", 4);
}
TEST_CASE("flags used against the rules") {
  // An arrival too few.
  found(
      [](context const& ctx, floats const&, words const& flags) {
        if (ctx.thread() != 0) return;
        if (ctx.block_x() == 0) ctx.arrive_flag(flags + 1);
        if (ctx.block_x() == 1) ctx.wait_flag(flags + 1, 3);
      },
      fault::deadlock,
      "threads 0 of block (1,0,0) wait for flag Flags[1] to come to 3, which is 1: 2 arrivals are "
      "missing",
      2);
  // A plain access of a counter.
  found(
      [](context const& ctx, floats const&, words const& flags) {
        if (ctx.thread() != 0) return;
        ctx.arrive_flag(flags);
        ctx.wait_flag(flags, 2);
        if (ctx.block_x() == 0) flags[0] = 0U;
      },
      fault::race, "which an arrival or a wait at the flag", 2);
  found(
      [](context const& ctx, floats const&, words const& flags) {
        if (ctx.thread() == 0) ctx.arrive_flag(flags + 8);
      },
      fault::out_of_bounds, "Flags[8]", 1);
  found(
      [](context const& ctx, floats const&, words const&) {
        if (ctx.thread() == 0) ctx.arrive_flag(ctx.shared(kernel<1>::shared{}, Int<0>{}));
      },
      fault::wrong_memory, "as if it were global memory", 1);
}
TEST_CASE("a block that waits for one that does not run beside it") {
  // An earlier one has come by chance.
  cpu::options o;
  cpu::report r = run(hand_over<>, o, 3);
  CHECK_MESSAGE(r.found(fault::barrier), r.text());
  CHECK(r.text().find("a flag orders blocks that are resident together") != std::string::npos);
  // A later one never comes.
  o.reverse = true;
  r = run(hand_over<>, o, 3);
  CHECK_MESSAGE(r.found(fault::deadlock), r.text());
  CHECK(r.text().find("2 blocks of the grid do not run beside these: options::resident") !=
        std::string::npos);
  o.resident = 2;
  CHECK(run(hand_over<>, o, 3).found(fault::launch));
}
// Blocks that run together are clusters of their own.
TEST_CASE("blocks that are resident together are no cluster") {
  auto const b = [](context const& ctx, floats const& out, words const& flags) {
    if (ctx.block_rank_in_cluster() != 0 || ctx.cluster_size() != 1) out[1000] = 0.0F;
    // One waits for the other, which the barrier of a cluster of both would not let it do.
    if (ctx.block_x() == 1 && ctx.thread() == 0) ctx.wait_flag(flags, 1);
    ctx.cluster_sync();
    if (ctx.block_x() == 0 && ctx.thread() == 0) ctx.arrive_flag(flags);
  };
  clean(b, 2);
  // Two clusters of two: arrivals at each other's barriers stay in the cluster.
  for (cpu::options const& o : all_orders(2)) {
    cpu::report const r = run<2>(
        [](context const& ctx, floats const&, words const& flags) {
          auto const bar = ctx.shared(kernel<2>::shared{}, Int<1>{});
          if (ctx.thread() == 0) {
            ctx.initialize_barrier(bar, 1);
            ctx.fence_barrier_init();
          }
          ctx.cluster_sync();
          if (ctx.thread() == 0) {
            ctx.arrive_barrier(bar, 1 - ctx.block_rank_in_cluster());
            ctx.wait_barrier(bar, 0);
            ctx.arrive_flag(flags);
            ctx.wait_flag(flags, 4);
          }
          ctx.cluster_sync();
        },
        o, 4);
    CHECK_MESSAGE(r.clean(), r.text());
  }
}
TEST_CASE("arrivals and waits are recorded") {
  cpu::options o;
  o.records_actions = true;
  o.resident = 2;
  cpu::report const r = run(hand_over<>, o, 2);
  int arrivals = 0, waits = 0;
  for (cpu::action const& a : r.actions) {
    bool const is_there = a.tensor == "Flags" && a.index == 3;
    arrivals += a.kind == cpu::action_kind::arrive_flag && a.block == 0 && is_there;
    waits += a.kind == cpu::action_kind::wait_flag && a.block == 1 && a.count == 1 && is_there;
  }
  CHECK(arrivals == 1);
  CHECK(waits == 1);
}

// ---- split-k in roles

using split_k::mistake;
using split_k::way;

template <class Kernel>
void expect_right(split_k::problem const& p) {
  for (cpu::options o : all_orders(Kernel::protocol::blocks * p.groups)) {
    o.records = o.records_actions = !o.reverse;
    split_k::outcome const r = split_k::run_sums<Kernel>(p, o);
    CHECK_MESSAGE(r.said.clean(), r.said.text());
    CHECK(r.wrong == 0);
    CHECK_MESSAGE(r.word.empty(), r.word);
  }
}
template <way Way, int Blocks>
void expect_right() {
  using kernel = split_k::kernel<Way, Blocks>;
  expect_right<kernel>({40, 128});     // one tile
  expect_right<kernel>({1, 4});        // blocks with nothing but zeros
  expect_right<kernel>({200, 520});    // five tiles, more steps than stages
  expect_right<kernel>({72, 388, 2});  // two groups: two tiles each
  expect_right<kernel>({17, 260, 2});  // two tiles, and one
  expect_right<kernel>({9, 100, 2});   // a group without a tile
}
TEST_CASE("sums by turns are right, and word for word what was proved") {
  expect_right<way::by_turns, 2>();
  expect_right<way::by_turns, 3>();
}
TEST_CASE("sums in parallel are right, and word for word what was proved") {
  expect_right<way::in_parallel, 2>();
  expect_right<way::in_parallel, 3>();
}

// One call of one thread is changed: the first difference, in words.
TEST_CASE("a run whose flags are not those of the protocol differs in a sentence") {
  using kernel = split_k::tampered_sums<way::in_parallel, 2>;
  using where = split_k::where<kernel>;
  split_k::problem const p{40, 260};
  tampered::places<kernel::protocol, where> const calls(
      2, true, [&](int block) { return kernel::trips(block, 1, p.k, p.m); });
  auto const said = [&](pipeline::op what, tampered::change is, std::size_t nth, int block) {
    for (tampered::mutant const& m : calls.mutants()) {
      if (m.at.what != what || m.at.role != 1 || m.is != is || m.at.in != pipeline::section::end)
        continue;
      tampered::plan plan = calls.plan_of(m);
      std::vector<tampered::places<kernel::protocol, where>::one> of_block;
      for (auto const& c : calls.calls_of(m.at))
        if (c.block == block) of_block.push_back(c);
      plan.hits = [at = of_block[nth]](int b, int t, int n) {
        return b == at.block && t == at.thread && n == at.number;
      };
      cpu::options o;
      o.records = o.records_actions = true;
      o.resident = 2;
      tampered::now = &plan;
      std::string const why = split_k::run_sums<tampered::kernel<kernel>>(p, o).word;
      tampered::now = nullptr;
      CHECK(plan.changed == 1);
      return why;
    }
    return std::string("no such call");
  };
  using pipeline::op;
  using enum tampered::change;
  CHECK(said(op::wait, erase, 1, 1) ==
        "thread 32 of block 1 (adder), tile 1 end: the protocol: wait for flag Flags[0] to come to "
        "2; the run: sync with named barrier 1 of 128 threads");
  CHECK(said(op::wait, stage_before, 2, 1) ==
        "thread 32 of block 1 (adder), tile 2 end: the protocol: wait for flag Flags[0] to come to "
        "3; the run: wait for flag Flags[0] to come to 2");
  CHECK(said(op::arrive, erase, 0, 0) ==
        "thread 32 of block 0 (adder), tile 0 end: the protocol: arrive at flag Flags[0]; the run: "
        "wait for Full[2], phase 0");
  CHECK(said(op::write, next_stage, 5, 0) ==
        "thread 33 of block 0 (adder), tile 2 end: the run writes Partial[129], which the protocol "
        "does not name there");
}

// The kernel with a mistake, which no proof lets run_protocol take.
template <way Way, int Blocks, mistake M>
struct unproved : split_k::kernel<Way, Blocks, 3, M> {
  using base = split_k::kernel<Way, Blocks, 3, M>;
  using protocol = typename base::protocol;
  template <class Context, class Arguments>
  static void run(Context const& ctx, Arguments const& args) {
    base::prepare(ctx, args, [&](auto const& barriers, auto const& make, auto const& t) {
      if (ctx.thread() == 0) {
        pipeline::initialize_barriers<protocol>(ctx, barriers);
        ctx.fence_barrier_init();
      }
      ctx.sync();
      pipeline::detail::run_roles<protocol, pipeline::no_memory>(
          ctx, barriers, make, t, ctx.thread() / 32, 0,
          static_cast<typename protocol::roles*>(nullptr));
    });
  }
};
struct row {
  int tried = 0, refused = 0, caught = 0;
};
template <way Way, int Blocks, mistake M>
void judge(char const* name, row& sum) {
  using kernel = unproved<Way, Blocks, M>;
  pipeline::verdict const v = pipeline::prove_protocol<typename kernel::protocol>();
  std::string run;
  for (cpu::options const& o : all_orders(Blocks)) {
    split_k::outcome const r = split_k::run_sums<kernel>({40, 520}, o);
    if (run.empty() && !r.said.clean()) run = to_string(r.said.findings[0].kind);
    if (run.empty() && r.wrong != 0) run = "wrong sums";
  }
  std::string const proof = v.holds() ? "" : std::string(pipeline::name_of(v.found.what));
  std::printf("%-12s %-24s proof: %-36s run: %s\n",
              Way == way::by_turns ? "by turns" : "in parallel", name, proof.c_str(), run.c_str());
  ++sum.tried, sum.refused += !v.holds(), sum.caught += !run.empty();
  CHECK_MESSAGE(!v.holds(), name << " is not refused");
  CHECK_MESSAGE(!run.empty(), name << " is not found by a run");
}
template <way Way, int Blocks>
void judge_all(row& sum) {
  judge<Way, Blocks, mistake::no_wait>("no wait", sum);
  judge<Way, Blocks, mistake::waits_for_less>("waits for one less", sum);
  judge<Way, Blocks, mistake::no_sync_after_wait>("no sync after the wait", sum);
  judge<Way, Blocks, mistake::no_sync_before_arrival>("no sync before arrival", sum);
  judge<Way, Blocks, mistake::early_arrival>("arrival too early", sum);
  judge<Way, Blocks, mistake::no_arrival>("no arrival", sum);
  judge<Way, Blocks, mistake::no_wait_for_space>("no wait for space", sum);
  if (Way == way::in_parallel)
    judge<way::in_parallel, Blocks, mistake::one_counter>("one counter of all parts", sum);
}
TEST_CASE("mistakes with flags are refused by the proof and caught by the run") {
  row sum;
  judge_all<way::by_turns, 2>(sum);
  judge_all<way::in_parallel, 3>(sum);
  std::printf("%d mistakes, %d refused by the proof, %d caught by the run\n", sum.tried,
              sum.refused, sum.caught);
}

}  // namespace
