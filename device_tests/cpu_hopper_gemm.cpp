// SPDX-License-Identifier: BSL-1.0
//
// A GEMM of sm_90 on the CPU: one warpgroup loads by TMA, two multiply by wgmma, blocks are
// persistent and in clusters of two that share B by multicast, results leave by TMA. The right
// kernel runs clean and is right, whenever its asynchronous operations happen; each fault that is
// seeded in it is found.
#include <doctest/doctest.h>

#include <tileproof/atom.hpp>
#include <tileproof/atom/tma/make_tma_copy.hpp>
#include <tileproof/atom/wgmma/names.hpp>
#include <tileproof/cpu.hpp>
#include <tileproof/tileproof.hpp>

#include <string>

using namespace tileproof;
using cpu::fault;

namespace {

enum class bug {
  none,
  no_full_wait,
  no_empty_wait,
  wrong_parity,
  too_few_bytes,
  too_many_bytes,
  no_init_fence,
  no_init_barrier,
  no_warpgroup_arrive,
  no_warpgroup_wait,
  no_commit,
  release_before_wait,
  release_by_one_warp,
  no_remote_release,
  released_twice,
  no_proxy_fence,
  no_barrier_before_store,
  no_store_wait,
  no_barrier_behind_store,
  no_tail,
  stage_of_the_next,
  registers_do_not_fit,
};

template <class A, class B, class C>
struct gemm_args {
  A a;
  B b;
  C c;
  int m, n, k;
  int blocks;  // of the grid, which is persistent
  bug seeded;
};

constexpr int stages = 3;
using atom = GMMA::Layout_K_SW128_Atom<half_t>;
using smem_a = decltype(tile_to_shape(atom{}, Shape<_128, _64, Int<stages>>{}));
using smem_b = decltype(tile_to_shape(atom{}, Shape<_64, _64, Int<stages>>{}));
using smem_c = Layout<Shape<_128, _64>, Stride<_64, _1>>;

// C (m x n) = A (m x k) * B (n x k), all row-major.
struct gemm_in_roles {
  static constexpr int threads = 384;
  using shared = shared_memory<field<half_t, 128 * 64 * stages, 1024>,
                               field<half_t, 64 * 64 * stages, 1024>, field<half_t, 128 * 64>,
                               field<std::uint64_t, stages>, field<std::uint64_t, stages>>;

  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    bug const seeded = args.seeded;
    auto const full = ctx.shared(shared{}, Int<3>{});
    auto const empty = ctx.shared(shared{}, Int<4>{});
    int const rank = ctx.block_rank_in_cluster();
    if (ctx.thread() == 0) {
      for (int i = 0; i < stages; ++i) {
        ctx.initialize_barrier(full + i, 1);
        ctx.initialize_barrier(empty + i, 16);  // the consumers' warps of both blocks
      }
      if (seeded != bug::no_init_fence) ctx.fence_barrier_init();
    }
    if (seeded != bug::no_init_barrier) {
      ctx.cluster_arrive_relaxed();
      ctx.cluster_wait();
    }
    auto const sA = make_tensor(ctx.shared(shared{}, Int<0>{}), smem_a{});
    auto const sB = make_tensor(ctx.shared(shared{}, Int<1>{}), smem_b{});
    int const tiles_m = args.m / 256;  // of a cluster: two blocks
    int const tiles = tiles_m * (args.n / 64);
    int const clusters = args.blocks / 2;
    int const first = ctx.block_x() / 2;
    int const k_tiles = (args.k + 63) / 64;
    if (ctx.thread() < 128) {
      ctx.decrease_registers(Int<32>{});
      if (ctx.thread() == 0)
        load(ctx, args, sA, sB, full, empty, rank, first, clusters, tiles, tiles_m, k_tiles);
    } else {
      if (seeded == bug::registers_do_not_fit)
        ctx.increase_registers(Int<248>{});
      else
        ctx.increase_registers(Int<232>{});
      multiply(ctx, args, sA, sB, full, empty, rank, first, clusters, tiles, tiles_m, k_tiles);
    }
  }

