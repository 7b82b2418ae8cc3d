// SPDX-License-Identifier: BSL-1.0
//
// Kernels on the CPU: right ones run clean and are right, and each fault that is seeded in them is
// found and named, whichever thread runs first.
#include <doctest/doctest.h>

#include <tileproof/atom.hpp>
#include <tileproof/cpu.hpp>
#include <tileproof/cpu/attempt.hpp>
#include <tileproof/cpu/block.hpp>
#include <tileproof/cpu/block_context.hpp>
#include <tileproof/cpu/call.hpp>
#include <tileproof/cpu/coordinates.hpp>
#include <tileproof/cpu/fibre.hpp>
#include <tileproof/cpu/findings.hpp>
#include <tileproof/cpu/global.hpp>
#include <tileproof/cpu/launch.hpp>
#include <tileproof/cpu/pointer.hpp>
#include <tileproof/cpu/region.hpp>
#include <tileproof/cpu/registers.hpp>
#include <tileproof/cpu/report.hpp>
#include <tileproof/cpu/schedule.hpp>
#include <tileproof/cpu/shadow.hpp>
#include <tileproof/cpu/shared_space.hpp>
#include <tileproof/cpu/type_name.hpp>
#include <tileproof/tensor/cpu_hooks.hpp>
#include <tileproof/tensor/register_watch.hpp>
#include <tileproof/tileproof.hpp>

#include <cstdio>
#include <numeric>

using namespace tileproof;
using cpu::fault;

namespace {

enum class bug {
  none,
  // of a transposition
  missing_barrier,
  off_by_one_extent,
  wrong_stride,
  dropped_load_predicate,
  dropped_store_predicate,
  return_before_barrier,
  barrier_of_half_a_block,
  two_barriers,
  other_swizzle,
  overrun_of_a_field,
  overrun_below_a_field,
  unwritten_part_of_a_tile,
  two_writers,
  overlapping_blocks,
  output_read,
  misaligned_base,
  misaligned_access,
  late_reference,
  // of a pipeline of cp.async
  too_early_wait,
  missing_fence,
  missing_barrier_after_wait,
  missing_barrier_before_refill,
  return_with_copies,
  wrong_stage,
  copy_without_predicate,
  zeros_from_nowhere,
  copy_to_global_memory,
  // of a GEMM
  half_a_warp,
  two_instructions,
  row_outside,
  false_multiple,
  matrix_without_barrier,
  // of a copy by way of shared memory, of 64 floats by 64 threads
  source_written_by_its_thread,
  source_written_by_another,
  two_shared_memories,
  alike_shared_memories,
  missing_write,
  // of registers
  accumulators_not_cleared,
  unwritten_copied,
  unwritten_vector_copied,
  unwritten_stored,
  unwritten_added_to,
  unwritten_and_const,
  register_after_the_last,
  register_before_the_first,
  register_of_a_slice,
  slice_after_the_last,
  // of coordinates
  row_wraps,
  row_of_a_slice_wraps,
  slice_of_memory_wraps,
  offset_wraps,
};

cpu::options in_order(bool reverse) {
  cpu::options o;
  o.reverse = reverse;
  return o;
}

// ---- b(j,i) = a(i,j), through shared memory

template <class A, class B>
struct transpose_args {
  A a;
  B b;
  int m, n, lda, ldb;
};

template <bug Bug>
struct transpose {
  static constexpr int threads = 128;
  using shared = shared_memory<field<float, 32 * 32>, field<float, 32>>;
  using tile = decltype(composition(Swizzle<5, 0, 5>{}, Layout<Shape<_32, _32>>{}));
  using read_tile =
      std::conditional_t<Bug == bug::other_swizzle,
                         decltype(composition(Swizzle<4, 0, 5>{}, Layout<Shape<_32, _32>>{})),
                         tile>;

  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    int const lda = args.lda + (Bug == bug::wrong_stride ? 1 : 0);
    auto const base = [&] {
      if constexpr (Bug == bug::misaligned_base)
        return assume_aligned<16>(args.a + 1);
      else
        return args.a;
    }();
    auto const a = make_tensor(make_gmem_ptr(base),
                               make_layout(make_shape(args.m, args.n), make_stride(_1{}, lda)));
    auto b = make_tensor(make_gmem_ptr(args.b),
                         make_layout(make_shape(args.n, args.m), make_stride(_1{}, args.ldb)));
    auto const memory = ctx.shared(shared{}, Int<0>{});
    auto to = make_tensor(memory, tile{});
    auto const from = make_tensor(memory, read_tile{});
    int const x = ctx.thread() % 32;
    int const step = Bug == bug::two_writers ? 3 : 4;
    int const i0 = 32 * (Bug == bug::overlapping_blocks ? ctx.block_x() / 2 : ctx.block_x());
    int const j0 = 32 * ctx.block_y();
    int const m = args.m + (Bug == bug::off_by_one_extent ? 1 : 0);
    if (Bug == bug::return_before_barrier && i0 + x >= m) return;
    if constexpr (Bug == bug::misaligned_access) {
      uint128_t const v = recast_ptr<uint128_t>(args.a + 1)[0];
      to(0, 0) = static_cast<float>(v.low);
    }
    for (int y = ctx.thread() / 32; y < 32; y += step)
      if (Bug == bug::dropped_load_predicate || (i0 + x < m && j0 + y < args.n))
        to(x, y) = a(i0 + x, j0 + y);
    if constexpr (Bug == bug::overrun_of_a_field) memory[32 * 32] = 0.0F;
    if constexpr (Bug == bug::overrun_below_a_field) ctx.shared(shared{}, Int<1>{})[-1] = 0.0F;
    if constexpr (Bug == bug::two_barriers) {
      if (ctx.thread() < 64)
        ctx.sync();
      else
        ctx.sync();
    } else if constexpr (Bug == bug::barrier_of_half_a_block) {
      if (ctx.thread() < 64) ctx.sync();
    } else if constexpr (Bug == bug::late_reference) {
      auto const element = a(i0, j0);
      ctx.sync();
      to(0, 0) = 1.0F;
      if (element == 2.0F) return;
    } else if constexpr (Bug != bug::missing_barrier) {
      ctx.sync();
    }
    for (int y = ctx.thread() / 32; y < 32; y += 4) {
      bool const is_inside = j0 + x < args.n && i0 + y < args.m;
      if constexpr (Bug == bug::unwritten_part_of_a_tile) {
        float const v = from(y, x);
        if (is_inside) b(j0 + x, i0 + y) = v;
      } else if constexpr (Bug == bug::output_read) {
        if (is_inside) b(j0 + x, i0 + y) += from(y, x);
      } else {
        if (Bug == bug::dropped_store_predicate || is_inside) b(j0 + x, i0 + y) = from(y, x);
      }
    }
  }
};

