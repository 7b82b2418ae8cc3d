// SPDX-License-Identifier: BSL-1.0
//
// mbarriers, named barriers, the barrier of a cluster, the lanes of a warp and setmaxnreg on the
// CPU: right kernels run clean, and a use against the rules is found and named.
#include <doctest/doctest.h>

#include <tileproof/atom.hpp>
#include <tileproof/atom/tma/cluster.hpp>
#include <tileproof/cpu.hpp>
#include <tileproof/cpu/action.hpp>
#include <tileproof/cpu/barrier_round.hpp>
#include <tileproof/cpu/cluster_barrier.hpp>
#include <tileproof/cpu/cp_async_arrive.hpp>
#include <tileproof/cpu/hopper_context.hpp>
#include <tileproof/cpu/mbarrier.hpp>
#include <tileproof/cpu/mbarrier_context.hpp>
#include <tileproof/cpu/mbarrier_phase.hpp>
#include <tileproof/cpu/named_barrier.hpp>
#include <tileproof/cpu/register_pool.hpp>
#include <tileproof/cpu/threads_of_blocks.hpp>
#include <tileproof/cpu/waiting.hpp>
#include <tileproof/cpu/warp.hpp>
#include <tileproof/tileproof.hpp>

#include <vector>

using namespace tileproof;
using cpu::action_kind;
using cpu::fault;