  template <class Context, class Arguments, class A, class B, class Bar>
  TILEPROOF_KERNEL static void load(Context const& ctx, Arguments const& args, A const& sA,
                                    B const& sB, Bar const& full, Bar const& empty, int rank,
                                    int first, int clusters, int tiles, int tiles_m, int k_tiles) {
    bug const seeded = args.seeded;
    auto const mA = args.a.get_tma_tensor(make_shape(args.m, args.k));
    auto const mB = args.b.get_tma_tensor(make_shape(args.n, args.k));
    int stage = 0;
    int phase = 0;
    for (int tile = first; tile < tiles; tile += clusters) {
      auto const gA = local_tile(mA, Shape<_128, _64>{}, make_coord(tile % tiles_m * 2 + rank, _));
      auto const gB = local_tile(mB, Shape<_64, _64>{}, make_coord(tile / tiles_m, _));
      auto const a = tma_partition(args.a, group_modes<0, 2>(sA), group_modes<0, 2>(gA));
      auto const b =
          tma_partition(args.b, rank, Layout<_2>{}, group_modes<0, 2>(sB), group_modes<0, 2>(gB));
      for (int k = 0; k < k_tiles; ++k) {
        if (seeded != bug::no_empty_wait)
          ctx.wait_barrier(empty + stage, seeded == bug::wrong_parity ? phase : phase ^ 1);
        int const bytes = (128 + 64) * 64 * 2 + (seeded == bug::too_few_bytes    ? -16
                                                 : seeded == bug::too_many_bytes ? 16
                                                                                 : 0);
        ctx.set_barrier_transaction_bytes(full + stage, bytes);
        copy(args.a.with(full + stage), a.global(_, k), a.shared(_, stage));
        copy(args.b.with(full + stage, 3), b.global(_, k), b.shared(_, stage));
        if (++stage == stages) {
          stage = 0;
          phase ^= 1;
        }
      }
    }
    // The arrivals of the other block may still come.
    if (seeded != bug::no_tail)
      for (int i = 0; i < stages; ++i) {
        ctx.wait_barrier(empty + stage, phase ^ 1);
        if (++stage == stages) {
          stage = 0;
          phase ^= 1;
        }
      }
  }

  template <class Context, class Arguments, class A, class B, class Bar>
  TILEPROOF_KERNEL static void multiply(Context const& ctx, Arguments const& args, A const& sA,
                                        B const& sB, Bar const& full, Bar const& empty, int rank,
                                        int first, int clusters, int tiles, int tiles_m,
                                        int k_tiles) {
    bug const seeded = args.seeded;
    using op = SM90_64x64x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>;
    auto mma = make_tiled_mma(op{}, Layout<Shape<_2, _1, _1>>{});
    int const t = ctx.thread() - 128;
    auto const part = mma.get_slice(t);
    auto const rA = part.make_fragment_A(part.partition_A(sA));
    auto const rB = part.make_fragment_B(part.partition_B(sB));
    auto const sC = make_tensor(ctx.shared(shared{}, Int<2>{}), smem_c{});
    auto acc = partition_fragment_C(mma, Shape<_128, _64>{});
    auto const mC = args.c.get_tma_tensor(make_shape(args.m, args.n));
    int stage = 0;
    int phase = 0;
    for (int tile = first; tile < tiles; tile += clusters) {
      mma.accumulate_ = GMMA::ScaleOut::Zero;
      for (int k = 0; k < k_tiles; ++k) {
        if (seeded != bug::no_full_wait) ctx.wait_barrier(full + stage, phase);
        if (seeded != bug::no_warpgroup_arrive) ctx.warpgroup_arrive();
        int const read = seeded == bug::stage_of_the_next ? (stage + 1) % stages : stage;
        for (int i = 0; i < static_cast<int>(size<2>(rA)); ++i) {
          gemm(mma, rA(_, _, i, read), rB(_, _, i, read), acc);
          mma.accumulate_ = GMMA::ScaleOut::One;
        }
        if (seeded != bug::no_commit) ctx.warpgroup_commit_batch();
        if (seeded == bug::release_before_wait) release(ctx, seeded, empty + stage, rank, t);
        if (seeded != bug::no_warpgroup_wait || k + 1 < k_tiles) ctx.warpgroup_wait(Int<0>{});
        if (seeded != bug::release_before_wait) release(ctx, seeded, empty + stage, rank, t);
        if (++stage == stages) {
          stage = 0;
          phase ^= 1;
        }
      }
      auto const tCsC = part.partition_C(sC);
      for (int i = 0; i < static_cast<int>(size(acc)); ++i)
        tCsC(i) = static_cast<half_t>(static_cast<float>(acc(i)));
      if (seeded != bug::no_proxy_fence) ctx.fence_view_async_shared();
      if (seeded != bug::no_barrier_before_store) ctx.sync_named(1, 256);
      if (t == 0) {
        auto const gC = local_tile(mC, Shape<_128, _64>{},
                                   make_coord(tile % tiles_m * 2 + rank, tile / tiles_m));
        auto const slice = args.c.get_slice(Int<0>{});
        copy(args.c, slice.partition_S(sC), slice.partition_D(gC));
        ctx.tma_store_arrive();
        if (seeded != bug::no_store_wait) ctx.tma_store_wait(Int<0>{});
      }
      if (seeded != bug::no_barrier_behind_store) ctx.sync_named(1, 256);
    }
  }

