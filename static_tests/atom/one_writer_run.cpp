// SPDX-License-Identifier: BSL-1.0
//
// partition_D of a destination with run-time leaves is refused where two threads write one element,
// and only there: an array of who wrote which element decides. is_injective gives the same answer
// about the destination where every coordinate is written once.
#include <tileproof/atom.hpp>
#include <tileproof/tileproof.hpp>

#include <iostream>
#include <string>
#include <vector>

using namespace tileproof;

namespace {

int cases = 0;
int refusals = 0;
int failures = 0;

void expect(bool holds, char const* what, int a, int b, int c, int d) {
  if (holds) return;
  if (++failures < 20)
    std::cout << what << ": (" << a << ',' << b << "):(" << c << ',' << d << ")\n";
}

// An array of the thread that wrote each element decides; layouts are evaluated by hand.
bool has_one_writer(auto const& copy, int m, int n, int dm, int dn) {
  using copier = std::remove_cvref_t<decltype(copy)>;
  auto const tv = typename copier::TiledLayout_TV{};
  int const rows = size<0>(tile_shape(copy));
  int const columns = size<1>(tile_shape(copy));
  std::vector<int> writer(static_cast<std::size_t>((m - 1) * dm + (n - 1) * dn + 1), -1);
  for (int thread = 0; thread < size<0>(tv); ++thread)
    for (int value = 0; value < size<1>(tv); ++value) {
      int const place = tv(thread, value);
      for (int x = place % rows; x < m; x += rows)
        for (int y = place / rows; y < n; y += columns) {
          int& by = writer[static_cast<std::size_t>(x * dm + y * dn)];
          if (by >= 0 && by != thread) return false;
          by = thread;
        }
    }
  return true;
}

template <class Copy, class L>
void check(Copy const& copy, L const& destination, int m, int n, int dm, int dn) {
  ++cases;
  std::vector<float> memory(4096);
  bool accepted = true;
  try {
    auto const part =
        copy.get_slice(0).partition_D(make_tensor(make_gmem_ptr(memory.data()), destination));
    static_cast<void>(part);
  } catch (layout_error const& e) {
    accepted = false;
    ++refusals;
    expect(std::string(e.what()).find("partition_D: threads ") == 0, e.what(), m, n, dm, dn);
  }
  expect(accepted == has_one_writer(copy, m, n, dm, dn), "one writer", m, n, dm, dn);
  expect(accepted || !is_injective(destination), "injective, and refused", m, n, dm, dn);
  // With a predicate nothing is refused.
  static_cast<void>(copy.get_slice(0).partition_D(
      make_tensor(make_gmem_ptr(memory.data()), destination), predicated));
}

}  // namespace

int main() {
  // Tiles of 4x4, by 16 threads, and by 8 of two values each.
  auto const single = make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{},
                                      Layout<Shape<_4, _4>>{}, Layout<Shape<_1, _1>>{});
  auto const vectors = make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{},
                                       Layout<Shape<_2, _4>>{}, Layout<Shape<_2, _1>>{});
  for (int m = 4; m <= 12; m += 4)
    for (int n = 4; n <= 12; n += 4)
      for (int d = 0; d <= 14; ++d) {
        check(single, make_layout(make_shape(m, n), make_stride(_1{}, d)), m, n, 1, d);
        check(single, make_layout(make_shape(m, n), make_stride(d, _1{})), m, n, d, 1);
        check(single, make_layout(make_shape(m, n), make_stride(d, 2)), m, n, d, 2);
        check(vectors, make_layout(make_shape(m, n), make_stride(_1{}, d)), m, n, 1, d);
        check(vectors, make_layout(make_shape(m, n), make_stride(d, 3)), m, n, d, 3);
        check(vectors, make_layout(Shape<_4, _8>{}, make_stride(d, 5)), 4, 8, d, 5);
      }
  // A destination without elements has one writer for each.
  static_cast<void>(single.get_slice(0).partition_D(
      make_tensor(make_gmem_ptr(static_cast<float*>(nullptr)),
                  make_layout(make_shape(0, 4), make_stride(_1{}, 0)))));

  // 1024 writes to 576 places.
  auto const tile = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{},
                                    Layout<Shape<_32, _8>>{}, Layout<Shape<_4, _1>>{});
  int const ld = 64;
  std::string said = "no exception";
  std::vector<float> memory(4096);
  try {
    static_cast<void>(tile.get_slice(0).partition_D(make_tensor(
        make_gmem_ptr(memory.data()), make_layout(Shape<_128, _8>{}, make_stride(_1{}, ld)))));
  } catch (layout_error const& e) {
    said = e.what();
  }
  std::cout << said << '\n';
  expect(said.find("partition_D: threads 32 and 16 write the same element, at offset 64") == 0,
         "the sentence", 128, 8, 1, ld);

  std::cout << cases << " destinations, " << refusals << " refused, " << failures << " failures\n";
  return failures == 0 && refusals > 0 && refusals < cases ? 0 : 1;
}
