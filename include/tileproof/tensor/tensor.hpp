// SPDX-License-Identifier: BSL-1.0
//
// Tensor<Engine,Layout>: elements in memory and the layout that maps a coordinate to one of them,
// as in CuTe.
//
//   auto sA = make_tensor(make_smem_ptr(p), make_layout(make_shape(_128{}, _64{}), LayoutRight{}));
//   sA(3, 5) = half_t(1.f);      // one element
//   auto row = sA(3, _);         // a view of 64 elements
//   auto rC = make_tensor<float>(make_shape(_8{}, _8{}));  // owns 64 floats
#pragma once

#include <tileproof/algebra/composed_layout.hpp>
#include <tileproof/tensor/cpu_hooks.hpp>
#include <tileproof/tensor/engine.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// The storage of a tensor: the engine, and the layout where it has run-time leaves. A static layout
// takes none, so that a tensor with one is as large as its pointer.
template <class Engine, class Layout, bool = __is_empty(Layout)>
struct tensor_storage {
  Engine engine{};
  TILEPROOF_HOST_DEVICE constexpr Layout layout() const { return {}; }
  constexpr tensor_storage() = default;
  TILEPROOF_HOST_DEVICE constexpr tensor_storage(Engine const& e, Layout const&) : engine(e) {}
};
template <class Engine, class Layout>
struct tensor_storage<Engine, Layout, false> {
  Engine engine{};
  Layout map{};
  TILEPROOF_HOST_DEVICE constexpr Layout const& layout() const { return map; }
  constexpr tensor_storage() = default;
  TILEPROOF_HOST_DEVICE constexpr tensor_storage(Engine const& e, Layout const& l)
      : engine(e), map(l) {}
};

}  // namespace detail

// A tensor as in CuTe: an engine (a pointer, or owned elements) and a layout from coordinates to
// offsets in elements. It is a view if the engine is a ViewEngine: copying it copies no element. It
// owns its elements if the engine is an ArrayEngine: copying it copies them, and const makes its
// elements const.
template <class Engine, class Layout>
struct Tensor : private detail::tensor_storage<Engine, Layout> {
  using store = detail::tensor_storage<Engine, Layout>;
  using engine_type = Engine;
  using layout_type = Layout;
  using iterator = typename Engine::iterator;
  using reference = typename Engine::reference;
  using element_type = typename Engine::element_type;
  using value_type = typename Engine::value_type;
  static constexpr int rank = Layout::rank;

  Tensor() = default;
  TILEPROOF_HOST_DEVICE constexpr Tensor(Engine const& e, Layout const& l) : store(e, l) {}

  using store::layout;
  // The pointer or iterator to which the layout's offsets are added.
  TILEPROOF_HOST_DEVICE constexpr decltype(auto) data() { return this->engine.begin(); }
  TILEPROOF_HOST_DEVICE constexpr decltype(auto) data() const { return this->engine.begin(); }

  // Shape and stride of the layout, or of its mode I (of the mode inside it, for several indices).
  template <std::size_t... I>
  TILEPROOF_HOST_DEVICE constexpr auto shape() const {
    return layout().template shape<I...>();
  }
  template <std::size_t... I>
  TILEPROOF_HOST_DEVICE constexpr auto stride() const {
    return layout().template stride<I...>();
  }
  // The number of coordinates: the product of the shape.
  TILEPROOF_HOST_DEVICE constexpr auto size() const { return tileproof::size(layout()); }

  // The element at a coordinate: one integer for each mode, one integer for all modes
  // (column-major), or a tuple. A `_` in the coordinate keeps a mode: t(_, 3) is the view of column
  // 3. Device code does not check coordinates against the shape; the CPU run of a kernel does.
  template <class... Cs>
  TILEPROOF_HOST_DEVICE constexpr decltype(auto) operator()(Cs const&... cs) {
    return at(*this, cs...);
  }
  template <class... Cs>
  TILEPROOF_HOST_DEVICE constexpr decltype(auto) operator()(Cs const&... cs) const {
    return at(*this, cs...);
  }
  // t[c] is t(c), for one integer or one tuple.
  template <class C>
  TILEPROOF_HOST_DEVICE constexpr decltype(auto) operator[](C const& c) {
    return at(*this, c);
  }
  template <class C>
  TILEPROOF_HOST_DEVICE constexpr decltype(auto) operator[](C const& c) const {
    return at(*this, c);
  }

  // A view of the same elements through composition(layout(), other); several arguments act mode by
  // mode.
  template <class... Others>
  TILEPROOF_HOST_DEVICE constexpr auto compose(Others const&... others) const;

 private:
  // The element or the view at a coordinate, for a tensor that is const or not.
  template <class Self, class... Cs>
  TILEPROOF_HOST_DEVICE static constexpr decltype(auto) at(Self& self, Cs const&... cs);
};

