// SPDX-License-Identifier: BSL-1.0
//
// Tiles that do not divide: the residue is reported.
#include <tileproof/algebra/divide.hpp>
#include <tileproof/print/to_string.hpp>
#include <tileproof/prove/residue.hpp>

using namespace tileproof;

namespace {

template <class A, class Tiler>
constexpr auto cover() {
  return sentence(prove<tiles_cover>(A{}, Tiler{}));
}
template <class A, class Tiler>
constexpr auto evenly() {
  return sentence(prove<tiles_evenly>(A{}, Tiler{}));
}

// 10 by 4: three tiles, and 2 of their 12 elements lie outside.
static_assert(to_string(logical_divide(Layout<_10, _1>{}, Layout<_4, _1>{})) == "(_4,_3):(_1,_4)");
static_assert(cover<Layout<_10, _1>, Layout<_4, _1>>() == "yes: residue in modes 0");
static_assert(evenly<Layout<_10, _1>, Layout<_4, _1>>() == "no: residue in modes 0");

// 10x8 by 4x2, and 3 by 4: only the first mode of the first one leaves a residue.
static_assert(cover<Shape<_10, _8>, Shape<_4, _2>>() == "yes: residue in modes 0");
static_assert(evenly<Shape<_10, _8>, Shape<_4, _2>>() == "no: residue in modes 0");
static_assert(cover<_3, _4>() == "yes: residue in modes 0");

static_assert(cover<Shape<_8, _10>, Shape<_4, _4>>() == "yes: residue in modes 1");
static_assert(cover<Shape<_9, _10>, Shape<_4, _4>>() == "yes: residue in modes 0 and 1");
static_assert(evenly<Shape<_9, _10, _3>, Shape<_4, _4, _2>>() == "no: residue in modes 0, 1 and 2");
// Modes 0 and 1, where mode (0,1) would be the second mode inside mode 0; each has its remedy.
static_assert(
    sentence<tiles_evenly>(Shape<_9, _10>{}, Shape<_4, _4>{}) ==
    "the tiles do not divide modes 0 and 1 of (_9,_10): the last tile lies partly outside. "
    "9 is a multiple of 3; 10 is a multiple of 2.");
static_assert(
    sentence<tiles_evenly>(Shape<_7, _10>{}, Shape<_4, _4>{}) ==
    "the tiles do not divide modes 0 and 1 of (_7,_10): the last tile lies partly outside. "
    "10 is a multiple of 2.");
static_assert(cover<Shape<_8, _12>, Shape<_4, _4>>() == "yes");
static_assert(evenly<Shape<_8, _12>, Shape<_4, _4>>() == "yes");

}  // namespace