struct shape {
  int m, n, lda, ldb;
};
struct outcome {
  cpu::report said;
  bool is_right = true;  // every element, and nothing beside them
};

template <bug Bug>
outcome run_transpose(shape const& s, bool reverse) {
  std::vector<float> a(static_cast<std::size_t>(s.lda * s.n + 64), -2.0F);
  std::vector<float> b(static_cast<std::size_t>(s.ldb * s.m + 64), -1.0F);
  for (int j = 0; j < s.n; ++j)
    for (int i = 0; i < s.m; ++i)
      a[static_cast<std::size_t>(i + s.lda * j)] = static_cast<float>(i + 1000 * j);
  cpu::global<float const> const from("A", a.data(),
                                      make_layout(make_shape(s.m, s.n), make_stride(_1{}, s.lda)));
  cpu::global<float> to("B", b.data(), make_layout(make_shape(s.n, s.m), make_stride(_1{}, s.ldb)));
  to.starts_unwritten();
  transpose_args<cpu::ptr<float const*>, cpu::ptr<float*>> const args{
      from.data(), to.data(), s.m, s.n, s.lda, s.ldb};
  outcome r{
      cpu::launch<transpose<Bug>>({(s.m + 31) / 32, (s.n + 31) / 32}, args, in_order(reverse))};
  for (int i = 0; i < static_cast<int>(b.size()); ++i) {
    bool const is_element = i % s.ldb < s.n && i / s.ldb < s.m;
    float const expected = is_element ? static_cast<float>(i / s.ldb + 1000 * (i % s.ldb)) : -1.0F;
    r.is_right = r.is_right && b[static_cast<std::size_t>(i)] == expected;
  }
  return r;
}

// ---- out(t) = the sum over tiles of what thread threads-1-t has copied, double buffered

template <class In, class Out>
struct pipeline_args {
  In in;
  Out out;
  int tiles;
  int elements;
};

// A tensor that does not tell in which memory it lies: such a copy compiles.
template <class T>
auto unnamed(T const& t) {
  return make_tensor(raw_pointer_cast(t.data()), t.layout());
}

template <bug Bug>
struct pipeline {
  static constexpr int threads = 64;
  static constexpr int in_tile = 4 * threads;
  using shared = shared_memory<field<float, 2 * in_tile>>;

  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    using copies = Layout<Shape<_4, Int<threads>>>;
    int const t = ctx.thread();
    auto const in = make_tensor(make_gmem_ptr(assume_aligned<16>(args.in)),
                                make_layout(make_shape(_4{}, Int<threads>{}, args.tiles + 1),
                                            make_stride(_1{}, _4{}, Int<in_tile>{})));
    auto const stages =
        make_tensor(ctx.shared(shared{}, Int<0>{}), Layout<Shape<_4, Int<threads>, _2>>{});
    auto const fill = [&](int tile) {
      bool const is_inside =
          Bug == bug::copy_without_predicate || tile * in_tile + 4 * t + 3 < args.elements;
      int const stage = (tile + (Bug == bug::wrong_stage && tile > 1 ? 1 : 0)) % 2;
      using async = Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL_ZFILL<uint128_t>, float>;
      bool const has_address = is_inside || Bug == bug::zeros_from_nowhere;
      copy(async{}.with(is_inside), in(_, has_address ? t : 0, has_address ? tile : 0),
           stages(_, t, stage));
      if constexpr (Bug != bug::missing_fence) ctx.cp_async_fence();
    };
    float sum = 0;
    fill(0);
    if (args.tiles > 1)
      fill(1);
    else
      ctx.cp_async_fence();
    for (int k = 0; k < args.tiles; ++k) {
      ctx.cp_async_wait(Int < Bug == bug::too_early_wait ? 2 : 1 > {});
      if constexpr (Bug != bug::missing_barrier_after_wait) ctx.sync();
      for (int i = 0; i < 4; ++i) sum += stages(i, threads - 1 - t, k % 2);
      if constexpr (Bug != bug::missing_barrier_before_refill) ctx.sync();
      if (Bug == bug::return_with_copies || k + 2 < args.tiles)
        fill(k + 2);
      else
        ctx.cp_async_fence();
    }
    if constexpr (Bug == bug::copy_to_global_memory)
      copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, float>{}, unnamed(stages(_, t, 0)),
           make_tensor(assume_aligned<16>(args.out), copies{})(_, 0));
    make_tensor(make_gmem_ptr(args.out), Int<threads>{})(t) = sum;
  }
};

