// SPDX-License-Identifier: BSL-1.0
//
// The copy kernels on the CPU, over sizes that their tiles divide and sizes that they do not: every
// element compared, every access checked, threads forwards and backwards.
#include "../examples/kernels/copy_through_shared.hpp"

#include <doctest/doctest.h>

#include "kernels/report.hpp"

#include <tileproof/cpu.hpp>
#include <tileproof/kernel/copy/copy_tma.hpp>

using namespace tileproof;
using namespace harness;

namespace {

// dst is poison before, and so are some elements past the copied ones.
template <class Kernel>
void copies(kernel_report& report, std::int64_t n, bool reverse) {
  using T = typename Kernel::element;
  constexpr std::size_t after = 64;
  auto const elements = random_elements<T>(static_cast<std::size_t>(n), 7);
  std::vector<T> expected = elements;
  expected.resize(expected.size() + after, poison<T>());
  std::vector<T> found(expected.size(), poison<T>());

  cpu::global<T const> const src("src", elements.data(), n);
  cpu::global<T> dst("dst", found.data(), n);
  dst.starts_unwritten();
  copy_arguments<cpu::ptr<T const*>, cpu::ptr<T*>> const args{src.data(), dst.data(), n};
  cpu::options o;
  o.reverse = reverse;
  int const blocks = static_cast<int>(blocks_of_copy<Kernel>(args));
  CHECK((blocks == 0) == (n == 0));  // a launcher launches nothing then
  cpu::report const r = blocks == 0 ? cpu::report{} : cpu::launch<Kernel>({blocks}, args, o);
  CHECK_MESSAGE(r.clean(), r.text());
  report.check_equal("n = " + std::to_string(n), found, expected);
}

template <class Kernel>
void copies_every_size(std::string const& name) {
  constexpr std::int64_t tile = size(typename Kernel::tile{});
  constexpr std::int64_t block = size(typename Kernel::block_tile{});
  kernel_report report = report_on_cpu<Kernel>(name);
  for (std::int64_t const n : {std::int64_t{0}, std::int64_t{1}, std::int64_t{7}, std::int64_t{16},
                               std::int64_t{17}, std::int64_t{1009}, tile - 1, tile, tile + 1,
                               3 * tile, block - 1, block, block + 1, 2 * block + 5 * tile / 2})
    for (bool const reverse : {false, true}) copies<Kernel>(report, n, reverse);
}

template <class T>
void copies_of(std::string const& element) {
  copies_every_size<copy_vectorised<T>>("copy_vectorised<" + element + ">");
  copies_every_size<copy_through_shared<T>>("copy_through_shared<" + element + ">");
  copies_every_size<copy_async<T>>("copy_async<" + element + ">");
  copies_every_size<copy_tma<T>>("copy_tma<" + element + ">");
}

TEST_CASE("copies of elements of 1 byte") { copies_of<std::uint8_t>("uint8_t"); }
TEST_CASE("copies of elements of 2 bytes") { copies_of<half_t>("half_t"); }
TEST_CASE("copies of elements of 4 bytes") { copies_of<float>("float"); }
TEST_CASE("copies of elements of 8 bytes") { copies_of<double>("double"); }
TEST_CASE("copies with other block sizes") {
  copies_every_size<copy_vectorised<float, 32, 1>>("copy_vectorised<float, 32, 1>");
  copies_every_size<copy_vectorised<float, 1024, 2>>("copy_vectorised<float, 1024, 2>");
  copies_every_size<copy_through_shared<float, 64, 3>>("copy_through_shared<float, 64, 3>");
  copies_every_size<copy_async<float, 64, 2, 2, 3>>("copy_async<float, 64, 2, 2, 3>");
  copies_every_size<copy_async<float, 256, 1, 4, 16>>("copy_async<float, 256, 1, 4, 16>");
  copies_every_size<copy_async<half_t, 128, 1, 8, 8>>("copy_async<half_t, 128, 1, 8, 8>");
}

// Source and destination may be the same: every element keeps its value, and threads that write
// have read before.
template <class Kernel>
void copies_onto_itself() {
  using T = typename Kernel::element;
  std::int64_t const n = size(typename Kernel::block_tile{}) + 7;
  auto const elements = random_elements<T>(static_cast<std::size_t>(n), 7);
  std::vector<T> memory = elements;
  cpu::global<T> const both("both", memory.data(), n);
  copy_arguments<cpu::ptr<T*>, cpu::ptr<T*>> const args{both.data(), both.data(), n};
  for (bool const reverse : {false, true}) {
    cpu::options o;
    o.reverse = reverse;
    cpu::report const r =
        cpu::launch<Kernel>({static_cast<int>(blocks_of_copy<Kernel>(args))}, args, o);
    CHECK_MESSAGE(r.clean(), r.text());
  }
  CHECK(std::memcmp(memory.data(), elements.data(), elements.size() * sizeof(T)) == 0);
}
TEST_CASE("a copy onto itself") {
  copies_onto_itself<copy_vectorised<float>>();
  copies_onto_itself<copy_through_shared<float>>();
  copies_onto_itself<copy_async<float>>();
  copies_onto_itself<copy_tma<float>>();
}

TEST_CASE("copy launchers refuse wrong arguments") {
  using kernel = copy_vectorised<float>;
  std::vector<float> memory(64);
  float const* const from = memory.data();
  float* const to = memory.data() + 32;
  auto const check = [](float const* src, float* dst, std::int64_t n) {
    return check_copy<kernel>(copy_arguments<float const*, float*>{src, dst, n});
  };
  CHECK(check(from, to, 8) == status::ok);
  CHECK(check(from, to, -1) == status::negative_size);
  CHECK(check(nullptr, to, 1) == status::null_pointer);
  CHECK(check(from, nullptr, 1) == status::null_pointer);
  CHECK(check(nullptr, nullptr, 0) == status::ok);
  CHECK(check(from + 1, to, 8) == status::misaligned_base);
  CHECK(check(from, to + 2, 8) == status::misaligned_base);
  CHECK(check(from, to, INT64_MAX) == status::size_beyond_index);
  CHECK(check(from, to, 32) == status::ok);
  CHECK(check(from, to, 33) == status::overlapping_operands);
  CHECK(check(to, memory.data(), 33) == status::overlapping_operands);
  CHECK(check(from, memory.data() + 4, 5) == status::overlapping_operands);
  CHECK(check(from, memory.data() + 4, 4) == status::ok);
  CHECK(check(from, memory.data(), 32) == status::ok);  // onto itself
}

}  // namespace
