// SPDX-License-Identifier: BSL-1.0
//
// Defines CuTe's names of wgmma descriptors: GmmaDescriptor, make_gmma_desc, LayoutType, and the
// layout atoms in bits. A kernel that calls gemm with a TiledMMA needs none of them; a kernel that
// issues wgmma itself, or prints a descriptor, does:
//
//   GmmaDescriptor d = SM90::GMMA::make_gmma_desc<SM90::GMMA::Major::K>(sA(_, _, 0));
//
// Source: CuTe, arch/mma_sm90_desc.hpp, atom/mma_traits_sm90_gmma.hpp.
#pragma once

#include <tileproof/cute/pointer.hpp>

#include <iosfwd>

namespace tileproof::inline TILEPROOF_NAMESPACE::GMMA {

// The swizzle of an operand, as bits 62 and 63 of its descriptor: none, or of rows of 128, 64 or 32
// bytes.
enum class LayoutType : std::uint8_t { INTERLEAVE = 0, B128 = 1, B64 = 2, B32 = 3 };

// The name of a swizzle; nullptr of a number that is none.
TILEPROOF_HOST_DEVICE constexpr char const* to_string(LayoutType const& t) {
  switch (t) {
    case LayoutType::INTERLEAVE: return "INTERLEAVE";
    case LayoutType::B128: return "B128";
    case LayoutType::B64: return "B64";
    case LayoutType::B32: return "B32";
  }
  return nullptr;
}
template <class Traits>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& os,
                                             LayoutType const& t) {
  char const* const name = to_string(t);
  if (name == nullptr)
    os.setstate(std::basic_ostream<char, Traits>::failbit);
  else
    for (char const* c = name; *c != '\0'; ++c) os.put(*c);
  return os;
}

// The layout atoms in units of bits, Swizzle<3,7,3> of rows of 1024 bits for SW128. CuTe's have the
// swizzle of a pointer, in bytes, in its place. upcast<16> of one is the atom of half_t.
using Layout_K_INTER_Atom_Bits = Layout_K_INTER_Atom<uint1b_t>;
using Layout_K_SW32_Atom_Bits = Layout_K_SW32_Atom<uint1b_t>;
using Layout_K_SW64_Atom_Bits = Layout_K_SW64_Atom<uint1b_t>;
using Layout_K_SW128_Atom_Bits = Layout_K_SW128_Atom<uint1b_t>;
using Layout_MN_INTER_Atom_Bits = Layout_MN_INTER_Atom<uint1b_t>;
using Layout_MN_SW32_Atom_Bits = Layout_MN_SW32_Atom<uint1b_t>;
using Layout_MN_SW64_Atom_Bits = Layout_MN_SW64_Atom<uint1b_t>;
using Layout_MN_SW128_Atom_Bits = Layout_MN_SW128_Atom<uint1b_t>;

// The iterator over descriptors of operands of one major mode, by which MMA_Traits name the
// fragment of an operand that stays in shared memory.
template <Major>
struct smem_desc : DescriptorIterator {};

