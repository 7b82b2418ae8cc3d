// SPDX-License-Identifier: BSL-1.0
//
// copy_plan: the widest access with which one tensor may be copied to another, found while
// compiling. copy(src, dst) uses it; ask for it to require a width:
//
//   static_assert(copy_plan<decltype(tAgA), decltype(tArA)>::access_bits == 128);
//   explain(plan_copy(tAgA, tArA));  // "copy: 2 accesses of 128 bits, 8 elements each"
//
// A width that only an unknown alignment forbids is named by `explain`, with the line that states
// the alignment, and refused by require_vectorised (copy_is_vectorised).
#pragma once

#include <tileproof/atom/copy/access.hpp>
#include <tileproof/core/text.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// The sides of a copy that are in memory; if only one is, it counts as both.
template <class Src, class Dst>
struct memory_sides {
  static constexpr bool reads = is_in_memory_v<Src>;
  static constexpr bool writes = is_in_memory_v<Dst>;
  // The first side is one with static extents, if there is one.
  static constexpr bool dst_first =
      writes && (!reads || __is_empty(decltype(std::declval<Dst const&>().shape())));
  static constexpr bool dst_second = writes && !(reads && dst_first);
  using first = std::conditional_t<dst_first, Dst, Src>;
  using second = std::conditional_t<dst_second, Dst, Src>;
};

}  // namespace detail

// The plan of a copy from Src to Dst, coordinate by coordinate. `elements` is the number of
// elements of one access, `access_bits` its width, at most 128. Every access is consecutive and
// aligned on each side in memory; a side in registers, or one that computes its elements, accepts
// any order and converts.
//
// The plan relies on static integers of the layouts, on divisors that run-time integers state
// (types/multiple.hpp), and on the alignment of pointers (tensor/aligned.hpp), which is the
// element's if nothing more is known. AssumedBits states that pointers, run-time strides and
// run-time offsets are multiples of that many bits. Example: a plain float* gives 32 bits, an
// aligned_ptr<float, 16> with static strides up to 128.
template <class Src, class Dst, int AssumedBits = 0>
struct copy_plan {
 private:
  using sides = detail::memory_sides<std::remove_cvref_t<Src>, std::remove_cvref_t<Dst>>;
  using first = typename sides::first;
  using second = typename sides::second;
  using T = typename first::value_type;
  static constexpr int bits = sizeof_bits_v<T>;

  static constexpr int most() {
    if constexpr ((sides::reads || sides::writes) &&
                  std::is_same_v<T, typename second::value_type> && detail::can_be_grouped<T>) {
      return detail::widest_run<first, second, AssumedBits>();
    } else {
      return 1;
    }
  }

 public:
  static constexpr int elements = most();
  static constexpr int access_bits = elements * bits;
};

// The plan with which copy(src, dst) moves these tensors.
template <class ES, class LS, class ED, class LD>
TILEPROOF_HOST_DEVICE constexpr copy_plan<Tensor<ES, LS>, Tensor<ED, LD>> plan_copy(
    Tensor<ES, LS> const&, Tensor<ED, LD> const&) {
  return {};
}

namespace detail {

// Which alignments, if they were stated, would widen a copy: the elements that one access could
// move, its bytes, and what falls short of them.
template <class Src, class Dst>
struct copy_limits {
  using sides = memory_sides<Src, Dst>;
  static constexpr int elements = copy_plan<Src, Dst, 128>::elements;
  static constexpr int bits = copy_plan<Src, Dst, 128>::access_bits;
  static constexpr int bytes = bits / 8;
  static constexpr bool is_narrowed = elements > copy_plan<Src, Dst>::elements;

