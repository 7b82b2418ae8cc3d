// SPDX-License-Identifier: BSL-1.0
//
// Defines vector accesses of one thread: the conditions under which several elements may be moved
// by one load or store (require_access), and the accesses (load_as, store_as). Copy atoms and copy
// plans use them.
//
//   8 f16 elements by one 128-bit load: consecutive, known from the layout's type, and at a
//   multiple of 16 bytes, known from the pointer's type (tensor/aligned.hpp)
//
// A condition that the types do not show is refused while compiling: as access_width with the run
// that is known, as source_is_aligned or destination_is_aligned with the alignment that is known
// and the two lines that state one.
#pragma once

#include <tileproof/atom/registers.hpp>
#include <tileproof/prove/contiguous.hpp>
#include <tileproof/tensor/local_tile.hpp>
#include <tileproof/tensor/narrow_access.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// A memory space, and the function that makes a pointer to it, for messages.
template <class Space>
inline constexpr char const* name_of_memory = "global memory (make_gmem_ptr)";
template <>
inline constexpr char const* name_of_memory<smem_space> = "shared memory (make_smem_ptr)";
template <>
inline constexpr char const* name_of_memory<rmem_space> = "registers (make_rmem_ptr)";

}  // namespace detail

// The names of refusals: an instruction requires source or destination in one memory space. Example
// of an error: refused<source_lies_in<smem_space, SM75_U32x4_LDSM_N>, found_in<gmem_space>>. The
// remedy is make_smem_ptr.
template <class Space, class Operation>
struct source_lies_in {
  using element_type = Operation;
  static constexpr char const* verb = detail::name_of_memory<Space>;
  static constexpr char const* sentences[] = {
      "the source of {element} must lie in {verb}, and its pointer is of another memory", nullptr};
};
template <class Space, class Operation>
struct destination_lies_in {
  using element_type = Operation;
  static constexpr char const* verb = detail::name_of_memory<Space>;
  static constexpr char const* sentences[] = {
      "the destination of {element} must lie in {verb}, and its pointer is of another memory",
      nullptr};
};
template <class Space>
struct found_in;
// The space of a pointer whose type names none.
struct generic_space;

namespace detail {

// True if the tensor is in memory that is not known to be shared memory.
template <class T>
inline constexpr bool goes_to_global = is_in_memory_v<T> && !is_smem_v<T>;

// The number of consecutive elements from coordinate 0 on, as far as the type tells: 8 for
// (_8,_4):(_1,_64), 1 where the first stride is a run-time integer.
template <class L>
inline constexpr std::int64_t known_run = [] {
  using inner = std::remove_cvref_t<decltype(inner_layout(std::declval<L const&>()))>;
  using c = decltype(coalesce(std::declval<inner const&>()));
  using extent = std::remove_cvref_t<decltype(get<0>(std::declval<c const&>().shape()))>;
  using stride = std::remove_cvref_t<decltype(get<0>(std::declval<c const&>().stride()))>;
  if constexpr (is_static_integer<extent> && is_constant_v<1, stride>)
    return core::gcd(std::int64_t{extent::value}, kept_together<L>);
  else
    return std::int64_t{1};
}();

// True if the tensor's elements in memory form runs of whole Vs.
template <class V, class T>
inline constexpr bool is_in_runs =
    !is_in_memory_v<T> ||
    known_run<typename T::layout_type> * sizeof_bits_v<typename T::value_type> % (8 * sizeof(V)) ==
        0;

// The sides of a copy, as refusals name them.
enum class copy_side : bool { source, destination };

// An access of a V to a tensor T: the alignment that is known of T and the one that is needed, in
// bytes.
template <class V, class T>
struct access_of {
  static constexpr int bits = static_cast<int>(sizeof(V) * 8);
  static constexpr int elements = bits / sizeof_bits_v<typename T::value_type>;
  static constexpr int run = static_cast<int>(known_run<typename T::layout_type>);
  static constexpr int known = alignment_v<T>;
  static constexpr int needed = static_cast<int>(sizeof(V));
  static constexpr bool is_aligned = elements == 1 || (known != 0 && known % needed == 0);
};

// A pointer to the library's type for T where T is one of the usual elements; otherwise `p`, a
// pointer to T. nvcc prints the alias by which a program reached a type,
// Kernel_traits<64, 128>::Element, and of this function's result the type.
template <class T, class P>
constexpr auto element_in_error(P const& p) {
  using kind = element_t<T>;
  if constexpr (std::is_same_v<kind, half_t>)
    return static_cast<half_t const*>(nullptr);
  else if constexpr (std::is_same_v<kind, bfloat16_t>)
    return static_cast<bfloat16_t const*>(nullptr);
  else if constexpr (std::is_same_v<kind, tfloat32_t>)
    return static_cast<tfloat32_t const*>(nullptr);
  else if constexpr (std::is_same_v<kind, float_e4m3_t>)
    return static_cast<float_e4m3_t const*>(nullptr);
  else if constexpr (std::is_same_v<kind, float_e5m2_t>)
    return static_cast<float_e5m2_t const*>(nullptr);
  else if constexpr (std::is_same_v<kind, float>)
    return static_cast<float const*>(nullptr);
  else if constexpr (std::is_pointer_v<P>)
    return p;
  else  // the CPU run's substitute of a pointer
    return static_cast<T const*>(nullptr);
}
// The names of the error, declared only.
template <int Bits, class T, class... Clues>
stopped<access_width<Bits, T>, Clues...> stop_access(T const*, Clues*...);
template <class Property, int Bits, class T, class... Clues>
stopped<Property, access_width<Bits, T>, Clues...> stop_alignment(T const*, Clues*...);

}  // namespace detail

