// SPDX-License-Identifier: BSL-1.0
//
// Compares the properties of pipelines with brute force on random numbers: expects_bytes and
// receives_each_share with blocks that load the boxes of random tiles element by element,
// canonical_for_tma with the condition that make_tma_copy checks on the host, fits_register_file
// with a pool of registers, visits_every_tile_once with a list of visits. `sweep_pipelines N` draws
// N thousand cases of each.
#include "sweep.hpp"

#include <tileproof/atom/tma/descriptor.hpp>
#include <tileproof/atom/tma/shares.hpp>
#include <tileproof/kernel/common/tile_order.hpp>
#include <tileproof/prove/register_file.hpp>

#include <array>
#include <string>

using namespace tileproof;

namespace {

using sweep::draw;
using integer = std::int64_t;

// For a property: cases with each answer, and wrong ones.
struct tally {
  char const* name;
  long cases = 0, yes = 0, undecided = 0, wrong = 0;
  void add(report const& r, bool expected) {
    ++cases;
    yes += r.is == answer::yes;
    undecided += r.is == answer::undecided;
    wrong += r.is != answer::undecided && r.holds() != expected;
  }
  bool print() const {
    std::printf("%-24s %9ld cases, %8ld yes, %6ld undecided, %ld wrong\n", name, cases, yes,
                undecided, wrong);
    return wrong == 0 && cases > 0 && yes > 0 && yes + undecided < cases;
  }
};

mapping shape_of(std::vector<integer> const& extents) {
  core::layout l;
  for (integer const n : extents) l.push({core::fixed(n), core::fixed(0), 0});
  core::close_flat(l);
  mapping m(l);
  m.is_layout = false;
  return m;
}
mapping layout_of(std::vector<std::pair<integer, integer>> const& modes) {
  core::layout l;
  for (auto const& [n, d] : modes) l.push({core::fixed(n), core::fixed(d), 0});
  core::close_flat(l);
  return mapping(l);
}

// ---- TMA: tiles of rows that follow one another, in atoms, or padded, in clusters

// The elements that the blocks of a cluster receive, by their masks: each element of the tile how
// often, and the bytes. A block of (share,tile) x loads its share box by box, each of `span`
// elements.
struct received {
  std::vector<std::vector<int>> times;  // of an element, in a block; of another tile: + 1000
  std::vector<integer> bytes;
};
received load_all(tma_plan const& p, integer blocks, integer tile,
                  std::vector<unsigned> const& masks, mapping const& ranks, integer sharers,
                  int element_bytes) {
  received r;
  r.times.assign(static_cast<std::size_t>(blocks),
                 std::vector<int>(static_cast<std::size_t>(tile)));
  r.bytes.assign(static_cast<std::size_t>(blocks), 0);
  integer elements = 1;
  integer span = 1;
  for (int d = 0; d < p.rank; ++d) elements *= p.extent[d], span *= p.length[d];
  integer const boxes = tile / sharers / elements;
  for (integer x = 0; x < blocks; ++x)
    for (integer y = 0; y < blocks; ++y) {
      if ((masks[static_cast<std::size_t>(ranks(x))] >> ranks(y) & 1U) == 0) continue;
      auto const to = static_cast<std::size_t>(ranks(y));
      r.bytes[to] += boxes * span * element_bytes;
      for (integer i = 0; i < boxes * elements; ++i) {
        integer const e = core::apply(p.values, x % sharers + sharers * i);
        r.times[to][static_cast<std::size_t>(e)] += x / sharers == y / sharers ? 1 : 1000;
      }
    }
  return r;
}

void tma(draw& d, tally& bytes, tally& shares) {
  // A tile of rows x columns of a row-major tensor whose mode is all columns long, or longer.
  integer const element_bytes = d.among({1, 2, 4, 8});
  integer const unit = 16 / element_bytes;
  integer const columns = unit * d.between(1, 8);
  integer const rows = d.between(1, 24);
  integer const pitch = d.once_in(2) ? columns : columns + unit * d.between(0, 3);
  integer const planes = d.between(1, 4);
  integer const apart = (rows * pitch + 127) / 128 * 128 * d.between(1, 2);
  mapping const shared = layout_of({{rows, pitch}, {columns, 1}, {planes, apart}});
  core::layout cut;
  for (int i = 0; i < 3; ++i)
    cut.push(
        {core::fixed(std::array<integer, 3>{rows, columns, planes}[static_cast<std::size_t>(i)]),
         core::fixed(1), i});
  core::close_flat(cut);
  core::layout strides;
  for (integer const stride : {integer{0}, integer{1}, integer{0}})
    strides.push(
        {core::fixed(stride == 1 && d.once_in(2) ? columns + 1 : 1), core::fixed(stride), 0});
  core::close_flat(strides);
  mapping const tile(core::pair(cut, strides));
  integer const sharers = d.among({1, 1, 2, 3, 4});
  integer const others = d.between(1, 16 / sharers > 3 ? 3 : 16 / sharers);
  tma_plan const p = detail::plan_tma(shared, tile, static_cast<int>(8 * element_bytes),
                                      static_cast<int>(sharers));
  if (!p.is.holds()) return;
  integer const blocks = sharers * others;
  bool const turned = d.once_in(2);
  mapping const ranks = layout_of({{sharers, turned ? others : 1}, {others, turned ? 1 : sharers}});
  std::vector<unsigned> masks(static_cast<std::size_t>(blocks));
  for (integer x = 0; x < blocks; ++x)
    for (integer s = 0; s < sharers; ++s)
      masks[static_cast<std::size_t>(ranks(x))] |= 1U << ranks(x / sharers * sharers + s);
  int const faults = d.once_in(2) ? 0 : static_cast<int>(d.between(1, 2));
  for (int i = 0; i < faults; ++i)
    masks[static_cast<std::size_t>(d.between(0, blocks - 1))] ^= 1U << d.between(0, blocks - 1);

  received const r =
      load_all(p, blocks, shared.size, masks, ranks, sharers, static_cast<int>(element_bytes));
  bool each_once = true;
  for (auto const& of_block : r.times)
    for (int const times : of_block) each_once = each_once && times == 1;
  shares.add(detail::reach_each_block(masks.data(), blocks, mapping(p.values),
                                      shape_of({shared.size}), ranks),
             each_once);
  if (!each_once) return;
  // The barrier of each block gets what the shape (blocks, bytes of a box, boxes of a block) says.
  integer elements = 1;
  integer span = 1;
  for (int k = 0; k < p.rank; ++k) elements *= p.extent[k], span *= p.length[k];
  mapping const copy = shape_of({sharers, span * element_bytes, shared.size / sharers / elements});
  for (integer const got : r.bytes) {
    report const is = expects_bytes<12352>::decide(copy);
    bytes.add(is, got == 12352);
    if (is(clue::found) != got) ++bytes.wrong;
  }
  // The same bytes, stated rightly: a copy that completes 12352.
  integer const rest = 12352 - r.bytes[0];
  if (rest > 0) bytes.add(expects_bytes<12352>::decide(copy, shape_of({1, rest, 1})), true);
}

// ---- tensors: extents and strides that are known, against the condition checked on the host

void tensors(draw& d, tally& t) {
  integer const bytes = d.among({1, 2, 4, 8});
  integer const sizes[] = {1,
                           2,
                           15,
                           64,
                           1000,
                           65536,
                           (integer{1} << 32) - 1,
                           integer{1} << 32,
                           (integer{1} << 32) + 1,
                           integer{1} << 33};
  int const rank = static_cast<int>(d.between(1, 5));
  tma_geometry g;
  g.element_bytes = static_cast<int>(bytes);
  g.rank = rank;
  core::layout global;
  for (int i = 0; i < rank; ++i) {
    g.mode[i] = i;
    g.extent[i] = d.once_in(12) ? 0 : d.among(sizes);
    integer const edge = (integer{1} << 40) / bytes + d.between(-1, 1) * 16 / bytes;
    g.stride[i] = i == 0         ? 1
                  : d.once_in(8) ? edge
                  : d.once_in(8) ? -16
                  : d.once_in(8) ? integer{1} << d.between(38, 62)
                  : d.once_in(3) ? d.between(-2, 40)
                                 : 16 * d.between(0, 4000) / bytes;
    if (i > 0 && g.stride[i] == 1) g.stride[i] = 0;  // one mode of stride 1
    if (i > 0 && g.extent[i] == 0) g.extent[i] = 1;  // and an empty one at the front
    global.push({core::fixed(g.extent[i]), core::fixed(g.stride[i]), 0});
  }
  if (rank == 1 && g.extent[0] == 1) return;  // its stride is one of an extent of 1: no first mode
  if (g.extent[0] == 1) g.extent[0] = 2, global.at[0].extent = core::fixed(2);
  core::close_flat(global);
  // The tile is a row of 64 elements along the mode of stride 1.
  core::layout cut;
  cut.push({core::fixed(64), core::fixed(1), 1});
  core::close_flat(cut);
  core::arithmetic cx;
  cut.at[0].axis = core::identity(cx, global).at[0].axis;
  report const r = detail::plan_tma(layout_of({{64, 1}}), detail::tma_tile_of(global, cut),
                                    static_cast<int>(8 * bytes), 1)
                       .is;
  t.add(r, broken_condition(g).count == 0);
}

// ---- registers: decreases come first, increases in any order, each where the pool has enough

// The registers of an SM: each of its quarters has a quarter of them, and warps are assigned round
// robin.
template <int Threads, int AtLaunch>
void registers(draw& d, tally& t) {
  std::vector<integer> n;
  integer const groups = d.between(1, std::max(Threads / 128, 1) + (d.once_in(10) ? 2 : 0));
  for (integer i = 0; i < groups; ++i)
    n.push_back(d.once_in(40) ? d.between(-30, 300) : 8 * d.between(3, d.once_in(2) ? 32 : 22));
  integer const each = (AtLaunch + 7) / 8 * 8;
  bool is_right = Threads >= 1 && Threads <= 1024 && AtLaunch >= 1 && AtLaunch <= 255;
  integer quarter[4]{};
  for (int warp = 0; warp < (Threads + 31) / 32; ++warp) quarter[warp % 4] += 32 * each;
  for (integer const used : quarter) is_right = is_right && used <= 65536 / 4;
  is_right = is_right && groups * 128 <= Threads;
  integer pool = 0;
  for (integer const x : n) is_right = is_right && x % 8 == 0 && x >= 24 && x <= 256;
  for (integer const x : n)
    if (x < each) pool += each - x;
  for (std::size_t i = n.size(); i-- > 0;)
    if (n[i] > each) {
      is_right = is_right && pool >= n[i] - each;
      pool -= n[i] - each;
    }
  t.add(fits_register_file<Threads, AtLaunch>::decide(shape_of(n)), is_right);
}

// ---- arrivals and bytes: numbers that hardware has, and others beside them

mapping roles_of(std::vector<std::pair<integer, integer>> const& roles) {
  core::layout l;
  l.open(static_cast<int>(roles.size()));
  for (auto const& [threads, blocks] : roles) {
    l.open(2);
    l.leaf({core::fixed(threads), core::fixed(0), 0});
    l.leaf({core::fixed(blocks), core::fixed(0), 0});
  }
  mapping m(l);
  m.is_layout = false;
  return m;
}
void arrivals(draw& d, tally& t) {
  integer const some[] = {-1, 0, 1, 2, 4, 32, 128, 1023, 1024, 1025, 2048};
  integer const few[] = {-2, 0, 1, 1, 1, 2, 2, 4, 16, 1024};
  std::vector<std::pair<integer, integer>> roles;
  for (integer i = d.between(1, 3); i > 0; --i)
    roles.emplace_back(d.once_in(2) ? d.between(1, 8) : d.among(some), d.among(few));
  integer sum = 0;
  bool is_right = true;
  for (auto const& [threads, blocks] : roles) {
    is_right = is_right && threads >= 1 && threads <= 1024 && blocks >= 1;
    for (integer b = 0; b < blocks; ++b) sum += threads;  // a barrier counts them one by one
  }
  integer const stated = d.once_in(3) ? sum + d.between(-1, 1) : sum;
  is_right = is_right && stated == sum && stated >= 1 && stated < 1 << 20;
  t.add(tileproof::detail::arrivals_of(roles_of(roles), stated), is_right);
}
void odd_bytes(draw& d, tally& t) {
  integer const boxes_of[] = {-16, 0, 8, 16, 16, 24, 32, 48, 1024, 32768};
  std::vector<mapping> copies;
  std::vector<mapping const*> all;
  integer sum = 0;
  bool is_right = true;
  for (integer i = d.between(1, 3); i > 0; --i) {
    integer const blocks = d.once_in(4) ? d.among({-1, 0, 16, 17}) : d.between(1, 4);
    integer const bytes = d.among(boxes_of);
    integer const boxes = d.once_in(8) ? d.between(-1, 0) : d.between(1, 12);
    is_right =
        is_right && blocks >= 1 && blocks <= 16 && bytes >= 16 && bytes % 16 == 0 && boxes > 0;
    sum += blocks * bytes * boxes;
    copies.push_back(shape_of({blocks, bytes, boxes}));
  }
  for (mapping const& m : copies) all.push_back(&m);
  integer const stated = d.once_in(3) ? sum + 16 * d.between(-1, 1) : sum;
  t.add(tileproof::detail::bytes_of_copies(all.data(), static_cast<int>(all.size()), stated),
        is_right && stated == sum && sum < 1 << 20);
}

// ---- orders of tiles

template <int Group>
void rows_in_groups_of(draw& d, tally& t) {
  bool const is_large = d.once_in(4);
  integer const rows = is_large ? integer{1} << d.between(0, 24) : d.between(0, 40);
  integer const columns = is_large ? integer{1} << d.between(0, 31) : d.between(0, 40);
  integer const batches = is_large ? 1 : d.between(0, 3);
  report const r =
      visits_every_tile_once<rows_in_groups<Group>>::decide(shape_of({rows, columns, batches}));
  integer const all = rows * columns * batches;
  bool is_right = true;
  if (is_large) {  // the products that the order computes are ints; smaller grids are visited
    is_right = all <= INT32_MAX && columns <= INT32_MAX && Group * columns <= INT32_MAX;
    t.add(r, is_right);
    return;
  }
  {
    tile_order const order = rows_in_groups<Group>::of(
        static_cast<int>(rows), static_cast<int>(columns), static_cast<int>(batches));
    std::vector<int> seen(static_cast<std::size_t>(all));
    is_right = order.count() == all;
    for (int i = 0; i < order.count(); ++i) {
      tile_place const p = order(i);
      bool const is_inside = p.row >= 0 && p.row < rows && p.column >= 0 && p.column < columns &&
                             p.batch >= 0 && p.batch < batches;
      is_right =
          is_right && is_inside &&
          ++seen[static_cast<std::size_t>((p.batch * columns + p.column) * rows + p.row)] == 1;
    }
  }
  t.add(r, is_right);
}

// An order that is a table: a random permutation, with up to two entries changed.
struct table {
  static inline std::vector<tile_place> at;
  static constexpr table of(int, int, int) { return {}; }
  static int count() { return static_cast<int>(at.size()); }
  tile_place operator()(int i) const { return at[static_cast<std::size_t>(i)]; }
};
void tables(draw& d, tally& t) {
  int const extent[] = {static_cast<int>(d.between(1, 6)), static_cast<int>(d.between(1, 6)),
                        static_cast<int>(d.between(1, 3))};
  table::at.clear();
  for (int b = 0; b < extent[2]; ++b)
    for (int c = 0; c < extent[1]; ++c)
      for (int r = 0; r < extent[0]; ++r) table::at.push_back({r, c, b});
  for (std::size_t i = table::at.size(); i-- > 1;)
    std::swap(table::at[i],
              table::at[static_cast<std::size_t>(d.between(0, static_cast<integer>(i)))]);
  if (d.once_in(8)) table::at.pop_back();
  for (integer faults = d.between(0, 2); faults-- > 0 && !table::at.empty();) {
    auto& p = table::at[static_cast<std::size_t>(d.between(0, table::count() - 1))];
    (d.once_in(3)   ? p.row
     : d.once_in(2) ? p.column
                    : p.batch) += static_cast<int>(d.between(-1, 1));
  }
  std::vector<int> times(static_cast<std::size_t>(extent[0] * extent[1] * extent[2]));
  bool is_right = table::at.size() == times.size();
  for (tile_place const& p : table::at) {
    if (p.row < 0 || p.row >= extent[0] || p.column < 0 || p.column >= extent[1] || p.batch < 0 ||
        p.batch >= extent[2]) {
      is_right = false;
      continue;
    }
    ++times[static_cast<std::size_t>((p.batch * extent[1] + p.column) * extent[0] + p.row)];
  }
  for (int const n : times) is_right = is_right && n == 1;
  t.add(visits_every_tile_once<table>::decide(shape_of({extent[0], extent[1], extent[2]})),
        is_right);
}

}  // namespace

