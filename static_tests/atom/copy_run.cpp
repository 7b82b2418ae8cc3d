// SPDX-License-Identifier: BSL-1.0
//
// Copies and fills on the host, with the accesses that a kernel makes: every byte of the
// destination, for every pair of layouts for which the widest access was counted.
#include "copy_oracle.hpp"

#include <tileproof/atom/copy/cooperative_copy.hpp>
#include <tileproof/atom/copy/copy_if.hpp>
#include <tileproof/atom/copy/tiled_copy.hpp>
#include <tileproof/atom/integer.hpp>
#include <tileproof/atom/numeric.hpp>
#include <tileproof/print/to_string.hpp>
#include <tileproof/tensor/fill.hpp>
#include <tileproof/tensor/fragment.hpp>

#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <type_traits>

namespace {

using namespace tileproof;

long cases = 0;
long wrong = 0;

// Memory around an origin, its elements numbered, or all one value.
template <class T>
struct memory {
  static constexpr int origin = 128;
  static constexpr int size = 4 * origin;
  alignas(128) T at[size];

  static memory numbered() {
    memory m;
    for (int i = 0; i < size; ++i) m.at[i] = T(i % 100 + 1);
    return m;
  }
  static memory blank() {
    memory m;
    for (T& x : m.at) x = T(0);
    return m;
  }
  template <class L>
  auto tensor(L const& l) {
    return make_tensor(make_gmem_ptr(assume_aligned<128>(at + origin)), l);
  }
  bool operator==(memory const& other) const { return std::memcmp(at, other.at, sizeof(at)) == 0; }
};

template <class A, class B>
void expect(bool right, char const* what, A const& a, B const& b) {
  ++cases;
  if (!right && ++wrong < 20) std::printf("%s: %s to %s\n", what, to_string(a).at, to_string(b).at);
}

// Whether there is one value for every place of the destination.
bool is_a_function(copies::offsets const& src, copies::offsets const& dst) {
  for (int c = 0; c < src.size; ++c)
    for (int d = 0; d < c; ++d)
      if (dst.at[c] == dst.at[d] && src.at[c] != src.at[d]) return false;
  return true;
}

// The memory that a copy must leave, element by element.
template <class S, class D>
memory<D> expected(memory<S> const& from, copies::offsets const& src, copies::offsets const& dst) {
  auto to = memory<D>::blank();
  for (int c = 0; c < src.size; ++c)
    to.at[to.origin + dst.at[c]] = D(from.at[from.origin + src.at[c]]);
  return to;
}

// Memory to memory.
template <class T, class A, class B>
void copy_memory(A const& src, B const& dst, copies::offsets const& a, copies::offsets const& b) {
  if (!is_a_function(a, b)) return;
  auto from = memory<T>::numbered();
  auto to = memory<T>::blank();
  copy(from.tensor(src), to.tensor(dst));
  expect(to == expected<T, T>(from, a, b), "copy", src, dst);
}
// A copy by Threads threads, each with its partition, leaves the same memory.
template <int Threads, int MaxVecBits, class T, class A>
void share_out(A const& l, copies::offsets const& a) {
  if (!is_a_function(a, a)) return;
  auto from = memory<T>::numbered();
  auto to = memory<T>::blank();
  for (int thread = 0; thread < Threads; ++thread)
    cooperative_copy<Threads, MaxVecBits>(thread, from.tensor(l), to.tensor(l));
  expect(to == expected<T, T>(from, a, a), "cooperative_copy", l, l);
}

// Memory to registers of another order and type, and from there to memory.
template <class S, class R, class A>
void copy_registers(A const& src, copies::offsets const& a) {
  if (!is_a_function(a, a)) return;
  auto from = memory<S>::numbered();
  auto registers = make_tensor<R>(make_layout(shape(src), LayoutRight{}));
  copy(from.tensor(src), registers);
  bool right = true;
  for (int c = 0; c < a.size; ++c)
    right = right && registers(c) == R(from.at[from.origin + a.at[c]]);
  expect(right, "copy to registers", src, registers.layout());
  auto to = memory<S>::blank();
  copy(registers, to.tensor(src));
  expect(to == expected<S, S>(from, a, a), "copy from registers", registers.layout(), src);
}

// A fill writes the value to every element of the layout, and nothing else.
template <class T, int Bytes, class A>
void fill_memory(A const& dst, copies::offsets const& a) {
  auto to = memory<T>::numbered();
  auto filled = memory<T>::numbered();
  for (int c = 0; c < a.size; ++c) filled.at[filled.origin + a.at[c]] = T(101);
  fill(make_tensor(make_smem_ptr<Bytes>(to.at + to.origin), dst), 101);
  expect(to == filled, "fill", dst, dst);
  clear(make_tensor(make_gmem_ptr<Bytes>(to.at + to.origin), dst));
  for (int c = 0; c < a.size; ++c) filled.at[filled.origin + a.at[c]] = T(0);
  expect(to == filled, "clear", dst, dst);
}

// f(K) for every K < N.
template <std::size_t N, class F>
void for_each_number(F const& f) {
  [&]<std::size_t... K>(std::index_sequence<K...>) {
    static_cast<void>(
        std::initializer_list<int>{(f(std::integral_constant<std::size_t, K>{}), 0)...});
  }(std::make_index_sequence<N>{});
}

void copy_tables() {
  using copies::layout_at;
  using copies::offsets_at;
  for_each_number<copies::all.count>([](auto k) {
    constexpr std::size_t i = copies::all.a[k];
    constexpr std::size_t j = copies::all.b[k];
    copy_memory<float>(layout_at<i>{}, layout_at<j>{}, offsets_at<i>, offsets_at<j>);
  });
  for_each_number<copies::count>([](auto i) {
    copy_memory<std::uint8_t>(layout_at<i>{}, layout_at<i>{}, offsets_at<i>, offsets_at<i>);
    share_out<3, 128, double>(layout_at<i>{}, offsets_at<i>);
    fill_memory<half_t, 16>(layout_at<i>{}, offsets_at<i>);
    fill_memory<float, 128>(layout_at<i>{}, offsets_at<i>);
    fill_memory<std::uint8_t, 4>(layout_at<i>{}, offsets_at<i>);
    fill_memory<double, 8>(layout_at<i>{}, offsets_at<i>);
    if constexpr (offsets_at<i>.size <= 32)
      copy_registers<std::uint16_t, int>(layout_at<i>{}, offsets_at<i>);
  });
}

////////////////////////////////////////////////////////////////////////// by hand

void expect(bool right, char const* what) {
  ++cases;
  if (!right && ++wrong < 20) std::printf("%s\n", what);
}

// (rows,8) from a run-time pitch to a run-time pitch, by what is known of them.
template <class Pitch>
void copy_rows(int rows, Pitch const& pitch) {
  auto from = memory<float>::numbered();
  auto to = memory<float>::blank();
  auto right = memory<float>::blank();
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < 8; ++j)
      right.at[right.origin + 12 * i + j] = from.at[from.origin + static_cast<int>(pitch) * i + j];
  auto const src = from.tensor(make_layout(make_shape(_8{}, rows), make_stride(_1{}, pitch)));
  auto const dst = to.tensor(make_layout(make_shape(_8{}, rows), Stride<_1, _12>{}));
  copy(src, dst);
  expect(to == right, "rows at a run-time pitch");
  to = memory<float>::blank();
  for (int thread = 0; thread < 7; ++thread) cooperative_copy<7>(thread, src, dst);
  expect(to == right, "cooperative_copy of rows at a run-time pitch");
}
template <class N>
void copy_vector(N const& n) {
  auto from = memory<float>::numbered();
  auto to = memory<float>::blank();
  auto right = memory<float>::blank();
  for (int i = 0; i < static_cast<int>(n); ++i)
    right.at[right.origin + i] = from.at[from.origin + i];
  copy(from.tensor(make_layout(n)), to.tensor(make_layout(n)));
  expect(to == right, "a vector of run-time length");
}

