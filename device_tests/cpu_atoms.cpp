// SPDX-License-Identifier: BSL-1.0
//
// The instructions of warps as the CPU executes them, against triple loops and the closed forms of
// the PTX ISA: every mma.sync on random operands, ldmatrix and stmatrix in every variant, cp.async
// with and without zero fill.
#include <doctest/doctest.h>

#include "../static_tests/atom/copy_facts.hpp"
#include "../static_tests/atom/mma_facts.hpp"

#include <tileproof/atom.hpp>
#include <tileproof/atom/copy/sm100.hpp>
#include <tileproof/cpu.hpp>
#include <tileproof/cpu/copy_instructions.hpp>
#include <tileproof/cpu/matrix_instructions.hpp>

#include <boost/hana/for_each.hpp>

#include <random>

using namespace tileproof;

namespace {

std::mt19937 random_bits(2024);

int random_in(int low, int high) {
  return std::uniform_int_distribution<int>(low, high)(random_bits);
}
// A random value: any value of an integer type; of floats, quarters that add up without rounding.
// The low 13 bits of a tf32 are random.
template <class T>
T random_value() {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(random_bits());
  else if constexpr (subbyte<T>)
    return static_cast<T>(random_in(-256, 255));
  else if constexpr (std::is_same_v<T, tfloat32_t>)
    return T::bitcast(T(random_in(-15, 15) / 4.0F).storage | (random_bits() & 0x1fffU));
  else
    return static_cast<T>(random_in(-15, 15) / 4.0F);
}

// ---- mma.sync

// The closed form of each operand.
template <class Op>
struct closed_form {
  using traits = MMA_Traits<Op>;
  static constexpr bool is_warp = decltype(size(typename traits::ThrID{}))::value == 32;
  static constexpr int bits = sizeof_bits_v<typename traits::ElementAVal>;
  static constexpr int r = bits >= 32 ? 1 : 32 / bits;
  template <class L>
  using quad_pair = operations::quad_pair_a<std::is_same_v<L, tileproof::detail::quad_pair_rows>>;
  using a = std::conditional_t<is_warp, operations::warp_a<operations::m_of<Op>, r>,
                               quad_pair<typename traits::ALayout>>;
  using b =
      std::conditional_t<is_warp, operations::warp_a<8, r>, quad_pair<typename traits::BLayout>>;
  using c = std::conditional_t<is_warp, operations::warp_c,
                               operations::quad_pair_c<sizeof(typename traits::ElementCVal) == 4>>;
  // The instructions of a warp, and which of them lane t takes part in.
  static constexpr int instructions = is_warp ? 1 : 4;
  static constexpr int instruction_of(int lane) { return is_warp ? 0 : lane / 4 % 4; }
  static constexpr int place_of(int lane) {
    return is_warp ? lane : lane - 4 * instruction_of(lane);
  }
};

// Elements of instruction i, column-major.
template <class T>
struct matrices {
  T* at;
  int rows;
  int columns;
  T& operator()(int i, operations::element e) const {
    return at[(i * columns + e.column) * rows + e.row];
  }
};

template <class Op>
struct multiply {
  static constexpr int threads = 64;
  using shared = shared_memory<>;
  template <class Context, class Arguments>
  static void run(Context const& ctx, Arguments const& args) {
    using traits = MMA_Traits<Op>;
    using form = closed_form<Op>;
    int const lane = ctx.thread() % 32;
    int const i = form::instructions * (ctx.thread() / 32) + form::instruction_of(lane);
    int const t = form::place_of(lane);
    auto a = make_tensor<typename traits::ElementAVal>(size<1>(typename traits::ALayout{}));
    auto b = make_tensor<typename traits::ElementBVal>(size<1>(typename traits::BLayout{}));
    auto c = make_tensor<typename traits::ElementCVal>(size<1>(typename traits::CLayout{}));
    for (int v = 0; v < size(a); ++v) a(v) = args.a(i, typename form::a{}(t, v));
    for (int v = 0; v < size(b); ++v) {
      operations::element const e = typename form::b{}(t, v);
      b(v) = args.b(i, e);
    }
    for (int v = 0; v < size(c); ++v) c(v) = args.c(i, typename form::c{}(t, v));
    MMA_Atom<Op>{}.call(c, a, b, c);
    for (int v = 0; v < size(c); ++v) args.d(i, typename form::c{}(t, v)) = c(v);
  }
};
// As a number; a tf32 without its low 13 bits.
template <class T>
double number(T const& x) {
  if constexpr (std::is_same_v<T, tfloat32_t>)
    return __builtin_bit_cast(float, x.storage & ~0x1fffU);
  else
    return static_cast<double>(x);
}

// Exact, or modulo 2^32.
template <class Op, class A, class B>
auto product(A const& a, B const& b) {
  if constexpr (cpu::multiplies_by_xor<Op>)
    return static_cast<std::int64_t>(static_cast<int>(a) != static_cast<int>(b));
  else if constexpr (std::is_integral_v<typename MMA_Traits<Op>::ElementDVal>)
    return static_cast<std::int64_t>(static_cast<int>(a)) * static_cast<int>(b);
  else
    return number(a) * number(b);
}

template <class Op>
int wrong_elements() {
  using traits = MMA_Traits<Op>;
  using A = typename traits::ElementAVal;
  using B = typename traits::ElementBVal;
  using C = typename traits::ElementCVal;
  constexpr int m = operations::m_of<Op>;
  constexpr int n = operations::n_of<Op>;
  constexpr int k = operations::k_of<Op>;
  constexpr int count = 2 * closed_form<Op>::instructions;
  std::vector<A> a(count * m * k);
  std::vector<B> b(count * n * k);
  std::vector<C> c(count * m * n);
  std::vector<C> d(count * m * n);
  for (A& x : a) x = random_value<A>();
  for (B& x : b) x = random_value<B>();
  for (C& x : c) x = random_value<C>();
  struct {
    matrices<A> a;
    matrices<B> b;
    matrices<C> c, d;
  } const args{{a.data(), m, k}, {b.data(), n, k}, {c.data(), m, n}, {d.data(), m, n}};
  cpu::report const r = cpu::launch<multiply<Op>>({}, args);
  REQUIRE_MESSAGE(r.clean(), r.text());
  int wrong = 0;
  for (int i = 0; i < count; ++i)
    for (int row = 0; row < m; ++row)
      for (int column = 0; column < n; ++column) {
        auto sum = product<Op>(args.a(i, {row, 0}), args.b(i, {column, 0}));
        for (int at = 1; at < k; ++at)
          sum += product<Op>(args.a(i, {row, at}), args.b(i, {column, at}));
        C const before = args.c(i, {row, column});
        C const expected = static_cast<C>(sum + static_cast<decltype(sum)>(before));
        C const found = args.d(i, {row, column});
        wrong += std::memcmp(&expected, &found, sizeof(C)) != 0;
      }
  return wrong;
}

// The registers of consecutive elements, so many bytes each; then those of f16 elements in runs of
// 8, 16 apart.
TEST_CASE("a register of a fragment begins where its elements do") {
  auto const byte_of = [](auto& t, int i) {
    auto const first = reinterpret_cast<char const*>(raw_pointer_cast(t.data()));
    return reinterpret_cast<char const*>(detail::place_of_register<std::uint32_t>(t, i)) - first;
  };
  auto const in_line = [&](auto t) {
    for (int i = 0; i < 4; ++i) CHECK(byte_of(t, i) == 4 * i);
  };
  in_line(make_tensor<uint1b_t>(_128{}));
  in_line(make_tensor<int4b_t>(_32{}));
  in_line(make_tensor<float_e4m3_t>(_16{}));
  in_line(make_tensor<half_t>(_8{}));
  auto runs = make_tensor<half_t>(Layout<Shape<_8, _2>, Stride<_1, _16>>{});
  CHECK(byte_of(runs, 3) == 12);
  CHECK(byte_of(runs, 4) == 32);
}

TEST_CASE("every mma.sync multiplies as a triple loop does") {
  int instructions = 0;
  boost::hana::for_each(operations::all, [&](auto op) {
    using Op = typename decltype(op)::type;
    INFO(cpu::type_name<Op>());
    for (int i = 0; i < 4; ++i) CHECK(wrong_elements<Op>() == 0);
    ++instructions;
  });
  CHECK(instructions == operations::count);
}

// ---- ldmatrix and stmatrix

// f16 elements of rows in shared memory, 40 elements apart, each with its own number.
template <class What>
struct move_matrices {
  static constexpr int threads = 32;
  static constexpr int pitch = 40;
  using shared = shared_memory<field<std::uint16_t, 32 * pitch>>;
  using Op = typename What::type;
  static constexpr bool loads = sizeof(typename Op::SRegisters) == 16 &&
                                What::source(0, 16) == 16 && What::source(1, 0) == 128;
  static constexpr int halves = 2 * What::bits / 1024;  // of a lane

