// SPDX-License-Identifier: BSL-1.0
//
// bank_ways and free_of_bank_conflicts: the accesses of a block to shared memory have at most n-way
// bank conflicts. Use it for each shared-memory load and store of a kernel:
//
//   // 32 threads read a column of a 32 x 32 tile of floats: lane i reads word 32 i, in bank 0.
//   require<free_of_bank_conflicts<shared_load<32>, float>>(Layout<_32, _32>{});
//   // error: in_ways<32>, of_lanes<0,1>, in_bank<0>, on_words<0,32>, in_warp<0>, at_step<0>,
//   // in_wavefronts<32>, at_least<1>: 32 wavefronts where 1 is possible
//   require<free_of_bank_conflicts<shared_load<32>, float>>(Layout<_32, Int<33>>{});  // compiles
#pragma once

#include <tileproof/prove/cp_async.hpp>
#include <tileproof/prove/instructions.hpp>
#include <tileproof/prove/swizzle_remedy.hpp>
#include <tileproof/prove/vector_access.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The remedy: <bits, base, shift> of a swizzle, and the wavefronts that it leaves if not the least.
TILEPROOF_CLUE(write_swizzle);
TILEPROOF_CLUE(in_bank);
TILEPROOF_CLUE(on_words);                  // of 4 bytes, that meet in the bank
TILEPROOF_CLUE(in_ways);                   // wavefronts of the worst phase
TILEPROOF_CLUE(in_wavefronts);             // of all instructions of the block
TILEPROOF_CLUE(in_ways_with_some_source);  // of cp.async, where none is given
TILEPROOF_CLUE(give_the_source);           // the layout that cp.async reads, second

