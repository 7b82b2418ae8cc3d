// SPDX-License-Identifier: BSL-1.0
//
// The argument checks of the launchers against an oracle of 128-bit integers and, for overlaps, a
// map of bytes. No kernel runs and nothing is read: addresses are numbers. Built with UBSan, so
// that no expression of a check may overflow.
//
//   launch_arguments [N]    every combination of the first N of 22 extents and leading dimensions
//
// Without N, of 9 of them: 5 seconds. `launch_arguments 22` is the whole: 10 minutes.
#include <tileproof/atom/numeric.hpp>
#include <tileproof/kernel/common/operand_memory.hpp>
#include <tileproof/kernel/copy/arguments.hpp>
#include <tileproof/kernel/gemm/block_tiles.hpp>
#include <tileproof/kernel/gemm/k_tiles.hpp>
#include <tileproof/kernel/gemm/wgmma/launch.hpp>
#include <tileproof/kernel/transpose/arguments.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <random>
#include <vector>

using namespace tileproof;

namespace {

using wide = __int128;

// ---- the oracle

namespace oracle {

// `across` columns (or rows) of `along` elements of `size` bytes, ld elements apart.
struct matrix {
  std::uint64_t address;
  wide along, across, ld, size;

  bool is_empty() const { return along == 0 || across == 0; }
  wide end() const { return address + ((across - 1) * ld + along) * size; }
};

// The most that the theorems of a kernel suppose of `along`, of `across` and of ld.
struct bounds {
  wide along, across, ld = wide{1} << 62;
};
bounds of_index(int index_bytes) {
  return index_bytes == 4 ? bounds{INT32_MAX, INT32_MAX, INT32_MAX}
                          : bounds{wide{1} << 40, wide{1} << 40};
}
status check_facts(matrix const& m, wide access, bounds const& of) {
  if (m.is_empty()) return status::ok;
  if (m.address == 0) return status::null_pointer;
  if (m.address % static_cast<std::uint64_t>(access) != 0) return status::misaligned_base;
  if (m.ld < 1) return status::leading_dimension_too_small;
  if (m.ld > of.ld) return status::size_beyond_index;
  if (m.ld < m.along) return status::leading_dimension_too_small;
  if (m.ld * m.size % access != 0) return status::misaligned_leading_dimension;
  return m.along > of.along || m.across > of.across ? status::size_beyond_index : status::ok;
}
bool offsets_fit(matrix const& m, wide most) {
  return m.is_empty() || m.ld * (m.across + 1024) + m.along + 1024 <= most;
}

wide most(int index_bytes, wide size) {
  return index_bytes == 4 ? wide{INT32_MAX} : wide{INT64_MAX} / std::max(size, wide{4});
}

wide floor_div(wide a, wide b) { return a / b - (a % b < 0); }

// Column i of a and column i - t of b share bytes for some t of [first, last].
bool overlap(matrix const& a, matrix const& b) {
  if (a.is_empty() || b.is_empty() || a.end() <= b.address || b.end() <= a.address) return false;
  if (a.across > 1 && b.across > 1 && a.ld * a.size != b.ld * b.size) return true;
  wide const step = a.across > 1 ? a.ld * a.size : b.ld * b.size;
  wide const apart = wide{b.address} - wide{a.address};
  wide const first = -floor_div(-(apart - a.along * a.size + 1), step);
  wide const last = floor_div(apart + b.along * b.size - 1, step);
  return std::max(first, 1 - b.across) <= std::min(last, a.across - 1);
}

wide tiles(wide n, wide tile) { return (n + tile - 1) / tile; }

}  // namespace oracle

// ---- the checks

template <class TA, class TC, major MajorA, major MajorB, int Bytes, class Index>
struct gemm_kernel {
  using A = TA;
  using C = TC;
  static constexpr major major_a = MajorA;
  static constexpr major major_b = MajorB;
  static constexpr int access_bytes_a = Bytes;
  static constexpr int access_bytes_b = Bytes;
  static constexpr int fewest_steps = 3;
  using index = Index;
  using cta_tiler = Shape<_128, _64, _32>;
};
template <class T, int Bytes>
struct transpose_kernel {
  using element = T;
  static constexpr int access_bytes = Bytes;
  using tile = Shape<_64, _32>;
};
struct copy_kernel {
  using element = float;
  using block_tile = Shape<Int<1024>>;
};

// The counts of one kind of arguments: the status of each check, and of the oracle.
struct tally {
  char const* what;
  long long cases = 0;
  long long ok = 0;
  long long wrong = 0;

