// SPDX-License-Identifier: BSL-1.0
//
// Pictures of types, read back from SVG and LaTeX: each cell against the layout's own value, the
// bank of each offset, each TMA box, and where an unsound protocol stops.
#include "parsed.hpp"

#include <tileproof/atom.hpp>
#include <tileproof/atom/tma/picture.hpp>
#include <tileproof/checker/picture.hpp>
#include <tileproof/pipeline.hpp>
#include <tileproof/print/latex.hpp>
#include <tileproof/print/picture.hpp>
#include <tileproof/print/picture_of.hpp>
#include <tileproof/print/svg.hpp>
#include <tileproof/prove/bank_picture.hpp>
#include <tileproof/tileproof.hpp>

using namespace tileproof;
using parsed::expect;

namespace {

// Both documents have the same cells, and the SVG no fault.
parsed::cells read_back(picture const& p, char const* what) {
  parsed::picture const svg = parsed::svg(to_svg(p));
  parsed::cells latex;
  expect(svg.faults == 0, what);
  expect(parsed::tikz(to_latex(p), latex) && latex == svg.at, what);
  return svg.at;
}

template <class L>
void check_layout(L const& l, char const* what) {
  parsed::cells const at = read_back(picture_of(l), what);
  int const rows = static_cast<int>(size<0>(l));
  int const columns = static_cast<int>(size<1>(l));
  expect(static_cast<int>(at.size()) == rows * columns, what);
  for (auto const& [place, cell] : at)
    expect(cell.lines ==
               std::vector{std::to_string(static_cast<long long>(l(place.first, place.second)))},
           what);
  expect(parsed::svg(to_svg(l)).at == at, what);
}

// A cell of (row,column) for each place of a TV layout, with its first owner.
template <class TV>
void check_tv(parsed::cells const& at, TV const& tv, int rows, int row, int column, bool transposed,
              char const* what) {
  std::map<std::pair<int, int>, int> owners;
  for (int t = 0; t < static_cast<int>(size<0>(tv)); ++t)
    for (int v = 0; v < static_cast<int>(size<1>(tv)); ++v) {
      int const x = static_cast<int>(tv(t, v));
      std::pair<int, int> place{x % rows, x / rows};
      if (transposed) std::swap(place.first, place.second);
      place.first += row, place.second += column;
      auto const found = at.find(place);
      int const n = ++owners[place];
      expect(found != at.end(), what);
      if (found != at.end() && n == 1)
        expect(found->second.lines[0] == "T" + std::to_string(t) &&
                   found->second.lines[1] == "V" + std::to_string(v) &&
                   found->second.fill == colour_of_thread(t),
               what);
    }
  for (auto const& [place, n] : owners)
    expect(at.at(place).lines.size() == (n == 1 ? 2U : 3U) &&
               (n == 1 || at.at(place).lines[2] == "+" + std::to_string(n - 1)),
           what);
}

template <class MMA>
void check_mma(MMA const& mma, char const* what) {
  parsed::cells const at = read_back(picture_of(mma), what);
  int const m = static_cast<int>(mma.template tile_size_mnk<0>());
  int const n = static_cast<int>(mma.template tile_size_mnk<1>());
  int const k = static_cast<int>(mma.template tile_size_mnk<2>());
  expect(static_cast<int>(at.size()) == m * n + m * k + n * k, what);
  check_tv(at, mma.get_layoutC_TV(), m, 0, 0, false, what);
  check_tv(at, mma.get_layoutA_TV(), m, 0, -k - 1, false, what);
  check_tv(at, mma.get_layoutB_TV(), n, -k - 1, 0, true, what);
}

void layouts_and_atoms() {
  check_layout(Layout<Shape<_4, _4>, Stride<_4, _1>>{}, "4x4");
  check_layout(Layout<Shape<_128, _64>, Stride<_64, _1>>{}, "128x64");
  check_layout(make_layout(make_shape(3, make_shape(_2{}, 5)), make_stride(7, make_stride(-2, 21))),
               "run-time leaves and a negative stride");
  check_layout(composition(Swizzle<3, 0, 3>{}, Layout<Shape<_8, _8>, Stride<_8, _1>>{}), "swizzle");
  expect(read_back(picture_of(make_identity_layout(Shape<_2, _3>{})), "coordinates")
                 .at({1, 2})
                 .lines == std::vector<std::string>{"(1,2)"},
         "coordinates");
  check_mma(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}), "m16n8k16");
  check_mma(make_tiled_mma(SM80_16x8x8_F16F16F16F16_TN{}, Layout<Shape<_2, _2, _1>>{},
                           Tile<_32, _32, _16>{}),
            "2 x 2 warps");
  auto const copy = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{},
                                      make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}));
  parsed::cells const at = read_back(picture_of(copy), "ldmatrix");
  expect(at.size() == 2 * 256, "ldmatrix");
  check_tv(at, copy.get_layoutS_TV(), 16, 0, 0, false, "source");
  check_tv(at, copy.get_layoutD_TV(), 16, 0, 19, false, "destination");
  auto const outside = picture_of_tv(Layout<Shape<_4, _2>>{}, Shape<_2, _2>{});
  expect(outside.titles.back() == "TV: T0 V1 and 3 more are outside of the tile", "outside");
}