namespace detail {

// The cost of all instructions of a block: their wavefronts, the minimum, and the worst
// instruction.
struct block_cost {
  answer is = answer::yes;
  decided how = decided::by_structure;
  report open{};  // the reason, where no instruction was examined
  std::int64_t wavefronts = 0;
  std::int64_t minimum = 0;
  std::int64_t warp = 0;
  std::int64_t step = 0;
  shared_cost worst{};
  bool is_lower_bound = false;  // if undecided: every source has at least worst.ways
  int most_ways = 0;            // with the worst source, where the source is not known
  vector_access why{};          // the access that cannot be made, if `is` is no
  int side = 0;                 // 1: `why` is about the source
  bool lacks_source = false;    // cp.async without a source, on which its cost may depend
};

// The number of lanes whose addresses an instruction uses: 8 for each matrix of ldmatrix and
// stmatrix, otherwise 32.
constexpr int lanes_of(shared_instruction is) {
  return is.matrices == 0 ? warp_size : 8 * is.matrices;
}

// Decides whether the instruction can make these accesses. ldmatrix and stmatrix require all
// threads of a warp (PTX ISA, .sync.aligned).
constexpr vector_access possible_access(shared_instruction is, mapping const& tv,
                                        int element_bits) {
  std::int64_t const threads = tv.threads();
  if (is.matrices != 0 && threads % warp_size != 0)
    return {answer::no, decided::by_structure, true, threads, 0, report{}};
  return vector_access_of(tv, is.bits < element_bits ? 1 : is.bits / element_bits, lanes_of(is));
}

// The addresses of lanes that read consecutive words of whole 128-byte lines.
constexpr warp_access from_whole_lines(int bits, warp_access to) {
  for (int lane = 0; lane < warp_size; ++lane) to.address[lane] = lane * (bits / 8);
  return to;
}

// The most ways that cp.async.ca can have with any source, given the ways with the best source: a
// wavefront moves at least one word, and all words of a lane if no two of its phase's places share
// a bank.
constexpr int most_ways(shared_instruction is, warp_access const& a, int ways) {
  int const phases = is.bits / 32;
  int most = 0;
  for (int p = 0; p < phases; ++p) {
    int active = 0;
    for (int i = 0; i < warp_size / phases; ++i) active += a.is_active(p * warp_size / phases + i);
    most = active > most ? active : most;
  }
  return ways <= 1 ? most : most * phases;
}

// The cost of the instructions of layout tv. `source` is the layout from which cp.async reads, with
// the same threads and values, in global memory; it counts only if is_known.
constexpr block_cost cost_of_block(shared_instruction is, mapping const& tv, int element_bits,
                                   mapping const& source, bool is_known) {
  block_cost r;
  // 1. Sizes: undecided if a side exceeds 64 bits, or if the sides of a copy have different
  // threads.
  mapping const& to_blame = tv.fits ? source : tv;
  if (!to_blame.fits) r.open = beyond_64_bits(to_blame);
  bool const is_empty = tv.size == 0 && source.size == 0;
  if (is_known && !is_empty && r.open.holds() &&
      (source.threads() != tv.threads() || source.size != tv.size))
    r.open.because(answer::undecided)
        .say(clue::found, source.threads(), source.values())
        .say(clue::expected, tv.threads(), tv.values());
  r.is = r.open.is;
  if (r.is != answer::yes || tv.size == 0) return r;
  // 2. Feasibility: no, with the side to blame, if the accesses form no aligned vectors.
  r.why = possible_access(is, tv, element_bits);
  r.how = r.why.how;
  if (is_known && r.why.is != answer::no) {
    vector_access const reads = possible_access(is, source, element_bits);
    if (reads.how == decided::by_enumeration) r.how = reads.how;
    if (reads.is != answer::yes) r.why = reads;
    r.side = reads.is == answer::no ? 1 : 0;
  }
  r.is = r.why.is;
  if (r.is == answer::undecided) r.open = r.why.open;
  if (r.is != answer::yes) return r;
  // 3. Addresses: undecided if one is negative or exceeds 64 bits.
  for (mapping const* const m : {&tv, &source}) {
    if (m->first < 0)
      r.open = below_zero(*m);
    else if (!can_be_counted(*m, element_bits))
      r.open = beyond_64_bits(*m);
    r.is = r.open.is;
    if (r.is != answer::yes) return r;
  }
  // 4. Kinds of instructions: undecided if there are too many to examine.
  warp_steps const all(tv, is.bits, element_bits);
  warp_steps const reads(source, is.bits, element_bits);
  int const aligned = is.bits / 8;
  int const unit = is.op == shared_op::cp_async_cg ? 128 : is.bits < 32 ? 4 : aligned;
  instruction_kinds const kinds(all, is_known ? &reads : nullptr, unit, aligned);
  r.open = kinds.too_many(tv.size);
  r.is = r.open.is;
  if (r.is != answer::yes) return r;
  bool const is_async = is.op == shared_op::cp_async_ca || is.op == shared_op::cp_async_cg;
  r.lacks_source = is_async && !is_known && !is.is_from_whole_lines;
  bool const by_source = r.lacks_source && is.op == shared_op::cp_async_ca;
  r.is_lower_bound = is.op == shared_op::cp_async_ca || !is_known;
  if (kinds.count() > 1) r.how = decided::by_enumeration;
  // 5. The cost of one instruction of each kind, times the number of its kind.
  for (std::int64_t i = 0; i < kinds.count(); ++i) {
    instruction_kind const one = kinds.at(i);
    warp_access const a = all.at(one.warp, one.step);
    shared_cost c;
    if (is_known)
      c = cost_of(is, a, reads.at(one.warp, one.step));
    else if (is.op == shared_op::cp_async_ca)
      c = cost_of(is, a, from_whole_lines(is.bits, a));
    else
      c = cost_of(is, a);
    r.wavefronts += c.wavefronts * one.times;
    r.minimum += c.minimum * one.times;
    if (by_source) {
      int const most = most_ways(is, a, c.ways);
      r.most_ways = most > r.most_ways ? most : r.most_ways;
      c.is_decided = most == 1;
    }
    if (!c.is_decided) r.is = answer::undecided;
    if (c.ways <= r.worst.ways) continue;
    r.worst = c;
    r.warp = one.warp;
    r.step = one.step;
  }
  return r;
}
constexpr block_cost cost_of_block(shared_instruction is, mapping const& tv, int element_bits) {
  return cost_of_block(is, tv, element_bits, tv, false);
}

// The report of bank_ways<Access, Element, most_ways>, with its numbers as values.
constexpr report report_of_cost(block_cost const& c, mapping const& tv, int bits, int element_bits,
                                int most_ways) {
  report r = c.open;
  r.points = tv.size;
  if (!r.holds()) return r;
  r.is = c.is;
  r.how = c.how;
  if (c.why.is == answer::no) return explain(r, c.why, tv, bits, element_bits);
  // More ways than allowed are a proof of "no" also where the wavefronts are only a lower bound;
  // ways that no source exceeds are a proof of "yes".
  if (c.worst.ways > most_ways && (c.is == answer::yes || c.is_lower_bound))
    r.is = answer::no;
  else if (c.is == answer::undecided && c.most_ways != 0 && c.worst.ways == 1 &&
           c.most_ways <= most_ways)
    r.is = answer::yes;
  r.say(clue::in_ways, c.worst.ways);
  if (r.is == answer::undecided && c.most_ways != 0)
    r.say(clue::in_ways_with_some_source, c.most_ways);
  if (r.is == answer::undecided && c.lacks_source) r.say(clue::give_the_source);
  if (c.worst.ways > 1) r.say(clue::of_lanes, c.worst.lane[0], c.worst.lane[1]);
  if (c.worst.meeting > 1)
    r.say(clue::in_bank, c.worst.bank).say(clue::on_words, c.worst.word[0], c.worst.word[1]);
  if (c.worst.ways > 1) r.say(clue::in_warp, c.warp).say(clue::at_step, c.step);
  r.say(clue::in_wavefronts, c.wavefronts).say(clue::at_least, c.minimum);
  return say_reading(r, tv, bits, element_bits);
}
constexpr report bank_report(shared_instruction is, mapping const& tv, int element_bits,
                             int most_ways) {
  return report_of_cost(cost_of_block(is, tv, element_bits), tv, is.bits, element_bits, most_ways);
}
// The report of a cp.async whose source is given.
constexpr report bank_report(shared_instruction is, mapping const& tv, mapping const& source,
                             int element_bits, int most_ways) {
  block_cost const c = cost_of_block(is, tv, element_bits, source, true);
  report r = report_of_cost(c, c.side == 0 ? tv : source, is.bits, element_bits, most_ways);
  r.points = tv.size;
  return c.side == 0 ? r : r.say(clue::on_side, c.side);
}

// Writes the swizzle that removes the conflict of a report, or leaves the fewest wavefronts.
constexpr void put_bank_remedy(core::remedy& t, report const& r, shared_instruction is,
                               mapping const& tv, int element_bits) {
  if (!r.has(clue::on_words) || tv.offset != 0) return;
  core::swizzle const best =
      best_swizzle_of(is, tv, element_bits, r(clue::in_warp), r(clue::at_step));
  mapping after = tv;
  after.swizzle = best;
  block_cost const c = cost_of_block(is, after, element_bits);
  if (best.bits == 0 || c.is != answer::yes || c.wavefronts >= r(clue::in_wavefronts)) return;
  t.put("Swizzle<");
  t.put(std::int64_t{best.bits});
  t.put(',');
  t.put(std::int64_t{best.base});
  t.put(',');
  t.put(std::int64_t{best.shift});
  t.put(tv.is_swizzled() ? "> in place of this one " : "> ");
  t.put(c.worst.ways <= 1 ? "removes it" : "leaves ");
  if (c.worst.ways <= 1) return;
  t.put(c.wavefronts);
  t.put(" wavefronts");
}

}  // namespace detail

