// SPDX-License-Identifier: BSL-1.0
//
// The predicate idioms of CuTe's programs, on random shapes, against loops: elem_less and its like
// of coordinates from an identity tensor; copy_if with a predicate for each element, for each value
// of a vector, for each row (stride 0), with a function; FlashAttention's copy with Is_even_MN.
#include <tileproof/atom.hpp>
#include <tileproof/tileproof.hpp>

#include <cstdio>
#include <cstring>
#include <random>

namespace {

using namespace tileproof;

std::mt19937 random_bits(20);
int below(int n) { return static_cast<int>(random_bits() % static_cast<unsigned>(n)); }

long cases = 0;
long wrong = 0;
void expect(bool right, char const* what, int m, int n) {
  ++cases;
  if (!right && ++wrong < 20) std::printf("%s: %d x %d\n", what, m, n);
}

// ---- comparisons

// The definition of elem_less for two coordinates of three leaves.
bool all_less(int const (&a)[3], int const (&b)[3]) {
  for (int i = 0; i < 3; ++i)
    if (!(a[i] < b[i])) return false;
  return true;
}

void compare_coordinates() {
  for (int round = 0; round < 100000; ++round) {
    int const extent[3] = {1 + below(4), 1 + below(4), 1 + below(4)};
    auto const all = make_identity_tensor(
        make_shape(make_shape(extent[0], extent[1]), static_cast<std::int64_t>(extent[2])));
    int const at[3] = {below(extent[0]), below(extent[1]), below(extent[2])};
    auto const c = all(make_coord(at[0], at[1]), at[2]);
    int const other[3] = {below(5), below(5), below(5)};
    auto const d = make_coord(make_coord(other[0], other[1]), other[2]);
    expect(elem_less(c, all.shape()), "a coordinate is inside of its shape", at[0], at[1]);
    expect(elem_less(c, d) == all_less(at, other) && elem_less(d, c) == all_less(other, at) &&
               elem_gtr(c, d) == all_less(other, at) && elem_geq(c, d) == !all_less(at, other) &&
               elem_leq(c, d) == !all_less(other, at) && elem_leq(d, c) == !all_less(at, other),
           "comparisons of a coordinate", at[0], at[1]);
  }
}

// ---- copies

constexpr int pitch = 64;  // of a column
constexpr int guard = 128;
constexpr int elements = pitch * 48 + 2 * guard;

// Elements around a matrix of m x n, column-major.
struct memory {
  alignas(16) float at[elements];
  static memory numbered() {
    memory r;
    for (int i = 0; i < elements; ++i) r.at[i] = static_cast<float>(i + 1);
    return r;
  }
  static memory blank() {
    memory r;
    for (float& x : r.at) x = -1;
    return r;
  }
  auto tensor(int m, int n) {
    return make_tensor(make_gmem_ptr(assume_aligned<16>(at + guard)),
                       make_layout(make_shape(m, n), Stride<_1, Int<pitch>>{}));
  }
  bool operator==(memory const& other) const { return std::memcmp(at, other.at, sizeof(at)) == 0; }
};

// The elements of the matrix, and nothing else, as they are in `from`.
memory copied(memory const& from, int m, int n) {
  memory r = memory::blank();
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) r.at[guard + i + pitch * j] = from.at[guard + i + pitch * j];
  return r;
}

using tile = Shape<_16, _8>;

// The copy of one thread block: f(source tile, destination tile, coordinates of the tile), for
// every block and thread, leaves the matrix.
template <class F>
void by_tiles(char const* what, int m, int n, F const& f) {
  memory from = memory::numbered();
  memory to = memory::blank();
  auto const source = from.tensor(m, n);
  auto const destination = to.tensor(m, n);
  auto const coordinates = make_identity_tensor(shape(source));
  for (int i = 0; i < (m + 15) / 16; ++i)
    for (int j = 0; j < (n + 7) / 8; ++j)
      f(local_tile(source, tile{}, make_coord(i, j)),
        local_tile(destination, tile{}, make_coord(i, j)),
        local_tile(coordinates, tile{}, make_coord(i, j)));
  expect(to == copied(from, m, n), what, m, n);
}