  // A stage may be loaded again in both blocks: a warp says so once.
  template <class Context, class P>
  TILEPROOF_KERNEL static void release(Context const& ctx, bug seeded, P const& empty, int rank,
                                       int t) {
    if (seeded == bug::release_by_one_warp && t >= 32) return;
    if (t % 32 != 0) return;
    ctx.arrive_barrier(empty, rank);
    if (seeded != bug::no_remote_release) ctx.arrive_barrier(empty, 1 - rank);
    if (seeded == bug::released_twice && t == 64) ctx.arrive_barrier(empty);
  }
};

struct outcome {
  cpu::report said;
  bool is_right = true;
};

outcome run(bug seeded, int m, int n, int k, int blocks, cpu::options o) {
  int const ld = (k + 7) / 8 * 8;
  std::vector<half_t> a(static_cast<std::size_t>(m * ld));
  std::vector<half_t> b(static_cast<std::size_t>(n * ld));
  std::vector<half_t> c(static_cast<std::size_t>(m * n), half_t(-1));
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < ld; ++j)
      a[static_cast<std::size_t>(i * ld + j)] = half_t(j < k ? (i * 7 + j * 3) % 5 - 2 : 9);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < ld; ++j)
      b[static_cast<std::size_t>(i * ld + j)] = half_t(j < k ? (i * 5 + j) % 3 - 1 : 9);
  cpu::global<half_t> ga("A", a.data(), make_layout(make_shape(m, k), make_stride(ld, _1{})));
  cpu::global<half_t> gb("B", b.data(), make_layout(make_shape(n, k), make_stride(ld, _1{})));
  cpu::global<half_t> gc("C", c.data(), make_layout(make_shape(m, n), make_stride(n, _1{})));
  gc.starts_unwritten().must_be_written();
  auto const tensor = [](auto const& g, int rows, int cols, int stride) {
    return make_tensor(make_gmem_ptr(g.data()),
                       make_layout(make_shape(rows, cols), make_stride(stride, _1{})));
  };
  auto const tma_a =
      make_tma_copy(SM90_TMA_LOAD{}, tensor(ga, m, k, ld), smem_a{}(_, _, 0), Shape<_128, _64>{});
  auto const tma_b = make_tma_copy(SM90_TMA_LOAD_MULTICAST{}, tensor(gb, n, k, ld),
                                   smem_b{}(_, _, 0), Shape<_64, _64>{}, Int<2>{});
  auto const tma_c = make_tma_copy(SM90_TMA_STORE{}, tensor(gc, m, n, n), smem_c{});
  gemm_args<decltype(tma_a), decltype(tma_b), decltype(tma_c)> const args{
      tma_a, tma_b, tma_c, m, n, k, blocks, seeded};
  outcome r{cpu::launch<gemm_in_roles>({blocks}, {2}, args, o)};
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      float sum = 0;
      for (int e = 0; e < k; ++e)
        sum += static_cast<float>(a[static_cast<std::size_t>(i * ld + e)]) *
               static_cast<float>(b[static_cast<std::size_t>(j * ld + e)]);
      r.is_right = r.is_right && static_cast<float>(c[static_cast<std::size_t>(i * n + j)]) == sum;
    }
  return r;
}

