// SPDX-License-Identifier: BSL-1.0
#include <tileproof/print/to_string.hpp>
#include <tileproof/prove/partition.hpp>

using namespace tileproof;

namespace {

template <class S, class D = LayoutLeft::Apply<S>>
using L = Layout<S, D>;

///////////////////////////////////////////////////////////////////////// owns_every_element

// The accumulator of an MMA, m16n8: 32 threads, 4 values.
using mma = L<Shape<Shape<_4, _8>, Shape<_2, _2>>, Stride<Stride<_32, _1>, Stride<_16, _8>>>;
static_assert(proved<owns_every_element<>, mma, Shape<_16, _8>>);
static_assert(prove<owns_every_element<>>(mma{}, Shape<_16, _8>{}).how == decided::by_structure);
static_assert(prove<owns_every_element<>>(mma{}, Shape<_16, _8>{}).points == 128);
static_assert(!proved<owns_every_element<>, mma, Shape<_16, _4>>);
static_assert(!proved<owns_every_element<2>, mma, Shape<_16, _8>>);

// Replication is declared.
using twice = L<Shape<Shape<_4, _2>, _2>, Stride<Stride<_1, _0>, _4>>;
static_assert(proved<owns_every_element<2>, twice, _8>);
static_assert(!proved<owns_every_element<>, twice, _8>);
static_assert(sentence(prove<owns_every_element<>>(twice{}, _8{})) ==
              "no: at element 0, at thread 0, at value 0, and thread 4, and value 0, "
              "elements repeated 8");

// Threads (_32,_8):(_1,_0), four values each, of a tile of 128x8.
using lost = L<Shape<Shape<_32, _8>, _4>, Stride<Stride<_4, _0>, _1>>;
static_assert(sentence(prove<owns_every_element<>>(lost{}, Shape<_128, _8>{})) ==
              "no: at element 0, at thread 0, at value 0, and thread 32, and value 0, "
              "elements missed 896, elements repeated 128");
static_assert(sentence(prove<owns_every_element<>>(L<Shape<_4, _2>, Stride<_1, _5>>{}, _8{})) ==
              "no: missing element 4, elements missed 1, elements outside 1");
static_assert(sentence(prove<owns_every_element<>>(L<Shape<_4, _3>>{}, _8{})) ==
              "no: outside element 8, at thread 0, at value 2, elements outside 4");

////////////////////////////////////////////////////////////////////////////// same_elements

static_assert(proved<same_elements, mma, mma>);
static_assert(sentence(prove<same_elements>(L<Shape<_4, _4>>{},
                                            L<Shape<_4, _4>, Stride<_4, _1>>{})) ==
              "no: at thread 1, at value 0, found 4, expected 1");

////////////////////////////////////////////////////////////////////// written_by_one_thread

static_assert(proved<written_by_one_thread, mma>);
static_assert(proved<written_by_one_thread, L<Shape<_4, _2>, Stride<_1, _0>>>);  // its own, twice
static_assert(
    proved<written_by_one_thread, L<Shape<_2, Shape<_3, _2>>, Stride<_9, Stride<_1, _1>>>>);
static_assert(sentence(prove<written_by_one_thread>(L<Shape<_4, _2>, Stride<_1, _3>>{})) ==
              "no: at offset 3, at thread 3, at value 0, and thread 0, and value 1");
static_assert(!proved<written_by_one_thread, L<Shape<_4, _2>, Stride<_0, _1>>>);

}  // namespace