namespace {

std::vector<cpu::options> all_orders() {
  std::vector<cpu::options> all;
  for (int i = 0; i < 6; ++i) {
    cpu::options o;
    o.asynchronous = static_cast<cpu::moment_of_effect>(i % 3);
    o.reverse = i >= 3;
    o.seed = static_cast<std::uint64_t>(i);
    all.push_back(o);
  }
  return all;
}

// A kernel of `Threads` threads with 8 mbarriers and 256 floats, whose body is a function.
struct body_args {
  void (*body)(cpu::block_context const&, cpu::ptr<float*> const&);
  cpu::ptr<float*> out;
};
using memory = shared_memory<field<std::uint64_t, 8>, field<float, 256>>;
template <int Threads>
struct kernel {
  static constexpr int threads = Threads;
  using shared = memory;
  template <class Context, class Arguments>
  static void run(Context const& ctx, Arguments const& args) {
    args.body(ctx, args.out);
  }
};
template <int Threads>
cpu::report run(void (*body)(cpu::block_context const&, cpu::ptr<float*> const&),
                cpu::options const& o, int cluster = 1) {
  std::vector<float> out(256, 0.0F);
  cpu::global<float> to("Out", out.data(), 256);
  return cpu::launch<kernel<Threads>>({cluster}, {cluster}, body_args{body, to.data()}, o);
}
auto bars_of(cpu::block_context const& ctx) { return ctx.shared(memory{}, Int<0>{}); }
auto floats_of(cpu::block_context const& ctx) {
  return make_tensor(ctx.shared(memory{}, Int<1>{}), Int<256>{});
}
void begin(cpu::block_context const& ctx, int arrivals) {
  if (ctx.thread() == 0) {
    for (int i = 0; i < 8; ++i) ctx.initialize_barrier(bars_of(ctx) + i, arrivals);
    ctx.fence_barrier_init();
  }
  ctx.cluster_sync();
}

using pointer = cpu::ptr<float*>;
using context = cpu::block_context;
using body = void (*)(context const&, pointer const&);

// Reads what the other block of the cluster has written, between two barriers of the cluster.
template <bool WaitsBefore, bool WaitsBehind>
void exchange(context const& ctx, pointer const& out) {
  floats_of(ctx)(ctx.thread()) = 1.0F;
  if (WaitsBefore) ctx.cluster_sync();
  auto const other = make_tensor(ctx.shared_of(1 - ctx.block_x(), memory{}, Int<1>{}), Int<256>{});
  auto g = make_tensor(make_gmem_ptr(out), Int<256>{});
  g(32 * ctx.block_x() + ctx.thread()) = static_cast<float>(other(ctx.thread()));
  if (WaitsBehind) ctx.cluster_sync();
}

template <int Threads>
void clean(body b, int cluster = 1) {
  for (cpu::options const& o : all_orders()) {
    cpu::report const r = run<Threads>(b, o, cluster);
    CHECK_MESSAGE(r.clean(), r.text());
  }
}
template <int Threads>
void found(body b, fault kind, char const* words, int cluster = 1) {
  for (cpu::options const& o : all_orders()) {
    cpu::report const r = run<Threads>(b, o, cluster);
    CHECK_MESSAGE(r.found(kind), r.text());
    bool const is_named = r.text().find(words) != std::string::npos;
    CHECK_MESSAGE(is_named, words << " is not in " << r.text());
  }
}

TEST_CASE("mbarriers order what the arrivals and the waits are around") {
  // Two halves hand a buffer to each other: full and empty.
  clean<64>([](context const& ctx, pointer const&) {
    begin(ctx, 32);
    auto const bars = bars_of(ctx);
    auto s = floats_of(ctx);
    int const t = ctx.thread();
    for (int k = 0; k < 5; ++k)
      if (t < 32) {
        ctx.wait_barrier(bars + 1, (k + 1) % 2);
        s(t) = static_cast<float>(k);
        ctx.arrive_barrier(bars);
      } else {
        ctx.wait_barrier(bars, k % 2);
        if (static_cast<float>(s(t - 32)) != static_cast<float>(k)) s(1000) = 0.0F;
        ctx.arrive_barrier(bars + 1);
      }
  });
  found<64>(
      [](context const& ctx, pointer const&) {
        begin(ctx, 32);
        auto const bars = bars_of(ctx);
        auto s = floats_of(ctx);
        int const t = ctx.thread();
        if (t < 32) {
          ctx.arrive_barrier(bars);
          s(t) = 1.0F;  // after the arrival
        } else {
          ctx.wait_barrier(bars, 0);
          s(128 + t) = s(t - 32);
        }
      },
      fault::race, "shared field 1");
  // Across a cluster: an arrival at the other block's barrier lets that block write what this one
  // has read.
  clean<32>(
      [](context const& ctx, pointer const& out) {
        begin(ctx, 32);
        int const other = 1 - ctx.block_rank_in_cluster();
        auto g = make_tensor(make_gmem_ptr(out), Int<256>{});
        static_cast<void>(static_cast<float>(g(32 * other + ctx.thread())));
        ctx.arrive_barrier(bars_of(ctx), other);
        ctx.wait_barrier(bars_of(ctx), 0);
        g(32 * ctx.block_x() + ctx.thread()) = 1.0F;
      },
      2);
  // It publishes no writes.
  found<32>(
      [](context const& ctx, pointer const& out) {
        begin(ctx, 32);
        int const other = 1 - ctx.block_rank_in_cluster();
        auto g = make_tensor(make_gmem_ptr(out), Int<256>{});
        g(32 * ctx.block_x() + ctx.thread()) = 1.0F;
        ctx.arrive_barrier(bars_of(ctx), other);
        ctx.wait_barrier(bars_of(ctx), 0);
        if (static_cast<float>(g(32 * other + ctx.thread())) != 1.0F) g(1000) = 0.0F;
      },
      fault::race, "of block (", 2);
}

TEST_CASE("mbarriers used against the rules") {
  found<32>([](context const& ctx, pointer const&) { ctx.wait_barrier(bars_of(ctx), 0); },
            fault::barrier, "waits for shared field 0[0], which is not initialised");
  found<64>(
      [](context const& ctx, pointer const&) {
        if (ctx.thread() == 0) ctx.initialize_barrier(bars_of(ctx), 64);
        ctx.arrive_barrier(bars_of(ctx));
      },
      fault::barrier, "initialis");
  found<32>(
      [](context const& ctx, pointer const&) {
        begin(ctx, 32);
        if (ctx.thread() == 0) ctx.initialize_barrier(bars_of(ctx) + 2, 32);
      },
      fault::barrier, "initialises barrier shared field 0[2] again");
  found<32>(
      [](context const& ctx, pointer const&) {
        begin(ctx, 4);
        if (ctx.thread() == 0) ctx.expect_transaction(bars_of(ctx), 64);
        ctx.sync();
        if (ctx.thread() < 5) ctx.arrive_barrier(bars_of(ctx));
      },
      fault::barrier, "arrives at barrier shared field 0[0], phase 0, whose 4 arrivals have come");
  found<32>(
      [](context const& ctx, pointer const&) {
        begin(ctx, 1);
        if (ctx.thread() == 0) ctx.set_barrier_transaction_bytes(bars_of(ctx), 1 << 20);
      },
      fault::barrier, "the transaction count of barrier shared field 0[0] becomes 1048576");
  found<32>(
      [](context const& ctx, pointer const&) {
        begin(ctx, 1);
        if (ctx.thread() == 0) ctx.set_barrier_transaction_bytes(bars_of(ctx) + 3, 64);
      },
      fault::barrier, "barrier shared field 0[3] ends in phase 0 with 64 bytes missing");
  found<64>(
      [](context const& ctx, pointer const&) {
        begin(ctx, 1);
        if (ctx.thread() == 1) ctx.arrive_barrier(bars_of(ctx));
        ctx.sync();
        if (ctx.thread() == 1) ctx.arrive_barrier(bars_of(ctx));
        ctx.sync();
        if (ctx.thread() == 5) ctx.wait_barrier(bars_of(ctx), 0);
      },
      fault::barrier,
      "thread 5 waits for phase 0 of barrier shared field 0[0], which is in phase 2");
  found<64>(
      [](context const& ctx, pointer const&) {
        begin(ctx, 3);
        if (ctx.thread() < 2) ctx.arrive_barrier(bars_of(ctx) + 2);
        if (ctx.thread() >= 32) ctx.wait_barrier(bars_of(ctx) + 2, 0);
      },
      fault::deadlock,
      "threads 32-63 wait for barrier shared field 0[2] phase 0: 1 arrival is missing");
  found<32>(
      [](context const& ctx, pointer const&) {
        begin(ctx, 1);
        if (ctx.thread() == 0 && ctx.block_rank_in_cluster() == 0)
          ctx.arrive_barrier(bars_of(ctx), 1);
      },
      fault::in_flight, "ended", 2);
  found<32>(
      [](context const& ctx, pointer const&) {
        begin(ctx, 1);
        if (ctx.thread() == 0) ctx.arrive_barrier(bars_of(ctx), 2);
      },
      fault::barrier, "names block 2 of a cluster of 2", 2);
}

TEST_CASE("an mbarrier is invalidated after its last use, and its memory is free then") {
  clean<64>([](context const& ctx, pointer const& out) {
    begin(ctx, 64);
    ctx.arrive_barrier(bars_of(ctx));
    ctx.poll_barrier(bars_of(ctx), 0);
    ctx.sync();
    if (ctx.thread() == 5) {
      ctx.invalidate_barrier(bars_of(ctx));
      bars_of(ctx)[0] = 1;
      ctx.initialize_barrier(bars_of(ctx), 1);
    }
    make_tensor(make_gmem_ptr(out), Int<256>{})(ctx.thread()) = 1.0F;
  });
  found<64>(
      [](context const& ctx, pointer const&) {
        begin(ctx, 64);
        ctx.arrive_barrier(bars_of(ctx));
        ctx.wait_barrier(bars_of(ctx), 0);
        if (ctx.thread() == 5) ctx.invalidate_barrier(bars_of(ctx));
      },
      fault::barrier, "thread 5 invalidates barrier shared field 0[0], which thread");
  found<64>(
      [](context const& ctx, pointer const&) {
        begin(ctx, 64);
        if (ctx.thread() == 0) ctx.arrive_barrier(bars_of(ctx));
        ctx.sync();
        if (ctx.thread() == 0) ctx.invalidate_barrier(bars_of(ctx));
      },
      fault::barrier, "invalidates barrier shared field 0[0], whose phase 0 has begun");
  found<64>(
      [](context const& ctx, pointer const&) {
        begin(ctx, 64);
        if (ctx.thread() == 0) ctx.invalidate_barrier(bars_of(ctx));
        ctx.sync();
        ctx.arrive_barrier(bars_of(ctx));
      },
      fault::barrier, "arrives at shared field 0[0], which is not initialised");
}

// Thread 0 accesses the word of an mbarrier that 32 threads have arrived at.
template <bool Writes>
void uses_word(context const& ctx, pointer const& out) {
  begin(ctx, 32);
  ctx.arrive_barrier(bars_of(ctx));
  if (ctx.thread() == 0 && Writes) bars_of(ctx)[0] = 5;
  if (ctx.thread() == 0 && !Writes)
    make_tensor(make_gmem_ptr(out), Int<256>{})(0) =
        static_cast<float>(static_cast<std::uint64_t>(bars_of(ctx)[0]));
  ctx.wait_barrier(bars_of(ctx), 0);
}

TEST_CASE("only mbarrier operations access the word of an mbarrier") {
  found<32>(uses_word<true>, fault::barrier, "writes shared field 0[0], where an mbarrier lives");
  found<32>(uses_word<false>, fault::barrier, "reads shared field 0[0], where an mbarrier lives");
  // A cp.async over two words, of which the second one is no barrier; one over no barrier.
  found<32>(
      [](context const& ctx, pointer const& out) {
        if (ctx.thread() == 0) ctx.initialize_barrier(bars_of(ctx) + 2, 1);
        ctx.sync();
        auto const in = make_tensor(make_gmem_ptr<16>(out), Layout<Shape<_4, _32>>{});
        auto const s = make_tensor(recast_ptr<float>(bars_of(ctx)), Layout<Shape<_4, _4>>{});
        if (ctx.thread() < 4)
          copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, float>{}, in(_, ctx.thread()),
               s(_, ctx.thread()));
        ctx.cp_async_fence();
        ctx.cp_async_wait(Int<0>{});
      },
      fault::barrier, "where an mbarrier lives");
  clean<32>([](context const& ctx, pointer const& out) {
    if (ctx.thread() == 0) ctx.initialize_barrier(bars_of(ctx) + 2, 1);
    if (ctx.thread() < 4) {
      bars_of(ctx)[3 + ctx.thread()] = 1;
      static_cast<void>(static_cast<std::uint64_t>(bars_of(ctx)[3 + ctx.thread()]));
    }
    make_tensor(make_gmem_ptr(out), Int<256>{})(ctx.thread()) = 1.0F;
  });
}

