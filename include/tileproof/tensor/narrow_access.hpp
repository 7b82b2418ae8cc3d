// SPDX-License-Identifier: BSL-1.0
//
// Defines which alignments, if they were stated, would widen the accesses of a copy or a fill; the
// sentence that names them; and the refusal of an access that one of them would widen
// (copy_is_vectorised). copy(require_vectorised, src, dst) asks for it, and behind
// TILEPROOF_REQUIRE_VECTORISED each copy(src, dst), fill, clear and cooperative_copy.
//
//   // 8 f16 elements of make_gmem_ptr(p), to registers:
//   error: refused<"copy: 8 accesses of 16 bits, 1 element each; 1 access of 128 bits if the source
//          is aligned to 16 bytes (known: 2), with make_gmem_ptr<16>(p)", copy_is_vectorised, ...>
#pragma once

#include <tileproof/prove/contiguous.hpp>
#include <tileproof/tensor/widest_access.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

TILEPROOF_CLUE(source_aligned_to);         // in bytes
TILEPROOF_CLUE(destination_aligned_to);    // in bytes
TILEPROOF_CLUE(write_assume_multiple_of);  // the remedy, in elements: assume_multiple_of<8>

// The name of a refusal: an alignment of source, destination or run-time strides that no type
// states would allow a wider access.
struct copy_is_vectorised;

namespace detail {

// The remedy of an alignment that is not known, as a clue: the pointer that states Bytes bytes.
template <class T, int Bytes>
constexpr auto* pointer_to_write() {
  if constexpr (is_smem_v<T>)
    return static_cast<write_make_smem_ptr<Bytes>*>(nullptr);
  else
    return static_cast<write_make_gmem_ptr<Bytes>*>(nullptr);
}

// The alignment in bytes that is known of a side of a copy, 0 where it is not in memory; and the
// known divisor of its offsets in elements.
template <class T>
inline constexpr int known_alignment = 0;
template <class T>
  requires(is_in_memory_v<T>)
inline constexpr int known_alignment<T> = alignment_v<typename T::engine_type>;
template <class T>
inline constexpr std::int64_t known_offsets = core::gcd(
    first_offset_multiple<typename T::layout_type>, kept_together<typename T::layout_type>);

// Which alignments, if they were stated, would widen a copy from Src to Dst with accesses of at
// most MostBits bits: the elements that one access could move, its bytes, and what falls short of
// them. Src is no_tensor for a fill.
template <class Src, class Dst, int MostBits = 128>
struct access_limits {
  using source_type = Src;
  using destination_type = Dst;
  using sides = memory_sides<Src, Dst>;
  using T = typename sides::first::value_type;
  static constexpr access_run now = planned_run<Src, Dst>();
  static constexpr int most = MostBits > sizeof_bits_v<T> ? MostBits / sizeof_bits_v<T> : 1;
  static constexpr int within(int n) { return n < most ? n : most; }
  static constexpr int found = within(now.elements);
  static constexpr int elements = within(planned_run<Src, Dst, 128>().elements);
  static constexpr int bits = elements * sizeof_bits_v<T>;
  static constexpr int bytes = bits / 8;
  static constexpr bool is_narrowed = elements > found;

