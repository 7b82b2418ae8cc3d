// SPDX-License-Identifier: BSL-1.0
//
// Coordinates of tensors in memory, as a kernel on the CPU uses them: each is inside its mode, so
// that a row does not wrap into the next column.
#pragma once

#include <tileproof/kernel/cpu/pointer.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace cpu {

// An offset, and the first coordinate that is outside of its mode.
struct exact_place {
  std::int64_t offset = 0;
  int mode = -1;  // -1: all are inside
  std::int64_t coordinate = 0;
  std::int64_t extent = 0;

  template <class S, class D, class C>
  void add(int at, S const& shape, D const& stride, C const& c) {
    if constexpr (is_tuple_v<C>) {
      [&]<std::size_t... I>(std::index_sequence<I...>) {
        (add(at < 0 ? static_cast<int>(I) : at, get<I>(shape), get<I>(stride), get<I>(c)), ...);
      }
      (std::make_index_sequence<static_cast<std::size_t>(rank_v<C>)>{});
    } else {
      std::int64_t const n = static_cast<std::int64_t>(c);
      std::int64_t const all = count(shape);
      if ((n < 0 || n >= all) && mode < 0) {
        mode = at < 0 ? 0 : at;
        coordinate = n;
        extent = all;
      }
      std::int64_t rest = n;
      add_index(shape, stride, rest, true);
    }
  }

 private:
  template <class S>
  static std::int64_t count(S const& shape) {
    if constexpr (is_tuple_v<S>)
      return count_of(shape, std::make_index_sequence<static_cast<std::size_t>(rank_v<S>)>{});
    else
      return static_cast<std::int64_t>(shape);
  }
  template <class S, std::size_t... I>
  static std::int64_t count_of(S const& shape, std::index_sequence<I...>) {
    return (std::int64_t{1} * ... * count(get<I>(shape)));
  }
  template <class S, class D>
  void add_index(S const& shape, D const& stride, std::int64_t& rest, bool is_last) {
    if constexpr (is_tuple_v<S>) {
      constexpr std::size_t n = static_cast<std::size_t>(rank_v<S>);
      [&]<std::size_t... I>(std::index_sequence<I...>) {
        (add_index(get<I>(shape), get<I>(stride), rest, is_last && I + 1 == n), ...);
      }
      (std::make_index_sequence<n>{});
    } else {
      auto const e = static_cast<std::int64_t>(shape);
      std::int64_t const i = is_last || e <= 0 ? rest : rest % e;
      if (e > 0) rest /= e;
      offset += i * static_cast<std::int64_t>(stride);
    }
  }
};

template <class P, class L, class... Cs>
void watch_use(ptr<P> const& p, L const& l, Cs const&... cs) {
  if constexpr (is_composed_layout<L>::value) {
    watch_use(p, l.layout_b(), cs...);  // a swizzle takes the offset of the inner layout
  } else if constexpr (sizeof...(Cs) == 1 || sizeof...(Cs) == static_cast<std::size_t>(L::rank)) {
    exact_place exact;
    exact.add(-1, l.shape(), l.stride(), detail::as_coordinate(cs...));
    if (p.in->in == nullptr) return;  // a tensor without elements
    attempt a{p.in, p.bit, 1, 1, false, checks().thread};
    // The access itself finds an offset that is outside of the memory.
    std::int64_t const element = a.element() + exact.offset;
    if (exact.mode >= 0 && p.in->contains(element * p.in->element_bits, p.in->element_bits))
      checks().add(fault::out_of_bounds, a, -1, element,
                   "thread " + std::to_string(a.thread) + " uses coordinate " +
                       std::to_string(exact.coordinate) + " of mode " + std::to_string(exact.mode) +
                       " of a tensor in " + p.in->name + ", a mode of " +
                       std::to_string(exact.extent) + " elements, for " + p.in->element(element));
  }
}
template <class Space, class P, class L, class... Cs>
void watch_use(tagged_ptr<Space, ptr<P>> const& p, L const& l, Cs const&... cs) {
  watch_use(p.it, l, cs...);
}

}  // namespace cpu

namespace detail {

template <class P>
inline constexpr bool is_watched<ViewEngine<cpu::ptr<P>>> = true;
template <class Space, class P>
inline constexpr bool is_watched<ViewEngine<tagged_ptr<Space, cpu::ptr<P>>>> = true;

}  // namespace detail

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
