// SPDX-License-Identifier: BSL-1.0
//
// canonical_for_umma: a layout in shared memory can be described by the shared-memory descriptor of
// tcgen05.mma, so that the instruction can read it as an operand. Ask for it where you choose a
// tile's layout:
//
//   using tile = decltype(tile_to_shape(UMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64>{}));
//   require<canonical_for_umma<UMMA::Major::K, half_t>>(tile{});
//
// With T elements in 16 bytes, W = 2, 4 or 8 for a swizzle of 32, 64 or 128 bytes and W = 1 for
// none, and two strides S and L that the layout may choose, the canonical layouts are, in elements:
//   K-major     ((_8,m),(T,_2)):((W*T,S),(_1,T)); without a swizzle L instead of the last T
//   MN-major    ((T,W,m),(_8,k)):((_1,T,L),(W*T,S)); without a swizzle S and L change places
//   elements of 32 bits, MN-major: ((T,_8,m),(_4,k)):((_1,T,L),(8*T,S)), swizzled in units of 32
//   bytes
// The first two are those of wgmma (atom/wgmma/canonical.hpp); MN-major elements may have 8 bits
// too. From PTX ISA, "Canonical Layouts" and "Valid Combinations of Type-Size, Major-ness and
// Swizzling" of tcgen05.
#pragma once

#include <tileproof/atom/umma/layouts.hpp>
#include <tileproof/atom/wgmma/canonical.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// True for operands that are swizzled in units of 32 bytes: MN-major elements of 32 bits, and no
// others.
constexpr bool has_umma_32b_atoms(UMMA::Major major, int bits) {
  return major == UMMA::Major::MN && bits == 32;
}
constexpr bool are_umma_bits(int bits) {
  return bits == 4 || bits == 8 || bits == 16 || bits == 32;
}

// The operand that a descriptor of tcgen05.mma describes, and whether it can. An element takes
// `bits` of memory, of which it uses `packed_bits`.
constexpr matrix_operand umma_operand_of(mapping const& m, UMMA::Major major, int bits,
                                         int packed_bits) {
  matrix_operand o;
  if (!are_umma_bits(bits))
    o.is.because(answer::no).say(clue::in_bits, bits);
  else if (major == UMMA::Major::MN && packed_bits < 8)
    o.is.because(answer::no).say(clue::in_bits, packed_bits).say(clue::expected, 8);
  else
    return matrix_operand_of(m, major, bits, has_umma_32b_atoms(major, bits));
  return o;
}

// Writes the other major, if the layout is canonical for it; otherwise a swizzle atom.
constexpr void put_umma_remedy(core::remedy& t, report const& r, mapping const& m,
                               UMMA::Major major, int bits, int packed_bits,
                               std::string_view element) {
  if (r.has(clue::in_bits) && !r.has(clue::expected)) return;
  if (core::rank(m.of) < 2) return;
  bool const is_k = major == UMMA::Major::K;
  UMMA::Major const other = is_k ? UMMA::Major::MN : UMMA::Major::K;
  if (umma_operand_of(m, other, bits, packed_bits).is.holds())
    return t.put(is_k ? "it is MN-major" : "it is K-major");
  if (!has_umma_32b_atoms(major, bits))
    return put_layout_atom(t, m, "UMMA", is_k || packed_bits < 8, bits, element);
  core::arithmetic cx;
  if (core::size(cx, m.of, core::nth(m.of, 0)).value % 32 != 0) return;
  if (core::size(cx, m.of, core::nth(m.of, 1)).value % 8 != 0) return;
  t.put("the layout tile_to_shape(UMMA::Layout_MN_SW128_32B_Atom<");
  t.keep(128);
  t.put(element);
  t.put(">{}, shape) is canonical");
}

}  // namespace detail

// tcgen05.mma can read the layout (MN,K,...) of Elements in shared memory, which is Major-major (K:
// elements along K are adjacent). Modes 0 and 1 are an operand, of one instruction or of several
// along K; the other modes count operands, such as stages. Elements of 4 and 6 bits that take a
// byte are float_e2m1_unpacksmem_t and the like (atom/umma/layouts.hpp).
//
// Example: 128 x 64 of f16, row-major without a swizzle, is not canonical; the tile of
// Layout_K_SW128_Atom is. The answers, witnesses and costs are those of canonical_for_wgmma.
template <UMMA::Major Major, class Element>
struct canonical_for_umma {
  using element_type = Element;
  static constexpr char const* verb = Major == UMMA::Major::K ? "K-major" : "MN-major";
  static constexpr char const* sentences[] = {
      "tcgen05.mma reads {element}, of {in_bits} bits, K-major only: an MN-major operand has "
      "elements of {expected} bits or more",
      "tcgen05.mma: {element} has {in_bits} bits, and the elements of an operand have 4, 8, 16 or "
      "32 (those of 4 and 6 bits that take a byte are float_e2m3_unpacksmem_t and the like)",
      "tcgen05.mma does not read {element} as {verb} with the swizzle "
      "Sw<{found:0},{found:1},{found:2}>; Sw<{expected:0},{expected:1},{expected:2}> would do",
      "tcgen05.mma cannot read {0} as {verb}: in mode {in_mode}, coordinate {at_coordinate} lies "
      "{found} elements on, which is no multiple of {aligned_to} bytes",
      "tcgen05.mma cannot read {0} as {verb}: in mode {in_mode}, coordinate {at_coordinate} lies "
      "{found} element{|s} on, and a descriptor needs {expected}",
      "tcgen05.mma cannot read {0} as {verb}: in mode {in_mode}, coordinate {at_coordinate} lies "
      "{found} elements on, and a descriptor holds 0 to {at_most}",
      "tcgen05.mma: the stride {found} of mode {in_mode} is no multiple of {aligned_to} bytes",
      "tcgen05.mma: the operand begins at offset {at_offset}, which is no multiple of {aligned_to} "
      "bytes",
      "tcgen05.mma: mode {in_mode} of {0} lacks {elements_missed} elements to a whole number of "
      "instructions",
      "tcgen05.mma: an operand has at least {expected} modes, (MN,K), and {0} has {found}",
      nullptr};
  static constexpr int bits = sizeof_bits_v<Element>;
  static constexpr int packed_bits = detail::packed_bits_v<Element>;
  static constexpr core::clue_numbers remedy_clue{&clue::write_layout_atom_of_bytes, 0, {}};
  static constexpr void remedy(core::remedy& t, report const& r, mapping const& m) {
    detail::put_umma_remedy(t, r, m, Major, bits, packed_bits, core::type_text<Element>());
  }
  static constexpr report decide(mapping const& m) {
    return detail::umma_operand_of(m, Major, bits, packed_bits).is;
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
