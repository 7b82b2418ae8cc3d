// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

// The properties of a layout, decided by looking at every point.
//
// This is the judge of the sweep over the proofs, so it shares no code with include/tileproof, has
// types of its own, and knows no theorem: a layout is a table of its offsets, an instruction is 32
// lanes and sets of words.
namespace oracle {

using integer = std::int64_t;

inline constexpr int max_rank = 8;

// swizzle(offset + the modes s[0]:d[0], ..., s[n-1]:d[n-1]), leftmost fastest; s[i] >= 1.
struct layout {
  int n = 0;
  integer s[max_rank]{};
  integer d[max_rank]{};
  integer offset = 0;
  int bits = 0;  // of Swizzle<bits,base,shift>
  int base = 0;
  int shift = 0;
  int axis[max_rank]{};  // of the strides: 0 is the integers, any other one of a coordinate's axes
};

// The offset of every coordinate.
using table = std::vector<integer>;

integer size(layout const& l);
integer at(layout const& l, integer x);  // the offset of coordinate x
integer swizzle(int bits, int base, int shift, integer x);
void tabulate(layout const& l, table& out);

// Coordinates: axis by axis the sum of the strides along it, as one number for each coordinate.
// Pre: no sum is as large as 2^15.
bool has_coordinates(layout const& l);
void tabulate_coordinates(layout const& l, table& out);
integer along(integer coordinate, int axis);  // what the number stands for
// Two indices with one value that belong to different threads (x % threads), or -1.
std::pair<integer, integer> shared_by_threads(table const& f, integer threads);

// The number of times that offsets are reached: the least and the most, and the distinct offsets.
struct census {
  integer least = 0;
  integer most = 0;
  integer distinct = 0;
  std::vector<int> times;  // of least + i

  void take(table const& f);
  int times_of(integer y) const;
};

bool injective(table const& f, census const& c);
bool onto_interval(census const& c);
bool compact(table const& f, census const& c);  // each offset of [0,size) once
bool is_gap(census const& c, integer y);        // not reached, between two that are
bool is_collision(table const& f, integer x, integer y);

// The first coordinate that goes wrong where groups of n coordinates must have n consecutive
// offsets, the first of them a multiple of `unit`; -1 if none does. If n does not divide the size
// it is the first one of the last group.
integer first_ungrouped(table const& f, integer n, integer unit);
integer contiguous_run(table const& f);  // the largest n whose groups are consecutive

// The first x at which one is not defined or they differ; -1 where they are one function.
integer first_difference(table const& a, table const& b);

// A table of (thread,value), threads fastest.

struct shares {
  integer missed = 0;
  integer repeated = 0;
  integer outside = 0;
  bool exact() const { return missed == 0 && repeated == 0 && outside == 0; }
};
// The number of elements [0,tile) that have fewer, and that have more, than `times` owners.
shares shares_of(table const& tv, integer tile, integer times);
bool written_by_one_thread(table const& tv, integer threads);
// Every thread's values come in whole groups of n consecutive offsets, each from a multiple of n.
bool accessible(table const& tv, integer threads, integer n);

// Tiles. `visit` is of (t,r), t < tile fastest: coordinate t of tile r.

// Every coordinate of [0,extent) is in one tile, and every tile has some.
bool covers(table const& visit, integer tile, integer extent);
bool visits_below_zero(table const& visit);
bool leaves_residue(table const& visit, integer extent);
// Visits for which each coordinate of a mode in `residue` is below its extent see every coordinate
// of the extents once and nothing else; and no less would do.
bool predicate_is_exact(std::vector<table> const& visit, std::vector<integer> const& extent,
                        unsigned residue);

// Memory. A warp instruction k of a (thread,value) table moves values [k,k+1) * width.

enum class kind : std::uint8_t { load, store, matrices };
struct instruction {
  kind is;
  int bits;      // for a lane
  int matrices;  // 1, 2 or 4
};

struct warp {
  integer address[32];
  bool active[32];
};
integer warps_of(integer threads);
integer steps_of(table const& tv, integer threads, int bits, int element_bits);
warp warp_at(table const& tv, integer threads, int bits, int element_bits, integer w, integer step);

// The first value that the instruction cannot move, thread * values + value, of the threads whose
// addresses it looks at. It begins a vector inside an access, or is not what follows in its vector,
// or belongs to none that is whole; -1 where all can be moved.
integer first_out_of_place(instruction const& is, table const& tv, integer threads,
                           int element_bits);
// Matrices are moved by whole warps.
bool lacks_threads(instruction const& is, integer threads);

struct cost {
  integer wavefronts = 0;
  integer minimum = 0;  // of all ways to place the lanes' addresses, each that differs on its own
  integer ways = 0;
};
cost cost_of(instruction const& is, warp const& w);
// Lanes i and j touch words u and v, which differ, of this bank in one phase.
bool meet(instruction const& is, warp const& w, int i, int j, integer bank, integer u, integer v);

// cp.async writes the lanes of `to` and reads those of `from`. Lanes do not share words.
struct asynchronous {
  bool is_known = true;  // or else `ways` is a lower bound, or (.cg) means nothing
  integer ways = 0;
};
// Through L1: of the lanes that are served together, the words in the busiest bank of either side;
// known where the other side meets no bank twice.
asynchronous through_l1(int bits, warp const& to, warp const& from);
// Past it: the wavefronts over the lines that the bytes fill, rounded up. One wavefront for all
// sectors with the same lines, halves and change of address bits 4 and 5.
asynchronous past_l1(warp const& to, warp const& from);

struct traffic {
  integer sectors = 0;
  integer bytes = 0;  // that are asked for, each once
};
traffic traffic_of(int bits, warp const& w);

// Every x in [begin,end) stays there, and every group of `vector` elements from `begin` on stays
// consecutive and begins at a multiple of `vector`.
bool swizzle_fits(layout const& l, integer begin, integer end, integer vector);
// As above for the tile's elements alone, coordinate by coordinate: each stays between the least
// and the largest of them, and lies where an access to its vector looks for it.
bool elements_fit(layout const& l, integer vector);

// GF(2)

// f(x ^ y) == f(x) ^ f(y) ^ f(0) for all x and y, which are as many as a power of two.
bool affine(table const& f);
using matrix = std::vector<std::uint64_t>;  // columns
std::uint64_t times(matrix const& a, std::uint64_t x);
integer distinct_values(matrix const& a);                  // of A x, over all x
integer zeros(matrix const& a);                            // x with A x == 0
bool is_pseudo_inverse(matrix const& a, matrix const& g);  // A G A == A

}  // namespace oracle
