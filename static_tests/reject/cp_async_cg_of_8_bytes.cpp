// SPDX-License-Identifier: BSL-1.0
// expect-error: cp_async_moves
// expect-error: in_bytes<8>
// expect-error: expected<16>
// expect-sentence: cp.async.cg moves 16 bytes, and
// expect-sentence: has 8: take uint128_t, or SM80_CP_ASYNC_CACHEALWAYS for 4 or 8 bytes
#include <tileproof/atom.hpp>

using namespace tileproof;

// cp.async.cg of 8 bytes.
template <class T>
using atom = Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<T>, half_t>;
#ifdef TILEPROOF_CONTROL
auto copies() { return make_tiled_copy(atom<uint128_t>{}, Layout<_32>{}, Layout<_8>{}); }
#else
auto copies() {
  return make_tiled_copy(atom<std::uint64_t>{}, Layout<_32>{}, Layout<_4>{});  // the mistake
}
#endif