// A row of a swizzled tile, at a run-time row: the offset stands in front of the swizzle.
void copy_swizzled_rows() {
  auto const tile = composition(Swizzle<2, 2, 3>{}, Layout<Shape<_8, _32>, Stride<_32, _1>>{});
  auto from = memory<float>::numbered();
  for (int row = 0; row < 8; ++row) {
    auto to = memory<float>::blank();
    auto right = memory<float>::blank();
    for (int j = 0; j < 32; ++j) right.at[right.origin + j] = from.at[from.origin + tile(row, j)];
    auto const src = from.tensor(tile)(row, _);
    auto const dst = to.tensor(Layout<_32>{});
    static_assert(copy_plan<decltype(src), decltype(dst)>::access_bits == 128);
    copy(src, dst);
    expect(to == right, "a row of a swizzled tile");
  }
}

// Tiled copies by an instruction's accesses, each thread its partition; with and without the atom
// the result is the same.
template <class Copy, class L>
void copy_tile(Copy const& tiled, L const& shared) {
  auto from = memory<half_t>::numbered();
  auto to = memory<half_t>::blank();
  auto by_plan = memory<half_t>::blank();
  auto right = memory<half_t>::blank();
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 16; ++j)
      right.at[right.origin + shared(i, j)] = from.at[from.origin + 24 * i + j];
  auto const src =
      from.tensor(make_layout(Shape<_8, _16>{}, make_stride(assume_multiple_of<8>(24), _1{})));
  for (int thread = 0; thread < static_cast<int>(size(tiled)); ++thread) {
    auto const mine = tiled.get_slice(thread);
    copy(tiled, mine.partition_S(src), mine.partition_D(to.tensor(shared)));
    copy(mine.partition_S(src), mine.partition_D(by_plan.tensor(shared)));
  }
  expect(to == right && by_plan == right, "a tiled copy");
}