// A block's accesses to shared memory have at most MostWays-way bank conflicts: in every
// instruction, no phase takes more than MostWays wavefronts. Access is an instruction of
// prove/shared_memory.hpp such as shared_load<128> or ldmatrix<4>.
//
// Example: ldmatrix.x4 reads 8 x 8 matrices of 2-byte elements from a row-major tile with rows of
// 64 elements (128 bytes). All 8 rows of a matrix start in the same bank, an 8-way conflict: 32
// wavefronts where 4 are possible. With Swizzle<3,3,3>, or with rows padded to 72 elements, there
// is none.
//
// The layout is (thread,value) -> offset in Elements, from a base aligned to the access. For
// ldmatrix and stmatrix, a thread's values are the 16-byte row whose address it supplies, and all
// warps are complete. Values form vectors as access_width requires; a thread with more values than
// one access moves makes several. So a tile alone, such as (_128,_64):(_64,_1), is a question too,
// about 128 threads that each access a row: compose it with the threads of the kernel, or ask
// best_swizzle. Where a thread makes several accesses, the sentence and the report name the threads
// and the values that were read. For cp.async, a second layout
// gives the offsets of the source in global memory, from a base aligned to 128 bytes, since the
// cost depends on both.
//
// Undecided if an offset may be negative, if the block has more kinds of instructions than
// enumeration_bound allows, and for cp.async without a source if some sources have more than
// MostWays ways and others do not. Refused accesses (no vector, misaligned, incomplete warp) answer
// no. Witness: the ways, two lanes that conflict with their bank and words, warp and step, and the
// wavefronts of the block beside the least possible (`at_least`). The wavefronts are reported also
// if the answer is yes.
//   // cp.async.ca of 16 bytes, without a source:
//   "undecided: in ways 1, in ways with some source 8, give the source, ..."
template <class Access, class Element, int MostWays = 1>
struct bank_ways {
  static_assert(refuse_unless<(Access::value.bits % sizeof_bits_v<Element> == 0),
                              access_holds_whole_elements<Element>, found<Access::value.bits>,
                              in_bits<sizeof_bits_v<Element>>>);
  using element_type = Element;
  static constexpr char const* verb =
      Access::value.op == shared_op::ld || Access::value.op == shared_op::ldmatrix ? "read"
                                                                                   : "write";
  static constexpr char const* sentences[] = {
      "undecided: cp.async has {in_ways} way{|s} with the best source and "
      "{in_ways_with_some_source} with some other; pass the layout that it reads as the second "
      "argument{give_the_source}",
      "undecided: the cost of cp.async depends on its source; pass the layout that it reads as "
      "the second argument{give_the_source}",
      "{in_ways}-way bank conflict: lanes {of_lanes:0} and {of_lanes:1} of warp {in_warp} {verb} "
      "words {on_words:0} and {on_words:1}, both in bank {in_bank}, at step {at_step}; "
      "{in_wavefronts} wavefronts where {at_least} {is|are} possible",
      "lanes {of_lanes:0} and {of_lanes:1} of warp {in_warp} need separate wavefronts at step "
      "{at_step}; {in_wavefronts} wavefronts where {at_least} {is|are} possible",
      "undecided: the source has (threads,values) {found}, and the destination {expected}",
      nullptr};
  // The swizzle that removes the conflict, or leaves the fewest wavefronts.
  static constexpr core::clue_numbers remedy_clue{&clue::write_swizzle, 0, {}};
  static constexpr void remedy(core::remedy& t, report const& r, mapping const& tv) {
    detail::put_bank_remedy(t, r, Access::value, tv, sizeof_bits_v<Element>);
  }
  template <class... Source>
  static constexpr void reading(core::text& t, mapping const& tv, Source const&...) {
    detail::put_reading(t, tv, Access::value.bits, sizeof_bits_v<Element>);
  }