  static constexpr int source = known_alignment<Src>;
  static constexpr int destination = known_alignment<Dst>;
  static constexpr bool source_is_short =
      is_narrowed && sides::reads && (source == 0 || source % bytes != 0);
  static constexpr bool destination_is_short =
      is_narrowed && sides::writes && (destination == 0 || destination % bytes != 0);
  // The known divisor of run-time strides, and of run-time offsets inside a swizzle, in elements.
  static constexpr std::int64_t stride = core::gcd(
      now.unit,
      core::gcd(known_offsets<typename sides::first>, known_offsets<typename sides::second>));
  static constexpr bool stride_is_short = is_narrowed && stride % elements != 0;
};

// Appends "the source is aligned to 16 bytes (known: 2), with make_gmem_ptr<16>(p)".
template <class T>
constexpr void put_alignment(core::text& t, std::string_view side, int known, int needed) {
  t.put(side);
  t.put(" is aligned to ");
  t.put(std::int64_t{needed});
  t.put(" bytes (known: ");
  t.put(std::int64_t{known});
  t.put(is_smem_v<T> ? "), with make_smem_ptr<" : "), with make_gmem_ptr<");
  t.put(std::int64_t{needed});
  t.put(">(p)");
}

// Appends "8 accesses of 16 bits"; without their number where the size is a run-time integer.
template <class Size>
constexpr void put_accesses(core::text& t, int elements, int bits) {
  if constexpr (is_static_v<Size>) {
    t.put(std::int64_t{Size::value / elements});
    t.put(Size::value == elements ? " access of " : " accesses of ");
  } else {
    t.put("accesses of ");
  }
  t.put(std::int64_t{bits});
  t.put(" bits");
}

// The accesses in words, and what would make them wider.
template <class Limits>
constexpr core::text explained() {
  using size_type = decltype(size(std::declval<typename Limits::destination_type const&>()));
  core::text t;
  t.put(std::is_same_v<typename Limits::source_type, no_tensor> ? "fill: " : "copy: ");
  if constexpr (!Limits::sides::reads && !Limits::sides::writes) {
    t.put("no access to memory");
    return t;
  }
  put_accesses<size_type>(t, Limits::found, Limits::found * sizeof_bits_v<typename Limits::T>);
  t.put(", ");
  t.put(std::int64_t{Limits::found});
  t.put(Limits::found == 1 ? " element each" : " elements each");
  if constexpr (Limits::is_narrowed) {
    t.put("; ");
    put_accesses<size_type>(t, Limits::elements, Limits::bits);
    t.put(" if ");
    if constexpr (Limits::source_is_short)
      put_alignment<typename Limits::source_type>(t, "the source", Limits::source, Limits::bytes);
    if constexpr (Limits::destination_is_short) {
      if (Limits::source_is_short) t.put(", and ");
      put_alignment<typename Limits::destination_type>(t, "the destination", Limits::destination,
                                                       Limits::bytes);
    }
    if constexpr (Limits::stride_is_short) {
      if (Limits::source_is_short || Limits::destination_is_short) t.put(", and ");
      t.put("run-time strides are multiples of ");
      t.put(std::int64_t{Limits::elements});
      t.put(" elements (known: ");
      t.put(Limits::stride);
      t.put("), with assume_multiple_of<");
      t.put(std::int64_t{Limits::elements});
      t.put(">(stride)");
    }
  }
  return t;
}

// The clues of a refusal of Limits as types: the widths, what is known of each side that falls
// short, and the lines that state more. Declared only.
template <class... Clues>
struct clue_list {};
template <bool Holds, class Clue, class... Clues>
std::conditional_t<Holds, clue_list<Clues..., Clue>, clue_list<Clues...>> add_clue(
    clue_list<Clues...>, Clue*);
template <int Bits, class T, class... Clues>
refused<copy_is_vectorised, access_width<Bits, T>, Clues...> narrow(T const*, clue_list<Clues...>);
template <class Limits>
struct narrowness {
  static constexpr int n = Limits::elements;
  using source = decltype(pointer_to_write<typename Limits::source_type, Limits::bytes>());
  using destination =
      decltype(pointer_to_write<typename Limits::destination_type, Limits::bytes>());
  static constexpr bool is_said = Limits::source_is_short && std::is_same_v<source, destination>;
  using width = clue_list<expected<Limits::bits>>;
  using from = decltype(add_clue<Limits::source_is_short>(
      width{}, static_cast<source_aligned_to<Limits::source>*>(nullptr)));
  using to = decltype(add_clue<Limits::destination_is_short>(
      from{}, static_cast<destination_aligned_to<Limits::destination>*>(nullptr)));
  using by = decltype(add_clue<Limits::source_is_short>(to{}, source{}));
  using and_by =
      decltype(add_clue < Limits::destination_is_short && !is_said > (by{}, destination{}));
  using clues = decltype(add_clue<Limits::stride_is_short>(
      and_by{}, static_cast<write_assume_multiple_of<n>*>(nullptr)));
  using type = decltype(narrow<Limits::found * sizeof_bits_v<typename Limits::T>>(
      static_cast<typename Limits::T const*>(nullptr), clues{}));
};
#if TILEPROOF_MESSAGES > 0
// The sentence of the refusal is that of explain.
template <class Refused, class Src, class Dst, int MostBits>
struct refusal_message<Refused, access_limits<Src, Dst, MostBits>> {
  static constexpr core::text value =
      with_name<Refused>(explained<access_limits<Src, Dst, MostBits>>());
};
#endif

// Refuses (copy_is_vectorised) a copy from Src to Dst that an alignment which is not known makes
// narrower than MostBits bits.
template <class Src, class Dst, int MostBits = 128>
TILEPROOF_HOST_DEVICE constexpr void require_widest() {
#if !defined(TILEPROOF_DISABLE_PROOFS)
  using limits = access_limits<Src, Dst, MostBits>;
  if constexpr (limits::is_narrowed)
    static_cast<void>(no_exact_result<typename narrowness<limits>::type, limits>{});
#endif
}

}  // namespace detail

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
