// SPDX-License-Identifier: BSL-1.0
//
// copy(src, dst) and copy(atom, src, dst): dst(c) = src(c) at every coordinate c, with the widest
// access that is known to be legal, or with a given instruction.
//
//   copy(tAgA, tArA);         // plain loads, as wide as copy_plan proves
//   copy(require_vectorised, tAgA, tArA);  // refused where an alignment is missing for wider ones
//   copy(tiled_copy, tAgA, tAsA);  // the instruction of the atom, for each repetition
//
// Eight f16 elements of a raw pointer are eight 16-bit loads, those of make_gmem_ptr<16>(p) one
// 128-bit load; explain(plan_copy(src, dst)) says which, and why. Where CuTe would assume the
// alignment, of tensors with static layouts, the compiler warns of narrower accesses, unless
// TILEPROOF_ALLOW_NARROW_COPIES is defined before the first include. TILEPROOF_REQUIRE_VECTORISED,
// defined before the first include, makes every copy(src, dst) a copy(require_vectorised, src,
// dst), and has fill, clear and cooperative_copy refuse the same. A copy with an instruction or an
// assumption, DefaultCopy too, states its width itself.
//
// Source and destination must not overlap. If the destination stores two coordinates in one place,
// the source must have the same value for both.
#pragma once

#include <tileproof/atom/copy/atom.hpp>
#include <tileproof/atom/copy/explain.hpp>
#include <tileproof/atom/copy/plan.hpp>
#include <tileproof/tensor/for_each.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// A tag for copy(): not an instruction, but the widest legal access under the assumption that
// pointers, run-time strides and run-time offsets are multiples of Bits bits. A wrong assumption is
// refused on the host and traps in device code. DefaultCopy assumes nothing beyond the element.
template <int Bits = 128>
struct AutoVectorizingCopyWithAssumedAlignment {
  static_assert(Bits >= 8 && Bits <= 128 && (Bits & (Bits - 1)) == 0);
};
using AutoVectorizingCopy = AutoVectorizingCopyWithAssumedAlignment<128>;
using DefaultCopy = AutoVectorizingCopyWithAssumedAlignment<8>;
// The traits have one bit, whatever the element: an element counts as one value.
template <int Bits>
struct Copy_Traits<AutoVectorizingCopyWithAssumedAlignment<Bits>> {
  using ThrID = Layout<_1>;
  using SrcLayout = Layout<Shape<_1, _1>, Stride<_0, _0>>;
  using DstLayout = SrcLayout;
  using RefLayout = SrcLayout;
};