int main(int argc, char** argv) {
  long const cases = 1000 * (argc > 1 ? std::atol(argv[1]) : 20);
  draw d(22);
  tally bytes{"expects_bytes"};
  tally shares{"receives_each_share"};
  tally file{"fits_register_file"};
  tally counts{"expects_arrivals"};
  tally odd{"expects_bytes, odd ones"};
  tally orders{"rows_in_groups"};
  tally other_orders{"tables of tiles"};
  tally maps{"canonical_for_tma, tensors"};
  for (long i = 0; i < cases; ++i) {
    tma(d, bytes, shares);
    registers<384, 168>(d, file);
    registers<256, 255>(d, file);
    registers<512, 121>(d, file);
    registers<640, 96>(d, file);
    registers<640, 104>(d, file);
    registers<288, 168>(d, file);
    registers<288, 200>(d, file);
    registers<544, 96>(d, file);
    registers<96, 255>(d, file);
    registers<1024, 64>(d, file);
    registers<1152, 32>(d, file);
    registers<128, 256>(d, file);
    arrivals(d, counts);
    odd_bytes(d, odd);
    rows_in_groups_of<1>(d, orders);
    rows_in_groups_of<5>(d, orders);
    rows_in_groups_of<16>(d, orders);
    tables(d, other_orders);
    tensors(d, maps);
  }
  bool ok = true;
  for (tally const* t : {&bytes, &shares, &file, &counts, &odd, &orders, &other_orders, &maps})
    ok = t->print() && ok;
  return !ok;
}
