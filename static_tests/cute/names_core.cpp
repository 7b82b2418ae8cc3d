// SPDX-License-Identifier: BSL-1.0
//
// Names each name of CuTe's core headers that <tileproof/cute.hpp> gives or refuses. Written by
// tools/cute_names.py from names.txt and answers.txt.
#include <tileproof/cute.hpp>
#include <tileproof/cute/config.hpp>
#include <tileproof/cute/coord_iterator.hpp>
#include <tileproof/cute/debug.hpp>
#include <tileproof/cute/pointer.hpp>
#include <tileproof/cute/refused.hpp>
#include <tileproof/cute/same.hpp>
#if !defined(CUTE_ALIGNAS)
#error
#endif
#if !defined(CUTE_CHECK_ERROR)
#error
#endif
#if !defined(CUTE_CHECK_LAST)
#error
#endif
#if !defined(CUTE_DEVICE)
#error
#endif
#if !defined(CUTE_ERROR_EXIT)
#error
#endif
#if !defined(CUTE_GCC_UNREACHABLE)
#error
#endif
#if !defined(CUTE_GRID_CONSTANT)
#error
#endif
#if !defined(CUTE_HOST)
#error
#endif
#if !defined(CUTE_HOST_DEVICE)
#error
#endif
#if !defined(CUTE_HOST_RTC)
#error
#endif
#if !defined(CUTE_INLINE_CONSTANT)
#error
#endif
#if !defined(CUTE_INVALID_CONTROL_PATH)
#error
#endif
#if !defined(CUTE_LOG)
#error
#endif
#if !defined(CUTE_LOG_DEBUG)
#error
#endif
#if !defined(CUTE_NO_UNROLL)
#error
#endif
#if !defined(CUTE_STATIC_ASSERT)
#error
#endif
#if !defined(CUTE_STATIC_ASSERT_V)
#error
#endif
#if !defined(CUTE_STATIC_V)
#error
#endif
#if !defined(CUTE_STL_NAMESPACE)
#error
#endif
#if !defined(CUTE_UNROLL)
#error
#endif
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
#if !defined(CUTE_GRID_CONSTANT_ENABLED)
#error
#endif
#if !defined(CUTE_GRID_CONSTANT_SUPPORTED)
#error
#endif
#endif

