// SPDX-License-Identifier: BSL-1.0
#include <tileproof/atom/integer.hpp>
#include <tileproof/tensor/fragment.hpp>
#include <tileproof/tensor/local_tile.hpp>

using namespace tileproof;

namespace {

//////////////////////////////////////////////////////////////////////////////// pointers

static_assert(subbyte<int4b_t> && subbyte<uint1b_t const> && !subbyte<char>);
static_assert(std::is_same_v<gmem_ptr<int4b_t>, tagged_ptr<gmem_space, subbyte_iterator<int4b_t>>>);
static_assert(std::is_same_v<gmem_ptr<int4b_t const>::value_type, int4b_t>);
static_assert(std::is_same_v<gmem_ptr<int4b_t const>::element_type, int4b_t const>);

constexpr int4b_t bytes[4]{};  // 8 elements
constexpr auto at_bytes = make_smem_ptr(bytes);
static_assert((at_bytes + 2).get() == subbyte_iterator<int4b_t const>{bytes + 1, 0});
static_assert((at_bytes + 3).get() == subbyte_iterator<int4b_t const>{bytes + 1, 4});
static_assert((at_bytes + 3 + -3).get() == at_bytes.get());
static_assert((at_bytes + Int<5>{} + Int<-2>{}).get() == (at_bytes + 3).get());
static_assert(raw_pointer_cast(at_bytes + 4) == bytes + 2);
static_assert(recast_ptr<int4b_t>(at_bytes + 3).get() == (at_bytes + 3).get());

//////////////////////////////////////////////////////////////////////////////// elements

constexpr bool writes_its_bits() {
  uint4b_t memory[2]{};
  auto const t = make_tensor(make_gmem_ptr(memory), Layout<Shape<_4>>{});
  t(0) = 1;
  t(1) = 2;
  t(2) = 12;
  t(3) = t(1);  // the element, not the reference
  t(1) = 5;
  uint4b_t pair;  // a byte of memory
  pair.storage = 0xa1;
  t(0) = pair;
  return memory[0].storage == 0x51 && memory[1].storage == 0x2c;
}
static_assert(writes_its_bits());

constexpr bool reads_as_a_number() {
  auto t = make_tensor<int4b_t>(Shape<_3>{});
  t(1) = -3;
  int const as_int = t(1);
  float const as_float = t(1);
  int4b_t const value = t(1);
  return as_int == -3 && as_float == -3 && value == -3 && t(1) == -3 && t(1) * 2 == t(1) + t(1) &&
         static_cast<int4b_t>(t(1)) == value && t(0) == 0;
}
static_assert(reads_as_a_number());

//////////////////////////////////////////////////////////////////////////////// tensors

template <class T, int N>
using owner = decltype(make_tensor<T>(Shape<Int<N>>{}));
static_assert(sizeof(owner<int4b_t, 8>) == 4 && alignof(owner<int4b_t, 8>) == 4);
static_assert(sizeof(owner<int4b_t, 5>) == 3 && sizeof(owner<uint1b_t, 9>) == 2);
static_assert(alignof(owner<uint1b_t, 256>) == 16 && sizeof(owner<uint1b_t, 256>) == 32);
static_assert(is_rmem_v<owner<int4b_t, 8>>);

// Every element of the tensor has room of its own, which it shares with none.
template <class T, class L>
constexpr bool holds(L const& layout) {
  auto t = make_tensor<T>(layout);
  int const n = static_cast<int>(size(layout));
  for (int i = 0; i < n; ++i) t(i) = i * 5 + i / 7;
  for (int i = 0; i < n; ++i)
    if (t(i) != T(i * 5 + i / 7)) return false;
  return true;
}
static_assert(holds<int4b_t>(Layout<Shape<_4, _8>>{}));
static_assert(holds<uint4b_t>(Layout<Shape<_4, _8>, Stride<Int<9>, _1>>{}));
static_assert(holds<uint4b_t>(Layout<Shape<Shape<_2, _3>, _5>, Stride<Stride<Int<15>, _1>, _3>>{}));
static_assert(holds<uint1b_t>(Layout<Shape<_3, _7>, Stride<_7, _1>>{}));
static_assert(holds<int4b_t>(composition(Swizzle<2, 1, 2>{}, Layout<Shape<_8, _8>>{})));

// A part is the part of the whole.
constexpr bool parts_agree() {
  auto t = make_tensor<uint4b_t>(Layout<Shape<_6, _8>, Stride<_8, _1>>{});
  for (int m = 0; m < 6; ++m)
    for (int n = 0; n < 8; ++n) t(m, n) = 3 * m + n;
  auto const row = t(5, _);
  auto const tile =
      local_tile(make_tensor(t.data(), t.layout()), Shape<_3, _3>{}, make_coord(1, 1));
  auto const share = local_partition(t, Layout<Shape<_2, _2>>{}, 3);
  for (int i = 0; i < 8; ++i)
    if (row(i) != (15 + i) % 16) return false;
  for (int m = 0; m < 3; ++m)
    for (int n = 0; n < 3; ++n)
      if (tile(m, n) != (3 * (3 + m) + 3 + n) % 16) return false;
  return share(0, 0) == t(1, 1) && share(2, 3) == t(5, 7);
}
static_assert(parts_agree());

// One memory as int4 elements and as words, and back.
using registers = decltype(make_tensor<int4b_t>(Layout<Shape<_8, _3>>{}));
using words = decltype(recast<std::uint32_t>(std::declval<registers&>()));
static_assert(words::layout_type{} == Layout<Shape<_1, _3>, Stride<_1, _1>>{});
static_assert(std::is_same_v<words::element_type, std::uint32_t> && is_rmem_v<words>);
using bits = decltype(recast<uint1b_t>(std::declval<registers const&>()));
static_assert(std::is_same_v<bits::layout_type, Layout<Shape<_32, _3>>>);
static_assert(std::is_same_v<bits::element_type, uint1b_t const>);

static_assert(sizeof(make_fragment_like(std::declval<words>())) == 12);
static_assert(sizeof(make_fragment_like(std::declval<registers>())) == 12);

}  // namespace
