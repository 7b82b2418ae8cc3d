// SPDX-License-Identifier: BSL-1.0
//
// The tables of the GEMM kernels (audit.hpp): tensors 0, 1 and 2 are A, B and C, fields 0 and 1 of
// shared memory the tiles of A and B.
#pragma once

#include "../examples/kernels/gemm_partitioned.hpp"
#include "../examples/kernels/gemm_small.hpp"
#include "../examples/kernels/gemm_tiled.hpp"
#include "audit.hpp"

#include <tileproof/kernel/gemm/gemm_pipelined.hpp>
#include <tileproof/kernel/gemm/gemm_tensor_cores.hpp>

namespace audit {

using namespace tileproof;
using tileproof::detail::destination_of;
using tileproof::detail::source_of;

// C is read, then written.
struct product {
  std::int64_t m;
  std::int64_t n;
  std::int64_t k;
  std::int64_t lda;
  std::int64_t ldb;
  std::int64_t ldc;
};

// An operand of a GEMM: its number, the elements along its first mode and which of them a block
// begins with.
template <class T>
struct operand {
  int number;
  major by;
  std::int64_t extent;
  std::int64_t first;
  std::int64_t k;
  std::int64_t ld;
  std::int64_t block_mn;
  std::int64_t block_k;

  bool is_whole() const { return first + block_mn <= extent && k % block_k == 0; }
  // Its tile of a k-tile, column-major.
  part_of_matrix tile(std::int64_t step) const {
    bool const along_mn = by == major::mn;
    return {block_mn, first, step * block_k, extent, k, along_mn ? 1 : ld, along_mn ? ld : 1};
  }
  manner from_global(instruction how = instruction::access) const {
    return reads(number, sizeof_bits_v<T>, how);
  }
  manner to_shared(instruction how = instruction::access) const {
    return writes(field(number), sizeof_bits_v<T>, how);
  }
  manner from_shared(instruction how = instruction::access) const {
    return reads(field(number), sizeof_bits_v<T>, how);
  }
};

// f(block, operand A, operand B, tile of C, number of k-tiles)
template <class Kernel, class TA, class TB, class F>
void for_each_block(product const& p, F const& f) {
  using tiler = typename Kernel::cta_tiler;
  constexpr std::int64_t block_m = size<0>(tiler{});
  constexpr std::int64_t block_n = size<1>(tiler{});
  constexpr std::int64_t block_k = size<2>(tiler{});
  int block = 0;
  for (std::int64_t j = 0; j < p.n; j += block_n)
    for (std::int64_t i = 0; i < p.m; i += block_m)
      f(block++, operand<TA>{0, Kernel::major_a, p.m, i, p.k, p.lda, block_m, block_k},
        operand<TB>{1, Kernel::major_b, p.n, j, p.k, p.ldb, block_n, block_k},
        part_of_matrix{block_m, i, j, p.m, p.n, 1, p.ldc}, (p.k + block_k - 1) / block_k);
}

template <class TC, class Places>
void add_result(table& t, int block, part_of_matrix const& c) {
  t.add<Places>(block, reads(2, sizeof_bits_v<TC>), c);
  t.add<Places>(block, writes(2, sizeof_bits_v<TC>), c);
}

// (thread,value) -> offset, as the proofs name it: of the elements that threads have of an operand,
// one by one, in a tile of shared memory or of C.
template <class T, class Mma, class Tile>
using share_of_a = source_of<tileproof::detail::elements_of_a<Mma, T>, Tile>;
template <class T, class Mma, class Tile>
using share_of_b = source_of<tileproof::detail::elements_of_b<Mma, T>, Tile>;
template <class T, class Mma, class Tile>
using share_of_c = destination_of<tileproof::detail::elements_of_c<Mma, T>, Tile>;
template <class Kernel>
using tile_of_c = Layout<decltype(select<0, 1>(typename Kernel::cta_tiler{}))>;
template <class Kernel>
using tile_of_a = Layout<decltype(select<0, 2>(typename Kernel::cta_tiler{}))>;
template <class Kernel>
using tile_of_b = Layout<decltype(select<1, 2>(typename Kernel::cta_tiler{}))>;

// ---- one tile in shared memory at a time, element by element

template <class Global, class To, class From, class T>
void add_step(table& t, int block, operand<T> const& o, std::int64_t step) {
  t.add<Global>(block, o.from_global(), o.tile(step));
  t.add<To>(block, o.to_shared(), as_it_lies{});
  t.add<From>(block, o.from_shared(), as_it_lies{});
}

// The places of an operand: in global memory, and written to and read from shared memory.
template <class Global, class To, class From>
struct places_of_operand {};
template <class Kernel, class TA, class TB, class TC, class... A, class... B, class C>
table table_of_steps(product const& p, places_of_operand<A...>, places_of_operand<B...>, C) {
  table t;
  for_each_block<Kernel, TA, TB>(p, [&](int block, auto const& a, auto const& b,
                                        part_of_matrix const& result, std::int64_t steps) {
    for (std::int64_t step = 0; step < steps; ++step) {
      add_step<A...>(t, block, a, step);
      add_step<B...>(t, block, b, step);
    }
    add_result<TC, C>(t, block, result);
  });
  return t;
}

template <class Kernel, class T, class SmemA = typename Kernel::sA_layout>
table table_of_sgemm(product const& p) {
  using tA = typename Kernel::tA;
  using tB = typename Kernel::tB;
  using sB = typename Kernel::sB_layout;
  using gA = places<typename Kernel::template shares<tile_of_a<Kernel>, tA>>;
  using gB = places<typename Kernel::template shares<tile_of_b<Kernel>, tB>>;
  using to_a = places<typename Kernel::template shares<SmemA, tA>>;
  using to_b = places<typename Kernel::template shares<sB, tB>>;
  // All threads of a row of C read one row of A, those of a column one of B.
  using rows = Layout<Shape<_16, _16>, Stride<_1, _0>>;
  using columns = Layout<Shape<_16, _16>, Stride<_0, _1>>;
  using from_a = places<typename Kernel::template shared_reads<SmemA, rows>>;
  using from_b = places<typename Kernel::template shared_reads<sB, columns>>;
  using c = places<typename Kernel::template shares<tile_of_c<Kernel>, typename Kernel::tC>>;
  return table_of_steps<Kernel, T, T, T>(p, places_of_operand<gA, to_a, from_a>{},
                                         places_of_operand<gB, to_b, from_b>{}, c{});
}

template <class Kernel, class TC, class Mma = typename Kernel::tiled_mma>
table table_of_gemm_small(product const& p) {
  using TA = typename Kernel::TA;
  using TB = typename Kernel::TB;
  using copy_a = typename Kernel::template tile_copy<Kernel::major_a, TA>;
  using copy_b = typename Kernel::template tile_copy<Kernel::major_b, TB>;
  using smem = typename Kernel::smem_layout;
  using gA = places<source_of<copy_a, tile_of_a<Kernel>>>;
  using gB = places<source_of<copy_b, tile_of_b<Kernel>>>;
  using to_a = places<destination_of<copy_a, smem>>;
  using to_b = places<destination_of<copy_b, smem>>;
  using share_a = share_of_a<TA, Mma, smem>;
  using share_b = share_of_b<TB, Mma, smem>;
  using from_a = places<share_a, widest_access<share_a, sizeof_bits_v<TA>>>;
  using from_b = places<share_b, widest_access<share_b, sizeof_bits_v<TB>>>;
  using c = places<share_of_c<TC, Mma, tile_of_c<Kernel>>>;
  return table_of_steps<Kernel, TA, TB, TC>(p, places_of_operand<gA, to_a, from_a>{},
                                            places_of_operand<gB, to_b, from_b>{}, c{});
}

// ---- multistage GEMMs (kernel/common/protocols.hpp)

// f(step, stage) of all k-tiles that are fetched: beyond the last, the last again, or nothing.
template <int Stages, class F>
void for_each_fetch(std::int64_t steps, bool is_repeated, F const& f) {
  if (steps == 0) return;
  std::int64_t const end = is_repeated ? steps + Stages - 1 : steps;
  for (std::int64_t i = 0; i < end; ++i) f(std::min(i, steps - 1), static_cast<int>(i % Stages));
}
// f(k-block, stage) of all loads to registers: each k-tile, and the first k-block of the stage past
// the last one.
template <int Stages, int Blocks, class F>
void for_each_load(std::int64_t steps, F const& f) {
  if (steps == 0) return;
  for (std::int64_t i = 0; i < steps; ++i)
    for (int block = 0; block < Blocks; ++block) f(block, static_cast<int>(i % Stages));
  f(0, static_cast<int>(steps % Stages));
}

// From stages of shared memory to registers: From has them as (thread,(values,k,stage)).
template <int Stages, int Blocks, class From, class T>
void add_loads(table& t, int block, operand<T> const& o, std::int64_t steps,
               instruction by = instruction::access) {
  for_each_load<Stages, Blocks>(steps, [&](int k, int stage) {
    t.add<From>(block, o.from_shared(by), as_it_lies{},
                part<From>(k + Blocks * stage, Blocks * Stages));
  });
}

// The copies by cp.async: Global (thread,value) -> element of the tile, To of all stages.
template <int Stages, class Global, class To, class T>
void add_async_fetches(table& t, int block, operand<T> const& o, std::int64_t steps,
                       bool is_repeated = true) {
  for_each_fetch<Stages>(steps, is_repeated, [&](std::int64_t step, int stage) {
    t.add_inside<Global, To>(block, o.from_global(instruction::cp_async), o.tile(step),
                             range{0, Global::accesses}, o.to_shared(instruction::cp_async),
                             as_it_lies{}, part<To>(stage, Stages));
  });
}
// The copies through registers.
template <int Stages, class Global, class To, class T>
void add_fetches(table& t, int block, operand<T> const& o, std::int64_t steps) {
  for_each_fetch<Stages>(steps, true, [&](std::int64_t step, int stage) {
    t.add_inside<Global>(block, o.from_global(), o.tile(step));
    t.add<To>(block, o.to_shared(), as_it_lies{}, part<To>(stage, Stages));
  });
}

// The accesses of a simt_operand: its reads of global memory and its writes of shared memory.
template <class Operand, class Tile>
using simt_global = places<source_of<typename Operand::gmem_copy, Tile>, Operand::vector>;
template <class Operand, class Smem>
using simt_shared = places<
    destination_of<std::conditional_t<Operand::through_registers, typename Operand::smem_copy,
                                      typename Operand::gmem_copy>,
                   Smem>,
    Operand::is_turned ? 1 : Operand::vector>;

template <int Stages, class Operand, class Tile, class Smem, class T>
void add_simt_fetches(table& t, int block, operand<T> const& o, std::int64_t steps) {
  using global = simt_global<Operand, Tile>;
  using to = simt_shared<Operand, Smem>;
  if constexpr (Operand::through_registers)
    add_fetches<Stages, global, to>(t, block, o, steps);
  else
    add_async_fetches<Stages, global, to>(t, block, o, steps);
}

// A thread's consecutive rows of A, and columns of B, for one k are an access of 128 bits each.
template <class Kernel, class T, class SmemA = typename Kernel::sA_layout>
table table_of_gemm_pipelined(product const& p) {
  using mma = typename Kernel::tiled_mma;
  using sB = typename Kernel::sB_layout;
  constexpr int blocks = size<2>(typename Kernel::cta_tiler{});
  constexpr int stages = size<2>(sB{});
  using from_a = places<share_of_a<T, mma, SmemA>, 128 / sizeof_bits_v<T>>;
  using from_b = places<share_of_b<T, mma, sB>, 128 / sizeof_bits_v<T>>;
  using c = places<share_of_c<T, mma, tile_of_c<Kernel>>>;
  table t;
  for_each_block<Kernel, T, T>(p, [&](int block, auto const& a, auto const& b,
                                      part_of_matrix const& result, std::int64_t steps) {
    add_simt_fetches<stages, typename Kernel::operand_a, tile_of_a<Kernel>, SmemA>(t, block, a,
                                                                                   steps);
    add_simt_fetches<stages, typename Kernel::operand_b, tile_of_b<Kernel>, sB>(t, block, b, steps);
    add_loads<stages, blocks, from_a>(t, block, a, steps);
    add_loads<stages, blocks, from_b>(t, block, b, steps);
    add_result<T, c>(t, block, result);
  });
  return t;
}

// The elements that an instruction reads at a time to fill registers, and the instruction.
template <class Copy>
inline constexpr int read_at_once = Copy::atom_type::NumValSrc;
template <class Copy>
inline constexpr instruction reader =
    read_at_once<Copy> == 1 ? instruction::access : instruction::matrix;

template <class Kernel, class TC, class SmemA = typename Kernel::sA_layout>
table table_of_gemm_tensor_cores(product const& p) {
  using TA = typename Kernel::TA;
  using TB = typename Kernel::TB;
  using sB = typename Kernel::sB_layout;
  constexpr int stages = size<2>(sB{});
  constexpr int blocks =
      size<2>(typename Kernel::cta_tiler{}) / tile_size<2>(typename Kernel::tiled_mma{});
  using copy_a = typename Kernel::gmem_copy_a;
  using copy_b = typename Kernel::gmem_copy_b;
  constexpr int vector_a = Kernel::operand_a::vector;
  constexpr int vector_b = Kernel::operand_b::vector;
  using gA = places<source_of<copy_a, tile_of_a<Kernel>>, vector_a>;
  using gB = places<source_of<copy_b, tile_of_b<Kernel>>, vector_b>;
  using to_a = places<destination_of<copy_a, SmemA>, vector_a>;
  using to_b = places<destination_of<copy_b, sB>, vector_b>;
  using read_a = typename Kernel::smem_copy_a;
  using read_b = typename Kernel::smem_copy_b;
  using from_a = places<source_of<read_a, SmemA>, read_at_once<read_a>>;
  using from_b = places<source_of<read_b, sB>, read_at_once<read_b>>;
  using c = places<share_of_c<TC, typename Kernel::tiled_mma, tile_of_c<Kernel>>>;
  table t;
  for_each_block<Kernel, TA, TB>(p, [&](int block, auto const& a, auto const& b,
                                        part_of_matrix const& result, std::int64_t steps) {
    add_async_fetches<stages, gA, to_a>(t, block, a, steps);
    bool const is_whole = a.is_whole() && b.is_whole() && steps >= stages;
    add_async_fetches<stages, gB, to_b>(t, block, b, steps, !is_whole);
    add_loads<stages, blocks, from_a>(t, block, a, steps, reader<read_a>);
    add_loads<stages, blocks, from_b>(t, block, b, steps, reader<read_b>);
    add_result<TC, c>(t, block, result);
  });
  return t;
}

// ---- the next k-tile in registers

template <class Operand, class Tile, class Smem, class Share, class T>
void add_tiled_steps(table& t, int block, operand<T> const& o, std::int64_t steps) {
  for (std::int64_t i = 0; i < steps; ++i) {
    t.add_inside<simt_global<Operand, Tile>>(block, o.from_global(), o.tile(i));
    t.add<simt_shared<Operand, Smem>>(block, o.to_shared(), as_it_lies{});
    t.add<places<Share, widest_access<Share, sizeof_bits_v<T>>>>(block, o.from_shared(),
                                                                 as_it_lies{});
  }
}

template <class Kernel, class T, class SmemA = typename Kernel::sA_layout>
table table_of_gemm_tiled(product const& p) {
  using mma = typename Kernel::tiled_mma;
  using sB = typename Kernel::sB_layout;
  using operand_a = typename Kernel::operand_a;
  using operand_b = typename Kernel::operand_b;
  using c = places<share_of_c<T, mma, tile_of_c<Kernel>>>;
  table t;
  for_each_block<Kernel, T, T>(p, [&](int block, auto const& a, auto const& b,
                                      part_of_matrix const& result, std::int64_t steps) {
    add_tiled_steps<operand_a, tile_of_a<Kernel>, SmemA, share_of_a<T, mma, SmemA>>(t, block, a,
                                                                                    steps);
    add_tiled_steps<operand_b, tile_of_b<Kernel>, sB, share_of_b<T, mma, sB>>(t, block, b, steps);
    add_result<T, c>(t, block, result);
  });
  return t;
}

}  // namespace audit