  explicit tally(char const* name) : what(name) {}
  ~tally() {
    std::printf("%-40s %11lld cases, %10lld of them ok, %lld wrong\n", what, cases, ok, wrong);
    all_wrong += wrong;
  }
  template <class... Numbers>
  void add(status found, status expected, Numbers... numbers) {
    ++cases;
    ok += found == status::ok;
    if (found == expected || wrong++ > 4) return;
    std::printf("%s:", what);
    (std::printf(" %lld", static_cast<long long>(numbers)), ...);
    std::printf(": %s; expected: %s\n", to_string(found), to_string(expected));
  }
  void add(bool found, bool expected, char const* about) {
    ++cases;
    ok += found;
    if (found != expected && wrong++ < 5)
      std::printf("%s: %s is %d, expected %d\n", what, about, found, expected);
  }
  static inline long long all_wrong = 0;
};

template <class T>
T const* at(std::uint64_t address) {
  return reinterpret_cast<T const*>(address);
}

template <class Kernel>
using arguments_of = gemm_arguments<typename Kernel::A const*, typename Kernel::A const*,
                                    typename Kernel::C*, float>;

template <class Kernel>
struct gemm_operands {
  oracle::matrix a, b, c;
  explicit gemm_operands(arguments_of<Kernel> const& g)
      : a{reinterpret_cast<std::uintptr_t>(g.a), g.m, g.k, g.lda, sizeof(typename Kernel::A)},
        b{reinterpret_cast<std::uintptr_t>(g.b), g.n, g.k, g.ldb, sizeof(typename Kernel::A)},
        c{reinterpret_cast<std::uintptr_t>(g.c), g.m, g.n, g.ldc, sizeof(typename Kernel::C)} {
    if (Kernel::major_a == major::k) std::swap(a.along, a.across);
    if (Kernel::major_b == major::k) std::swap(b.along, b.across);
  }
};
// The oracle of check_gemm<Kernel>, or of check_gemm<MajorA, MajorB, ...>.
template <class Kernel>
status expected_gemm(arguments_of<Kernel> const& g, bool with_grid) {
  constexpr int index = sizeof(typename Kernel::index);
  if (g.m < 0 || g.n < 0 || g.k < 0) return status::negative_size;
  gemm_operands<Kernel> const of(g);
  for (auto const* m : {&of.a, &of.b, &of.c}) {
    wide const access = m == &of.c ? m->size : wide{Kernel::access_bytes_a};
    if (status const s = oracle::check_facts(*m, access, oracle::of_index(index)); s != status::ok)
      return s;
    if (!oracle::offsets_fit(*m, oracle::most(index, m->size))) return status::size_beyond_index;
  }
  if (of.c.is_empty()) return status::ok;
  if (with_grid) {
    if (oracle::tiles(g.k, 32) + 1024 > INT32_MAX) return status::size_beyond_index;
    if (oracle::tiles(g.m, 128) > INT32_MAX || oracle::tiles(g.n, 64) > 65535)
      return status::grid_too_large;
  }
  return oracle::overlap(of.a, of.c) || oracle::overlap(of.b, of.c) ? status::overlapping_operands
                                                                    : status::ok;
}
template <class Kernel>
void check_one(tally& t, arguments_of<Kernel> const& g) {
  auto const add = [&](status found, status expected) {
    t.add(found, expected, g.m, g.n, g.k, reinterpret_cast<std::uintptr_t>(g.a), g.lda,
          reinterpret_cast<std::uintptr_t>(g.b), g.ldb, reinterpret_cast<std::uintptr_t>(g.c),
          g.ldc);
  };
  add(check_gemm<Kernel>(g), expected_gemm<Kernel>(g, true));
  add(check_gemm<Kernel::major_a, Kernel::major_b, Kernel::access_bytes_a, Kernel::access_bytes_b,
                 typename Kernel::index>(g),
      expected_gemm<Kernel>(g, false));
  if (g.m < 0 || g.n < 0) return;
  grid_of_blocks const blocks = blocks_of_gemm<Kernel>(g);
  t.wrong += blocks.x != oracle::tiles(g.m, 128) || blocks.y != oracle::tiles(g.n, 64);
}

// ---- every combination of a few extents and leading dimensions

constexpr std::int64_t extents[] = {0,
                                    1,
                                    2,
                                    INT64_MAX,
                                    std::int64_t{1} << 62,
                                    INT32_MAX,
                                    std::int64_t{1} << 31,
                                    -1,
                                    64,
                                    3,
                                    std::int64_t{1} << 32,
                                    std::int64_t{1} << 15,
                                    INT64_MIN,
                                    INT64_MAX - 1023,
                                    INT64_MAX - 1024,
                                    std::int64_t{1} << 16,
                                    std::int64_t{1} << 40,
                                    INT32_MAX - 1024,
                                    -(std::int64_t{1} << 31),
                                    std::int64_t{1} << 30,
                                    std::int64_t{1} << 51,
                                    1000};

// Addresses of A, B and C: apart, near, null, misaligned, at the end of the address space.
constexpr std::uint64_t addresses[][3] = {
    {0x10000, 0x20000, 0x30000},
    {0x10000, 0x10000, 0x7f0000000000},
    {0x10000, 0x7f0000000000, 0x10000},
    {0, 0x20000, 0x30000},
    {0x10000, 0, 0x30000},
    {0x10000, 0x20000, 0},
    {0x10004, 0x20000, 0x30000},
    {0x10000, 0x20008, 0x30000},
    {0x10000, 0x20000, 0x30001},
    {0xfffffffffffff000, 0x10000, 0x8000000000000000},
    {0x30000, 0x8000000000000000, 0xfffffffffffff000},
};

template <class Kernel>
void combinations_of_gemm(char const* name, int count) {
  tally t(name);
  using A = typename Kernel::A;
  using C = typename Kernel::C;
  std::size_t turn = 0;
  auto const each = [&](auto const& f) {
    for (int i = 0; i < count; ++i) f(extents[i]);
  };
  each([&](std::int64_t m) {
    each([&](std::int64_t n) {
      each([&](std::int64_t k) {
        each([&](std::int64_t lda) {
          each([&](std::int64_t ldb) {
            each([&](std::int64_t ldc) {
              auto const& p = addresses[turn++ % std::size(addresses)];
              check_one<Kernel>(t, {m, n, k, 1, at<A>(p[0]), lda, at<A>(p[1]), ldb, 0,
                                    const_cast<C*>(at<C>(p[2])), ldc});
            });
          });
        });
      });
    });
  });
}

std::mt19937_64 random_bits(18);
std::int64_t below_power(int most_bits) {
  int const bits = static_cast<int>(random_bits() % static_cast<unsigned>(most_bits + 1));
  return static_cast<std::int64_t>(random_bits() >> (63 - bits) >> 1);
}
// The largest leading dimension whose offsets fit, and a few beside it.
std::int64_t ld_near_bound(oracle::matrix const& m, wide most) {
  wide const bound = (most - m.along - 1024) / (m.across + 1024);
  wide const near = bound + static_cast<int>(random_bits() % 7) - 3;
  return static_cast<std::int64_t>(
      std::max(m.along, near / 16 * 16 + (random_bits() % 2 ? 0 : near % 16)));
}
template <class Kernel>
void gemms_near_the_bounds(char const* name, int draws) {
  tally t(name);
  using A = typename Kernel::A;
  using C = typename Kernel::C;
  constexpr int index = sizeof(typename Kernel::index);
  for (int i = 0; i < draws; ++i) {
    auto const& p = addresses[random_bits() % 3];
    int const bits = index == 4 ? 21 : 52;
    arguments_of<Kernel> g{below_power(bits),
                           below_power(bits),
                           below_power(bits),
                           1,
                           at<A>(p[0]),
                           0,
                           at<A>(p[1]),
                           0,
                           0,
                           const_cast<C*>(at<C>(p[2])),
                           0};
    gemm_operands<Kernel> const of(g);
    g.lda = ld_near_bound(of.a, oracle::most(index, of.a.size));
    g.ldb = ld_near_bound(of.b, oracle::most(index, of.b.size));
    g.ldc = ld_near_bound(of.c, oracle::most(index, of.c.size));
    check_one<Kernel>(t, g);
  }
}

// As many steps along k as an int counts, and a few beside.
template <class Kernel>
void steps_near_the_bound(char const* name) {
  tally t(name);
  using A = typename Kernel::A;
  using C = typename Kernel::C;
  constexpr bool a_by_k = Kernel::major_a == major::k, b_by_k = Kernel::major_b == major::k;
  for (std::int64_t const bound : {INT32_MAX - 1024, INT32_MAX})
    for (std::int64_t steps = bound - 2; steps <= bound + 2; ++steps)
      for (std::int64_t k = 32 * steps - 2; k <= 32 * steps + 2; ++k) {
        std::int64_t const ld = (k + 15) / 16 * 16;
        check_one<Kernel>(t, {1, 1, k, 1, at<A>(1 << 20), a_by_k ? ld : 16, at<A>(1 << 20),
                              b_by_k ? ld : 16, 0, const_cast<C*>(at<C>(1 << 10)), 1});
      }
}

template <class Kernel>
void combinations_of_transposes(char const* name, int count) {
  tally t(name);
  using T = typename Kernel::element;
  std::size_t turn = 0;
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < count; ++j)
      for (int x = 0; x < count; ++x)
        for (int y = 0; y < count; ++y) {
          std::int64_t const m = extents[i], n = extents[j];
          auto const& p = addresses[turn++ % std::size(addresses)];
          for (std::uint64_t const to : {p[1], p[2]}) {
            transpose_arguments<T const*, T*> const g{
                m, n, at<T>(p[0]), extents[x], const_cast<T*>(at<T>(to)), extents[y]};
            oracle::matrix const in{p[0], m, n, g.ld_in, sizeof(T)};
            oracle::matrix const out{to, n, m, g.ld_out, sizeof(T)};
            auto const expected = [&] {
              wide const most = oracle::most(8, sizeof(T));
              if (m < 0 || n < 0) return status::negative_size;
              if (in.is_empty()) return status::ok;
              wide const most_m = wide{INT32_MAX} * 64, most_n = wide{INT32_MAX} * 32;
              wide const bytes = Kernel::access_bytes;
              status const a = oracle::check_facts(in, bytes, {most_m, INT64_MAX});
              status const b = oracle::check_facts(out, bytes, {most_n, INT64_MAX});
              if (p[0] == 0 || to == 0) return status::null_pointer;
              if (p[0] % Kernel::access_bytes != 0 || to % Kernel::access_bytes != 0)
                return status::misaligned_base;
              if (a != status::ok) return a;
              if (b != status::ok) return b;
              if (oracle::tiles(m, 64) * oracle::tiles(n, 32) > INT32_MAX)
                return status::grid_too_large;
              if (!oracle::offsets_fit(in, most) || !oracle::offsets_fit(out, most))
                return status::size_beyond_index;
              return oracle::overlap(in, out) ? status::overlapping_operands : status::ok;
            };
            t.add(check_transpose<Kernel>(g), expected(), m, n, p[0], g.ld_in, to, g.ld_out);
            wide const blocks = m < 0 || n < 0 ? 0 : oracle::tiles(m, 64) * oracle::tiles(n, 32);
            if (m >= 0 && n >= 0)
              t.wrong += blocks_of_transpose<Kernel>(g) != (blocks > INT64_MAX ? -1 : blocks);
          }
        }
}