TEST_CASE("cp.async that arrive at an mbarrier") {
  auto const pipeline = [](context const& ctx, pointer const& out, bool waits) {
    begin(ctx, 32);
    int const t = ctx.thread();
    if (t < 32) {
      auto const in = make_tensor(make_gmem_ptr(out), Layout<Shape<_1, _32>>{});
      auto const s = make_tensor(ctx.shared(memory{}, Int<1>{}), Layout<Shape<_1, _32>>{});
      copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<std::uint32_t>, float>{}, in(_, t), s(_, t));
      ctx.cp_async_arrive(bars_of(ctx));
    } else {
      if (waits) ctx.wait_barrier(bars_of(ctx), 0);
      float const x = floats_of(ctx)(63 - t);
      if (x != 0.0F) floats_of(ctx)(1000) = 0.0F;
    }
  };
  static auto const both = pipeline;
  clean<64>([](context const& ctx, pointer const& out) { both(ctx, out, true); });
  for (cpu::options const& o : all_orders()) {
    cpu::report const r =
        run<64>([](context const& ctx, pointer const& out) { both(ctx, out, false); }, o);
    CHECK_MESSAGE((r.found(fault::race) || r.found(fault::in_flight)), r.text());
  }
}

// The producer waits for its copies first, and for a group that is empty: the arrival is for them
// all the same. It publishes no ordinary stores.
template <bool Stores>
void arrives_after_its_wait(context const& ctx, pointer const& out) {
  begin(ctx, 32);
  int const t = ctx.thread();
  if (t < 32) {
    auto const in = make_tensor(make_gmem_ptr(out), Layout<Shape<_1, _32>>{});
    auto const s = make_tensor(ctx.shared(memory{}, Int<1>{}), Layout<Shape<_1, _32>>{});
    if (Stores)
      s(_0{}, t) = 0.0F;
    else
      copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<std::uint32_t>, float>{}, in(_, t), s(_, t));
    ctx.cp_async_fence();
    ctx.cp_async_wait(_0{});
    ctx.cp_async_arrive(bars_of(ctx));
  } else {
    ctx.wait_barrier(bars_of(ctx), 0);
    float const x = floats_of(ctx)(63 - t);
    if (x != 0.0F) floats_of(ctx)(200) = 0.0F;
  }
}

