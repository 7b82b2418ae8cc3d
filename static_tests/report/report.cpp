// SPDX-License-Identifier: BSL-1.0
//
// The proof report: a line for each subject, its layout, what holds for it, how many points that
// covers, and how it was decided. Everything printed was decided while this file compiled.
#include <tileproof/tileproof.hpp>

#include <boost/hana/all_of.hpp>
#include <boost/hana/for_each.hpp>
#include <boost/hana/tuple.hpp>
#include <cstdio>

using namespace tileproof;
namespace hana = boost::hana;

namespace {

enum class decided : bool { by_structure, by_enumeration };

struct fact {
  char const* holds = nullptr;  // null: nothing was proved
  long long points = 0;
  decided how = decided::by_structure;
};

// A layout is a bijection onto [0,size) if its right inverse covers it, and injective if no two
// digits collide. No point is looked at.
template <class S, class D>
constexpr fact prove(Layout<S, D> const&) {
  constexpr Layout<S, D> l{};
  constexpr long long points = size(l);
  core::context cx;
  if (size(right_inverse(l)) == points) return {"bijection onto [0,size)", points, {}};
  if (core::injective(cx, detail::reading_of<Layout<S, D>>::value.into) == core::verdict::yes)
    return {"injective", points, {}};
  return {};
}

// A swizzle permutes every aligned block of its period. Where whole blocks are covered, nothing
// else needs a look; otherwise every offset is looked at.
template <int B, int M, int S, class L>
constexpr fact prove(ComposedLayout<Swizzle<B, M, S>, Int<0>, L> const&) {
  constexpr ComposedLayout<Swizzle<B, M, S>, Int<0>, L> l{};
  constexpr int points = size(l);
  constexpr int period = 1 << (B + M + (S < 0 ? -S : S));
  if (points % period == 0 && size(right_inverse(L{})) == points)
    return {"bijection onto [0,size)", points, decided::by_structure};
  bool taken[cosize_v<decltype(l)>]{};
  for (int i = 0; i < points; ++i) {
    if (taken[l(i)]) return {};
    taken[l(i)] = true;
  }
  return {"injective", points, decided::by_enumeration};
}

// R(c) == A(B(c)) at every coordinate c: composition refuses anything else.
template <class A, class B>
struct composed_with {
  A a;
  B b;
};
template <class A, class B>
constexpr fact prove(composed_with<A, B> const&) {
  constexpr A a{};
  constexpr B b{};
  constexpr auto r = composition(a, b);
  for (int c = 0; c < size(b); ++c)
    if (r(c) != a(b(c))) return {};
  return {"equals A(B(c))", size(b), decided::by_enumeration};
}

template <class T>
struct subject {
  char const* name;
  T of;
};
template <class T>
subject(char const*, T) -> subject<T>;

template <class L>
constexpr core::text text_of(L const& l) {
  return to_string(l);
}
template <class A, class B>
constexpr core::text text_of(composed_with<A, B> const& c) {
  return to_string(composition(c.a, c.b));
}

// (position of a thread, repetition) -> element, for a thread layout that repeats over a tile.
template <class Tile, class Threads>
constexpr auto shares(Tile const& tile, Threads const& threads) {
  return zipped_divide(tile, product_each(shape(threads)));
}

// The sgemm of article 002: 256 threads, a 128x128 tile of C, steps of 8 along K.
constexpr auto bM = Int<128>{};
constexpr auto bN = Int<128>{};
constexpr auto bK = Int<8>{};
constexpr auto sA = make_layout(make_shape(bM, bK));
constexpr auto sB = make_layout(make_shape(bN, bK));
constexpr auto sC = make_layout(make_shape(bM, bN));
constexpr auto tA = make_layout(make_shape(Int<32>{}, Int<8>{}));
constexpr auto tC = make_layout(make_shape(Int<16>{}, Int<16>{}));

// Tiles of 16-bit elements, read by rows of 16 bytes.
constexpr auto rows_64 = make_layout(make_shape(_8{}, _64{}), LayoutRight{});
constexpr auto atom_128 = composition(Swizzle<3, 3, 3>{}, rows_64);
constexpr auto atom_64 =
    composition(Swizzle<2, 3, 3>{}, make_layout(make_shape(_8{}, _32{}), LayoutRight{}));

constexpr auto subjects = hana::make_tuple(
    subject{"sgemm shared tile of A", sA}, subject{"sgemm shared tile of B", sB},
    subject{"sgemm tile of C", sC}, subject{"sgemm threads that copy", tA},
    subject{"sgemm threads that multiply", tC},
    subject{"sgemm copy of A, every share", shares(sA, tA)},
    subject{"sgemm copy of B, every share", shares(sB, tA)},
    subject{"sgemm product, every share of C", shares(sC, tC)},
    subject{"swizzled atom, 128-byte rows", atom_128},
    subject{"swizzled atom, 64-byte rows", atom_64},
    subject{"swizzled tile 128x64", tile_to_shape(atom_128, make_shape(_128{}, _64{}))},
    subject{"swizzled tile 64x32", tile_to_shape(atom_64, make_shape(_64{}, _32{}))},
    subject{"swizzled rows of 48",
            composition(Swizzle<2, 3, 3>{}, make_layout(make_shape(_8{}, _48{}), LayoutRight{}))},
    subject{"padded tile 64x(64+8)",
            make_layout(make_shape(_64{}, _64{}), make_stride(_72{}, _1{}))},
    subject{"raked product",
            raked_product(Layout<Shape<_2, _5>, Stride<_5, _1>>{}, Layout<Shape<_3, _4>>{})},
    subject{"composition by strides", composed_with<Layout<Shape<_6, _2>, Stride<_8, _2>>,
                                                    Layout<Shape<_4, _3>, Stride<_3, _1>>>{}},
    subject{"composition, apparent violation",
            composed_with<Layout<Shape<_4, _2, _8>, Stride<_3, _12, Int<97>>>, Layout<_3, _3>>{}},
    subject{"2^40 points",
            Layout<Shape<Int<(1LL << 20)>, Int<(1LL << 20)>>, Stride<Int<(1LL << 20)>, _1>>{}});

static_assert(hana::all_of(subjects, [](auto const& s) { return prove(s.of).holds != nullptr; }));

}  // namespace

int main() {
  std::printf("%-34s  %-24s  %14s  %-14s  %s\n", "subject", "holds", "points", "decided", "layout");
  int by[2] = {};
  hana::for_each(subjects, [&](auto const& s) {
    constexpr auto no_capture = [](auto of) { return prove(of); };
    fact const f = no_capture(s.of);
    std::printf("%-34s  %-24s  %14lld  %-14s  %s\n", s.name, f.holds, f.points,
                f.how == decided::by_structure ? "by structure" : "by enumeration",
                text_of(s.of).at);
    ++by[static_cast<int>(f.how)];
  });
  std::printf(
      "\n%d subjects proved: %d by structure, %d by enumeration. Every file of static_tests/ "
      "is compiled into this program.\n",
      by[0] + by[1], by[0], by[1]);
}
