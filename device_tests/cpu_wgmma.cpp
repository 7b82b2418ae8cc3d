// SPDX-License-Identifier: BSL-1.0
//
// wgmma on the CPU: results equal those of a triple loop, for instructions of every type, with
// operands of every major and swizzle and in registers. And each fault that is seeded around an
// instruction is found.
#include "every_moment.hpp"

#include <doctest/doctest.h>

#include <tileproof/atom.hpp>
#include <tileproof/atom/wgmma/names.hpp>
#include <tileproof/atom/wgmma/warpgroup.hpp>
#include <tileproof/cpu.hpp>
#include <tileproof/cpu/wgmma.hpp>
#include <tileproof/cpu/wgmma_groups.hpp>
#include <tileproof/cpu/wgmma_operand.hpp>
#include <tileproof/tileproof.hpp>

#include <numeric>
#include <vector>

using namespace tileproof;
using cpu::fault;
using cpu::moment_of_effect;
using GMMA::Major;

namespace {

enum class bug {
  none,
  no_arrive,
  written_after_arrive,
  no_commit,
  no_wait,
  waits_for_another_group,
  touched,
  no_proxy_fence,
  no_barrier,
  overwritten,
  unwritten_accumulator,
  read_a,
};

template <class A, class B, class C>
struct product_args {
  A a;
  B b;
  C c;
  bug seeded;
};

// C += A * B of whole tiles TileA (M,K) and TileB (N,K) by one warpgroup.
template <class Op, class TileA, class TileB>
struct product {
  using traits = MMA_Traits<Op>;
  using A = typename traits::ElementAVal;
  using B = typename traits::ElementBVal;
  using C = typename traits::ElementCVal;
  static constexpr int threads = 128;
  static constexpr int m = size<0>(TileA{});
  static constexpr int n = size<0>(TileB{});
  static constexpr int k = size<1>(TileA{});
  using shared = shared_memory<field<A, cosize_v<TileA>, 1024>, field<B, cosize_v<TileB>, 1024>>;

  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    bug const seeded = args.seeded;
    int const t = ctx.thread();
    auto const gA = make_tensor(make_gmem_ptr(args.a), Layout<Shape<Int<m>, Int<k>>>{});
    auto const gB = make_tensor(make_gmem_ptr(args.b), Layout<Shape<Int<n>, Int<k>>>{});
    auto gC = make_tensor(make_gmem_ptr(args.c), Layout<Shape<Int<m>, Int<n>>>{});
    auto const sA = make_tensor(ctx.shared(shared{}, Int<0>{}), TileA{});
    auto const sB = make_tensor(ctx.shared(shared{}, Int<1>{}), TileB{});
    for (int i = t; i < m * k; i += threads) sA(i) = static_cast<A>(gA(i));
    for (int i = t; i < n * k; i += threads) sB(i) = static_cast<B>(gB(i));
    if (seeded != bug::no_proxy_fence) ctx.fence_view_async_shared();
    if (seeded != bug::no_barrier) ctx.sync();
    auto const mma = make_tiled_mma(Op{});
    auto const part = mma.get_slice(t);
    auto rC = part.partition_fragment_C(gC);
    auto const tCgC = part.partition_C(gC);
    if (seeded != bug::unwritten_accumulator) copy(tCgC, rC);
    auto const rB = part.make_fragment_B(part.partition_B(sB));
    auto rA = [&] {
      if constexpr (Op::has_a_in_registers) {
        auto r = part.partition_fragment_A(sA);
        copy(part.partition_A(sA), r);
        return r;
      } else {
        return part.make_fragment_A(part.partition_A(sA));
      }
    }();
    if (seeded != bug::no_arrive) ctx.warpgroup_arrive();
    if (seeded == bug::written_after_arrive) rC(1) = static_cast<C>(1);
    gemm(mma, rA, rB, rC);
    if (seeded != bug::no_commit) ctx.warpgroup_commit_batch();
    if (seeded == bug::overwritten && t == 100) sB(0) = static_cast<B>(1);
    if (seeded == bug::touched) rC(0) = static_cast<C>(1);
    if constexpr (Op::has_a_in_registers)
      if (seeded == bug::read_a) rA(0) = static_cast<A>(1);
    if (seeded == bug::waits_for_another_group)
      ctx.warpgroup_wait(Int<1>{});
    else if (seeded != bug::no_wait)
      ctx.warpgroup_wait(Int<0>{});
    copy(rC, tCgC);
  }
};

