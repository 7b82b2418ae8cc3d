// SPDX-License-Identifier: BSL-1.0
#include "explain_values.hpp"

#include "protocols.hpp"
#include "tile_orders.hpp"
#include "tiling.hpp"
#include "tma.hpp"
#include "words.hpp"

#include <tileproof/prove/mapping.hpp>

namespace tileproof::explorer {

namespace {

using lines = std::vector<std::string>;

std::string text(core::layout const& l) { return text_of(plain_layout(l)); }
std::string number(std::int64_t n) { return std::to_string(n); }
std::string tuple(std::initializer_list<std::int64_t> list) {
  return text_of(integers(extents_tuple(list)));
}

lines of_mma(mma_tiling const& t) {
  lines s;
  std::int64_t const(&e)[3] = t.tile;
  s.push_back(number(mapping(t.threads).size) + " threads, a tile (M,N,K) of " +
              tuple({e[0], e[1], e[2]}) + " by atoms of " +
              tuple({t.atom.extent[0], t.atom.extent[1], t.atom.extent[2]}));
  s.push_back("threads (V,M,N,K): " + text(t.threads));
  char const* const names[] = {"A", "B", "C"};
  bool const is_shared[] = {t.atom.a_is_shared, t.atom.b_is_shared, false};
  core::arithmetic cx;
  for (int k = 0; k < 3; ++k)
    s.push_back(std::string(names[k]) + ", a tile of " + text_of(integers(t.operand_tile(k))) +
                (is_shared[k] ? ": in shared memory, by descriptor"
                              : ": (thread,value) -> element " + text(t.thread_value(cx, k))));
  return s;
}

lines of_copy(copy_tiling const& t) {
  core::arithmetic cx;
  core::layout const source = t.side(cx, true);
  core::layout const destination = t.side(cx, false);
  mapping const of(source);
  mapping const one(t.source);
  std::int64_t const moves = of.values() / one.values();
  return {number(of.threads()) + " threads, a tile of " + text_of(integers(t.tile)) + ", " +
              number(t.bits) + "-bit elements",
          plural(moves, "instruction") + " of " + number(one.values() * t.bits) +
              " bits of the source, " + number(mapping(t.destination).values() * t.bits) +
              " of the destination, for each thread",
          "source: (thread,value) -> element " + text(source),
          "destination: (thread,value) -> element " + text(destination)};
}

lines of_order(value const& v) {
  tile_order const order = order_of(v);
  lines s{number(order.count()) + " tiles, in groups of " + plural(order.group, "row") +
          ": down the rows of a group, then to the next column"};
  std::string first = "tiles";
  for (int i = 0; i < order.count() && i < 8; ++i)
    first += " (" + number(order(i).row) + "," + number(order(i).column) +
             (order.batches > 1 ? "," + number(order(i).batch) : "") + ")";
  s.push_back(first + (order.count() > 8 ? " ..." : ""));
  return s;
}

// The answer, and what would happen without each synchronisation.
lines of_protocol(value const& v) {
  asked_protocol const p = protocol_of(v);
  protocol_answer const found = p.ask->prove(p.left_out);
  lines s{std::string(p.named->meaning)};
  std::vector<std::string> const all = p.ask->synchronisations();
  if (p.left_out >= 0) s.push_back("without " + all[static_cast<std::size_t>(p.left_out)]);
  if (!found.holds()) {
    s.push_back(found.sentence);
    for (std::string const& line : found.trace) s.push_back("  " + line);
    return s;
  }
  s.push_back("sound for every trip count, " + plural(found.states, "state"));
  if (p.left_out >= 0) return s;
  s.push_back("without one of its synchronisations:");
  for (std::size_t i = 0; i < all.size(); ++i) {
    protocol_answer const other = p.ask->prove(static_cast<int>(i));
    s.push_back("  " + std::string(i < 10 ? " " : "") + std::to_string(i) + " " + all[i] + ": " +
                (other.holds() ? "sound" : other.sentence));
  }
  return s;
}

}  // namespace

std::vector<std::string> about(value const& v) {
  if (v.is == kind::protocol) return of_protocol(v);
  if (v.is == kind::order) return of_order(v);
  if (v.is == kind::tma) return lines_of(tma_of(v));
  if (v.is != kind::mma && v.is != kind::copy) return {};
  std::vector<value> args{v};
  if (v.is == kind::copy && v.items.empty()) args[0].items = {atom("u1")};  // in bits
  core::arithmetic cx;
  call c{cx, args, {}};
  mma_tiling mma;
  copy_tiling copy;
  if (v.is == kind::mma && is_mma(c, 0, mma)) return of_mma(mma);
  if (v.is == kind::copy && is_copy(c, 0, copy)) return of_copy(copy);
  return {c.why.what};
}

}  // namespace tileproof::explorer
