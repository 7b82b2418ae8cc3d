// SPDX-License-Identifier: BSL-1.0
//
// The end of gemm_wgmma, after its sums: which types of D, C, alpha and beta go with those of A and
// B, and the refusals of others; epilogues and scales; elements of D from the sums of a tile.
//
//   D = round(scale_d * epilogue(alpha * scale_a * scale_b * A * B + beta * scale_c * C, i, j))
//
//   static_assert(detail::wgmma_stores<float_e4m3_t, bfloat16_t>);  // D is bf16 where A is e4m3
#pragma once

#include <tileproof/atom.hpp>
#include <tileproof/atom/numeric.hpp>
#include <tileproof/atom/round_to.hpp>
#include <tileproof/context/context.hpp>
#include <tileproof/kernel/gemm/wgmma/schedule.hpp>
#include <tileproof/prove/residue_predicate.hpp>
#include <tileproof/types/refused_type.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The name of a refusal: gemm_wgmma does not store elements TD of a product of TA.
template <class TA, class TD>
struct wgmma_stores_elements : detail::refused_type<TD, TA> {
  static constexpr char const* sentences[] = {
      "gemm_wgmma: D cannot be {verb} where A is {element}: of half_t and bfloat16_t it is that "
      "type, float or an 8-bit float, of tfloat32_t float, of 8-bit floats also half_t or "
      "bfloat16_t, of 8-bit integers int32_t or an 8-bit integer",
      nullptr};
};
// The name of a refusal: C has a type that gemm_wgmma does not read beside D.
template <class TC, class TD>
struct wgmma_reads_c : detail::refused_type<TC, TD> {
  static constexpr char const* sentences[] = {
      "launch_gemm: C cannot be {verb} where D is {element}: give C the type of D or of alpha, or "
      "where A is an 8-bit float half_t or bfloat16_t",
      nullptr};
};
// The name of a refusal: alpha and beta have a type that would be converted.
template <class Scalar, class TD>
struct wgmma_has_scalars : detail::refused_type<Scalar, TD> {
  static constexpr char const* sentences[] = {
      "launch_gemm: alpha and beta cannot be {verb} where D is {element}: they are int32_t where D "
      "is, otherwise float",
      nullptr};
};

namespace detail {

// The type of alpha, beta and the argument of the epilogue.
template <class TD>
using wgmma_scalar = std::conditional_t<std::is_same_v<TD, std::int32_t>, std::int32_t, float>;
// The type of sums of products of TA.
template <class TA>
using wgmma_accumulator = std::conditional_t<std::is_integral_v<TA>, std::int32_t, float>;
template <class T>
inline constexpr bool is_8_bit_float =
    std::is_same_v<T, float_e4m3_t> || std::is_same_v<T, float_e5m2_t>;
template <class T>
inline constexpr bool is_8_bit_integer =
    std::is_same_v<T, std::int8_t> || std::is_same_v<T, std::uint8_t>;
template <class T>
inline constexpr bool is_16_bit_float = std::is_same_v<T, half_t> || std::is_same_v<T, bfloat16_t>;

// The type that is multiplied: of A and B, or where one has 16 bits and the other 8 that of 16, to
// which the other is converted.
template <class TA, class TB>
using wgmma_multiplied = std::conditional_t<(sizeof(TA) < sizeof(TB)), TB, TA>;

// Whether gemm_wgmma stores elements TD if A has elements TA; refuses with the sentence if not.
template <class TA, class TD>
inline constexpr bool wgmma_stores = [] {
  if (is_8_bit_integer<TA>) return std::is_same_v<TD, std::int32_t> || is_8_bit_integer<TD>;
  if (std::is_same_v<TD, float>) return true;
  if (is_8_bit_float<TA>) return is_16_bit_float<TD> || is_8_bit_float<TD>;
  return is_16_bit_float<TA> && (std::is_same_v<TD, TA> || is_8_bit_float<TD>);
}();
template <class TA, class TD>
constexpr bool require_wgmma_stores() {
  static_assert(refuse_unless<wgmma_stores<TA, TD>, wgmma_stores_elements<TA, TD>>);
  return true;
}
// Refuses arguments of types that the kernel does not take.
template <class TA, class TD, class Scalar, class TC>
constexpr bool require_wgmma_arguments() {
  static_assert(
      refuse_unless<std::is_same_v<Scalar, wgmma_scalar<TD>>, wgmma_has_scalars<Scalar, TD>>);
  static_assert(refuse_unless<(std::is_same_v<TC, TD> || std::is_same_v<TC, Scalar> ||
                               (is_8_bit_float<TA> && is_16_bit_float<TC>)),
                              wgmma_reads_c<TC, TD>>);
  return true;
}

}  // namespace detail

// The epilogue that changes nothing. An epilogue is called with an element of alpha * A * B + beta
// * C and its row and column, and returns the element of D. It must do the same in every thread.
struct identity_epilogue {
  template <class T>
  TILEPROOF_HOST_DEVICE constexpr T operator()(T value, int, int) const {
    return value;
  }
};
// An epilogue of D for the kernel that computes D transposed.
template <class Epilogue>
struct transposed_epilogue {
  Epilogue finish{};
  template <class T>
  TILEPROOF_HOST_DEVICE constexpr auto operator()(T value, int row, int column) const {
    return finish(value, column, row);
  }
};

