// SPDX-License-Identifier: BSL-1.0
//
// Every public function that takes an integer tuple takes hana::tuple, hana::integral_constant and
// std::integral_constant. A row of the table is a function and its arguments. Each argument that is
// an integer or a tuple is written in each of the three kinds, alone and together with the others,
// and the result is compared with the result for tileproof's own types.
#include <tileproof/algebra/exact.hpp>
#include <tileproof/atom/copy/tiled_copy.hpp>
#include <tileproof/atom/mma/sm80.hpp>
#include <tileproof/atom/mma/tiled_mma.hpp>
#include <tileproof/atom/tma/make_tma_copy.hpp>
#include <tileproof/print/to_string.hpp>
#include <tileproof/tensor/fragment.hpp>
#include <tileproof/tensor/local_tile.hpp>
#include <tileproof/tensor/predicate.hpp>

#include <boost/hana/integral_constant.hpp>
#include <boost/hana/tuple.hpp>

#include <type_traits>

namespace {

using namespace tileproof;
namespace hana = boost::hana;

// ---- the kinds

struct own_kind {
  template <int V>
  using integer = Int<V>;
  template <class... Ts>
  static constexpr auto tuple(Ts const&... ts) {
    return tileproof::make_tuple(ts...);
  }
};
struct hana_tuple {
  template <int V>
  using integer = Int<V>;
  template <class... Ts>
  static constexpr auto tuple(Ts const&... ts) {
    return hana::make_tuple(ts...);
  }
};
struct hana_constant {
  template <int V>
  using integer = hana::int_<V>;
  template <class... Ts>
  static constexpr auto tuple(Ts const&... ts) {
    return hana::make_tuple(ts...);
  }
};
struct std_constant {
  template <int V>
  using integer = std::integral_constant<int, V>;
  template <class... Ts>
  static constexpr auto tuple(Ts const&... ts) {
    return hana::make_tuple(ts...);
  }
};

// ---- arguments, of which each kind makes its own

template <int V>
struct integer {
  template <class Kind>
  static constexpr auto make() {
    return typename Kind::template integer<V>{};
  }
};
template <class... Elements>
struct tuple_of {
  template <class Kind>
  static constexpr auto make() {
    return Kind::tuple(Elements::template make<Kind>()...);
  }
};
template <int... Vs>
using integers = tuple_of<integer<Vs>...>;
template <int V>
struct run_time {
  template <class Kind>
  static constexpr int make() {
    return V;
  }
};
// A value that is alike in each kind: a layout, a tensor, `_`.
template <class T>
struct as_is {
  template <class Kind>
  static constexpr T make() {
    return T{};
  }
};

template <class Arg>
constexpr bool is_tuple_arg = false;
template <class... Elements>
constexpr bool is_tuple_arg<tuple_of<Elements...>> = true;
template <class Arg>
constexpr bool is_any_kind = is_tuple_arg<Arg>;
template <int V>
constexpr bool is_any_kind<integer<V>> = true;

// ---- one check

template <class A, class B>
constexpr bool same([[maybe_unused]] A const& a, [[maybe_unused]] B const& b) {
  static_assert(std::is_same_v<A, B>);
  if constexpr (std::is_empty_v<A>)
    return true;
  else if constexpr (is_tensor_v<A>)
    return same(a.layout(), b.layout());
  else if constexpr (is_integral_v<A> || is_tuple_v<A>)
    return static_cast<bool>(a == b);
  else if constexpr (is_layout_v<A>)
    return to_string(a) == to_string(b);
  else
    return true;
}

constexpr std::size_t all = 99;  // every argument
template <std::size_t Which, std::size_t I, class Arg, class Kind>
using kind_of = std::conditional_t<Which == I || Which == all, Kind, own_kind>;

template <class Function, class Kind, std::size_t Which, class... Args>
struct check {
  template <std::size_t... I>
  static constexpr bool holds(std::index_sequence<I...>) {
    return same(Function{}(Args::template make<kind_of<Which, I, Args, Kind>>()...),
                Function{}(Args::template make<own_kind>()...));
  }
  static_assert(holds(std::index_sequence_for<Args...>{}));
};

// The number of checks of a row: with argument Which, or all of them, of each kind. A hana::tuple
// of tileproof's own integers is a kind of tuples alone.
template <class Function, class... Args>
struct row {
  template <std::size_t Which, bool IsAnyKind, bool IsTuple>
  static constexpr int checks_of() {
    if constexpr (IsAnyKind) {
      static_cast<void>(check<Function, hana_constant, Which, Args...>{});
      static_cast<void>(check<Function, std_constant, Which, Args...>{});
    }
    if constexpr (IsTuple) static_cast<void>(check<Function, hana_tuple, Which, Args...>{});
    return (IsAnyKind ? 2 : 0) + (IsTuple ? 1 : 0);
  }
  template <std::size_t... I>
  static constexpr int checks(std::index_sequence<I...>) {
    constexpr bool several = (is_any_kind<Args> + ...) > 1;
    return (checks_of<I, is_any_kind<Args>, is_tuple_arg<Args>>() + ...) +
           checks_of<all, several, several && (is_tuple_arg<Args> || ...)>();
  }
  static constexpr int value = checks(std::index_sequence_for<Args...>{});
};

#define FUNCTION(NAME, ...)                                                 \
  struct NAME {                                                             \
    template <class... Args>                                                \
    constexpr auto operator()([[maybe_unused]] Args const&... args) const { \
      return __VA_ARGS__;                                                   \
    }                                                                       \
  };

// ---- the arguments that several rows have

using shape_48 = integers<4, 8>;
using nested = tuple_of<integer<4>, integers<2, 3>>;
using with_run_time = tuple_of<integer<4>, tuple_of<integer<2>, run_time<3>>>;
using one = integer<1>;
using four = integer<4>;
using col = as_is<Layout<Shape<_4, _8>>>;
using deep = as_is<Layout<Shape<_4, Shape<_2, _3>>>>;
using swizzled = as_is<ComposedLayout<Swizzle<2, 0, 2>, _0, Layout<Shape<_4, _8>>>>;
using keep = as_is<Underscore>;
using tensor_48 = as_is<Tensor<ViewEngine<counting_iterator<int>>, Layout<Shape<_4, _8>>>>;
using counting = as_is<counting_iterator<int>>;
using threads_22 = as_is<Layout<Shape<_2, _2>>>;
using warp_mma = as_is<decltype(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}))>;
using copy_atom = as_is<Copy_Atom<UniversalCopy<float>, float>>;