// The names of refusals: the alignment that is known of one side of a copy is less than that of an
// access. The memory decides how more is stated.
struct source_is_aligned {
  static constexpr char const* sentences[] = {
      "the source of a copy by {expected} bytes is known to be aligned to {aligned_to}: state more "
      "with make_gmem_ptr<{write_make_gmem_ptr}>(p), and of a run-time stride with "
      "assume_multiple_of<{write_assume_multiple_of}>(stride); a static stride must be such "
      "a multiple",
      "the source of a copy by {expected} bytes is known to be aligned to {aligned_to}: state more "
      "with make_smem_ptr<{write_make_smem_ptr}>(p), and of a run-time stride with "
      "assume_multiple_of<{write_assume_multiple_of}>(stride); a static stride must be such "
      "a multiple",
      nullptr};
};
struct destination_is_aligned {
  static constexpr char const* sentences[] = {
      "the destination of a copy by {expected} bytes is known to be aligned to {aligned_to}: state "
      "more with make_gmem_ptr<{write_make_gmem_ptr}>(p), and of a run-time stride with "
      "assume_multiple_of<{write_assume_multiple_of}>(stride); a static stride must be such "
      "a multiple",
      "the destination of a copy by {expected} bytes is known to be aligned to {aligned_to}: state "
      "more with make_smem_ptr<{write_make_smem_ptr}>(p), and of a run-time stride with "
      "assume_multiple_of<{write_assume_multiple_of}>(stride); a static stride must be such "
      "a multiple",
      nullptr};
};