template <bug Bug>
outcome run_pipeline(int tiles, int elements, bool reverse) {
  constexpr int threads = pipeline<Bug>::threads;
  std::vector<float> in(static_cast<std::size_t>(elements));
  std::iota(in.begin(), in.end(), 1.0F);
  std::vector<float> out(threads, -1.0F);
  cpu::global<float const> const from("In", in.data(), elements);
  cpu::global<float> to("Out", out.data(), threads);
  pipeline_args<cpu::ptr<float const*>, cpu::ptr<float*>> const args{
      from.data(), to.starts_unwritten().data(), tiles, elements};
  outcome r{cpu::launch<pipeline<Bug>>({}, args, in_order(reverse))};
  for (int t = 0; t < threads; ++t) {
    float expected = 0;
    for (int k = 0; k < tiles; ++k)
      for (int i = 0; i < 4; ++i) {
        int const at = k * pipeline<Bug>::in_tile + 4 * (threads - 1 - t);
        if (at + 3 < elements) expected += in[static_cast<std::size_t>(at + i)];
      }
    r.is_right = r.is_right && out[static_cast<std::size_t>(t)] == expected;
  }
  return r;
}

// ---- D = A * B of 16x16 times 16x8, in two warps: half each of a block's products

template <class In, class Out>
struct product_args {
  In a, b;
  Out d;
};

template <bug Bug>
struct product {
  static constexpr int threads = 64;
  using op = SM80_16x8x16_F32F16F16F32_TN;
  using shared = shared_memory<field<half_t, 16 * 16>>;

  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    using rows = Layout<Shape<_16, _16>, Stride<_16, _1>>;
    int const lane = ctx.thread() % 32;
    auto const a = make_tensor(make_gmem_ptr(assume_aligned<16>(args.a)), rows{});
    auto const b = make_tensor(make_gmem_ptr(args.b), Layout<Shape<_8, _16>, Stride<_16, _1>>{});
    auto const d = make_tensor(make_gmem_ptr(args.d), Layout<Shape<_16, _8, _2>>{});
    auto const memory = ctx.shared(shared{}, Int<0>{});
    auto const tile = make_tensor(memory, Layout<Shape<_8, _2, _16>, Stride<_1, _8, _16>>{});
    if (ctx.thread() < 32) {
      auto const chunks = make_tensor(a.data(), tile.layout());
      copy(chunks(_, lane / 16, lane % 16), tile(_, lane / 16, lane % 16));
    }
    if constexpr (Bug == bug::matrix_without_barrier) {
      if (ctx.thread() >= 32) return;
    } else {
      ctx.sync();
    }
    auto ra = make_tensor<half_t>(Shape<_8>{});
    auto const row = [&] {
      if constexpr (Bug == bug::row_outside)
        return tile(_, lane / 16, lane % 16 + 1);
      else if constexpr (Bug == bug::false_multiple)
        return make_tensor(memory + assume_multiple_of<8>(lane == 5 ? 4 : 0), _8{});
      else
        return tile(_, lane / 16, lane % 16);
    }();
    copy(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, row, ra);
    TiledMMA<MMA_Atom<op>, Layout<Shape<_1, _1, _1>>,
             Tile<Underscore, Underscore, Underscore>> const mma;
    auto const part = mma.get_slice(lane);
    auto rb = part.partition_fragment_B(b);
    copy(DefaultCopy{}, part.partition_B(b), rb);
    auto rd = part.partition_fragment_C(d(_, _, 0));
    if constexpr (Bug != bug::accumulators_not_cleared) clear(rd);
    if constexpr (Bug == bug::half_a_warp) {
      if (lane < 16) gemm(mma, make_tensor(ra.data(), Shape<_8, _1, _1>{}), rb, rd);
    } else if constexpr (Bug == bug::two_instructions) {
      if (lane < 16)
        gemm(mma, make_tensor(ra.data(), Shape<_8, _1, _1>{}), rb, rd);
      else
        copy(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, row, ra);
    } else {
      gemm(mma, make_tensor(ra.data(), Shape<_8, _1, _1>{}), rb, rd);
    }
    copy(rd, part.partition_C(d(_, _, ctx.thread() / 32)));
  }
};

template <bug Bug>
outcome run_product(bool reverse) {
  std::vector<half_t> a(16 * 16);
  std::vector<half_t> b(8 * 16);
  std::vector<float> d(2 * 16 * 8, -1.0F);
  for (int i = 0; i < 256; ++i) a[static_cast<std::size_t>(i)] = half_t((i * 7 + 3) % 13 - 6);
  for (int i = 0; i < 128; ++i) b[static_cast<std::size_t>(i)] = half_t((i * 5 + 1) % 11 - 5);
  cpu::global<half_t const> const ga("A", a.data(), 256);
  cpu::global<half_t const> const gb("B", b.data(), 128);
  cpu::global<float> gd("D", d.data(), 256);
  product_args<cpu::ptr<half_t const*>, cpu::ptr<float*>> const args{ga.data(), gb.data(),
                                                                     gd.starts_unwritten().data()};
  outcome r{cpu::launch<product<Bug>>({}, args, in_order(reverse))};
  for (int i = 0; i < 256; ++i) {
    float sum = 0;
    for (int k = 0; k < 16; ++k)
      sum += static_cast<float>(a[static_cast<std::size_t>(16 * (i % 16) + k)]) *
             static_cast<float>(b[static_cast<std::size_t>(16 * (i / 16 % 8) + k)]);
    r.is_right = r.is_right && d[static_cast<std::size_t>(i)] == sum;
  }
  return r;
}

// ---- out(t) = in(63 - t), by cp.async

template <class In, class Out>
struct reverse_args {
  In in;
  Out out;
};

