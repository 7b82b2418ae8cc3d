// SPDX-License-Identifier: BSL-1.0
//
// Run-time leaves that violate a condition throw where the layout is built, with a sentence that
// names the operation, the mode and the first wrong coordinate.
#include <tileproof/tileproof.hpp>

#include <iostream>
#include <string>
#include <string_view>

using namespace tileproof;

namespace {

int failures = 0;

template <class F>
void expect(F const& build, std::string_view sentence) {
  std::string what = "no exception";
  try {
    static_cast<void>(build());
  } catch (std::exception const& e) {
    what = e.what();
  }
  if (what == sentence) return;
  ++failures;
  std::cout << "expected: " << sentence << "\nthrown:   " << what << '\n';
}

// The witness of a refusal is true: A(B(c)) is what it says, and not what a layout would give.
template <class A, class B>
void expect_witness(A const& a, B const& b) {
  try {
    static_cast<void>(composition(a, b));
    ++failures;
  } catch (layout_error const& e) {
    core::refusal const& r = e.reason();
    if (r.found != r.expected && a(b(static_cast<int>(r.coordinate))) == r.found) return;
    ++failures;
    std::cout << "not so: " << e.what() << '\n';
  }
}

}  // namespace

int main() {
  int const zero = 0;
  int const three = 3;
  int const four = 4;
  int const six = 6;
  int const ten = 10;

  auto const a = make_layout(make_shape(six, 2), make_stride(8, 2));
  auto const b = make_layout(three, four);
  expect(
      [&] { return composition(a, b); },
      "composition(A,B): no layout equals A(B(c)): in mode 0 of B, at coordinate 2, A(B(c)) is 18 "
      "where the layout would give 64");
  if (composable(a, b) || !composable(a, make_layout(three, 2))) ++failures;
  // Six steps along columns of 4 go to half of the next column, then to the beginning of the one
  // after the next: (2,2):(61,3). The types give (1,4), which goes on as it begins.
  expect(
      [&] {
        return composition(make_layout(make_shape(four, 30), LayoutRight{}), Layout<_4, _6>{});
      },
      "composition(A,B): with run-time leaves the types fix the result's modes, "
      "and with these values those modes do not give A(B(c)): in mode 0 of B, at coordinate 2, "
      "A(B(c)) is 3 where they "
      "give 122");
  auto const rows = make_layout(make_shape(15, 30), LayoutRight{});
  expect_witness(a, b);
  expect_witness(make_layout(make_shape(four, 30), LayoutRight{}), Layout<_4, _6>{});
  expect_witness(rows, make_layout(make_shape(_4{}, four)));
  expect_witness(rows, make_layout(make_shape(_4{}, three, four), make_stride(_1{}, _0{}, _4{})));
  if (!composable(rows, Layout<_8, _16>{})) ++failures;  // 8:31, though 15 and 16 do not divide
  expect([&] { return composition(rows, make_layout(make_shape(_4{}, four))); },
         "composition(A,B): the modes of B carry into each other, beginning with mode 0: at "
         "coordinate "
         "15, A(B(c)) is 1 and the sum over the modes is 450");

  expect([&] { return composition(a, make_layout(three, zero)); },
         "composition(A,B): the run-time stride of mode 0 of B must be at least 1, since A has "
         "several "
         "modes");
  expect(
      [&] { return complement(make_layout(make_shape(four, six), make_stride(_1{}, three)), 24); },
      "complement(A): A is not injective: two coordinates share an offset");
  expect(
      [&] { return complement(make_layout(make_shape(three, 3), make_stride(four, three)), 24); },
      "complement(A): with run-time leaves each stride must be at least the "
      "length of the interval that the modes of smaller stride fill: it is 4, "
      "and they fill 9");
  expect([&] { return left_inverse(make_layout(_8{}, zero)); },
         "left_inverse(L): a run-time stride is 0, and must be at least 1");
  expect([&] { return left_inverse(make_layout(make_shape(four, six), make_stride(_1{}, three))); },
         "left_inverse(L): with run-time leaves the type of L fixes the modes of I, "
         "and with these values those modes do not give L(I(L(i))) == L(i): for i = 23, L(i) is 18 "
         "and I(L(i)) is 24, which is no "
         "coordinate of L with that offset");
  expect([&] { return left_inverse(make_layout(make_shape(three, 3), make_stride(four, six))); },
         "left_inverse(L): no layout I has L(I(L(i))) == L(i) for every i");
  expect([&] { return tile_to_shape(Layout<Shape<_4, _8>>{}, make_shape(ten, _16{})); },
         "tile_to_shape: in mode 0, the block's extent 4 does not divide the "
         "target's 10");
  expect([&] { return upcast<4>(make_layout(ten)); },
         "upcast: leaf 0 does not consist of whole wide elements: 10 is not a "
         "multiple of 4");
  expect([&] { return upcast<4>(make_layout(_2{}, ten)); },
         "upcast: leaf 0 does not consist of whole wide elements: 10 is not a "
         "multiple of 4");

  expect([&] { return shape_div(ten, four); }, "shape_div: neither of 10 and 4 divides the other");
  auto const t = make_tensor(counting_iterator<int>{0}, make_layout(make_shape(_8{}, _8{})));
  auto const threads = make_layout(make_shape(four, _2{}), make_stride(_1{}, three));
  expect([&] { return local_partition(t, threads, 1); },
         "a thread layout with run-time leaves must be compact, column-major or row-major");

  expect([&] { return assume_multiple_of<4>(ten); },
         "assume_multiple_of: 10 is not a multiple of 4");
  expect([&] { return assume_multiple_of<6>(assume_multiple_of<2>(ten)); },
         "assume_multiple_of: 10 is not a multiple of 6");
  alignas(16) float const elements[8]{};
  expect([&] { return assume_aligned<16>(elements + 3); },
         "assume_aligned: the address lies 12 bytes past a multiple of 16");
  expect([&] { return assume_aligned<8>(make_gmem_ptr(elements + 1)); },
         "assume_aligned: the address lies 4 bytes past a multiple of 8");
  expect([&] { return assume_aligned<16>(elements + 4) + assume_multiple_of<5>(ten); },
         "no exception");

  // Results that 32 bits do not hold, and results that 64 do not.
  int const many = 65536;
  expect([&] { return make_layout(make_shape(many, many, four)); },
         "a run-time integer of the result is 4294967296, which does not fit its type of 32 bits: "
         "it has 64 bits if an integer "
         "that it is computed from has 64");
  int const far = 70000;
  expect([&] { return composition(make_layout(8, far), make_layout(four, far)); },
         "a run-time integer of the result is 4900000000, which does not fit its type of 32 bits: "
         "it has 64 bits if an integer "
         "that it is computed from has 64");
  expect([&] { return make_layout(make_shape(many, many), make_stride(_1{}, many))(0, many - 1); },
         "a run-time integer of the result is 4294901760, which does not fit its type of 32 bits: "
         "it has 64 bits if an integer "
         "that it is computed from has 64");
  long long const huge = 1LL << 40;
  expect([&] { return make_layout(make_shape(huge, huge, huge)); },
         "an extent, stride or offset does not fit in 64 bits");
  expect([&] { return make_layout(make_shape(huge, many, four)); }, "no exception");
  expect([&] { return composition(make_layout(8, huge), make_layout(four, far)); }, "no exception");

  auto const swizzled = make_composed_layout(Swizzle<3, 3, 3>{}, three, Layout<_8, _1>{});
  expect([&] { return upcast<4>(make_layout(make_shape(four, four, 2), Stride<_1, _1, _1>{})); },
         "upcast: the modes inside one wide element reach the offset 7, and it has 4 elements");
  expect([&] { return upcast<2>(swizzled); },
         "upcast: the offset inside the swizzle, 3, is not a multiple of 2");
  expect(
      [&] { return upcast<2>(make_composed_layout(Swizzle<3, 3, 3>{}, four, Layout<_8, _1>{})); },
      "no exception");

  std::cout << failures << " refusals at run time say something else\n";
  return failures == 0 ? 0 : 1;
}
