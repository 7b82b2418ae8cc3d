// SPDX-License-Identifier: BSL-1.0
//
// Symptom: contiguous<8> was undecided for a large swizzled tile whose first vector is visibly
// broken. Cause: where a layout has more kinds of vectors than enumeration_bound points, none was
// looked at. Fix: the first enumeration_bound points are visited, and one that goes wrong there
// refutes (repeated_groups in prove/runs.hpp). Where none does, the answer stays undecided.
#include <tileproof/algebra/composed_layout.hpp>
#include <tileproof/prove/contiguous.hpp>

using namespace tileproof;

template <int Base>
using tile = ComposedLayout<Swizzle<3, Base, 14>, _0,
                            Layout<Shape<_8, Int<1 << 20>>, Stride<_1, Int<(1 << 14) + 8>>>>;
static_assert(prove<contiguous<8>>(tile<2>{}).is == answer::no);
static_assert(prove<contiguous<8>>(tile<3>{}).is != answer::no);