TEST_CASE("cp.async whose thread waits for them before it arrives") {
  clean<64>(arrives_after_its_wait<false>);
  found<64>(arrives_after_its_wait<true>, fault::race, "shared field 1");
}

// A producer fills two stages, each by a cp.async and an arrival at the barrier of the stage. The
// consumer reads stage `Read` after it has waited for barrier `Awaited`. The arrival at barrier 1
// may happen before that at barrier 0, and lands the copies of both stages.
template <int Awaited, int Read, bool Waits = false>
void two_stages(context const& ctx, pointer const& out) {
  begin(ctx, 32);
  int const t = ctx.thread();
  if (t < 32) {
    auto const in = make_tensor(make_gmem_ptr(out), Layout<Shape<_1, _64>>{});
    auto const s = make_tensor(ctx.shared(memory{}, Int<1>{}), Layout<Shape<_1, _64>>{});
    for (int stage = 0; stage < 2; ++stage) {
      copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<std::uint32_t>, float>{}, in(_, 32 * stage + t),
           s(_, 32 * stage + t));
      ctx.cp_async_arrive(bars_of(ctx) + stage);
      ctx.cp_async_fence();
    }
    if (Waits) {  // its own copies, by their groups
      ctx.cp_async_wait(Int<1 - Read>{});
      if (static_cast<float>(floats_of(ctx)(32 * Read + t)) != 0.0F) floats_of(ctx)(1000) = 0.0F;
    }
  } else {
    ctx.wait_barrier(bars_of(ctx) + Awaited, 0);
    float const x = floats_of(ctx)(32 * Read + (63 - t));
    if (x != 0.0F) floats_of(ctx)(1000) = 0.0F;
  }
}

TEST_CASE("cp.async of two stages that arrive at two mbarriers, in either order") {
  clean<64>(two_stages<0, 0>);
  clean<64>(two_stages<1, 1>);
  clean<64>(two_stages<1, 0>);  // the second arrival comes after the copies of both
  clean<64>(two_stages<0, 0, true>);
  clean<64>(two_stages<1, 1, true>);
  for (body const b : {two_stages<0, 1>, two_stages<0, 1, true>})
    for (cpu::options const& o : all_orders()) {
      cpu::report const r = run<64>(b, o);
      CHECK_MESSAGE((r.found(fault::race) || r.found(fault::in_flight)), r.text());
    }
}

