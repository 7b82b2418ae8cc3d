// SPDX-License-Identifier: BSL-1.0
//
// Transposes over sizes that their tiles divide and sizes that they do not, in matrices with gaps
// between the columns.
#include "../../examples/kernels/transposes.hpp"
#include "harness.hpp"

#include <tileproof/kernel/transpose/transpose_tma.hpp>

using namespace tileproof;
using namespace harness;

namespace {

std::size_t at(std::int64_t i, std::int64_t j, std::int64_t ld) {
  return static_cast<std::size_t>(i + j * ld);
}

// The matrices begin `shift` elements into their memory, columns are at least `gap` vectors apart.
// By TMA a column of the output is a multiple of 16 bytes: n is rounded up.
template <class Kernel>
void transposes(kernel_report& report, stream const& s, std::int64_t m, std::int64_t n,
                std::int64_t shift, std::int64_t gap) {
  using T = typename Kernel::element;
  constexpr std::int64_t vector = Kernel::access_bytes / static_cast<std::int64_t>(sizeof(T));
  if constexpr (requires { Kernel::is_by_tma; }) n = (n + vector - 1) / vector * vector;
  std::int64_t const ld_in = ((m + vector - 1) / vector + gap) * vector;
  std::int64_t const ld_out = ((n + vector - 1) / vector + 2 * gap) * vector;
  // Both end with the last element.
  auto in = random_elements<T>(at(m, n - 1, ld_in) + static_cast<std::size_t>(shift), 11);
  std::vector<T> out(at(n, m - 1, ld_out) + static_cast<std::size_t>(shift), poison<T>());
  auto const from = input(in);
  auto to = output(out);
  CHECK(launch_transpose<Kernel>({m, n, from.data() + shift, ld_in, to.data() + shift, ld_out},
                                 s) == status::ok);
  s.wait();
  for (std::int64_t i = 0; i < m; ++i)
    for (std::int64_t j = 0; j < n; ++j)
      out[at(j + shift, i, ld_out)] = in[at(i + shift, j, ld_in)];
  report.check_equal(std::to_string(m) + " x " + std::to_string(n), to.download(), out);
  CHECK(to.guards_hold);
}

template <class Kernel>
void transposes_every_size(std::string const& name) {
  constexpr std::int64_t tile_m = size<0>(typename Kernel::tile{});
  constexpr std::int64_t tile_n = size<1>(typename Kernel::tile{});
  constexpr bool any_address = Kernel::access_bytes == sizeof(typename Kernel::element);
  kernel_report report = report_on_gpu<Kernel>(name);
  stream s;
  for (std::int64_t const m : {std::int64_t{1}, std::int64_t{7}, tile_m - 1, tile_m, tile_m + 1,
                               2 * tile_m, std::int64_t{257}})
    for (std::int64_t const n : {std::int64_t{1}, std::int64_t{5}, tile_n - 1, tile_n, tile_n + 1,
                                 3 * tile_n, std::int64_t{131}}) {
      transposes<Kernel>(report, s, m, n, 0, 0);
      transposes<Kernel>(report, s, m, n, any_address ? 1 : 0, 1);
    }
  transposes<Kernel>(report, s, 1009, 1013, 0, 3);
}

template <class T>
void transposes_of(std::string const& element) {
  transposes_every_size<transpose_naive<T>>("transpose_naive<" + element + ">");
  transposes_every_size<transpose_padded<T>>("transpose_padded<" + element + ">");
  transposes_every_size<transpose_swizzled<T>>("transpose_swizzled<" + element + ">");
  if constexpr (sizeof(T) >= 2)
    transposes_every_size<transpose_vectorised<T>>("transpose_vectorised<" + element + ">");
  if constexpr (sizeof(T) >= 2)
    if (has_tma()) transposes_every_size<transpose_tma<T>>("transpose_tma<" + element + ">");
}

}  // namespace

