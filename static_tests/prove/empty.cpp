// SPDX-License-Identifier: BSL-1.0
//
// Layouts and tiles without a coordinate: what a property says of every coordinate holds.
#include <tileproof/print/to_string.hpp>
#include <tileproof/prove.hpp>

using namespace tileproof;

namespace {

constexpr mapping of(std::int64_t threads, std::int64_t values, std::int64_t stride = 1) {
  core::layout l;
  l.open(2);
  l.leaf({core::fixed(threads), core::fixed(stride), 0});
  l.leaf({core::fixed(values), core::fixed(threads), 0});
  return mapping(l);
}
constexpr mapping shape(std::int64_t extent) {
  return mapping(core::single({core::fixed(extent), core::fixed(1), 0}));
}
constexpr std::int64_t large = std::int64_t{1} << 62;
constexpr mapping empty[] = {of(0, 4),     of(32, 0),    of(0, 0),           of(0, 4, 0),
                             of(0, 4, -3), of(large, 0), of(0, large, large)};

template <class Property, class... More>
constexpr bool holds_of_all(More const&... more) {
  for (mapping const& m : empty)
    if (!Property::decide(m, more...).holds()) return false;
  return true;
}

static_assert(empty[0].size == 0 && empty[0].fits && empty[5].fits && empty[6].fits);
static_assert(empty[0].threads() == 0 && empty[0].values() == 4 && empty[1].values() == 0);

static_assert(holds_of_all<injective>());
static_assert(holds_of_all<onto_interval>());
static_assert(holds_of_all<bijective_onto_interval>());
static_assert(holds_of_all<compact>());
static_assert(holds_of_all<contiguous<8>>());
static_assert(holds_of_all<aligned<16, float>>());
static_assert(holds_of_all<access_width<128, float>>());
static_assert(holds_of_all<written_by_one_thread>());
static_assert(holds_of_all<linear_over_gf2>());
static_assert(holds_of_all<swizzle_fits<8>>());
static_assert(holds_of_all<offsets_fit_32_bits>());
static_assert(holds_of_all<fits_in_bytes<0, float>>());
static_assert(holds_of_all<fits_in_registers<0, float>>());
static_assert(holds_of_all<free_of_bank_conflicts<shared_load<128>, float>>());
static_assert(holds_of_all<free_of_bank_conflicts<ldmatrix<4>, short>>());
static_assert(free_of_bank_conflicts<cp_async_cg, float>::decide(empty[0], empty[0]).holds());
static_assert(holds_of_all<sector_efficiency<global_load<32>, float>>());
static_assert(holds_of_all<every_thread_has_one_place>());
static_assert(holds_of_all<every_owner_has_one_element>(of(4, 2)));
static_assert(every_owner_has_one_element::decide(of(4, 2), of(0, 4)).holds());

// All functions without a coordinate are one; another one has a larger size.
static_assert(holds_of_all<equivalent>(of(0, 7)));
static_assert(holds_of_all<same_elements>(of(0, 7)));
static_assert(sentence(equivalent::decide(of(0, 4), of(2, 2))) == "no: found 4, expected 0");
static_assert(sentence(same_elements::decide(of(2, 2), of(0, 4))) == "no: found 0, expected 4");

// Elements need owners, and owners elements.
static_assert(holds_of_all<owns_every_element<3>>(shape(0)));
static_assert(sentence(owns_every_element<>::decide(of(0, 4), shape(8))) ==
              "no: missing element 0, elements missed 8");
static_assert(sentence(owns_every_element<>::decide(of(0, 4, 0), shape(1))) ==
              "no: missing element 0, elements missed 1");
static_assert(sentence(owns_every_element<>::decide(of(2, 1), shape(0))) ==
              "no: outside element 0, at thread 0, at value 0, elements outside 2");

// Nothing to cover takes no tile; an empty tile covers nothing else.
static_assert(tiles_cover::decide(shape(0), shape(4)).holds());
static_assert(tiles_evenly::decide(shape(0), shape(4)).holds());
static_assert(tiles_cover::decide(shape(0), shape(0)).holds());
static_assert(sentence(tiles_cover::decide(shape(4), shape(0))) ==
              "no: in mode 0, missing element 0, elements missed 4");
static_assert(fits_whole_tiles::decide(of(4, 2), shape(8), shape(0)).holds());
static_assert(fits_whole_tiles::decide(of(0, 2), shape(0), shape(0)).holds());
static_assert(sentence(fits_whole_tiles::decide(of(0, 2), shape(0), shape(8))) ==
              "no: in mode 0, found 8, expected 0, outside element 8");

// A run-time extent of 0, on the host.
static_assert(prove<injective>(make_layout(make_shape(0, _4{}))).holds());
static_assert(prove<compact>(make_layout(make_shape(_4{}, 0))).holds());
static_assert(prove<free_of_bank_conflicts<shared_load<32>, float>>(
                  make_layout(make_shape(0, _4{}), make_stride(_1{}, 0)))
                  .holds());

}  // namespace
