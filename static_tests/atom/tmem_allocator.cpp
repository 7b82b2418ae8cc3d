// SPDX-License-Identifier: BSL-1.0
//
// Fields in one tensor memory: their columns, what is refused, and the cells of two fields of one
// phase, which are never the same.
#include <tileproof/atom/numeric.hpp>
#include <tileproof/atom/umma/scale_factors.hpp>
#include <tileproof/atom/umma/tmem_allocator.hpp>

using namespace tileproof;

namespace {

template <class Fragments>
using accumulator = decltype(UMMA::tmem_frg_1sm<float>::layout(Fragments{}));
using two_of_d = accumulator<Shape<Shape<_128, _128>, _1, _1, _2>>;
struct tD : tmem_field<float, two_of_d> {};
static_assert(tD::columns == 256 && tD::extents.lanes == 128);

// 128 rows and 16 vectors of 32: 4 columns for 4 of them.
using of_sf = decltype(UMMA::tmem_sf_frg<float_ue8m0_t, 32, 1, true>::layout(
    Shape<Shape<_128, Shape<_32, _1>>, _1, _16>{}));
struct tSFA : tmem_field<float_ue8m0_t, of_sf, smem_always, 4> {};
static_assert(tSFA::columns == 16);
struct tSFB : tmem_field<float_ue8m0_t, of_sf, smem_always, 4> {};
using tmem = tmem_allocator<tD, tSFA, tSFB>;
static_assert(tmem::column<tD> == 0 && tmem::column<tSFA> == 256 && tmem::column<tSFB> == 272);
static_assert(tmem::columns == 512);
static_assert(tmem::address<tSFB>(TMEM::make_address(0, 64)) == TMEM::make_address(0, 336));

// 64 rows of one CTA in the first 16 of each 32 lanes; A of 16 bits, two in a cell.
struct tD64 : tmem_field<float, accumulator<Shape<Shape<_64, _32>, _1, _1>>> {};
static_assert(tD64::columns == 32 && tD64::extents.lanes == 112);
using of_a =
    decltype(UMMA::tmem_frg_1sm<half_t, half_t, UMMA::TmemAllocMode::NonInterleaved>::layout(
        Shape<Shape<_128, _16>, _1, _4>{}));
struct tA : tmem_field<half_t, of_a, smem_phases<1>> {};
static_assert(tA::columns == 32 && tmem_allocator<tA>::columns == 32 &&
              tmem_allocator<tA, tD64>::columns == 64);

// P of attention over S: in phases that do not meet, one place.
struct tS : tmem_field<float, accumulator<Shape<Shape<_128, _128>, _1, _1>>, smem_phases<0>> {};
struct tO : tmem_field<float, accumulator<Shape<Shape<_128, _128>, _1, _1>>> {};
using of_attention = tmem_allocator<tS, tA, tO>;
static_assert(of_attention::column<tA> == 0 && of_attention::column<tO> == 128 &&
              of_attention::columns == 256);

// No cell of a field is one of another that is in use in the same phase.
template <class F>
constexpr bool has_cells_in(int first, int last) {
  constexpr auto l = typename F::layout{};
  for (int i = 0; i < size(l); i += size(l) / 97 + 1) {
    int const column = TMEM::column_of(TMEM::cell_of<typename F::element>(l(i)));
    if (column < first || column >= last) return false;
  }
  return TMEM::column_of(TMEM::cell_of<typename F::element>(l(size(l) - 1))) == last - 1;
}
static_assert(has_cells_in<tD64>(0, 32) && has_cells_in<tSFA>(0, 16) && has_cells_in<tA>(0, 32));

// The numbers of the refusals; reject/ has their sentences.
template <class... Fields>
using numbers = detail::smem_numbers<TMEM::columns, Fields...>;
struct at_200 : tmem_field<float_ue8m0_t, of_sf, smem_phases<2, 3>, 4, 200> {};
struct at_0 : tmem_field<float, two_of_d, smem_phases<0, 2>, 1, 0> {};
static_assert(numbers<at_0, at_200>::met.a == 0 && numbers<at_0, at_200>::shared_byte() == 200 &&
              numbers<at_0, at_200>::shared_phase() == 2);
struct tE : tmem_field<float, two_of_d> {};
static_assert(numbers<tD, tE, tSFA>::bytes == 528 && numbers<tD, tE>::bytes == 512);
static_assert(tmem_allocator<tD, tE>::columns == 512);

}  // namespace
