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

#include <tileproof/atom/smem_field.hpp>
#include <tileproof/prove/resources.hpp>
#include <tileproof/tensor/aligned.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

TILEPROOF_CLUE(at_byte);   // of shared memory
TILEPROOF_CLUE(in_phase);  // of a kernel: smem_phases

// The names of refusals: of a field, of two fields, of all, of a call in another phase.
struct smem_field_is_aligned {
  static constexpr char const* sentences[] = {
      "smem_allocator: a field is known to lie at a multiple of {aligned_to} bytes and needs a "
      "multiple of {expected}: leave its alignment and its offset to the allocator",
      nullptr};
};
struct smem_fields_live_apart {
  static constexpr char const* sentences[] = {
      "smem_allocator: two fields share byte {at_byte} and are both in use in phase {in_phase}: "
      "leave their offsets to the allocator, or state phases that do not meet",
      nullptr};
};
struct smem_fits {
  static constexpr char const* sentences[] = {
      "smem_allocator: the fields need {in_bytes} bytes and the memory has {expected}: use "
      "fewer stages or smaller tiles, or state phases that do not meet",
      nullptr};
};
struct smem_field_is_live {
  static constexpr char const* sentences[] = {
      "smem_allocator: the field is not in use in phase {in_phase}, but in phases {expected:0} to "
      "{expected:1}",
      nullptr};
};

// The name of a field in a refusal that concerns one, or two.
template <class... Fields>
struct of_fields;

namespace detail {

// The fields with their offsets, and what may be wrong with them: `out_of_line`, a field that is
// not aligned as its layout needs, or does not lie at a multiple of that, or -1; `met`, two that
// share a byte and a phase; `bytes`, which may be more than Capacity.
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

  // The first byte and the first phase that the fields of `met` share.
  static constexpr std::int64_t shared_byte() {
    if (met.a < 0) return -1;
    std::int64_t const a = all.at[met.a].at;
    std::int64_t const b = all.at[met.b].at;
    return a > b ? a : b;
  }
  static constexpr int shared_phase() {
    if (met.a < 0) return -1;
    int const a = all.at[met.a].first;
    int const b = all.at[met.b].first;
    return a > b ? a : b;
  }
};
// smem_numbers, refused while compiling if something is wrong.
template <std::int64_t Capacity, class... Fields>
struct smem_plan : smem_numbers<Capacity, Fields...> {
  using numbers = smem_numbers<Capacity, Fields...>;
  template <int I>
  using field = typename nth<static_cast<std::size_t>(I), Fields...>::type;

  static constexpr bool check() {
#if !defined(TILEPROOF_DISABLE_PROOFS)
    constexpr int i = numbers::out_of_line;
    if constexpr (i >= 0)
      return decltype(stop<smem_field_is_aligned>(
          static_cast<of_fields<field<i>>*>(nullptr),
          static_cast<aligned_to<bare<numbers::line_of(i).known>>*>(nullptr),
          static_cast<expected<bare<numbers::line_of(i).needed>>*>(nullptr)))::value;
    else if constexpr (numbers::met.a >= 0)
      return decltype(stop<smem_fields_live_apart>(
          static_cast<of_fields<field<numbers::met.a>, field<numbers::met.b>>*>(nullptr),
          static_cast<at_byte<bare<numbers::shared_byte()>>*>(nullptr),
          static_cast<in_phase<numbers::shared_phase()>*>(nullptr)))::value;
    else if constexpr (numbers::bytes > Capacity)
      return decltype(stop<smem_fits>(static_cast<in_bytes<bare<numbers::bytes>>*>(nullptr),
                                      static_cast<expected<bare<Capacity>>*>(nullptr)))::value;
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