namespace detail {

// The bits that an operation assumes; -1 for an instruction.
template <class Operation>
inline constexpr int assumed_bits = -1;
template <int Bits>
inline constexpr int assumed_bits<AutoVectorizingCopyWithAssumedAlignment<Bits>> = Bits;

// Copies element i. A value stored from registers to global memory is marked as used for the CPU
// run.
template <class Src, class Dst, class I>
TILEPROOF_HOST_DEVICE constexpr void copy_element(Src const& src, Dst& dst, I const& i) {
  using from = typename Src::value_type;
  using to = typename Dst::value_type;
  if constexpr (is_rmem_v<Src> && goes_to_global<Dst>)
    dst(i) = converted<to>(static_cast<from>(taken(src(i))));
  else
    dst(i) = converted<to>(static_cast<from>(src(i)));
}

// Elements t(order(first)), t(order(first + 1)), ...: those of one access, for pack and unpack.
template <class T, class Order, class Index>
struct elements_from {
  T& t;
  Order const& order;
  Index first;
  TILEPROOF_HOST_DEVICE constexpr decltype(auto) operator()(int i) const {
    return t(order(first + i));
  }
};
template <class T, class Order, class Index>
elements_from(T&, Order const&, Index) -> elements_from<T, Order, Index>;

// The address at which an access of one V starts; checked if its alignment is only assumed.
template <class V, bool Assumed, class T, class I>
TILEPROOF_HOST_DEVICE auto place_of(T const& t, I const& i) {
  auto const p = address_of(t, i);
  if constexpr (Assumed) assume_address<sizeof(V)>(p);
  return p;
}

// One access of several elements: dst(order(k + i)) = src(order(k + i)) for i < Elements. V, an
// unsigned integer of their width, is loaded from memory and stored to memory; a side in registers
// is packed or unpacked. In constant expressions, element by element.
template <int Elements, bool Assumed, class Src, class Dst, class Order, class Index>
TILEPROOF_HOST_DEVICE constexpr void copy_together(Src const& src, Dst& dst, Order const& order,
                                                   Index k) {
  using sides = memory_sides<Src, Dst>;
  using from = typename Src::value_type;
  using to = typename Dst::value_type;
  using V =
      typename unsigned_of<Elements * sizeof_bits_v<typename sides::first::value_type> / 8>::type;
  if (__builtin_is_constant_evaluated()) {
    for (int i = 0; i < Elements; ++i) copy_element(src, dst, order(k + i));
  } else if constexpr (sides::reads && sides::writes) {
    write_as(place_of<V, Assumed>(dst, order(k)), read_as<V>(place_of<V, Assumed>(src, order(k))));
  } else if constexpr (sides::reads) {
    V const v = read_as<V>(place_of<V, Assumed>(src, order(k)));
    unpack<from, to>(__builtin_bit_cast(words_of<V, from>, v).at, elements_from{dst, order, k});
  } else {
    words_of<V, to> words{};
    if constexpr (is_rmem_v<Src> && goes_to_global<Dst>)
      pack<to>(taken_elements{elements_from{src, order, k}}, words.at);
    else
      pack<to>(elements_from{src, order, k}, words.at);
    write_as(place_of<V, Assumed>(dst, order(k)), __builtin_bit_cast(V, words));
  }
}

// Copies with the accesses of a plan: size / elements of them, unrolled if the size is static. A
// plan that is wider than is proved rests on the assumption of AssumedBits, and checks each
// address.
template <int AssumedBits, class Src, class Dst>
TILEPROOF_HOST_DEVICE constexpr void copy_by_plan(Src const& src, Dst& dst) {
  constexpr int elements = copy_plan<Src, Dst, AssumedBits>::elements;
  constexpr bool assumed = elements > copy_plan<Src, Dst>::elements;
  require_same_size(src, dst);
  if constexpr (elements == 1) {
    for_each_index(size(dst), [&](auto i) { copy_element(src, dst, i); });
  } else {
    auto const order = common_order(src, dst);
    for_each_index(size(dst) / Int<elements>{}, [&](auto i) {
      copy_together<elements, assumed>(src, dst, order, i * elements);
    });
  }
}

// The view of t with all modes but the first gathered into one: (V,(M,K)) of (V,M,K).
template <class T>
TILEPROOF_HOST_DEVICE constexpr auto first_and_rest(T& t) {
  if constexpr (T::rank == 1)
    return view(t.data(), append<2>(t.layout(), Layout<_1, _0>{}));
  else
    return view(t.data(), group<1, static_cast<std::size_t>(T::rank)>(t.layout()));
}

// True where CuTe, which takes the pointers of tensors with static layouts for aligned to 16 bytes,
// copies with wider accesses than are known to be legal here, and nothing is stated of a pointer.
template <class Src, class Dst>
constexpr bool is_narrower_than_cute() {
  if constexpr (__is_empty(typename Src::layout_type) && __is_empty(typename Dst::layout_type) &&
                (is_in_memory_v<Src> || is_in_memory_v<Dst>)) {
    using limits = access_limits<Src, Dst>;
    constexpr int bits = sizeof_bits_v<typename limits::T>;
    constexpr int least = bits < 8 ? 1 : bits / 8;  // the alignment of an element, in bytes
    if constexpr (copy_plan<Src, Dst>::access_bits < 128)
      return (limits::source_is_short && limits::source <= least) ||
             (limits::destination_is_short && limits::destination <= least);
  }
  return false;
}
template <class Src, class Dst>
inline constexpr bool narrower_than_cute = is_narrower_than_cute<Src, Dst>();
// Its warning, once for each pair of tensor types: Bits at a time where Possible would do.
template <class Element, int Bits, int Possible>
[[deprecated(
    "this copy has narrow accesses, since no type states the alignment that CuTe assumes: write "
    "make_gmem_ptr<16>(p) and make_smem_ptr<16>(p), or copy(AutoVectorizingCopy{}, src, dst); "
    "TILEPROOF_ALLOW_NARROW_COPIES, defined before the first include, silences "
    "this")]] TILEPROOF_HOST_DEVICE constexpr void
narrow_copy() {}

}  // namespace detail

// The tag of copy(require_vectorised, src, dst).
struct require_vectorised_t {};
#if defined(__CUDA_ARCH__)
static __device__ constexpr require_vectorised_t require_vectorised{};
#else
inline constexpr require_vectorised_t require_vectorised{};
#endif

// Copies with the widest access of copy_plan. Elements are converted if the types differ. Refused
// unless the sizes are equal (same_number_of_elements).
template <class ES, class LS, class Dst>
  requires(is_tensor_v<Dst>)