  template <class Context, class Arguments>
  static void run(Context const& ctx, Arguments const& args) {
    int const lane = ctx.thread();
    auto rows = make_tensor(ctx.shared(shared{}, Int<0>{}),
                            Layout<Shape<Shape<_8>, _32>, Stride<Stride<_1>, Int<pitch>>>{});
    auto registers = make_tensor<std::uint16_t>(Int<halves>{});
    if constexpr (loads) {
      if (lane < 8 * What::bits / 1024)
        for (int i = 0; i < 8; ++i)
          rows(i, lane) = static_cast<std::uint16_t>(What::source(lane, 16 * i) / 16);
      ctx.sync();
      copy(Copy_Atom<Op, std::uint16_t>{}, rows(_, lane), registers);
      for (int i = 0; i < halves; ++i)
        if (registers(i) != What::destination(lane, 16 * i) / 16) ++*args.wrong;
    } else {
      for (int i = 0; i < halves; ++i)
        registers(i) = static_cast<std::uint16_t>(What::source(lane, 16 * i) / 16);
      copy(Copy_Atom<Op, std::uint16_t>{}, registers, rows(_, lane));
      ctx.sync();
      if (lane < 8 * What::bits / 1024)
        for (int i = 0; i < 8; ++i)
          if (rows(i, lane) != What::destination(lane, 16 * i) / 16) ++*args.wrong;
    }
  }
};

TEST_CASE("ldmatrix and stmatrix move the fragments of the PTX ISA") {
  int instructions = 0;
  boost::hana::for_each(copy_operations::all, [&](auto what) {
    using What = typename decltype(what)::type;
    if constexpr (What::threads == 32) {
      INFO(cpu::type_name<typename What::type>());
      int wrong = 0;
      struct {
        int* wrong;
      } const args{&wrong};
      for (bool const reverse : {false, true}) {
        cpu::options o;
        o.reverse = reverse;
        o.records = true;
        cpu::report const r = cpu::launch<move_matrices<What>>({}, args, o);
        CHECK_MESSAGE(r.clean(), r.text());
        int rows = 0;
        for (cpu::access const& a : r.accesses)
          if (a.by == cpu::instruction::matrix) {
            CHECK(a.bits == 128);
            CHECK(a.offset == a.thread * move_matrices<What>::pitch);
            ++rows;
          }
        CHECK(rows == What::bits / 128);
      }
      CHECK(wrong == 0);
      ++instructions;
    }
  });
  CHECK(instructions == 12);
}

// Rows of 16 elements of Bits bits, packed at the beginning of 16 bytes of which the rest is 1.
template <class Op, int Bits, int Matrices>
struct unpack_matrices {
  static constexpr int threads = 32;
  using shared = shared_memory<field<std::uint8_t, 32 * 16>>;
  static unsigned element(int row, int i) { return (5U * row + 3U * i) % (1U << Bits); }

