// SPDX-License-Identifier: BSL-1.0
//
// Finds the swizzle of a shared-memory tile for the accesses that a GEMM makes to it, proves it,
// and compares it with rows as they are and with padding. The tile has 64x64 f16 elements, K-major:
// rows of 128 bytes. 128 threads fill it 16 bytes at a time; four warps read it with ldmatrix.x4.
//
// Compile: g++ -std=c++20 -I../include find_a_swizzle.cpp -o find_a_swizzle
// Prints:
//   found Sw<3,3,3>: 128 wavefronts, and no swizzle needs fewer than 128
//   tile                                  bytes   st.shared.v4            ldmatrix.x4
//   (_64,_64):(_64,_1)                     8192   1-way,  64 wavefronts   8-way, 512 wavefronts
//   (_64,_64):(_72,_1)                     9200   1-way,  64 wavefronts   1-way,  64 wavefronts
//   Sw<3,3,3> o _0 o (_64,_64):(_64,_1)    8192   1-way,  64 wavefronts   1-way,  64 wavefronts
#include <tileproof/atom/numeric.hpp>
#include <tileproof/tileproof.hpp>

#include <cstdio>

using namespace tileproof;

namespace {

using tile = Layout<Shape<_64, _64>, Stride<_64, _1>>;         // (M,K) -> offset in elements
using padded_tile = Layout<Shape<_64, _64>, Stride<_72, _1>>;  // rows of 144 bytes

// Each access is a layout (thread,value) -> m + 64 k, the index of an element of the tile.
// st.shared.v4: thread t has 8 elements of row t / 8 from column 8 (t % 8) on, and the same in each
// of 4 blocks of 16 rows.
using stores =
    Layout<Shape<Shape<_8, _16>, Shape<_8, _4>>, Stride<Stride<Int<512>, _1>, Stride<_64, _16>>>;
// ldmatrix.x4 of a 16x16 block of A: lane l gives the address of 8 elements of row l % 16 from
// column 8 (l / 16) on; each warp has 16 rows, and repeats it for 4 k-blocks of 16 columns.
using loads = Layout<Shape<Shape<_16, _2, _4>, Shape<_8, _4>>,
                     Stride<Stride<_1, Int<512>, _16>, Stride<_64, Int<1024>>>>;

// Both accesses touch each element of the tile once.
static_assert(require<owns_every_element<>>(stores{}, Shape<_64, _64>{}));
static_assert(require<owns_every_element<>>(loads{}, Shape<_64, _64>{}));

// The search takes the swizzle with the fewest wavefronts for both accesses together, of all that
// keep 16 bytes together and whose period divides the tile.
using to_tile = tile_access<shared_store<128>, stores>;
using from_tile = tile_access<ldmatrix<4>, loads>;
using best = best_swizzle<half_t, tile, to_tile, from_tile>;
constexpr swizzle_choice choice = best_swizzle_v<half_t, tile, to_tile, from_tile>;
static_assert(std::is_same_v<best, Swizzle<3, 3, 3>>);  // TMA's SWIZZLE_128B

constexpr auto swizzled_tile = composition(best{}, tile{});
static_assert(require<swizzle_fits<8>>(swizzled_tile));  // 16 bytes stay together, none leaves
static_assert(require<compact>(swizzled_tile));          // a bijection onto [0,4096)

// (thread,value) -> offset in shared memory, before and after.
constexpr auto plain_loads = composition(tile{}, loads{});
constexpr auto swizzled_loads = composition(swizzled_tile, loads{});
constexpr auto swizzled_stores = composition(swizzled_tile, stores{});

// Before, ldmatrix has an 8-way bank conflict and no fewer.
static_assert(require<bank_ways<ldmatrix<4>, half_t, 8>>(plain_loads));
static_assert(prove<bank_ways<ldmatrix<4>, half_t, 7>>(plain_loads).is == answer::no);
// After, neither access has one.
static_assert(require<free_of_bank_conflicts<ldmatrix<4>, half_t>>(swizzled_loads));
static_assert(require<free_of_bank_conflicts<shared_store<128>, half_t>>(swizzled_stores));

template <class Tile>
void print_cost(Tile const& t) {
  report const store = prove<bank_ways<shared_store<128>, half_t>>(composition(t, stores{}));
  report const load = prove<bank_ways<ldmatrix<4>, half_t>>(composition(t, loads{}));
  std::printf("%-37s %5d", to_string(t).at, 2 * static_cast<int>(cosize(t)));
  for (report const& r : {store, load})
    std::printf("   %d-way, %3d wavefronts", static_cast<int>(r(clue::in_ways)),
                static_cast<int>(r(clue::in_wavefronts)));
  std::printf("\n");
}

}  // namespace

int main() {
  std::printf("found %s: %d wavefronts, and no swizzle needs fewer than %d\n", to_string(best{}).at,
              static_cast<int>(choice.wavefronts), static_cast<int>(choice.minimum));
  std::printf("%-37s %5s   %-21s   %s\n", "tile", "bytes", "st.shared.v4", "ldmatrix.x4");
  print_cost(tile{});
  print_cost(padded_tile{});
  print_cost(swizzled_tile);
}
