// SPDX-License-Identifier: BSL-1.0
#include "tiling.hpp"

#include "words.hpp"

#include <tileproof/core/inverse.hpp>
#include <tileproof/core/product.hpp>
#include <tileproof/core/recast.hpp>
#include <tileproof/core/tiled_copy.hpp>
#include <tileproof/prove/partition.hpp>

#include <utility>

namespace tileproof::explorer {

namespace {

constexpr int modes_of[3][2] = {{0, 2}, {1, 2}, {0, 1}};  // of A, B and C in (M,N,K)

core::layout two_of(core::layout const& l, int const (&modes)[2]) {
  core::layout r;
  r.open(2);
  for (int const m : modes) r.copy(l, core::nth(l, m));
  return r;
}
// Each element of a tile has `times` owners; else the sentence that says which has not.
std::string fault_of(core::layout const& tv, core::layout const& tile, std::int64_t times) {
  mapping const of(tv);
  mapping const all(tile);
  report const r = tileproof::detail::ownership_of(of, all, times);
  if (r.holds()) return {};
  core::text const t = tileproof::detail::sentence_of_report<owns_every_element<>>(r, of, all);
  return std::string(t.data(), static_cast<std::size_t>(t.count));
}

}  // namespace

core::layout extents_tuple(std::initializer_list<std::int64_t> list) {
  core::layout r;
  r.open(static_cast<int>(list.size()));
  for (std::int64_t const n : list) r.leaf({core::fixed(n), core::fixed(0), 0});
  return r;
}

core::layout mma_tiling::operand_tile(int k) const {
  return extents_tuple({tile[modes_of[k][0]], tile[modes_of[k][1]]});
}
core::mma_operand mma_tiling::operand(int k) const {
  core::layout const* const of[3] = {&atom.a, &atom.b, &atom.c};
  core::mma_operand o;
  o.atom = core::detail::by_mode_0(*of[k]);
  o.atom_shape =
      core::as_tiler(extents_tuple({atom.extent[modes_of[k][0]], atom.extent[modes_of[k][1]]}));
  o.permutation = two_of(permutation, modes_of[k]);
  o.modes[0] = modes_of[k][0], o.modes[1] = modes_of[k][1];
  return o;
}
core::layout mma_tiling::thread_value(core::arithmetic& cx, int k) const {
  core::layout const whole = core::compact_left(cx, operand_tile(k));
  return core::mma_thread_value(cx, whole, operand(k), threads, by_index);
}

failure make_tiling(mma_atom const& atom, core::layout const& atoms,
                    core::layout const& permutation, mma_tiling& t) {
  auto const refused = [](std::string what) {
    return failure{status::refused, "make_tiled_mma: " + std::move(what)};
  };
  core::arithmetic cx;
  t.atom = atom;
  core::layout const along = core::padded(core::as_fixed(atoms), 3);
  core::integer const all = core::size(cx, along);
  if (cx.refused() || all.value * core::size(cx, atom.threads).value > 1024)
    return refused("a block has at most 1024 threads, and these atoms have more");
  core::layout const both = core::product(cx, atom.threads, along);
  core::layout const inverse = core::right_inverse(cx, both);
  if (cx.refused()) return refused(std::string(std::string_view(core::sentence(cx.why))));
  if (core::size(cx, inverse).value != core::size(cx, both).value)
    return refused(
        "two atoms have the same threads: the layout of the atoms is no bijection onto [0," +
        std::to_string(all.value) + ")");
  t.threads = {};
  t.threads.open(4);
  t.threads.copy(both, core::nth(both, 0));
  core::layout const rest = core::subtree(both, core::nth(both, 1));
  for (int i = 0; i < 3; ++i) t.threads.copy(rest, core::nth(rest, i));
  t.by_index = core::right_inverse(cx, t.threads);

  core::layout const tiles = core::as_tiler(permutation);
  t.permutation = {};
  t.permutation.open(3);
  for (int i = 0; i < 3; ++i) {
    std::int64_t const reach =
        atom.extent[i] * core::size(cx, t.threads, core::nth(t.threads, 1 + i)).value;
    bool const is_given = core::is_tuple(tiles) && i < core::rank(tiles);
    core::place const p = is_given ? core::nth(tiles, i) : core::place{};
    t.tile[i] = reach;
    t.permutation.open(core::tile_token);
    if (!is_given || tiles.token[p.token] == core::keep_token) {
      t.permutation.leaf({core::fixed(reach), core::fixed(1), 0});
      continue;
    }
    core::layout order;
    if (tiles.token[p.token] == core::tile_token)
      order = core::as_fixed(core::subtree(tiles, {p.token + 1, p.leaf}));
    else  // (_2,_8): the elements in order
      order = core::compact_left(
          cx, core::as_fixed(core::subtree(permutation, core::nth(permutation, i))));
    t.permutation.copy(order);
    t.tile[i] = core::size(cx, order).value;
    if (cx.refused() || t.tile[i] < 1 || t.tile[i] > (1 << 16) || t.tile[i] % reach != 0)
      return refused("in mode " + std::to_string(i) + " of (M,N,K) the tile has " +
                     std::to_string(t.tile[i]) + " elements, and the atoms together have " +
                     std::to_string(reach) + ": the tile needs a multiple of " +
                     std::to_string(reach) + ", or `_`");
    if (std::string const why = fault_of(order, extents_tuple({t.tile[i]}), 1); !why.empty())
      return refused("mode " + std::to_string(i) + " of the tile is no permutation: " + why);
  }
  for (int k = 0; k < 3; ++k) {
    core::layout const tv = t.thread_value(cx, k);
    if (cx.refused()) return refused(std::string(std::string_view(core::sentence(cx.why))));
    core::layout const tile = t.operand_tile(k);
    std::int64_t const owners = core::size(cx, tv).value / core::size(cx, tile).value;
    if (std::string const why = fault_of(tv, tile, owners); !why.empty()) return refused(why);
  }
  return {};
}

bool find_instruction(std::string const& name, value& out) {
  mma_atom mma;
  copy_atom copy;
  bool const is_mma = find_mma_atom(name, mma);
  if (!is_mma && !find_copy_atom(name, copy)) return false;
  out.is = is_mma ? kind::mma : kind::copy;
  out.name = name;
  return true;
}

failure in_elements(copy_atom const& atom, int bits, core::layout& source,
                    core::layout& destination, core::layout& reference) {
  core::arithmetic cx;
  for (core::layout const* const side : {&atom.source, &atom.destination})
    if (core::size(cx, *side, core::nth(*side, 1)).value % bits != 0)
      return {status::refused,
              atom.name + " moves no whole number of " + std::to_string(bits) + "-bit elements"};
  source = core::upcast(cx, atom.source, bits);
  destination = core::upcast(cx, atom.destination, bits);
  reference = core::upcast(cx, atom.reference, bits);
  if (!cx.refused()) return {};
  return {status::refused, std::string(std::string_view(core::sentence(cx.why)))};
}

core::layout copy_tiling::side(core::arithmetic& cx, bool is_source) const {
  return core::copy_thread_value(cx, tv, reference, is_source ? source : destination);
}

failure make_tiling(copy_atom const& atom, int bits, core::layout const& tv,
                    core::layout const& tiler, copy_tiling& t) {
  auto const refused = [](std::string what) {
    return failure{status::refused, "make_tiled_copy: " + std::move(what)};
  };
  core::arithmetic cx;
  t.atom = atom;
  t.bits = bits;
  if (failure const why = in_elements(atom, bits, t.source, t.destination, t.reference); why)
    return refused(why.what);
  t.tv = core::as_fixed(tv);
  t.tiler = core::as_tiler(tiler);
  t.tile =
      core::product_each(cx, core::is_tuple(tiler) ? core::as_fixed(tiler)
                                                   : extents_tuple({core::size(cx, tiler).value}));
  if (cx.refused()) return refused(std::string(std::string_view(core::sentence(cx.why))));
  mapping const all(t.tv);
  mapping const one(t.reference);
  if (all.threads() % one.threads() != 0 || all.values() % one.values() != 0)
    return refused("the copy has " + std::to_string(all.threads()) + " threads of " +
                   std::to_string(all.values()) + " values each, and one instruction takes " +
                   std::to_string(one.threads()) + " threads of " + std::to_string(one.values()) +
                   " values: both must be multiples");
  std::int64_t const elements = mapping(t.tile).size;
  std::int64_t const owners = elements > 0 && all.size > elements ? all.size / elements : 1;
  std::string const why = fault_of(t.tv, t.tile, owners);
  return why.empty() ? failure{} : refused(why);
}

// Whether a tiling is the slice of a thread.
bool has_thread(value const& v) { return v.items.size() == (v.is == kind::mma ? 3u : 4u); }

bool is_mma(call& c, int i, mma_tiling& out) {
  value const& v = c.args[static_cast<std::size_t>(i)];
  mma_atom atom;
  if (v.is != kind::mma || !find_mma_atom(v.name, atom)) {
    c.expected(i, "an MMA, such as SM80_16x8x16_F32F16F16F32_TN or make_tiled_mma(..),");
    return false;
  }
  core::layout const one = core::single({core::fixed(1), core::fixed(0), 0});

  bool const is_tiled = !v.items.empty();
  failure const why = make_tiling(atom, is_tiled ? v.items[0].of : one,
                                  is_tiled ? v.items[1].of : extents_tuple({}), out);
  if (why) c.why = why;
  return !why;
}

bool is_copy(call& c, int i, copy_tiling& out) {
  value const& v = c.args[static_cast<std::size_t>(i)];
  copy_atom atom;
  if (v.is != kind::copy || !find_copy_atom(v.name, atom)) {
    c.expected(i, "a copy, such as Copy_Atom<SM75_U32x4_LDSM_N,half_t> or make_tiled_copy(..),");
    return false;
  }
  if (v.items.empty()) {
    c.expected(i, "a copy of elements, Copy_Atom<" + v.name + ",half_t>,");
    return false;
  }
  int const bits = bits_of_element(v.items[0].name);
  core::arithmetic cx;
  bool const is_tiled = v.items.size() > 1;
  core::layout const alone = core::upcast(cx, atom.reference, bits);
  failure const why =
      is_tiled ? make_tiling(atom, bits, v.items[1].of, v.items[2].of, out)
               : make_tiling(atom, bits, alone, extents_tuple({mapping(alone).last + 1}), out);
  if (why) c.why = why;
  return !why;
}

}  // namespace tileproof::explorer
