// SPDX-License-Identifier: BSL-1.0
//
// The 64-bit shared-memory descriptor with which tcgen05.mma addresses an operand in shared memory:
//
//   auto sA = make_tensor(make_smem_ptr<1024>(p), tile_to_shape(
//       UMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64>{}));
//   std::uint64_t const a = UMMA::make_umma_desc<UMMA::Major::K>(sA);  // of the first 16 along K
//
// The next 16 along K begin 32 bytes later, which adds 2 to the descriptor. umma_descriptor_of
// makes a descriptor of a layout and an address at compile time. From PTX ISA, "Shared memory
// descriptor" of tcgen05.
#pragma once

#include <tileproof/atom/umma/canonical.hpp>
#include <tileproof/atom/wgmma/descriptor.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace UMMA {

// The fields, with CuTe's names. Addresses and offsets are in units of 16 bytes, 14 bits each.
struct SmemDescriptor {
  std::uint32_t start_address_ = 0;        // bits 0 to 13
  std::uint32_t leading_byte_offset_ = 0;  // bits 16 to 29; 1 where the swizzle implies it
  std::uint32_t stride_byte_offset_ = 0;   // bits 32 to 45
  std::uint32_t version_ = 1;              // bits 46 to 48; always 1 on sm_100a
  std::uint32_t base_offset_ = 0;          // bits 49 to 51; see umma_base_offset
  std::uint32_t lbo_mode_ = 0;             // bit 52; 0: the leading offset is relative
  LayoutType layout_type_ = LayoutType::SWIZZLE_NONE;  // bits 61 to 63

  TILEPROOF_HOST_DEVICE constexpr operator std::uint64_t() const {
    return std::uint64_t{start_address_ | leading_byte_offset_ << 16} |
           std::uint64_t{stride_byte_offset_ | version_ << 14 | base_offset_ << 17 |
                         lbo_mode_ << 20 | static_cast<std::uint32_t>(layout_type_) << 29}
               << 32;
  }
};

// An iterator over operands by their descriptors; an offset counts units of 16 bytes.
using GMMA::DescriptorIterator;

}  // namespace UMMA

// The base offset of a descriptor whose swizzle pattern starts at the byte `start` of shared
// memory: 0 where that is a multiple of 1024 for SW128, 512 for SW64, 256 for SW32.
TILEPROOF_HOST_DEVICE constexpr std::uint32_t umma_base_offset(std::uint32_t start) {
  return start >> 7 & 7;
}

// The names of refusals: an operand's tile is known to be aligned to less than its swizzle needs;
// its place in the tile is not known to be a multiple of 16 bytes.
struct umma_operand_is_aligned {
  static constexpr char const* sentences[] = {
      "tcgen05.mma: the tile of an operand is known to be aligned to {aligned_to} bytes, and must "
      "be aligned to {expected} (8 rows of its swizzle, 16 bytes without one): state it with "
      "make_smem_ptr<{expected}>(p), or take the tile from an smem_allocator",
      nullptr};
};
struct umma_operand_begins_in_line {
  static constexpr char const* sentences[] = {
      "tcgen05.mma: an operand is known to begin at a multiple of {aligned_to} bytes in its tile, "
      "and a descriptor states multiples of {expected}",
      nullptr};
};

namespace detail {

// The swizzling mode of a layout that is canonical_for_umma.
constexpr UMMA::LayoutType umma_layout_type(core::swizzle const& s) {
  if (s.bits == 2 && s.shift == 2) return UMMA::LayoutType::SWIZZLE_128B_BASE32B;
  constexpr UMMA::LayoutType types[] = {
      UMMA::LayoutType::SWIZZLE_NONE, UMMA::LayoutType::SWIZZLE_32B, UMMA::LayoutType::SWIZZLE_64B,
      UMMA::LayoutType::SWIZZLE_128B};
  return types[s.bits];
}

// The descriptor of a static layout L at address 0, from the strides that canonical_for_umma finds.
template <UMMA::Major Major, class Element, class L>
struct umma_descriptor_at_0 {
  static constexpr mapping m = mapping_of<L>::value;
  static constexpr int bits = sizeof_bits_v<Element>;
  static constexpr matrix_operand o = umma_operand_of(m, Major, bits, packed_bits_v<Element>);
  static constexpr UMMA::SmemDescriptor value{0,
                                              static_cast<std::uint32_t>(o.leading* bits / 128),
                                              static_cast<std::uint32_t>(o.stride* bits / 128),
                                              1,
                                              0,
                                              0,
                                              umma_layout_type(m.swizzle)};
};

}  // namespace detail

// The descriptor of a static layout (MN,K,...) of Elements whose coordinate 0 is at the byte
// `address` of shared memory, in a tile whose swizzle pattern starts at the byte `pattern`. 128 x
// 64 of f16 in Layout_K_SW128_Atom has the mode SWIZZLE_128B and a stride of 64 units: 8 rows of
// 128 bytes. Refused unless canonical_for_umma holds. Pre: `address` is a multiple of 16.
template <UMMA::Major Major, class Element, class L>
TILEPROOF_HOST_DEVICE constexpr UMMA::SmemDescriptor umma_descriptor_of(L const&,
                                                                        std::uint32_t address = 0,
                                                                        std::uint32_t pattern = 0) {
  static_assert(require<canonical_for_umma<Major, Element>>(L{}));
  UMMA::SmemDescriptor d = detail::umma_descriptor_at_0<Major, Element, L>::value;
  d.start_address_ = address >> 4 & 0x3fff;
  d.base_offset_ = umma_base_offset(pattern);
  return d;
}

namespace UMMA {

// The descriptor of the first instruction's operand of a tensor (MN,K) in shared memory, whose
// element type is that of the instruction. Refused: a tensor elsewhere, a layout that is not
// canonical_for_umma, a tile that is not known to be aligned as its swizzle needs
// (umma_operand_is_aligned, umma_operand_begins_in_line).
template <Major M, class E, class L>
TILEPROOF_HOST_DEVICE SmemDescriptor make_umma_desc(Tensor<E, L> const& t) {
  using element = typename E::value_type;
  constexpr bool is_shared = points_into<typename E::iterator, smem_space>;
  static_assert(is_shared,
                "tcgen05.mma: an operand that is not in tensor memory must be in shared memory "
                "(make_smem_ptr)");
  if constexpr (is_shared) {
    auto const parts = detail::unswizzled(t.layout());
    using outer = std::remove_const_t<decltype(parts.layout_a())>;
    using operand = ComposedLayout<outer, Int<0>, std::remove_const_t<decltype(parts.layout_b())>>;
    constexpr int row_bits = outer::num_shft == 2 ? 3 : outer::num_bits;
    detail::require_operand_alignment<canonical_for_umma<M, element>, umma_operand_is_aligned,
                                      umma_operand_begins_in_line, row_bits>(t);
    return umma_descriptor_of<M, element>(
        operand{}, detail::shared_address(raw_pointer_cast(t.data())) +
                       static_cast<std::uint32_t>(parts.offset() * sizeof_bits_v<element> / 8));
  } else {
    return {};
  }
}

}  // namespace UMMA

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