namespace f {

FUNCTION(make_tuple, tileproof::make_tuple(args...))
FUNCTION(make_shape, tileproof::make_shape(args...))
FUNCTION(make_stride, tileproof::make_stride(args...))
FUNCTION(make_coord, tileproof::make_coord(args...))
FUNCTION(make_tile, tileproof::make_tile(args...))
FUNCTION(make_step, tileproof::make_step(args...))
FUNCTION(get_1, tileproof::get<1>(args...))
FUNCTION(get_1_0, tileproof::get<1, 0>(args...))
FUNCTION(get_0, tileproof::get<0>(args...))
FUNCTION(rank_v, Int<tileproof::rank_v<Args...>>{})
FUNCTION(depth_v, Int<tileproof::depth_v<Args...>>{})
FUNCTION(rank, tileproof::rank(args...))
FUNCTION(rank_1, tileproof::rank<1>(args...))
FUNCTION(depth, tileproof::depth(args...))
FUNCTION(depth_1, tileproof::depth<1>(args...))
FUNCTION(shape, tileproof::shape(args...))
FUNCTION(shape_1, tileproof::shape<1>(args...))
FUNCTION(size, tileproof::size(args...))
FUNCTION(size_1, tileproof::size<1>(args...))
FUNCTION(product, tileproof::product(args...))
FUNCTION(product_each, tileproof::product_each(args...))
FUNCTION(tuple_cat, tileproof::tuple_cat(args...))
FUNCTION(repeat, tileproof::repeat<3>(args...))
FUNCTION(repeat_once, tileproof::repeat<1>(args...))
FUNCTION(tuple_repeat, tileproof::tuple_repeat<1>(args...))
FUNCTION(take, tileproof::take<0, 1>(args...))
FUNCTION(select, tileproof::select<1, 0>(args...))
FUNCTION(group, tileproof::group<0, 2>(args...))
FUNCTION(append, tileproof::append(args...))
FUNCTION(append_4, tileproof::append<4>(args...))
FUNCTION(prepend, tileproof::prepend(args...))
FUNCTION(prepend_4, tileproof::prepend<4>(args...))
FUNCTION(replace, tileproof::replace<1>(args...))
FUNCTION(flatten, tileproof::flatten(args...))
FUNCTION(unflatten, tileproof::unflatten(args...))
FUNCTION(unwrap, tileproof::unwrap(args...))
FUNCTION(elem_less, tileproof::elem_less(args...))
FUNCTION(elem_leq, tileproof::elem_leq(args...))
FUNCTION(elem_gtr, tileproof::elem_gtr(args...))
FUNCTION(elem_geq, tileproof::elem_geq(args...))
FUNCTION(lex_less, tileproof::lex_less(args...))
FUNCTION(lex_leq, tileproof::lex_leq(args...))
FUNCTION(lex_gtr, tileproof::lex_gtr(args...))
FUNCTION(lex_geq, tileproof::lex_geq(args...))
FUNCTION(colex_less, tileproof::colex_less(args...))
FUNCTION(colex_leq, tileproof::colex_leq(args...))
FUNCTION(colex_gtr, tileproof::colex_gtr(args...))
FUNCTION(colex_geq, tileproof::colex_geq(args...))
FUNCTION(congruent, tileproof::congruent(args...))
FUNCTION(weakly_congruent, tileproof::weakly_congruent(args...))
FUNCTION(compatible, tileproof::compatible(args...))
FUNCTION(weakly_compatible, tileproof::weakly_compatible(args...))
FUNCTION(evenly_divides, tileproof::evenly_divides(args...))
FUNCTION(ceil_div, tileproof::ceil_div(args...))
FUNCTION(round_up, tileproof::round_up(args...))
FUNCTION(shape_div, tileproof::shape_div(args...))
FUNCTION(inner_product, tileproof::inner_product(args...))
FUNCTION(gcd, tileproof::gcd(args...))
FUNCTION(lcm, tileproof::lcm(args...))
FUNCTION(min, tileproof::min(args...))
FUNCTION(max, tileproof::max(args...))
FUNCTION(assume_multiple_of, tileproof::assume_multiple_of<4>(args...))
FUNCTION(compact_col_major, tileproof::compact_col_major(args...))
FUNCTION(compact_row_major, tileproof::compact_row_major(args...))
FUNCTION(compact_major, tileproof::compact_major<LayoutRight>(args...))
FUNCTION(compact_order, tileproof::compact_order(args...))
FUNCTION(make_layout, tileproof::make_layout(args...))
FUNCTION(make_layout_right, tileproof::make_layout(args..., LayoutRight{}))
FUNCTION(make_ordered_layout, tileproof::make_ordered_layout(args...))
FUNCTION(make_identity_layout, tileproof::make_identity_layout(args...))
FUNCTION(crd2idx, tileproof::crd2idx(args...))
FUNCTION(idx2crd, tileproof::idx2crd(args...))
FUNCTION(crd2crd, tileproof::crd2crd(args...))
FUNCTION(slice, tileproof::slice(args...))
FUNCTION(dice, tileproof::dice(args...))
FUNCTION(slice_and_offset, tileproof::slice_and_offset(args...))
FUNCTION(domain_offset, tileproof::domain_offset(args...))
FUNCTION(coalesce, tileproof::coalesce(args...))
FUNCTION(filter, tileproof::filter(args...))
FUNCTION(composition, tileproof::composition(args...))
FUNCTION(with_shape, tileproof::with_shape(args...))
FUNCTION(complement, tileproof::complement(args...))
FUNCTION(logical_divide, tileproof::logical_divide(args...))
FUNCTION(zipped_divide, tileproof::zipped_divide(args...))
FUNCTION(tiled_divide, tileproof::tiled_divide(args...))
FUNCTION(flat_divide, tileproof::flat_divide(args...))
FUNCTION(logical_product, tileproof::logical_product(args...))
FUNCTION(zipped_product, tileproof::zipped_product(args...))
FUNCTION(tiled_product, tileproof::tiled_product(args...))
FUNCTION(flat_product, tileproof::flat_product(args...))
FUNCTION(tile_to_shape, tileproof::tile_to_shape(args...))
FUNCTION(make_composed_layout, tileproof::make_composed_layout(args...))
FUNCTION(composable, tileproof::composable(args...))
FUNCTION(complementable, tileproof::complementable(args...))
FUNCTION(divisible, tileproof::divisible(args...))
FUNCTION(repeatable, tileproof::repeatable(args...))
FUNCTION(offsets_fit, tileproof::offsets_fit(args...))
FUNCTION(to_text, tileproof::to_string(args...).count)
FUNCTION(make_tensor, tileproof::make_tensor(args...))
FUNCTION(make_owning_tensor, tileproof::make_tensor<float>(args...).layout())
FUNCTION(make_identity_tensor, tileproof::make_identity_tensor(args...))
FUNCTION(make_predicate_tensor, tileproof::make_predicate_tensor(args...))
FUNCTION(make_predicate, tileproof::make_predicate(args...))
FUNCTION(residue_bounds, tileproof::residue_bounds(args...))
FUNCTION(is_inside, tileproof::is_inside(args...))
FUNCTION(prove, tileproof::prove<owns_every_element<>>(args...).holds())
FUNCTION(require, tileproof::require<owns_every_element<>>(args...))
FUNCTION(proved, C<tileproof::proved<owns_every_element<>, Args...>>{})
FUNCTION(local_tile, tileproof::local_tile(args...))
FUNCTION(inner_partition, tileproof::inner_partition(args...))
FUNCTION(outer_partition, tileproof::outer_partition(args...))
FUNCTION(local_partition, tileproof::local_partition(args...))
FUNCTION(make_tiled_copy_impl, tileproof::make_tiled_copy_impl(args...))
FUNCTION(make_tiled_mma, tileproof::make_tiled_mma(args...))
FUNCTION(make_tma_copy, std::type_identity<decltype(tileproof::make_tma_copy(args...))>{})
FUNCTION(make_tma_atom, std::type_identity<decltype(tileproof::make_tma_atom(args...))>{})
FUNCTION(create_tma_multicast_mask, tileproof::create_tma_multicast_mask(args...))
FUNCTION(partition_shape_A, tileproof::partition_shape_A(args...))
FUNCTION(partition_shape_B, tileproof::partition_shape_B(args...))
FUNCTION(partition_shape_C, tileproof::partition_shape_C(args...))
FUNCTION(partition_fragment_C, tileproof::partition_fragment_C(args...).layout())

// Members: of the first argument.
struct call {
  template <class L, class... Args>
  constexpr auto operator()(L const& l, Args const&... args) const {
    return l(args...);
  }
};
struct at {
  template <class L, class Coord>
  constexpr auto operator()(L const& l, Coord const& coord) const {
    return l[coord];
  }
};
#define MEMBER(NAME)                                                   \
  struct NAME {                                                        \
    template <class L, class... Args>                                  \
    constexpr auto operator()(L const& l, Args const&... args) const { \
      return l.NAME(args...);                                          \
    }                                                                  \
  };
namespace member {
MEMBER(compose)
MEMBER(with_shape)
MEMBER(tile)
MEMBER(get_hier_coord)
MEMBER(get_flat_coord)
MEMBER(get_1d_coord)
MEMBER(get_tma_tensor)
MEMBER(get_slice)
MEMBER(get_thread_slice)
}  // namespace member

}  // namespace f

