// SPDX-License-Identifier: BSL-1.0
//
// The tables of the kernels (audit.hpp): which layout each of a kernel's copies has, and in which
// steps. The layouts are those that the kernel states and proves; a table can be given others, and
// then it is not the kernel's.
#pragma once

#include "../examples/kernels/copy_through_shared.hpp"
#include "../examples/kernels/transposes.hpp"
#include "audit.hpp"

#include <tileproof/kernel/copy/copy_global.hpp>
#include <tileproof/kernel/transpose/transpose.hpp>

namespace audit {

using namespace tileproof;

template <class T>
inline constexpr int bits_of = sizeof_bits_v<T>;

// ---- copies of n elements: tensor 0 to tensor 1

// The elements after the last whole vector: one for each of the first threads of block 0.
template <class T>
void add_last_elements(table& t, std::int64_t n) {
  constexpr int width = tileproof::detail::elements_of_vector<T>;
  using each_one = places<Layout<Shape<Int<width>, _1>>>;
  part_of_vector const rest{n - n % width, n};
  t.add<each_one>(0, reads(0, bits_of<T>), rest);
  t.add<each_one>(0, writes(1, bits_of<T>), rest);
}

template <class Kernel, class Source = typename Kernel::source,
          class Destination = typename Kernel::destination>
table table_of_copy_vectorised(std::int64_t n) {
  using T = typename Kernel::element;
  constexpr int width = tileproof::detail::elements_of_vector<T>;
  constexpr std::int64_t tile = size(typename Kernel::tile{});
  table t;
  for (int b = 0; b * tile < n; ++b) {
    part_of_vector const at{b * tile, n - n % width};
    t.add<places<Source, width>>(b, reads(0, bits_of<T>), at);
    t.add<places<Destination, width>>(b, writes(1, bits_of<T>), at);
  }
  add_last_elements<T>(t, n);
  return t;
}

template <class Kernel, class OutSource = typename Kernel::out_source,
          class OutDestination = typename Kernel::out_destination>
table table_of_copy_through_shared(std::int64_t n) {
  using T = typename Kernel::element;
  constexpr int width = tileproof::detail::elements_of_vector<T>;
  constexpr std::int64_t tile = size(typename Kernel::tile{});
  table t;
  for (int b = 0; b * tile < n; ++b) {
    std::int64_t const end = n - n % width;
    part_of_vector const at{b * tile, end};
    part_of_vector const in_tile{0, end - b * tile};
    t.add<places<typename Kernel::in_source, width>>(b, reads(0, bits_of<T>), at);
    t.add<places<typename Kernel::in_destination, width>>(b, writes(field(0), bits_of<T>), in_tile);
    t.add<places<OutSource, width>>(b, reads(field(0), bits_of<T>), in_tile);
    t.add<places<OutDestination, width>>(b, writes(1, bits_of<T>), at);
  }
  add_last_elements<T>(t, n);
  return t;
}

// Stage after stage: (BLK,PIPE) of shared memory, and as many tiles of global memory.
template <class Kernel, class InDestination = typename Kernel::in_destination>
table table_of_copy_async(std::int64_t n) {
  using T = typename Kernel::element;
  constexpr int width = tileproof::detail::elements_of_vector<T>;
  using in = places<typename Kernel::in_source, width>;
  using in_shared = places<InDestination, width>;
  using out_shared = places<typename Kernel::out_source, width>;
  using out = places<typename Kernel::out_destination, width>;
  constexpr std::int64_t tile = size(typename Kernel::tile{});
  constexpr std::int64_t block = size(typename Kernel::block_tile{});
  constexpr int stages = size<1>(typename Kernel::smem_layout{});
  int const blocks = static_cast<int>((n + block - 1) / block);
  std::int64_t const end = n - n % width;
  table t;
  for (int b = 0; b < blocks; ++b)
    for (int step = 0; step < block / tile; ++step) {
      int const stage = step % stages;
      std::int64_t const first = (b + std::int64_t{step} * blocks) * tile;
      part_of_vector const at{first, end};
      // Guarded by the predicate of the tile.
      std::int64_t const stage_at = stage * stride<1>(typename Kernel::smem_layout{});
      part_of_vector const in_stage{0, end - first + stage_at};
      t.add<in>(b, reads(0, bits_of<T>, instruction::cp_async), at, part<in>(0, stages));
      t.add<in_shared>(b, writes(field(0), bits_of<T>, instruction::cp_async), in_stage,
                       part<in_shared>(stage, stages));
      t.add<out_shared>(b, reads(field(0), bits_of<T>), in_stage, part<out_shared>(stage, stages));
      t.add<out>(b, writes(1, bits_of<T>), at, part<out>(0, stages));
    }
  add_last_elements<T>(t, n);
  return t;
}

// ---- transposes of m x n elements: tensor 0 to tensor 1

struct transposed {
  std::int64_t m;
  std::int64_t n;
  std::int64_t ld_in;
  std::int64_t ld_out;
};

// f(block, tile of the input, tile of the output, whether the tile lies inside), for tiles in
// row-major order. The proofs are about columns, and rows, that are 65536 elements apart.
template <class Tile, class F>
void for_each_tile(transposed const& p, F const& f) {
  constexpr std::int64_t rows = size<0>(Tile{});
  constexpr std::int64_t columns = size<1>(Tile{});
  constexpr std::int64_t apart = 65536;
  static_assert(stride<1>(tileproof::detail::columns_apart<Tile>{}) == apart &&
                stride<0>(tileproof::detail::rows_apart<Tile>{}) == apart);
  int block = 0;
  for (std::int64_t i = 0; i < p.m; i += rows)
    for (std::int64_t j = 0; j < p.n; j += columns)
      f(block++, part_of_matrix{apart, i, j, p.m, p.n, 1, p.ld_in},
        part_of_matrix{apart, j, i, p.n, p.m, 1, p.ld_out}, i + rows <= p.m && j + columns <= p.n);
}

template <class Copy, class Tile>
using input = decltype(Copy::tidfrg_S(tileproof::detail::columns_apart<Tile>{}));
template <class Copy, class Tile>
using output = decltype(Copy::tidfrg_D(tileproof::detail::rows_apart<Tile>{}));

template <class Kernel>
table table_of_transpose_naive(transposed const& p) {
  using T = typename Kernel::element;
  using tile = typename Kernel::tile;
  using read = typename Kernel::shape_of::read;
  table t;
  for_each_tile<tile>(p, [&](int b, auto const& in, auto const& out, bool) {
    t.add<places<input<read, tile>>>(b, reads(0, bits_of<T>), in);
    t.add<places<output<read, tile>>>(b, writes(1, bits_of<T>), out);
  });
  return t;
}

// The tile of a transpose through shared memory.
template <class Tile, template <class> class Smem>
Tile tile_of(tileproof::detail::transpose_through_shared<Tile, Smem> const&);

// A tile that is not inside as a whole is read and written by elements.
template <class Kernel, class Smem = typename Kernel::smem_layout>
table table_of_transpose(transposed const& p) {
  using T = typename Kernel::element;
  using shape = decltype(tile_of(std::declval<Kernel const&>()));
  using tile = typename Kernel::tile;
  using from_global = input<typename shape::read, tile>;
  using to_global = output<typename shape::write, tile>;
  using to_shared = decltype(shape::turn::tidfrg_D(Smem{}));
  using from_shared = decltype(shape::write::tidfrg_S(Smem{}));
  constexpr int vector = shape::vector::value;
  table t;
  for_each_tile<tile>(p, [&](int b, auto const& in, auto const& out, bool is_whole) {
    if (is_whole) {
      t.add<places<from_global, vector>>(b, reads(0, bits_of<T>), in);
      t.add<places<to_global, vector>>(b, writes(1, bits_of<T>), out);
    } else {
      t.add<places<from_global>>(b, reads(0, bits_of<T>), in);
      t.add<places<to_global>>(b, writes(1, bits_of<T>), out);
    }
    t.add<places<to_shared, vector>>(b, writes(field(0), bits_of<T>), as_it_lies{});
    t.add<places<from_shared, vector>>(b, reads(field(0), bits_of<T>), as_it_lies{});
  });
  return t;
}

}  // namespace audit
