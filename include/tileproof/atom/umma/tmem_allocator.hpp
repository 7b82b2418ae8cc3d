// SPDX-License-Identifier: BSL-1.0
//
// tmem_allocator: the tensor memory of a CTA as a type. Its fields are accumulators, operands A and
// scale factors, each in columns of its own; two fields share columns only if no phase of the
// kernel uses both. It is smem_allocator for columns:
//
//   using of_d = decltype(UMMA::tmem_frg_1sm<float>::layout(Shape<Shape<_128, _128>, _1, _1, _2>{}));
//   struct tD : tmem_field<float, of_d> {};  // two accumulators of 128 x 128
//   using of_sf = decltype(UMMA::tmem_sf_frg<float_ue8m0_t, 32, 1, true>::layout(...));
//   struct tSFA : tmem_field<float_ue8m0_t, of_sf> {};
//   using tmem = tmem_allocator<tD, tSFA>;
//
//   TMEM::Allocator1Sm{}.allocate(tmem::columns, &base);  // a power of two: 512
//   tmem::address<tSFA>(base);                            // its first cell
//
// A synchronization of the threads stands between two phases, with tcgen05.fence on both sides.
// From PTX ISA, "Tensor Memory Allocation".
#pragma once

#include <tileproof/atom/smem_allocator.hpp>
#include <tileproof/atom/umma/tmem.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

TILEPROOF_CLUE(at_column);   // of tensor memory
TILEPROOF_CLUE(in_columns);  // the sum

// The names of refusals: of two fields, of all, of a field that reaches past the last lane.
struct tmem_fields_live_apart {
  static constexpr char const* sentences[] = {
      "tmem_allocator: two fields share column {at_column} and are both in use in phase "
      "{in_phase}: leave their columns to the allocator, or state phases that do not meet",
      nullptr};
};
struct tmem_fits {
  static constexpr char const* sentences[] = {
      "tmem_allocator: the fields need {in_columns} columns and tensor memory has {expected}: use "
      "smaller tiles or fewer accumulators, or state phases that do not meet",
      nullptr};
};
struct tmem_field_has_lanes {
  static constexpr char const* sentences[] = {
      "tmem_field: the layout reaches lane {found} and tensor memory has {expected} lanes",
      nullptr};
};

// A field of tensor memory: Elements with a static Layout whose offsets are addresses in units of
// Element (UMMA::tmem_frg, tmem_sf_frg), in use in Phases, at a multiple of Alignment columns.
// Column: its first one; without it the allocator chooses. Derive a struct from it: its name is the
// field's. Refused: a layout that leaves the lanes (tmem_field_has_lanes).
template <class Element, class Layout, class Phases = smem_always, int Alignment = 1,
          std::int64_t Column = core::buffer::any_offset>
struct tmem_field {
  using element = Element;
  using layout = Layout;
  using phases = Phases;
  static constexpr detail::tmem_extents extents = detail::extents_in_tmem<Element, Layout>;
  static_assert(refuse_unless<(extents.lanes <= TMEM::lanes), tmem_field_has_lanes,
                              found<static_cast<int>(extents.lanes - 1)>, expected<TMEM::lanes>>);
  static constexpr std::int64_t columns = extents.columns;
  static constexpr int needed = Alignment;
  static constexpr core::buffer buffer{columns, Alignment, Phases::first, Phases::last, Column};
};

// The tensor memory of a CTA, of at most 512 columns. Refused: two fields that share a column and a
// phase (tmem_fields_live_apart), and more columns (tmem_fits). Costs nothing at run time.
template <class... Fields>
struct tmem_allocator {
 private:
  using numbers = detail::smem_numbers<TMEM::columns, Fields...>;
  static constexpr bool check() {
    if constexpr (numbers::met.a >= 0)
      return refuse_unless<false, tmem_fields_live_apart,
                           at_column<static_cast<int>(numbers::shared_byte())>,
                           in_phase<numbers::shared_phase()>>;
    else
      return refuse_unless<(numbers::bytes <= TMEM::columns), tmem_fits,
                           in_columns<static_cast<int>(numbers::bytes)>, expected<TMEM::columns>>;
  }
  static_assert(check());
  static constexpr int least = [] {
    int n = 32;
    while (n < numbers::bytes && n < TMEM::columns) n *= 2;
    return n;
  }();

 public:
  // The columns to allocate, a power of two from 32 on.
  using columns_t = Int<least>;
  static constexpr columns_t columns{};
  // The first column of a field, and its address in the memory that tcgen05.alloc gave.
  template <class Field>
  static constexpr int column =
      static_cast<int>(numbers::all.at[detail::place_of_field<Field, Fields...>].at);
  template <class Field>
  TILEPROOF_HOST_DEVICE static constexpr std::uint32_t address(std::uint32_t base) {
    return base + static_cast<std::uint32_t>(column<Field>);
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