namespace detail {

// Requires that a V may be accessed at the tensor's first element: the elements are consecutive,
// and their alignment is known. Refused as access_width<bits, T> with the run that is known and the
// side; or as source_is_aligned or destination_is_aligned with the alignment that is known, the one
// that is needed, and the two lines that would state it.
template <class V, copy_side Side, class E, class L>
TILEPROOF_HOST_DEVICE constexpr void require_access([[maybe_unused]] Tensor<E, L> const& t) {
#if !defined(TILEPROOF_DISABLE_PROOFS)
  using access = access_of<V, Tensor<E, L>>;
  constexpr int bits = access::bits;
  static_assert(bits % sizeof_bits_v<typename Tensor<E, L>::value_type> == 0,
                "the width of an access must be a multiple of the element's width");
  constexpr int elements = access::elements;
  using element = typename Tensor<E, L>::value_type;
  using pointer = decltype(raw_pointer_cast(t.data()));
  if constexpr (elements > 1 && access::run < elements)
    static_cast<void>(decltype(stop_access<bits>(
        element_in_error<element>(pointer{}), static_cast<in_runs_of<access::run>*>(nullptr),
        static_cast<expected<elements>*>(nullptr),
        static_cast<on_side<static_cast<int>(Side)>*>(nullptr)))::value);
  else if constexpr (!access::is_aligned && Side == copy_side::source)
    static_cast<void>(decltype(stop_alignment<source_is_aligned, bits>(
        element_in_error<element>(pointer{}), static_cast<aligned_to<access::known>*>(nullptr),
        static_cast<expected<access::needed>*>(nullptr),
        pointer_to_write<Tensor<E, L>, access::needed>(),
        static_cast<write_assume_multiple_of<elements>*>(nullptr)))::value);
  else if constexpr (!access::is_aligned)
    static_cast<void>(decltype(stop_alignment<destination_is_aligned, bits>(
        element_in_error<element>(pointer{}), static_cast<aligned_to<access::known>*>(nullptr),
        static_cast<expected<access::needed>*>(nullptr),
        pointer_to_write<Tensor<E, L>, access::needed>(),
        static_cast<write_assume_multiple_of<elements>*>(nullptr)))::value);
#endif
}

// The memory of a tensor's elements, as far as its type tells: a memory space; generic_space for a
// pointer without one; void for computed elements.
template <class T>
using memory_of = std::conditional_t<
    is_gmem_v<T>, gmem_space,
    std::conditional_t<
        is_smem_v<T>, smem_space,
        std::conditional_t<is_rmem_v<T>, rmem_space,
                           std::conditional_t<is_in_memory_v<T>, generic_space, void>>>>;
// True if an instruction that takes elements in Space accepts those of T. A generic pointer is
// accepted for global and shared memory, not for registers.
template <class Space, class T, class Found = memory_of<T>>
inline constexpr bool may_lie_in =
    std::is_void_v<Found> || std::is_same_v<Found, Space> ||
    (std::is_same_v<Found, generic_space> && !std::is_same_v<Space, rmem_space>);

// True if each side of a copy is in the memory that the operation takes. An operation that names no
// space takes any.
template <class Operation, class Src, class Dst>
constexpr bool sides_lie_in_memory() {
#if !defined(TILEPROOF_DISABLE_PROOFS)
  if constexpr (requires { typename Operation::SMemory; })
    return may_lie_in<typename Operation::SMemory, Src> &&
           may_lie_in<typename Operation::DMemory, Dst>;
#endif
  return true;
}
// The space under its own name, so that compilers print no alias.
template <class Space>
constexpr auto* by_name() {
  if constexpr (std::is_same_v<Space, gmem_space>)
    return static_cast<gmem_space*>(nullptr);
  else if constexpr (std::is_same_v<Space, smem_space>)
    return static_cast<smem_space*>(nullptr);
  else if constexpr (std::is_same_v<Space, rmem_space>)
    return static_cast<rmem_space*>(nullptr);
  else
    return static_cast<Space*>(nullptr);
}
template <class Operation, class Space, class Found>
stopped<source_lies_in<Space, Operation>, found_in<Found>> stop_source(Space*, Found*);
template <class Operation, class Space, class Found>
stopped<destination_lies_in<Space, Operation>, found_in<Found>> stop_destination(Space*, Found*);
// The error for the first side in a wrong memory.
template <class Operation, class Src, class Dst>
TILEPROOF_HOST_DEVICE constexpr void stop_outside_memory() {
  using S = typename Operation::SMemory;
  using D = typename Operation::DMemory;
  if constexpr (!may_lie_in<S, Src>)
    static_cast<void>(
        decltype(stop_source<Operation>(by_name<S>(), by_name<memory_of<Src>>()))::value);
  else
    static_cast<void>(
        decltype(stop_destination<Operation>(by_name<D>(), by_name<memory_of<Dst>>()))::value);
}

// The object of type V at the tensor's first element, as an instruction takes it.
template <class V, class T>
TILEPROOF_HOST_DEVICE V& as_object(T* p) {
  return *reinterpret_cast<V*>(p);
}
template <class V, class E, class L>
TILEPROOF_HOST_DEVICE decltype(auto) first_as(Tensor<E, L> const& t) {
  using T = typename Tensor<E, L>::element_type;
  using to = std::conditional_t<std::is_const_v<T>, V const, V>;
  return as_object<to>(address_of(t, Int<0>{}));
}

// A V as an array of words that hold whole Elements.
template <class V, class Element>
using word_of = std::conditional_t<sizeof_bits_v<Element> == 64, std::uint64_t,
                                   typename unsigned_of<(sizeof(V) < 4 ? sizeof(V) : 4)>::type>;
template <class V, class Element>
struct words_of {
  word_of<V, Element> at[sizeof(V) / sizeof(word_of<V, Element>)];
};

// Reads the elements of a tensor as one V, and writes them: one access if they are in memory.
template <class V, class E, class L>
TILEPROOF_HOST_DEVICE constexpr V load_as(Tensor<E, L> const& t) {
  using T = typename Tensor<E, L>::value_type;
  if constexpr (std::is_same_v<V, T>) {
    return t(0);
  } else {
    if constexpr (is_in_memory_v<Tensor<E, L>>)
      if (!__builtin_is_constant_evaluated()) return read_as<V>(address_of(t, 0));
    words_of<V, T> words{};
    gather(t, words.at);
    return __builtin_bit_cast(V, words);
  }
}
template <class V, class T>
  requires(is_tensor_v<T>)
TILEPROOF_HOST_DEVICE constexpr void store_as(V const& v, T&& t) {
  using element = typename std::remove_cvref_t<T>::value_type;
  if constexpr (std::is_same_v<V, element>) {
    t(0) = v;
  } else {
    if constexpr (is_in_memory_v<std::remove_cvref_t<T>>)
      if (!__builtin_is_constant_evaluated()) return write_as(address_of(t, 0), v);
    scatter(__builtin_bit_cast(words_of<V, element>, v).at, t);
  }
}

}  // namespace detail

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
