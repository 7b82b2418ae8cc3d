// SPDX-License-Identifier: BSL-1.0
//
// GEMM kernels on a GPU.
#pragma once

#include "harness.hpp"
#include "products.hpp"

namespace harness {

// Launches on p by launch(arguments, stream), and gives what C is then.
template <class Types, class Launch>
std::vector<typename Types::C> run_by(Launch const& launch, product_arguments<Types> const& p) {
  stream s;
  auto const a = input(p.a);
  auto const b = input(p.b);
  auto c = output(p.c);
  typename Types::A const* const pa = a.data() + p.in_a.first;
  typename Types::B const* const pb = b.data() + p.in_b.first;
  CHECK(launch(p.at(pa, pb, c.data() + p.in_c.first), cudaStream_t{s}) == status::ok);
  s.wait();
  auto found = c.download();
  CHECK(c.guards_hold);
  return found;
}
template <class Kernel, class Types>
std::vector<typename Types::C> run_on_gpu(product_arguments<Types> const& p) {
  return run_by([](auto const& g, cudaStream_t s) { return tileproof::launch_gemm<Kernel>(g, s); },
                p);
}

template <class Kernel, class Types>
void multiplies(std::string const& name) {
  kernel_report report = report_on_gpu<Kernel>(name);
  check_products<Kernel, Types>(report, every_size<Kernel>(), run_on_gpu<Kernel, Types>);
  check_zero_products<Kernel, Types>(report, few_sizes<Kernel>(), run_on_gpu<Kernel, Types>);
}
// Offsets of 64 bits.
template <class Kernel, class Types>
void multiplies_far_apart(std::string const& name) {
  kernel_report report = report_on_gpu<Kernel>(name);
  check_products<Kernel, Types>(report, some_sizes<Kernel>(), run_on_gpu<Kernel, Types>);
  check_wide_products<Kernel, Types>(report, run_on_gpu<Kernel, Types>);
}

// Arguments that a kernel cannot take are refused before anything is launched.
template <class Kernel, class Types>
void refuses() {
  using A = typename Types::A;
  using B = typename Types::B;
  using C = typename Types::C;
  constexpr std::size_t n = 64 * 64;
  std::vector<C> const untouched(n, poison<C>());
  auto const a = input(random_elements<A>(n));
  auto const b = input(random_elements<B>(n));
  auto c = output(untouched);
  stream s;
  auto const attempt = [&](auto const& g) { return tileproof::launch_gemm<Kernel>(g, s); };
  check_refusals<Kernel, Types>(a.data(), b.data(), c.data(), attempt);
  if (sizeof(typename Kernel::index) == 8) {
    constexpr std::int64_t far = std::int64_t{1} << 40;
    tileproof::gemm_arguments<A const*, B const*, C*, typename Types::Scalar> const g{
        64, far,      1, 1, a.data(), 64, b.data(), Kernel::major_b == major::mn ? far : 64,
        0,  c.data(), 64};
    CHECK(attempt(g) == status::grid_too_large);
  }
  s.wait();
  CHECK(cudaGetLastError() == cudaSuccess);
  auto const after = c.download();
  bool is_untouched = c.guards_hold;
  for (C const& x : after) is_untouched = is_untouched && same_bits(x, untouched[0]);
  CHECK(is_untouched);
}

// NT, TN, NN and TT. TILEPROOF_FEW_KERNELS: no GPU is here to run them, and one kernel of each kind
// is compiled.
template <template <major, major> class Kernel, class Types>
void multiplies_by_every_major(std::string const& name) {
#if !defined(TILEPROOF_FEW_KERNELS)
  multiplies<Kernel<major::mn, major::mn>, Types>(name + " NT");
  multiplies<Kernel<major::k, major::k>, Types>(name + " TN");
  multiplies<Kernel<major::mn, major::k>, Types>(name + " NN");
#endif
  multiplies<Kernel<major::k, major::mn>, Types>(name + " TT");
}

}  // namespace harness