// A tensor of bool with the shape of coordinates: where they are inside of an m x n matrix.
template <class Coordinates>
auto inside(Coordinates const& c, int m, int n) {
  auto p = make_tensor<bool>(shape(c));
  for (int i = 0; i < static_cast<int>(size(c)); ++i) p(i) = elem_less(c(i), make_shape(m, n));
  return p;
}

// CuTe's tiled_copy_if, the kernel without vectors.
void by_elements(int m, int n) {
  using threads = Layout<Shape<_4, _2>>;
  by_tiles("a predicate for each element", m, n, [&](auto s, auto d, auto c) {
    for (int t = 0; t < 8; ++t) {
      auto const mine = local_partition(c, threads{}, t);
      copy_if(inside(mine, m, n), local_partition(s, threads{}, t),
              local_partition(d, threads{}, t));
    }
  });
  by_tiles("a function of the index", m, n, [&](auto s, auto d, auto c) {
    for (int t = 0; t < 8; ++t) {
      auto const mine = local_partition(c, threads{}, t);
      copy_if([&](int i) { return elem_less(mine(i), make_shape(m, n)); },
              local_partition(s, threads{}, t), local_partition(d, threads{}, t));
    }
  });
}

// Values of Values rows in one access, Repetitions of them a thread. Pre: Values divides m.
template <int Values, int Repetitions, class Access>
void by_vectors(int m, int n) {
  auto const copier =
      make_tiled_copy(Copy_Atom<UniversalCopy<Access>, float>{}, Layout<Shape<_2, _4>>{},
                      Layout<Shape<Int<Values * Repetitions>, _1>>{});
  auto const threads = [&](auto const& f) {
    return [&, f](auto s, auto d, auto c) {
      for (int t = 0; t < 8; ++t) {
        auto const mine = copier.get_thread_slice(t);
        f(mine.partition_S(s), mine.partition_D(d), mine.partition_S(c));
      }
    };
  };
  by_tiles("a predicate for each value, by way of registers", m, n,
           threads([&](auto s, auto d, auto c) {
             auto const p = inside(c, m, n);
             auto r = make_fragment_like(s);
             copy_if(copier, p, s, r);
             copy_if(copier, p, r, d);
           }));
  by_tiles("a predicate for each value, k-block by k-block", m, n,
           threads([&](auto s, auto d, auto c) {
             auto const p = inside(c, m, n);
             for (int k = 0; k < static_cast<int>(size<2>(s)); ++k)
               copy_if(copier, p(_, _, k), s(_, _, k), d(_, _, k));
           }));
  if constexpr (Repetitions == 1) {
    by_tiles("a function of the repetition", m, n, threads([&](auto s, auto d, auto c) {
               auto const first = c(0, _, _);
               copy_if(copier, [&](int i) { return elem_less(first(i), make_shape(m, n)); }, s, d);
             }));
    // CUTLASS's GEMMs: one predicate a row, repeated along the columns by stride 0.
    by_tiles("a predicate for each row", m, n, threads([&](auto s, auto d, auto c) {
               auto p = make_tensor<bool>(make_shape(size<1>(s), size<2>(s)), Stride<_1, _0>{});
               for (int i = 0; i < static_cast<int>(size<0>(p)); ++i)
                 p(i, 0) = elem_less(get<0>(c(0, i, 0)), m);
               for (int k = 0; k < static_cast<int>(size<2>(s)); ++k)
                 if (elem_less(get<1>(c(0, 0, k)), n))
                   copy_if(copier, p(_, k), s(_, _, k), d(_, _, k));
             }));
    by_tiles("a predicate for each row, with a mode of values of stride 0", m, n,
             threads([&](auto s, auto d, auto c) {
               auto p =
                   make_tensor<bool>(make_layout(make_shape(size<0>(s), size<1>(s), size<2>(s)),
                                                 make_stride(_0{}, _1{}, size<1>(s))));
               for (int k = 0; k < static_cast<int>(size<2>(s)); ++k)
                 for (int i = 0; i < static_cast<int>(size<1>(s)); ++i)
                   p(0, i, k) = elem_less(c(0, i, k), make_shape(m, n));
               copy_if(copier, p, s, d);
             }));
  }
  by_tiles("no instruction, a predicate for each value", m, n, threads([&](auto s, auto d, auto c) {
             copy_if(Copy_Atom<DefaultCopy, float>{}, inside(c, m, n), s, d);
           }));
}

