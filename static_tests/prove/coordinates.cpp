// SPDX-License-Identifier: BSL-1.0
//
// Properties of layouts whose strides are along axes E<i,j,...>: offsets are coordinates.
#include <tileproof/prove.hpp>

using namespace tileproof;

namespace {

template <class S, class D = LayoutLeft::Apply<S>>
using L = Layout<S, D>;
template <int Axis, int Step = 1>
using along = ScaledBasis<Int<Step>, Axis>;

using identity = decltype(make_identity_layout(make_shape(_4{}, _6{})));
using transposed = L<Shape<_4, _6>, Stride<along<1>, along<0>>>;
using rows_first = L<Shape<_6, _4>, Stride<along<1>, along<0>>>;

////////////////////////////////////////////////////////////////// offsets are taken as coordinates

static_assert(proved<injective, identity>);
static_assert(proved<injective, transposed>);
static_assert(sentence(prove<injective>(L<Shape<_4, _6>, Stride<along<1>, along<1>>>{})) ==
              "no: at coordinate (3,0), and coordinate (0,3), at offset 3");
static_assert(!proved<injective, L<Shape<_4, _6>, Stride<along<1>, _0>>>);
static_assert(proved<injective, L<Shape<_4, _6>, Stride<along<1, -2>, E<0, 1>>>>);

// An identity layout is not its transpose.
static_assert(proved<equivalent, identity, identity>);
static_assert(sentence(prove<equivalent>(identity{}, transposed{})) ==
              "no: at coordinate (1,0), found (0,1), expected (1,0)");
static_assert(sentence(prove<equivalent>(identity{}, rows_first{})) ==
              "no: at coordinate (1,0), found (0,1), expected (1,0)");
static_assert(
    proved<equivalent, identity, L<Shape<_2, _2, _6>, Stride<along<0>, along<0, 2>, along<1>>>>);
// Nor is a coordinate an integer.
static_assert(sentence(prove<equivalent>(L<_4>{}, L<_4, E<0>>{})) ==
              "no: offsets are coordinates along axis 0, on side 1");
static_assert(!proved<equivalent, L<_1, _1>, L<_1, E<0>>>);

static_assert(proved<same_elements, identity, identity>);
static_assert(sentence(prove<same_elements>(identity{}, transposed{})) ==
              "no: at thread 1, at value 0, found (0,1), expected (1,0)");

static_assert(proved<written_by_one_thread, identity>);
static_assert(sentence(prove<written_by_one_thread>(
                  L<Shape<_4, _2>, Stride<along<0>, along<0, 4>>>{})) == "yes");
static_assert(
    sentence(prove<written_by_one_thread>(L<Shape<_4, _6>, Stride<along<0>, along<0>>>{})) ==
    "no: at offset 3, at thread 3, at value 0, and thread 0, and value 3");

// Only the extents count of a tensor that is divided, and of a tile's shape.
static_assert(proved<tiles_cover, identity, Shape<_2, _4>>);
static_assert(!proved<tiles_evenly, identity, Shape<_2, _4>>);
static_assert(proved<owns_every_element<>, L<Shape<_4, _6>>, identity>);
static_assert(proved<fits_whole_tiles, L<Shape<_4, _6>>, identity, Shape<_8, _6>>);

/////////////////////////////////////////////////////////// every other property asks for integers

template <class Property, class... Ls>
constexpr bool refused_by_name = prove<Property>(Ls{}...).is == answer::no &&
                                 prove<Property>(Ls{}...).count > 0 &&
                                 prove<Property>(Ls{}...).clues[0].what ==
                                     &clue::offsets_are_coordinates_along_axis;

using one_axis = L<_4, E<1>>;
static_assert(refused_by_name<offsets_are_integers, one_axis>);
static_assert(refused_by_name<onto_interval, one_axis>);
static_assert(refused_by_name<bijective_onto_interval, one_axis>);
static_assert(refused_by_name<compact, one_axis>);
static_assert(refused_by_name<contiguous<2>, one_axis>);
static_assert(refused_by_name<aligned<4, float>, one_axis>);
static_assert(refused_by_name<access_width<32, float>, one_axis>);
static_assert(refused_by_name<access_width<32, float>, L<_4>, one_axis>);
static_assert(refused_by_name<owns_every_element<>, one_axis, _4>);
static_assert(refused_by_name<bank_ways<shared_load<32>, float>, one_axis>);
static_assert(refused_by_name<bank_ways<cp_async_cg, float>, L<Shape<_4, _4>>, identity>);
static_assert(refused_by_name<sector_efficiency<global_load<32>, float, 1>, one_axis>);
static_assert(refused_by_name<fits_in_bytes<1024, float>, one_axis>);
static_assert(refused_by_name<fits_in_bytes<1024, float>, L<_4>, one_axis>);
static_assert(refused_by_name<fits_in_registers<128, float>, one_axis>);
static_assert(refused_by_name<offsets_fit_32_bits, one_axis>);
static_assert(refused_by_name<swizzle_fits<>, one_axis>);
static_assert(refused_by_name<linear_over_gf2, one_axis>);
static_assert(refused_by_name<every_thread_has_one_place, one_axis>);
static_assert(refused_by_name<permutes_mode<0>, one_axis>);
static_assert(refused_by_name<every_owner_has_one_element, L<_4>, one_axis>);
static_assert(refused_by_name<fits_whole_tiles, identity, Shape<_4, _6>, Shape<_8, _6>>);
static_assert(refused_by_name<tiles_cover, _4, one_axis>);
static_assert(refused_by_name<tiles_evenly, _4, one_axis>);
static_assert(proved<offsets_are_integers, L<Shape<_4, _6>>>);
static_assert(contiguous_run(one_axis{}) == 1);

// The axis is named by its indices, the layout by its number.
static_assert(sentence(prove<compact>(L<Shape<_2, _4>, Stride<E<1, 0>, E<1, 1>>>{})) ==
              "no: offsets are coordinates along axis (1,0)");
static_assert(sentence(prove<access_width<32, float>>(L<_4>{}, one_axis{})) ==
              "no: offsets are coordinates along axis 1, on side 1");

// A swizzle makes sense for integers only.
static_assert(refused_by_name<injective, ComposedLayout<Swizzle<1, 0, 1>, _0, identity>>);
static_assert(refused_by_name<injective, ComposedLayout<Swizzle<0, 0, 1>, _8, identity>>);

// At run time too.
constexpr auto at_run_time = make_layout(make_shape(4, 6), make_stride(E<1>{}, E<0>{}));
static_assert(sentence(prove<compact>(at_run_time)) == "no: offsets are coordinates along axis 1");
static_assert(sentence(prove<injective>(at_run_time)) == "yes");
static_assert(sentence(prove<equivalent>(identity{}, at_run_time)) ==
              "no: at coordinate (1,0), found (0,1), expected (1,0)");

}  // namespace
