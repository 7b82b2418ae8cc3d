// SPDX-License-Identifier: BSL-1.0
//
// wgmma_descriptor: the 64-bit matrix descriptor with which wgmma addresses an operand in shared
// memory; and tensors of descriptors, which partition_fragment_A and _B of a TiledMMA return. From
// PTX ISA, "Asynchronous Warpgroup Level Matrix Shared Memory Layout", "Matrix Descriptor Format".
#pragma once

#include <tileproof/atom/wgmma/canonical.hpp>
#include <tileproof/tensor/aligned.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The fields of a descriptor except the start address. Offsets are in bytes; encode() packs them,
// in units of 16 bytes: the leading offset from bit 16 on, the stride offset from bit 32 on, the
// swizzle mode in bits 62 and 63 (1, 2, 3 for 128, 64, 32 bytes).
struct wgmma_descriptor {
  int swizzle = 0;  // of rows of 16, 32, 64 or 128 bytes: 0, 1, 2, 3
  std::int64_t leading = 0;
  std::int64_t stride = 0;

  constexpr std::uint64_t encode() const {
    return static_cast<std::uint64_t>(leading / 16) << 16 |
           static_cast<std::uint64_t>(stride / 16) << 32 |
           static_cast<std::uint64_t>((4 - swizzle) % 4) << 62;
  }
};

// The names of refusals: an operand's tile is known to be aligned to less than its swizzle needs;
// its place in the tile is not known to be a multiple of 16 bytes.
struct wgmma_operand_is_aligned {
  static constexpr char const* sentences[] = {
      "wgmma: the tile of an operand is known to be aligned to {aligned_to} bytes, and must be "
      "aligned to {expected} (8 rows of its swizzle, 16 bytes without one): state it with "
      "make_smem_ptr<{expected}>(p), or take the tile from an "
      "smem_allocator",
      nullptr};
};
template <class Element>
struct wgmma_operand_has_width {
  using element_type = Element;
  static constexpr char const* sentences[] = {
      "wgmma: the operand's elements, {element}, have {in_bits} bits, and the instruction's have "
      "{expected}",
      nullptr};
};
struct wgmma_operand_begins_in_line {
  static constexpr char const* sentences[] = {
      "wgmma: an operand is known to begin at a multiple of {aligned_to} bytes in its tile, and a "
      "descriptor states multiples of {expected}",
      nullptr};
};

namespace detail {

// The descriptor of a static layout L, from the strides that canonical_for_wgmma finds.
template <GMMA::Major Major, class Element, class L>
struct descriptor_of {
  static constexpr matrix_operand operand =
      matrix_operand_of(mapping_of<L>::value, Major, sizeof_bits_v<Element>);
  static constexpr int bits = sizeof_bits_v<Element>;
  static constexpr wgmma_descriptor value{mapping_of<L>::value.swizzle.bits,
                                          operand.leading* bits / 8, operand.stride* bits / 8};
  static constexpr std::uint64_t encoded = value.encode();
};

}  // namespace detail

// The descriptor of a static layout (MN,K,...) of Elements. 128 x 64 of f16 in Layout_K_SW128_Atom
// has swizzle 3 and stride 1024: 8 rows of 128 bytes. Refused unless canonical_for_wgmma holds.
template <GMMA::Major Major, class Element, class L>
constexpr wgmma_descriptor wgmma_descriptor_of(L const&) {
  static_assert(require<canonical_for_wgmma<Major, Element>>(L{}));
  return detail::descriptor_of<Major, Element, L>::value;
}

namespace GMMA {

// An iterator over operands by their descriptors. An offset counts units of 16 bytes, so that sA(_,
// _, k) is an addition to the start address.
struct DescriptorIterator {
  using reference = std::uint64_t;
  using element_type = std::uint64_t;
  using value_type = std::uint64_t;

  std::uint32_t low{};  // the start address is here, and no sum leaves its bits
  std::uint32_t high{};

  DescriptorIterator() = default;
  TILEPROOF_HOST_DEVICE constexpr DescriptorIterator(std::uint32_t l, std::uint32_t h)
      : low(l), high(h) {}
  TILEPROOF_HOST_DEVICE constexpr explicit DescriptorIterator(std::uint64_t descriptor)
      : low(static_cast<std::uint32_t>(descriptor)),
        high(static_cast<std::uint32_t>(descriptor >> 32)) {}

  TILEPROOF_HOST_DEVICE constexpr std::uint64_t operator*() const {
    return std::uint64_t{high} << 32 | low;
  }
  template <class Offset>
  TILEPROOF_HOST_DEVICE constexpr std::uint64_t operator[](Offset const& units) const {
    return *(*this + units);
  }
  template <class Offset>
  TILEPROOF_HOST_DEVICE constexpr DescriptorIterator operator+(Offset const& units) const {
    return {low + static_cast<std::uint32_t>(units), high};
  }
};

}  // namespace GMMA

