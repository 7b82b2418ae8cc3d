// SPDX-License-Identifier: BSL-1.0
//
// smem_field: a tile in shared memory as a type, with its element, its layout, the phases of the
// kernel in which it is in use, and the alignment that its swizzle, TMA and wgmma need. The fields
// of a kernel are the parameters of its smem_allocator (atom/smem_allocator.hpp).
//
//   using tile = decltype(tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64>{}));
//   struct smem_A : smem_field<half_t, tile, smem_phases<0>> {};  // at a multiple of 1024 bytes
#pragma once

#include <tileproof/core/buffers.hpp>
#include <tileproof/prove/resources.hpp>
#include <tileproof/types/sizeof_bits.hpp>

#include <climits>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The names of refusals: the first phase of a field is behind its last one or below 0; a field's
// alignment is no power of two, or less than that of its Element.
struct phases_are_in_order {
  static constexpr char const* sentences[] = {
      "smem_phases<{found:0},{found:1}>: the first phase must be at least 0 and the last one at "
      "least the first",
      nullptr};
};
template <class Element>
struct field_is_aligned_to_its_element {
  using element_type = Element;
  static constexpr char const* sentences[] = {
      "smem_field: the alignment {found} must be a power of two and at least {expected}, which "
      "{element} needs",
      nullptr};
};

// The phases of a kernel in which a field is in use: First to Last, both included. A kernel counts
// its phases as it likes; a barrier stands between two of them.
template <int First, int Last = First>
struct smem_phases {
  static_assert(
      refuse_unless<(0 <= First && First <= Last), phases_are_in_order, found<First, Last>>);
  static constexpr int first = First;
  static constexpr int last = Last;
};
using smem_always = smem_phases<0, INT_MAX>;

namespace detail {

// The bits of a hardware swizzle, 1 to 3 for rows of 32, 64 or 128 bytes; 0 for none, and for a
// swizzle that only software applies, which leaves the base address alone.
template <class Element, class Layout>
inline constexpr int hardware_swizzle = 0;
template <class Element, int B, int M, int S, class O, class L>
inline constexpr int hardware_swizzle<Element, ComposedLayout<Swizzle<B, M, S>, O, L>> =
    S == 3 && B <= 3 && (std::int64_t{sizeof_bits_v<Element>} << M) == 128 ? B : 0;

// The length of a field in bytes, at most 2^40.
template <class Element, class Layout>
constexpr std::int64_t smem_bytes() {
  mapping const& m = mapping_of<Layout>::value;
  constexpr std::int64_t most = std::int64_t{1} << 40;
  bool is_exact = true;
  std::int64_t const elements = m.fits ? elements_of(m, is_exact) : most;
  return elements < most ? (elements * sizeof_bits_v<Element> + 7) / 8 : most;
}

}  // namespace detail

// The alignment in bytes of a tile in shared memory that TMA fills and wgmma reads: 8 rows of its
// swizzle, 1024, 512 or 256 bytes for SW128, SW64 or SW32; otherwise 128, which is what TMA needs.
template <class Element, class Layout>
inline constexpr int smem_alignment_v = 128 << detail::hardware_swizzle<Element, Layout>;

// A field of shared memory: a tensor of Elements with a static Layout, in use in Phases, at a
// multiple of Alignment bytes. Offset: bytes from the start of the memory; without it the allocator
// chooses. Derive a struct from it: its name is the field's. Refused: a layout with run-time leaves
// or negative offsets (static_assert), and an alignment that is no power of two or less than the
// element's (field_is_aligned_to_its_element).
template <class Element, class Layout, class Phases = smem_always,
          int Alignment = smem_alignment_v<Element, Layout>,
          std::int64_t Offset = core::buffer::any_offset>
struct smem_field {
  static_assert(is_layout_v<Layout>, "smem_field: the second argument must be a Layout");
  static_assert(detail::mapping_of<Layout>::value.first >= 0,
                "smem_field: an offset of the layout is negative");
  static_assert(refuse_unless<(Alignment > 0 && (Alignment & (Alignment - 1)) == 0 &&
                               Alignment % static_cast<int>(alignof(Element)) == 0),
                              field_is_aligned_to_its_element<Element>, found<Alignment>,
                              expected<static_cast<int>(alignof(Element))>>);
  using element = Element;
  using layout = Layout;
  using phases = Phases;
  static constexpr int alignment = Alignment;
  // The alignment that the swizzle of the layout needs; for a layout without a hardware swizzle the
  // element's.
  static constexpr int needed = detail::hardware_swizzle<Element, Layout> > 0
                                    ? smem_alignment_v<Element, Layout>
                                    : static_cast<int>(alignof(Element));
  static constexpr std::int64_t bytes = detail::smem_bytes<Element, Layout>();
  static constexpr core::buffer buffer{bytes, Alignment, Phases::first, Phases::last, Offset};
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