  template <class Context, class Arguments>
  static void run(Context const& ctx, Arguments const& args) {
    int const lane = ctx.thread();
    auto rows = make_tensor(ctx.shared(shared{}, Int<0>{}),
                            Layout<Shape<Shape<_16>, _32>, Stride<Stride<_1>, _16>>{});
    if (lane < 8 * Matrices)
      for (int byte = 0; byte < 16; ++byte) {
        unsigned bits = 0;
        for (int b = 0; b < 8; ++b) {
          int const at = 8 * byte + b;
          bits |= (at < 16 * Bits ? element(lane, at / Bits) >> at % Bits & 1U : 1U) << b;
        }
        rows(byte, lane) = static_cast<std::uint8_t>(bits);
      }
    ctx.sync();
    auto registers = make_tensor<std::uint8_t>(Int<4 * Matrices>{});
    copy(Copy_Atom<Op, std::uint8_t>{}, rows(_, lane), registers);
    for (int i = 0; i < 4 * Matrices; ++i)
      if (registers(i) != element(lane / 4 + i / 4 * 8, 4 * (lane % 4) + i % 4)) ++*args.wrong;
  }
};
template <class Op, int Bits, int Matrices>
int wrong_unpacked() {
  int wrong = 0;
  struct {
    int* wrong;
  } const args{&wrong};
  cpu::report const r = cpu::launch<unpack_matrices<Op, Bits, Matrices>>({}, args, {});
  CHECK_MESSAGE(r.clean(), r.text());
  return wrong;
}

TEST_CASE("ldmatrix of 4 and 6 bits has each element in a byte") {
  CHECK(wrong_unpacked<SM100_SU4_DU8x16_x1_LDSM_N, 4, 1>() == 0);
  CHECK(wrong_unpacked<SM100_SU4_DU8x16_x2_LDSM_N, 4, 2>() == 0);
  CHECK(wrong_unpacked<SM100_SU4_DU8x16_x4_LDSM_N, 4, 4>() == 0);
  CHECK(wrong_unpacked<SM100_SU6_DU8x16_x1_LDSM_N, 6, 1>() == 0);
  CHECK(wrong_unpacked<SM100_SU6_DU8x16_x2_LDSM_N, 6, 2>() == 0);
  CHECK(wrong_unpacked<SM100_SU6_DU8x16_x4_LDSM_N, 6, 4>() == 0);
}

// ---- cp.async

template <class Op, class FillingOp>
struct copy_async {
  static constexpr int threads = 32;
  using V = std::remove_extent_t<typename Op::SRegisters>;
  static constexpr int n = sizeof(V) / 4;
  using shared = shared_memory<field<float, 2 * 32 * n>>;

