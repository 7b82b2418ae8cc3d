// SPDX-License-Identifier: BSL-1.0
//
// canonical_for_wgmma: a layout in shared memory can be described by a wgmma descriptor (warpgroup
// MMA), so that wgmma can read it as an operand. make_fragment_A and make_fragment_B require it;
// ask for it where you choose a tile's layout:
//
//   using tile = decltype(tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64>{}));
//   require<canonical_for_wgmma<GMMA::Major::K, half_t>>(tile{});
//
// With T elements in 16 bytes, W = 2, 4 or 8 for a swizzle of 32, 64 or 128 bytes and W = 1 for
// none, and two strides S and L that the layout may choose, the canonical layouts are, in elements:
//   K-major    ((_8,m),(T,_2)):((W*T,S),(_1,T)); without a swizzle L instead of the last T
//   MN-major   ((T,W,m),(_8,_2)):((_1,T,L),(W*T,S)); without a swizzle S and L change places
// From PTX ISA, "Asynchronous Warpgroup Level Matrix Shared Memory Layout".
#pragma once

#include <tileproof/atom/wgmma/layouts.hpp>
#include <tileproof/prove/require.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

TILEPROOF_CLUE(
    write_layout_atom_of_bytes);  // the remedy: 128 for Layout_K_SW128_Atom, 16 for INTER

namespace detail {

// A mode of a canonical layout: the offset as a function of three digits of its coordinate, the
// last unbounded. A stride `any` is chosen by the layout: a multiple of T that fits in a
// descriptor.
struct canonical_mode {
  static constexpr std::int64_t any = -1;
  std::int64_t extent[2]{};
  std::int64_t stride[3]{};