template <bug Bug>
struct reverse_floats {
  static constexpr int threads = 64;
  using shared = shared_memory<field<float, 64>, field<float, 64>>;

  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    int const t = ctx.thread();
    auto in = make_tensor(make_gmem_ptr(args.in), Layout<Shape<_1, _64>>{});
    auto out = make_tensor(make_gmem_ptr(args.out), Int<64>{});
    auto const memory = make_tensor(ctx.shared(shared{}, Int<0>{}), Layout<Shape<_1, _64>>{});
    copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<std::uint32_t>, float>{}, in(_, t), memory(_, t));
    if constexpr (Bug == bug::source_written_by_its_thread) in(0, t) = 0.0F;
    ctx.cp_async_fence();
    if constexpr (Bug == bug::source_written_by_another) {
      ctx.sync();
      in(0, (t + 32) % 64) = 0.0F;
    }
    ctx.cp_async_wait(Int<0>{});
    ctx.sync();
    if constexpr (Bug == bug::two_shared_memories)
      ctx.shared(shared_memory<field<float, 32>>{}, Int<0>{})[t % 32] = 0.0F;
    if constexpr (Bug == bug::alike_shared_memories)
      ctx.shared(shared_memory<field<std::int32_t, 64>>{}, Int<0>{})[63 - t] = 0;
    if (Bug != bug::missing_write || t != 40) out(t) = memory(0, 63 - t);
  }
};

template <bug Bug>
outcome run_reverse(bool reverse) {
  std::vector<float> in(64);
  std::iota(in.begin(), in.end(), 1.0F);
  std::vector<float> out(64, -1.0F);
  cpu::global<float> const from("In", in.data(), 64);
  cpu::global<float> to("Out", out.data(), 64);
  to.starts_unwritten().must_be_written();
  reverse_args<cpu::ptr<float*>, cpu::ptr<float*>> const args{from.data(), to.data()};
  outcome r{cpu::launch<reverse_floats<Bug>>({}, args, in_order(reverse))};
  for (int t = 0; t < 64; ++t)
    r.is_right =
        r.is_right && out[static_cast<std::size_t>(t)] == in[static_cast<std::size_t>(63 - t)];
  return r;
}

// ---- b(t,1) = a(t,0), of matrices of 32 rows whose columns follow one another

template <bug Bug>
struct second_column {
  static constexpr int threads = 32;
  using shared = shared_memory<>;
  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    int const t = ctx.thread();
    int const ld = Bug == bug::offset_wraps ? args.far : args.ld;
    auto const a = make_tensor(make_gmem_ptr(args.in),
                               make_layout(make_shape(32, 65540), make_stride(_1{}, ld)));
    auto b = make_tensor(make_gmem_ptr(args.out),
                         make_layout(make_shape(32, 2), make_stride(_1{}, args.ld)));
    int const column = Bug == bug::offset_wraps && t == 5 ? 65536 : 0;
    float const v = a(t, column);
    if constexpr (Bug == bug::row_wraps)
      b(t + 32, 0) = v;
    else if constexpr (Bug == bug::row_of_a_slice_wraps)
      b(t + 32, _)(0) = v;
    else
      b(t, 1) = v;
    auto const beyond = b(t + 32, _);  // and not used
    static_cast<void>(beyond(0));
  }
};
struct second_column_args {
  cpu::ptr<float*> in, out;
  int ld, far;
};

template <bug Bug>
outcome run_second_column(bool reverse) {
  std::vector<float> in(64);
  std::iota(in.begin(), in.end(), 1.0F);
  std::vector<float> out(64, -1.0F);
  cpu::global<float> from("In", in.data(), 64);
  cpu::global<float> to("Out", out.data(), make_layout(make_shape(32, 2), make_stride(1, 32)));
  second_column_args const args{from.data(), to.data(), 32, 65536};
  outcome r{cpu::launch<second_column<Bug>>({}, args, in_order(reverse))};
  r.is_right = std::memcmp(&out[32], in.data(), 32 * sizeof(float)) == 0;
  return r;
}

// ---- out(i,t) = in(i,t), eight each of 32 threads, by way of registers

template <bug Bug, class T>
struct through_registers {
  static constexpr int threads = 32;
  using shared = shared_memory<>;

  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    int const t = ctx.thread();
    auto const in = make_tensor(make_gmem_ptr(assume_aligned<16>(args.in)),
                                Layout<Shape<_4, _2, _32>>{})(_, _, t);  // (4,2)
    auto const all =
        make_tensor(make_gmem_ptr(assume_aligned<16>(args.out)), Layout<Shape<_4, _2, _32>>{});
    auto out = all(_, _, t);  // (4,2)
    auto r = make_fragment_like(in);
    int const last = Bug == bug::none ? 8 : 7;
    if constexpr (Bug == bug::unwritten_vector_copied) {
      copy(in(_, 0), r(_, 0));
      copy(r, out);
    } else if constexpr (Bug == bug::unwritten_and_const) {
      auto const as = r;
      out(0) = as(0);
    } else {
      for (int i = 0; i < last; ++i) r(i) = in(i);
    }
    if constexpr (Bug == bug::none) ctx.sync();  // the last register has been written before
    if constexpr (Bug == bug::unwritten_stored) {
      for (int i = 0; i < 8; ++i) out(i) = r(i);
    } else if constexpr (Bug == bug::unwritten_added_to) {
      r(7) += static_cast<T>(in(7));
      for (int i = 0; i < 8; ++i) out(i) = r(i);
    } else if constexpr (Bug == bug::register_after_the_last) {
      r(8) = in(7);
    } else if constexpr (Bug == bug::register_before_the_first) {
      r(t == 3 ? -1 : 0) = in(7);
    } else if constexpr (Bug == bug::register_of_a_slice) {
      r(_, 1)(4) = in(7);
    } else if constexpr (Bug == bug::slice_after_the_last) {
      r(_, 2)(0) = in(7);
    } else if constexpr (Bug == bug::slice_of_memory_wraps) {
      copy(r(_, 0), all(_, t == 4 ? 2 : 0, t));
    } else if constexpr (Bug == bug::unwritten_copied || Bug == bug::none) {
      copy(r, out);
    }
  }
};