// The swizzle of a tensor's layout, which must move units of 16 bytes: Swizzle<B,3,3> of half_t is
// INTERLEAVE, B32, B64, B128 for B = 0, 1, 2, 3. Without a swizzle, INTERLEAVE. Others are refused
// (static_assert).
template <class E, class L>
TILEPROOF_HOST_DEVICE constexpr LayoutType layout_type(Tensor<E, L> const&) {
  if constexpr (is_composed_layout<L>::value) {
    using swizzle = std::remove_cvref_t<decltype(std::declval<L const&>().layout_a())>;
    static_assert(swizzle::num_bits <= 3 && swizzle::num_shft == 3 &&
                      (sizeof_bits_v<typename E::value_type> << swizzle::num_base) == 128,
                  "layout_type: the swizzle must move units of 16 bytes by 3 bits, as those of "
                  "GMMA::Layout_K_SW128_Atom<T> and its like do");
    return static_cast<LayoutType>((4 - swizzle::num_bits) % 4);
  } else {
    return LayoutType::INTERLEAVE;
  }
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::GMMA

namespace cute {

// A wgmma descriptor: 64 bits, and its fields. Addresses and offsets are in units of 16 bytes.
union GmmaDescriptor {
  TILEPROOF_HOST_DEVICE constexpr GmmaDescriptor(std::uint64_t desc = 0) noexcept : desc_(desc) {}
  TILEPROOF_HOST_DEVICE constexpr operator std::uint64_t() const noexcept { return desc_; }

  std::uint64_t desc_;
  std::uint32_t reg32_[2];
  std::uint16_t reg16_[4];
  struct {
    std::uint16_t start_address_ : 14, : 2;        // bits 0 to 13
    std::uint16_t leading_byte_offset_ : 14, : 2;  // bits 16 to 29
    std::uint16_t stride_byte_offset_ : 14, : 2;   // bits 32 to 45
    std::uint8_t : 1, base_offset_ : 3, : 4;       // bits 49 to 51
    std::uint8_t : 6, layout_type_ : 2;            // bits 62 and 63: a LayoutType
  } bitfield;
};

// Prints a descriptor and its fields, a line each.
TILEPROOF_HOST_DEVICE void print(GmmaDescriptor const& d) {
  unsigned const leading = d.desc_ >> 16 & 0x3fff;
  unsigned const stride = d.desc_ >> 32 & 0x3fff;
  unsigned const type = d.desc_ >> 62;
  printf("GmmaDescriptor: 0x%016llx\n", static_cast<unsigned long long>(d.desc_));
  printf("  start_addr :  0x%04x\n", static_cast<unsigned>(d.desc_ & 0x3fff));
  printf("  leading_off:  0x%04x (%u)\n", leading, leading);
  printf("  stride_off :  0x%04x (%u)\n", stride, stride);
  printf("  base_offset:  0x%01x\n", static_cast<unsigned>(d.desc_ >> 49 & 7));
  printf("  layout_type:  0x%01x (%s)\n", type,
         to_string(static_cast<tileproof::GMMA::LayoutType>(type)));
}

// The descriptors of the operands of a tensor (V,RestM,RestK,...) in shared memory:
// MakeTensor<SM90::GMMA::smem_desc<Major>>{}(tensor).
template <tileproof::GMMA::Major M>
struct MakeTensor<tileproof::GMMA::smem_desc<M>> {
  template <class E, class L>
  TILEPROOF_HOST_DEVICE constexpr auto operator()(Tensor<E, L> const& t) const {
    return tileproof::detail::make_descriptors<M, typename E::value_type>(t);
  }
};

}  // namespace cute

namespace tileproof::inline TILEPROOF_NAMESPACE::GMMA {

// The descriptor of one operand (MN,K) of a wgmma instruction, a tensor in shared memory: K is 256
// bits of elements. Refused unless it is canonical_for_wgmma, and unless its tile is known to be
// aligned to its swizzle (wgmma_operand_is_aligned).
template <Major M, class E, class L>
TILEPROOF_HOST_DEVICE constexpr cute::GmmaDescriptor make_gmma_desc(Tensor<E, L> const& t) {
  static_assert(L::rank == 2, "make_gmma_desc: a tensor (MN,K) of rank 2 is expected");
  return *detail::make_descriptors<M, typename E::value_type>(group_modes<0, 2>(t)).data();
}

// The descriptor that an iterator over descriptors points to; the iterator itself as one to 64
// bits, which it is already; and its name as text.
template <class T = void>
TILEPROOF_HOST_DEVICE constexpr cute::GmmaDescriptor raw_pointer_cast(DescriptorIterator const& p) {
  return *p;
}
template <class New>
TILEPROOF_HOST_DEVICE constexpr DescriptorIterator recast_ptr(DescriptorIterator const& p) {
  static_assert(std::is_same_v<New, std::uint64_t>,
                "recast_ptr: a descriptor is std::uint64_t and nothing else");
  return p;
}
TILEPROOF_HOST_DEVICE void print(DescriptorIterator const&) { printf("GMMA::DescriptorIterator"); }

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::GMMA
