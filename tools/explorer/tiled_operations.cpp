// SPDX-License-Identifier: BSL-1.0
//
// The operations on atoms, tiled copies and tiled MMAs (tiling.hpp), and the layouts of GMMA.
#include "tiling.hpp"
#include "words.hpp"

#include <tileproof/core/product.hpp>
#include <tileproof/core/recast.hpp>
#include <tileproof/core/tiled_copy.hpp>
#include <tileproof/prove/mapping.hpp>

#include <iterator>
#include <utility>

namespace tileproof::explorer {

namespace {

template <int K>
value thread_value_of_mma(call& c) {
  mma_atom atom;
  if (c.args[0].items.empty() && find_mma_atom(c.args[0].name, atom)) {
    core::layout const* const of[3] = {&atom.a, &atom.b, &atom.c};
    return plain_layout(*of[K]);
  }
  mma_tiling t;
  return is_mma(c, 0, t) ? plain_layout(t.thread_value(c.cx, K)) : value{};
}
template <bool IsSource>
value thread_value_of_copy(call& c) {
  copy_tiling t;
  if (!is_copy(c, 0, t)) return {};
  if (c.args[0].items.size() > 1) return plain_layout(t.side(c.cx, IsSource));
  return plain_layout(IsSource ? t.source : t.destination);
}
value tile_shape(call& c) {
  mma_tiling mma;
  copy_tiling copy;
  if (c.args[0].is == kind::copy) return is_copy(c, 0, copy) ? integers(copy.tile) : value{};
  return is_mma(c, 0, mma) ? integers(extents_tuple({mma.tile[0], mma.tile[1], mma.tile[2]}))
                           : value{};
}
value thr_layout_vmnk(call& c) {
  mma_tiling t;
  return is_mma(c, 0, t) ? plain_layout(t.threads) : value{};
}

// Whether every integer of argument i has a value; fails where one has none.
bool is_known(call& c, int i) {
  core::layout const& l = c.args[static_cast<std::size_t>(i)].of;
  for (int k = 0; k < l.count; ++k)
    if (!l.at[k].extent.is_known() || !l.at[k].stride.is_known()) {
      c.expected(i, "a tiling of integers whose values are known");
      return false;
    }
  return true;
}

// Argument i as a layout: a tuple of integers is a shape, column-major. _1:_0 where it is left out.
core::layout layout_of(call& c, int i) {
  if (!c.has(i)) return core::single({core::fixed(1), core::fixed(0), 0});
  value const& v = c.args[static_cast<std::size_t>(i)];
  if (!is_known(c, i)) return v.of;
  if (v.is == kind::integers)
    return c.are_integers(i) ? core::compact_left(c.cx, core::as_fixed(v.of)) : v.of;
  c.is_plain_function(i);
  return core::as_fixed(v.of);
}

value make_tiled_mma(call& c) {
  value r = c.args[0];
  if (r.is != kind::mma || !r.items.empty())
    return c.expected(0, "the name of an MMA, such as SM80_16x8x16_F32F16F16F32_TN,");
  core::layout const atoms = layout_of(c, 1);
  if (c.has(2) && c.args[2].is != kind::integers)
    return c.expected(2, "the tile, a tuple of integers, layouts and `_`,");
  if (c.has(2) && !is_known(c, 2)) return {};
  core::layout any;  // _ for each mode
  any.open(3);
  for (int i = 0; i < 3; ++i) any.open(core::keep_token);
  if (c.why || c.cx.refused()) return {};
  r.items = {plain_layout(atoms), integers(c.has(2) ? core::as_fixed(c.args[2].of) : any)};
  std::vector<value> const made{r};
  call check{c.cx, made, {}};
  mma_tiling t;
  if (!is_mma(check, 0, t)) c.why = check.why;
  return r;
}

// A tiled copy of the atom of argument 0; made, it is checked.
value tiled_copy(call& c, core::layout const& tv, core::layout const& tiler) {
  value r = c.args[0];
  if (r.is != kind::copy || r.items.empty())
    return c.expected(0, "the atom of a copy, Copy_Atom<SM75_U32x4_LDSM_N,half_t>,");
  r.items = {r.items[0], plain_layout(tv), integers(tiler)};
  if (c.cx.refused()) return r;
  std::vector<value> const made{r};
  call check{c.cx, made, {}};
  copy_tiling t;
  if (!is_copy(check, 0, t)) c.why = check.why;
  return r;
}
value make_tiled_copy_impl(call& c) {
  if (!c.is_plain_function(1) || !c.is_tiler(2)) return {};
  if (!is_known(c, 1) || !is_known(c, 2)) return {};
  core::layout tiler;
  if (c.args[2].is == kind::layout) tiler.open(core::tile_token);
  tiler.copy(core::as_fixed(c.args[2].of));
  return tiled_copy(c, core::as_fixed(c.args[1].of), tiler);
}
value make_tiled_copy(call& c) {
  core::layout const threads = layout_of(c, 1);
  core::layout const values = layout_of(c, 2);
  if (c.why || c.cx.refused()) return {};
  core::layout const places = core::ranked_product(c.cx, threads, values, core::interleave::rakes);
  core::layout const tv = core::raked_thread_value(c.cx, threads, values);
  return c.cx.refused() ? value{} : tiled_copy(c, tv, core::product_each(c.cx, places));
}
template <int K>
value make_tiled_copy_of(call& c) {
  mma_tiling t;
  if (!is_mma(c, 1, t)) return {};
  return tiled_copy(c, t.thread_value(c.cx, K), t.operand_tile(K));
}
template <bool IsSource>
value make_tiled_copy_as(call& c) {
  copy_tiling t;
  if (!is_copy(c, 1, t)) return {};
  return tiled_copy(c, t.side(c.cx, IsSource), c.args[1].items[2].of);
}

value copy_atom_of(call& c) {
  value r = c.angles[0];
  if (r.is != kind::copy) return c.expected(100, "the name of a copy, SM75_U32x4_LDSM_N,");
  if (c.angles[1].is != kind::atom || bits_of_element(c.angles[1].name) == 0)
    return c.expected(101, "an element type, half_t,");
  r.items = {c.angles[1]};
  return r;
}
value mma_atom_of(call& c) {
  return c.angles[0].is == kind::mma ? c.angles[0] : c.expected(100, "the name of an MMA");
}

// A layout after the modes of argument 1 were rearranged, its swizzle around it.
value around(call const& c, core::layout const& l) {
  value v = c.args[1];
  v.of = l;
  return v;
}
template <int K>
value thrfrg(call& c) {
  mma_tiling t;
  if (!is_mma(c, 0, t) || !c.is_function(1)) return {};
  return around(c, core::thrfrg(c.cx, c.args[1].of, t.operand(K), t.threads));
}
template <bool IsSource>
value tidfrg(call& c) {
  copy_tiling t;
  if (!is_copy(c, 0, t) || !c.is_function(1)) return {};
  return around(c, core::tidfrg(c.cx, c.args[1].of, t.tiler, t.side(c.cx, IsSource)));
}

value get_slice(call& c) {
  value r = c.args[0];
  mma_tiling mma;
  copy_tiling copy;
  if (!c.is_integer(1)) return {};
  if (r.is == kind::copy ? !is_copy(c, 0, copy) : !is_mma(c, 0, mma)) return {};
  if (has_thread(r)) return c.expected(0, "a copy or an MMA, and no slice of one,");
  if (r.is == kind::mma && r.items.empty())
    r.items = {plain_layout(core::single({core::fixed(1), core::fixed(0), 0})),
               integers(extents_tuple({}))};
  if (r.is == kind::copy && r.items.size() == 1)
    r.items = {r.items[0], plain_layout(copy.tv), integers(copy.tile)};
  std::int64_t const threads =
      r.is == kind::copy ? mapping(copy.tv).threads() : mapping(mma.threads).size;
  core::integer const at = c.args[1].integer();
  if (!at.is_known() || at.value < 0 || at.value >= threads)
    return c.expected(1, "a thread, an integer from 0 to " + std::to_string(threads - 1) + ",");
  r.items.push_back(c.args[1]);
  return r;
}
core::integer thread_of(call& c, int i) {
  value const& v = c.args[static_cast<std::size_t>(i)];
  if ((v.is == kind::mma || v.is == kind::copy) && has_thread(v)) return v.items.back().integer();
  c.expected(i, "a thread's slice, get_slice(MMA,7),");
  return core::fixed(0);
}
value partition(call& c, core::sliced const& s) {
  std::vector<value> const args{c.args[1]};
  call of{c.cx, args, {}};
  return part(of, args[0], s);
}
// Whether the tile divides the extents of argument 1; of unknown ones a condition.
bool has_whole_tiles(call& c, core::layout const& tile) {
  core::layout const& tensor = c.args[1].of;
  core::require_whole_tiles(c.cx, tensor, tile);
  for (int i = 0; i < core::rank(tile) && i < core::rank(tensor); ++i) {
    core::integer const extent = core::size(c.cx, tensor, core::nth(tensor, i));
    std::int64_t const n = core::size(c.cx, tile, core::nth(tile, i)).value;
    if (extent.is_known() && extent.value % n != 0)
      c.why = {status::refused, "the tile does not divide the tensor: mode " + std::to_string(i) +
                                    " has " + std::to_string(extent.value) +
                                    " elements, which is no multiple of " + std::to_string(n)};
  }
  return !c.why;
}
template <int K>
value partition_of_mma(call& c) {
  core::integer const thread = thread_of(c, 0);
  mma_tiling t;
  if (c.why || !is_mma(c, 0, t) || !c.is_function(1)) return {};
  if (!has_whole_tiles(c, t.operand_tile(K))) return {};
  return partition(
      c, core::mma_partition(c.cx, c.args[1].of, t.operand(K), t.threads, t.by_index, thread));
}
template <bool IsSource>
value partition_of_copy(call& c) {
  core::integer const thread = thread_of(c, 0);
  copy_tiling t;
  if (c.why || !is_copy(c, 0, t) || !c.is_function(1)) return {};
  if (!has_whole_tiles(c, t.tile)) return {};
  return partition(
      c, core::copy_partition(c.cx, c.args[1].of, t.tiler, t.side(c.cx, IsSource), thread));
}

// The values of a thread's fragment as the copy moves them.
value retile(call& c) {
  copy_tiling t;
  if (!is_copy(c, 0, t) || !c.is_function(1)) return {};
  core::sliced const s = core::retile(c.cx, c.args[1].of, t.tile, t.tv, mapping(t.source).values());
  value r = partition(c, s);
  if (c.args[1].is == kind::layout && r.is == kind::tensor) r.is = kind::layout;  // at offset 0
  return r;
}

// GMMA::Layout_K_SW128_Atom<T>: 8 rows of 128 << B bits, in elements of T.
template <int B, bool IsK>
value gmma_atom(call& c) {
  int const bits = c.angles[0].is == kind::atom ? bits_of_element(c.angles[0].name) : 0;
  if (bits == 0) return c.expected(100, "an element type, half_t,");
  std::int64_t const row = 128 << B;
  core::layout l;
  l.open(2);
  core::mode const of_rows{core::fixed(8), core::fixed(row), 0};
  core::mode const of_bits{core::fixed(row), core::fixed(1), 0};
  l.leaf(IsK ? of_rows : of_bits);
  l.leaf(IsK ? of_bits : of_rows);
  core::swizzle s{B, 7, 3};
  for (int b = bits; b > 1; b /= 2) --s.base;
  value r = plain_layout(core::upcast(c.cx, l, bits));
  r.outside = swizzle(s).outside;
  return r;
}

// The name of an element type in those of wgmma's instructions; null where it has none.
char const* wgmma_name(value const& type) {
  constexpr char const* names[][2] = {{"half_t", "F16"},        {"bfloat16_t", "BF16"},
                                      {"tfloat32_t", "TF32"},   {"float", "F32"},
                                      {"float_e4m3_t", "E4M3"}, {"float_e5m2_t", "E5M2"},
                                      {"int8_t", "S8"},         {"uint8_t", "U8"},
                                      {"int32_t", "S32"},       {"int", "S32"}};
  for (auto const& [name, in_wgmma] : names)
    if (type.is == kind::atom && type.name == name) return in_wgmma;
  return nullptr;
}
// GMMA::ss_op_selector<A,B,C,TILE>(): the wgmma of the largest N that divides the tile's.
template <bool AInRegisters>
value op_selector(call& c) {
  if (c.has(0)) return c.expected(0, "nothing");
  char const* names[3];
  for (int i = 0; i < 3; ++i)
    if ((names[i] = wgmma_name(c.angles[static_cast<std::size_t>(i)])) == nullptr)
      return c.expected(100 + i, "an element type of wgmma, half_t,");
  value const& tile = c.angles[3];
  bool is_shape = tile.is == kind::integers && tile.of.tokens == 4 && tile.of.count == 3;
  for (int i = 0; i < tile.of.count && is_shape; ++i)
    is_shape = tile.of.at[i].extent.is_known() && tile.of.at[i].extent.value > 0;
  if (!is_shape) return c.expected(103, "a tile (M,N,K), Shape<_128,_128,_64>,");
  int const bits = bits_of_element(c.angles[0].name);
  std::string const after = std::string("x") + std::to_string(256 / bits) + "_" + names[2] +
                            names[0] + names[1] + (AInRegisters ? "_RS" : "_SS");
  value found;
  for (std::int64_t n = 256; n >= 8; n -= 8) {
    if (tile.of.at[1].extent.value % n != 0) continue;
    std::string const name = "SM90_64x" + std::to_string(n) + after;
    if (find_instruction(name, found) || find_instruction(name + "_TN", found)) return found;
  }
  return c.expected(103, "a tile that wgmma divides, of these types");
}

constexpr operation table[] = {
    {"MMA_Atom", 0, 0, 1, 1, mma_atom_of, "MMA_Atom<MMA>", "an MMA by its name"},
    {"Copy_Atom", 0, 0, 2, 2, copy_atom_of, "Copy_Atom<COPY,T>", "a copy of elements of type T"},
    {"make_tiled_mma", 1, 3, 0, 0, make_tiled_mma, "make_tiled_mma(MMA[,ATOMS[,TILE]])",
     "the MMA over a layout of atoms and a tile that may permute elements"},
    {"make_tiled_copy", 2, 3, 0, 0, make_tiled_copy, "make_tiled_copy(COPY,THREADS[,VALUES])",
     "the copy over layouts of threads and values"},
    {"make_tiled_copy_impl", 3, 3, 0, 0, make_tiled_copy_impl,
     "make_tiled_copy_impl(COPY,TV,TILER)", "the copy with a layout (thread,value)"},
    {"make_tiled_copy_A", 2, 2, 0, 0, make_tiled_copy_of<0>, "make_tiled_copy_A(COPY,MMA)",
     "the copy of operand A"},
    {"make_tiled_copy_B", 2, 2, 0, 0, make_tiled_copy_of<1>, "make_tiled_copy_B(COPY,MMA)",
     "the copy of operand B"},
    {"make_tiled_copy_C", 2, 2, 0, 0, make_tiled_copy_of<2>, "make_tiled_copy_C(COPY,MMA)",
     "the copy of the accumulators"},
    {"make_tiled_copy_S", 2, 2, 0, 0, make_tiled_copy_as<true>, "make_tiled_copy_S(COPY,COPY)",
     "the copy with the (thread,value) of another's source"},
    {"make_tiled_copy_D", 2, 2, 0, 0, make_tiled_copy_as<false>, "make_tiled_copy_D(COPY,COPY)",
     "the copy with the (thread,value) of another's destination"},
    {"get_layoutA_TV", 1, 1, 0, 0, thread_value_of_mma<0>, "get_layoutA_TV(MMA)",
     "(thread,value) -> element of A"},
    {"get_layoutB_TV", 1, 1, 0, 0, thread_value_of_mma<1>, "get_layoutB_TV(MMA)",
     "(thread,value) -> element of B"},
    {"get_layoutC_TV", 1, 1, 0, 0, thread_value_of_mma<2>, "get_layoutC_TV(MMA)",
     "(thread,value) -> element of the accumulators"},
    {"get_layoutS_TV", 1, 1, 0, 0, thread_value_of_copy<true>, "get_layoutS_TV(COPY)",
     "(thread,value) -> element of the source"},
    {"get_layoutD_TV", 1, 1, 0, 0, thread_value_of_copy<false>, "get_layoutD_TV(COPY)",
     "(thread,value) -> element of the destination"},
    {"get_thr_layout_vmnk", 1, 1, 0, 0, thr_layout_vmnk, "get_thr_layout_vmnk(MMA)",
     "(V,M,N,K) -> thread"},
    {"tile_shape", 1, 1, 0, 0, tile_shape, "tile_shape(MMA)",
     "the extents of the tile, (M,N,K) of an MMA"},
    {"thrfrg_A", 2, 2, 0, 0, thrfrg<0>, "thrfrg_A(MMA,L)", "A as (threads,values)"},
    {"thrfrg_B", 2, 2, 0, 0, thrfrg<1>, "thrfrg_B(MMA,L)", "B as (threads,values)"},
    {"thrfrg_C", 2, 2, 0, 0, thrfrg<2>, "thrfrg_C(MMA,L)", "C as (threads,values)"},
    {"tidfrg_S", 2, 2, 0, 0, tidfrg<true>, "tidfrg_S(COPY,L)",
     "a source as (thread,values,repetitions)"},
    {"tidfrg_D", 2, 2, 0, 0, tidfrg<false>, "tidfrg_D(COPY,L)",
     "a destination as (thread,values,repetitions)"},
    {"get_slice", 2, 2, 0, 0, get_slice, "get_slice(MMA,THREAD)",
     "the part of a thread in an MMA or a copy"},
    {"get_thread_slice", 2, 2, 0, 0, get_slice, "get_thread_slice(MMA,THREAD)", "the same"},
    {"partition_A", 2, 2, 0, 0, partition_of_mma<0>, "partition_A(SLICE,L)",
     "the thread's elements of A, (V,RestM,RestK)"},
    {"partition_B", 2, 2, 0, 0, partition_of_mma<1>, "partition_B(SLICE,L)",
     "the thread's elements of B, (V,RestN,RestK)"},
    {"partition_C", 2, 2, 0, 0, partition_of_mma<2>, "partition_C(SLICE,L)",
     "the thread's accumulators, (V,RestM,RestN)"},
    {"partition_S", 2, 2, 0, 0, partition_of_copy<true>, "partition_S(SLICE,L)",
     "the thread's elements of a source"},
    {"partition_D", 2, 2, 0, 0, partition_of_copy<false>, "partition_D(SLICE,L)",
     "the thread's elements of a destination"},
    {"retile_S", 2, 2, 0, 0, retile, "retile_S(COPY,L)",
     "a thread's fragment as the values that the copy moves"},
    {"retile_D", 2, 2, 0, 0, retile, "retile_D(COPY,L)", "the same"},
    {"ss_op_selector", 0, 1, 4, 6, op_selector<false>, "ss_op_selector<A,B,C,TILE>()",
     "the wgmma for a tile (M,N,K), with A in shared memory, of GMMA"},
    {"rs_op_selector", 0, 1, 4, 6, op_selector<true>, "rs_op_selector<A,B,C,TILE>()",
     "the same with A in registers"},
#define GMMA_ATOM(NAME, B, IS_K) \
  {"Layout_" NAME "_Atom",       \
   0,                            \
   0,                            \
   1,                            \
   1,                            \
   gmma_atom<B, IS_K>,           \
   "Layout_" NAME "_Atom<T>",    \
   "the tile of shared memory that wgmma reads, of GMMA"}
    GMMA_ATOM("K_INTER", 0, true),
    GMMA_ATOM("K_SW32", 1, true),
    GMMA_ATOM("K_SW64", 2, true),
    GMMA_ATOM("K_SW128", 3, true),
    GMMA_ATOM("MN_INTER", 0, false),
    GMMA_ATOM("MN_SW32", 1, false),
    GMMA_ATOM("MN_SW64", 2, false),
    GMMA_ATOM("MN_SW128", 3, false),
#undef GMMA_ATOM
};

}  // namespace

operation_list tiled_operations() { return {table, std::size(table)}; }

}  // namespace tileproof::explorer