TEST_CASE("named barriers, and the barrier of a cluster") {
  clean<96>([](context const& ctx, pointer const&) {
    auto s = floats_of(ctx);
    int const t = ctx.thread();
    if (t < 64) s(t) = 1.0F;
    if (t < 64)
      ctx.arrive_named(3, 96);
    else
      ctx.sync_named(3, 96);
    if (t >= 64) s(t) = static_cast<float>(s(t - 64)) + static_cast<float>(s(t - 32));
  });
  found<96>(
      [](context const& ctx, pointer const&) {
        auto s = floats_of(ctx);
        int const t = ctx.thread();
        s(t) = 1.0F;
        if (t < 64) ctx.sync_named(3, 64);
        if (t >= 64) s(t) = s(t - 64);
      },
      fault::race, "shared field 1");
  found<96>(
      [](context const& ctx, pointer const&) { ctx.sync_named(1, ctx.thread() < 32 ? 64 : 96); },
      fault::barrier, "while others wait there for");
  found<96>([](context const& ctx, pointer const&) { ctx.sync_named(1, 48); }, fault::barrier,
            "a multiple of 32 up to 96");
  found<32>([](context const& ctx, pointer const&) { ctx.sync_named(16, 32); }, fault::barrier,
            "there are 0 to 15");
  found<96>(
      [](context const& ctx, pointer const&) {
        if (ctx.thread() < 32) ctx.arrive_named(2, 96);
        if (ctx.thread() < 32) ctx.arrive_named(2, 96);
      },
      fault::barrier, "arrives at named barrier 2 again");
  found<64>(
      [](context const& ctx, pointer const&) {
        if (ctx.thread() < 32) ctx.sync_named(2, 64);
      },
      fault::deadlock, "threads 0-31 wait for named barrier 2: 32 of 64 threads are missing");
  clean<32>(
      [](context const& ctx, pointer const& out) {
        auto g = make_tensor(make_gmem_ptr(out), Int<256>{});
        g(32 * ctx.block_x() + ctx.thread()) = 1.0F;
        ctx.cluster_arrive();
        ctx.cluster_wait();
        if (static_cast<float>(g(32 * (1 - ctx.block_x()) + ctx.thread())) != 1.0F) g(1000) = 0.0F;
      },
      2);
  found<32>(
      [](context const& ctx, pointer const& out) {
        auto g = make_tensor(make_gmem_ptr(out), Int<256>{});
        g(32 * ctx.block_x() + ctx.thread()) = 1.0F;
        ctx.cluster_arrive_relaxed();
        ctx.cluster_wait();
        if (static_cast<float>(g(32 * (1 - ctx.block_x()) + ctx.thread())) != 1.0F) g(1000) = 0.0F;
      },
      fault::race, "of block (", 2);
  // Shared memory of the other block.
  clean<32>(exchange<true, true>, 2);
  found<32>(exchange<false, true>, fault::race, "of block (", 2);
  found<32>(exchange<true, false>, fault::in_flight, "may have ended when thread", 2);
  found<32>([](context const& ctx,
               pointer const&) { static_cast<void>(ctx.shared_of(2, memory{}, Int<1>{})); },
            fault::barrier, "names block 2 of a cluster of 2", 2);
  found<32>([](context const& ctx, pointer const&) { ctx.cluster_wait(); }, fault::barrier,
            "without an arrival");
  found<32>(
      [](context const& ctx, pointer const&) {
        ctx.cluster_arrive();
        ctx.cluster_arrive();
        ctx.cluster_wait();
      },
      fault::barrier, "twice");
}

// Writes to the shared memory of the other block of the cluster, and arrives at a barrier there.
enum class meets { not_at_all, relaxed, wholly };
template <meets First, bool Arrives>
void reaches_over(context const& ctx, pointer const&) {
  int const other = 1 - ctx.block_rank_in_cluster();
  if (ctx.thread() == 0) {
    ctx.initialize_barrier(bars_of(ctx), 32);
    ctx.fence_barrier_init();
  }
  if (First == meets::relaxed) ctx.cluster_arrive_relaxed();
  if (First == meets::wholly) ctx.cluster_arrive();
  if (First != meets::not_at_all) ctx.cluster_wait();
  if (Arrives) {
    ctx.arrive_barrier(bars_of(ctx), other);
    ctx.wait_barrier(bars_of(ctx), 0);
  } else {
    make_tensor(ctx.shared_of(other, memory{}, Int<1>{}), Int<256>{})(ctx.thread()) = 1.0F;
  }
  ctx.cluster_sync();
}

TEST_CASE("the barrier of a cluster does not count threads that returned before its first use") {
  clean<64>(
      [](context const& ctx, pointer const&) {
        if (ctx.thread() < 32) ctx.cluster_sync();
      },
      2);
}

TEST_CASE("a block of a cluster is reached once it has begun") {
  found<32>(reaches_over<meets::not_at_all, false>, fault::in_flight, "which may not have begun",
            2);
  found<32>(reaches_over<meets::not_at_all, true>, fault::in_flight, "which may not have begun", 2);
  clean<32>(reaches_over<meets::relaxed, false>, 2);
  clean<32>(reaches_over<meets::relaxed, true>, 2);
  clean<32>(reaches_over<meets::wholly, false>, 2);
  clean<32>(reaches_over<meets::wholly, true>, 2);
}