namespace detail {

// The address of p within shared memory. The host has none; there it is the low bits of the
// pointer.
TILEPROOF_HOST_DEVICE std::uint32_t shared_address(void const* p) {
#if defined(__CUDA_ARCH__)
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(p));
#else
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(p));
#endif
}

// A layout as a descriptor sees it: the swizzle, the offset before it, and the plain layout.
template <class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto unswizzled(Layout<S, D> const& l) {
  return make_composed_layout(Swizzle<0, 0, 0>{}, Int<0>{}, l);
}
template <class A, class O, class B>
TILEPROOF_HOST_DEVICE constexpr auto unswizzled(ComposedLayout<A, O, B> const& l) {
  return l;
}
// The mode (MN,K) of an operand, which every thread of the warpgroup has in full. V is the values,
// or (1,values).
template <class L>
TILEPROOF_HOST_DEVICE constexpr auto operand_mode(L const& l) {
  if constexpr (decltype(size<0>(l))::value == 1)
    return layout<1>(l);
  else
    return l;
}

// The name of the error. The property comes first, then canonical_for_wgmma with the operand.
template <class Property, class Canonical, class... Clues>
stopped<Property, Canonical, Clues...> stop_operand(Clues*...);

// Refuses an operand whose tile in shared memory is not known to begin at a multiple of 8 rows of
// its swizzle (IsAligned): 1024 bytes for SW128, 512 for SW64, 256 for SW32, otherwise 16; and one
// that is not known to begin at a multiple of 16 bytes in its tile (BeginsInLine), which a
// descriptor cannot state. Canonical is canonical_for_wgmma, or that of another instruction.
template <class Canonical, class IsAligned, class BeginsInLine, int SwizzleBits, class E, class L>
TILEPROOF_HOST_DEVICE constexpr void require_operand_alignment(Tensor<E, L> const&) {
#if !defined(TILEPROOF_DISABLE_PROOFS)
  constexpr int bits = sizeof_bits_v<typename Canonical::element_type>;
  constexpr int needed = SwizzleBits == 0 ? 16 : 128 << SwizzleBits;
  constexpr int known = alignment_v<E>;  // of the base, which a swizzle stays in front of
  constexpr int offset = static_cast<int>(sum_multiple_v<first_multiple<L> * bits, 128> / 8);
  if constexpr (known == 0 || known % needed != 0)
    static_cast<void>(decltype(stop_operand<IsAligned, Canonical>(
        static_cast<aligned_to<known>*>(nullptr), static_cast<expected<needed>*>(nullptr),
        static_cast<write_make_smem_ptr<needed>*>(nullptr)))::value);
  else if constexpr (offset % 16 != 0)
    static_cast<void>(decltype(stop_operand<BeginsInLine, Canonical>(
        static_cast<aligned_to<offset>*>(nullptr), static_cast<expected<16>*>(nullptr)))::value);
#endif
}

// The descriptors of the operands of a tensor (V,RestM,RestK,...) in shared memory, V being an
// operand (MN,K): a tensor (_1,RestM,RestK,...) with strides in units of 16 bytes. Refused unless V
// is canonical_for_wgmma, and unless the alignment of the tile is known
// (require_operand_alignment).
template <GMMA::Major Major, class Element, class E, class L>
TILEPROOF_HOST_DEVICE auto make_descriptors(Tensor<E, L> const& t) {
  constexpr int bits = sizeof_bits_v<Element>;
  constexpr int found_bits = sizeof_bits_v<typename E::value_type>;
  constexpr bool is_shared = points_into<typename E::iterator, smem_space>;
  static_assert(is_shared,
                "wgmma: an operand that is no fragment must be in shared memory "
                "(make_smem_ptr)");
  static_assert(refuse_unless<(found_bits == bits), wgmma_operand_has_width<typename E::value_type>,
                              in_bits<found_bits>, expected<bits>>);
  if constexpr (!is_shared || found_bits != bits) {
    return t;
  } else {
    auto const parts = unswizzled(t.layout());
    using outer = std::remove_const_t<decltype(parts.layout_a())>;
    using operand = std::remove_const_t<decltype(operand_mode(layout<0>(parts.layout_b())))>;
    using known = descriptor_of<Major, Element, ComposedLayout<outer, Int<0>, operand>>;
    static_assert(
        require<canonical_for_wgmma<Major, Element>>(ComposedLayout<outer, Int<0>, operand>{}));
    require_operand_alignment<canonical_for_wgmma<Major, Element>, wgmma_operand_is_aligned,
                              wgmma_operand_begins_in_line, outer::num_bits>(t);
    std::uint32_t const base = shared_address(raw_pointer_cast(t.data()));
    std::uint32_t const start = base + static_cast<std::uint32_t>(parts.offset() * bits / 8);
    auto const units = upcast<128 / bits>(parts.layout_b());
    return make_tensor(
        GMMA::DescriptorIterator{static_cast<std::uint32_t>(known::encoded) | (start >> 4 & 0x3fff),
                                 static_cast<std::uint32_t>(known::encoded >> 32)},
        replace<0>(units, Layout<Int<1>, Int<0>>{}));
  }
}

}  // namespace detail

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
