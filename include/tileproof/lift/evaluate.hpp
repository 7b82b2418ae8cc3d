// SPDX-License-Identifier: BSL-1.0
//
// Defines made<App, R, Make>: runs the program that the recorder wrote (core/program.hpp) on the
// run-time leaves of the arguments, checks its conditions, and makes the result of type R.
//
// The host computes every node in 64 bits and refuses a result whose leaf type does not hold its
// value (lift/evaluate_host.hpp). Device code, and a build with TILEPROOF_DISABLE_PROOFS, computes
// each node in its own width, 32 bits where no operand has 64 (lift/evaluate_device.hpp);
// fits_device asks beforehand whether that is exact.
#pragma once

#include <tileproof/lift/evaluate_host.hpp>
#include <tileproof/lift/result_type.hpp>

#include <cstdint>
#include <initializer_list>
#include <type_traits>
#include <utility>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// The nodes of a tree's run-time leaves in the order in which its type stores them: extents, then
// strides.
struct node_list {
  int node[2 * core::max_leaves]{};
  int count = 0;
};
constexpr node_list stored_nodes(core::layout const& l, bool with_strides) {
  node_list r;
  for (int i = 0; i < l.count; ++i)
    if (!l.at[i].extent.is_fixed()) r.node[r.count++] = l.at[i].extent.node;
  for (int i = 0; with_strides && i < l.count; ++i)
    if (!l.at[i].stride.is_fixed()) r.node[r.count++] = l.at[i].stride.node;
  return r;
}

// The value of a node in its width. Wide: it has 64 bits. Given: it is a leaf of the arguments.
template <bool Wide, bool Given>
TILEPROOF_HOST_DEVICE constexpr auto node_value(registers const& v, int i) {
  return load<Wide>(v, i);
}
#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
// The value of a node in 64 bits; refused where the bits of its type do not hold it
// (leaves_fit_their_type, integers_fit_64_bits). A leaf of the arguments is passed on as it was
// given.
template <bool Wide, bool Given>
TILEPROOF_HOST_DEVICE constexpr std::int64_t node_value(exact_nodes const& v, int i) {
  if (!Given && v.is_lost(i)) value_does_not_fit_64_bits();
  if (!Given && !Wide && !fits_bits(v.value[i], 32)) value_does_not_fit_its_type(v.value[i], 32);
  return v.value[i];
}

// Makes a result of type R from the values of the nodes. Part says which nodes it takes,
// WithStrides whether R is a layout, Store which slots R has. An R without slots is static.
template <class R, class Part, bool WithStrides, class Store = typename store<leaves_t<R>>::type>
struct make_result {
  template <class Nodes>
  TILEPROOF_HOST_DEVICE constexpr R operator()(Nodes const&) const {
    return R{};
  }
};
template <class R, class Part, bool WithStrides, std::size_t... K, class... Ls>
struct make_result<R, Part, WithStrides, leaf_store<std::index_sequence<K...>, type_list<Ls...>>> {
  static constexpr node_list from = stored_nodes(Part::tree, WithStrides);

  template <class Nodes>
  TILEPROOF_HOST_DEVICE constexpr R operator()(Nodes const& v) const {
    using app = typename Part::app;
    if constexpr (tree<R>) {
      R r{};
      ((slot_value<K>(r) =
            static_cast<Ls>(node_value<app::result.program.at[from.node[K]].wide,
                                       (from.node[K] < app::inputs::size)>(v, from.node[K]))),
       ...);
      return r;
    } else {
      return static_cast<R>(
          node_value<app::result.program.at[from.node[0]].wide, (from.node[0] < app::inputs::size)>(
              v, from.node[0]));
    }
  }
};

// The nodes that a result is computed from; conditions may need others.
struct node_set {
  bool has[core::max_nodes]{};
};
// Walks the program backwards from the integers of the result.
template <class App>
constexpr node_set nodes_of_result() {
  node_set r;
  for_each_integer(App::value, App::value, [&](core::integer const& i, core::integer const&) {
    if (!i.is_known()) r.has[i.node] = true;
    return true;
  });
  for (int i = App::result.program.count - 1; i >= 0; --i) {
    core::node const& n = App::result.program.at[i];
    if (!r.has[i] || n.does.code == core::op::input) continue;
    if (!core::is_constant(n.does.a)) r.has[n.a] = true;
    if (!core::is_constant(n.does.b)) r.has[n.b] = true;
  }
  return r;
}

// Whether Op is accepted, and each node of its result fits the width in which device code computes
// it. A... number the arguments, I... the steps of the program. Host only.
template <class App, std::size_t... A, std::size_t... I, class... Args>
constexpr bool fits_device(std::index_sequence<A...> arguments, std::index_sequence<I...> steps,
                           Args const&... args) {
  constexpr std::size_t nodes = App::inputs::size + sizeof...(I);
  std::int64_t value[nodes]{};
  bool lost[nodes]{};
  exact_nodes v{value, lost};
  core::refusal const why = run_exactly<App>(v, arguments, steps, args...);
  constexpr node_set in_result = nodes_of_result<App>();
  for (std::size_t i = 0; i < nodes; ++i)
    if (in_result.has[i] &&
        (v.is_lost(i) || (!App::result.program.at[i].wide && !fits_bits(value[i], 32))))
      return false;
  return why.what == core::property::none;
}

#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
// The result of a recorded application: runs the program on the arguments A... in steps I...,
// checks its conditions, and makes the R. On the host the steps are an initializer list, which has
// an order and, unlike a fold, no limit of nesting with clang. In device code they are a fold: the
// list is an array to nvcc 13.0, which then orders the main loop of gemm_pipelined otherwise (1.5 %
// of an H100's time). The device code stands in this function, since with one more call nvcc orders
// it otherwise.
template <class App, class R, class Make, std::size_t... A, std::size_t... I, class... Args>
TILEPROOF_HOST_DEVICE constexpr auto made([[maybe_unused]] std::index_sequence<A...> arguments,
                                          [[maybe_unused]] std::index_sequence<I...> steps,
                                          Args const&... args) {
  constexpr std::size_t nodes = App::inputs::size + sizeof...(I);
  if constexpr (__is_empty(R) && App::result.program.obligations == 0) {
    return R{};
  } else {
#if defined(__CUDA_ARCH__) || defined(TILEPROOF_DISABLE_PROOFS)
    int narrow[nodes]{};
    std::int64_t wide[App::result.any_wide ? nodes : 1]{};
    registers const v{narrow, wide};
    (put_leaves<begins_v<begins_of<Args...>>.at[A]>(put_in_width<App::all_wide>{v}, args), ...);
    constexpr int stored = App::inputs::size;
#if defined(__CUDA_ARCH__)
    (advance<App::result.program.at[stored + I].does>(
         v, stored + I, App::result.program.at[stored + I].a, App::result.program.at[stored + I].b,
         App::result.program.at[stored + I].value),
     ...);
#else
    static_cast<void>(std::initializer_list<int>{
        (advance<App::result.program.at[stored + I].does>(
             v, stored + I, App::result.program.at[stored + I].a,
             App::result.program.at[stored + I].b, App::result.program.at[stored + I].value),
         0)...});
#endif
    if constexpr (App::result.program.obligations > 0) check_in_width<App>(v);
#else
    std::int64_t value[nodes]{};
    bool lost[nodes]{};
    exact_nodes v{value, lost};
    core::refusal const why = run_exactly<App>(v, arguments, steps, args...);
    if (why.what != core::property::none) fail(why);
#endif
    return Make{}(v);
  }
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
