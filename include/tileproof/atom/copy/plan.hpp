// SPDX-License-Identifier: BSL-1.0
//
// copy_plan: the widest access with which one tensor may be copied to another, found while
// compiling. copy(src, dst) uses it; ask for it to require a width:
//
//   static_assert(copy_plan<decltype(tAgA), decltype(tArA)>::access_bits == 128);
#pragma once

#include <tileproof/atom/copy/access.hpp>
#include <tileproof/core/common_run.hpp>
#include <tileproof/types/element_kind.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// The order of find_common_run (core/common_run.hpp) as a type.
struct common_order_op : takes_layouts {
  static constexpr core::layout run(core::arithmetic& cx, core::layout const& a,
                                    core::layout const& b) {
    return core::find_common_run(cx, a, b).order;
  }
};

// Declares run-time leaves as inputs of the recorder from `base` on, with the divisors that their
// types state; those from `strides` on are also multiples of `assumed`.
template <class... Leaves>
constexpr void add_inputs(core::arithmetic& cx, type_list<Leaves...>, int base, int strides,
                          std::int64_t assumed) {
  std::int64_t const known[] = {1, multiple_v<Leaves>...};
  for (int i = 0; i < static_cast<int>(sizeof...(Leaves)); ++i) {
    std::int64_t const m = known[1 + i];
    cx.input(base + i, false, i < strides ? m : m / core::gcd(m, assumed) * assumed);
  }
}
// The layout of a type for the core, its run-time leaves as inputs of the recorder from `base` on.
template <class L>
constexpr core::layout with_facts(core::arithmetic& cx, int base, std::int64_t assumed) {
  using shape = std::remove_cvref_t<decltype(std::declval<L const&>().shape())>;
  add_inputs(cx, leaves_t<L>{}, base, static_cast<int>(leaves_t<shape>::size), assumed);
  return as_nodes(reading_of<L>::value, base);
}
// The common run of two layouts as types; run-time strides count as multiples of `assumed`. A run
// of 1 where the computation is refused: the copy is then made element by element.
template <class A, class B>
constexpr core::common_run common_run_of(std::int64_t assumed) {
  constexpr int stored = reading_of<A>::value.stored;
  constexpr bool is_static = stored + reading_of<B>::value.stored == 0;
  std::conditional_t<is_static, core::program_of<1, 1>, core::program> program;
  core::recorder recorder = program.record();
  core::arithmetic cx;
  cx.record = &recorder;
  core::layout const a = with_facts<A>(cx, 0, assumed);
  core::layout const b = with_facts<B>(cx, stored, assumed);
  core::common_run const r = core::find_common_run(cx, a, b);
  return cx.refused() || r.order.full ? core::common_run{} : r;
}

template <class Tensor>
using inner_layout_of = std::remove_cvref_t<decltype(inner_layout(
    std::declval<typename Tensor::layout_type const&>()))>;

// The number of elements, at most n, that one access may move on a side in memory, given the known
// alignment of its start.
template <class Tensor, int AssumedBits>
constexpr std::int64_t in_line(std::int64_t n) {
  constexpr std::int64_t bits = sizeof_bits_v<typename Tensor::value_type>;
  constexpr std::int64_t assumed = AssumedBits > bits ? AssumedBits / bits : 1;
  constexpr std::int64_t aligned = alignment_bits<Tensor> / bits;
  n = core::gcd(n, kept_together<typename Tensor::layout_type, assumed>);
  return core::gcd(n, aligned > assumed ? aligned : assumed);
}

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

// True for element types that a vector access may group: trivially copyable, of a power-of-two
// width up to 64 bits.
template <class T>
inline constexpr bool can_be_grouped = std::is_trivially_copyable_v<T>&& sizeof_bits_v<T> <= 64 &&
                                       (sizeof_bits_v<T> & (sizeof_bits_v<T> - 1)) == 0;

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
                  detail::same_element<T, typename second::value_type> &&
                  detail::can_be_grouped<T>) {
      constexpr std::int64_t assumed = AssumedBits > bits ? AssumedBits / bits : 1;
      core::common_run const r =
          detail::common_run_of<detail::inner_layout_of<first>, detail::inner_layout_of<second>>(
              assumed);
      std::int64_t n = core::gcd(128 / bits, core::gcd(r.run, r.unit));
      n = detail::in_line<first, AssumedBits>(n);
      n = detail::in_line<second, AssumedBits>(n);
      return n * bits < 8 ? 1 : static_cast<int>(n);
    } else {
      return 1;
    }
  }

 public:
  static constexpr int elements = most();
  static constexpr int access_bits = elements * bits;
};

namespace detail {

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