template <class Atom, int MN, int K>
using tile_of = decltype(tile_to_shape(
    Atom{},
    Shape<Int<std::lcm(MN, int{size<0>(Atom{})})>, Int<std::lcm(K, int{size<1>(Atom{})})>>{}));

// Small integers, of which every element type has some.
int number(int i, int seed) { return (i * 7 + i / 5 * seed) % 5; }

std::vector<cpu::options> all_moments() {
  std::vector<cpu::options> all;
  for (int i = 0; i < 6; ++i) {
    cpu::options o;
    o.asynchronous = static_cast<moment_of_effect>(i % 3);
    o.reverse = i >= 3;
    o.seed = static_cast<std::uint64_t>(i);
    all.push_back(o);
  }
  return all;
}

template <class Op, class TileA, class TileB>
cpu::report run(bug seeded, cpu::options const& o, int first, int sign, bool saturates,
                bool& is_right) {
  using kernel = product<Op, TileA, TileB>;
  using A = typename kernel::A;
  using B = typename kernel::B;
  using C = typename kernel::C;
  constexpr int m = kernel::m;
  constexpr int n = kernel::n;
  constexpr int k = kernel::k;
  std::vector<A> a(m * k);
  std::vector<B> b(n * k);
  std::vector<C> c(m * n);
  for (int i = 0; i < m * k; ++i) a[static_cast<std::size_t>(i)] = static_cast<A>(number(i, 3));
  for (int i = 0; i < n * k; ++i) b[static_cast<std::size_t>(i)] = static_cast<B>(number(i, 2));
  for (int i = 0; i < m * n; ++i) c[static_cast<std::size_t>(i)] = static_cast<C>(first + i % 3);
  cpu::global<A> ga("A", a.data(), m * k);
  cpu::global<B> gb("B", b.data(), n * k);
  cpu::global<C> gc("C", c.data(), m * n);
  product_args<cpu::ptr<A*>, cpu::ptr<B*>, cpu::ptr<C*>> const args{ga.data(), gb.data(), gc.data(),
                                                                    seeded};
  cpu::report r = cpu::launch<kernel>({}, args, o);
  is_right = true;
  for (int row = 0; row < m; ++row)
    for (int col = 0; col < n; ++col) {
      std::int64_t sum = first + (row + m * col) % 3;
      for (int i = 0; i < k; ++i)
        sum += std::int64_t{sign} * number(row + m * i, 3) * number(col + n * i, 2);
      if (std::is_integral_v<C>)
        sum = saturates ? std::min<std::int64_t>(sum, INT32_MAX)
                        : static_cast<std::int32_t>(static_cast<std::uint32_t>(sum));
      is_right = is_right && static_cast<double>(c[static_cast<std::size_t>(row + m * col)]) ==
                                 static_cast<double>(sum);
    }
  return r;
}

template <class Op, class AtomA, class AtomB>
void check(int first = 0, int sign = 1, bool saturates = false) {
  constexpr int n = get<1>(typename MMA_Traits<Op>::Shape_MNK{});
  constexpr int k = get<2>(typename MMA_Traits<Op>::Shape_MNK{});
  constexpr int both = std::lcm(int{size<1>(AtomA{})}, int{size<1>(AtomB{})});
  for (cpu::options const& o : every_moment()) {
    bool is_right = false;
    cpu::report const r =
        run<Op, tile_of<AtomA, 64, std::lcm(k, both)>, tile_of<AtomB, n, std::lcm(k, both)>>(
            bug::none, o, first, sign, saturates, is_right);
    CHECK_MESSAGE(r.clean(), r.text());
    CHECK_MESSAGE(is_right, cpu::type_name<Op>());
  }
}