enum class fence_of { nobody, writer_own, writer_all, reader };

// Block 0 writes to the shared memory of block 1, which stores it by TMA.
template <fence_of By>
void stores_what_the_other_wrote(context const& ctx, pointer const& out) {
  ctx.cluster_sync();
  auto other = make_tensor(ctx.shared_of(1, memory{}, Int<1>{}), Int<256>{});
  if (ctx.block_x() == 0) other(ctx.thread()) = 1.0F;
  if (By == fence_of::writer_own) ctx.fence_view_async_shared();
  if (By == fence_of::writer_all) ctx.fence_view_async();
  ctx.cluster_sync();
  if (ctx.block_x() == 0 || ctx.thread() != 0) return;
  if (By == fence_of::reader) ctx.fence_view_async_shared();
  cpu::bulk_store_on_cpu(raw_pointer_cast(ctx.shared(memory{}, Int<1>{})), out, 128);
  ctx.tma_store_arrive();
  ctx.tma_store_wait(_0{});
}

TEST_CASE("fence.proxy.async.shared::cta covers the shared memory of its own block") {
  found<32>(stores_what_the_other_wrote<fence_of::nobody>, fault::proxy, "shared field 1", 2);
  found<32>(stores_what_the_other_wrote<fence_of::writer_own>, fault::proxy, "shared field 1", 2);
  clean<32>(stores_what_the_other_wrote<fence_of::writer_all>, 2);
  clean<32>(stores_what_the_other_wrote<fence_of::reader>, 2);
}

// The last thread stores to global memory, and ends the launch or waits.
template <bool Ends>
void stores_from_the_last_thread(context const& ctx, pointer const& out) {
  floats_of(ctx)(ctx.thread()) = 1.0F;
  ctx.fence_view_async_shared();
  ctx.sync();
  if (ctx.thread() + 1 != ctx.threads()) return;
  cpu::bulk_store_on_cpu(raw_pointer_cast(ctx.shared(memory{}, Int<1>{})), out, 128);
  ctx.expects(!Ends, "the launch ends here");
  ctx.tma_store_arrive();
  ctx.tma_store_wait(_0{});
}

TEST_CASE("a launch that is stopped leaves no copy by TMA behind") {
  std::vector<float> out(256, 0.0F);
  cpu::global<float> to("Out", out.data(), 256);
  cpu::report const stopped =
      cpu::launch<kernel<64>>({1}, body_args{stores_from_the_last_thread<true>, to.data()});
  CHECK(stopped.found(fault::launch));
  cpu::report const next =
      cpu::launch<kernel<32>>({1}, body_args{stores_from_the_last_thread<false>, to.data()});
  CHECK_MESSAGE(next.clean(), next.text());
  CHECK(out[31] == 1.0F);
}

TEST_CASE("named barrier 0 is that of __syncthreads") {
  // Two warps meet there while the others are at __syncthreads, with another number of threads.
  found<128>(
      [](context const& ctx, pointer const&) {
        if (ctx.thread() < 64) ctx.sync_named(0, 64);
        ctx.sync();
      },
      fault::barrier, "named barrier 0");
  found<128>(
      [](context const& ctx, pointer const&) {
        if (ctx.thread() < 64) ctx.arrive_named(0, 64);
        ctx.sync();
      },
      fault::barrier, "named barrier 0");
  clean<128>([](context const& ctx, pointer const&) {
    if (ctx.thread() < 64) ctx.sync_named(1, 64);
    ctx.sync();
  });
  // With all threads it is __syncthreads, in whatever form each warp calls it.
  clean<128>([](context const& ctx, pointer const&) {
    auto s = floats_of(ctx);
    int const t = ctx.thread();
    for (int i = 0; i < 3; ++i) {
      s(128 * (i % 2) + t) = static_cast<float>(i);
      if (t < 64 * i)
        ctx.sync_named(0, 128);
      else
        ctx.sync();
      if (static_cast<float>(s(128 * (i % 2) + 127 - t)) != static_cast<float>(i)) s(1000) = 0.0F;
    }
  });
  // The use by two warps is over when the others come.
  clean<128>([](context const& ctx, pointer const&) {
    if (ctx.thread() < 64) ctx.sync_named(0, 64);
    ctx.sync_named(1, 128);
    ctx.sync();
  });
}

