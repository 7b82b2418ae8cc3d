// SPDX-License-Identifier: BSL-1.0
//
// A property of your own, with its sentence, its clue and a remedy that is tried before it is
// named: each row of a tile begins at a multiple of N elements, as accesses of whole vectors need.
// The second tile gets no remedy, since rows at a pitch of 8 would overlap.
//
// Compile: g++ -std=c++20 -I../include own_property.cpp -o own_property
// Prints:
//   row 1 of (_64,_72):(_68,_1) begins at element 68, which is no multiple of 8. A pitch of 72
//     would do.
//   row 1 of ((_2,_32),_64):((_4,_64),_1) begins at element 4, which is no multiple of 8
#include <tileproof/tileproof.hpp>

#include <cstdio>

namespace tileproof {
TILEPROOF_CLUE(in_row);
}

namespace {

using namespace tileproof;

template <int N>
struct rows_begin_at_multiples {
  static constexpr char const* sentences[] = {
      "row {in_row} of {0} begins at element {at_offset}, which is no multiple of {expected}",
      nullptr};
  // The tile is (row,column).
  static constexpr report decide(mapping const& tile) {
    report r;
    for (std::int64_t row = 0; row < tile.threads(); ++row)  // threads(): the size of mode 0
      if (std::int64_t const at = tile(row); at % N != 0)
        return r.because(answer::no)
            .say(clue::in_row, row)
            .say(clue::at_offset, at)
            .say(clue::expected, N);
    return r;
  }
  static constexpr void remedy(core::remedy& t, report const&, mapping tile) {
    core::integer& pitch = tile.of.at[0].stride;
    pitch = core::fixed((pitch.value + N - 1) / N * N);
    if (decide(tile).holds() && injective::decide(tile).holds())
      t.put("a pitch of "), t.put(pitch.value), t.put(" would do");
  }
};

using padded = Layout<Shape<_64, _72>, Stride<Int<68>, _1>>;
using interleaved = Layout<Shape<Shape<_2, _32>, _64>, Stride<Stride<_4, _64>, _1>>;

static_assert(require<rows_begin_at_multiples<4>>(padded{}));
static_assert(!proved<rows_begin_at_multiples<8>, padded>);

}  // namespace

int main() {
  std::printf("%s\n", sentence<rows_begin_at_multiples<8>>(padded{}).at);
  std::printf("%s\n", sentence<rows_begin_at_multiples<8>>(interleaved{}).at);
}
