// SPDX-License-Identifier: BSL-1.0
// expect-error: field_is_aligned_to_its_element<float>
// expect-error: found<12>
// expect-error: expected<4>
// expect-sentence: smem_field: the alignment 12 must be a power of two and at least 4, which float
// expect-sentence: needs
#include <tileproof/atom.hpp>

using namespace tileproof;

using row = Layout<_64>;
#ifdef TILEPROOF_CONTROL
struct sums : smem_field<float, row, smem_always, 16> {};
#else
struct sums : smem_field<float, row, smem_always, 12> {};  // the mistake
#endif
