// SPDX-License-Identifier: BSL-1.0
//
// The protocol of attention_wgmma is sound, wherever the consumers take turns and with 8-bit
// values (spare_actions.cpp: and has no synchronisation to spare); the theorems of each type and
// depth hold; P and V^T are refused where their orders of keys differ.
#include <tileproof/atom/wgmma/accumulator_views.hpp>
#include <tileproof/kernel/attention/wgmma/attention_wgmma.hpp>
#include <tileproof/kernel/attention/wgmma/protocol.hpp>
#include <tileproof/kernel/attention/wgmma/rows.hpp>
#include <tileproof/kernel/attention/wgmma/tiles.hpp>
#include <tileproof/kernel/attention/wgmma/transpose.hpp>

namespace {

using namespace tileproof;
using detail::attention_protocol;
using numbers = detail::attention_numbers;
using enum attention_turns;

static_assert(require<sound_protocol>(
    attention_protocol<numbers{2, 2, 16384, 16384, 1, 32768, at_wgmma, false}>{}));
static_assert(
    require<sound_protocol>(attention_protocol<numbers{3, 2, 8192, 8192, 1, 8192, none, false}>{}));
static_assert(require<sound_protocol>(
    attention_protocol<numbers{2, 1, 32768, 8192, 4, 32768, none, false}>{}));
static_assert(require<sound_protocol>(
    attention_protocol<numbers{2, 2, 8192, 16384, 1, 16384, at_exponentials, true}>{}));
using three =
    attention_protocol<numbers{2, 2, 8192, 8192, 1, 16384, at_exponentials, false, 1, 16384, 3}>;
static_assert(require<sound_protocol>(three{}));

static_assert(attention_wgmma<half_t, 128>::proofs::hold);
static_assert(attention_wgmma<bfloat16_t, 64>::proofs::hold);
static_assert(attention_wgmma<bfloat16_t, 64, attention_schedule<64, 3, none>>::proofs::hold);
static_assert(attention_wgmma<half_t, 256>::proofs::hold);
static_assert(attention_wgmma<float_e4m3_t, 128>::proofs::hold);
static_assert(attention_wgmma<float_e4m3_t, 256, attention_schedule<64>, half_t>::proofs::hold);

// ---- the orders of 8-bit elements

using e4m3 = detail::attention_tiles<float_e4m3_t, 128, attention_schedule<>, half_t>;
static_assert(proved<same_elements, e4m3::p_of_thread, e4m3::s_in_order>);
// P in the order of S's registers, or as 16-bit elements need it: half of the values would be in
// rows of V that are not theirs.
static_assert(!proved<same_elements, e4m3::p_of_thread, e4m3::s_of_thread>);
using s_as_16_bit = decltype(make_layout(
    layout<0>(e4m3::s_of_thread{}),
    composition(layout<1>(e4m3::s_of_thread{}), accumulator_as_operand_a(e4m3::acc_s_layout{}))));
static_assert(!proved<same_elements, e4m3::p_of_thread, s_as_16_bit>);
// P in its order, and V^T with its keys as they come.
using p_of_keys_as_they_come = decltype(e4m3::mma_o::thrfrg_A(Layout<Shape<_64, _128>>{}));
static_assert(!proved<same_elements, p_of_keys_as_they_come, e4m3::s_in_order>);
// The transpose does not exchange bytes, or O's columns are taken as they come.
using transpose = e4m3::transpose;
static_assert(proved<same_elements, transpose::written, transpose::exchanged>);
static_assert(!proved<same_elements, transpose::written, transpose::bytes_read>);
using output = e4m3::output;
using columns_as_they_come = decltype(output::mma::thrfrg_C(Layout<output::tile>{}));
static_assert(proved<same_elements, output::stored_of_thread, output::values_of_thread>);
static_assert(!proved<same_elements, output::stored_of_thread, columns_as_they_come>);

// Eight bytes of a thread to rows of 128 bytes: half a warp has four rows in 32 bytes of each.
using rows_of_128_bytes =
    decltype(tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, output::tile{}));
static_assert(
    proved<free_of_bank_conflicts<shared_store<64>, half_t>, output::places<e4m3::sO_stage>>);
static_assert(
    !proved<free_of_bank_conflicts<shared_store<64>, half_t>, output::places<rows_of_128_bytes>>);

// ---- masks: the columns of S that a thread has

using f16 = attention_wgmma<half_t, 128>;
constexpr int column_of(int thread, int c) {
  auto const place = f16::s_of_thread{}(thread, static_cast<int>(f16::S_rows{}(0, c)));
  return static_cast<int>(place) / 64;
}
// Relative to its first one they are the same in each lane, so they are looked at in lane 3 alone.
static_assert(column_of(3, 0) == 6 && column_of(3, 31) - 6 == column_of(0, 31));
static_assert([] {
  int column[32]{};
  for (int c = 0; c < 32; ++c) column[c] = column_of(3, c) - 6;
  for (int n = -3; n < 140; ++n) {
    int below = 0;
    for (int const c : column) below += c < n;
    if (below != f16::columns_below(n)) return false;
  }
  return true;
}());

}  // namespace