void copies() {
  tally t("copy");
  for (std::int64_t const n : extents)
    for (auto const& p : addresses)
      for (std::uint64_t const to : {p[0], p[1], p[2], p[0] + 16, p[0] - 64}) {
        copy_arguments<float const*, float*> const g{at<float>(p[0]),
                                                     const_cast<float*>(at<float>(to)), n};
        auto const expected = [&] {
          if (n < 0) return status::negative_size;
          if (n == 0) return status::ok;
          if (oracle::tiles(n, 1024) > INT32_MAX) return status::size_beyond_index;
          if (p[0] == 0 || to == 0) return status::null_pointer;
          if (p[0] % 16 != 0 || to % 16 != 0) return status::misaligned_base;
          if (p[0] == to) return status::ok;
          return wide{p[0]} < wide{to} + 4 * wide{n} && wide{to} < wide{p[0]} + 4 * wide{n}
                     ? status::overlapping_operands
                     : status::ok;
        };
        t.add(check_copy<copy_kernel>(g), expected(), n, p[0], to);
        if (n >= 0) t.wrong += blocks_of_copy<copy_kernel>(g) != oracle::tiles(n, 1024);
      }
}

void grids() {
  tally t("grids");
  for (std::int64_t const x : extents)
    for (std::int64_t const y : extents)
      for (std::int64_t const z : extents)
        if (x >= 0 && y >= 0 && z >= 0)
          t.add(check_grid({x, y, z}),
                x * wide{y != 0} * wide{z != 0} <= INT32_MAX && (x == 0 || z == 0 || y <= 65535) &&
                        (x == 0 || y == 0 || z <= 65535)
                    ? status::ok
                    : status::grid_too_large,
                x, y, z);
}

