// SPDX-License-Identifier: BSL-1.0
//
// launch_gemm(args, stream): D = alpha * A * B + beta * C on sm_90 without a kernel named. The
// schedule is chosen from wgmma_schedules (kernel/gemm/wgmma/choice.hpp), each of which a call compiles:
// name a gemm_wgmma where compile time matters more.
//
//   wgmma_arguments g{m, n, k, 1.0f, a, k, b, k, d, n};    // A and B K-major, D row-major
//   status const s = launch_gemm(g, stream);
//   launch_gemm<major::mn, major::k>(g, stream);           // A M-major: op(A) = N
//   explain(choose_wgmma(problem_of(g), multiprocessors));    // why
#pragma once

#include <tileproof/kernel/gemm/wgmma/choice.hpp>
#include <tileproof/kernel/gemm/wgmma/gemm_wgmma.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The numbers of these arguments on which the choice depends.
template <matrix_order OrderD = matrix_order::row_major, class TA, class TB, class TD, class Scalar,
          class Epilogue, class TC>
wgmma_problem problem_of(wgmma_arguments<TA, TB, TD, Scalar, Epilogue, TC> const& g) noexcept {
  auto const begins_lines = [](auto const* p, std::int64_t ld) {
    return reinterpret_cast<std::uintptr_t>(p) % 128 == 0 &&
           ld * static_cast<std::int64_t>(sizeof(*p)) % 128 == 0;
  };
  bool const is_row_major = OrderD == matrix_order::row_major;
  return {is_row_major ? g.m : g.n,
          is_row_major ? g.n : g.m,
          g.k,
          g.batches,
          static_cast<int>(sizeof(TA)),
          static_cast<int>(sizeof(TD)),
          begins_lines(g.a, g.lda) && begins_lines(g.b, g.ldb)};
}

#if defined(__CUDACC__)
// Launches the gemm_wgmma that choose_wgmma takes for these arguments and the current device.
// Asynchronous. Result: as launch_gemm<gemm_wgmma<...>>; not_launched where the device cannot be
// asked.
template <major MajorA = major::k, major MajorB = major::k,
          matrix_order OrderD = matrix_order::row_major, class TA, class TB, class TD, class Scalar,
          class Epilogue, class TC>
status launch_gemm(wgmma_arguments<TA, TB, TD, Scalar, Epilogue, TC> const& g,
                   cudaStream_t stream) noexcept {
  using usual = gemm_wgmma<TA, TB, TD, MajorA, MajorB, OrderD, Epilogue>;
  if (status const s = check_gemm<usual>(g); s != status::ok) return s;
  int device = 0;
  int sms = 0;
  if (cudaGetDevice(&device) != cudaSuccess ||
      cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device) != cudaSuccess ||
      sms < 2)
    return status::not_launched;
  int const chosen = choose_wgmma(problem_of<OrderD>(g), sms).chosen;
  status result = status::not_launched;
  int i = 0;
  boost::hana::for_each(wgmma_schedules{}, [&](auto candidate) {
    using kernel = gemm_wgmma<TA, TB, TD, MajorA, MajorB, OrderD, Epilogue,
                              typename decltype(candidate)::schedule>;
    if (i++ == chosen) result = detail::launch_checked<kernel>(g, stream);
  });
  return result;
}
#endif

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
