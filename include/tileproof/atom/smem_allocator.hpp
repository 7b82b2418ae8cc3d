// SPDX-License-Identifier: BSL-1.0
//
// smem_allocator: the shared memory of a kernel as a type. Its fields are tiles, each at an offset
// that its swizzle, TMA and wgmma accept; two fields share bytes only if no phase of the kernel
// uses both. Use it in place of a struct of arrays and a union:
//
//   using tile = decltype(tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64>{}));
//   struct smem_A : smem_field<half_t, tile, smem_phases<0>> {};  // phase 0: the main loop
//   struct smem_B : smem_field<half_t, tile, smem_phases<0>> {};
//   struct smem_C : smem_field<float, Layout<Shape<_64, _128>>, smem_phases<1>> {};  // epilogue
//   using smem = smem_allocator<smem_A, smem_B, smem_C>;  // 32768 bytes: C lies over A and B
//
//   extern __shared__ unsigned char memory[];
//   auto sA = smem::tensor<smem_A>(memory);  // its pointer states 1024 bytes
//
// A barrier of the block must stand between two phases: the types prove where fields lie and when
// they are stated to be in use; the CPU run finds a thread that is late.
#pragma once

#include <tileproof/core/buffers.hpp>
#include <tileproof/prove/resources.hpp>
#include <tileproof/tensor/aligned.hpp>

#include <climits>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The phases of a kernel in which a field is in use: First to Last, both included. A kernel counts
// its phases as it likes; a barrier stands between two of them.
template <int First, int Last = First>
struct smem_phases {
  static_assert(0 <= First && First <= Last, "smem_phases: 0 <= First <= Last");
  static constexpr int first = First;
  static constexpr int last = Last;
};
using smem_always = smem_phases<0, INT_MAX>;

// The sentences of these refusals while compiling.
template <>
struct sentences_of<smem_field_is_aligned> {
  static constexpr char const* all[] = {
      "smem_allocator: a field is known to lie at a multiple of {aligned_to} bytes and needs a "
      "multiple of {expected}: leave its alignment and its offset to the allocator",
      nullptr};
  static constexpr char const* const* list() { return all; }
};
template <>
struct sentences_of<smem_fields_live_apart> {
  static constexpr char const* all[] = {
      "smem_allocator: two fields share byte {at_byte} and are both in use in phase {in_phase}: "
      "leave their offsets to the allocator, or state phases that do not meet",
      nullptr};
  static constexpr char const* const* list() { return all; }
};
template <>
struct sentences_of<smem_fits> {
  static constexpr char const* all[] = {
      "smem_allocator: the fields need {in_bytes} bytes and a block has {expected}: use fewer "
      "stages or smaller tiles, or state phases that do not meet",
      nullptr};
  static constexpr char const* const* list() { return all; }
};
template <>
struct sentences_of<smem_field_is_live> {
  static constexpr char const* all[] = {
      "smem_allocator: the field is not in use in phase {in_phase}, but in phases {expected:0} to "
      "{expected:1}",
      nullptr};
  static constexpr char const* const* list() { return all; }
};

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
// chooses. Derive a struct from it: its name is the field's. A static_assert refuses a layout with
// run-time leaves or negative offsets, and an alignment that is no power of two or less than the
// element's.
template <class Element, class Layout, class Phases = smem_always,
          int Alignment = smem_alignment_v<Element, Layout>,
          std::int64_t Offset = core::buffer::any_offset>
struct smem_field {
  static_assert(is_layout_v<Layout>, "smem_field: the second argument must be a Layout");
  static_assert(detail::mapping_of<Layout>::value.first >= 0,
                "smem_field: an offset of the layout is negative");
  static_assert(Alignment > 0 && (Alignment & (Alignment - 1)) == 0 &&
                    Alignment % static_cast<int>(alignof(Element)) == 0,
                "smem_field: the alignment must be a power of two, and at least the element's");
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

// The name of a field in a refusal that concerns one, or two.
template <class... Fields>
struct of_fields;

namespace detail {

// The fields with their offsets, and what is wrong with them, in this order: a field that is not
// aligned as its layout needs, or does not lie at a multiple of that; two that share a byte and a
// phase; more than Capacity bytes.
template <std::int64_t Capacity, class... Fields>
struct smem_numbers {
  static constexpr int count = sizeof...(Fields);
  struct placed {
    core::buffer at[count + 1]{};
  };
  static constexpr placed all = [] {
    placed p{{Fields::buffer..., core::buffer{}}};
    core::place_buffers(p.at, count);
    return p;
  }();
  static constexpr std::int64_t bytes = core::bytes_of(all.at, count);
  static constexpr core::buffer_pair met = core::find_overlap(all.at, count);

  // The alignment that field i has by what is stated of it, and the one that it needs.
  struct line {
    std::int64_t known;
    std::int64_t needed;
  };
  static constexpr line line_of(int i) {
    int const needed[] = {Fields::needed..., 1};
    core::buffer const& b = all.at[i];
    std::int64_t const known = b.at % b.alignment == 0 ? b.alignment : b.at & -b.at;
    return {known, b.alignment > needed[i] ? b.alignment : needed[i]};
  }
  static constexpr int out_of_line = [] {
    for (int i = 0; i < count; ++i)
      if (line_of(i).known < line_of(i).needed) return i;
    return -1;
  }();