TEST_CASE("a named barrier has one use at a time, in every order of the threads") {
  // Warps 0 and 1, and warps 2 and 3: one id for both pairs.
  found<128>([](context const& ctx, pointer const&) { ctx.sync_named(1, 64); }, fault::barrier,
             "named barrier 1");
  clean<128>([](context const& ctx, pointer const&) {
    ctx.sync_named(1 + ctx.thread() / 64, 64);
    ctx.sync();
    ctx.sync_named(2 - ctx.thread() / 64, 64);
  });
  // An arrival in the next round, and nothing tells the thread that this one is over.
  found<64>(
      [](context const& ctx, pointer const&) {
        for (int i = 0; i < 2; ++i)
          if (ctx.thread() < 32)
            ctx.arrive_named(2, 64);
          else
            ctx.sync_named(2, 64);
      },
      fault::barrier, "named barrier 2");
  clean<64>([](context const& ctx, pointer const&) {
    for (int i = 0; i < 3; ++i)
      if (ctx.thread() < 32) {
        ctx.arrive_named(2, 64);
        ctx.sync_named(3, 64);
      } else {
        ctx.sync_named(2, 64);
        ctx.arrive_named(3, 64);
      }
  });
}

TEST_CASE("all lanes of a warp execute one bar.sync or bar.arrive") {
  found<32>(
      [](context const& ctx, pointer const&) {
        if (ctx.thread() < 16)
          ctx.arrive_named(1, 32);
        else
          ctx.sync_named(1, 32);
      },
      fault::divergence, "where others of its warp execute bar.");
  found<64>(
      [](context const& ctx, pointer const&) {
        if (ctx.thread() % 32 < 16) ctx.sync_named(1, 32);  // 32 threads, of two warps
      },
      fault::divergence, "did not execute bar.sync 1, 32");
  found<64>([](context const& ctx,
               pointer const&) { ctx.sync_named(ctx.thread() % 32 < 16 ? 1 : 2, 32); },
            fault::divergence, "where others of its warp execute bar.sync");
  clean<64>([](context const& ctx, pointer const&) {
    if (ctx.thread() < 32)
      ctx.arrive_named(1, 64);
    else
      ctx.sync_named(1, 64);
  });
  // Each bar.arrive is of the whole warp, which completes the barrier alone.
  clean<64>([](context const& ctx, pointer const&) {
    if (ctx.thread() < 32)
      for (int i = 0; i < 3; ++i) ctx.arrive_named(1, 32);
  });
}

TEST_CASE("the lanes of a warp") {
  clean<64>([](context const& ctx, pointer const&) {
    auto s = floats_of(ctx);
    int const t = ctx.thread();
    s(t) = static_cast<float>(t);
    ctx.sync_warp();
    float sum = s(t ^ 1);
    for (int mask = 16; mask > 0; mask /= 2) sum += ctx.shuffle_xor(sum, mask);
    int const first = ctx.shuffle(t, 0);
    bool const is_elected = ctx.elect_one();
    bool const is_right = sum == static_cast<float>(496 + (t < 32 ? 0 : 1024)) &&
                          first == t / 32 * 32 && is_elected == (t % 32 == 0);
    if (!is_right) s(1000) = 0.0F;
  });
  found<64>(
      [](context const& ctx, pointer const&) {
        auto s = floats_of(ctx);
        int const t = ctx.thread();
        s(t) = 1.0F;
        ctx.sync_warp();
        s(128 + t) = s(63 - t);
      },
      fault::race, "shared field 1");
  found<32>(
      [](context const& ctx, pointer const&) {
        auto s = floats_of(ctx);
        s(ctx.thread()) = 1.0F;
        static_cast<void>(ctx.shuffle_xor(1, 1));  // orders no memory
        s(128 + ctx.thread()) = s(31 - ctx.thread());
      },
      fault::race, "shared field 1");
  found<32>(
      [](context const& ctx, pointer const&) {
        if (ctx.thread() < 16)
          ctx.sync_warp();
        else
          static_cast<void>(ctx.elect_one());
      },
      fault::divergence, "others of its warp");
}

TEST_CASE("setmaxnreg") {
  clean<384>([](context const& ctx, pointer const&) {
    if (ctx.thread() < 128)
      ctx.decrease_registers(Int<24>{});
    else
      ctx.increase_registers(Int<240>{});
  });
  found<384>(
      [](context const& ctx, pointer const&) {
        if (ctx.thread() < 128)
          ctx.decrease_registers(Int<32>{});
        else
          ctx.increase_registers(Int<240>{});
      },
      fault::deadlock, "wait for registers: 240 a thread are asked for, of 168 at the launch");
  found<384>([](context const& ctx, pointer const&) { ctx.decrease_registers(Int<240>{}); },
             fault::barrier, "decreases its registers from 168 to 240");
}