// ---- overlaps, byte by byte

// The bytes of a matrix in 1 KB, from byte `first` on.
std::vector<bool> bytes_of(oracle::matrix const& m) {
  std::vector<bool> is_there(1024);
  for (int j = 0; j < m.across; ++j)
    for (int i = 0; i < m.along * m.size; ++i)
      is_there[m.address + static_cast<std::size_t>(j * m.ld * m.size) +
               static_cast<std::size_t>(i)] = true;
  return is_there;
}
// The answers that the check may give: it must refuse a common byte, and may refuse none where
// leading dimensions differ, both have several columns, and the ranges meet.
struct overlaps {
  char const* what;
  long long cases = 0;
  long long common = 0;
  long long apart = 0;    // and accepted
  long long between = 0;  // and refused, as may be
  long long wrong = 0;

  explicit overlaps(char const* name) : what(name) {}
  ~overlaps() {
    std::printf(
        "%-40s %11lld cases: %lld overlap, %lld do not, %lld refused that do not; %lld wrong\n",
        what, cases, common, apart, between, wrong);
    tally::all_wrong += wrong;
  }
  void add(bool is_refused, oracle::matrix const& a, oracle::matrix const& b) {
    ++cases;
    std::vector<bool> const of_a = bytes_of(a);
    std::vector<bool> const of_b = bytes_of(b);
    bool meet = false;
    for (std::size_t i = 0; i < of_a.size(); ++i) meet = meet || (of_a[i] && of_b[i]);
    bool const may_refuse = a.across > 1 && b.across > 1 && a.ld * a.size != b.ld * b.size &&
                            a.address < b.end() && b.address < a.end();
    common += meet && is_refused;
    apart += !meet && !is_refused;
    between += !meet && is_refused && may_refuse;
    wrong += meet ? !is_refused : is_refused && !may_refuse;
  }
};