TEST_CASE("results are those of a triple loop") {
  constexpr auto one = GMMA::ScaleIn::One;
  constexpr auto minus = GMMA::ScaleIn::Neg;
  check<SM90_64x8x16_F16F16F16_SS<Major::K, Major::K>, GMMA::Layout_K_SW128_Atom<half_t>,
        GMMA::Layout_K_INTER_Atom<half_t>>();
  check<SM90_64x64x16_F32F16F16_SS<Major::MN, Major::MN>, GMMA::Layout_MN_SW64_Atom<half_t>,
        GMMA::Layout_MN_SW128_Atom<half_t>>();
  check<SM90_64x32x16_F32F16F16_SS<Major::MN, Major::MN>, GMMA::Layout_MN_INTER_Atom<half_t>,
        GMMA::Layout_MN_SW32_Atom<half_t>>();
  check<SM90_64x16x16_F32F16F16_RS<Major::K, Major::MN>, GMMA::Layout_K_SW64_Atom<half_t>,
        GMMA::Layout_MN_INTER_Atom<half_t>>();
  check<SM90_64x24x16_F32BF16BF16_SS<Major::MN, Major::K, one, minus>,
        GMMA::Layout_MN_SW32_Atom<bfloat16_t>, GMMA::Layout_K_SW64_Atom<bfloat16_t>>(5, -1);
  check<SM90_64x256x16_F32BF16BF16_SS<Major::K, Major::MN, minus, minus>,
        GMMA::Layout_K_SW32_Atom<bfloat16_t>, GMMA::Layout_MN_SW64_Atom<bfloat16_t>>(1, 1);
  check<SM90_64x32x8_F32TF32TF32_SS_TN<>, GMMA::Layout_K_SW128_Atom<tfloat32_t>,
        GMMA::Layout_K_SW32_Atom<tfloat32_t>>();
  check<SM90_64x16x8_F32TF32TF32_RS_TN<minus>, GMMA::Layout_K_SW64_Atom<tfloat32_t>,
        GMMA::Layout_K_INTER_Atom<tfloat32_t>>(7, -1);
  check<SM90_64x40x32_F32E4M3E5M2_SS_TN<>, GMMA::Layout_K_SW64_Atom<float_e4m3_t>,
        GMMA::Layout_K_SW128_Atom<float_e5m2_t>>();
  check<SM90_64x8x32_F16E5M2E5M2_RS_TN<>, GMMA::Layout_K_SW32_Atom<float_e5m2_t>,
        GMMA::Layout_K_SW32_Atom<float_e5m2_t>>();
  check<SM90_64x48x32_S32S8U8_SS_TN, GMMA::Layout_K_SW128_Atom<std::int8_t>,
        GMMA::Layout_K_SW64_Atom<std::uint8_t>>(2147483647);
  check<SM90_64x16x32_S32U8S8_RS_TN_SATURATE, GMMA::Layout_K_INTER_Atom<std::uint8_t>,
        GMMA::Layout_K_SW128_Atom<std::int8_t>>(2147483600, 1, true);
}