TEST_CASE("setmaxnreg is executed by all warps of a warpgroup") {
  found<128>(
      [](context const& ctx, pointer const&) {
        if (ctx.thread() < 32) ctx.decrease_registers(Int<24>{});
      },
      fault::barrier,
      "thread 32 did not execute setmaxnreg.dec 24, as others of its warpgroup did");
  found<256>(
      [](context const& ctx, pointer const&) {  // warps 1 to 4
        if (ctx.thread() >= 32 && ctx.thread() < 160) ctx.decrease_registers(Int<24>{});
      },
      fault::barrier, "thread 0 did not execute setmaxnreg.dec 24");
  found<160>(
      [](context const& ctx, pointer const&) {
        if (ctx.thread() >= 128) ctx.decrease_registers(Int<24>{});
      },
      fault::barrier, "outside of a warpgroup of 128 threads");
  found<128>(
      [](context const& ctx, pointer const&) {
        if (ctx.thread() < 96)
          ctx.decrease_registers(Int<24>{});
        else
          ctx.decrease_registers(Int<32>{});
      },
      fault::barrier, "where others of its warpgroup execute setmaxnreg.dec");
  // Twice, and the warps do not synchronise in between: not at all, or in pairs.
  found<128>(
      [](context const& ctx, pointer const&) {
        ctx.decrease_registers(Int<64>{});
        ctx.decrease_registers(Int<24>{});
      },
      fault::barrier, "since the last setmaxnreg of their warpgroup");
  found<128>(
      [](context const& ctx, pointer const&) {
        ctx.decrease_registers(Int<64>{});
        ctx.sync_named(1 + ctx.thread() / 64, 64);
        ctx.decrease_registers(Int<24>{});
      },
      fault::barrier, "since the last setmaxnreg of their warpgroup");
  clean<256>([](context const& ctx, pointer const&) {
    if (ctx.thread() < 128) {
      ctx.decrease_registers(Int<64>{});
      ctx.sync_named(1, 128);
      ctx.decrease_registers(Int<24>{});
    } else {
      ctx.increase_registers(Int<248>{});
    }
  });
}

TEST_CASE("launches of clusters that no GPU takes") {
  body const nothing = [](context const&, pointer const&) {};
  std::vector<float> out(4);
  cpu::global<float> to("Out", out.data(), 4);
  body_args const args{nothing, to.data()};
  auto const refused = [&](cpu::grid const& g, cpu::grid const& cluster, int sm,
                           char const* words) {
    cpu::options o;
    o.sm = sm;
    cpu::report const r = cpu::launch<kernel<32>>(g, cluster, args, o);
    CHECK(r.found(fault::launch));
    CHECK_MESSAGE(r.text().find(words) != std::string::npos, r.text());
  };
  refused({3}, {2}, 90, "no multiple of its clusters of 2 x 1 x 1");
  refused({32}, {32}, 90, "16 the most");
  refused({2}, {2}, 80, "sm_90 has first");
  cpu::report const r = cpu::launch<kernel<32>>({4, 4}, {2, 2}, args);
  CHECK(r.clean());
  CHECK(r.blocks == 16);
}

TEST_CASE("the synchronising instructions of a thread are recorded") {
  cpu::options o;
  o.records_actions = true;
  cpu::report const r = run<64>(
      [](context const& ctx, pointer const&) {
        begin(ctx, 32);
        if (ctx.thread() < 32) {
          ctx.arrive_barrier(bars_of(ctx) + 5);
          ctx.arrive_named(1, 64);
        } else {
          ctx.wait_barrier(bars_of(ctx) + 5, 0);
          ctx.sync_named(1, 64);
          ctx.fence_view_async_shared();
          ctx.launch_dependent_grids();
          ctx.wait_on_dependent_grids();
        }
      },
      o);
  REQUIRE(r.clean());
  auto const of = [&](int thread) {
    std::vector<cpu::action> all;
    for (cpu::action const& a : r.actions)
      if (a.thread == thread) all.push_back(a);
    return all;
  };
  auto const first = of(0);
  REQUIRE(first.size() == 13);  // 8 initialisations, a fence, the cluster's barrier, and the two
  CHECK(first[7].kind == action_kind::initialize_barrier);
  CHECK(first[7].index == 7);
  CHECK(first[7].count == 32);
  CHECK(first[8].kind == action_kind::fence_barrier_init);
  CHECK(first[9].kind == action_kind::cluster_arrive);
  CHECK(first[10].kind == action_kind::cluster_wait);
  CHECK(first[11].kind == action_kind::arrive_barrier);
  CHECK(first[11].field == 0);
  CHECK(first[11].index == 5);
  CHECK(first[11].phase == 0);
  CHECK(first[12].kind == action_kind::arrive_named);
  auto const other = of(40);
  REQUIRE(other.size() == 7);
  CHECK(other[2].kind == action_kind::wait_barrier);
  CHECK(other[2].phase == 0);
  CHECK(other[3].kind == action_kind::sync_named);
  CHECK(other[3].index == 1);
  CHECK(other[3].count == 64);
  CHECK(other[4].kind == action_kind::fence_view_async_shared);
  CHECK(other[5].kind == action_kind::launch_dependent_grids);
  CHECK(other[6].kind == action_kind::wait_on_dependent_grids);
}

}  // namespace