  // The known alignment of each side's pointer in bytes, 0 for a side that is not in memory.
  static constexpr int source = sides::reads ? alignment_v<typename Src::engine_type> : 0;
  static constexpr int destination = sides::writes ? alignment_v<typename Dst::engine_type> : 0;
  static constexpr bool source_is_short =
      is_narrowed && sides::reads && (source == 0 || source % bytes != 0);
  static constexpr bool destination_is_short =
      is_narrowed && sides::writes && (destination == 0 || destination % bytes != 0);
  // The known divisor of run-time strides, and of run-time offsets inside a swizzle, in elements.
  static constexpr std::int64_t stride = [] {
    using first = typename sides::first;
    using second = typename sides::second;
    std::int64_t n = 0;
    if constexpr (is_narrowed)
      n = common_run_of<inner_layout_of<first>, inner_layout_of<second>>(1).unit;
    n = core::gcd(n, first_offset_multiple<typename first::layout_type>);
    n = core::gcd(n, first_offset_multiple<typename second::layout_type>);
    n = core::gcd(n, kept_together<typename first::layout_type>);
    return core::gcd(n, kept_together<typename second::layout_type>);
  }();
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

template <class... Clues>
struct clue_list {};
// The list of the clues whose condition holds.
template <bool Holds, class Clue, class... Clues>
constexpr auto add_clue(clue_list<Clues...>) {
  if constexpr (Holds)
    return clue_list<Clues..., Clue>{};
  else
    return clue_list<Clues...>{};
}
template <int Bits, class T, class... Clues>
stopped<copy_is_vectorised, access_width<Bits, T>, Clues...> stop_narrow(T const*,
                                                                         clue_list<Clues...>);

}  // namespace detail

// A sentence that says which accesses copy(src, dst) makes, and where an alignment that is not
// known forbids wider ones, which line states it. Eight f16 elements of a raw pointer to registers:
//   "copy: 8 accesses of 16 bits, 1 element each; 1 access of 128 bits if the source is aligned to
//   16 bytes (known: 2), with make_gmem_ptr<16>(p)"
template <class Src, class Dst>
constexpr core::text explain(copy_plan<Src, Dst> const&) {
  using plan = copy_plan<Src, Dst>;
  using limits = detail::copy_limits<Src, Dst>;
  using elements = decltype(size(std::declval<Dst const&>()));
  core::text t;
  t.put("copy: ");
  if constexpr (!limits::sides::reads && !limits::sides::writes) {
    t.put("no access to memory");
    return t;
  }
  detail::put_accesses<elements>(t, plan::elements, plan::access_bits);
  t.put(", ");
  t.put(std::int64_t{plan::elements});
  t.put(plan::elements == 1 ? " element each" : " elements each");
  if constexpr (limits::is_narrowed) {
    t.put("; ");
    detail::put_accesses<elements>(t, limits::elements, limits::bits);
    t.put(" if ");
    if constexpr (limits::source_is_short)
      detail::put_alignment<Src>(t, "the source", limits::source, limits::bytes);
    if constexpr (limits::destination_is_short) {
      if (limits::source_is_short) t.put(", and ");
      detail::put_alignment<Dst>(t, "the destination", limits::destination, limits::bytes);
    }
    if constexpr (limits::stride_is_short) {
      if (limits::source_is_short || limits::destination_is_short) t.put(", and ");
      t.put("run-time strides are multiples of ");
      t.put(std::int64_t{limits::elements});
      t.put(" elements (known: ");
      t.put(limits::stride);
      t.put("), with assume_multiple_of<");
      t.put(std::int64_t{limits::elements});
      t.put(">(stride)");
    }
  }
  return t;
}

namespace detail {

// Refuses a copy that an alignment which is not known makes narrower: copy_is_vectorised, with the
// width of its accesses and the one that is possible, what is known of each side that falls short,
// and the lines that state more.
template <class Src, class Dst>
TILEPROOF_HOST_DEVICE constexpr void require_widest(Src const&, Dst const&) {
#if !defined(TILEPROOF_DISABLE_PROOFS)
  using limits = copy_limits<Src, Dst>;
  if constexpr (limits::is_narrowed) {
    constexpr int n = limits::elements;
    using source = source_aligned_to<limits::source>;
    using destination = destination_aligned_to<limits::destination>;
    using write_source = std::remove_pointer_t<decltype(pointer_to_write<Src, limits::bytes>())>;
    using write_destination =
        std::remove_pointer_t<decltype(pointer_to_write<Dst, limits::bytes>())>;
    constexpr auto width = add_clue<true, expected<limits::bits>>(clue_list<>{});
    constexpr auto from = add_clue<limits::source_is_short, source>(width);
    constexpr auto to = add_clue<limits::destination_is_short, destination>(from);
    constexpr auto by = add_clue<limits::source_is_short, write_source>(to);
    constexpr bool again =
        limits::source_is_short && std::is_same_v<write_source, write_destination>;
    constexpr auto and_by = add_clue < limits::destination_is_short && !again,
                   write_destination > (by);
    constexpr auto clues = add_clue<limits::stride_is_short, write_assume_multiple_of<n>>(and_by);
    using T = typename Src::value_type;
    static_cast<void>(decltype(stop_narrow<copy_plan<Src, Dst>::access_bits>(
        static_cast<T const*>(nullptr), clues))::value);
  }
#endif
}

template <bool First, class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto layout_of_either(A const& a, B const& b) {
  if constexpr (First)
    return inner_layout(a.layout());
  else
    return inner_layout(b.layout());
}
// The order of coordinates in which every side in memory advances. Access k of a plan moves places
// k * elements to (k + 1) * elements - 1 of this order.
template <class Src, class Dst>
TILEPROOF_HOST_DEVICE constexpr auto common_order(Src const& src, Dst const& dst) {
  using sides = memory_sides<Src, Dst>;
  return lift<common_order_op>(layout_of_either<sides::dst_first>(dst, src),
                               layout_of_either<sides::dst_second>(dst, src));
}

}  // namespace detail

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