// is_tensor_v<T>: T is a Tensor, const or a reference or not.
template <class T>
struct is_tensor : std::false_type {};
template <class E, class L>
struct is_tensor<Tensor<E, L>> : std::true_type {};
template <class T>
struct is_tensor<T const> : is_tensor<T> {};
template <class T>
inline constexpr bool is_tensor_v = is_tensor<std::remove_cvref_t<T>>::value;

namespace detail {

// True for what can be dereferenced: a pointer or an iterator.
template <class P>
inline constexpr bool is_iterator_v = requires(P const& p) { *p; };

// The tensor over the elements at `it`. A refused layout is returned as it is, so that the refusal
// keeps its witness.
template <class It, class L>
TILEPROOF_HOST_DEVICE constexpr auto view(It it, L const& l) {
  return Tensor<ViewEngine<It>, L>(ViewEngine<It>{it}, l);
}

// The view through a layout, or the refusal that the algebra returned in its place: the caller's
// error then shows the cause.
template <class It, class L>
TILEPROOF_HOST_DEVICE constexpr auto view_unless_refused(It it, L const& l) {
  if constexpr (is_no_result_v<L>)
    return l;
  else
    return view(it, l);
}

}  // namespace detail

// The name of a refusal: a pointer stands in the place of a tensor.
template <class T>
struct a_tensor_is_given {
  using element_type = T;
  static constexpr char const* sentences[] = {
      "a pointer to {element} is given where a tensor is expected: write "
      "make_tensor(make_gmem_ptr(p), layout), or make_smem_ptr",
      nullptr};
};

// A view of the elements at the pointer or iterator `it`: with a layout, with a shape
// (column-major), or with shape and stride. Strides and offsets count elements. Wrap raw pointers
// with make_gmem_ptr or make_smem_ptr where an atom requires a memory space.
template <class It, class L>
  requires(detail::is_iterator_v<It> && (is_layout_v<L> || detail::int_tuple<L>))
TILEPROOF_HOST_DEVICE constexpr auto make_tensor(It it, L const& l) {
  if constexpr (is_layout_v<L>)
    return detail::view(it, l);
  else
    return detail::view(it, make_layout(l));
}
template <class It, class S, class D>
  requires(detail::is_iterator_v<It>)
TILEPROOF_HOST_DEVICE constexpr auto make_tensor(It it, S const& shape, D const& stride) {
  return detail::view(it, make_layout(shape, stride));
}

// A tensor that owns elements of type T: registers in a kernel. Write an element before you read
// it; the CPU run of a kernel reports one that was never written. It holds as many elements as the
// layout's cosize. Refused (static_assert) unless the layout is static.
template <class T, class L>
  requires(is_layout_v<L> || detail::int_tuple<L>)
TILEPROOF_HOST_DEVICE constexpr auto make_tensor(L const& l) {
  if constexpr (is_layout_v<L>) {
    static_assert(is_static_v<L>, "make_tensor<T>: an owning tensor needs a static layout");
    if constexpr (is_static_v<L>)
      return Tensor<ArrayEngine<T, static_cast<std::size_t>(cosize_v<L>)>, L>{};
    else
      return make_tensor<T>(Layout<Int<1>, Int<0>>{});
  } else {
    return make_tensor<T>(make_layout(l));
  }
}
template <class T, detail::no_integer S>
TILEPROOF_HOST_DEVICE constexpr auto make_tensor(S const& shape) {
  return make_layout(shape);  // refused
}
template <class T, class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto make_tensor(S const& shape, D const& stride) {
  return make_tensor<T>(make_layout(shape, stride));
}

template <class Engine, class Layout>
template <class Self, class... Cs>
TILEPROOF_HOST_DEVICE constexpr decltype(auto) Tensor<Engine, Layout>::at(Self& self,
                                                                          Cs const&... cs) {
  if constexpr ((detail::has_underscore_v<detail::own_t<Cs>> || ...)) {
    auto const kept = slice_and_offset(detail::as_coordinate(cs...), self.layout());
    if constexpr (detail::is_no_result_v<decltype(kept)>) {
      return kept;
    } else {
#if !defined(__CUDACC__)
      if constexpr (detail::is_watched<Engine> && is_rmem_v<Engine>) {
        if (!__builtin_is_constant_evaluated()) detail::watch_slice(self.data(), get<1>(kept));
      } else if constexpr (detail::is_watched<Engine>) {
        auto const p = cpu::watch_place(self.data(), self.layout(), cs...);
        return detail::view(p + get<1>(kept), get<0>(kept));
      }
#endif
      return detail::view(self.data() + get<1>(kept), get<0>(kept));
    }
  } else if constexpr (detail::is_no_result_v<decltype(self.layout()(cs...))>) {
    return self.layout()(cs...);
#if !defined(__CUDACC__)
  } else if constexpr (detail::is_watched<Engine>) {
    auto const offset = self.layout()(cs...);
    if constexpr (is_rmem_v<Engine>) {
      if (!__builtin_is_constant_evaluated()) detail::watch_use(self.data(), offset);
      return self.data()[offset];
    } else {
      return cpu::watch_place(self.data(), self.layout(), cs...)[offset];
    }
#endif
  } else {
    return self.data()[self.layout()(cs...)];
  }
}

