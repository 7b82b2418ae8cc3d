// SPDX-License-Identifier: BSL-1.0
//
// The proof report: a line for each claim, what holds, how many points that covers, how it was
// decided, and the layout; two refusals with their remedies; and how to ask about a layout of your
// own. Everything printed was decided while it and the static tests compiled.
#include "../pipeline/protocols.hpp"
#include "facts.hpp"

#include <tileproof/tileproof.hpp>

#include <boost/hana/for_each.hpp>
#include <boost/hana/tuple.hpp>
#include <cstdio>

using namespace tileproof;
namespace hana = boost::hana;

namespace {

// A property of layouts (of the first one, given the others).
template <class Property, class L, class... Ls>
struct claim {
  char const* name;
  char const* holds;

  static_assert(require<Property>(L{}, Ls{}...));
  static constexpr report is = prove<Property>(L{}, Ls{}...);
  static constexpr core::text layout = to_string(L{});
};

// R(c) == A(B(c)) at every coordinate c: composition refuses anything else. Here it is looked at.
template <class A, class B>
struct composition_claim {
  char const* name;
  char const* holds = "equals A(B(c))";

  static constexpr report look() {
    report r{answer::yes, decided::by_enumeration, size(B{}), 0, {}};
    for (int c = 0; c < size(B{}); ++c)
      if (composition(A{}, B{})(c) != A{}(B{}(c))) r.is = answer::no;
    return r;
  }
  static constexpr report is = look();
  static_assert(is.holds());
  static constexpr core::text layout = to_string(composition(A{}, B{}));
};

using half = short;

// The sgemm of article 002: 256 threads, a 128x128 tile of C, steps of 8 along K.
using sA = Layout<Shape<_128, _8>>;
using sB = sA;
using sC = Layout<Shape<_128, _128>>;
using tA = Layout<Shape<_32, _8>>;
using tC = Layout<Shape<_16, _16>>;
// (position of a thread, repetition) -> element, for a thread layout that repeats over a tile.
template <class Tile, class Threads>
using shares = decltype(zipped_divide(Tile{}, product_each(shape(Threads{}))));

// Tiles of 16-bit elements, row-major, read 16 bytes at a time.
using rows_64 = Layout<Shape<_8, _64>, Stride<_64, _1>>;
using rows_32 = Layout<Shape<_8, _32>, Stride<_32, _1>>;
using atom_128 = decltype(composition(Swizzle<3, 3, 3>{}, rows_64{}));
using atom_64 = decltype(composition(Swizzle<2, 3, 3>{}, rows_32{}));
using tile_128 = decltype(tile_to_shape(atom_128{}, Shape<_128, _64>{}));
using tile_64 = decltype(tile_to_shape(atom_64{}, Shape<_64, _32>{}));
using padded = Layout<Shape<_64, _64>, Stride<_72, _1>>;
// The accesses to such a tile: the rows that the lanes of an ldmatrix.x4 name, down 8 rows and
// across 4 matrices; and 128 threads that store 16 bytes each, 8 of them a row.
template <int Rows>
using matrices = Layout<Shape<Shape<_8, _4>, _8>, Stride<Stride<_1, Int<8 * Rows>>, Int<Rows>>>;
using stores =
    Layout<Shape<Shape<_8, _16>, Shape<_8, _8>>, Stride<Stride<Int<1024>, _1>, Stride<_128, _16>>>;
template <class Tile, class ThreadValue>
using through = decltype(composition(Tile{}, ThreadValue{}));
using square = Layout<Shape<_64, _64>, Stride<_64, _1>>;  // floats
using column = Layout<Shape<_64, _64>>;
using loads = Layout<Shape<_256, _4>, Stride<_4, _1>>;

constexpr auto claims = hana::make_tuple(
    claim<compact, sA>{"sgemm shared tile of A", "bijection onto [0,size)"},
    claim<compact, sB>{"sgemm shared tile of B", "bijection onto [0,size)"},
    claim<compact, sC>{"sgemm tile of C", "bijection onto [0,size)"},
    claim<compact, tA>{"sgemm threads that copy", "bijection onto [0,size)"},
    claim<compact, tC>{"sgemm threads that multiply", "bijection onto [0,size)"},
    claim<owns_every_element<>, shares<sA, tA>, sA>{"sgemm copy of A", "every element owned once"},
    claim<owns_every_element<>, shares<sB, tA>, sB>{"sgemm copy of B", "every element owned once"},
    claim<owns_every_element<>, shares<sC, tC>, sC>{"sgemm product", "every element owned once"},
    claim<tiles_evenly, sC, Shape<_16, _16>>{"sgemm product", "tiles evenly"},
    claim<tiles_cover, Shape<Int<1000>, Int<500>>, Shape<_128, _128>>{
        "sgemm of 1000x500", "covered, a predicate is owed"},
    claim<compact, atom_128>{"swizzled atom, 128-byte rows", "bijection onto [0,size)"},
    claim<compact, atom_64>{"swizzled atom, 64-byte rows", "bijection onto [0,size)"},
    claim<compact, tile_128>{"swizzled tile 128x64", "bijection onto [0,size)"},
    claim<compact, tile_64>{"swizzled tile 64x32", "bijection onto [0,size)"},
    claim<swizzle_fits<8>, tile_128>{"swizzled tile 128x64", "keeps vectors of 8, stays inside"},
    claim<owns_every_element<>, through<Layout<Shape<_128, _64>>, stores>, Shape<_128, _64>>{
        "stores of 16 bytes, 128x64", "every element owned once"},
    claim<access_width<128, half>, through<tile_128, stores>>{"stores of 16 bytes, 128x64",
                                                              "128-bit accesses"},
    claim<free_of_bank_conflicts<shared_store<128>, half>, through<tile_128, stores>>{
        "stores of 16 bytes, 128x64", "no bank conflict"},
    claim<free_of_bank_conflicts<ldmatrix<4>, half>, through<atom_128, matrices<8>>>{
        "ldmatrix from swizzled rows", "no bank conflict"},
    claim<bank_ways<ldmatrix<4>, half, 8>, through<rows_64, matrices<8>>>{
        "ldmatrix from plain rows", "at most 8 ways"},
    claim<free_of_bank_conflicts<ldmatrix<4>, half>, through<padded, matrices<64>>>{
        "ldmatrix from padded rows", "no bank conflict"},
    claim<free_of_bank_conflicts<shared_load<32>, float>,
          through<decltype(composition(Swizzle<5, 0, 6>{}, square{})), column>>{
        "column of 64x64 floats", "no bank conflict"},
    claim<sector_efficiency<global_load<128>, float>, loads>{"global loads of 16 bytes",
                                                             "every sector byte is used"},
    claim<injective, padded>{"padded tile 64x(64+8)", "injective"},
    claim<fits_in_bytes<shared_bytes_sm90, half>, tile_128, tile_128, tile_128>{
        "three stages of 128x64", "fit in shared memory"},
    claim<linear_over_gf2, tile_128>{"swizzled tile 128x64", "a matrix over GF(2)"},
    claim<compact, decltype(raked_product(Layout<Shape<_2, _5>, Stride<_5, _1>>{},
                                          Layout<Shape<_3, _4>>{}))>{"raked product",
                                                                     "bijection onto [0,size)"},
    composition_claim<Layout<Shape<_6, _2>, Stride<_8, _2>>, Layout<Shape<_4, _3>, Stride<_3, _1>>>{
        "composition by strides"},
    composition_claim<Layout<Shape<_4, _2, _8>, Stride<_3, _12, Int<97>>>, Layout<_3, _3>>{
        "composition, apparent violation"},
    claim<compact, Layout<Shape<Int<(1LL << 20)>, Int<(1LL << 20)>>, Stride<Int<(1LL << 20)>, _1>>>{
        "2^40 points", "bijection onto [0,size)"});

// A protocol: sound for every trip count, by so many states that repeat.
template <class P>
struct protocol_claim {
  char const* name;
  static_assert(require<sound_protocol>(P{}));
  static constexpr int states = pipeline::proof_of<P>.states;
};
constexpr auto protocols = hana::make_tuple(
    protocol_claim<pipeline::hopper_gemm<4, 2>>{"Hopper GEMM, 4 stages, 2 consumers"},
    protocol_claim<pipeline::hopper_gemm<4, 2, pipeline::seed::none, 2>>{"the same, cluster of 2"},
    protocol_claim<pipeline::cp_async_pipeline<3>>{"cp.async, 3 stages"},
    protocol_claim<pipeline::ping_pong<2>>{"ping-pong attention, 2 stages"},
    protocol_claim<pipeline::double_buffer<>>{"double buffer"});

// A layout that require<Property> refuses, its sentence, and the layout that the sentence proposes,
// which has the property.
template <class Property, class Refused, class Mended>
struct refusal {
  char const* name;
  static_assert(!proved<Property, Refused>);
  static_assert(require<Property>(Mended{}));
  static constexpr core::text layout = to_string(Refused{});
  static constexpr core::text why = sentence<Property>(Refused{});
};
constexpr auto refusals = hana::make_tuple(
    refusal<free_of_bank_conflicts<ldmatrix<4>, half>, through<rows_64, matrices<8>>,
            through<atom_128, matrices<8>>>{"ldmatrix from plain rows, without bank conflicts"},
    refusal<injective, Layout<Shape<_4, _2>, Stride<_1, _3>>,
            Layout<Shape<_4, _2>, Stride<_1, _4>>>{"an offset of its own for each coordinate"});

}  // namespace

