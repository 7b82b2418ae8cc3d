// SPDX-License-Identifier: BSL-1.0
//
// Offsets of random buffers against brute force: every byte of every phase is marked by the buffers
// that are in use there. Buffers that the allocator places never meet, lie in line, and cannot lie
// lower; of stated offsets find_overlap says whether two meet, and names two that do.
#include <tileproof/core/buffers.hpp>

#include <cstdint>
#include <cstdio>
#include <random>
#include <vector>

namespace {

namespace core = tileproof::core;

constexpr int phases = 6;
constexpr int most = 10;  // buffers

long cases = 0;
long wrong = 0;

void expect(bool right, char const* what) {
  ++cases;
  if (!right && ++wrong < 20) std::printf("wrong: %s\n", what);
}

// The bytes of all phases, each with the number of buffers that are in use there.
struct board {
  std::vector<int> marks;
  std::int64_t bytes;

  explicit board(std::int64_t n) : marks(static_cast<std::size_t>(n * phases)), bytes(n) {}
  int& at(int phase, std::int64_t byte) {
    return marks[static_cast<std::size_t>(phase * bytes + byte)];
  }
  void put(core::buffer const& b) {
    for (int p = b.first; p <= b.last; ++p)
      for (std::int64_t i = b.at; i < b.end(); ++i) ++at(p, i);
  }
  bool is_free(core::buffer const& b) {
    for (int p = b.first; p <= b.last; ++p)
      for (std::int64_t i = b.at; i < b.end(); ++i)
        if (at(p, i) != 0) return false;
    return true;
  }
  bool has_two() const {
    for (int const m : marks)
      if (m > 1) return true;
    return false;
  }
};

struct dice {
  std::mt19937 of;
  explicit dice(unsigned seed) : of(seed) {}
  int operator()(int least, int largest) {
    return std::uniform_int_distribution<int>(least, largest)(of);
  }
  core::buffer buffer() {
    int const first = (*this)(0, phases - 1);
    return {(*this)(0, 40), std::int64_t{1} << (*this)(0, 5), first, (*this)(first, phases - 1),
            core::buffer::any_offset};
  }
};

// The allocator chooses all offsets, or all but some that are stated.
void place(dice& random, bool some_are_stated) {
  core::buffer all[most];
  core::buffer given[most];
  int const count = random(0, most);
  for (int i = 0; i < count; ++i) {
    all[i] = random.buffer();
    if (some_are_stated && random(0, 3) == 0) all[i].at = random(0, 6) * all[i].alignment;
    given[i] = all[i];
  }
  core::place_buffers(all, count);
  std::int64_t const bytes = core::bytes_of(all, count);
  board stated(bytes + 64);
  board whole(bytes + 64);
  bool is_in_line = true;
  bool is_kept = true;
  std::int64_t end = 0;
  for (int i = 0; i < count; ++i) {
    is_in_line = is_in_line && all[i].at >= 0 && all[i].at % all[i].alignment == 0;
    is_kept = is_kept && (given[i].at < 0 || given[i].at == all[i].at);
    end = all[i].end() > end ? all[i].end() : end;
    whole.put(all[i]);
    if (given[i].at >= 0) stated.put(given[i]);
  }
  expect(is_in_line && is_kept && end == bytes, "a buffer out of line");
  // Stated offsets alone meet.
  core::buffer_pair const met = core::find_overlap(all, count);
  expect(whole.has_two() == (met.a >= 0) && whole.has_two() == stated.has_two(), "two meet");
  // The least place: every lower one is taken, by stated buffers or by those before.
  board before = stated;
  for (int i = 0; i < count; ++i) {
    if (given[i].at >= 0) continue;
    bool is_least = before.is_free(all[i]);
    core::buffer lower = all[i];
    for (lower.at = 0; lower.bytes > 0 && lower.at < all[i].at; lower.at += lower.alignment)
      is_least = is_least && !before.is_free(lower);
    expect(is_least, "a lower place is free");
    before.put(all[i]);
  }
}

// All offsets are stated at random.
void find(dice& random) {
  core::buffer all[most];
  int const count = random(0, 5);
  board whole(512);
  for (int i = 0; i < count; ++i) {
    all[i] = random.buffer();
    all[i].at = random(0, 150);
    whole.put(all[i]);
  }
  core::buffer_pair const met = core::find_overlap(all, count);
  expect(whole.has_two() == (met.a >= 0), "an overlap is missed, or invented");
  if (met.a < 0) return;
  board two(512);
  two.put(all[met.a]);
  two.put(all[met.b]);
  expect(met.a < met.b && two.has_two(), "the two that are named do not meet");
}

}  // namespace

int main() {
  dice random(20);
  for (int i = 0; i < 20000; ++i) {
    place(random, false);
    place(random, true);
    find(random);
  }
  std::printf("%ld cases, %ld wrong\n", cases, wrong);
  return wrong != 0;
}