template <class Kernel>
void overlaps_of_gemm(char const* name) {
  overlaps t(name);
  using A = typename Kernel::A;
  using C = typename Kernel::C;
  constexpr std::int64_t far = 1 << 20;
  for (std::int64_t m = 1; m <= 3; ++m)
    for (std::int64_t n = 1; n <= 3; ++n)
      for (std::int64_t k = 1; k <= 3; ++k)
        for (std::int64_t ld = 1; ld <= 6; ++ld)
          for (std::int64_t ldc = m; ldc <= 6; ++ldc)
            for (std::uint64_t c = 256; c < 512; c += sizeof(C)) {
              std::uint64_t const in = 384;
              arguments_of<Kernel> g{
                  m, n, k, 1, at<A>(in), ld, at<A>(far), 8, 0, const_cast<C*>(at<C>(c)), ldc};
              for (bool const is_b : {false, true}) {
                if (is_b) {
                  std::swap(g.a, g.b);
                  std::swap(g.lda, g.ldb);
                }
                gemm_operands<Kernel> const of(g);
                oracle::matrix const& input = is_b ? of.b : of.a;
                if (input.ld < input.along) continue;
                t.add(check_gemm<Kernel>(g) == status::overlapping_operands, input, of.c);
              }
            }
}
template <class T>
void overlaps_of_transposes(char const* name) {
  overlaps t(name);
  for (std::int64_t m = 1; m <= 4; ++m)
    for (std::int64_t n = 1; n <= 4; ++n)
      for (std::int64_t in = m; in <= 7; ++in)
        for (std::int64_t out = n; out <= 7; ++out)
          for (std::uint64_t to = 256; to < 512; to += sizeof(T)) {
            status const s =
                check_transpose<transpose_kernel<T, sizeof(T)>>(transpose_arguments<T const*, T*>{
                    m, n, at<T>(384), in, const_cast<T*>(at<T>(to)), out});
            t.add(s == status::overlapping_operands, {384, m, n, in, sizeof(T)},
                  {to, n, m, out, sizeof(T)});
          }
}

