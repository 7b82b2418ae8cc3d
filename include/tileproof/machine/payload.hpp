// SPDX-License-Identifier: BSL-1.0
//
// Defines payload, which makes the payload of a role from functions. Use it with lambdas in a
// kernel's body; a payload with state may as well be a struct with these members (machine.hpp).
//
//   pipeline::payload data{
//       pipeline::on_tensor{[&](A) { return tXsA; }, [&](B) { return tXsB; }},
//       pipeline::on_read{[&](A, auto const& stage, int, int k) { copy(stage(_, _, k), tXrA); },
//                         [&](B, auto const& stage, int, int k) { copy(stage(_, _, k), tXrB); }},
//       pipeline::on_compute{[&](int k) { gemm(mma, tCrA, tCrB, tCrC); }}};
//
// Each on_... has the functions of one member of the payload: overloads, usually one for each
// buffer.
#pragma once

#include <tileproof/context/context.hpp>

#include <type_traits>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

#define TILEPROOF_ON(name)                                        \
  template <class... F>                                           \
  struct on_##name : F... {                                       \
    using F::operator()...;                                       \
    template <class... T>                                         \
      requires std::is_invocable_v<on_##name const&, T const&...> \
    TILEPROOF_KERNEL auto name(T const&... with) const {          \
      return (*this)(with...);                                    \
    }                                                             \
  };                                                              \
  template <class... F>                                           \
  on_##name(F...)->on_##name<F...>

TILEPROOF_ON(open);
TILEPROOF_ON(tensor);
TILEPROOF_ON(part);
TILEPROOF_ON(all_parts);
TILEPROOF_ON(destination);
TILEPROOF_ON(copy);
TILEPROOF_ON(write);
TILEPROOF_ON(update);
TILEPROOF_ON(read);
TILEPROOF_ON(fetch);
TILEPROOF_ON(compute);
TILEPROOF_ON(flag);
TILEPROOF_ON(rank);
#undef TILEPROOF_ON

template <class... On>
struct payload : On... {};
template <class... On>
payload(On...) -> payload<On...>;

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
