// SPDX-License-Identifier: BSL-1.0
//
// contiguous, aligned and access_width: runs of consecutive elements, their alignment in bytes, and
// the access width in bits that both allow. Use access_width before a 128-bit load or store of each
// thread's values:
//
//   // 32 threads, each with 4 consecutive floats: one ld.128 a thread.
//   require<access_width<128, float>>(Layout<Shape<_32, _4>, Stride<_4, _1>>{});
#pragma once

#include <tileproof/prove/require.hpp>
#include <tileproof/prove/runs.hpp>
#include <tileproof/prove/runs_for_all.hpp>
#include <tileproof/types/sizeof_bits.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// Every group of N consecutive coordinates, [k * N, (k + 1) * N), has N consecutive offsets.
// (4,2):(1,8) is contiguous<4>, with runs 0..3 and 8..11, and not contiguous<8>. A size that N does
// not divide fails. Witness: the first coordinate that breaks a run, its offset, and the longest
// run that every group has. Undecided if an integer exceeds 64 bits, or with a swizzle if more than
// enumeration_bound coordinates differ in kind.
template <std::int64_t N>
struct contiguous {
  static constexpr std::int64_t wanted = N;
  static constexpr char const* sentences[] = {
      "{0} has no runs of {wanted} consecutive elements: coordinate {at_coordinate}, at offset "
      "{at_offset}, breaks one; every group has a run of {in_runs_of}",
      "runs of {wanted} consecutive elements are needed, and runs of {in_runs_of} are known",
      nullptr};
  template <class Prover>
  static constexpr core::integer condition(Prover& p, core::layout const& l) {
    return detail::modes_have_runs(p, l, N).condition;
  }
  static constexpr report decide(mapping const& m) { return detail::runs_of(m, N); }
};

// The largest N for which the layout is contiguous<N>, in elements. With a swizzle it is the
// largest that the first enumeration_bound offsets show.
template <class L>
constexpr std::int64_t contiguous_run(L const& l) {
  if constexpr (detail::mapping_from<L>::is_static)
    return detail::contiguous_run(detail::mapping_of<L>::value);
  else
    return detail::contiguous_run(detail::mapping_from<L>::make(l));
}

// Every offset of the layout, in Elements, is a multiple of Bytes: aligned<16, float> of 8:4, and
// not of 8:2, where coordinate 1 is at 8 bytes. The base pointer is not part of the layout and must
// be aligned too (tensor/aligned.hpp). Witness: coordinate and offset of the first misaligned
// element. Undecided as for contiguous.
template <int Bytes, class Element>
struct aligned {
  static_assert(Bytes * 8 % sizeof_bits_v<Element> == 0,
                "aligned: Bytes must be a multiple of the element's size");
  using element_type = Element;
  static constexpr std::int64_t wanted = Bytes;
  static constexpr char const* sentences[] = {
      "coordinate {at_coordinate} of {0} is at offset {at_offset} of {element}, which is no "
      "multiple of {aligned_to} bytes",
      "an address at a multiple of {wanted} bytes is needed, and a multiple of {aligned_to} is "
      "known",
      nullptr};
  static constexpr void remedy(core::remedy& t, report const&, mapping const& m) {
    detail::put_alignment(t, m, Bytes, sizeof_bits_v<Element>);
  }
  template <class Prover>
  static constexpr core::integer condition(Prover& p, core::layout const& l) {
    return detail::offsets_are_multiples(p, l, Bytes * 8 / sizeof_bits_v<Element>);
  }
  static constexpr report decide(mapping const& m) {
    return detail::alignment_of(m, Bytes, sizeof_bits_v<Element>);
  }
};

// A thread may access its values Bits at a time. Each side is a layout (thread,value) -> offset in
// Elements; a copy has two. The property holds if values [k * n, (k + 1) * n), n = Bits / bits of
// Element, are consecutive elements, each group starts at a multiple of n, and the base, aligned to
// BaseBytes, is aligned to Bits.
//
// (32,4):(4,1) of float allows 128 bits; (32,4):(5,1) does not, since the values of thread 1 start
// at element 5, at byte 20. Witness: thread, value, offset, the run that exists and the run that is
// needed, and the side (0 is the first). 128-bit accesses of float need a quarter of the
// instructions of 32-bit ones. The report of (32,4):(5,1):
//   "no: at thread 1, at value 0, at offset 5, in runs of 4, expected 4, on side 0"
template <int Bits, class Element, int BaseBytes = Bits / 8>
struct access_width {
  static_assert(Bits % 8 == 0 && Bits <= 128 && Bits % sizeof_bits_v<Element> == 0);
  using element_type = Element;
  static constexpr std::int64_t wanted = Bits;
  static constexpr char const* sentences[] = {
      "a {wanted}-bit access of {element} needs {expected} consecutive elements that begin at a "
      "multiple of {expected}: value {at_value} of thread {at_thread} has offset {at_offset} in "
      "{side}, with runs of {in_runs_of}",
      "a {wanted}-bit access of {element} needs {expected} consecutive elements, and the layout "
      "shows runs of {in_runs_of}",
      "a {wanted}-bit access of {element} needs an address at a multiple of {expected} bytes, and "
      "a multiple of {aligned_to} is known",
      nullptr};
  // The widest access that all sides and the base allow.
  template <class... Mappings>
  static constexpr void remedy(core::remedy& t, report const&, Mappings const&... sides) {
    constexpr int element_bits = sizeof_bits_v<Element>;
    mapping const* const all[] = {&sides...};
    detail::put_widest_access(
        t, detail::widest_access(all, sizeof...(sides), Bits, element_bits, BaseBytes),
        element_bits);
  }

  // For all values: on each side the values have runs, and all else are multiples.
  template <class Prover, class... Layouts>
  static constexpr core::integer condition(Prover& p, Layouts const&... sides) {
    core::integer all = core::fixed(BaseBytes % (Bits / 8) == 0);
    ((all = p.cx.both(all, condition_of_side(p, sides))), ...);
    return all;
  }
  template <class... Mappings>
  static constexpr report decide(Mappings const&... sides) {
    report r;
    std::int64_t side = 0;
    static_cast<void>(
        ((r = detail::access_of_side(sides, side++, Bits, sizeof_bits_v<Element>, BaseBytes),
          r.holds()) &&
         ...));
    return r;
  }

 private:
  template <class Prover>
  static constexpr core::integer condition_of_side(Prover& p, core::layout const& side) {
    constexpr std::int64_t n = Bits / sizeof_bits_v<Element>;
    if (core::rank(side) != 2) return core::fixed(0);
    core::layout const values = core::subtree(side, core::nth(side, 1));
    auto const runs = detail::modes_have_runs(p, values, n);
    return p.cx.both(
        p.cx.both(runs.condition, detail::offsets_are_multiples(p, values, n, runs.after)),
        detail::offsets_are_multiples(p, core::subtree(side, core::nth(side, 0)), n));
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
