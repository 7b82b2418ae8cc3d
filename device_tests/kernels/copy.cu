// SPDX-License-Identifier: BSL-1.0
//
// Copies over sizes that their tiles divide and sizes that they do not.
#include "../../examples/kernels/copy_through_shared.hpp"
#include "harness.hpp"

#include <tileproof/kernel/copy/copy_tma.hpp>

using namespace tileproof;
using namespace harness;

namespace {

template <class Kernel>
void copies_every_size(std::string const& name) {
  using T = typename Kernel::element;
  constexpr std::int64_t tile = size(typename Kernel::tile{});
  constexpr std::int64_t block = size(typename Kernel::block_tile{});
  kernel_report report = report_on_gpu<Kernel>(name);
  stream s;
  for (std::int64_t const n :
       {std::int64_t{0}, std::int64_t{1}, std::int64_t{2}, std::int64_t{7}, std::int64_t{16},
        std::int64_t{17}, std::int64_t{1009}, tile - 1, tile, tile + 1, 3 * tile, block - 1, block,
        block + 1, 2 * block + 5 * tile / 2, std::int64_t{100003}}) {
    auto const elements = random_elements<T>(static_cast<std::size_t>(n), 7);
    auto const src = input(elements);
    auto dst = output(std::vector<T>(elements.size(), poison<T>()));
    CHECK(launch_copy<Kernel>({src.data(), dst.data(), n}, s) == status::ok);
    s.wait();
    report.check_equal("n = " + std::to_string(n), dst.download(), elements);
    CHECK(dst.guards_hold);
  }
}

template <class T>
void copies(std::string const& element) {
  copies_every_size<copy_vectorised<T>>("copy_vectorised<" + element + ">");
  copies_every_size<copy_through_shared<T>>("copy_through_shared<" + element + ">");
  copies_every_size<copy_async<T>>("copy_async<" + element + ">");
  if (has_tma()) copies_every_size<copy_tma<T>>("copy_tma<" + element + ">");
}

}  // namespace

#if !defined(TILEPROOF_FEW_KERNELS)  // no GPU is here to run them
TEST_CASE("copies of elements of 1 byte") { copies<std::uint8_t>("uint8_t"); }
TEST_CASE("copies of elements of 2 bytes") { copies<half_t>("half_t"); }
#endif
TEST_CASE("copies of elements of 4 bytes") { copies<float>("float"); }
#if !defined(TILEPROOF_FEW_KERNELS)
TEST_CASE("copies of elements of 8 bytes") { copies<double>("double"); }
TEST_CASE("copies with other block sizes") {
  copies_every_size<copy_vectorised<float, 32, 1>>("copy_vectorised<float, 32, 1>");
  copies_every_size<copy_vectorised<float, 1024, 2>>("copy_vectorised<float, 1024, 2>");
  copies_every_size<copy_through_shared<float, 64, 3>>("copy_through_shared<float, 64, 3>");
  copies_every_size<copy_async<float, 64, 2, 2, 3>>("copy_async<float, 64, 2, 2, 3>");
  copies_every_size<copy_async<float, 256, 1, 4, 16>>("copy_async<float, 256, 1, 4, 16>");
  copies_every_size<copy_async<half_t, 128, 1, 8, 8>>("copy_async<half_t, 128, 1, 8, 8>");
}
#endif

template <class Kernel>
void copies_onto_itself(stream const& s) {
  std::int64_t const n = size(typename Kernel::block_tile{}) * 3 + 7;
  auto const elements = random_elements<typename Kernel::element>(static_cast<std::size_t>(n), 7);
  auto both = output(elements);
  CHECK(launch_copy<Kernel>({both.data(), both.data(), n}, s) == status::ok);
  s.wait();
  auto const after = both.download();
  CHECK(std::memcmp(after.data(), elements.data(),
                    elements.size() * sizeof(typename Kernel::element)) == 0);
  CHECK(both.guards_hold);
}
TEST_CASE("a copy onto itself") {
  stream s;
  copies_onto_itself<copy_vectorised<float>>(s);
  copies_onto_itself<copy_through_shared<float>>(s);
  copies_onto_itself<copy_async<float>>(s);
  if (has_tma()) copies_onto_itself<copy_tma<float>>(s);
}

TEST_CASE("copy launchers refuse wrong arguments and launch nothing") {
  using kernel = copy_vectorised<float>;
  std::vector<float> const untouched(64, poison<float>());
  auto const src = input(random_elements<float>(64));
  auto dst = output(untouched);
  float const* const from = src.data();
  float* const to = dst.data();
  stream s;
  CHECK(launch_copy<kernel>({from, to, -1}, s) == status::negative_size);
  CHECK(launch_copy<kernel>({nullptr, to, 1}, s) == status::null_pointer);
  CHECK(launch_copy<kernel>({from, nullptr, 1}, s) == status::null_pointer);
  CHECK(launch_copy<kernel>({nullptr, nullptr, 0}, s) == status::ok);
  CHECK(launch_copy<kernel>({from + 1, to, 8}, s) == status::misaligned_base);
  CHECK(launch_copy<kernel>({from, to + 2, 8}, s) == status::misaligned_base);
  CHECK(launch_copy<kernel>({from, to, INT64_MAX}, s) == status::size_beyond_index);
  CHECK(launch_copy<kernel>({to, to + 4, 8}, s) == status::overlapping_operands);
  CHECK(launch_copy<kernel>({to + 4, to, 8}, s) == status::overlapping_operands);
  s.wait();
  CHECK(cudaGetLastError() == cudaSuccess);
  auto const after = dst.download();
  for (float const& x : after) CHECK(same_bits(x, untouched[0]));
  CHECK(dst.guards_hold);
}