  template <class Context, class Arguments>
  static void run(Context const& ctx, Arguments const& args) {
    int const t = ctx.thread();
    using tile = Layout<Shape<Int<n>, _32>>;
    auto source = make_tensor(make_gmem_ptr(assume_aligned<16>(args.source)), tile{});
    auto filled = make_tensor(ctx.shared(shared{}, Int<0>{}), tile{});
    auto whole = make_tensor(ctx.shared(shared{}, Int<0>{}) + Int<32 * n>{}, tile{});
    copy(Copy_Atom<FillingOp, float>{}.with(t % 3 != 0), source(_, t), filled(_, t));
    ctx.cp_async_fence();
    copy(Copy_Atom<Op, float>{}, source(_, t), whole(_, t));
    ctx.cp_async_fence();
    ctx.cp_async_wait(Int<1>{});
    for (int i = 0; i < n; ++i) {
      float const expected = t % 3 != 0 ? static_cast<float>(source(i, t)) : 0.0F;
      if (filled(i, t) != expected) ++*args.wrong;
    }
    ctx.cp_async_wait(Int<0>{});
    ctx.sync();
    for (int i = 0; i < n; ++i) {
      float const expected = source(i, 31 - t);
      if (whole(i, 31 - t) != expected) ++*args.wrong;
    }
  }
};

template <class Op, class FillingOp>
void check_copy_async() {
  std::vector<float> source(32 * 4);
  for (std::size_t i = 0; i < source.size(); ++i) source[i] = static_cast<float>(i + 1);
  cpu::global<float const> memory("source", source.data(), 32 * copy_async<Op, FillingOp>::n);
  int wrong = 0;
  struct {
    cpu::ptr<float const*> source;
    int* wrong;
  } const args{memory.data(), &wrong};
  cpu::report const r = cpu::launch<copy_async<Op, FillingOp>>({}, args);
  CHECK_MESSAGE(r.clean(), r.text());
  CHECK(r.blocks == 1);
  CHECK(wrong == 0);
}

TEST_CASE("cp.async of 4, 8 and 16 bytes, with and without zero fill") {
  check_copy_async<SM80_CP_ASYNC_CACHEALWAYS<std::uint32_t>,
                   SM80_CP_ASYNC_CACHEALWAYS_ZFILL<std::uint32_t>>();
  check_copy_async<SM80_CP_ASYNC_CACHEALWAYS<std::uint64_t>,
                   SM80_CP_ASYNC_CACHEALWAYS_ZFILL<std::uint64_t>>();
  check_copy_async<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>,
                   SM80_CP_ASYNC_CACHEALWAYS_ZFILL<uint128_t>>();
  check_copy_async<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>,
                   SM80_CP_ASYNC_CACHEGLOBAL_ZFILL<uint128_t>>();
}

}  // namespace