  constexpr std::int64_t operator()(std::int64_t x) const {
    std::int64_t const rest = x / extent[0];
    return x % extent[0] * stride[0] + rest % extent[1] * stride[1] + rest / extent[1] * stride[2];
  }
  // The stride that coordinate x is the first to determine.
  constexpr std::int64_t& shown_by(std::int64_t x) {
    return stride[x == extent[0] ? 1 : x == extent[0] * extent[1] ? 2 : 0];
  }
  constexpr std::int64_t chosen(int i) const { return stride[i] == any ? 0 : stride[i]; }
};

// The operand in shared memory that one instruction reads, wgmma or tcgen05.mma: its leading and
// stride offsets in elements. An unused one is 0.
struct matrix_operand {
  report is;
  std::int64_t leading = 0;
  std::int64_t stride = 0;
};

inline constexpr std::int64_t most_descriptor_units = (1 << 14) - 1;  // of 16 bytes

// Decides whether mode `mode` of m is the canonical mode c, in blocks that start at a multiple of
// 16 bytes (T elements each). Records in c the strides that the layout chooses.
constexpr bool follows(report& r, mapping const& m, int mode, canonical_mode& c, std::int64_t block,
                       std::int64_t t) {
  core::place const begin = core::nth(m.of, mode);
  int const end = m.of.skip(begin).leaf;
  core::arithmetic cx;
  std::int64_t const extent = core::size(cx, m.of, begin).value;
  std::int64_t start = 0;
  for (std::int64_t x = 0; x < extent; ++x) {
    std::int64_t const offset = m.part(x, begin.leaf, end);
    std::int64_t const in_block = x % block;
    if (in_block == 0) start = offset;
    std::int64_t const found = in_block == 0 ? start : offset - start;
    std::int64_t& shown = c.shown_by(in_block);
    bool const is_choice = shown == canonical_mode::any;
    if (is_choice) shown = found;
    bool const is_aligned = found % t == 0 || (in_block > 0 && !is_choice);
    bool const fits = !is_choice || (found >= 0 && found / t <= most_descriptor_units);
    if (is_aligned && fits && offset - start == c(in_block)) continue;
    r.because(answer::no).say(clue::in_mode, mode).say(clue::at_coordinate, x);
    r.say(clue::found, found);
    if (!is_aligned)
      r.say(clue::aligned_to, 16);
    else if (fits)
      r.say(clue::expected, c(in_block));
    else
      r.say(clue::at_most, most_descriptor_units * t);
    return false;
  }
  return true;
}

// Decides whether the mode's extent is a multiple of `unit`.
constexpr bool is_whole(report& r, mapping const& m, int mode, std::int64_t unit) {
  core::arithmetic cx;
  std::int64_t const rest = core::size(cx, m.of, core::nth(m.of, mode)).value % unit;
  if (rest != 0)
    r.because(answer::no).say(clue::in_mode, mode).say(clue::elements_missed, unit - rest);
  return rest == 0;
}

// Decides whether the swizzle is one of the four, or with `in_32b` the one of 128 bytes in units of
// 32; and whether the offsets from operand to operand are multiples of 16 bytes.
constexpr bool lies_as_swizzled(report& r, mapping const& m, std::int64_t t, bool in_32b) {
  int base = 0;
  while (std::int64_t{1} << base < t) ++base;
  core::swizzle const s = m.swizzle;
  core::swizzle const nearest =
      in_32b ? core::swizzle{2, base + 1, 2} : core::swizzle{s.bits < 3 ? s.bits : 3, base, 3};
  if ((m.is_swizzled() || in_32b) && s != nearest) {
    r.because(answer::no)
        .say(clue::found, s.bits, s.base, s.shift)
        .say(clue::expected, nearest.bits, nearest.base, nearest.shift);
    return false;
  }
  if (m.offset % t != 0) {
    r.because(answer::no).say(clue::at_offset, m.offset).say(clue::aligned_to, 16);
    return false;
  }
  for (int mode = 2; mode < core::rank(m.of); ++mode) {
    core::place const begin = core::nth(m.of, mode);
    for (int i = begin.leaf; i < m.of.skip(begin).leaf; ++i) {
      if (m.of.at[i].extent.value == 1 || m.of.at[i].stride.value % t == 0) continue;
      r.because(answer::no)
          .say(clue::in_mode, mode)
          .say(clue::found, m.of.at[i].stride.value)
          .say(clue::aligned_to, 16);
      return false;
    }
  }
  return true;
}

// Decides for a layout (MN,K,...), and computes the offsets for the descriptor. An instruction
// reads 256 bits along K of each row, or as many rows as these have elements. With `in_32b` the
// layout is that of tcgen05.mma with a swizzle of 128 bytes in units of 32, whose atom has 4 rows.
constexpr matrix_operand matrix_operand_of(mapping const& m, GMMA::Major major, int element_bits,
                                           bool in_32b = false) {
  matrix_operand o;
  report& r = o.is;
  r.points = m.size;
  r.how = decided::by_enumeration;  // of each mode alone
  if (core::rank(m.of) < 2) {
    r.because(answer::no).say(clue::found, core::rank(m.of)).say(clue::expected, 2);
    return o;
  }
  core::arithmetic cx;
  std::int64_t const extent = core::size(cx, m.of, core::nth(m.of, 0)).value;
  if (!m.fits || extent > enumeration_bound ||
      core::size(cx, m.of, core::nth(m.of, 1)).value > enumeration_bound)
    return {undecided_about(m.size), 0, 0};
  constexpr std::int64_t any = canonical_mode::any;
  std::int64_t const t = 128 / element_bits;
  std::int64_t const w = std::int64_t{1} << (in_32b ? 3 : m.swizzle.bits);
  std::int64_t const depth = 256 / element_bits;
  std::int64_t const rows = in_32b ? 4 : 8;
  bool const is_k_major = major == GMMA::Major::K;
  bool const is_plain = w == 1;
  canonical_mode mn{{t, w}, {1, t, any}};
  if (is_k_major) mn = {{8, extent}, {w * t, any, 0}};
  if (!is_k_major && is_plain) mn = {{t, extent}, {1, any, 0}};
  canonical_mode k{{rows, depth / rows}, {w * t, any, 0}};
  if (is_k_major) k = {{t, 2}, {1, is_plain ? any : t, 0}};
  if (!lies_as_swizzled(r, m, t, in_32b) || !is_whole(r, m, 0, 8) || !is_whole(r, m, 1, depth) ||
      !follows(r, m, 0, mn, extent, t) || !follows(r, m, 1, k, depth, t))
    return o;
  bool const is_crossed = !is_k_major && !is_plain;
  o.leading = is_crossed ? mn.chosen(2) : k.chosen(1);
  o.stride = is_crossed ? k.chosen(1) : mn.chosen(1);
  return o;
}

// canonical_for_wgmma<major, Element>, with the bits of an Element as a value.
constexpr report wgmma_report(mapping const& m, GMMA::Major major, int bits) {
  report r;
  if (bits != 8 && bits != 16 && bits != 32) return r.because(answer::no).say(clue::in_bits, bits);
  if (major != GMMA::Major::K && bits != 16)
    return r.because(answer::no).say(clue::in_bits, bits).say(clue::expected, 16);
  return matrix_operand_of(m, major, bits).is;
}
// tile_to_shape of the swizzle atom of rows of 16 << swizzle_bits bytes, as a mapping: (mn,k) of a
// tile of mn x k elements. Pre: the atom divides the tile.
constexpr mapping tile_of_atoms(bool is_k_major, int swizzle_bits, std::int64_t mn, std::int64_t k,
                                int element_bits) {
  std::int64_t const t = 128 / element_bits;
  std::int64_t const w = t << swizzle_bits;
  int base = 0;
  while (std::int64_t{1} << base < t) ++base;
  core::layout l;
  auto const mode = [&l](std::int64_t inner, std::int64_t d, std::int64_t outer, std::int64_t e) {
    l.open(2);
    l.leaf({core::fixed(inner), core::fixed(d), 0});
    l.leaf({core::fixed(outer), core::fixed(e), 0});
  };
  l.open(2);
  is_k_major ? mode(8, w, mn / 8, 8 * w) : mode(w, 1, mn / w, 8 * w);
  is_k_major ? mode(w, 1, k / w, mn * w) : mode(8, w, k / 8, mn * 8);
  return mapping(l, 0, {swizzle_bits, base, 3});
}
// Writes the widest of the swizzle atoms that divide the tile of m and make it canonical, as
// `space`::Layout_.... Nothing where none does.
constexpr void put_layout_atom(core::remedy& t, mapping const& m, std::string_view space, bool is_k,
                               int bits, std::string_view element) {
  core::arithmetic cx;
  std::int64_t const mn = core::size(cx, m.of, core::nth(m.of, 0)).value;
  std::int64_t const k = core::size(cx, m.of, core::nth(m.of, 1)).value;
  constexpr std::string_view names[] = {"_INTER_Atom<", "_SW32_Atom<", "_SW64_Atom<",
                                        "_SW128_Atom<"};
  for (int swizzle = 3; swizzle >= 0; --swizzle) {
    std::int64_t const width = (128 << swizzle) / bits;
    if (mn % (is_k ? 8 : width) != 0 || k % (is_k ? width : 8) != 0 || mn * k == 0) continue;
    GMMA::Major const as = is_k ? GMMA::Major::K : GMMA::Major::MN;
    if (!matrix_operand_of(tile_of_atoms(is_k, swizzle, mn, k, bits), as, bits).is.holds())
      continue;
    t.put("the layout tile_to_shape(");
    t.put(space);
    t.put("::Layout_");
    t.put(is_k ? "K" : "MN");
    t.put(names[swizzle]);
    t.keep(16 << swizzle);
    t.put(element);
    return t.put(">{}, shape) is canonical");
  }
}
// Writes the other major, if the layout is canonical for it; otherwise a swizzle atom.
constexpr void put_wgmma_remedy(core::remedy& t, report const& r, mapping const& m,
                                GMMA::Major major, int bits, std::string_view element) {
  bool const is_k = major == GMMA::Major::K || bits != 16;
  if ((r.has(clue::in_bits) && !r.has(clue::expected)) || core::rank(m.of) < 2) return;
  GMMA::Major const other = is_k ? GMMA::Major::MN : GMMA::Major::K;
  if (bits == 16 && matrix_operand_of(m, other, bits).is.holds())
    return t.put(is_k ? "it is MN-major" : "it is K-major");
  put_layout_atom(t, m, "GMMA", is_k, bits, element);
}

}  // namespace detail