  static constexpr report decide(mapping const& tv) {
    return detail::bank_report(Access::value, tv, sizeof_bits_v<Element>, MostWays);
  }
  static constexpr report decide(mapping const& tv, mapping const& source)
    requires((Access::value.op == shared_op::cp_async_ca ||
              Access::value.op == shared_op::cp_async_cg) &&
             !Access::value.is_from_whole_lines)
  {
    return detail::bank_report(Access::value, tv, source, sizeof_bits_v<Element>, MostWays);
  }
};

// bank_ways with one way: every phase of every instruction takes one wavefront.
template <class Access, class Element>
using free_of_bank_conflicts = bank_ways<Access, Element, 1>;

// The wavefronts of one instruction: step `step` of warp `warp`, see warp_steps. Pre: as for
// cost_of, and each thread's values form vectors; a static layout that violates the latter does not
// compile.
template <class Access, class Element, class L>
constexpr shared_cost shared_cost_of(L const& tv, std::int64_t warp = 0, std::int64_t step = 0) {
  if constexpr (detail::mapping_from<L>::is_static)
    require<access_width<Access::value.bits, Element>>(tv);
  mapping const m = detail::mapping_from<L>::make(tv);
  return cost_of(Access::value,
                 detail::warp_steps(m, Access::value.bits, sizeof_bits_v<Element>).at(warp, step));
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
