// SPDX-License-Identifier: BSL-1.0
//
// Copy_Atom: a copy instruction applied to tensors of one element type. Use it through copy() and
// make_tiled_copy:
//
//   Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t> atom;  // 8 elements a thread
//   copy(atom, tAgA, tAsA);
#pragma once

#include <tileproof/atom/copy/access.hpp>
#include <tileproof/atom/copy/operation.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// True for a plain load and store of one thread, which needs no asm.
template <class Operation>
inline constexpr bool is_universal_copy = false;
template <class S, class D>
inline constexpr bool is_universal_copy<UniversalCopy<S, D>> = true;

// Executes one instruction: references to memory on a side in memory, registers that are gathered
// from or scattered to a fragment on the other. Refused (access_width, source_is_aligned,
// destination_is_aligned) unless each access to memory is known to be consecutive and aligned. A
// store of unwritten registers to global memory is found by the CPU run.
#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
template <class Operation, class ES, class LS, class ED, class LD>
TILEPROOF_HOST_DEVICE constexpr void execute_copy(Tensor<ES, LS> const& src, Tensor<ED, LD>& dst) {
  using SRegisters = typename Operation::SRegisters;
  using DRegisters = typename Operation::DRegisters;
  using S = std::remove_extent_t<SRegisters>;
  using D = std::remove_extent_t<DRegisters>;
  constexpr bool reads = is_in_memory_v<Tensor<ES, LS>>;
  constexpr bool writes = is_in_memory_v<Tensor<ED, LD>>;
  if constexpr (reads) require_access<S, copy_side::source>(src);
  if constexpr (writes) require_access<D, copy_side::destination>(dst);
  if constexpr (is_universal_copy<Operation>) {
#if !defined(__CUDACC__)
    if constexpr (is_rmem_v<Tensor<ES, LS>> && goes_to_global<Tensor<ED, LD>>)
      if (!__builtin_is_constant_evaluated())
        for (int i = 0; i < static_cast<int>(size(src)); ++i) static_cast<void>(taken(src(i)));
#endif
    store_as(converted<D>(load_as<S>(src)), dst);
  } else if constexpr (reads && writes) {
    run_copy<Operation>(first_as<S>(src), first_as<D>(dst));
  } else if constexpr (reads) {
    DRegisters registers;
    run_copy<Operation>(first_as<S>(src), registers);
    scatter(registers, dst);
  } else {
    static_assert(writes, "Copy_Atom::call: the instruction must read or write memory");
    SRegisters registers;
    gather(src, registers);
    run_copy<Operation>(registers, first_as<D>(dst));
  }
}

// True if what several instructions access consists of runs of whole accesses.
template <class Operation, class Src, class Dst>
constexpr bool sides_are_in_runs() {
  if constexpr (requires { typename Operation::SRegisters; })
    return is_in_runs<std::remove_extent_t<typename Operation::SRegisters>, Src> &&
           is_in_runs<std::remove_extent_t<typename Operation::DRegisters>, Dst>;
  else
    return true;
}

}  // namespace detail

// The name of a refusal: source and destination of a copy atom must hold the values of whole
// instructions, and of equally many.
struct values_of_whole_instructions {
  static constexpr char const* sentences[] = {
      "copy: a thread has {found:0} value{|s} of the source and {found:1} of the destination, and "
      "one instruction takes {expected:0} and gives {expected:1}",
      nullptr};
};

// The name of a refusal: an instruction of an atom of T has other bits than its values in a tensor
// of Element.
template <class T, class Element>
struct values_have_the_bits_of_the_instruction {
  static constexpr core::text of_atom = core::type_text<T>();
  static constexpr std::string_view verb = of_atom;
  using element_type = Element;
  static constexpr char const* sentences[] = {
      "copy: an instruction of {expected} bits moves no whole number of {element}, which has "
      "{in_bits} bits: UniversalCopy<{element}> moves one",
      "copy: an instruction of the atom moves {expected} bits, which are {found:0} value{|s} of "
      "{verb}, and {found:0} of {element} {has|have} {found:1} bits: an atom converts nothing, and "
      "copy(src, dst) without an atom does",
      nullptr};
};

namespace detail {

// The error where so many Values of an Element do not have the bits of Registers; none where they
// have.
template <class Registers, int Values, class T, class Element>
constexpr void stop_other_bits() {
  using property = values_have_the_bits_of_the_instruction<T, Element>;
  constexpr int moved = static_cast<int>(8 * sizeof(Registers));
  constexpr int bits = sizeof_bits_v<Element>;
  if constexpr (moved % bits != 0)
    static_cast<void>(refuse<property, expected<moved>, in_bits<bits>>{});
  else if constexpr (moved != Values * bits)
    static_cast<void>(refuse<property, expected<moved>, found<Values, Values * bits>>{});
}

}  // namespace detail

// The atom of an operation, or of traits that store run-time arguments, for elements of type T. An
// atom of Copy_Traits without run-time arguments is an empty type.
template <class Operation, class T>
struct Copy_Atom;

namespace detail {

// False for traits that are not defined, and for those that say so by a member (cute/traits.hpp).
template <class T>
inline constexpr bool has_copy_traits = requires { sizeof(Copy_Traits<T>); } &&
                                        !requires { typename Copy_Traits<T>::is_not_described; };
template <class... Ts>
inline constexpr bool has_copy_traits<Copy_Traits<Ts...>> = true;

}  // namespace detail