// The destination keeps its elements where the predicate is false.
void copy_where() {
  auto from = memory<half_t>::numbered();
  auto to = memory<half_t>::blank();
  auto right = memory<half_t>::blank();
  auto const src = from.tensor(Layout<Shape<_8, _4, _3>>{});
  copy_if([](int i) { return i % 3 == 1; }, src, to.tensor(Layout<_96>{}));
  for (int i = 1; i < 96; i += 3) right.at[right.origin + i] = from.at[from.origin + i];
  expect(to == right, "copy_if by elements");
  to = right = memory<half_t>::blank();
  auto inside = make_tensor<bool>(Shape<_4, _3>{});
  for (int i = 0; i < 12; ++i) inside(i) = i % 5 != 2;
  copy_if(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, inside, src,
          to.tensor(Layout<Shape<_8, _4, _3>>{}));
  for (int i = 0; i < 96; ++i)
    if (i / 8 % 5 != 2) right.at[right.origin + i] = from.at[from.origin + i];
  expect(to == right, "copy_if by instructions");
  to = memory<half_t>::blank();
  auto const repeated = make_tensor(inside.data(), Layout<Shape<_1, _12>, Stride<_0, _1>>{});
  copy_if(Copy_Atom<DefaultCopy, half_t>{}, repeated, src, to.tensor(Layout<Shape<_8, _4, _3>>{}));
  expect(to == right, "copy_if by a predicate with a mode of values");
}

// An assumption is checked on the host: 4 floats at a multiple of 8 bytes.
void copy_assumed() {
  auto from = memory<float>::numbered();
  auto to = memory<float>::blank();
  auto const src = make_tensor(make_gmem_ptr(from.at + 2), Layout<_8>{});
  auto const dst = make_tensor(make_gmem_ptr(to.at + 4), Layout<_8>{});
  copy(AutoVectorizingCopyWithAssumedAlignment<64>{}, src, dst);
  expect(to.at[3] == 0 && to.at[4] == from.at[2] && to.at[11] == from.at[9] && to.at[12] == 0,
         "an assumed alignment");
  bool refused = false;
  try {
    copy(AutoVectorizingCopy{}, src, dst);
  } catch (layout_error const&) {
    refused = true;
  }
  expect(refused, "an assumed alignment that is not there");
}