// FlashAttention's copy: a comparison for each row, one predicate for each k-block; rows and
// columns outside are cleared in the destination.
template <bool IsEvenMN, bool IsEvenK, class Copy, class S, class D, class C, class P>
void flash_copy(Copy const& copier, S const& s, D& d, C const& c, P const& predicate_k, int rows) {
  for (int i = 0; i < static_cast<int>(size<1>(s)); ++i) {
    if (IsEvenMN || get<0>(c(0, i, 0)) < rows) {
      for (int k = 0; k < static_cast<int>(size<2>(s)); ++k) {
        if (IsEvenK || predicate_k(k))
          copy(copier, s(_, i, k), d(_, i, k));
        else
          clear(d(_, i, k));
      }
    } else {
      clear(d(_, i, _));
    }
  }
}
// A tile of 16 x 8, of which m rows and n columns exist.
template <bool IsEvenMN, bool IsEvenK>
void by_flash_copy(int m, int n) {
  memory from = memory::numbered();
  memory to = memory::blank();
  memory right = memory::blank();
  for (int j = 0; j < 8; ++j)
    for (int i = 0; i < 16; ++i)
      right.at[guard + i + pitch * j] = i < m && j < n ? from.at[guard + i + pitch * j] : 0;
  auto const copier = make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{},
                                      Layout<Shape<_4, _2>>{}, Layout<Shape<_1, _1>>{});
  auto const source = make_tensor(from.tensor(16, 8).data(), Layout<tile, Stride<_1, _64>>{});
  auto const target = make_tensor(to.tensor(16, 8).data(), Layout<tile, Stride<_1, _64>>{});
  for (int t = 0; t < 8; ++t) {
    auto const mine = copier.get_thread_slice(t);
    auto const s = mine.partition_S(source);
    auto d = mine.partition_D(target);
    auto const c = mine.partition_S(make_identity_tensor(tile{}));
    auto predicate_k = make_tensor<bool>(make_shape(size<2>(s)));
    for (int k = 0; k < static_cast<int>(size(predicate_k)); ++k)
      predicate_k(k) = get<1>(c(0, 0, k)) < n;
    flash_copy<IsEvenMN, IsEvenK>(copier, s, d, c, predicate_k, m);
  }
  expect(to == right, "FlashAttention's copy", m, n);
}

}  // namespace

int main() {
  compare_coordinates();
  for (int round = 0; round < 500; ++round) {
    int const m = 1 + below(48);
    int const n = 1 + below(40);
    by_elements(m, n);
    by_vectors<1, 1, float>(m, n);
    by_vectors<2, 1, double>((m + 1) / 2 * 2, n);
    by_vectors<2, 2, double>((m + 1) / 2 * 2, n);
    by_vectors<4, 1, uint128_t>((m + 3) / 4 * 4, n);
    by_vectors<4, 2, uint128_t>((m + 3) / 4 * 4, n);
  }
  for (int m = 0; m <= 16; ++m)
    for (int n = 0; n <= 8; ++n) by_flash_copy<false, false>(m, n);
  for (int m = 0; m <= 16; ++m) by_flash_copy<false, true>(m, 8);
  for (int n = 0; n <= 8; ++n) by_flash_copy<true, false>(16, n);
  by_flash_copy<true, true>(16, 8);
  std::printf("%ld cases, %ld wrong\n", cases, wrong);
  return wrong != 0;
}