// ---- parts: a mode I of a tensor's layout, or of a mode inside it (I, J)

template <std::size_t... I, class E, class L>
TILEPROOF_HOST_DEVICE constexpr auto layout(Tensor<E, L> const& t) {
  return layout<I...>(t.layout());
}
template <std::size_t... I, class E, class L>
TILEPROOF_HOST_DEVICE constexpr auto shape(Tensor<E, L> const& t) {
  return shape<I...>(t.layout());
}
template <std::size_t... I, class E, class L>
TILEPROOF_HOST_DEVICE constexpr auto stride(Tensor<E, L> const& t) {
  return stride<I...>(t.layout());
}
template <std::size_t... I, class E, class L>
TILEPROOF_HOST_DEVICE constexpr auto size(Tensor<E, L> const& t) {
  return size<I...>(t.layout());
}
template <std::size_t... I, class E, class L>
TILEPROOF_HOST_DEVICE constexpr auto cosize(Tensor<E, L> const& t) {
  return cosize<I...>(t.layout());
}
template <std::size_t... I, class E, class L>
TILEPROOF_HOST_DEVICE constexpr auto rank(Tensor<E, L> const& t) {
  return decltype(rank<I...>(t.layout())){};
}
template <std::size_t... I, class E, class L>
TILEPROOF_HOST_DEVICE constexpr auto depth(Tensor<E, L> const& t) {
  return decltype(depth<I...>(t.layout())){};
}

// A view of the same memory as elements of type New: a row of 8 half_t becomes 4 std::uint32_t. A
// tensor that owns its elements also yields a view, which must not outlive it. Refused where
// recast_layout refuses the layout.
template <class New, class T>
  requires(is_tensor_v<T>)
TILEPROOF_HOST_DEVICE constexpr auto recast(T&& t) {
  using old = typename std::remove_cvref_t<T>::value_type;
  return detail::view_unless_refused(recast_ptr<New>(t.data()),
                                     recast_layout<old, New>(t.layout()));
}

// ---- the layout algebra on tensors: NAME(tensor, args...) is the view of the same elements
// through NAME(tensor.layout(), args...), and is refused where that is

#define TILEPROOF_ON_TENSOR(NAME)                                                         \
  template <class E, class L, class... Args>                                              \
  TILEPROOF_HOST_DEVICE constexpr auto NAME(Tensor<E, L> const& t, Args const&... args) { \
    return detail::view_unless_refused(t.data(), NAME(t.layout(), args...));              \
  }
TILEPROOF_ON_TENSOR(flatten)
TILEPROOF_ON_TENSOR(coalesce)
TILEPROOF_ON_TENSOR(filter)
TILEPROOF_ON_TENSOR(filter_zeros)
TILEPROOF_ON_TENSOR(composition)
TILEPROOF_ON_TENSOR(logical_divide)
TILEPROOF_ON_TENSOR(zipped_divide)
TILEPROOF_ON_TENSOR(tiled_divide)
TILEPROOF_ON_TENSOR(flat_divide)
#undef TILEPROOF_ON_TENSOR

template <class Engine, class Layout>
template <class... Others>
TILEPROOF_HOST_DEVICE constexpr auto Tensor<Engine, Layout>::compose(
    Others const&... others) const {
  return detail::view(data(), layout().compose(others...));
}

// Modes [B,E) of the tensor, with the same element 0: take<0,2> of (8,4,3) is the (8,4) at
// coordinate 0 of mode 2.
template <std::size_t B, std::size_t E, class En, class L>
TILEPROOF_HOST_DEVICE constexpr auto take(Tensor<En, L> const& t) {
  return detail::view(t.data(), take<B, E>(t.layout()));
}
// Modes [B,E) gathered into one mode, whose modes they become: group_modes<0,2> of (8,4,3) is
// ((8,4),3). The tensor has E - B - 1 modes fewer.
template <std::size_t B, std::size_t E, class En, class L>
TILEPROOF_HOST_DEVICE constexpr auto group_modes(Tensor<En, L> const& t) {
  return detail::view(t.data(), group<B, E>(t.layout()));
}
template <std::size_t B, std::size_t E, class L>
  requires(is_layout_v<L>)
TILEPROOF_HOST_DEVICE constexpr auto group_modes(L const& l) {
  return group<B, E>(l);
}

// The tensor with its origin moved to `coord`: the result's element at c is t's element at coord +
// c. Its shape stays, so the last coordinates may lie outside of t.
template <class Coord, class E, class L>
TILEPROOF_HOST_DEVICE constexpr auto domain_offset(Coord const& coord, Tensor<E, L> const& t) {
  auto const moved = domain_offset(coord, t.layout());
  return detail::view(t.data() + get<1>(moved), get<0>(moved));
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