// ---- batches of one matrix, element by element, and near the bounds of 64 bits

// `across` runs of `along` elements, ld apart; `batches` of them, `batch` apart.
bool batches_meet(int along, int across, int ld, int batches, int batch) {
  std::vector<int> of(static_cast<std::size_t>(ld * across + batch * batches + along), -1);
  for (int l = 0; l < batches; ++l)
    for (int j = 0; j < across; ++j)
      for (int i = 0; i < along; ++i) {
        int& owner = of[static_cast<std::size_t>(l * batch + j * ld + i)];
        if (owner >= 0) return true;
        owner = l;
      }
  return false;
}
void small_batches() {
  tally t("batches of a matrix, all small");
  for (int ld = 1; ld <= 12; ++ld)
    for (int along = 1; along <= ld; ++along)
      for (int across = 1; across <= 6; ++across)
        for (int batches = 1; batches <= 8; ++batches)
          for (int batch = 0; batch <= 60; ++batch)
            t.add(detail::batches_overlap(along, across, ld, batches, batch),
                  batches_meet(along, across, ld, batches, batch), "an overlap");
}
void large_batches(int draws) {
  tally t("batches of a matrix, large");
  while (t.cases < draws) {
    std::int64_t const ld = below_power(39) + 1;
    std::int64_t const along = std::min<std::int64_t>(ld, below_power(31) + 1);
    std::int64_t const across = below_power(22) + 1;
    std::int64_t const batches = below_power(8) + 1;
    std::int64_t const batch = random_bits() % 2 ? ld / (1 + below_power(6)) : below_power(50);
    bool meet = false;
    for (wide x = 1; x < batches && !meet; ++x) {
      wide const column = x * batch / ld, rest = x * batch % ld;
      meet = (rest < along && column < across) || (rest > ld - along && column + 1 < across);
    }
    t.add(detail::batches_overlap(along, across, ld, batches, batch), meet, "an overlap");
  }
}
// Tiles of 128 x 16, in groups of 16 rows.
struct small_tiles {
  using element_a = half_t;
  using element_b = half_t;
  using element_d = float;
  static constexpr major major_a = major::k, major_b = major::mn;
  static constexpr matrix_order order_d = matrix_order::row_major, stores = order_d;
  static constexpr bool has_order(std::int64_t m, std::int64_t n, std::int64_t batches) {
    return tile_order::is_countable(detail::tiles_of(m, 128), detail::tiles_of(n, 16), 16, batches);
  }
};
// check_gemm of random arguments does not overflow, and none that it takes lies beyond 2^63, or
// has tiles that an int does not count.
void batched_gemms(int draws) {
  tally t("batched GEMMs of wgmma");
  while (t.cases < draws) {
    auto const extent = [] { return below_power(static_cast<int>(random_bits() % 32)) + 1; };
    auto const stride = [] { return below_power(static_cast<int>(random_bits() % 40)) * 8; };
    wgmma_arguments<half_t, half_t, float> g{extent(),
                                             extent() * 4,
                                             extent(),
                                             1,
                                             at<half_t>(1 << 20),
                                             stride(),
                                             at<half_t>(1 << 20),
                                             stride(),
                                             const_cast<float*>(at<float>(std::uint64_t{1} << 62)),
                                             stride()};
    g.batches = extent(), g.batch_a = stride(), g.batch_b = stride(), g.batch_d = stride();
    wide const last = wide{g.m - 1} * g.ldd + g.n + wide{g.batches - 1} * g.batch_d;
    wide const columns = oracle::tiles(g.n, 16);
    bool const is_countable =
        16 * columns <= INT32_MAX && oracle::tiles(g.m, 128) * columns * g.batches <= INT32_MAX;
    status const s = check_gemm<small_tiles>(g);
    t.add(
        s == status::ok && (last * 4 > INT64_MAX || g.ldd < g.n || g.ldd % 4 != 0 || !is_countable),
        false, "accepted beyond the bounds");
  }
}

