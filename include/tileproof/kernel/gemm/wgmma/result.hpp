// SPDX-License-Identifier: BSL-1.0
//
// The arithmetic of gemm_wgmma behind its sums: elements of D from sums of a tile.
//
//   D = round(scale_d * epilogue(alpha * scale_a * scale_b * A * B + beta * scale_c * C, i, j))
#pragma once

#include <tileproof/atom.hpp>
#include <tileproof/atom/round_to.hpp>
#include <tileproof/kernel/gemm/wgmma/factors.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

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

// TD is the type of D, Factors the wgmma_factors; Arguments derives from wgmma_scalars.
template <class TD, class Factors, class Arguments>
struct wgmma_result {
  using scalar = decltype(Factors::alpha);
  Arguments const& args;
  Factors by{};
  int batch = 0;

  TILEPROOF_KERNEL void open(int of_batch) {
    batch = of_batch;
    by = Factors::of(args.alpha, args.beta, args.scales);
  }
  // Writes to to[0, N) the elements of D for the sums [first, first + N), whose places at(i), pairs
  // of neighbours in a row, are counted from (row, column).
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
  // Adds beta * C where there is one, a pair of neighbours at a time: n is even, so both are inside
  // or neither is.
  template <int N, class Values, class Places>
  TILEPROOF_KERNEL void add_c(Values& value, Places const& at, int first, int row,
                              int column) const {
    using TC = typename decltype(make_tensor(args.c, Layout<_2>{}))::value_type;
    using two =
        std::conditional_t<sizeof(TC) == 1, std::uint16_t,
                           std::conditional_t<sizeof(TC) == 2, std::uint32_t, std::uint64_t>>;
    auto const c = args.c + (batch * args.batch_c + row * args.ldc + column);
    TILEPROOF_UNROLL
    for (int i = 0; i < N; i += 2) {
      int const r = static_cast<int>(get<0>(at(first + i)));
      int const l = static_cast<int>(get<1>(at(first + i)));
      if (row + r >= args.m || column + l >= args.n) continue;
      auto read = make_tensor<TC>(Layout<_2>{});
      copy(Copy_Atom<UniversalCopy<two>, TC>{},
           make_tensor(make_gmem_ptr<sizeof(two)>(c + (r * args.ldc + l)), Layout<_2>{}), read);
      value(i) = Factors::fma(by.beta, static_cast<scalar>(read(0)), value(i));
      value(i + 1) = Factors::fma(by.beta, static_cast<scalar>(read(1)), value(i + 1));
    }
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