TEST_CASE("faults around an instruction are found, whenever it happens") {
  struct expected {
    bug seeded;
    std::vector<fault> kinds;
    char const* words;
  };
  expected const all[] = {
      {bug::no_arrive, {fault::race}, "warpgroup_arrive()"},
      {bug::written_after_arrive, {fault::race}, "warpgroup_arrive()"},
      {bug::no_commit, {fault::in_flight}, "warpgroup_wait"},
      {bug::no_wait, {fault::in_flight}, "warpgroup_wait"},
      {bug::waits_for_another_group, {fault::in_flight}, "warpgroup_wait"},
      {bug::touched, {fault::in_flight}, "uses register 0 of a fragment"},
      {bug::read_a, {fault::in_flight}, "uses register 0 of a fragment of"},
      {bug::no_proxy_fence, {fault::proxy}, "by wgmma"},
      {bug::no_barrier, {fault::race, fault::proxy}, "shared field"},
      {bug::overwritten, {fault::in_flight}, "shared field 1[0]"},
      {bug::unwritten_accumulator, {fault::unwritten}, "clear or fill"},
  };
  using op = SM90_64x16x16_F32F16F16_RS<Major::K, Major::K>;
  using a = tile_of<GMMA::Layout_K_SW32_Atom<half_t>, 64, 32>;
  using b = tile_of<GMMA::Layout_K_SW32_Atom<half_t>, 16, 32>;
  for (cpu::options const& o : all_moments())
    for (expected const& e : all) {
      bool is_right = false;
      cpu::report const r = run<op, a, b>(e.seeded, o, 0, 1, false, is_right);
      bool is_found = false;
      for (fault const f : e.kinds) is_found = is_found || r.found(f);
      CHECK_MESSAGE(is_found, "bug " << static_cast<int>(e.seeded) << ": " << r.text());
      bool const is_named = r.text().find(e.words) != std::string::npos;
      CHECK_MESSAGE(is_named, "bug " << static_cast<int>(e.seeded) << ": " << r.text());
    }
}

// A product by the 128 threads from thread First on, of `Threads`.
struct nothing {};
template <int First, int Threads>
struct product_of_some_warps {
  static constexpr int threads = Threads;
  using op = SM90_64x8x16_F16F16F16_SS<Major::K, Major::K>;
  using tile_a = tile_of<GMMA::Layout_K_SW32_Atom<half_t>, 64, 16>;
  using tile_b = tile_of<GMMA::Layout_K_SW32_Atom<half_t>, 8, 16>;
  using shared = shared_memory<field<half_t, 64 * 16, 1024>, field<half_t, 8 * 16, 1024>>;

  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const&) {
    int const t = ctx.thread();
    auto const sA = make_tensor(ctx.shared(shared{}, Int<0>{}), tile_a{});
    auto const sB = make_tensor(ctx.shared(shared{}, Int<1>{}), tile_b{});
    for (int i = t; i < 64 * 16; i += threads) sA(i) = half_t(1.0F);
    for (int i = t; i < 8 * 16; i += threads) sB(i) = half_t(1.0F);
    ctx.fence_view_async_shared();
    ctx.sync();
    if (t < First || t >= First + 128) return;
    auto const mma = make_tiled_mma(op{});
    auto const part = mma.get_slice(t - First);
    auto rC = partition_fragment_C(mma, Shape<_64, _8>{});
    clear(rC);
    ctx.warpgroup_arrive();
    gemm(mma, part.make_fragment_A(part.partition_A(sA)),
         part.make_fragment_B(part.partition_B(sB)), rC);
    ctx.warpgroup_commit_batch();
    ctx.warpgroup_wait(Int<0>{});
  }
};

TEST_CASE("wgmma is executed by the warps 4 g to 4 g + 3 of a block") {
  for (cpu::options const& o : all_moments()) {
    cpu::report const right = cpu::launch<product_of_some_warps<128, 256>>({}, nothing{}, o);
    CHECK_MESSAGE(right.clean(), right.text());
    // Warps 1 to 4.
    for (cpu::report const& r : {cpu::launch<product_of_some_warps<32, 256>>({}, nothing{}, o),
                                 cpu::launch<product_of_some_warps<32, 160>>({}, nothing{}, o)}) {
      CHECK_MESSAGE(r.found(fault::divergence), r.text());
      bool const is_named = r.text().find("warpgroup") != std::string::npos;
      CHECK_MESSAGE(is_named, r.text());
    }
  }
}

}  // namespace
