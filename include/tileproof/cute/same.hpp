// SPDX-License-Identifier: BSL-1.0
//
// Puts into namespace cute the names of CuTe's core headers that this library has under the same
// name, by the header of CuTe that defines them. Written by tools/cute_names.py.
#pragma once

#include <tileproof/atom.hpp>
#if !defined(__CUDACC_RTC__)
#include <tileproof/print/latex.hpp>
#include <tileproof/print/svg.hpp>
#endif
#include <tileproof/tileproof.hpp>

// clang-format off
namespace cute {

// algorithm/axpby.hpp
using tileproof::axpby;

// algorithm/clear.hpp
using tileproof::clear;

// algorithm/cooperative_copy.hpp
using tileproof::cooperative_copy;

// algorithm/cooperative_gemm.hpp
using tileproof::gemm;

// algorithm/copy.hpp
using tileproof::copy, tileproof::copy_if;

// algorithm/fill.hpp
using tileproof::fill;

// algorithm/functional.hpp
using tileproof::max_fn, tileproof::min_fn, tileproof::minus, tileproof::multiplies;
using tileproof::plus;

// algorithm/prefetch.hpp
using tileproof::cooperative_prefetch, tileproof::prefetch;

// algorithm/tensor_algorithms.hpp
using tileproof::for_each, tileproof::transform;

// algorithm/tensor_reduce.hpp
using tileproof::batch_reduce, tileproof::logical_reduce, tileproof::reduce;

// algorithm/tuple_algorithms.hpp
using tileproof::append, tileproof::flatten, tileproof::group, tileproof::prepend;
using tileproof::repeat, tileproof::replace, tileproof::select, tileproof::take;
using tileproof::tuple_repeat, tileproof::unflatten, tileproof::unwrap;

// container/array.hpp
using tileproof::get;

// container/array_subbyte.hpp
using tileproof::raw_pointer_cast, tileproof::recast_ptr, tileproof::subbyte_iterator;
using tileproof::subbyte_reference;

// container/tuple.hpp
using tileproof::is_tuple, tileproof::is_tuple_v, tileproof::make_tuple, tileproof::tuple;
using tileproof::tuple_cat;

// int_tuple.hpp
using tileproof::ceil_div, tileproof::colex_geq, tileproof::colex_gtr, tileproof::colex_leq;
using tileproof::colex_less, tileproof::compatible, tileproof::congruent, tileproof::depth;
using tileproof::depth_v, tileproof::elem_geq, tileproof::elem_gtr, tileproof::elem_leq;
using tileproof::elem_less, tileproof::evenly_divides, tileproof::filter_zeros, tileproof::gcd;
using tileproof::inner_product, tileproof::lex_geq, tileproof::lex_gtr, tileproof::lex_leq;
using tileproof::lex_less, tileproof::max, tileproof::min, tileproof::product;
using tileproof::product_each, tileproof::rank, tileproof::rank_v, tileproof::round_up;
using tileproof::shape, tileproof::shape_div, tileproof::weakly_congruent;

// layout.hpp
using tileproof::Coord, tileproof::Layout, tileproof::Shape, tileproof::Step, tileproof::Stride;
using tileproof::Tile, tileproof::blocked_product, tileproof::coalesce, tileproof::complement;
using tileproof::composition, tileproof::cosize, tileproof::cosize_v, tileproof::crd2idx;
using tileproof::dice, tileproof::domain_offset, tileproof::downcast, tileproof::filter;
using tileproof::flat_divide, tileproof::flat_product, tileproof::is_layout, tileproof::layout;
using tileproof::left_inverse, tileproof::logical_divide, tileproof::logical_product;
using tileproof::make_coord, tileproof::make_fragment_like, tileproof::make_identity_layout;
using tileproof::make_layout, tileproof::make_layout_like, tileproof::make_ordered_layout;
using tileproof::make_shape, tileproof::make_step, tileproof::make_stride, tileproof::make_tile;
using tileproof::max_common_layout, tileproof::max_common_vector, tileproof::nullspace;
using tileproof::raked_product, tileproof::recast_layout, tileproof::right_inverse;
using tileproof::slice, tileproof::slice_and_offset, tileproof::stride, tileproof::tile_to_shape;
using tileproof::tiled_divide, tileproof::tiled_product, tileproof::upcast;
using tileproof::zipped_divide, tileproof::zipped_product;

// layout_composed.hpp
using tileproof::ComposedLayout, tileproof::is_composed_layout, tileproof::make_composed_layout;

// numeric/arithmetic_tuple.hpp
using tileproof::ArithmeticTuple, tileproof::ArithmeticTupleIterator, tileproof::E;
using tileproof::ScaledBasis, tileproof::as_arithmetic_tuple, tileproof::is_scaled_basis;

// numeric/int.hpp
using tileproof::uint128_t;

// numeric/integral_constant.hpp
using tileproof::C, tileproof::Int, tileproof::_0, tileproof::_1, tileproof::_10;
using tileproof::_1024, tileproof::_112, tileproof::_12, tileproof::_128, tileproof::_131072;
using tileproof::_16, tileproof::_160, tileproof::_16384, tileproof::_192, tileproof::_2;
using tileproof::_2048, tileproof::_224, tileproof::_24, tileproof::_256, tileproof::_262144;
using tileproof::_3, tileproof::_32, tileproof::_32768, tileproof::_384, tileproof::_4;
using tileproof::_40, tileproof::_4096, tileproof::_48, tileproof::_5, tileproof::_512;
using tileproof::_524288, tileproof::_6, tileproof::_64, tileproof::_65536, tileproof::_7;
using tileproof::_72, tileproof::_768, tileproof::_8, tileproof::_80, tileproof::_8192;
using tileproof::_9, tileproof::_96, tileproof::_m1, tileproof::bool_constant;
using tileproof::false_type, tileproof::is_constant, tileproof::is_constant_v;
using tileproof::is_static, tileproof::is_static_v, tileproof::lcm, tileproof::true_type;

// numeric/numeric_types.hpp
using tileproof::int4b_t, tileproof::sizeof_bits_v, tileproof::uint1b_t, tileproof::uint4b_t;

// pointer.hpp
using tileproof::is_gmem, tileproof::is_gmem_v, tileproof::is_smem, tileproof::is_smem_v;
using tileproof::make_gmem_ptr, tileproof::make_rmem_ptr, tileproof::make_smem_ptr;

// pointer_base.hpp
using tileproof::counting_iterator;

// pointer_flagged.hpp
using tileproof::as_position_independent_swizzle_tensor, tileproof::make_tensor;

// stride.hpp
using tileproof::GenColMajor, tileproof::GenRowMajor, tileproof::LayoutLeft;
using tileproof::LayoutRight, tileproof::compact_col_major, tileproof::compact_major;
using tileproof::compact_order, tileproof::compact_row_major, tileproof::crd2crd;
using tileproof::idx2crd;

// swizzle.hpp
using tileproof::Swizzle;

// tensor_impl.hpp
using tileproof::ArrayEngine, tileproof::Tensor, tileproof::ViewEngine, tileproof::group_modes;
using tileproof::inner_partition, tileproof::is_tensor, tileproof::is_tensor_v;
using tileproof::local_partition, tileproof::local_tile, tileproof::make_identity_tensor;
using tileproof::make_tensor_like, tileproof::outer_partition, tileproof::recast;

// tensor_zip.hpp
using tileproof::make_zip_tensor;

// underscore.hpp
using tileproof::Underscore, tileproof::X, tileproof::_, tileproof::is_underscore;

// util/print_latex.hpp
#if !defined(__CUDACC_RTC__)
using tileproof::TikzColor_BWx8, tileproof::TikzColor_TV, tileproof::TikzColor_White;
using tileproof::print_latex, tileproof::print_latex_tv;
#endif

// util/print_svg.hpp
#if !defined(__CUDACC_RTC__)
using tileproof::print_svg;
#endif

// util/print_tensor.hpp
using tileproof::print_layout, tileproof::print_tensor;

}  // namespace cute
// clang-format on