#if !defined(TILEPROOF_FEW_KERNELS)  // no GPU is here to run them
TEST_CASE("transposes of elements of 1 byte") { transposes_of<std::uint8_t>("uint8_t"); }
TEST_CASE("transposes of elements of 2 bytes") { transposes_of<half_t>("half_t"); }
TEST_CASE("transposes of elements of 8 bytes") { transposes_of<double>("double"); }
#endif
TEST_CASE("transposes of elements of 4 bytes") { transposes_of<float>("float"); }

TEST_CASE("transpose launchers refuse wrong arguments and launch nothing") {
  using vectors = transpose_vectorised<float>;
  using scalars = transpose_swizzled<float>;
  std::vector<float> const untouched(1024, poison<float>());
  auto const in = input(random_elements<float>(1024));
  auto out = output(untouched);
  float const* const from = in.data();
  float* const to = out.data();
  stream s;
  CHECK(launch_transpose<vectors>({-1, 8, from, 8, to, 8}, s) == status::negative_size);
  CHECK(launch_transpose<vectors>({8, -1, from, 8, to, 8}, s) == status::negative_size);
  CHECK(launch_transpose<vectors>({8, 8, nullptr, 8, to, 8}, s) == status::null_pointer);
  CHECK(launch_transpose<vectors>({8, 8, from, 8, nullptr, 8}, s) == status::null_pointer);
  CHECK(launch_transpose<vectors>({0, 8, nullptr, 8, nullptr, 8}, s) == status::ok);
  CHECK(launch_transpose<vectors>({9, 8, from, 8, to, 8}, s) ==
        status::leading_dimension_too_small);
  CHECK(launch_transpose<vectors>({8, 9, from, 8, to, 8}, s) ==
        status::leading_dimension_too_small);
  CHECK(launch_transpose<vectors>({8, 8, from + 1, 8, to, 8}, s) == status::misaligned_base);
  CHECK(launch_transpose<vectors>({8, 8, from, 8, to + 2, 8}, s) == status::misaligned_base);
  CHECK(launch_transpose<vectors>({8, 8, from, 9, to, 8}, s) ==
        status::misaligned_leading_dimension);
  CHECK(launch_transpose<vectors>({8, 8, from, 8, to, 10}, s) ==
        status::misaligned_leading_dimension);
  using by_tma = transpose_tma<float>;
  CHECK(launch_transpose<by_tma>({8, 7, from, 8, to, 8}, s) == status::misaligned_extent);
  CHECK(launch_transpose<by_tma>({8, 8, from + 1, 8, to, 8}, s) == status::misaligned_base);
  CHECK(launch_transpose<by_tma>({8, 0, nullptr, 8, nullptr, 8}, s) == status::ok);
  constexpr std::int64_t far = std::int64_t{1} << 40;
  CHECK(launch_transpose<by_tma>({2, 8, to, 8, to + 512, far}, s) == status::tensor_map_refused);
  constexpr std::int64_t beyond = std::int64_t{1} << 62;
  CHECK(launch_transpose<vectors>({8, 8, from, beyond, to, 8}, s) == status::size_beyond_index);
  CHECK(launch_transpose<vectors>({8, 8, from, 8, to, beyond}, s) == status::size_beyond_index);
  CHECK(launch_transpose<vectors>({8, 8, to, 8, to, 8}, s) == status::overlapping_operands);
  CHECK(launch_transpose<vectors>({8, 8, to + 60, 8, to, 8}, s) == status::overlapping_operands);
  CHECK(launch_transpose<vectors>({8, 8, to, 8, to + 60, 8}, s) == status::overlapping_operands);
  constexpr std::int64_t large = std::int64_t{1} << 30;
  CHECK(launch_transpose<scalars>({large, large, from, large, to, large}, s) ==
        status::grid_too_large);
  CHECK(launch_transpose<scalars>({INT64_MAX, INT64_MAX, from, INT64_MAX, to, INT64_MAX}, s) ==
        status::size_beyond_index);
  s.wait();
  CHECK(cudaGetLastError() == cudaSuccess);
  auto const after = out.download();
  for (float const& x : after) CHECK(same_bits(x, untouched[0]));
  CHECK(out.guards_hold);
}