template <bug Bug, class T = float>
outcome run_registers(bool reverse) {
  // Every value of one byte, or of two.
  constexpr int n = 256;
  outcome all;
  for (int first = 0; first < (sizeof(T) == 2 ? 65536 : n); first += n) {
    std::vector<T> in(n);
    std::vector<T> out(n);
    for (int i = 0; i < n; ++i) {
      std::uint32_t const bits = static_cast<std::uint32_t>(first + i);
      std::memcpy(&in[static_cast<std::size_t>(i)], &bits, sizeof(T) < 4 ? sizeof(T) : 4);
    }
    cpu::global<T> const from("In", in.data(), n);
    cpu::global<T> to("Out", out.data(), n);
    reverse_args<cpu::ptr<T*>, cpu::ptr<T*>> const args{from.data(), to.data()};
    outcome r{cpu::launch<through_registers<Bug, T>>({}, args, in_order(reverse))};
    r.is_right = all.is_right && std::memcmp(in.data(), out.data(), n * sizeof(T)) == 0;
    all = r;
    if (Bug != bug::none || !r.said.clean()) break;
  }
  return all;
}

// ---- the tests

constexpr bool both_orders[] = {false, true};

TEST_CASE("right kernels run without a finding and give right results") {
  for (bool const reverse : both_orders) {
    for (int const m : {1, 31, 32, 33, 64, 97})
      for (int const n : {1, 31, 32, 33, 64, 97})
        for (int const more : {0, 5}) {
          outcome const r = run_transpose<bug::none>({m, n, m + more, n + more}, reverse);
          CHECK_MESSAGE(r.said.clean(), r.said.text());
          CHECK(r.is_right);
          CHECK(r.said.blocks == (m + 31) / 32 * ((n + 31) / 32));
          CHECK(r.said.barriers == r.said.blocks);
        }
    for (int const tiles : {1, 2, 3, 4, 5, 8})
      for (int const less : {0, 4, 100}) {
        outcome const r = run_pipeline<bug::none>(tiles, 256 * tiles - less, reverse);
        CHECK_MESSAGE(r.said.clean(), r.said.text());
        CHECK(r.is_right);
      }
    for (outcome const& r :
         {run_product<bug::none>(reverse), run_reverse<bug::none>(reverse),
          run_second_column<bug::none>(reverse), run_registers<bug::none, float>(reverse),
          run_registers<bug::none, half_t>(reverse),
          run_registers<bug::none, std::int8_t>(reverse)}) {
      CHECK_MESSAGE(r.said.clean(), r.said.text());
      CHECK(r.is_right);
    }
  }
}

// A fault that the run finds, on a tensor or field, by such a sentence; or wrong values alone.
struct seeded {
  char const* what;
  outcome (*run)(bool reverse);
  fault kind;
  char const* memory;
  char const* says;
};
template <bug Bug>
outcome ragged(bool reverse) {
  return run_transpose<Bug>({97, 70, 101, 75}, reverse);
}
template <bug Bug>
outcome six_tiles(bool reverse) {
  return run_pipeline<Bug>(6, 6 * 256 - 100, reverse);
}