int main() {
  std::printf("%-32s  %-32s  %14s  %-14s  %s\n", "subject", "holds", "points", "decided", "layout");
  int by[2] = {};
  hana::for_each(claims, [&](auto const& c) {
    std::printf("%-32s  %-32s  %14lld  %-14s  %s\n", c.name, c.holds,
                static_cast<long long>(c.is.points),
                c.is.how == decided::by_structure ? "by structure" : "by enumeration", c.layout.at);
    ++by[static_cast<int>(c.is.how)];
  });
  hana::for_each(protocols, [](auto const& p) {
    std::printf("%-40s  sound for every trip count, by %d %s\n", p.name, p.states,
                p.states == 1 ? "state" : "states");
  });
  std::printf(
      "\n%d claims proved: %d by structure, %d by enumeration. This program is linked "
      "when every proof of static_tests/ has compiled.\n"
      "%d warp-level MMA instructions (mma.sync): %d facts (operand, thread, value) as in the PTX "
      "ISA.\n"
      "%d warpgroup MMA instructions (wgmma): %d facts.\n"
      "%d copy instructions of a thread or a warp: %d facts (side, thread, bit). %d tiles that TMA "
      "moves: %d facts (element, address).\n",
      by[0] + by[1], by[0], by[1], atoms::of_warps.subjects, atoms::of_warps.count,
      atoms::of_warpgroups.subjects, atoms::of_warpgroups.count, atoms::of_copies.subjects,
      atoms::of_copies.count, atoms::of_tiles_moved.subjects, atoms::of_tiles_moved.count);
  std::printf("\nRefused, and what would do:\n");
  hana::for_each(refusals, [](auto const& r) {
    std::printf("%s: %s\n    %s\n", r.name, r.layout.at, r.why.at);
  });
  // tools/check_report.py compiles these lines, by this command.
  std::printf(
      "\nTo ask about your own layout, write ask.cpp:\n\n"
      "    #include <tileproof/tileproof.hpp>\n"
      "    using namespace tileproof;\n"
      "    static_assert(require<injective>(Layout<Shape<_4, _2>, Stride<_1, _3>>{}));\n\n"
      "    g++ -std=c++20 -I include -fsyntax-only ask.cpp\n\n"
      "The error is the last sentence above; with the stride _4 it compiles. docs/proofs/README.md "
      "lists the properties.\n");
}
