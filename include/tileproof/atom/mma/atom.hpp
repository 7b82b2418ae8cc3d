// SPDX-License-Identifier: BSL-1.0
//
// MMA_Atom: an MMA instruction applied to tensors. Use it through make_tiled_mma and gemm; call()
// is one instruction:
//
//   MMA_Atom<SM80_16x8x16_F32F16F16F32_TN> atom;
//   atom.call(tCrA, tCrB, tCrC);  // fragments of 8, 4 and 4 values
#pragma once

#include <tileproof/atom/mma/operation.hpp>
#include <tileproof/atom/registers.hpp>
#include <tileproof/tensor/cpu_hooks.hpp>
#include <tileproof/tensor/fragment.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The name of a refusal: make_fragment_A, _B or _C of a tensor that is no partition of the atom.
struct tensor_is_a_partition {
  static constexpr char const* sentences[] = {
      "make_fragment: mode 0 of the tensor has {found} value{|s}, and a thread has {expected} in "
      "one instruction: pass the result of partition_A, _B or _C",
      "make_fragment: the tensor has {found} mode{|s}, and a partition (V,RestM,RestN) at least 3: "
      "pass the result of partition_A, _B or _C",
      nullptr};
};
// The name of a refusal: a fragment has elements of another floating-point type than the
// instruction takes, which would take their bits for that type's.
template <class Element, class Found>
struct operand_has_the_element {
  using element_type = Element;
  static constexpr core::text name = core::type_text<Found>();
  static constexpr std::string_view verb = name;
  static constexpr char const* sentences[] = {
      "the fragment has elements of {verb}, and the instruction takes {element}: convert the "
      "fragment, or use the instruction of {verb}",
      nullptr};
};

namespace detail {

// True for floating-point elements of two types, of which one is not the other's bits: a float is
// taken for tfloat32_t, and raw integers for anything.
template <class T>
inline constexpr bool is_float_v =
    std::is_floating_point_v<T> || requires { requires element_t<T>::is_float_format; };
template <class Found, class Element>
inline constexpr bool is_mixed_up =
    is_float_v<Found> && is_float_v<Element> && !same_element<Found, Element> &&
    !(std::is_same_v<Found, float> && std::is_same_v<Element, tfloat32_t>);
template <class Found, class Element>
using mixed_up = refuse<operand_has_the_element<Element, Found>>;

}  // namespace detail

// The atom of an operation, or of traits that store run-time arguments of the instruction, such as
// the accumulate flag of wgmma. ValTypeX is the element type of operand X, LayoutX_TV its TV
// layout, (thread,value) -> element of the instruction's tile, column-major.
template <class Operation>
struct MMA_Atom;

namespace detail {

// False for traits that are not defined, and for those that say so by a member (cute/traits.hpp).
template <class T>
inline constexpr bool has_mma_traits =
    requires { sizeof(MMA_Traits<T>); } && !requires { typename MMA_Traits<T>::is_not_described; };
template <class... Ts>
inline constexpr bool has_mma_traits<MMA_Traits<Ts...>> = true;

// The element of a fragment of operand A or B: Default, or a descriptor of shared memory where the
// traits say so.
template <class Traits, class Default>
struct fragment_type_a {
  using type = Default;
};
template <class Traits, class Default>
  requires requires { typename Traits::FrgTypeA; }
struct fragment_type_a<Traits, Default> {
  using type = typename Traits::FrgTypeA;
};
template <class Traits, class Default>
struct fragment_type_b {
  using type = Default;
};
template <class Traits, class Default>
  requires requires { typename Traits::FrgTypeB; }
struct fragment_type_b<Traits, Default> {
  using type = typename Traits::FrgTypeB;
};

// The register with the scale factors of an instruction: the only element of a fragment of such
// registers, or packed from the factors of its elements along k.
template <class Traits, class Factors, class Register>
TILEPROOF_HOST_DEVICE constexpr void pack_factors(Factors const& factors, Register (&to)[1]) {
  using factor = typename Traits::ValTypeSF;
  if constexpr (std::is_same_v<typename Factors::value_type, Register>)
    to[0] = factors(0);
  else
    pack<factor>([&](int i) { return factors(i * Traits::SFVecSize); }, to);
}

}  // namespace detail

template <class Operation, class... Args>
struct MMA_Atom<MMA_Traits<Operation, Args...>> : MMA_Traits<Operation, Args...> {
  using MMA_Op = Operation;
  using Traits = MMA_Traits<Operation, Args...>;
  using ValTypeD = typename Traits::ElementDVal;
  using ValTypeA = typename Traits::ElementAVal;
  using ValTypeB = typename Traits::ElementBVal;
  using ValTypeC = typename Traits::ElementCVal;
  using FrgTypeA = typename detail::fragment_type_a<Traits, ValTypeA>::type;
  using FrgTypeB = typename detail::fragment_type_b<Traits, ValTypeB>::type;
  using FrgTypeC = ValTypeC;
  using LayoutA_TV = typename Traits::ALayout;
  using LayoutB_TV = typename Traits::BLayout;
  using LayoutC_TV = typename Traits::CLayout;

  // The atom with run-time arguments stored in its traits, for instructions that have some.
  template <class... More>
  TILEPROOF_HOST_DEVICE constexpr auto with(More const&... more) const {
    auto const traits = static_cast<Traits const&>(*this).with(more...);
    return MMA_Atom<std::remove_const_t<decltype(traits)>>{traits};
  }