constexpr seeded faults[] = {
    {"a missing barrier", ragged<bug::missing_barrier>, fault::race, "shared field 0",
     "interval 0"},
    {"an off-by-one extent", ragged<bug::off_by_one_extent>, fault::out_of_bounds, "A",
     "which is padding"},
    {"a wrong stride", ragged<bug::wrong_stride>, fault::out_of_bounds, "A", "padding"},
    {"a dropped predicate of a load", ragged<bug::dropped_load_predicate>, fault::out_of_bounds,
     "A", "reads A["},
    {"a dropped predicate of a store, inside a larger buffer", ragged<bug::dropped_store_predicate>,
     fault::out_of_bounds, "B", "writes B["},
    {"a return before a barrier", ragged<bug::return_before_barrier>, fault::divergence, "",
     "have returned"},
    {"a barrier in half a block", ragged<bug::barrier_of_half_a_block>, fault::divergence, "",
     "threads 0-63 wait at the barrier at cpu_engine.cpp:"},
    {"two barriers", ragged<bug::two_barriers>, fault::divergence, "",
     "and others wait at that at"},
    {"a swizzle of the writer alone", ragged<bug::other_swizzle>, fault::unwritten,
     "shared field 0", "which nobody has written"},
    {"an overrun into the next field", ragged<bug::overrun_of_a_field>, fault::out_of_bounds,
     "shared field 0", "shared field 0[1024], which has 1024 elements"},
    {"an underrun into the field before", ragged<bug::overrun_below_a_field>, fault::out_of_bounds,
     "shared field 1", "shared field 1[-1]"},
    {"a part of a tile that is not written", ragged<bug::unwritten_part_of_a_tile>,
     fault::unwritten, "shared field 0", "which nobody has written"},
    {"two writers of one element", ragged<bug::two_writers>, fault::race, "shared field 0",
     "wrote"},
    {"blocks that overlap", ragged<bug::overlapping_blocks>, fault::race, "B", "of block ("},
    {"an output that is read", ragged<bug::output_read>, fault::unwritten, "B",
     "which nobody has written"},
    {"a misaligned base", ragged<bug::misaligned_base>, fault::exception, "", "multiple"},
    {"a misaligned access", ragged<bug::misaligned_access>, fault::misaligned, "A",
     "reads 16 bytes from A(1,0) on"},
    {"a reference that is read late", ragged<bug::late_reference>, fault::late_read, "A", "A("},
    {"a wait for too few copies", six_tiles<bug::too_early_wait>, fault::in_flight,
     "shared field 0", "where a cp.async of thread"},
    {"a missing fence", six_tiles<bug::missing_fence>, fault::in_flight, "shared field 0",
     "where a cp.async of thread"},
    {"a missing barrier after a wait", six_tiles<bug::missing_barrier_after_wait>, fault::in_flight,
     "shared field 0", "where a cp.async of thread"},
    {"a missing barrier before a refill", six_tiles<bug::missing_barrier_before_refill>,
     fault::race, "shared field 0", "read"},
    {"a return with copies in flight", six_tiles<bug::return_with_copies>, fault::in_flight,
     "shared field 0", "returns with"},
    {"a copy to the wrong stage", six_tiles<bug::wrong_stage>, fault::in_flight, "shared field 0",
     "is on its way"},
    {"a copy without its predicate", six_tiles<bug::copy_without_predicate>, fault::out_of_bounds,
     "In", "reads In["},
    {"zeros in place of what has no address", six_tiles<bug::zeros_from_nowhere>,
     fault::out_of_bounds, "In", "fills with zeros"},
    {"cp.async to global memory", six_tiles<bug::copy_to_global_memory>, fault::wrong_memory, "Out",
     "as if it were shared memory"},
    {"a matrix instruction in half a warp", run_product<bug::half_a_warp>, fault::divergence, "",
     "SM80_16x8x16_F32F16F16F32_TN"},
    {"two instructions in one warp", run_product<bug::two_instructions>, fault::divergence, "",
     "where others of its warp execute"},
    {"a matrix row outside of its field", run_product<bug::row_outside>, fault::out_of_bounds,
     "shared field 0", "shared field 0[256]"},
    {"an offset that is no multiple of what it is said to be", run_product<bug::false_multiple>,
     fault::exception, "", "multiple"},
    {"ldmatrix of what other lanes have just written", run_product<bug::matrix_without_barrier>,
     fault::race, "shared field 0", "wrote"},
    {"a source of cp.async that its thread writes before the wait",
     run_reverse<bug::source_written_by_its_thread>, fault::in_flight, "In",
     "may still read: write it after the wait"},
    {"a source of cp.async that another thread writes before the wait",
     run_reverse<bug::source_written_by_another>, fault::in_flight, "In", "may still read"},
    {"two types of shared memory", run_reverse<bug::two_shared_memories>, fault::overlap, "",
     "bytes 0 to 127 of shared memory, which overlaps field 0 of shared_memory<"},
    {"two types of shared memory with the same sizes", run_reverse<bug::alike_shared_memories>,
     fault::overlap, "", "bytes 0 to 255"},
    {"a row that wraps into the next column", run_second_column<bug::row_wraps>,
     fault::out_of_bounds, "Out", "of mode 0 of a tensor in Out, a mode of 32 elements, for Out("},
    {"a row of a slice that wraps into the next column",
     run_second_column<bug::row_of_a_slice_wraps>, fault::out_of_bounds, "Out",
     "of mode 0 of a tensor in Out, a mode of 32 elements, for Out("},
    {"a vector of a slice that wraps", run_registers<bug::slice_of_memory_wraps>,
     fault::out_of_bounds, "Out",
     "thread 4 uses coordinate 2 of mode 1 of a tensor in Out, a mode of 2 elements, for Out[40]"},
    {"an offset that wraps at 32 bits", run_second_column<bug::offset_wraps>, fault::exception, "",
     "thread 5: a run-time integer of the result is 4294967301, which does not fit its type"},
    {"accumulators that are not cleared", run_product<bug::accumulators_not_cleared>,
     fault::unwritten, "registers", "reads register 0 of a fragment of 4 float, which it has not"},
    {"a register that is not written is copied", run_registers<bug::unwritten_copied>,
     fault::unwritten, "registers", "reads register 7 of a fragment of 8 float"},
    {"a register of two bytes that is not written is copied",
     run_registers<bug::unwritten_copied, half_t>, fault::unwritten, "registers",
     "reads register 7 of a fragment of 8 half_t"},
    {"a register of a byte that is not written is copied",
     run_registers<bug::unwritten_copied, std::int8_t>, fault::unwritten, "registers",
     "reads register 7 of a fragment of 8 signed char"},
    {"a vector of registers that is not written is copied",
     run_registers<bug::unwritten_vector_copied>, fault::unwritten, "registers", "register 4 of"},
    {"a register of eight bytes that is not written is copied",
     run_registers<bug::unwritten_copied, double>, fault::unwritten, "registers", "of 8 double"},
    {"a register that is not written is stored", run_registers<bug::unwritten_stored>,
     fault::unwritten, "Out", "with what comes from a register that it has not written"},
    {"an integer register that is not written is stored",
     run_registers<bug::unwritten_stored, std::int32_t>, fault::unwritten, "Out",
     "as register 7 of a fragment of 8 int is"},
    {"a register that is not written is added to", run_registers<bug::unwritten_added_to>,
     fault::unwritten, "Out", "as register 7 of a fragment of 8 float is"},
    {"a constant register that is not written", run_registers<bug::unwritten_and_const>,
     fault::unwritten, "Out", "register 0 of a fragment of 8 float"},
    {"a register of two bytes that is not written is stored",
     run_registers<bug::unwritten_stored, half_t>, fault::unwritten, "Out",
     "as register 7 of a fragment of 8 half_t is"},
    {"a register past the last", run_registers<bug::register_after_the_last>, fault::out_of_bounds,
     "registers", "uses register 8 of a fragment of 8 float: its index is"},
    {"a register before the first", run_registers<bug::register_before_the_first>,
     fault::out_of_bounds, "registers", "thread 3 uses register -1 of a fragment of 8 float"},
    {"a register past the end of a slice's fragment", run_registers<bug::register_of_a_slice>,
     fault::out_of_bounds, "registers", "uses register 8 of"},
    {"a slice of registers past the last", run_registers<bug::slice_after_the_last>,
     fault::out_of_bounds, "registers", "uses register 8 of"},
};

TEST_CASE("every seeded fault is found and named, in both orders") {
  for (seeded const& f : faults)
    for (bool const reverse : both_orders) {
      INFO(f.what << ", reverse: " << reverse);
      outcome const r = f.run(reverse);
      INFO(r.said.text());
      cpu::finding const* found = nullptr;
      for (cpu::finding const& one : r.said.findings)
        if (found == nullptr && one.kind == f.kind && one.memory == f.memory &&
            one.text.find(f.says) != std::string::npos)
          found = &one;
      REQUIRE(found != nullptr);
      CHECK(found->thread >= 0);
      CHECK(found->text.find(r.said.kernel) != std::string::npos);
      if (!reverse) std::printf("%s\n    %s\n", f.what, found->text.c_str());
    }
  CHECK(std::size(faults) >= 16);
}