// ---- the first elements of a block's tiles, and which elements are inside

template <class Kernel>
void tiles_of_blocks(char const* name, int draws) {
  tally t(name);
  using A = typename Kernel::A;
  using C = typename Kernel::C;
  using index = typename Kernel::index;
  constexpr bool is_far = sizeof(index) == 8;
  while (t.cases < draws) {
    arguments_of<Kernel> g{1 + below_power(is_far ? 37 : 20),
                           1 + below_power(is_far ? 22 : 20),
                           1 + below_power(is_far ? 35 : 20),
                           1,
                           at<A>(1 << 20),
                           0,
                           at<A>(1 << 20),
                           0,
                           0,
                           const_cast<C*>(at<C>(1 << 20)),
                           0};
    gemm_operands<Kernel> of(g);
    auto const ld = [](oracle::matrix const& m) {
      std::int64_t const more = below_power(is_far ? 12 : 4);
      return (static_cast<std::int64_t>(m.along) + more + 15) / 16 * 16;
    };
    g.lda = ld(of.a), g.ldb = ld(of.b), g.ldc = ld(of.c);
    if (status const s = check_gemm<Kernel>(g);
        s != status::ok && s != status::overlapping_operands)
      continue;
    grid_of_blocks const blocks = blocks_of_gemm<Kernel>(g);
    auto const one_of = [](std::int64_t n) {
      std::uint64_t const of_n = static_cast<std::uint64_t>(n);
      return static_cast<std::int64_t>(random_bits() % 2 ? of_n - 1 : random_bits() % of_n);
    };
    std::int64_t const x = one_of(blocks.x), y = one_of(blocks.y);
    std::int64_t const k = one_of(tileproof::detail::tiles_of(g.k, 32));
    detail::with_kernel_arguments<Kernel>(g, [&](auto const& args) {
      auto const block =
          detail::tiles_of_block<Kernel>(static_cast<int>(x), static_cast<int>(y), args);
      auto const begins = [&](auto const& tensor, std::int64_t row, bool rows_are_apart,
                              std::int64_t column, wide leading, char const* about) {
        wide const offset = rows_are_apart ? row * leading + column : row + column * leading;
        auto const* const p = raw_pointer_cast(tensor.data());
        t.add(wide{reinterpret_cast<std::uintptr_t>(p)} ==
                  (1 << 20) + offset * static_cast<int>(sizeof(*p)),
              true, about);
      };
      constexpr bool k_a = Kernel::major_a == major::k;
      constexpr bool k_b = Kernel::major_b == major::k;
      index const step = static_cast<index>(k);
      begins(block.gA(_, _, step), x * 128, k_a, k * 32, g.lda, "the tile of A");
      begins(block.gB(_, _, step), y * 64, k_b, k * 32, g.ldb, "the tile of B");
      begins(block.gC, x * 128, false, y * 64, g.ldc, "the tile of C");
      auto next = detail::steps<false, index>(block.gA);
      begins(next.next(step, false), x * 128, k_a, k * 32, g.lda, "the step of A");
      int const i = static_cast<int>(random_bits() % 64), j = static_cast<int>(random_bits() % 32);
      t.add(block.iA(make_coord(i, j, step)), x * 128 + i < g.m && k * 32 + j < g.k,
            "an element of A inside");
      t.add(block.iC(make_coord(i, j)), x * 128 + i < g.m && y * 64 + j < g.n,
            "an element of C inside");
    });
  }
}

}  // namespace