// The scales of tensors of 8-bit elements: the address of one number each, in memory that the GPU
// reads when it runs the kernel; null stands for 1.
struct wgmma_scales {
  float const* a = nullptr;
  float const* b = nullptr;
  float const* c = nullptr;
  float const* d = nullptr;
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// Scalar is the type of alpha and beta, f32 or int32_t; where IsScaled is false no scale is read.
template <class Scalar, bool IsScaled>
struct wgmma_factors {
  Scalar alpha, beta, d;

  // Reads the scales, C's only where beta is not 0.
  TILEPROOF_HOST_DEVICE static wgmma_factors of(Scalar alpha, Scalar beta,
                                                wgmma_scales const& scales) {
    if constexpr (IsScaled && !std::is_integral_v<Scalar>)
      return {alpha * at(scales.a) * at(scales.b), beta != 0 ? beta * at(scales.c) : 0,
              at(scales.d)};
    else
      return {alpha, beta, 1};
  }
  // x * y; of integers modulo 2^32.
  TILEPROOF_HOST_DEVICE static constexpr Scalar product(Scalar x, Scalar y) {
    if constexpr (std::is_integral_v<Scalar>)
      return static_cast<Scalar>(static_cast<std::uint32_t>(x) * static_cast<std::uint32_t>(y));
    else
      return x * y;
  }
  // x * y + z; of integers modulo 2^32.
  TILEPROOF_HOST_DEVICE static constexpr Scalar fma(Scalar x, Scalar y, Scalar z) {
    if constexpr (std::is_integral_v<Scalar>)
      return static_cast<Scalar>(static_cast<std::uint32_t>(x) * static_cast<std::uint32_t>(y) +
                                 static_cast<std::uint32_t>(z));
    else
      return x * y + z;
  }

 private:
  TILEPROOF_HOST_DEVICE static Scalar at(float const* scale) {
    return scale == nullptr ? 1.0f : *scale;
  }
};

// The offset of an element of a matrix.
template <matrix_order Order>
TILEPROOF_HOST_DEVICE constexpr std::int64_t offset_in(int row, int column, std::int64_t ld) {
  return Order == matrix_order::row_major ? row * ld + column : column * ld + row;
}

// The arguments of a kernel besides its operands and its output. C is the pointer to C, of the type
// that the context's global memory has.
template <class Scalar, class Epilogue, class C>
struct wgmma_scalars {
  int m, n, k;
  Scalar alpha, beta;
  wgmma_scales scales;
  C c;
  std::int64_t ldc, batch_c;
  Epilogue finish;
};

// TD is the type of D, Factors the wgmma_factors; Arguments derives from wgmma_scalars; Order is
// that of C and D, of which Neighbours elements lie side by side in memory, 1 or 2.
template <class TD, class Factors, class Arguments, matrix_order Order, int Neighbours = 2>
struct wgmma_result {
  using scalar = decltype(Factors::alpha);
  Arguments const& args;
  Factors by{};
  int batch = 0;

  TILEPROOF_KERNEL void open(int of_batch) {
    batch = of_batch;
    by = Factors::of(args.alpha, args.beta, args.scales);
  }
  // Writes to to[0, N) the elements of D for the sums [first, first + N), whose places at(i), each
  // Neighbours of them side by side in memory, are counted from (row, column).
  template <int N, class Sums, class Places>
  TILEPROOF_KERNEL void round(Sums const& sums, Places const& at, int first, int row, int column,
                              TD* to) const {
    auto value = make_tensor<scalar>(Layout<Int<N>>{});
    TILEPROOF_UNROLL
    for (int i = 0; i < N; ++i) value(i) = static_cast<scalar>(sums(first + i));
    if (by.alpha != 1) {
      TILEPROOF_UNROLL
      for (int i = 0; i < N; ++i) value(i) = Factors::product(by.alpha, value(i));
    }
    if (args.beta != 0) add_c<N>(value, at, first, row, column);
    auto const finished = [&](int i) {
      auto const x = args.finish(value(i), row + static_cast<int>(get<0>(at(first + i))),
                                 column + static_cast<int>(get<1>(at(first + i))));
      if constexpr (sizeof(TD) == 1)
        return by.d * static_cast<float>(x);
      else
        return x;
    };
    TILEPROOF_UNROLL
    for (int i = 0; i < N; i += 2) round_pair(finished(i), finished(i + 1), to + i);
  }

 private:
  // Adds beta * C where there is one. Where neighbours are read at once the extent along them is
  // even, so both are inside or neither is.
  template <int N, class Values, class Places>
  TILEPROOF_KERNEL void add_c(Values& value, Places const& at, int first, int row,
                              int column) const {
    using TC = typename decltype(make_tensor(args.c, Layout<_2>{}))::value_type;
    using word = typename unsigned_of<Neighbours * sizeof(TC)>::type;
    auto const c = args.c + batch * args.batch_c;
    TILEPROOF_UNROLL
    for (int i = 0; i < N; i += Neighbours) {
      int const r = row + static_cast<int>(get<0>(at(first + i)));
      int const l = column + static_cast<int>(get<1>(at(first + i)));
      if (!is_inside(r, args.m) || !is_inside(l, args.n)) continue;
      auto read = make_tensor<TC>(Layout<Int<Neighbours>>{});
      copy(Copy_Atom<UniversalCopy<word>, TC>{},
           make_tensor(make_gmem_ptr<sizeof(word)>(c + offset_in<Order>(r, l, args.ldc)),
                       Layout<Int<Neighbours>>{}),
           read);
      TILEPROOF_UNROLL
      for (int e = 0; e < Neighbours; ++e)
        value(i + e) = Factors::fma(by.beta, static_cast<scalar>(read(e)), value(i + e));
    }
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