TEST_CASE("an unwritten element of an output is found") {
  for (bool const reverse : both_orders) {
    outcome const r = run_reverse<bug::missing_write>(reverse);
    REQUIRE(r.said.findings.size() == 1);
    CHECK(r.said.findings[0].kind == fault::not_written);
    CHECK(r.said.findings[0].memory == "Out");
    CHECK(r.said.findings[0].element == 40);
    CHECK(r.said.text() ==
          "not written: kernel " + r.said.kernel +
              ", no thread of the launch has written Out[40]; check the tiles, the predicates and "
              "the size of the grid\n");
  }
  // Each of the elements of a matrix, and none of the padding; writes before the question do not
  // count.
  std::vector<float> a(9 * 4, 1.0F);
  std::vector<float> b(5 * 8);
  cpu::global<float const> const from("A", a.data(),
                                      make_layout(make_shape(8, 4), make_stride(1, 9)));
  cpu::global<float> to("B", b.data(), make_layout(make_shape(4, 8), make_stride(1, 5)));
  transpose_args<cpu::ptr<float const*>, cpu::ptr<float*>> args{from.data(), to.data(), 8, 4, 9, 5};
  to.must_be_written();
  CHECK(cpu::launch<transpose<bug::none>>({}, args).clean());
  args.m = 7;
  CHECK(cpu::launch<transpose<bug::none>>({}, args).clean());
  to.must_be_written();
  cpu::report const r = cpu::launch<transpose<bug::none>>({}, args);
  CHECK(r.faults == 4);
  REQUIRE(r.findings.size() == 1);
  CHECK(r.findings[0].text.find("B(0,7)") != std::string::npos);
}

template <int Threads, std::int64_t Bytes>
struct sized {
  static constexpr int threads = Threads;
  using shared = shared_memory<field<std::uint8_t, Bytes>>;
  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const&, Arguments const&) {}
};

TEST_CASE("a launch that no GPU takes is refused") {
  auto const refused = [](cpu::report const& r, char const* says) {
    REQUIRE(r.findings.size() == 1);
    CHECK(r.findings[0].kind == fault::launch);
    CHECK(r.blocks == 0);
    INFO(r.text());
    CHECK(r.findings[0].text.find(says) != std::string::npos);
  };
  cpu::options o;
  CHECK(cpu::launch<sized<1024, 0>>({}, 0).clean());
  refused(cpu::launch<sized<1025, 0>>({}, 0), "1025 threads, where a GPU takes 1 to 1024");
  refused(cpu::launch<sized<0, 0>>({}, 0), "0 threads");
  CHECK(cpu::launch<sized<32, 232448>>({}, 0).clean());
  refused(cpu::launch<sized<32, 232449>>({}, 0), "232449 bytes of shared memory, where sm_90 has");
  o.sm = 80;
  CHECK(cpu::launch<sized<32, 166912>>({}, 0, o).clean());
  refused(cpu::launch<sized<32, 166913>>({}, 0, o), "sm_80 has 166912");
  o.sm = 89;
  refused(cpu::launch<sized<32, 166912>>({}, 0, o), "sm_89 has 101376");
  o.sm = 75;
  refused(cpu::launch<sized<32, 65537>>({}, 0, o), "sm_75 has 65536");
  refused(cpu::launch<sized<32, 0>>({0, 1, 1}, 0), "0 x 1 x 1 blocks");
  refused(cpu::launch<sized<32, 0>>({1, -1, 1}, 0), "1 x -1 x 1 blocks");
  refused(cpu::launch<sized<32, 0>>({1, 65536, 1}, 0), "y and z are at most 65535");
  refused(cpu::launch<sized<32, 0>>({1, 1, 65536}, 0), "y and z are at most 65535");
  CHECK(cpu::launch<sized<32, 0>>({1, 1, 65535}, 0).clean());
}

// Wrong elements, all of them written, are seen by no check of accesses. The proof that both sides
// of a copy name the same elements is for that, and the comparison with a reference.
TEST_CASE("a swizzle of the writer alone gives wrong values where the tile is whole") {
  outcome const r = run_transpose<bug::other_swizzle>({32, 32, 32, 32}, false);
  CHECK(r.said.clean());
  CHECK(!r.is_right);
}

// The reader runs first, and reads what no thread has written yet: that is a race, not a forgotten
// write.
TEST_CASE("a missing barrier is a race, whoever runs first") {
  for (bool const reverse : both_orders) {
    outcome const r = run_transpose<bug::missing_barrier>({32, 32, 32, 32}, reverse);
    CHECK(r.said.found(fault::race));
    CHECK(!r.said.found(fault::unwritten));
  }
}

// All read, the last one too; then it writes.
struct read_then_write {
  static constexpr int threads = 32;
  using shared = shared_memory<field<float, 1>>;
  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    auto s = make_tensor(ctx.shared(shared{}, Int<0>{}), Int<1>{});
    if (ctx.thread() == 0) s(0) = 1.0F;
    ctx.sync();
    float const v = s(0);
    if (ctx.thread() == args.writer) s(0) = v + 1.0F;
  }
};

TEST_CASE("a write races with a read that is not the last one") {
  struct {
    int writer;
  } args{};
  for (bool const reverse : both_orders) {
    args.writer = reverse ? 0 : 31;  // which runs last
    CHECK(cpu::launch<read_then_write>({}, args, in_order(reverse)).found(fault::race));
  }
  args.writer = -1;
  CHECK(cpu::launch<read_then_write>({}, args).clean());
}