// A type without traits, which is no copy operation, is refused; a copy of single elements stands
// for it, so that nothing else is reported. The primary template, since compilers choose it for a
// name that is not declared.
template <class Operation, class T>
struct Copy_Atom : Copy_Atom<Copy_Traits<UniversalCopy<T>>, T> {
  static_assert(detail::has_copy_traits<Operation>,
                "Copy_Atom: no Copy_Traits describe this operation; a plain copy of a vector V is "
                "UniversalCopy<V>");
};
template <class Operation, class T>
  requires(detail::has_copy_traits<Operation>)
struct Copy_Atom<Operation, T> : Copy_Atom<Copy_Traits<Operation>, T> {};

template <class Operation, class... Args, class T>
struct Copy_Atom<Copy_Traits<Operation, Args...>, T> : Copy_Traits<Operation, Args...> {
  using Copy_Op = Operation;
  using Traits = Copy_Traits<Operation, Args...>;
  using ValType = T;
  // TV layouts of the instruction, (thread,value) -> element, in elements of type T.
  using ValLayoutSrc = decltype(upcast<sizeof_bits_v<T>>(typename Traits::SrcLayout{}));
  using ValLayoutDst = decltype(upcast<sizeof_bits_v<T>>(typename Traits::DstLayout{}));
  using ValLayoutRef = decltype(upcast<sizeof_bits_v<T>>(typename Traits::RefLayout{}));
  // The number of values that one thread has in one instruction, on either side.
  static constexpr int NumValSrc = static_cast<int>(decltype(size<1>(ValLayoutSrc{}))::value);
  static constexpr int NumValDst = static_cast<int>(decltype(size<1>(ValLayoutDst{}))::value);

  Copy_Atom() = default;
  TILEPROOF_HOST_DEVICE constexpr explicit Copy_Atom(Traits const& traits) : Traits(traits) {}

  // The atom with run-time arguments stored in its traits, for instructions that have some: a
  // predicate of a zero-filling cp.async, a barrier of a TMA load.
  template <class... More>
  TILEPROOF_HOST_DEVICE constexpr auto with(More&&... more) const {
    auto const traits = Traits::with(static_cast<More&&>(more)...);
    return Copy_Atom<std::remove_const_t<decltype(traits)>, T>(traits);
  }

  // Copies the values of this thread: source and destination are tensors of one mode, the values of
  // one instruction or ((values),repetitions...). Refused unless the values of either side have the
  // instruction's bits (values_have_the_bits_of_the_instruction); unless both hold the same number
  // of whole instructions; unless each side is in the memory space that the instruction takes
  // (source_lies_in, destination_lies_in); and unless its values are consecutive (access_width) and
  // known to be aligned there (source_is_aligned, destination_is_aligned).
#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
  template <class ES, class LS, class ED, class LD>
  TILEPROOF_HOST_DEVICE constexpr void call(Tensor<ES, LS> const& src, Tensor<ED, LD>& dst) const {
    static_assert(LS::rank == 1 && LD::rank == 1,
                  "Copy_Atom::call: both tensors must have rank 1: the values of a thread");
    constexpr int from = static_cast<int>(decltype(size(src))::value);
    constexpr int to = static_cast<int>(decltype(size(dst))::value);
    using S = typename Tensor<ES, LS>::value_type;
    using D = typename Tensor<ED, LD>::value_type;
    if constexpr (requires {
                    requires sizeof(typename Operation::SRegisters) * 8 !=
                                         NumValSrc* sizeof_bits_v<S> ||
                                         sizeof(typename Operation::DRegisters) * 8 !=
                                             NumValDst* sizeof_bits_v<D>;
                  }) {
      detail::stop_other_bits<typename Operation::SRegisters, NumValSrc, T, S>();
      detail::stop_other_bits<typename Operation::DRegisters, NumValDst, T, D>();
    } else if constexpr (from % NumValSrc != 0 || to % NumValDst != 0 ||
                         from / NumValSrc != to / NumValDst) {
      static_cast<void>(
          refuse<values_of_whole_instructions, found<from, to>, expected<NumValSrc, NumValDst>>{});
    } else if constexpr (!detail::sides_lie_in_memory<Operation, Tensor<ES, LS>,
                                                      Tensor<ED, LD>>()) {
      detail::stop_outside_memory<Operation, Tensor<ES, LS>, Tensor<ED, LD>>();
    } else if constexpr (from == NumValSrc) {
      if constexpr (requires { this->copy_unpack(src, dst); })
        this->copy_unpack(src, dst);
      else
        detail::execute_copy<Operation>(src, dst);
    } else if constexpr (!detail::sides_are_in_runs<Operation, Tensor<ES, LS>, Tensor<ED, LD>>()) {
      using reads = std::remove_extent_t<typename Operation::SRegisters>;
      using writes = std::remove_extent_t<typename Operation::DRegisters>;
      detail::require_access<reads, detail::copy_side::source>(src);
      detail::require_access<writes, detail::copy_side::destination>(dst);
    } else {
      auto const s = logical_divide(src, Int<NumValSrc>{});
      auto d = logical_divide(dst, Int<NumValDst>{});
      TILEPROOF_UNROLL
      for (int i = 0; i < from / NumValSrc; ++i) {
        auto part = d(_, i);
        call(s(_, i), part);
      }
    }
  }
  template <class ES, class LS, class ED, class LD>
  TILEPROOF_HOST_DEVICE constexpr void call(Tensor<ES, LS> const& src, Tensor<ED, LD>&& dst) const {
    call(src, dst);
  }
};

// A Copy_Atom, or a TiledCopy, which is one.
template <class T>
concept copy_atom_like = requires { typename T::Copy_Op; };

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
