// SPDX-License-Identifier: BSL-1.0
//
// The GEMM kernels on the CPU: every element of C against its bound, over sizes that the tiles
// divide and sizes that they do not, every access checked, the first thread first; for some sizes
// the last one first too.
#include "../examples/kernels/gemm_partitioned.hpp"
#include "../examples/kernels/gemm_small.hpp"
#include "../examples/kernels/gemm_tiled.hpp"

#include <doctest/doctest.h>

#include "kernels/products.hpp"

#include <tileproof/atom/mma/sm70.hpp>
#include <tileproof/atom/mma/sm75.hpp>
#include <tileproof/atom/mma/sm89.hpp>
#include <tileproof/cpu.hpp>
#include <tileproof/kernel/gemm/choice.hpp>
#include <tileproof/kernel/gemm/gemm_pipelined.hpp>
#include <tileproof/kernel/gemm/gemm_tensor_cores.hpp>

#include <algorithm>

using namespace tileproof;
using namespace harness;

namespace {

// The matrices as a kernel on the CPU sees them. Vectors begin at multiples of 16 bytes.
template <major Major, class T>
cpu::global<T> matrix(char const* name, T* first, columns const& in) {
  static_assert(__STDCPP_DEFAULT_NEW_ALIGNMENT__ >= 16);
  bool const is_k = Major == major::k;
  return {name, first + in.first,
          operand_layout<Major>(is_k ? in.across : in.along, is_k ? in.along : in.across, in.ld)};
}

// As launch_gemm launches on a GPU.
template <class Kernel, class Arguments>
cpu::report launch(Arguments const& g, bool reverse) {
  grid_of_blocks const of = blocks_of_gemm<Kernel>(g);
  cpu::grid const blocks{static_cast<int>(of.x), static_cast<int>(of.y)};
  cpu::options o;
  o.reverse = reverse;
  return detail::with_kernel_arguments<Kernel>(
      g, [&](auto const& args) { return cpu::launch<Kernel>(blocks, args, o); });
}

template <class Kernel, class Types>
std::vector<typename Types::C> run_in_order(product_arguments<Types> const& p, bool reverse) {
  auto c = p.c;
  auto a = matrix<Kernel::major_a>("A", p.a.data(), p.in_a);
  auto b = matrix<Kernel::major_b>("B", p.b.data(), p.in_b);
  auto to = matrix<major::mn>("C", c.data(), p.in_c);
  // Whatever is not to be read.
  if (p.beta == 0) to.starts_unwritten();
  if (p.alpha == 0) a.starts_unwritten(), b.starts_unwritten();
  cpu::report const r = launch<Kernel>(p.at(a.data(), b.data(), to.data()), reverse);
  CHECK_MESSAGE(r.clean(), r.text());
  return c;
}
template <class Kernel, class Types>
std::vector<typename Types::C> run_on_cpu(product_arguments<Types> const& p) {
  return run_in_order<Kernel>(p, false);
}
template <class Kernel, class Types>
std::vector<typename Types::C> run_both_ways_on_cpu(product_arguments<Types> const& p) {
  auto const forwards = run_on_cpu<Kernel>(p);
  auto const backwards = run_in_order<Kernel>(p, true);
  CHECK(std::memcmp(forwards.data(), backwards.data(),
                    forwards.size() * sizeof(typename Types::C)) == 0);
  return forwards;
}

// `few`: of the sizes of several tiles one, with a remainder everywhere, for a kernel that has the
// others with smaller tiles.
template <class Kernel, class Types>
void multiplies(std::string const& name, bool few = false) {
  kernel_report report = report_on_cpu<Kernel>(name);
  auto const both_ways = few_sizes<Kernel>();
  auto one_way = some_sizes<Kernel>();
  constexpr std::int64_t tile_m = size<0>(typename Kernel::cta_tiler{});
  constexpr std::int64_t tile_n = size<1>(typename Kernel::cta_tiler{});
  std::erase_if(one_way, [&](product_size const& s) {
    return few && (s.m > tile_m || s.n > tile_n) && !(s.m > tile_m && s.n < tile_n);
  });
  std::erase_if(one_way, [&](product_size const& s) {
    return std::find(both_ways.begin(), both_ways.end(), s) != both_ways.end();
  });
  check_products<Kernel, Types>(report, both_ways, run_both_ways_on_cpu<Kernel, Types>);
  check_products<Kernel, Types>(report, one_way, run_on_cpu<Kernel, Types>);
  check_zero_products<Kernel, Types>(report, both_ways, run_on_cpu<Kernel, Types>);
}
template <class Kernel, class Types>
void multiplies_far_apart(std::string const& name) {
  kernel_report report = report_on_cpu<Kernel>(name);
  check_products<Kernel, Types>(report, {{37, 61, 97}}, run_both_ways_on_cpu<Kernel, Types>);
  check_wide_products<Kernel, Types>(report, run_on_cpu<Kernel, Types>);
}

template <class Kernel, class Types>
void refuses() {
  constexpr std::size_t n = 64 * 64;
  std::vector<typename Types::A> const a(n);
  std::vector<typename Types::B> const b(n);
  std::vector<typename Types::C> c(n);
  check_refusals<Kernel, Types>(a.data(), b.data(), c.data(),
                                [](auto const& g) { return check_gemm<Kernel>(g); });
  auto const by_numbers = [](auto const& g) {
    return check_gemm<Kernel::major_a, Kernel::major_b, Kernel::access_bytes_a,
                      Kernel::access_bytes_b, typename Kernel::index>(g);
  };
  check_refusals<Kernel, Types>(a.data(), b.data(), c.data(), by_numbers);
  check_acceptances<Kernel, Types>(a.data(), c.data(), by_numbers);
}

using halves = tensor_core_types<half_t>;

TEST_CASE("SIMT GEMM of article 002") {
  multiplies<sgemm<major::mn, major::k>, float_types>("sgemm NN");
  multiplies<sgemm<major::k, major::mn>, float_types>("sgemm TT");
}

TEST_CASE("SIMT GEMM with tiled copies") {
  multiplies<gemm_tiled<major::mn, major::k>, float_types>("gemm_tiled NN");
  multiplies<gemm_tiled<major::k, major::mn>, float_types>("gemm_tiled TT");
}

TEST_CASE("multistage SIMT GEMM") {
  multiplies<gemm_pipelined<major::mn, major::mn>, float_types>("gemm_pipelined NT", true);
  multiplies<gemm_pipelined<major::k, major::k>, float_types>("gemm_pipelined TN", true);
}

template <major A, major B>
using sliced = gemm_pipelined<A, B, float, int, simt_schedule_of_few_tiles<A, B>>;

TEST_CASE("multistage SIMT GEMM in slices") {
  multiplies<sliced<major::mn, major::k>, float_types>("gemm_pipelined, 4 slices, NN");
  multiplies<sliced<major::k, major::mn>, float_types>("gemm_pipelined, 4 slices, TT");
}

// The kernel of a choice that launch_gemm launches on a GPU with so many SMs.
template <class... Kernels>
std::vector<float> run_chosen(gemm_choice<Kernels...> choice, int sms,
                              product_arguments<float_types> const& p) {
  int const chosen = number_of_choice(choice, p.size.m, p.size.n, sms);
  std::vector<float> c;
  int i = 0;
  ((i++ == chosen ? void(c = run_on_cpu<Kernels>(p)) : void()), ...);
  return c;
}

TEST_CASE("SIMT GEMM as chosen, for 1 SM and for 132") {
  using choice = gemm_simt<major::mn, major::mn>;
  using large = gemm_pipelined<major::mn, major::mn>;
  for (int const sms : {1, 132}) {
    CHECK(number_of_choice(choice{}, 128, 256, sms) == (sms == 1 ? 0 : 1));
    kernel_report report = report_on_cpu<large>("gemm_simt NT");
    check_products<large, float_types>(report, {{128, 256, 20}},
                                       [&](auto const& p) { return run_chosen(choice{}, sms, p); });
  }
}

TEST_CASE("GEMM with mma.sync of sm_80") {
  using f16 = SM80_16x8x16_F16F16F16F16_TN;
  using f32 = SM80_16x8x16_F32F16F16F32_TN;
  using bf16 = SM80_16x8x16_F32BF16BF16F32_TN;
  using tf32 = SM80_16x8x8_F32TF32TF32F32_TN;
  multiplies<gemm_tensor_cores<f32, major::k, major::k, float>, halves>("gemm_tensor_cores f16 TN");
  multiplies<gemm_tensor_cores<f16, major::mn, major::mn, half_t>,
             tensor_core_types<half_t, half_t>>("gemm_tensor_cores f16 f16 NT");
  multiplies<gemm_tensor_cores<bf16, major::mn, major::k, float>, tensor_core_types<bfloat16_t>>(
      "gemm_tensor_cores bf16 NN");
  multiplies<gemm_tensor_cores<tf32, major::k, major::mn, float>, tensor_core_types<tfloat32_t>>(
      "gemm_tensor_cores tf32 TT");
  multiplies<gemm_tensor_cores<f32, major::k, major::mn, float, int, 4, Shape<_128, _64>>, halves>(
      "gemm_tensor_cores f16 TT, 128x64");
}

using integer_types =
    product_types<std::int8_t, std::int8_t, std::int32_t, std::int32_t, std::int32_t, 1>;

TEST_CASE("GEMM with mma.sync of 8 bits") {
  multiplies<gemm_tensor_cores<SM89_16x8x32_F32E4M3E5M2F32_TN, major::k, major::k, float>,
             product_types<float_e4m3_t, float_e5m2_t, float, float, float, 2>>(
      "gemm_tensor_cores fp8 TN", true);
  multiplies<gemm_tensor_cores<SM80_16x8x32_S32S8S8S32_TN, major::k, major::k, std::int32_t>,
             integer_types>("gemm_tensor_cores s8 TN", true);
}

TEST_CASE("small GEMM with mma.sync of sm_70, sm_75 and sm_89") {
  multiplies<gemm_small<SM70_8x8x4_F32F16F16F32_NT, major::mn, major::mn, float>, halves>(
      "gemm_small sm_70 NT");
  multiplies<gemm_small<SM75_16x8x8_F32F16F16F32_TN, major::k, major::k, float>, halves>(
      "gemm_small sm_75 f16 TN");
  multiplies<gemm_small<SM75_8x8x16_S32S8S8S32_TN, major::k, major::k, std::int32_t>,
             integer_types>("gemm_small sm_75 s8 TN");
  multiplies<gemm_small<SM89_16x8x32_F32E4M3E5M2F32_TN, major::k, major::k, float>,
             product_types<float_e4m3_t, float_e5m2_t, float, float, float, 2>>(
      "gemm_small sm_89 fp8 TN");
}

TEST_CASE("GEMM with 64-bit offsets") {
  multiplies_far_apart<gemm_pipelined<major::mn, major::mn, float, std::int64_t>, float_types>(
      "gemm_pipelined NT, 64 bits");
  multiplies_far_apart<
      gemm_tensor_cores<SM80_16x8x16_F32F16F16F32_TN, major::k, major::mn, float, std::int64_t>,
      halves>("gemm_tensor_cores f16 TT, 64 bits");
}

TEST_CASE("GEMM launchers refuse wrong arguments") {
  refuses<sgemm<major::mn, major::k>, float_types>();
  refuses<sgemm<major::mn, major::k, float, std::int64_t>, float_types>();
  refuses<gemm_tiled<major::mn, major::mn>, float_types>();
  refuses<gemm_pipelined<major::mn, major::mn>, float_types>();
  refuses<gemm_tensor_cores<SM80_16x8x16_F32F16F16F32_TN, major::k, major::mn, float>, halves>();
  refuses<gemm_small<SM75_8x8x16_S32S8S8S32_TN, major::k, major::k, std::int32_t>, integer_types>();
}

}  // namespace