  // The refusal, for core::sentence; property::none if nothing is wrong.
  static constexpr core::refusal refuse(int misaligned, core::buffer_pair two) {
    if (misaligned >= 0) {
      line const l = line_of(misaligned);
      return {core::property::smem_field_is_aligned, misaligned, 0, l.known, l.needed};
    }
    if (two.a >= 0) {
      core::buffer const& a = all.at[two.a];
      core::buffer const& b = all.at[two.b];
      return {core::property::smem_fields_live_apart, two.a, two.b, a.at > b.at ? a.at : b.at,
              a.first > b.first ? a.first : b.first};
    }
    if (bytes > Capacity) return {core::property::smem_fits, 0, 0, bytes, Capacity};
    return {};
  }
  static constexpr core::refusal why = refuse(out_of_line, met);
};
// smem_numbers, refused while compiling if something is wrong.
template <std::int64_t Capacity, class... Fields>
struct smem_plan : smem_numbers<Capacity, Fields...> {
  using numbers = smem_numbers<Capacity, Fields...>;
  static constexpr core::refusal why = numbers::why;
  template <int I>
  using field = typename nth<static_cast<std::size_t>(I), Fields...>::type;

  static constexpr bool check() {
#if !defined(TILEPROOF_DISABLE_PROOFS)
    if constexpr (why.what == core::property::smem_field_is_aligned)
      return decltype(stop<smem_field_is_aligned>(
          static_cast<of_fields<field<why.mode>>*>(nullptr),
          static_cast<aligned_to<bare<why.found>>*>(nullptr),
          static_cast<expected<bare<why.expected>>*>(nullptr)))::value;
    else if constexpr (why.what == core::property::smem_fields_live_apart)
      return decltype(stop<smem_fields_live_apart>(
          static_cast<of_fields<field<why.mode>, field<static_cast<int>(why.coordinate)>>*>(
              nullptr),
          static_cast<at_byte<bare<why.found>>*>(nullptr),
          static_cast<in_phase<bare<why.expected>>*>(nullptr)))::value;
    else if constexpr (why.what == core::property::smem_fits)
      return decltype(stop<smem_fits>(static_cast<in_bytes<bare<why.found>>*>(nullptr),
                                      static_cast<expected<bare<why.expected>>*>(nullptr)))::value;
    else
#endif
      return true;
  }
  static_assert(check());
};

// The place of F among the fields, which must have it once.
template <class F, class... Fields>
inline constexpr int place_of_field = [] {
  static_assert((0 + ... + std::is_same_v<F, Fields>) == 1,
                "smem_allocator: the type must be one of the fields, and of one field alone");
  bool const is[] = {std::is_same_v<F, Fields>..., true};
  int i = 0;
  while (!is[i]) ++i;
  return i;
}();

}  // namespace detail

// The shared memory of a block of at most Capacity bytes. Fields without an offset are placed one
// after the other, each at the least offset that is free while it is in use: list large alignments
// first to save padding.
//
// Refused: a field whose alignment or offset is not what its layout needs (smem_field_is_aligned,
// with the field), two fields that share a byte and a phase (smem_fields_live_apart, with both),
// and more bytes than Capacity (smem_fits). Costs nothing at run time.
template <std::int64_t Capacity, class... Fields>
struct smem_allocator_of {
 private:
  using plan = detail::smem_plan<Capacity, Fields...>;

 public:
  // The bytes of the memory, and the alignment of its first one in bytes.
  static constexpr std::int64_t bytes = plan::bytes;
  static constexpr int alignment = [] {
    int a = 1;
    for (int const f : {1, Fields::alignment...}) a = f > a ? f : a;
    return a;
  }();
  // The first byte of a field.
  template <class Field>
  static constexpr std::int64_t offset = plan::all.at[detail::place_of_field<Field, Fields...>].at;

  // The tensor of a field, in the memory that begins at `memory`: a pointer to bytes, with or
  // without a memory space. Its pointer states the alignment of the field, so that copies, TMA and
  // wgmma take it as it is. `memory` must be a multiple of `alignment`: checked as assume_aligned
  // checks, unless its type states it. Phase, if it is given, is the phase of the caller: refused
  // (smem_field_is_live) where the field is not in use then.
  template <class Field, int Phase = -1, class Pointer>
  TILEPROOF_HOST_DEVICE static constexpr auto tensor(Pointer const& memory) {
#if !defined(TILEPROOF_DISABLE_PROOFS)
    using phases = typename Field::phases;
    if constexpr (Phase >= 0 && (Phase < phases::first || Phase > phases::last))
      static_cast<void>(decltype(detail::stop<smem_field_is_live>(
          static_cast<of_fields<Field>*>(nullptr), static_cast<in_phase<Phase>*>(nullptr),
          static_cast<expected<phases::first, phases::last>*>(nullptr)))::value);
#endif
    static_assert(sizeof_bits_v<std::remove_const_t<detail::element_of<Pointer>>> == 8,
                  "smem_allocator: the memory must be a pointer to bytes");
    return make_tensor(
        recast_ptr<typename Field::element>(start(memory) + static_int<offset<Field>>{}),
        typename Field::layout{});
  }

 private:
  template <class Pointer>
  TILEPROOF_HOST_DEVICE static constexpr auto start(Pointer const& memory) {
    if constexpr (!is_smem_v<Pointer>)
      return make_smem_ptr<alignment>(memory);
    else if constexpr (alignment_v<Pointer> % alignment == 0)
      return memory;
    else
      return assume_aligned<alignment>(memory);
  }
};
// The shared memory of a block on sm_90: at most 227 KiB.
template <class... Fields>
using smem_allocator = smem_allocator_of<shared_bytes_sm90, Fields...>;

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