// ---- accesses wider than an element, and narrower

struct copy_rows {
  static constexpr int threads = 64;
  using shared = shared_memory<>;
  using part = Layout<Shape<_8, Int<threads>>>;
  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    auto const in = make_tensor(make_gmem_ptr(assume_aligned<16>(args.in)), part{});
    auto const out = make_tensor(make_gmem_ptr(assume_aligned<8>(args.out)), part{});
    auto const from = in(_, ctx.thread());
    auto const to = out(_, ctx.thread());
    static_assert(copy_plan<decltype(from), decltype(to)>::access_bits == 64);
    copy(from, to);
  }
};

TEST_CASE("accesses are recorded in order, as wide as copy_plan makes them") {
  std::vector<half_t> in(512);
  std::vector<half_t> out(512);
  for (int i = 0; i < 512; ++i) in[static_cast<std::size_t>(i)] = half_t(i);
  cpu::global<half_t const> const from("In", in.data(), 512);
  cpu::global<half_t> const to("Out", out.data(), 512);
  struct {
    cpu::ptr<half_t const*> in;
    cpu::ptr<half_t*> out;
  } const args{from.data(), to.data()};
  cpu::options o;
  o.records = true;
  cpu::report const r = cpu::launch<copy_rows>({}, args, o);
  CHECK_MESSAGE(r.clean(), r.text());
  CHECK(std::memcmp(in.data(), out.data(), 1024) == 0);
  REQUIRE(r.accesses.size() == 64 * 4);
  int i = 0;
  for (int thread = 0; thread < 64; ++thread)
    for (int half = 0; half < 2; ++half)
      for (bool const writes : {false, true}) {
        cpu::access const& a = r.accesses[static_cast<std::size_t>(i++)];
        CHECK(a.thread == thread);
        CHECK(a.writes == writes);
        CHECK(a.tensor == (writes ? "Out" : "In"));
        CHECK(a.offset == 8 * thread + 4 * half);
        CHECK(a.bits == 64);
        CHECK(a.field == -1);
      }
}

// Floats first, then the same bytes as f16 elements; each thread reads what another one has
// written.
template <bool HasBarrier>
struct reuse {
  static constexpr int threads = 32;
  using shared = shared_memory<field<float, 32>>;
  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    int const t = ctx.thread();
    auto floats = make_tensor(ctx.shared(shared{}, Int<0>{}), Int<32>{});
    auto halves = recast<half_t>(floats);
    floats(t) = static_cast<float>(t);
    ctx.sync();
    float const v = floats(31 - t);
    if constexpr (HasBarrier) ctx.sync();
    halves(t) = half_t(v);
    halves(32 + t) = half_t(v + 1);
    ctx.sync();
    args.out[t] = static_cast<float>(halves(63 - t)) + static_cast<float>(halves(31 - t));
  }
};

template <bool HasBarrier>
outcome run_reuse(bool reverse) {
  std::vector<float> out(32);
  cpu::global<float> to("Out", out.data(), 32);
  struct {
    cpu::ptr<float*> out;
  } const args{to.data()};
  outcome r{cpu::launch<reuse<HasBarrier>>({}, args, in_order(reverse))};
  for (int t = 0; t < 32; ++t)
    r.is_right = r.is_right && out[static_cast<std::size_t>(t)] == static_cast<float>(2 * t + 1);
  return r;
}

TEST_CASE("memory that is used again as narrower elements") {
  for (bool const reverse : both_orders) {
    outcome const right = run_reuse<true>(reverse);
    CHECK_MESSAGE(right.said.clean(), right.said.text());
    CHECK(right.is_right);
    CHECK(run_reuse<false>(reverse).said.found(fault::race));
  }
}

// Two threads that write one byte race, whichever half of it each one has.
template <int InARow>
struct halve_bytes {
  static constexpr int threads = 32;
  using shared = shared_memory<field<int4b_t, 64>>;
  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    using tile = Layout<Shape<Int<InARow>, _32, Int<2 / InARow>>>;
    auto const in = make_tensor(make_gmem_ptr(args.in), tile{});
    auto s = make_tensor(ctx.shared(shared{}, Int<0>{}), tile{});
    auto out = make_tensor(make_gmem_ptr(args.out), Int<64>{});
    for (int j = 0; j < 2 / InARow; ++j)
      for (int i = 0; i < InARow; ++i)
        s(i, ctx.thread(), j) = static_cast<int4b_t>(in(i, ctx.thread(), j));
    ctx.sync();
    if (ctx.thread() == 0)
      for (int i = 0; i < 64; ++i) out(i) = s(i);
  }
};

template <int InARow>
outcome run_halve_bytes() {
  std::vector<int4b_t> in(32);
  std::vector<int4b_t> out(32);
  for (int i = 0; i < 32; ++i)
    in[static_cast<std::size_t>(i)].storage = static_cast<std::uint8_t>(37 * i);
  cpu::global<int4b_t const> const from("In", in.data(), 64);
  cpu::global<int4b_t> const to("Out", out.data(), 64);
  struct {
    cpu::ptr<int4b_t const*> in;
    cpu::ptr<int4b_t*> out;
  } const args{from.data(), to.data()};
  outcome r{cpu::launch<halve_bytes<InARow>>({}, args)};
  r.is_right = std::memcmp(in.data(), out.data(), 32) == 0;
  return r;
}

TEST_CASE("subbyte elements") {
  outcome const right = run_halve_bytes<2>();
  CHECK_MESSAGE(right.said.clean(), right.said.text());
  CHECK(right.is_right);
  CHECK(run_halve_bytes<1>().said.found(fault::race));
}

TEST_CASE("a run repeats itself") {
  for (bool const reverse : both_orders)
    CHECK(ragged<bug::missing_barrier>(reverse).said.text() ==
          ragged<bug::missing_barrier>(reverse).said.text());
}

}  // namespace
