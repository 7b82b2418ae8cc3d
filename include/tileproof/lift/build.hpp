// SPDX-License-Identifier: BSL-1.0
//
// Defines the door of the algebra: call<Op>(args...) applies one operation Op, an ordinary
// constexpr function over plain values (core/), to arguments whose integers live in their types,
// and returns a value whose type holds the static integers of the result. The operations of
// algebra/, tensor/ and atom/ that compute integers of a layout go through it. Those that only move
// modes (algebra/rearrange.hpp), and the access to an element by one integer for each mode
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
// To add an operation: write it in core/ with core::arithmetic, wrap it in a struct with `static
// constexpr core::layout run(core::arithmetic&, core::layout const&...)` that derives from
// takes_layouts or takes_tiler, and call call<that>(args...). Nothing here changes.
//
// Cost for a compiler: one instantiation of application<Op, Args...> for each combination of types,
// and one evaluation of Op::run in constant expressions (two where the program exceeds 24 nodes or
// 6 conditions).
#pragma once

#include <tileproof/lift/evaluate.hpp>
#include <tileproof/types/hana.hpp>

#include <cstddef>
#include <utility>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// The layout that Op gives. Refused while compiling, or with run-time leaves on the host
// (layout_error).
template <class Op, class... Args>
TILEPROOF_HOST_DEVICE constexpr auto call(Args const&... args) {
  using app = application<Op, Args...>;
  if constexpr (is_refused<app>) {
    return refused_by<app>{};
  } else {
    using part = whole<app>;
    using R = layout_of<part>;
    if constexpr (app::inputs::size == 0)
      return R{};
    else
      return made<app, R, make_result<R, part, true>>(
          std::index_sequence_for<Args...>{}, std::make_index_sequence<app::steps>{}, args...);
  }
}

// The extents of the layout that Op gives, as an integer tuple: operations on integer tuples keep
// their result in the extents.
template <class Op, class... Args>
TILEPROOF_HOST_DEVICE constexpr auto call_ints(Args const&... args) {
  using app = application<Op, Args...>;
  if constexpr (is_refused<app>) {
    return refused_by<app>{};
  } else {
    using part = whole<app>;
    using R = extents_of<part>;
    if constexpr (app::inputs::size == 0)
      return R{};
    else
      return made<app, R, make_result<R, part, false>>(
          std::index_sequence_for<Args...>{}, std::make_index_sequence<app::steps>{}, args...);
  }
}

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
template <class... Ts>
struct as_offset_type<tuple<Ts...>> {
  using type = ArithmeticTuple<Ts...>;
  using plain = type;
};
// The type of the offset of a core::sliced, with and without the fact that it is a multiple of a
// number.
template <class App>
using offset_of = typename as_offset_type<extents_of<offset_part<App>>>::type;
template <class App>
using plain_offset_of = typename as_offset_type<extents_of<offset_part<App>>>::plain;

// Makes a `placed` from the values of the program's nodes.
template <class App>
struct make_placed {
  template <class Values>
  TILEPROOF_HOST_DEVICE constexpr auto operator()(Values const& v) const {
    using layout = layout_of<kept_part<App>>;
    using offset = offset_of<App>;
    return placed<layout, offset>{make_result<layout, kept_part<App>, true>{}(v),
                                  make_result<offset, offset_part<App>, false>{}(v)};
  }
};

// The layout and the offset of an Op that gives a core::sliced: a slice, a tile, a partition.
template <class Op, class... Args>
TILEPROOF_HOST_DEVICE constexpr auto call_placed(Args const&... args) {
  using app = application<Op, Args...>;
  if constexpr (is_refused<app>) {
    return refused_by<app>{};
  } else if constexpr (app::inputs::size == 0) {
    return placed<layout_of<kept_part<app>>, offset_of<app>>{};
  } else {
    return made<app, placed<layout_of<kept_part<app>>, offset_of<app>>, make_placed<app>>(
        std::index_sequence_for<Args...>{}, std::make_index_sequence<app::steps>{}, args...);
  }
}

// The offset alone, without the fact that it is a multiple of a number, since users see plain
// integers; WithFact keeps it.
template <class Op, bool WithFact = false, class... Args>
TILEPROOF_HOST_DEVICE constexpr auto call_offset(Args const&... args) {
  using app = application<Op, Args...>;
  if constexpr (is_refused<app>) {
    return refused_by<app>{};
  } else {
    using R = std::conditional_t<WithFact, offset_of<app>, plain_offset_of<app>>;
    if constexpr (app::inputs::size == 0)
      return R{};
    else
      return made<app, R, make_result<R, offset_part<app>, false>>(
          std::index_sequence_for<Args...>{}, std::make_index_sequence<app::steps>{}, args...);
  }
}

// Whether Op is accepted for these arguments, and device code, which computes in the width of each
// node, computes its result exactly. Nothing is thrown or refused.
template <class Op, class... Args>
constexpr bool accepts(Args const&... args) {
  using app = application<Op, Args...>;
  if constexpr (is_refused<app>) {
    return false;
  } else if constexpr (app::inputs::size == 0) {
    return true;
  } else {
    return fits_device<app>(std::index_sequence_for<Args...>{},
                            std::make_index_sequence<app::steps>{}, args...);
  }
}

// Arguments of Hana or the standard library become the algebra's own here, for every operation.
#define TILEPROOF_TAKES_FOREIGN(NAME)                                                             \
  template <class Op, class... Args>                                                              \
  requires(any_foreign<Args...>) TILEPROOF_HOST_DEVICE constexpr auto NAME(Args const&... args) { \
    return NAME<Op>(owned(args)...);                                                              \
  }
TILEPROOF_TAKES_FOREIGN(call)
TILEPROOF_TAKES_FOREIGN(call_ints)
TILEPROOF_TAKES_FOREIGN(call_placed)
TILEPROOF_TAKES_FOREIGN(accepts)
#undef TILEPROOF_TAKES_FOREIGN
template <class Op, bool WithFact = false, class... Args>
requires(any_foreign<Args...>) TILEPROOF_HOST_DEVICE constexpr auto call_offset(
    Args const&... args) {
  return call_offset<Op, WithFact>(owned(args)...);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
