// SPDX-License-Identifier: BSL-1.0
//
// A user's own property is refused with its own sentence, clue and remedy.
//
// expect-error: rows_begin_at_multiples<8>
// expect-error: in_row<1>
// expect-sentence: row 1 of (_64,_72):(_68,_1) begins at element 68, which is no multiple of 8. A
// expect-sentence: pitch of 72 would do.
#include <tileproof/tileproof.hpp>

namespace tileproof {
TILEPROOF_CLUE(in_row);
}

namespace user {

using namespace tileproof;

template <int N>
struct rows_begin_at_multiples {
  static constexpr char const* sentences[] = {
      "row {in_row} of {0} begins at element {at_offset}, which is no multiple of {expected}",
      nullptr};
  static constexpr report decide(mapping const& tile) {
    report r;
    for (std::int64_t row = 0; row < tile.threads(); ++row)
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

}  // namespace user

using namespace tileproof;

[[maybe_unused]] bool const padded =
    require<user::rows_begin_at_multiples<8>>(Layout<Shape<_64, _72>, Stride<
#ifdef TILEPROOF_CONTROL
                                                                          Int<72>,
#else
                                                                          Int<68>,
#endif
                                                                          _1>>{});