// ---- banks

using rows_of_lanes = Layout<Shape<Shape<_8, _4>, _8>, Stride<Stride<_1, _64>, _8>>;
using tile_of_halves = Layout<Shape<_8, _64>, Stride<_64, _1>>;

void banks() {
  auto const swizzled = composition(Swizzle<3, 3, 3>{}, tile_of_halves{});
  picture const p =
      picture_of_banks<ldmatrix<4>, half_t>(rows_of_lanes{}, tile_of_halves{}, swizzled);
  parsed::cells const at = read_back(p, "banks");
  expect(at.size() == 2 * 512, "banks");
  for (int m = 0; m < 8; ++m)
    for (int n = 0; n < 64; ++n) {
      int const before = 64 * m + n;
      int const after = before ^ (m << 3);
      bool const is_read = n < 32;  // four matrices of 8 x 8
      for (bool const first : {true, false}) {
        int const x = first ? before : after;
        parsed::cell const& c = at.at({first ? m : m + 10, n});
        std::vector<std::string> lines = {std::to_string(x), "b" + std::to_string(x / 2 % 32)};
        if (is_read) lines.push_back("L" + std::to_string(m + n / 8 * 8));
        expect(c.lines == lines && c.fill == colour_of_thread(x / 2 % 32), "a cell by bank");
        expect(c.mark == (!is_read ? 0 : first ? 2 : 1), "lanes that conflict");
      }
    }
  expect(p.titles[0].find("32 wavefronts where 4 are possible; 8-way") != std::string::npos &&
             p.titles[1].find("4 wavefronts where 4 are possible") != std::string::npos,
         "wavefronts");
  picture const none =
      picture_of_banks<shared_load<128>, half_t>(rows_of_lanes{}, Layout<Shape<_8, _64>>{});
  expect(none.titles[0].find("no such access") != std::string::npos, "no aligned vectors");
}

// ---- TMA

void boxes() {
  auto const smem = tile_to_shape(GMMA::Layout_K_SW64_Atom<half_t>{}, Shape<_16, _64>{});
  Layout<Shape<_1024, _1024>, Stride<_1024, _1>> const global;
  parsed::cells const at =
      read_back(picture_of_tma<half_t>(smem, global, Shape<_16, _64>{}), "TMA");
  expect(at.size() == 16 * 8, "TMA");  // 8 elements a cell
  for (auto const& [place, cell] : at) {
    auto const [m, n] = place;
    int const box = n / 4;
    expect(
        cell.lines == std::vector{"B" + std::to_string(box), std::to_string(2 * smem(m, 8 * n))} &&
            cell.mark == (m == 0 && n % 4 == 0),
        "a cell of a box");
  }
  picture const none = picture_of_tma<half_t>(Layout<Shape<_16, Int<60>>, Stride<Int<60>, _1>>{},
                                              global, Shape<_16, Int<60>>{});
  expect(none.grids.empty() && none.titles[1].find("TMA: ") != std::string::npos, "no box");
}

// ---- a protocol that releases its stage too early

template <bool Early>
struct loader {
  static constexpr bool reads_need_no_proxy_fence = true;
  struct A : pipeline::buffer<A, 2, 1024> {};
  struct Full : pipeline::mbarrier<Full, 2, 1> {};
  struct Empty : pipeline::mbarrier<Empty, 2, 32> {};
  using resources = pipeline::resources<A, Full, Empty>;
  using loop = pipeline::steps;
  struct producer {
    static constexpr int threads = 1;
    TILEPROOF_ROLE void step(auto& m) {
      m.wait(Empty{}[pipeline::now].before());
      m.arrive_and_expect_tx(Full{}[pipeline::now], 1024);
      m.tma_load(A{}[pipeline::now], Full{}[pipeline::now]);
    }
  };
  struct consumer {
    static constexpr int threads = 32;
    TILEPROOF_ROLE void step(auto& m) {
      m.wait(Full{}[pipeline::now]);
      if (Early) m.arrive(Empty{}[pipeline::now]);
      m.read(A{}[pipeline::now]);
      if (!Early) m.arrive(Empty{}[pipeline::now]);
    }
  };
  using roles = pipeline::roles<producer, consumer>;
};

void protocols() {
  parsed::cells const sound = read_back(picture_of_protocol<loader<false>>(4), "a sound protocol");
  expect(sound.size() == 24, "six actions a step");
  for (auto const& [place, cell] : sound) expect(cell.mark == 0, "a sound protocol");
  picture const p = picture_of_protocol<loader<true>>(4);
  int broken = 0;
  for (auto const& [place, cell] : read_back(p, "an unsound protocol"))
    if (cell.mark == 2) {
      ++broken;
      expect(place.second == 0 && cell.lines[0] == "TMA to A[0]", "the load that meets the read");
    }
  expect(broken == 1 && p.titles[0] == "stops: race", "an unsound protocol");
}

}  // namespace

int main() {
  layouts_and_atoms();
  banks();
  boxes();
  protocols();
  return parsed::failures == 0 ? 0 : 1;
}