// ---- the table

template <class... Rows>
struct table {
  static constexpr int rows = sizeof...(Rows);
  static constexpr int checks = (Rows::value + ...);
};
using swizzle = as_is<Swizzle<2, 0, 2>>;
using owners = as_is<Layout<Shape<_4, _8>>>;
using coord_12 = integers<1, 2>;
using column = tuple_of<keep, integer<2>>;
using step_1x = tuple_of<one, keep>;
using tile_24 = integers<2, 4>;
using profile = integers<1, 1>;

using tuples = table<
    row<f::make_tuple, four, nested>, row<f::make_shape, four, nested>,
    row<f::make_stride, four, nested>, row<f::make_coord, four, nested>,
    row<f::make_tile, four, nested>, row<f::make_step, four, nested>, row<f::get_1, nested>,
    row<f::get_1_0, nested>, row<f::get_0, four>, row<f::rank_v, nested>, row<f::rank_v, four>,
    row<f::depth_v, nested>, row<f::depth_v, four>, row<f::rank, nested>, row<f::rank, four>,
    row<f::rank_1, nested>, row<f::depth, nested>, row<f::depth, four>, row<f::depth_1, nested>,
    row<f::shape, nested>, row<f::shape_1, nested>, row<f::size, nested>, row<f::size, four>,
    row<f::size, with_run_time>, row<f::size_1, nested>, row<f::product, nested>,
    row<f::product, four>, row<f::product_each, nested>, row<f::product_each, with_run_time>,
    row<f::tuple_cat, nested, shape_48>, row<f::tuple_cat, nested, shape_48, nested>,
    row<f::tuple_cat, nested, four>, row<f::repeat, four>, row<f::repeat, nested>,
    row<f::repeat_once, four>, row<f::repeat_once, nested>, row<f::tuple_repeat, nested>,
    row<f::take, nested>, row<f::select, nested>, row<f::group, nested>,
    row<f::append, nested, four>, row<f::append, four, nested>, row<f::append_4, nested, four>,
    row<f::append_4, four, nested>, row<f::prepend, nested, four>, row<f::prepend, four, nested>,
    row<f::prepend_4, nested, four>, row<f::prepend_4, four, nested>, row<f::replace, nested, four>,
    row<f::replace, nested, shape_48>, row<f::flatten, nested>, row<f::flatten, four>,
    row<f::flatten, with_run_time>, row<f::unflatten, integers<7, 8, 9>, nested>,
    row<f::unwrap, tuple_of<nested>>, row<f::unwrap, four>, row<f::to_text, nested>>;