// Elements of 4 bits, whole bytes and single ones, and a conversion on the way.
template <class Src, class Dst>
void copy_nibbles() {
  alignas(16) unsigned char from[32];
  alignas(16) unsigned char to[32] = {};
  for (int i = 0; i < 32; ++i) from[i] = static_cast<unsigned char>(37 * i + 5);
  auto const src =
      make_tensor(make_gmem_ptr(aligned_ptr<int4b_t, 16>{make_gmem_ptr<int4b_t>(from).it}), Src{});
  auto const dst =
      make_tensor(make_gmem_ptr(aligned_ptr<int4b_t, 16>{make_gmem_ptr<int4b_t>(to).it}), Dst{});
  auto registers = make_tensor<int>(shape(Src{}));
  auto narrow = make_tensor<int4b_t>(shape(Src{}));
  copy(src, registers);
  copy(registers, narrow);
  copy(narrow, dst);
  bool right = true;
  auto const nibble = [](unsigned char const* at, int i) { return at[i / 2] >> 4 * (i % 2) & 15; };
  for (int c = 0; c < static_cast<int>(size(Src{})); ++c) {
    int const value = nibble(from, static_cast<int>(Src{}(c)));
    right = right && registers(c) == (value < 8 ? value : value - 16) &&
            nibble(to, static_cast<int>(Dst{}(c))) == value;
  }
  expect(right, "elements of 4 bits");
}

// 32 elements of 4 bits: one 128-bit store; the bytes beside them stay.
void fill_nibbles() {
  alignas(16) std::uint8_t bytes[48];
  for (std::uint8_t& b : bytes) b = 0xee;
  auto* const first = reinterpret_cast<int4b_t*>(bytes + 16);
  fill(make_tensor(make_smem_ptr<16>(first), Layout<_32>{}), -3);
  bool right = true;
  for (int i = 0; i < 48; ++i) right = right && bytes[i] == (i / 16 == 1 ? 0xdd : 0xee);
  expect(right, "fill of 4-bit elements");
}

// make_gmem_ptr<16>(p) and make_smem_ptr<16>(p) refuse an address that is no multiple of 16 bytes;
// so do the assignment to such a pointer, and assume_aligned of a slice.
void refuse_addresses() {
  alignas(16) float memory[8]{};
  for (int i = 0; i < 8; ++i) {
    for (int way = 0; way < 4; ++way) {
      bool refused = false;
      try {
        auto p = make_gmem_ptr<16>(memory);
        if (way == 0)
          static_cast<void>(make_smem_ptr<16>(memory + i));
        else if (way == 1)
          static_cast<void>(make_gmem_ptr<16>(memory + i));
        else if (way == 2)
          p = p + i;
        else
          static_cast<void>(assume_aligned<16>(make_tensor(memory, Layout<Shape<_1, _8>>{})(_, i)));
      } catch (layout_error const& e) {
        refused = e.reason().what == core::property::address_is_aligned &&
                  e.reason().found == i % 4 * 4 && e.reason().expected == 16;
      }
      expect(refused == (i % 4 != 0), "make_gmem_ptr<16>");
    }
  }
}

}  // namespace

int main() {
  copy_tables();
  for (int rows = 0; rows < 9; ++rows) {
    copy_rows(rows, 13);
    copy_rows(rows, assume_multiple_of<2>(14));
    copy_rows(rows, assume_multiple_of<4>(16));
  }
  for (int n = 0; n < 100; n += 4) {
    copy_vector(n + 1);
    copy_vector(assume_multiple_of<4>(n));
  }
  copy_swizzled_rows();
  using rows = Layout<Shape<_8, _16>, Stride<_16, _1>>;
  auto const tiled = [](auto bits, auto values) {
    return make_tiled_copy(Copy_Atom<UniversalCopy<decltype(bits)>, half_t>{},
                           Layout<Shape<_4, _2>, Stride<_2, _1>>{},
                           Layout<Shape<_1, decltype(values)>>{});
  };
  copy_tile(tiled(uint128_t{}, _8{}), rows{});
  copy_tile(tiled(std::uint32_t{}, _8{}), rows{});
  copy_tile(tiled(half_t{}, _1{}), Layout<Shape<_8, _16>>{});
  copy_tile(tiled(std::uint64_t{}, _4{}), composition(Swizzle<1, 2, 2>{}, rows{}));
  copy_where();
  copy_assumed();
  copy_nibbles<Layout<Shape<_8, _4>>, Layout<Shape<_8, _4>, Stride<_1, _16>>>();
  copy_nibbles<Layout<Shape<_3, _4>, Stride<_1, _6>>, Layout<Shape<_3, _4>>>();
  copy_nibbles<Layout<Shape<_4, _8>, Stride<_8, _1>>, Layout<Shape<_4, _8>>>();
  fill_nibbles();
  refuse_addresses();
  std::printf("%ld copies, %ld wrong\n", cases, wrong);
  return wrong != 0;
}
