// SPDX-License-Identifier: BSL-1.0
//
// Defines the door of the algebra: lift<operation<F>>(args...) applies F, an ordinary constexpr
// function over plain values (core/), to arguments whose integers live in their types,
// and returns a value whose type holds the static integers of the result. The operations of
// algebra/, tensor/ and atom/ that compute integers of a layout go through it. Operations that only
// move modes (algebra/rearrange.hpp), and the access to an element by one integer for each mode
// (algebra/coordinate.hpp), do without; proofs use its first half, read.hpp.
//
// The way of an argument, types -> values -> types:
//
//     while compiling: types                       when the call runs: values
//
//     Args...                                      args...
//       |  read.hpp                                  |
//       |  the type of an argument becomes           |  put_leaves
//       |  a core::layout; run-time leaf K           |  the stored leaves become
//       |  becomes the number K                      |  nodes 0, 1, ... of the program
//       v                                            v
//     core::layout, a plain value                  values of the first nodes
//       |  application.hpp                           |
//       |  Op::run, once for each combination        |  evaluate.hpp
//       |  of types; what it computes from   program |  the other nodes, and the conditions
//       |  run-time leaves is recorded   ----------> |  (evaluate_host.hpp or
//       v                                            |  evaluate_device.hpp)
//     core::layout, or a refusal                     v
//       |  result_type.hpp                         values of all nodes
//       |  a type for each integer                   |
//       v                                type        |  make_result
//     Layout<...>, tuple<...>        --------------> v
//                                                  a value of that type
//
// One call, compact_col_major(make_shape(_4{}, n, m)) with `int n, m`, followed through:
//
//   1. read.hpp reads tuple<_4,int,int> as the core value (_4,?0,?1): a static integer keeps its
//      value, a run-time leaf is its number among the stored leaves.
//   2. application.hpp makes ?0 and ?1 the nodes 0 and 1 of a program and runs core::compact_left
//      on them. Static products are computed: the second stride is 4. The third one, 4 * n, is
//      recorded as node 2 = node 0 * 4. The strides are (1, 4, node 2). Node 3, the product of all
//      three extents, is recorded as well; no leaf of the result needs it.
//   3. result_type.hpp names the type: tuple<_1,_4,int>. Node 2 has 32 bits, as its operands have.
//   4. evaluate.hpp runs the program on n and m, and make_result stores node 2 in the one slot of
//      the result.
//
// If all arguments are static, steps 1 to 3 are the whole call: the result is an empty object. If
// the core refuses, the compilation stops at a type that names the property and the witness
// (types/refused.hpp). A condition on run-time leaves (an obligation of the program) is checked in
// step 4: on the host a failed condition makes the core decide exactly, with the plain values
// (evaluate_host.hpp, reason_of), and a refusal throws layout_error; in device code it is an
// assert.
//
// To add an operation: write it in core/ with core::arithmetic, under a name of its own, and call
// lift<operation<core::that>>(args...), or lift<by_tiler<core::that>>(tiler, a). One that needs
// more than its arguments is a struct with `static constexpr core::layout run(core::arithmetic&,
// core::layout const&...)` that derives from takes_layouts or takes_tiler. Nothing here changes.
//
// Cost for a compiler: one instantiation of application<Op, Args...> for each combination of types,
// and one evaluation of Op::run in constant expressions (two where the program exceeds 24 nodes or
// 6 conditions).
#pragma once

#include <tileproof/lift/evaluate.hpp>
#include <tileproof/lift/symbolic_application.hpp>
#include <tileproof/types/hana.hpp>

#include <cstddef>
#include <utility>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// A layout and the offset of its first element: an integer, or a coordinate where strides are
// coordinates.
template <class Layout, class Offset>
struct placed {
  Layout layout;
  Offset offset;
};

// The type of an offset: an integer with or without its fact, or a coordinate that adds.
template <class T>
struct as_offset_type {
  using type = T;
  using plain = T;
};
template <std::int64_t N, class T>
struct as_offset_type<multiple_of<N, T>> {
  using type = multiple_of<N, T>;
  using plain = T;
};
template <symbolic_integer T>
struct as_offset_type<T> {
  using type = T;
  using plain = typename T::value_type;
};
template <class... Ts>
struct as_offset_type<tuple<Ts...>> {
  using type = ArithmeticTuple<Ts...>;
  using plain = type;
};

// The parts of a result, one of which lift gives: lift<Op, give::offset>(args...). `type` is the
// type of the part, `make` makes the part from the values of the program's nodes.
namespace give {

// The layout.
struct layout {
  template <class App>
  using type = layout_of<whole<App>>;
  template <class App>
  using make = make_result<type<App>, whole<App>, true>;
};
// The extents of the layout, as an integer tuple: operations on integer tuples keep their result
// there.
struct integers {
  template <class App>
  using type = extents_of<whole<App>>;
  template <class App>
  using make = make_result<type<App>, whole<App>, false>;
};
// The offset of a slice, with the fact that it is a multiple of a number.
struct offset_with_fact {
  template <class App>
  using type = typename as_offset_type<extents_of<offset_part<App>>>::type;
  template <class App>
  using make = make_result<type<App>, offset_part<App>, false>;
};
// The offset of a slice without the fact, since users see plain integers.
struct offset {
  template <class App>
  using type = typename as_offset_type<extents_of<offset_part<App>>>::plain;
  template <class App>
  using make = make_result<type<App>, offset_part<App>, false>;
};
// The layout and the offset of a slice, a tile or a partition.
struct placed {
  template <class App>
  using type = detail::placed<layout_of<kept_part<App>>, offset_with_fact::type<App>>;
  template <class App>
  struct make {
    template <class Values>
    TILEPROOF_HOST_DEVICE constexpr auto operator()(Values const& v) const {
      return type<App>{make_result<layout_of<kept_part<App>>, kept_part<App>, true>{}(v),
                       offset_with_fact::make<App>{}(v)};
    }
  };
};

}  // namespace give

// Applies Op to args and gives one Part of the result. Arguments of Hana or the standard library
// are first made the library's own. Refused while compiling, or with run-time leaves on the host
// (layout_error).
template <class Op, class Part = give::layout, class... Args>
TILEPROOF_HOST_DEVICE constexpr auto lift(Args const&... args) {
  if constexpr (any_foreign<Args...>) {
    return lift<Op, Part>(owned(args)...);
  } else {
    using app = application<Op, Args...>;
    if constexpr (is_refused<app>)
      return refused_by<app>{};
    else if constexpr (app::inputs::size == 0)
      return typename Part::template type<app>{};
    else
      return made<app, typename Part::template type<app>, typename Part::template make<app>>(
          std::index_sequence_for<Args...>{}, std::make_index_sequence<app::steps>{}, args...);
  }
}

// Whether lift<Op>(args...) has a result, and device code, which computes in the width of each
// node, computes it exactly. Nothing is thrown or refused. A host function, and so no part of lift:
// nvcc warns of a host function that a __host__ __device__ one calls.
template <class Op, class... Args>
constexpr bool can_lift(Args const&... args) {
  if constexpr (any_foreign<Args...>) {
    return can_lift<Op>(owned(args)...);
  } else {
    using app = application<Op, Args...>;
    if constexpr (is_refused<app>)
      return false;
    else if constexpr (app::inputs::size == 0)
      return true;
    else
      return fits_device<app>(std::index_sequence_for<Args...>{},
                              std::make_index_sequence<app::steps>{}, args...);
  }
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