template <class... Fs>
using comparisons_of = table<row<Fs, coord_12, shape_48>..., row<Fs, four, integer<5>>...,
                             row<Fs, coord_12, tuple_of<integer<1>, run_time<2>>>...>;
using comparisons =
    comparisons_of<f::elem_less, f::elem_leq, f::elem_gtr, f::elem_geq, f::lex_less, f::lex_leq,
                   f::lex_gtr, f::lex_geq, f::colex_less, f::colex_leq, f::colex_gtr, f::colex_geq>;
template <class... Fs>
using shapes_of = table<row<Fs, shape_48, tile_24>..., row<Fs, shape_48, integers<4, 2>>...,
                        row<Fs, nested, integers<4, 6>>...>;
template <class... Fs>
using numbers_of = table<row<Fs, four, integer<6>>...>;
using arithmetic =
    table<row<f::ceil_div, shape_48, tile_24>, row<f::ceil_div, shape_48, four>,
          row<f::ceil_div, four, integer<3>>, row<f::round_up, shape_48, tile_24>,
          row<f::shape_div, shape_48, tile_24>, row<f::shape_div, shape_48, integer<8>>,
          row<f::inner_product, shape_48, tile_24>, row<f::inner_product, nested, nested>,
          row<f::assume_multiple_of, integer<8>>>;
