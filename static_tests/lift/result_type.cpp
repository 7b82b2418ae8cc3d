// SPDX-License-Identifier: BSL-1.0
//
// Static in, static out; a run-time leaf that passes through keeps its type.
#include <tileproof/algebra/divide.hpp>
#include <tileproof/algebra/inverse.hpp>
#include <tileproof/algebra/product.hpp>
#include <tileproof/lift/application.hpp>
#include <tileproof/lift/build.hpp>
#include <tileproof/lift/read.hpp>

#include <cstdint>
#include <type_traits>

namespace {

using namespace tileproof;

using a = Layout<Shape<_8, Shape<_4, _6>>>;

static_assert(std::is_same_v<decltype(coalesce(a{})), Layout<Int<192>, _1>>);
static_assert(std::is_same_v<decltype(composition(a{}, Layout<_4, _2>{})), Layout<_4, _2>>);
static_assert(std::is_same_v<decltype(right_inverse(Layout<Shape<_4, _8>, Stride<_8, _1>>{})),
                             Layout<Shape<_8, _4>, Stride<_4, _1>>>);
static_assert(std::is_same_v<decltype(zipped_divide(a{}, make_tile(_4{}, _2{}))),
                             Layout<Shape<Shape<_4, _2>, Shape<_2, _12>>,
                                    Stride<Stride<_1, _8>, Stride<_4, _16>>>>);

// ---- every static result is an empty type

static_assert(std::is_empty_v<decltype(complement(a{}, Int<384>{}))>);
static_assert(std::is_empty_v<decltype(logical_divide(a{}, make_tile(_4{}, _2{})))>);
static_assert(std::is_empty_v<decltype(logical_product(a{}, Layout<_2>{}))>);
static_assert(std::is_empty_v<decltype(size(a{}))>);
static_assert(std::is_empty_v<decltype(shape(a{}))>);

// ---- integers that do not fit an int

using big = Int<(1LL << 40)>;
static_assert(std::is_same_v<decltype(size(Layout<Shape<big, _2>>{})), Int<(1LL << 41)>>);
static_assert(
    std::is_same_v<decltype(coalesce(Layout<Shape<_1, _4>, Stride<_0, big>>{})), Layout<_4, big>>);
static_assert(std::is_same_v<decltype(Int<4L>{} * Int<2U>{}), _8>);

// ---- run-time leaves

static_assert(
    std::is_same_v<decltype(coalesce(make_layout(make_shape(_4{}, 8), make_stride(2, _1{})))),
                   Layout<Shape<_4, int>, Stride<int, _1>>>);
static_assert(std::is_same_v<decltype(coalesce(make_layout(std::int64_t{4}, short{2}))),
                             Layout<std::int64_t, short>>);
static_assert(
    std::is_same_v<
        decltype(zipped_divide(make_layout(make_shape(16, _8{}), make_stride(_1{}, 16)),
                               make_tile(_4{}, _2{}))),
        Layout<Shape<Shape<_4, _2>, Shape<int, _4>>, Stride<Stride<_1, int>, Stride<_4, int>>>>);
static_assert(std::is_same_v<decltype(size(make_shape(std::int64_t{4}, 2))), std::int64_t>);
static_assert(std::is_same_v<decltype(size(make_shape(4, 2))), int>);
static_assert(std::is_same_v<decltype(make_layout(make_shape(4, 8))(1, 2)), int>);
static_assert(std::is_same_v<decltype(make_layout(make_shape(4, std::int64_t{8}),
                                                  make_stride(std::int64_t{8}, _1{}))(1, 2)),
                             std::int64_t>);
static_assert(
    std::is_same_v<decltype(make_layout(make_shape(4u, 8u))(1u, 2u)), int>);  // offsets are signed

}  // namespace
