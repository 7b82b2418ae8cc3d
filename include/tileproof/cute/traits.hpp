// SPDX-License-Identifier: BSL-1.0
//
// Lets a program specialise MMA_Traits, Copy_Traits and sizeof_bits inside namespace cute, as it
// does for CuTe:
//
//   namespace cute {
//   template <>
//   struct MMA_Traits<my_instruction> { using ValTypeD = float; /* ... */ };
//   }
//   auto mma = make_tiled_mma(my_instruction{});  // finds it
//
// Only these three are templates of namespace cute; other names of it are this library's own, and
// what specialises them must stand in namespace tileproof.
#pragma once

#include <tileproof/cute/same_atoms.hpp>

#include <type_traits>

namespace cute {

namespace detail_of_cute {

// Traits of a type that neither namespace describes: MMA_Atom and Copy_Atom refuse it.
struct no_traits {
  using is_not_described = void;
};
// The traits by cute's name and the traits by tileproof's name look for each other. Whichever is
// asked second finds the first not complete yet, and takes no_traits.
template <class Traits, class = void>
struct traits_of_tileproof {
  using type = no_traits;
};
template <class Traits>
struct traits_of_tileproof<Traits, std::void_t<decltype(sizeof(Traits))>> {
  using type = Traits;
};
template <class Traits, class = void>
struct traits_of_cute {
  using type = no_traits;
};
template <class Traits>
struct traits_of_cute<Traits, std::void_t<decltype(sizeof(Traits))>> {
  using type = Traits;
};

}  // namespace detail_of_cute

// The description of an MMA instruction: that of tileproof, or what a program states here. Without
// either, MMA_Atom of the type is refused.
template <class Operation, class... Args>
struct MMA_Traits
    : detail_of_cute::traits_of_tileproof<tileproof::MMA_Traits<Operation, Args...>>::type {};

// The description of a copy instruction, likewise.
template <class Operation, class... Args>
struct Copy_Traits
    : detail_of_cute::traits_of_tileproof<tileproof::Copy_Traits<Operation, Args...>>::type {};

// The width of an element in bits: that of tileproof, or what a program states here.
template <class T>
struct sizeof_bits {
  using stated_by_tileproof = void;
  static int const value;  // defined below: tileproof's asks whether this type is stated here
  using value_type = int;
  TILEPROOF_HOST_DEVICE constexpr operator int() const noexcept { return value; }
  TILEPROOF_HOST_DEVICE constexpr int operator()() const noexcept { return value; }
};

}  // namespace cute

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// The element types of traits that name them as CuTe does now (ValTypeD), or did (ElementDVal).
template <class Traits>
struct with_element_types : Traits {};
template <class Traits>
  requires requires { typename Traits::ValTypeD; }
struct with_element_types<Traits> : Traits {
  using ElementDVal = typename Traits::ValTypeD;
  using ElementAVal = typename Traits::ValTypeA;
  using ElementBVal = typename Traits::ValTypeB;
  using ElementCVal = typename Traits::ValTypeC;
};

// Traits by cute's name are traits.
template <class Operation, class... Args>
inline constexpr bool has_mma_traits<cute::MMA_Traits<Operation, Args...>> = true;
template <class Operation, class... Args>
inline constexpr bool has_copy_traits<cute::Copy_Traits<Operation, Args...>> = true;

}  // namespace detail

// An instruction that this library does not describe is looked for in namespace cute.
template <class Operation, class... Args>
struct MMA_Traits : detail::with_element_types<typename cute::detail_of_cute::traits_of_cute<
                        cute::MMA_Traits<Operation, Args...>>::type> {};
template <class Operation, class... Args>
struct Copy_Traits
    : cute::detail_of_cute::traits_of_cute<cute::Copy_Traits<Operation, Args...>>::type {};

// Atoms of traits that are written with cute's name.
template <class Operation, class... Args>
struct MMA_Atom<cute::MMA_Traits<Operation, Args...>> : MMA_Atom<MMA_Traits<Operation, Args...>> {};
template <class Operation, class... Args, class T>
struct Copy_Atom<cute::Copy_Traits<Operation, Args...>, T>
    : Copy_Atom<Copy_Traits<Operation, Args...>, T> {};

// The width that a program states in namespace cute.
template <class T>
  requires(!requires { typename cute::sizeof_bits<T>::stated_by_tileproof; })
struct sizeof_bits<T> : C<static_cast<int>(cute::sizeof_bits<T>::value)> {};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE

template <class T>
int const cute::sizeof_bits<T>::value = tileproof::sizeof_bits<T>::value;
