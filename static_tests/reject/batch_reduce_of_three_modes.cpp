// SPDX-License-Identifier: BSL-1.0
// expect-error: source_has_a_kept_mode
// expect-error: found<3>
// expect-sentence: batch_reduce: the source has 3 modes, and must have 2, (reduced,kept)
#include <tileproof/tileproof.hpp>

using namespace tileproof;

// The accumulators (2,2,8) of a thread: columns are reduced, rows are kept.
void row_sums(float* accumulators) {
  auto const rC = make_tensor(accumulators, Shape<_2, _8, _2>{});
  auto sums = make_tensor<float>(_2{});
  sums(0) = sums(1) = 0;
#ifdef TILEPROOF_CONTROL
  batch_reduce(group_modes<0, 2>(rC), sums);
#else
  batch_reduce(rC, sums);  // the mistake
#endif
}
