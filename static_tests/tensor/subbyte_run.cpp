// SPDX-License-Identifier: BSL-1.0
//
// Elements of less than a byte against a 64-bit number that holds them: every value, written at
// every position over every byte, changes its bits and no other.
#include <tileproof/atom/integer.hpp>
#include <tileproof/tensor/tensor.hpp>

#include <cstdint>
#include <cstdio>
#include <cstring>

namespace {

using namespace tileproof;

long cases = 0;
long wrong = 0;

void expect(bool right, char const* what, int bits, int position, int value) {
  ++cases;
  if (!right && ++wrong < 10)
    std::printf("%s: %d bits, element %d, value %d\n", what, bits, position, value);
}

std::uint64_t number_in(unsigned char const* memory) {
  std::uint64_t n = 0;
  for (int i = 7; i >= 0; --i) n = n << 8 | memory[i];
  return n;
}

// Every write of an element of type T, which reads `bits` bits as a number from `lowest` on.
template <class T>
void every_write(int bits, int lowest) {
  alignas(8) unsigned char memory[8];
  int const count = 64 / bits;
  std::uint64_t const mask = (std::uint64_t{1} << bits) - 1;
  auto const p = make_gmem_ptr<T>(static_cast<void*>(memory));
  auto const reader = make_gmem_ptr<T>(static_cast<void const*>(memory));
  auto const t = make_tensor(p, make_layout(count));
  for (int byte = 0; byte < 256; ++byte)
    for (int at = 0; at < count; ++at)
      for (int value = lowest; value <= lowest + static_cast<int>(mask); ++value) {
        std::memset(memory, byte, 8);
        std::uint64_t const before = number_in(memory);
        std::uint64_t const code = static_cast<std::uint64_t>(value) & mask;
        std::uint64_t const expected = (before & ~(mask << bits * at)) | code << bits * at;
        t(at) = value;
        expect(number_in(memory) == expected, "a write", bits, at, value);
        expect(t(at) == value && reader[at] == value, "a read", bits, at, value);

        int const from = (at * 5 + byte) % count;  // a pointer inside, and steps back and forth
        std::memset(memory, byte, 8);
        (p + from)[at - from] = value;
        expect(number_in(memory) == expected, "a write through an inner pointer", bits, at, value);
        std::memset(memory, byte, 8);
        *(p + from + at + -from) = T(value);
        expect(number_in(memory) == expected, "a write after three steps", bits, at, value);
      }
}

// The elements of the layout's tensor are those of the words and bytes that share its memory.
template <class T>
void recasts(int bits) {
  alignas(8) std::uint32_t words[2] = {0x9abcdef1, 0x23456780};
  auto const whole = make_tensor(make_smem_ptr(words), Layout<_2>{});
  auto const elements = recast<T>(whole);
  int const in_word = 32 / bits;
  unsigned const mask = (1U << bits) - 1;
  for (int i = 0; i < static_cast<int>(size(elements)); ++i) {
    unsigned const code = words[i / in_word] >> (i % in_word * bits) & mask;
    expect(elements(i) == T(static_cast<int>(code)), "an element of a word", bits, i, 0);
  }
  auto const bytes = recast<std::uint8_t>(elements);
  for (int i = 0; i < 8; ++i)
    expect(bytes(i) == (words[i / 4] >> (i % 4 * 8) & 255), "a byte", bits, i, 0);
  expect(&recast<std::uint32_t>(elements)(1) == words + 1, "a word", bits, 1, 0);
  auto const ones = recast<uint1b_t>(elements);
  for (int i = 0; i < 64; ++i)
    expect(ones(i) == static_cast<int>(words[i / 32] >> i % 32 & 1), "a bit", bits, i, 0);
}

}  // namespace

int main() {
  every_write<int4b_t>(4, -8);
  every_write<uint4b_t>(4, 0);
  every_write<uint1b_t>(1, 0);
  recasts<int4b_t>(4);
  recasts<uint4b_t>(4);
  recasts<uint1b_t>(1);
  std::printf("%ld cases, %ld wrong\n", cases, wrong);
  return wrong != 0;
}