using relations = shapes_of<f::congruent, f::weakly_congruent, f::compatible, f::weakly_compatible,
                            f::evenly_divides>;
using numbers = numbers_of<f::gcd, f::lcm, f::min, f::max>;

using making =
    table<row<f::compact_col_major, nested>, row<f::compact_col_major, nested, four>,
          row<f::compact_row_major, nested>, row<f::compact_row_major, nested, four>,
          row<f::compact_col_major, with_run_time>, row<f::compact_major, nested>,
          row<f::compact_major, nested, four>, row<f::compact_order, shape_48, integers<1, 0>>,
          row<f::make_layout, nested>, row<f::make_layout, four>,
          row<f::make_layout, with_run_time>, row<f::make_layout, shape_48, integers<8, 1>>,
          row<f::make_layout, four, integer<2>>, row<f::make_layout_right, nested>,
          row<f::make_ordered_layout, shape_48, integers<1, 0>>,
          row<f::make_identity_layout, nested>, row<f::make_composed_layout, swizzle, four, col>,
          row<f::composition, swizzle, four, col>>;

using coordinates = table<
    row<f::call, col, coord_12>, row<f::call, col, one, integer<2>>, row<f::call, col, integer<5>>,
    row<f::call, deep, tuple_of<one, coord_12>>, row<f::call, col, column>,
    row<f::call, col, keep, integer<2>>, row<f::call, swizzled, coord_12>,
    row<f::call, swizzled, keep, integer<2>>, row<f::call, swizzle, integer<9>>,
    row<f::crd2idx, coord_12, shape_48>, row<f::crd2idx, integer<5>, shape_48>,
    row<f::crd2idx, coord_12, shape_48, integers<8, 1>>, row<f::crd2idx, coord_12, col>,
    row<f::idx2crd, integer<5>, shape_48>, row<f::idx2crd, integer<5>, nested>,
    row<f::idx2crd, integer<5>, shape_48, integers<8, 1>>, row<f::idx2crd, integer<5>, col>,
    row<f::crd2crd, coord_12, shape_48, integers<8, 4>>, row<f::slice, column, shape_48>,
    row<f::slice, column, col>, row<f::slice, column, swizzled>, row<f::dice, step_1x, shape_48>,
    row<f::dice, step_1x, col>, row<f::slice_and_offset, column, col>,
    row<f::slice_and_offset, column, swizzled>, row<f::domain_offset, coord_12, col>,
    row<f::domain_offset, coord_12, swizzled>, row<f::member::get_hier_coord, col, integer<5>>,
    row<f::member::get_flat_coord, col, integer<5>>, row<f::member::get_1d_coord, col, integer<5>>>;

