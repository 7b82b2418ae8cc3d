// SPDX-License-Identifier: BSL-1.0
#include <tileproof/algebra/complement.hpp>
#include <tileproof/print/to_string.hpp>

namespace {

using namespace tileproof;

// ---- the documentation's examples

static_assert(to_string(complement(Layout<_4, _1>{}, _24{})) == "_6:_4");
static_assert(to_string(complement(Layout<_6, _4>{}, _24{})) == "_4:_1");
static_assert(to_string(complement(Layout<Shape<_4, _6>, Stride<_1, _4>>{}, _24{})) == "_1:_0");
static_assert(to_string(complement(Layout<_4, _2>{}, _24{})) == "(_2,_3):(_1,_8)");
static_assert(to_string(complement(Layout<Shape<_2, _4>, Stride<_1, _6>>{}, _24{})) == "_3:_2");
static_assert(to_string(complement(Layout<Shape<_2, _2>, Stride<_1, _6>>{}, _24{})) ==
              "(_3,_2):(_2,_12)");

// ---- the target may be a shape, or the cosize

static_assert(to_string(complement(Layout<_4, _2>{}, make_shape(_4{}, _6{}))) == "(_2,_3):(_1,_8)");
static_assert(to_string(complement(Layout<_4, _2>{})) == "_2:_1");
static_assert(to_string(complement(Layout<_4, _1>{})) == "_1:_0");

// ---- modes that do not move the offset do not count

static_assert(to_string(complement(Layout<Shape<_4, _3>, Stride<_1, _0>>{}, _24{})) == "_6:_4");
static_assert(to_string(complement(Layout<_4, _0>{}, _24{})) == "_24:_1");
static_assert(to_string(complement(Layout<_1, _0>{}, _24{})) == "_24:_1");

// ---- a padded layout has a complement too: the next block begins after it

static_assert(to_string(complement(Layout<Shape<_4, _8>, Stride<_1, _5>>{}, Int<79>{})) ==
              "_2:_40");
static_assert(to_string(complement(Layout<Shape<_4, _8>, Stride<_1, _5>>{}, _80{})) ==
              "_3:_40");  // 39 + 40 < 80

// ---- a gap of A is filled whatever the target is

static_assert(to_string(complement(Layout<Shape<_2, _2>, Stride<_1, _5>>{}, _1{})) == "_2:_2");
static_assert(to_string(complement(Layout<_2, _4>{}, _1{})) == "_4:_1");

// ---- run-time leaves

static_assert(to_string(complement(make_layout(4, _1{}), _24{})) == "6:4");
static_assert(to_string(complement(make_layout(_4{}, 2), 24)) == "(2,3):(_1,8)");
static_assert(to_string(complement(make_layout(_4{}, _2{}), 24)) == "(_2,3):(_1,_8)");
static_assert(to_string(complement(make_layout(make_shape(_2{}, 4), make_stride(_1{}, _6{})),
                                   _24{})) == "(_3,1):(_2,24)");

}  // namespace