int main(int count, char** arguments) {
  int const all = static_cast<int>(std::size(extents));
  int const n = count > 1 ? std::clamp(std::atoi(arguments[1]), 1, all) : 9;
  using far = std::int64_t;
  constexpr major mn = major::mn, k = major::k;
  combinations_of_gemm<gemm_kernel<float, float, mn, k, 4, far>>("gemm NN float, 64 bits", n);
  combinations_of_gemm<gemm_kernel<half_t, float, k, mn, 16, far>>("gemm TT half, 64 bits", n);
  combinations_of_gemm<gemm_kernel<std::int8_t, std::int32_t, mn, mn, 1, far>>(
      "gemm NT int8, 64 bits", n);
  combinations_of_gemm<gemm_kernel<float, float, k, k, 16, int>>("gemm TN float, 32 bits", n);
  combinations_of_gemm<gemm_kernel<half_t, half_t, mn, k, 2, int>>("gemm NN half, 32 bits", n);
  int const draws = 40000 * n;
  gemms_near_the_bounds<gemm_kernel<float, float, mn, k, 4, far>>("bounds, NN float, 64 bits",
                                                                  draws);
  gemms_near_the_bounds<gemm_kernel<std::int8_t, std::int32_t, k, mn, 1, far>>(
      "bounds, TT int8, 64 bits", draws);
  gemms_near_the_bounds<gemm_kernel<half_t, float, k, k, 16, int>>("bounds, TN half, 32 bits",
                                                                   draws);
  steps_near_the_bound<gemm_kernel<half_t, float, k, mn, 16, far>>("steps, TT half, 64 bits");
  small_batches();
  large_batches(draws);
  batched_gemms(draws);
  combinations_of_transposes<transpose_kernel<float, 4>>("transpose float", all);
  combinations_of_transposes<transpose_kernel<half_t, 16>>("transpose half, 16 bytes", all);
  copies();
  grids();
  overlaps_of_gemm<gemm_kernel<float, float, mn, mn, 4, int>>("overlaps, NT float");
  overlaps_of_gemm<gemm_kernel<std::int8_t, std::int32_t, k, mn, 1, int>>(
      "overlaps, TT int8 and int32");
  overlaps_of_gemm<gemm_kernel<half_t, float, mn, k, 2, int>>("overlaps, NN half and float");
  overlaps_of_transposes<float>("overlaps, transpose float");
  overlaps_of_transposes<std::uint8_t>("overlaps, transpose uint8");
  tiles_of_blocks<gemm_kernel<float, float, mn, k, 4, far>>("tiles, NN float, 64 bits", draws);
  tiles_of_blocks<gemm_kernel<half_t, float, k, mn, 16, far>>("tiles, TT half, 64 bits", draws);
  tiles_of_blocks<gemm_kernel<float, float, k, k, 16, int>>("tiles, TN float, 32 bits", draws);
  std::printf("%lld wrong\n", tally::all_wrong);
  return tally::all_wrong != 0;
}
