// SPDX-License-Identifier: BSL-1.0
//
// Proves the index arithmetic of a CUDA kernel that exists already and does not use tileproof: the
// transpose of a 32x32 tile of floats through shared memory by 256 threads, 4 elements each.
//
//   __shared__ float tile[32 * 32];
//   int const x = threadIdx.x % 32, y = threadIdx.x / 32;
//   for (int i = 0; i < 4; ++i) tile[(y + 8 * i) * 32 + x] = in[...];  // rows
//   __syncthreads();
//   for (int i = 0; i < 4; ++i) out[...] = tile[x * 32 + y + 8 * i];   // columns
//
// The write and the read are proved to touch every element once. The read has 32-way bank
// conflicts; rows of 33 floats remove them, and so does column ^ row, without more memory.
//
// Compile: g++ -std=c++20 -I../include prove_your_indices.cpp -o prove_your_indices
// Prints:
//   tile         floats   wavefronts of the write   of the read
//   row * 32       1024                        32          1024
//   row * 33       1055                        32            32
//   column ^ row   1024                        32            32
//   row * 32, read: 32-way conflict, lanes 0 and 1 read words 0 and 32 of bank 0
#include <tileproof/atom/thread_value.hpp>
#include <tileproof/tileproof.hpp>

#include <cstdio>

using namespace tileproof;

namespace {

// The kernel's expression, and two that may replace it. As __host__ __device__ functions the kernel
// can call them itself; then the expression that is proved is the one that runs.
constexpr int plain(int row, int column) { return row * 32 + column; }
constexpr int padded(int row, int column) { return row * 33 + column; }
constexpr int mixed(int row, int column) { return row * 32 + (column ^ row); }

// (thread,value) -> offset, found from the expression by visiting every coordinate. An expression
// that no layout equals does not compile.
constexpr auto write =
    thread_value_layout<256, 4>([](int t, int i) { return plain(t / 32 + 8 * i, t % 32); });
constexpr auto read =
    thread_value_layout<256, 4>([](int t, int i) { return plain(t % 32, t / 32 + 8 * i); });
constexpr auto padded_write =
    thread_value_layout<256, 4>([](int t, int i) { return padded(t / 32 + 8 * i, t % 32); });
constexpr auto padded_read =
    thread_value_layout<256, 4>([](int t, int i) { return padded(t % 32, t / 32 + 8 * i); });

// These are the same layouts, written down.
static_assert(to_string(write) == "(_256,_4):(_1,_256)");
static_assert(to_string(read) == "((_32,_8),_4):((_32,_1),_8)");

// Each of the 32x32 elements belongs to one thread, as one of its values: none is lost.
static_assert(require<owns_every_element<>>(write, Shape<_32, _32>{}));
static_assert(require<owns_every_element<>>(read, Shape<_32, _32>{}));
// Padding leaves gaps between the offsets. No two elements share one.
static_assert(require<injective>(padded_write));
static_assert(require<injective>(padded_read));

// column ^ row is a swizzle of the plain layout: bits 5 to 9 of the offset are xored into bits 0 to
// 4. The two functions are compared at each of the 1024 elements.
using swizzle = Swizzle<5, 0, 5>;
constexpr bool is_the_swizzle() {
  for (int row = 0; row < 32; ++row)
    for (int column = 0; column < 32; ++column)
      if (mixed(row, column) != swizzle{}(plain(row, column))) return false;
  return true;
}
static_assert(is_the_swizzle());
constexpr auto mixed_write = composition(swizzle{}, write);
constexpr auto mixed_read = composition(swizzle{}, read);
static_assert(require<compact>(mixed_write));  // a bijection onto [0,1024)

// The cost. This does not compile, and the error says why:
//   static_assert(require<free_of_bank_conflicts<shared_load<32>, float>>(read));
static_assert(require<bank_ways<shared_load<32>, float, 32>>(read));
static_assert(require<free_of_bank_conflicts<shared_store<32>, float>>(write));
static_assert(require<free_of_bank_conflicts<shared_store<32>, float>>(padded_write));
static_assert(require<free_of_bank_conflicts<shared_load<32>, float>>(padded_read));
static_assert(require<free_of_bank_conflicts<shared_store<32>, float>>(mixed_write));
static_assert(require<free_of_bank_conflicts<shared_load<32>, float>>(mixed_read));

// prove() gives a report, from which this prints the wavefronts of all 8 warps.
template <class Write, class Read>
void print_cost(char const* tile, Write const& w, Read const& r) {
  report const writes = prove<free_of_bank_conflicts<shared_store<32>, float>>(w);
  report const reads = prove<free_of_bank_conflicts<shared_load<32>, float>>(r);
  std::printf("%-12s %6d %25d %13d\n", tile, static_cast<int>(cosize(w)),
              static_cast<int>(writes(clue::in_wavefronts)),
              static_cast<int>(reads(clue::in_wavefronts)));
}

}  // namespace

int main() {
  std::printf("%-12s %s   %s   %s\n", "tile", "floats", "wavefronts of the write", "of the read");
  print_cost("row * 32", write, read);
  print_cost("row * 33", padded_write, padded_read);
  print_cost("column ^ row", mixed_write, mixed_read);
  constexpr report why = prove<free_of_bank_conflicts<shared_load<32>, float>>(read);
  std::printf("row * 32, read: %d-way conflict, lanes %d and %d read words %d and %d of bank %d\n",
              static_cast<int>(why(clue::in_ways)), static_cast<int>(why(clue::of_lanes, 0)),
              static_cast<int>(why(clue::of_lanes, 1)), static_cast<int>(why(clue::on_words, 0)),
              static_cast<int>(why(clue::on_words, 1)), static_cast<int>(why(clue::in_bank)));
}