template <class... Fs>
using tilers_of =
    table<row<Fs, col, four>..., row<Fs, col, tile_24>..., row<Fs, swizzled, tile_24>...,
          row<Fs, col, tuple_of<as_is<Layout<_2, _2>>, integer<4>>>...>;
using tilers = tilers_of<f::logical_divide, f::zipped_divide, f::tiled_divide, f::flat_divide,
                         f::logical_product, f::zipped_product, f::tiled_product, f::flat_product,
                         f::composition>;
using operations =
    table<row<f::coalesce, deep, profile>, row<f::coalesce, swizzled, profile>,
          row<f::filter, deep, profile>, row<f::filter, swizzled, profile>,
          row<f::with_shape, col, integers<8, 4>>, row<f::with_shape, col, integer<8>, four>,
          row<f::member::compose, col, tile_24>, row<f::member::compose, col, integer<2>, four>,
          row<f::member::with_shape, col, integers<8, 4>>,
          row<f::member::with_shape, swizzled, integer<8>, four>,
          row<f::member::tile, col, tile_24>, row<f::member::tile, col, integer<2>, four>,
          row<f::complement, col, integer<64>>, row<f::complement, col, integers<8, 8>>,
          row<f::tile_to_shape, col, integers<8, 16>>,
          row<f::tile_to_shape, col, integers<8, 16>, integers<2, 1>>,
          row<f::tile_to_shape, swizzled, integers<8, 16>>, row<f::composable, col, tile_24>,
          row<f::complementable, col, integer<64>>, row<f::divisible, col, tile_24>,
          row<f::repeatable, col, tile_24>, row<f::offsets_fit, nested>, row<f::offsets_fit, four>>;

