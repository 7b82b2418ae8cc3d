// SPDX-License-Identifier: BSL-1.0
//
// The protocol of attention_mma is sound with one stage and with two, and has no synchronisation to
// spare; the theorems of each type, depth and schedule hold.
#include <tileproof/atom/mma/accumulator_views.hpp>
#include <tileproof/checker/minimal_protocol.hpp>
#include <tileproof/kernel/attention/mma/arguments.hpp>
#include <tileproof/kernel/attention/mma/attention_mma.hpp>
#include <tileproof/kernel/attention/mma/protocol.hpp>
#include <tileproof/kernel/attention/mma/tiles.hpp>

namespace {

using namespace tileproof;

using one_stage = detail::attention_mma_protocol<128, 1>;
using two_stages = detail::attention_mma_protocol<256, 2>;
static_assert(require<sound_protocol>(one_stage{}));
static_assert(require<sound_protocol>(two_stages{}));
static_assert(require<minimal_protocol>(one_stage{}));
static_assert(require<minimal_protocol>(two_stages{}));

static_assert(attention_mma<half_t, 64>::proofs::hold);
static_assert(attention_mma<half_t, 128>::proofs::hold);
static_assert(attention_mma<half_t, 256>::proofs::hold);
static_assert(attention_mma<bfloat16_t, 64, attention_mma_schedule<64, 128>>::proofs::hold);
static_assert(attention_mma<bfloat16_t, 128, attention_mma_schedule<128, 64, 2>>::proofs::hold);
static_assert(attention_mma<bfloat16_t, 128, attention_mma_schedule<64, 32>>::proofs::hold);
static_assert(
    attention_mma<bfloat16_t, 256, attention_mma_schedule<128, 64, 1, 8, 1>>::proofs::hold);

// The views of an accumulator of 32 rows and 64 columns a warp: registers, (2,2) in each of 2 x 8.
using acc =
    decltype(partition_fragment_C(attention_mma<half_t, 128>::tiled_mma{}, Shape<_128, _64>{}));
static_assert(shape(acc::layout_type{}) == make_shape(make_shape(_2{}, _2{}), _2{}, _8{}));
using by_rows = decltype(accumulator_by_rows(acc::layout_type{}));
static_assert(size<0>(by_rows{}) == _4{} && size<1>(by_rows{}) == _16{});
using as_operand_a = decltype(accumulator_as_operand_a(acc::layout_type{}));
static_assert(size<0>(as_operand_a{}) == _8{} && size<1>(as_operand_a{}) == _2{} &&
              size<2>(as_operand_a{}) == _4{});
// Row 1 of a thread is 8 rows below row 0, its column 2 in the next 8 columns.
static_assert(by_rows{}(1, 0) == 2 && by_rows{}(0, 2) == by_rows{}(0, 0) + 8);

}  // namespace
