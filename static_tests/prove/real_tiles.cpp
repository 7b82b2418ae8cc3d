// SPDX-License-Identifier: BSL-1.0
//
// Buffers of several stages, as large as kernels have them, are decided.
#include <tileproof/print/to_string.hpp>
#include <tileproof/prove.hpp>

using namespace tileproof;

namespace {

using half = short;
template <class S, class D = LayoutLeft::Apply<S>>
using L = Layout<S, D>;
template <class Tile, class Tv>
using on = decltype(composition(Tile{}, Tv{}));

// Rows of 64 f16 elements with a swizzle of 128 bytes, two of them side by side, Stages times.
template <int Rows, int Stages>
using plain = L<Shape<Int<Rows>, Shape<_64, _2>, Int<Stages>>,
                Stride<_64, Stride<_1, Int<64 * Rows>>, Int<128 * Rows>>>;
template <int Rows, int Stages>
using swizzled = ComposedLayout<Swizzle<3, 3, 3>, Int<0>, plain<Rows, Stages>>;

// (thread,value) -> coordinate: 8 threads a row, each with 8 f16 elements; down the rows, across,
// all stages.
template <int Rows, int Threads, int Stages>
using copy =
    L<Shape<Shape<_8, Int<Threads / 8>>, Shape<_8, Int<Rows * 8 / Threads>, _2, Int<Stages>>>,
      Stride<Stride<Int<8 * Rows>, _1>,
             Stride<Int<Rows>, Int<Threads / 8>, Int<64 * Rows>, Int<128 * Rows>>>>;
// The rows that a warp's ldmatrix reads: lanes 0-15 down 16 rows, lanes 16-31 the next 8 columns.
template <int Rows, int Threads, int Stages>
using matrices =
    L<Shape<Shape<_16, _2, Int<Threads / 32>>, Shape<_8, _8, Int<Rows * 2 / Threads>, Int<Stages>>>,
      Stride<Stride<_1, Int<8 * Rows>, _16>,
             Stride<Int<Rows>, Int<16 * Rows>, Int<Threads / 2>, Int<128 * Rows>>>>;

template <int Rows, int Threads, int Stages>
constexpr bool is_decided() {
  using tile = swizzled<Rows, Stages>;
  using shape = Shape<Int<Rows>, _128, Int<Stages>>;
  using writes = on<tile, copy<Rows, Threads, Stages>>;
  using reads = on<tile, matrices<Rows, Threads, Stages>>;
  using elements = copy<Rows, Threads, Stages>;
  using global = on<L<shape, Stride<_128, _1, Int<128 * Rows>>>, elements>;
  constexpr std::int64_t instructions = Rows * 128 * Stages / 8 / 32;
  static_assert(require<owns_every_element<>>(elements{}, shape{}));
  static_assert(require<same_elements>(elements{}, elements{}));
  static_assert(require<compact>(tile{}) && require<injective>(tile{}));
  static_assert(require<written_by_one_thread>(writes{}));
  static_assert(require<swizzle_fits<8>>(tile{}));
  static_assert(require<access_width<128, half>>(writes{}, reads{}));
  static_assert(require<free_of_bank_conflicts<shared_store<128>, half>>(writes{}));
  static_assert(require<free_of_bank_conflicts<cp_async_cg, half>>(writes{}, global{}));
  static_assert(require<free_of_bank_conflicts<ldmatrix<4>, half>>(reads{}));
  static_assert(require<sector_efficiency<global_load<128>, half>>(global{}));
  static_assert(require<fits_in_bytes<Rows * 128 * Stages * 2, half>>(tile{}));
  static_assert(require<offsets_fit_32_bits>(tile{}));
  constexpr report banks = prove<free_of_bank_conflicts<shared_store<128>, half>>(writes{});
  return banks.how == decided::by_structure && banks(clue::in_wavefronts) == 4 * instructions;
}
static_assert(is_decided<128, 128, 5>());
static_assert(is_decided<384, 384, 4>());

// Without the swizzle a no, with all of its wavefronts counted from one instruction.
using columns = on<plain<384, 5>, matrices<384, 384, 5>>;
constexpr report slow = prove<free_of_bank_conflicts<ldmatrix<4>, half>>(columns{});
static_assert(slow.is == answer::no && slow.how == decided::by_structure);
static_assert(slow(clue::in_ways) == 8 && slow(clue::in_wavefronts) == 32 * 384 * 128 * 5 / 256);

// Stages that are padded by 8 f16 elements start in eight places of the period: each is looked at.
using padded = ComposedLayout<Swizzle<3, 3, 3>, Int<0>,
                              L<Shape<_128, _64, Int<100>>, Stride<_64, _1, Int<128 * 64 + 8>>>>;
using rows = L<Shape<Shape<_8, _16>, Shape<_8, _8, Int<100>>>,
               Stride<Stride<Int<1024>, _1>, Stride<_128, _16, Int<8192>>>>;
constexpr report each = prove<bank_ways<shared_store<128>, half, 8>>(on<padded, rows>{});
static_assert(each.holds() && each.how == decided::by_enumeration);

}  // namespace
