// SPDX-License-Identifier: BSL-1.0
//
// Defines widest_run: how many consecutive elements of a tensor in memory one access may move, as
// far as its type tells; and the accesses, read_as and write_as. copy, fill and prefetch choose
// their width with it.
//
//   8 f16 elements of a row, in a tile whose pointer states 16 bytes: one 128-bit access
//   the same row through a raw half_t*, known to be aligned to 2 bytes: eight 16-bit accesses
//
// The run comes from the layout (core/common_run.hpp), the alignment from the pointer
// (tensor/aligned.hpp): make_smem_ptr<16>(p) states one.
#pragma once

#include <tileproof/core/common_run.hpp>
#include <tileproof/tensor/aligned.hpp>
#include <tileproof/tensor/local_tile.hpp>
#include <tileproof/types/element_kind.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// A type of 16 bytes whose assignment is one 128-bit access. A __global__ function whose type names
// it has `cutlass` in its name, as with CuTe's, and is scheduled as kernel/common/launch.hpp says.
inline namespace scheduled_as_cutlass {
struct alignas(16) uint128_t {
  std::uint64_t low;
  std::uint64_t high;
};
}  // namespace scheduled_as_cutlass

namespace detail {

// The unsigned integer with the size of an object.
template <int Bytes>
struct unsigned_of;
template <>
struct unsigned_of<1> {
  using type = std::uint8_t;
};
template <>
struct unsigned_of<2> {
  using type = std::uint16_t;
};
template <>
struct unsigned_of<4> {
  using type = std::uint32_t;
};
template <>
struct unsigned_of<8> {
  using type = std::uint64_t;
};
template <>
struct unsigned_of<16> {
  using type = uint128_t;
};

// True if the elements have addresses and are not registers: a pointer, with or without a memory
// space. Descriptors of wgmma have none: their raw_pointer_cast in cute.hpp is a value.
template <class T>
inline constexpr bool is_in_memory_v =
    !is_rmem_v<T> && requires(T const& t) { *raw_pointer_cast(t.data()); };

// The known divisor of an integer; a run-time integer is a multiple of `assumed` as well
// (AutoVectorizingCopyWithAssumedAlignment).
template <class T>
constexpr std::int64_t known_multiple_of(std::int64_t assumed) {
  return is_static_integer<T> ? multiple_v<T>
                              : multiple_v<T> / core::gcd(multiple_v<T>, assumed) * assumed;
}

// The number of consecutive coordinates, starting at a multiple of that number, that stay
// consecutive after the outer function of a layout; 0 means any number. A swizzle keeps the bits
// below M, and an offset that is a multiple of 2^M does not change them.
template <class L, std::int64_t Assumed = 1>
inline constexpr std::int64_t kept_together = 0;
template <class A, class Offset, class L, std::int64_t Assumed>
inline constexpr std::int64_t kept_together<ComposedLayout<A, Offset, L>, Assumed> = 1;
template <int B, int M, int S, class Offset, class L, std::int64_t Assumed>
inline constexpr std::int64_t kept_together<ComposedLayout<Swizzle<B, M, S>, Offset, L>, Assumed> =
    B == 0 ? 0 : core::gcd(std::int64_t{1} << M, known_multiple_of<Offset>(Assumed));

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

// True for element types that a vector access may group: trivially copyable, of a power-of-two
// width up to 64 bits.
template <class T>
inline constexpr bool can_be_grouped = std::is_trivially_copyable_v<T> && sizeof_bits_v<T> <= 64 &&
                                       (sizeof_bits_v<T> & (sizeof_bits_v<T> - 1)) == 0;

// The accesses of a copy: the number of elements of one, and the divisor in elements that is known
// of the run-time strides between them (0: there are none).
struct access_run {
  int elements = 1;
  std::int64_t unit = 0;
};
// The widest access to every tensor of a copy, or to the one that is filled (First is Second): at
// most 128 bits, 1 element where nothing wider is known to be legal. The elements have one type.
// AssumedBits: see copy_plan.
template <class First, class Second, int AssumedBits = 0>
constexpr access_run widest_run() {
  using T = typename First::value_type;
  constexpr int bits = sizeof_bits_v<T>;
  constexpr std::int64_t assumed = AssumedBits > bits ? AssumedBits / bits : 1;
  core::common_run const r =
      common_run_of<inner_layout_of<First>, inner_layout_of<Second>>(assumed);
  std::int64_t n = core::gcd(128 / bits, core::gcd(r.run, r.unit));
  n = in_line<First, AssumedBits>(n);
  n = in_line<Second, AssumedBits>(n);
  return {n * bits < 8 ? 1 : static_cast<int>(n), r.unit};
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
// The source of a fill, which is no tensor.
struct no_tensor {};

// The accesses with which Src is copied to Dst; of single elements where neither is in memory, and
// where elements are converted from memory to memory.
template <class Src, class Dst, int AssumedBits = 0>
constexpr access_run planned_run() {
  using sides = memory_sides<Src, Dst>;
  if constexpr (sides::reads || sides::writes) {
    using T = typename sides::first::value_type;
    if constexpr (same_element<T, typename sides::second::value_type> && can_be_grouped<T>)
      return widest_run<typename sides::first, typename sides::second, AssumedBits>();
  }
  return {};
}

// Reads a V at p, and writes one, with a single access. On the host the bytes are copied, whatever
// the object's type.
template <class V, class T>
TILEPROOF_HOST_DEVICE V read_as(T const* p) {
#if defined(__CUDA_ARCH__)
  return *reinterpret_cast<V const*>(p);
#else
  V v;
  __builtin_memcpy(&v, p, sizeof(V));
  return v;
#endif
}
template <class V, class T>
TILEPROOF_HOST_DEVICE void write_as(T* p, V const& v) {
#if defined(__CUDA_ARCH__)
  if constexpr (sizeof(V) == 16)  // as a number: of a structure nvcc may store the halves
    *reinterpret_cast<__int128*>(p) = __builtin_bit_cast(__int128, v);
  else
    *reinterpret_cast<V*>(p) = v;
#else
  __builtin_memcpy(static_cast<void*>(p), &v, sizeof(V));
#endif
}

}  // namespace detail

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