  // D = A * B + C with one instruction. Each operand is a tensor of one mode, the values of this
  // thread; on the host the CPU run computes it. Refused (static_assert) for other ranks.
#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
  template <class TD, class A, class B, class TC>
  TILEPROOF_HOST_DEVICE constexpr void call(TD&& d, A const& a, B const& b, TC const& c) const {
    static_assert(rank_v<typename std::remove_cvref_t<TD>::layout_type> == 1 && A::rank == 1 &&
                      B::rank == 1 && TC::rank == 1,
                  "MMA_Atom::call: each operand must have rank 1: the values of one "
                  "instruction");
    if constexpr (requires { this->mma_unpack(d, a, b, c); }) {
      this->mma_unpack(d, a, b, c);
    } else {
      typename Operation::DRegisters rd{};
      typename Operation::ARegisters ra{};
      typename Operation::BRegisters rb{};
      typename Operation::CRegisters rc{};
      detail::gather(a, ra, detail::taken_elements{a});
      detail::gather(b, rb, detail::taken_elements{b});
      detail::gather(c, rc, detail::taken_elements{c});
#if defined(__CUDACC__)
      Operation::fma(rd, ra, rb, rc);
#else
      if constexpr (requires { Operation::fma(rd, ra, rb, rc); })
        Operation::fma(rd, ra, rb, rc);
      else
        cpu::fma_on_cpu(Operation{}, rd, ra, rb, rc);
#endif
      detail::scatter(rd, d);
    }
  }
  // The same with scale factors: A and B are ZipTensors (mma/scale_factors.hpp).
#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
  template <class TD, class A, class B, class TC>
    requires(A::is_zipped)
  TILEPROOF_HOST_DEVICE constexpr void call(TD&& d, A const& a, B const& b, TC const& c) const {
    typename Operation::DRegisters rd{};
    typename Operation::ARegisters ra{};
    typename Operation::BRegisters rb{};
    typename Operation::CRegisters rc{};
    typename Operation::SFARegisters sfa{};
    typename Operation::SFBRegisters sfb{};
    detail::gather(a.values, ra, detail::taken_elements{a.values});
    detail::gather(b.values, rb, detail::taken_elements{b.values});
    detail::gather(c, rc, detail::taken_elements{c});
    detail::pack_factors<Traits>(a.factors, sfa);
    detail::pack_factors<Traits>(b.factors, sfb);
#if defined(__CUDACC__)
    Operation::fma(rd, ra, rb, rc, sfa, sfb);
#else
    cpu::fma_on_cpu(Operation{}, rd, ra, rb, rc, sfa, sfb);
#endif
    detail::scatter(rd, d);
  }
  // C = A * B + C with one instruction.
  template <class A, class B, class TC>
  TILEPROOF_HOST_DEVICE constexpr void call(A const& a, B const& b, TC&& c) const {
    call(c, a, b, c);
  }

  // Registers for a partitioned operand (V,RestM,RestN,...), unwritten. For an operand that wgmma
  // reads from shared memory: its descriptors. A and B keep the order of the partition's strides
  // (make_fragment_like), C is column-major. Refused (static_assert) unless mode 0 is the values of
  // one instruction.
  template <class Tensor>
  TILEPROOF_HOST_DEVICE static constexpr auto make_fragment_C(Tensor const& c) {
    check_values<LayoutC_TV, Tensor>();
    return make_tensor<ValTypeC>(shape(c));
  }
  template <class Tensor>
  TILEPROOF_HOST_DEVICE static constexpr auto make_fragment_A(Tensor const& a) {
    check_values<LayoutA_TV, Tensor>();
    if constexpr (requires { requires Traits::reads_a_from_shared; })
      return Traits::make_fragment_a(a);
    else
      return make_fragment_like<ValTypeA>(a);
  }
  template <class Tensor>
  TILEPROOF_HOST_DEVICE static constexpr auto make_fragment_B(Tensor const& b) {
    check_values<LayoutB_TV, Tensor>();
    if constexpr (requires { requires Traits::reads_b_from_shared; })
      return Traits::make_fragment_b(b);
    else
      return make_fragment_like<ValTypeB>(b);
  }

 private:
  // Requires a partition (V,RestM,RestN,...) whose V has the values that a thread has in one
  // instruction.
  template <class LayoutTV, class Tensor>
  TILEPROOF_HOST_DEVICE static constexpr void check_values() {
    constexpr int rank = static_cast<int>(Tensor::rank);
    constexpr int values =
        static_cast<int>(decltype(size<0>(std::declval<Tensor const&>()))::value);
    constexpr int held = static_cast<int>(decltype(size<1>(LayoutTV{}))::value);
    static_assert(refuse_unless<(rank >= 3), tensor_is_a_partition, found<rank>>);
    static_assert(refuse_unless<(rank < 3 || values == held), tensor_is_a_partition, found<values>,
                                expected<held>>);
  }
};

// An operation without traits, as a misspelt one is, is refused; the FMA stands for it, so that
// nothing else is reported. The primary template, since compilers choose it for a name that is not
// declared.
template <class Operation>
struct MMA_Atom : MMA_Atom<MMA_Traits<UniversalFMA<float>>> {
  static_assert(detail::has_mma_traits<Operation>,
                "MMA_Atom: no MMA_Traits describe this operation; is it an MMA, and is its name "
                "spelt as in <tileproof/atom/mma/sm80.hpp>, SM80_16x8x16_F32F16F16F32_TN?");
};
template <class Operation>
  requires(detail::has_mma_traits<Operation>)
struct MMA_Atom<Operation> : MMA_Atom<MMA_Traits<Operation>> {};

// An MMA_Atom, or a TiledMMA, which is one.
template <class T>
concept mma_atom_like = requires { typename T::MMA_Op; };

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