TILEPROOF_HOST_DEVICE constexpr void copy(Tensor<ES, LS> const& src, Dst&& dst) {
  using element = typename std::remove_cvref_t<Dst>::element_type;
  static_assert(!std::is_const_v<element>,
                "copy(src, dst): the elements of dst are const; are src and dst swapped?");
#if defined(TILEPROOF_REQUIRE_VECTORISED)
  detail::require_widest<Tensor<ES, LS>, std::remove_cvref_t<Dst>>();
#elif !defined(TILEPROOF_ALLOW_NARROW_COPIES) && (!defined(__CUDACC__) || defined(__CUDA_ARCH__))
  // nvcc says it once, where it compiles device code.
  using to = std::remove_cvref_t<Dst>;
  if constexpr (detail::narrower_than_cute<Tensor<ES, LS>, to>) {
    using limits = detail::access_limits<Tensor<ES, LS>, to>;
    using T = typename limits::T;
    detail::narrow_copy<T, limits::found * sizeof_bits_v<T>, limits::bits>();
  }
#endif
  if constexpr (!std::is_const_v<element>) detail::copy_by_plan<0>(src, dst);
}
// copy(src, dst), but refused (copy_is_vectorised) where an alignment of source, destination or
// run-time strides that no type states would allow a wider access; accepted where the layouts alone
// keep accesses narrow, as in a transposition.
template <class ES, class LS, class Dst>
  requires(is_tensor_v<Dst>)
TILEPROOF_HOST_DEVICE constexpr void copy(require_vectorised_t, Tensor<ES, LS> const& src,
                                          Dst&& dst) {
  detail::require_widest<Tensor<ES, LS>, std::remove_cvref_t<Dst>>();
  detail::copy_by_plan<0>(src, dst);
}

// The name of a refusal: the tensors of a copy with an atom, (V,rest...), differ in the number of
// repetitions.
struct same_number_of_repetitions {
  static constexpr char const* sentences[] = {
      "copy: after mode 0, the values of an instruction, the source repeats it {found} time{|s} "
      "and the destination {expected}: partition or retile both with the same copy",
      nullptr};
};

// Copies with a Copy_Atom, a TiledCopy or a ThrCopy. Mode 0 is the values of the instruction, or
// ((values),repetitions); the other modes are repetitions, which are unrolled if static. Refused as
// Copy_Atom::call refuses.
template <copy_atom_like Atom, class ES, class LS, class Dst>
  requires(is_tensor_v<Dst>)
TILEPROOF_HOST_DEVICE constexpr void copy(Atom const& atom, Tensor<ES, LS> const& src, Dst&& dst) {
  constexpr int assumed = detail::assumed_bits<typename Atom::Copy_Op>;
  constexpr bool is_const = std::is_const_v<typename std::remove_cvref_t<Dst>::element_type>;
  static_assert(!is_const,
                "copy(atom, src, dst): the elements of dst are const; are src and dst swapped?");
  if constexpr (is_const) {
  } else if constexpr (requires { atom.copy_tensors(src, dst); }) {
    atom.copy_tensors(src, dst);  // the traits take whole tensors, as SM90_BULK_COPY_AUTO does
  } else if constexpr (assumed > 0) {
    detail::copy_by_plan<assumed>(src, dst);
  } else {
    auto const s = detail::first_and_rest(src);  // (V,rest)
    auto const d = detail::first_and_rest(dst);
    detail::require_same_size<same_number_of_repetitions>(layout<1>(s), layout<1>(d));
    // The loops of for_each_index, written out: a refusal's trace is three levels shorter.
    using N = decltype(size<1>(s));
    using index = decltype(size<1>(s) + 0);
    if constexpr (detail::sizes_differ<decltype(size(layout<1>(s))),
                                       decltype(size(layout<1>(d)))>) {  // refused
    } else if constexpr (detail::is_unrolled<N>) {
      TILEPROOF_UNROLL
      for (index i = 0; i < N::value; ++i) {
        auto part = d(_, i);
        atom.call(s(_, i), part);
      }
    } else {
      auto const end = size<1>(s) + 0;
      for (index i = 0; i < end; ++i) {
        auto part = d(_, i);
        atom.call(s(_, i), part);
      }
    }
  }
}
template <int Bits, class ES, class LS, class Dst>
  requires(is_tensor_v<Dst>)
TILEPROOF_HOST_DEVICE constexpr void copy(AutoVectorizingCopyWithAssumedAlignment<Bits> const&,
                                          Tensor<ES, LS> const& src, Dst&& dst) {
  detail::copy_by_plan<Bits>(src, dst);
}

// Pointers in the place of tensors are refused.
template <class S, class D>
TILEPROOF_HOST_DEVICE constexpr void copy(S* const&, D* const&) {
  static_cast<void>(refuse<a_tensor_is_given<S>>{});
}
template <copy_atom_like Atom, class S, class D>
TILEPROOF_HOST_DEVICE constexpr void copy(Atom const&, S* const&, D* const&) {
  static_cast<void>(refuse<a_tensor_is_given<S>>{});
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