using tensors = table<
    row<f::make_tensor, counting, nested>, row<f::make_tensor, counting, four>,
    row<f::make_tensor, counting, shape_48, integers<8, 1>>, row<f::make_owning_tensor, nested>,
    row<f::make_owning_tensor, shape_48, integers<8, 1>>, row<f::make_identity_tensor, nested>,
    row<f::call, tensor_48, coord_12>, row<f::call, tensor_48, one, integer<2>>,
    row<f::call, tensor_48, column>, row<f::call, tensor_48, keep, integer<2>>,
    row<f::at, tensor_48, coord_12>, row<f::at, tensor_48, integer<5>>,
    row<f::member::compose, tensor_48, tile_24>, row<f::composition, tensor_48, tile_24>,
    row<f::coalesce, tensor_48, profile>, row<f::filter, tensor_48, profile>,
    row<f::logical_divide, tensor_48, tile_24>, row<f::zipped_divide, tensor_48, tile_24>,
    row<f::tiled_divide, tensor_48, tile_24>, row<f::flat_divide, tensor_48, tile_24>,
    row<f::domain_offset, coord_12, tensor_48>, row<f::local_tile, tensor_48, tile_24, profile>,
    row<f::local_tile, tensor_48, tile_24, column>,
    row<f::local_tile, tensor_48, integers<2, 4, 2>, integers<1, 1, 0>, tuple_of<one, one, keep>>,
    row<f::inner_partition, tensor_48, tile_24, profile>,
    row<f::inner_partition, tensor_48, integers<2, 4, 2>, integers<1, 1, 0>,
        tuple_of<one, one, keep>>,
    row<f::outer_partition, tensor_48, tile_24, profile>,
    row<f::outer_partition, tensor_48, integers<2, 4, 2>, integers<1, 1, 0>,
        tuple_of<one, one, keep>>,
    row<f::local_partition, tensor_48, threads_22, one>,
    row<f::local_partition, tensor_48, as_is<Layout<Shape<_2, _2, _2>>>, one,
        tuple_of<one, one, keep>>,
    row<f::make_predicate_tensor, integers<5, 8>, tile_24>,
    row<f::make_predicate_tensor, integer<5>, integer<2>>,
    row<f::make_predicate, integers<5, 8>, tile_24>, row<f::make_predicate, integer<5>, integer<2>>,
    row<f::residue_bounds, integers<5, 8>, tile_24>, row<f::residue_bounds, integer<5>, integer<2>>,
    row<f::is_inside, coord_12, shape_48>, row<f::is_inside, coord_12, tuple_of<four, keep>>,
    row<f::prove, owners, shape_48>, row<f::prove, owners, integer<32>>,
    row<f::require, owners, shape_48>, row<f::require, owners, integer<32>>,
    row<f::proved, owners, shape_48>, row<f::proved, owners, integer<32>>>;

using gmem_64 = as_is<Tensor<ViewEngine<gmem_ptr<float>>, Layout<Shape<_64, _64>>>>;
using smem_tile = as_is<Layout<Shape<_32, _8>>>;
using tma_atom = as_is<decltype(make_tma_atom(
    SM90_TMA_LOAD{}, Tensor<ViewEngine<gmem_ptr<float>>, Layout<Shape<_64, _64>>>{},
    Layout<Shape<_32, _8>>{}, Shape<_32, _8>{}))>;
using atoms = table<
    row<f::make_tiled_copy_impl, copy_atom, as_is<Layout<Shape<_32, _1>>>, shape_48>,
    row<f::make_tiled_mma, as_is<SM80_16x8x16_F32F16F16F32_TN>, threads_22, integers<32, 32, 16>>,
    row<f::member::get_slice, warp_mma, four>, row<f::member::get_thread_slice, warp_mma, four>,
    row<f::make_tma_copy, as_is<SM90_TMA_LOAD>, gmem_64, smem_tile, integers<32, 8>>,
    row<f::make_tma_atom, as_is<SM90_TMA_LOAD_MULTICAST>, gmem_64, smem_tile, integers<32, 8>,
        integer<2>>,
    row<f::create_tma_multicast_mask, as_is<Layout<Shape<_2, _4>>>, tuple_of<one, keep>>,
    row<f::member::get_tma_tensor, tma_atom, integers<64, 64>>,
    row<f::partition_shape_A, warp_mma, integers<64, 64>>,
    row<f::partition_shape_B, warp_mma, integers<64, 64>>,
    row<f::partition_shape_C, warp_mma, integers<64, 64>>,
    row<f::partition_fragment_C, warp_mma, integers<64, 64>>>;

template <class... Tables>
struct everything {
  static constexpr int rows = (Tables::rows + ...);
  static constexpr int checks = (Tables::checks + ...);
};
using whole = everything<tuples, comparisons, arithmetic, relations, numbers, making, coordinates,
                         tilers, operations, tensors, atoms>;
static_assert(whole::rows == 284 && whole::checks == 1471);

}  // namespace
