// SPDX-License-Identifier: BSL-1.0
//
// The algebra gives for layouts with run-time leaves the same as the core gives for their values:
// one tree, leaf by leaf, static marks included. It throws the core's sentence where the core
// refuses.
#include <tileproof/core/coordinate.hpp>
#include <tileproof/core/left_inverse.hpp>
#include <tileproof/tileproof.hpp>

#include <boost/hana/for_each.hpp>
#include <boost/hana/tuple.hpp>

#include <iostream>
#include <random>
#include <string>

namespace hana = boost::hana;
namespace core = tileproof::core;
using namespace tileproof;

namespace {

class randomness {
 public:
  int operator()(int least, int most) {
    return least + static_cast<int>(engine_() % static_cast<std::uint64_t>(most - least + 1));
  }

 private:
  std::mt19937_64 engine_{2025};
};

// The core's view of an integer tuple, run-time leaves as plain values.
template <class T>
void append(core::layout& out, T const& t) {
  if constexpr (is_tuple_v<T>) {
    out.open(rank_v<T>);
    hana::for_each(t, [&out](auto const& element) { append(out, element); });
  } else if constexpr (is_static_v<T>) {
    out.leaf({core::fixed(T::value), core::fixed(0), 0});
  } else {
    out.leaf({core::plain(t), core::fixed(0), 0});
  }
}
template <class T>
core::layout plain(T const& t) {
  core::layout l;
  append(l, t);
  return l;
}
template <class S, class D>
core::layout plain(Layout<S, D> const& l) {
  core::arithmetic cx;
  return core::zipped(cx, plain(l.shape()), plain(l.stride()));
}
// A layout is a terminal of a tiler.
template <class T>
core::layout plain_tiler(T const& t) {
  core::layout l;
  if (is_layout_v<T>) l.open(core::tile_token);
  l.copy(plain(t));
  return core::as_tiler(l);
}

int calls = 0;
int thrown = 0;
int failures = 0;

// The algebra and the core give one result, or one sentence of refusal.
template <class Typed, class Plain>
void agree(char const* name, Typed const& typed, Plain const& by_core) {
  ++calls;
  core::arithmetic cx;
  core::layout const expected = by_core(cx);
  std::string const wanted =
      cx.refused() ? core::sentence(cx.why).at : core::layout_text(expected).at;
  std::string found;
  bool refuses = false;
  try {
    found = to_string(typed()).at;
  } catch (layout_error const& e) {
    refuses = true;
    found = e.what();
  }
  thrown += refuses;
  if (found == wanted && refuses == cx.refused()) return;
  if (++failures <= 10) std::cout << name << ": " << found << ", the core says " << wanted << '\n';
}

// ---- layouts with run-time leaves, by type

auto const layouts = hana::make_tuple(
    [](auto& r) { return make_layout(r(1, 24)); },
    [](auto& r) { return make_layout(r(1, 24), r(0, 9)); },
    [](auto& r) { return make_layout(Int<8>{}, r(0, 9)); },
    [](auto& r) { return make_layout(static_cast<std::int64_t>(r(1, 24)), Int<2>{}); },
    [](auto& r) { return make_layout(make_shape(r(1, 8), _4{})); },
    [](auto& r) { return make_layout(make_shape(_4{}, r(1, 8))); },
    [](auto& r) { return make_layout(make_shape(r(1, 8), r(1, 8))); },
    [](auto& r) { return make_layout(make_shape(r(1, 8), r(1, 8)), LayoutRight{}); },
    [](auto& r) { return make_layout(make_shape(r(1, 8), _8{}), LayoutRight{}); },
    [](auto& r) { return make_layout(make_shape(_4{}, _8{}), make_stride(_1{}, r(1, 12))); },
    [](auto& r) { return make_layout(make_shape(_4{}, _8{}), make_stride(r(1, 12), _1{})); },
    [](auto& r) { return make_layout(make_shape(r(1, 8), _8{}), make_stride(_8{}, r(0, 2))); },
    [](auto& r) { return make_layout(make_shape(r(1, 8), r(1, 8)), make_stride(r(0, 9), _1{})); },
    [](auto& r) { return make_layout(make_shape(r(1, 4), r(1, 4), r(1, 4))); },
    [](auto& r) { return make_layout(make_shape(_2{}, r(1, 4), _4{})); },
    [](auto& r) {
      return make_layout(make_shape(_2{}, make_shape(r(1, 6), _2{})),
                         make_stride(_1{}, make_stride(_2{}, r(1, 12))));
    },
    [](auto& r) { return make_layout(make_shape(make_shape(_2{}, r(1, 6)), _4{})); },
    [](auto& r) {
      return make_layout(make_shape(make_shape(_2{}, r(1, 6)), _4{}), LayoutRight{});
    });

auto const tilers =
    hana::make_tuple([](auto&) { return Int<2>{}; }, [](auto& r) { return r(1, 6); },
                     [](auto&) { return make_layout(_4{}, _2{}); },
                     [](auto& r) { return make_layout(_4{}, r(1, 6)); },
                     [](auto& r) { return make_layout(r(1, 6), _2{}); });

template <class L>
void check(L const& l, randomness& r) {
  using core::arithmetic;
  core::layout const p = plain(l);
  agree(
      "coalesce", [&] { return coalesce(l); },
      [&](arithmetic& cx) { return core::coalesce(cx, p); });
  agree("filter", [&] { return filter(l); }, [&](arithmetic& cx) { return core::filter(cx, p); });
  agree(
      "right_inverse", [&] { return right_inverse(l); },
      [&](arithmetic& cx) { return core::right_inverse(cx, p); });
  if constexpr (L::rank > 1) {
    auto const tile = make_tile(_2{}, r(1, 4));
    agree(
        "zipped_divide", [&] { return zipped_divide(l, tile); },
        [&](arithmetic& cx) { return core::zipped_divide(cx, p, plain_tiler(tile)); });
  }
  int const n = r(1, 96);
  agree(
      "complement", [&] { return complement(l, n); },
      [&](arithmetic& cx) { return core::complement(cx, p, core::plain(n)); });
  agree(
      "left_inverse", [&] { return left_inverse(l); },
      [&](arithmetic& cx) { return core::left_inverse(cx, p); });
}

template <class L, class Tiler>
void check(L const& l, Tiler const& tiler) {
  using core::arithmetic;
  core::layout const p = plain(l);
  core::layout const t = plain_tiler(tiler);
  agree(
      "logical_divide", [&] { return logical_divide(l, tiler); },
      [&](arithmetic& cx) { return core::logical_divide(cx, p, t); });
  if constexpr (is_layout_v<Tiler>) {
    agree(
        "composition", [&] { return composition(l, tiler); },
        [&](arithmetic& cx) { return core::composition(cx, p, plain(tiler)); });
    agree(
        "logical_product", [&] { return logical_product(l, tiler); },
        [&](arithmetic& cx) { return core::logical_product(cx, p, t); });
  }
}

}  // namespace

int main() {
  randomness r;
  hana::for_each(layouts, [&r](auto const& make) {
    for (int i = 0; i < 100; ++i) check(make(r), r);
    hana::for_each(tilers, [&](auto const& make_tiler) {
      for (int i = 0; i < 100; ++i) {
        auto const l = make(r);
        check(l, make_tiler(r));
      }
    });
  });
  std::cout << calls << " typed calls, " << thrown << " of them throw: " << failures
            << " differ from the core\n";
  return failures == 0 && calls > 0 ? 0 : 1;
}