// clang-format off
namespace cute_names {

using cute::ArithmeticTuple, cute::ArithmeticTupleIterator, cute::ArrayEngine, cute::AutoFilter;
using cute::C, cute::ComposedLayout, cute::ConstViewEngine, cute::Coord, cute::DivModReturnType;
using cute::E, cute::ForwardCoordIterator, cute::ForwardCoordIteratorSentinel, cute::GenColMajor;
using cute::GenRowMajor, cute::Int, cute::Layout, cute::LayoutLeft, cute::LayoutRight;
using cute::MakeTensor, cute::MixedBits, cute::Product, cute::R, cute::RealType;
using cute::SVGColor_TV, cute::ScaledBasis, cute::Shape, cute::Step, cute::Stride, cute::Swizzle;
using cute::TSVGColor_BWx8, cute::TSVGColor_White, cute::Tensor, cute::TikzColor_BWx8;
using cute::TikzColor_TV, cute::TikzColor_White, cute::Tile, cute::Underscore, cute::ViewEngine;
using cute::X, cute::ZipIterator, cute::ZipLayout, cute::_, cute::_0, cute::_1, cute::_10;
using cute::_1024, cute::_104, cute::_112, cute::_12, cute::_120, cute::_128, cute::_131072;
using cute::_136, cute::_144, cute::_152, cute::_16, cute::_160, cute::_16384, cute::_168;
using cute::_176, cute::_184, cute::_192, cute::_2, cute::_200, cute::_2048, cute::_208;
using cute::_216, cute::_224, cute::_232, cute::_24, cute::_240, cute::_248, cute::_256;
using cute::_262144, cute::_3, cute::_32, cute::_32768, cute::_384, cute::_4, cute::_40;
using cute::_4096, cute::_48, cute::_5, cute::_512, cute::_524288, cute::_56, cute::_6, cute::_64;
using cute::_65536, cute::_7, cute::_72, cute::_768, cute::_8, cute::_80, cute::_8192, cute::_88;
using cute::_9, cute::_96, cute::_m1, cute::_m10, cute::_m12, cute::_m16, cute::_m2, cute::_m24;
using cute::_m3, cute::_m32, cute::_m4, cute::_m5, cute::_m6, cute::_m7, cute::_m8, cute::_m9;
using cute::abs, cute::abs_fn, cute::add, cute::add_const_t, cute::add_pointer;
using cute::add_pointer_t, cute::address_of, cute::aligned_struct, cute::alignment_of;
using cute::alignment_of_v, cute::all_elem, cute::all_of, cute::all_underscore, cute::any_of;
using cute::append, cute::apply, cute::array, cute::array_aligned, cute::array_subbyte;
using cute::as_arithmetic_tuple, cute::as_position_independent_swizzle_layout;
using cute::as_position_independent_swizzle_tensor, cute::axpby, cute::back, cute::basis_get;
using cute::basis_value, cute::batch_reduce, cute::bfloat16_t, cute::bin1_t, cute::bind;
using cute::bit_and, cute::bit_and_assign, cute::bit_and_assign_binary_lfold;
using cute::bit_and_assign_binary_rfold, cute::bit_and_assign_unary_lfold;
using cute::bit_and_assign_unary_rfold, cute::bit_and_binary_lfold, cute::bit_and_binary_rfold;
using cute::bit_and_unary_lfold, cute::bit_and_unary_rfold, cute::bit_ceil, cute::bit_field;
using cute::bit_floor, cute::bit_not, cute::bit_or, cute::bit_or_assign;
using cute::bit_or_assign_binary_lfold, cute::bit_or_assign_binary_rfold;
using cute::bit_or_assign_unary_lfold, cute::bit_or_assign_unary_rfold, cute::bit_or_binary_lfold;
using cute::bit_or_binary_rfold, cute::bit_or_unary_lfold, cute::bit_or_unary_rfold;
using cute::bit_width, cute::bit_xor, cute::bit_xor_assign, cute::bit_xor_assign_binary_lfold;
using cute::bit_xor_assign_binary_rfold, cute::bit_xor_assign_unary_lfold;
using cute::bit_xor_assign_unary_rfold, cute::bit_xor_binary_lfold, cute::bit_xor_binary_rfold;
using cute::bit_xor_unary_lfold, cute::bit_xor_unary_rfold, cute::bits_to_bytes, cute::block;
using cute::block0, cute::blocked_product, cute::bool_constant, cute::bound_fn;
using cute::bytes_to_bits, cute::ceil_div, cute::clear, cute::coalesce, cute::colex_geq;
using cute::colex_gtr, cute::colex_leq, cute::colex_less, cute::common_type, cute::common_type_t;
using cute::compact_col_major, cute::compact_major, cute::compact_order, cute::compact_row_major;
using cute::compatible, cute::complement, cute::complex, cute::composition, cute::conditional;
using cute::conditional_return, cute::conditional_t, cute::conditional_template, cute::congruent;
using cute::conj, cute::conjugate, cute::conjunction, cute::conjunction_v, cute::constant;
using cute::constant_fn, cute::cooperative_copy, cute::cooperative_gemm;
using cute::cooperative_prefetch, cute::coprofile, cute::copy, cute::copy_aligned, cute::copy_cv;
using cute::copy_cv_t, cute::copy_if, cute::coshape, cute::cosize, cute::cosize_t, cute::cosize_v;
using cute::counting_iterator, cute::countl_one, cute::countl_zero, cute::countr_one;
using cute::countr_zero, cute::crd2crd, cute::crd2idx, cute::decay, cute::decay_t, cute::declval;
using cute::dependent_false, cute::depth, cute::depth_t, cute::depth_v, cute::dereference;
using cute::dice, cute::disjunction, cute::disjunction_v, cute::divides, cute::divides_assign;
using cute::divides_assign_binary_lfold, cute::divides_assign_binary_rfold;
using cute::divides_assign_unary_lfold, cute::divides_assign_unary_rfold;
using cute::divides_binary_lfold, cute::divides_binary_rfold, cute::divides_unary_lfold;
using cute::divides_unary_rfold, cute::divmod, cute::domain_distribute, cute::domain_offset;
using cute::downcast, cute::dummy_type, cute::elem_geq, cute::elem_gtr, cute::elem_leq;
using cute::elem_less, cute::elem_scale, cute::enable_if, cute::enable_if_t, cute::equal_to;
using cute::equal_to_binary_lfold, cute::equal_to_binary_rfold, cute::equal_to_unary_lfold;
using cute::equal_to_unary_rfold, cute::escan, cute::evenly_divides, cute::extent;
using cute::false_type, cute::fill, cute::fill_int_tuple_from, cute::filter, cute::filter_tuple;
using cute::filter_zeros, cute::find, cute::find_if, cute::find_true, cute::find_true_v;
using cute::flat_divide, cute::flat_product, cute::flatten, cute::flatten_to_tuple;
using cute::float_e2m1_t, cute::float_e2m3_t, cute::float_e3m2_t, cute::float_e4m3_t;
using cute::float_e5m2_t, cute::float_ue4m3_t, cute::float_ue8m0_t, cute::fma, cute::fold;
using cute::fold_first, cute::for_each, cute::for_each_leaf, cute::forward, cute::front;
using cute::gcd, cute::gemm, cute::get, cute::get_nonswizzle_portion, cute::get_swizzle;
using cute::get_swizzle_portion, cute::get_swizzle_t, cute::gmem_ptr, cute::greater;
using cute::greater_binary_lfold, cute::greater_binary_rfold, cute::greater_equal;
using cute::greater_equal_binary_lfold, cute::greater_equal_binary_rfold;
using cute::greater_equal_unary_lfold, cute::greater_equal_unary_rfold, cute::greater_unary_lfold;
using cute::greater_unary_rfold, cute::group, cute::group_modes, cute::half_t;
using cute::has_dereference, cute::has_elem, cute::has_int0, cute::has_int1, cute::has_single_bit;
using cute::has_underscore, cute::heuristic_permutation, cute::identity, cute::idx2crd;
using cute::imag, cute::index_sequence, cute::inner_partition, cute::inner_product, cute::insert;
using cute::int16_t, cute::int2_t, cute::int2b_t, cute::int32_t, cute::int4_t, cute::int4b_t;
using cute::int64_t, cute::int6_t, cute::int6b_t, cute::int8_t, cute::int_bit, cute::int_bit_t;
using cute::int_byte, cute::int_byte_t, cute::int_sequence, cute::integer_sequence;
using cute::integral_constant, cute::invoke_result_t, cute::is_any_of, cute::is_any_of_v;
using cute::is_arithmetic, cute::is_base_of, cute::is_base_of_v, cute::is_byte_aligned;
using cute::is_compatible, cute::is_complex, cute::is_complex_v, cute::is_composed_layout;
using cute::is_congruent, cute::is_const, cute::is_const_v, cute::is_constant;
using cute::is_constant_v, cute::is_constructible, cute::is_constructible_v, cute::is_convertible;
using cute::is_convertible_v, cute::is_default_constructible, cute::is_default_constructible_v;
using cute::is_empty, cute::is_empty_v, cute::is_flat, cute::is_gmem, cute::is_gmem_v;
using cute::is_integral, cute::is_integral_v, cute::is_layout, cute::is_lvalue_reference;
using cute::is_lvalue_reference_v, cute::is_pointer, cute::is_pointer_v, cute::is_ratio;
using cute::is_reference, cute::is_rmem, cute::is_rmem_v, cute::is_same, cute::is_same_v;
using cute::is_scaled_basis, cute::is_signed, cute::is_signed_v, cute::is_smem, cute::is_smem_v;
using cute::is_sparse, cute::is_sparse_ptr, cute::is_sparse_v, cute::is_standard_layout;
using cute::is_standard_layout_v, cute::is_static, cute::is_static_v, cute::is_std_integral;
using cute::is_subbyte, cute::is_subbyte_v, cute::is_tensor, cute::is_tensor_v;
using cute::is_trivially_copyable, cute::is_tuple, cute::is_tuple_v, cute::is_underscore;
using cute::is_unsigned, cute::is_unsigned_v, cute::is_valid, cute::is_void_v, cute::is_volatile;
using cute::is_volatile_v, cute::is_weakly_congruent, cute::iscan, cute::iter_adaptor;
using cute::iter_element, cute::iter_element_t, cute::iter_reference, cute::iter_reference_t;
using cute::iter_value, cute::iter_value_t, cute::iterator_traits, cute::layout;
using cute::lazy::transform, cute::lcm, cute::left_inverse, cute::left_shift;
using cute::left_shift_assign, cute::left_shift_assign_binary_lfold;
using cute::left_shift_assign_binary_rfold, cute::left_shift_assign_unary_lfold;
using cute::left_shift_assign_unary_rfold, cute::left_shift_binary_lfold;
using cute::left_shift_binary_rfold, cute::left_shift_unary_lfold, cute::left_shift_unary_rfold;
using cute::less, cute::less_binary_lfold, cute::less_binary_rfold, cute::less_equal;
using cute::less_equal_binary_lfold, cute::less_equal_binary_rfold, cute::less_equal_unary_lfold;
using cute::less_equal_unary_rfold, cute::less_unary_lfold, cute::less_unary_rfold, cute::lex_geq;
using cute::lex_gtr, cute::lex_leq, cute::lex_less, cute::local_partition, cute::local_tile;
using cute::log_2, cute::logical_and, cute::logical_and_binary_lfold;
using cute::logical_and_binary_rfold, cute::logical_and_unary_lfold;
using cute::logical_and_unary_rfold, cute::logical_divide, cute::logical_not, cute::logical_or;
using cute::logical_or_binary_lfold, cute::logical_or_binary_rfold, cute::logical_or_unary_lfold;
using cute::logical_or_unary_rfold, cute::logical_product, cute::logical_reduce;
using cute::make_arithmetic_tuple, cute::make_basis_like, cute::make_composed_layout;
using cute::make_coord, cute::make_coord_iterator, cute::make_coord_tensor;
using cute::make_fragment_like, cute::make_gmem_ptr, cute::make_identity_layout;
using cute::make_identity_tensor, cute::make_index_range, cute::make_index_rsequence;
using cute::make_index_sequence, cute::make_int_range, cute::make_int_rsequence;
using cute::make_int_sequence, cute::make_int_tuple, cute::make_int_tuple_from;
using cute::make_integer_range, cute::make_integer_sequence, cute::make_integer_sequence_reverse;
using cute::make_inttuple_iter, cute::make_layout, cute::make_layout_like, cute::make_mixed_bits;
using cute::make_ordered_layout, cute::make_range, cute::make_rmem_ptr, cute::make_rseq;
using cute::make_seq, cute::make_shape, cute::make_signed, cute::make_signed_t;
using cute::make_smem_ptr, cute::make_sparse_ptr, cute::make_step, cute::make_stride;
using cute::make_swizzle, cute::make_swizzle_ptr, cute::make_tensor, cute::make_tensor_like;
using cute::make_tile, cute::make_transform_iter, cute::make_tuple, cute::make_zip_tensor;
using cute::max, cute::max_alignment, cute::max_common_layout, cute::max_common_vector;
using cute::max_fn, cute::min, cute::min_fn, cute::minus, cute::minus_assign;
using cute::minus_assign_binary_lfold, cute::minus_assign_binary_rfold;
using cute::minus_assign_unary_lfold, cute::minus_assign_unary_rfold, cute::minus_binary_lfold;
using cute::minus_binary_rfold, cute::minus_unary_lfold, cute::minus_unary_rfold, cute::modulus;
using cute::modulus_assign, cute::modulus_assign_binary_lfold, cute::modulus_assign_binary_rfold;
using cute::modulus_assign_unary_lfold, cute::modulus_assign_unary_rfold;
using cute::modulus_binary_lfold, cute::modulus_binary_rfold, cute::modulus_unary_lfold;
using cute::modulus_unary_rfold, cute::move, cute::mul, cute::multiplies, cute::multiplies_assign;
using cute::multiplies_assign_binary_lfold, cute::multiplies_assign_binary_rfold;
using cute::multiplies_assign_unary_lfold, cute::multiplies_assign_unary_rfold;
using cute::multiplies_binary_lfold, cute::multiplies_binary_rfold, cute::multiplies_unary_lfold;
using cute::multiplies_unary_rfold, cute::naive_cooperative_copy, cute::negate, cute::negation;
using cute::negation_v, cute::none_of, cute::not_equal_to, cute::not_equal_to_binary_lfold;
using cute::not_equal_to_binary_rfold, cute::not_equal_to_unary_lfold;
using cute::not_equal_to_unary_rfold, cute::nratio, cute::nullspace, cute::num_digits;
using cute::numeric_limits, cute::operator""_c, cute::outer_partition, cute::plus;
using cute::plus_assign, cute::plus_assign_binary_lfold, cute::plus_assign_binary_rfold;
using cute::plus_assign_unary_lfold, cute::plus_assign_unary_rfold, cute::plus_binary_lfold;
using cute::plus_binary_rfold, cute::plus_unary_lfold, cute::plus_unary_rfold, cute::popcount;
using cute::post_decrement, cute::post_increment, cute::pre_decrement, cute::pre_increment;
using cute::prefer, cute::prefetch, cute::prepend, cute::pretty_print;
using cute::pretty_print_float_exmy_base, cute::print_latex, cute::print_latex_tv;
using cute::print_layout, cute::print_svg, cute::print_tensor, cute::print_tensor_os;
using cute::print_type, cute::product, cute::product_each, cute::product_like, cute::ptrdiff_t;
using cute::raked_product, cute::rank, cute::rank_t, cute::rank_v, cute::ratio;
using cute::raw_pointer_cast, cute::real, cute::recast, cute::recast_layout, cute::recast_ptr;
using cute::reduce, cute::remove, cute::remove_const_t, cute::remove_cv_t, cute::remove_cvref;
using cute::remove_cvref_t, cute::remove_extent, cute::remove_pointer, cute::remove_pointer_t;
using cute::remove_reference_t, cute::repeat, cute::repeat_like, cute::replace;
using cute::replace_back, cute::replace_front, cute::reverse, cute::right_inverse;
using cute::right_shift, cute::right_shift_assign, cute::right_shift_assign_binary_lfold;
using cute::right_shift_assign_binary_rfold, cute::right_shift_assign_unary_lfold;
using cute::right_shift_assign_unary_rfold, cute::right_shift_binary_lfold;
using cute::right_shift_binary_rfold, cute::right_shift_unary_lfold;
using cute::right_shift_unary_rfold, cute::rmem_ptr, cute::rotl, cute::rotr, cute::round_up;
using cute::safe_div, cute::select, cute::seq, cute::shape, cute::shape_div;
using cute::shift_left_const, cute::shift_right_const, cute::shiftl, cute::shiftr, cute::signum;
using cute::size_v, cute::sizeof_bits, cute::sizeof_bits_v, cute::slice, cute::slice_and_offset;
using cute::smem_ptr, cute::smem_ptr_flag, cute::smem_ptr_flag_bits, cute::smem_sparse_ptr_flag;
using cute::smem_sparse_ptr_flag_bits, cute::sparse_elem, cute::sparse_ptr, cute::static_value;
using cute::stride, cute::subbyte_iterator, cute::subbyte_reference, cute::subbyte_storage_type_t;
using cute::sum, cute::swap, cute::swizzle_ptr, cute::take, cute::tensor, cute::tfloat32_t;
using cute::thread, cute::thread0, cute::tile_to_shape, cute::tile_unzip, cute::tiled_divide;
using cute::tiled_product, cute::to_array, cute::to_mixed_bits, cute::to_seq, cute::to_seq_t;
using cute::trait_ratio, cute::transform, cute::transform_apply, cute::transform_iter;
using cute::transform_layout, cute::transform_leaf, cute::true_type, cute::tuple, cute::tuple_cat;
using cute::tuple_element, cute::tuple_element_t, cute::tuple_repeat, cute::tuple_rseq;
using cute::tuple_seq, cute::tuple_size, cute::tuple_size_v, cute::type_erased_dynamic_float4_t;
using cute::type_erased_dynamic_float6_t, cute::type_erased_dynamic_float8_t, cute::type_list;
using cute::uint128_t, cute::uint16_t, cute::uint1_t, cute::uint1b_t, cute::uint256_t;
using cute::uint2_t, cute::uint2b_t, cute::uint32_t, cute::uint4_t, cute::uint4b_t;
using cute::uint64_t, cute::uint6_t, cute::uint6b_t, cute::uint8_t, cute::uint_bit;
using cute::uint_bit_t, cute::uint_byte, cute::uint_byte_t, cute::uintptr_t, cute::unary_plus;
using cute::unflatten, cute::unwrap, cute::unzip_tensor, cute::upcast, cute::void_t;
using cute::weakly_congruent, cute::wrap, cute::zip, cute::zip2_by, cute::zipped_divide;
using cute::zipped_product;

#if defined(__CUDACC__)
using cute::dim3, cute::uint3;
#endif

}  // namespace cute_names
// clang-format on
