// SPDX-License-Identifier: BSL-1.0
//
// Shows which lane of a warp holds which element of mma.sync.m16n8k16 (f16 inputs, f32 sums). The
// fragment layouts of A, B and C are proved equal to the formulas of the PTX ISA, and printed: in
// the table of C, 6:1 is register c1 of lane 6.
//
// Compile: g++ -std=c++20 -I../include mma_fragment.cpp -o mma_fragment
// Prints:
//   A ((_4,_8),(_2,_2,_2)):((_32,_1),(_16,_8,_128))
//   B ((_4,_8),(_2,_2)):((_16,_1),(_8,_64))
//   C ((_4,_8),(_2,_2)):((_32,_1),(_16,_8))
//   (m,k) of A of lane 6: (1,4) (1,5) (9,4) (9,5) (1,12) (1,13) (9,12) (9,13)
//   (n,k) of B of lane 6: (1,4) (1,5) (1,12) (1,13)
//   C row  0:  0:0  0:1  1:0  1:1  2:0  2:1  3:0  3:1
//   C row  1:  4:0  4:1  5:0  5:1  6:0  6:1  7:0  7:1
//   C row  2:  8:0  8:1  9:0  9:1 10:0 10:1 11:0 11:1
//   C row  3: 12:0 12:1 13:0 13:1 14:0 14:1 15:0 15:1
//   C row  4: 16:0 16:1 17:0 17:1 18:0 18:1 19:0 19:1
//   C row  5: 20:0 20:1 21:0 21:1 22:0 22:1 23:0 23:1
//   C row  6: 24:0 24:1 25:0 25:1 26:0 26:1 27:0 27:1
//   C row  7: 28:0 28:1 29:0 29:1 30:0 30:1 31:0 31:1
//   C row  8:  0:2  0:3  1:2  1:3  2:2  2:3  3:2  3:3
//   C row  9:  4:2  4:3  5:2  5:3  6:2  6:3  7:2  7:3
//   C row 10:  8:2  8:3  9:2  9:3 10:2 10:3 11:2 11:3
//   C row 11: 12:2 12:3 13:2 13:3 14:2 14:3 15:2 15:3
//   C row 12: 16:2 16:3 17:2 17:3 18:2 18:3 19:2 19:3
//   C row 13: 20:2 20:3 21:2 21:3 22:2 22:3 23:2 23:3
//   C row 14: 24:2 24:3 25:2 25:3 26:2 26:3 27:2 27:3
//   C row 15: 28:2 28:3 29:2 29:3 30:2 30:3 31:2 31:3
#include <tileproof/atom.hpp>
#include <tileproof/tileproof.hpp>

#include <cstdio>

using namespace tileproof;

namespace {

using traits = MMA_Traits<SM80_16x8x16_F32F16F16F32_TN>;

// PTX ISA, "Matrix Fragments for mma.m16n8k16 with floating point type", word for word: the row and
// column of a_i, b_i and c_i of a lane.
struct element {
  int row;
  int column;
};
constexpr int group_id(int lane) { return lane >> 2; }
constexpr int thread_id_in_group(int lane) { return lane % 4; }
constexpr element a(int lane, int i) {
  return {i < 2 || (i >= 4 && i < 6) ? group_id(lane) : group_id(lane) + 8,
          thread_id_in_group(lane) * 2 + (i & 1) + (i < 4 ? 0 : 8)};
}
constexpr element b(int lane, int i) {
  return {thread_id_in_group(lane) * 2 + (i & 1) + (i < 2 ? 0 : 8), group_id(lane)};
}
constexpr element c(int lane, int i) {
  return {i < 2 ? group_id(lane) : group_id(lane) + 8, thread_id_in_group(lane) * 2 + (i & 1)};
}

// tileproof numbers elements column-major: m + 16 k in A, n + 8 k in B, m + 16 n in C.
constexpr auto documented_a = thread_value_layout<32, 8>(
    [](int lane, int i) { return a(lane, i).row + 16 * a(lane, i).column; });
constexpr auto documented_b = thread_value_layout<32, 4>(
    [](int lane, int i) { return b(lane, i).column + 8 * b(lane, i).row; });
constexpr auto documented_c = thread_value_layout<32, 4>(
    [](int lane, int i) { return c(lane, i).row + 16 * c(lane, i).column; });

// The library's layouts, with which kernels are built, equal the formulas everywhere.
static_assert(require<equivalent>(traits::ALayout{}, documented_a));
static_assert(require<equivalent>(traits::BLayout{}, documented_b));
static_assert(require<equivalent>(traits::CLayout{}, documented_c));
// Each element belongs to one register of one lane.
static_assert(require<owns_every_element<>>(traits::ALayout{}, Shape<_16, _16>{}));
static_assert(require<owns_every_element<>>(traits::BLayout{}, Shape<_8, _16>{}));
static_assert(require<owns_every_element<>>(traits::CLayout{}, Shape<_16, _8>{}));

// The inverse layout: (m,n) -> lane + 32 i.
constexpr auto owner_of_c = right_inverse(traits::CLayout{}).with_shape(_16{}, _8{});
static_assert(owner_of_c(1, 5) == 6 + 32 * 1);  // row 1, column 5: c1 of lane 6

// Prints the elements of one lane; the operand's first mode has this extent.
template <class L>
void print_lane(char const* operand, L const& layout, int extent, int lane) {
  std::printf("%s of lane %d:", operand, lane);
  for (int i = 0; i < static_cast<int>(size<1>(layout)); ++i) {
    int const at = static_cast<int>(layout(lane, i));
    std::printf(" (%d,%d)", at % extent, at / extent);
  }
  std::printf("\n");
}

}  // namespace

int main() {
  std::printf("A %s\n", to_string(traits::ALayout{}).at);
  std::printf("B %s\n", to_string(traits::BLayout{}).at);
  std::printf("C %s\n", to_string(traits::CLayout{}).at);
  print_lane("(m,k) of A", traits::ALayout{}, 16, 6);
  print_lane("(n,k) of B", traits::BLayout{}, 8, 6);
  for (int m = 0; m < 16; ++m) {
    std::printf("C row %2d:", m);
    for (int n = 0; n < 8; ++n) {
      int const owner = static_cast<int>(owner_of_c(m, n));
      std::printf(" %2d:%d", owner % 32, owner / 32);
    }
    std::printf("\n");
  }
}