// wgmma can read the layout (MN,K,...) of Elements in shared memory, which is Major-major (K:
// elements along K are adjacent). Modes 0 and 1 are an operand, of one instruction or of several
// along K; the other modes count operands, such as stages.
//
// Example: 128 x 64 of f16, row-major without a swizzle, is not canonical; the tile of
// Layout_K_SW128_Atom is. Each mode is visited, so the answer is undecided only if mode 0 or 1 has
// more than enumeration_bound coordinates, or an integer exceeds 64 bits. Witness: the first
// coordinate of a mode with the wrong stride (`found`) and the canonical one (`expected`); or a
// stride that is not `aligned_to` 16 bytes; or the swizzle; or `elements_missed`, by which a mode
// is shorter than a whole number of instructions. The report of the row-major tile:
//   "no: in mode 0, at coordinate 1, found 64, expected 8"
template <GMMA::Major Major, class Element>
struct canonical_for_wgmma {
  using element_type = Element;
  static constexpr char const* verb = Major == GMMA::Major::K ? "K-major" : "MN-major";
  static constexpr char const* sentences[] = {
      "wgmma reads {element}, of {in_bits} bits, K-major only: an MN-major operand has elements of "
      "{expected} bits",
      "wgmma: {element} has {in_bits} bits, and the elements of an operand have 8, 16 or 32",
      "wgmma has no swizzle Sw<{found:0},{found:1},{found:2}> of {element}; "
      "Sw<{expected:0},{expected:1},{expected:2}> would do",
      "wgmma cannot read {0} as {verb}: in mode {in_mode}, coordinate {at_coordinate} lies "
      "{found} elements on, which is no multiple of {aligned_to} bytes",
      "wgmma cannot read {0} as {verb}: in mode {in_mode}, coordinate {at_coordinate} lies "
      "{found} element{|s} on, and a descriptor needs {expected}",
      "wgmma cannot read {0} as {verb}: in mode {in_mode}, coordinate {at_coordinate} lies "
      "{found} elements on, and a descriptor holds 0 to {at_most}",
      "wgmma: the stride {found} of mode {in_mode} is no multiple of {aligned_to} bytes",
      "wgmma: the operand begins at offset {at_offset}, which is no multiple of {aligned_to} bytes",
      "wgmma: mode {in_mode} of {0} lacks {elements_missed} elements to a whole number of "
      "instructions",
      "wgmma: an operand has at least {expected} modes, (MN,K), and {0} has {found}",
      nullptr};
  static constexpr int bits = sizeof_bits_v<Element>;
  static constexpr core::clue_numbers remedy_clue{&clue::write_layout_atom_of_bytes, 0, {}};
  static constexpr void remedy(core::remedy& t, report const& r, mapping const& m) {
    detail::put_wgmma_remedy(t, r, m, Major, bits, core::type_text<Element>());
  }
  static constexpr report decide(mapping const& m) { return detail::wgmma_report(m, Major, bits); }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