cpu::options at(cpu::moment_of_effect when, bool reverse = false, std::uint64_t seed = 1) {
  cpu::options o;
  o.asynchronous = when;
  o.reverse = reverse;
  o.seed = seed;
  return o;
}

TEST_CASE("a right GEMM is clean and right, whenever its asynchronous operations happen") {
  using enum cpu::moment_of_effect;
  for (cpu::options const& o :
       {at(first), at(last), at(last, true), at(random), at(random, false, 2)}) {
    outcome const r = run(bug::none, 256, 128, 300, 2, o);
    CHECK_MESSAGE(r.said.clean(), r.said.text());
    CHECK(r.is_right);
  }
  outcome const r = run(bug::none, 512, 64, 40, 4, at(last));
  CHECK_MESSAGE(r.said.clean(), r.said.text());
  CHECK(r.is_right);
}

void expect(bug seeded, std::initializer_list<fault> kinds, std::string const& words, int k = 300) {
  using enum cpu::moment_of_effect;
  for (cpu::options const& o : {at(first), at(last, true), at(random)}) {
    outcome const r = run(seeded, 256, 128, k, 2, o);
    bool is_found = false;
    for (fault const f : kinds) is_found = is_found || r.said.found(f);
    CHECK_MESSAGE(is_found, "bug " << static_cast<int>(seeded) << ": " << r.said.text());
    bool const is_named = r.said.text().find(words) != std::string::npos;
    CHECK_MESSAGE(is_named,
                  "bug " << static_cast<int>(seeded) << ", " << words << ": " << r.said.text());
  }
}

TEST_CASE("each fault in a GEMM is found") {
  expect(bug::no_full_wait, {fault::race, fault::in_flight}, "shared field");
  expect(bug::no_empty_wait, {fault::race, fault::in_flight, fault::barrier}, "shared field");
  expect(bug::wrong_parity, {fault::deadlock},
         "wait for barrier shared field 4[0] phase 0: 16 arrivals are missing");
  expect(bug::too_few_bytes, {fault::barrier, fault::race, fault::deadlock}, "");
  expect(bug::too_many_bytes, {fault::deadlock}, "16 bytes are missing");
  expect(bug::no_init_fence, {fault::barrier}, "fence_barrier_init()");
  expect(bug::no_init_barrier, {fault::barrier}, "initialis");
  expect(bug::no_warpgroup_arrive, {fault::race}, "warpgroup_arrive()");
  expect(bug::no_warpgroup_wait, {fault::in_flight}, "which a wgmma on its way uses");
  expect(bug::no_commit, {fault::in_flight}, "wgmma");
  expect(bug::release_before_wait, {fault::in_flight, fault::race}, "wgmma");
  expect(bug::release_by_one_warp, {fault::deadlock}, "arrivals are missing");
  expect(bug::no_remote_release, {fault::deadlock}, "8 arrivals are missing");
  expect(bug::no_proxy_fence, {fault::proxy}, "by TMA");
  expect(bug::no_barrier_before_store, {fault::race}, "shared field 2");
  expect(bug::no_store_wait, {fault::in_flight}, "TMA");
  expect(bug::no_barrier_behind_store, {fault::in_flight, fault::race}, "shared field 2", 100);
  expect(bug::no_tail, {fault::in_flight}, "ended");
  expect(bug::stage_of_the_next, {fault::in_flight, fault::race}, "shared field");
  expect(bug::registers_do_not_fit, {fault::deadlock}, "wait for registers: 248 a thread");
}

}  // namespace
