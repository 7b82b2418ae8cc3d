// SPDX-License-Identifier: BSL-1.0
//
// arriving_at and bytes_expected_at: the arrivals and the bytes that the roles of a protocol state
// for a barrier. expects_arrivals and expects_bytes compare them with the arrivals that the barrier
// counts and with the bytes that the copies bring. The numbers come from the role functions that
// run, so none is written twice.
//
//   using P = gemm_protocol;  // of 2 blocks
//   theorem<expects_arrivals<P::Empty::amount>, pipeline::arriving_at<P, P::Empty>>
//   theorem<expects_bytes<pipeline::bytes_expected_at<P, P::Full>>, tma_a, tma_b>
//
// sound_protocol also proves that these arrivals come in each phase, in every order. It reports a
// wrong number as a hang or an early arrival; these theorems report it with the numbers.
#pragma once

#include <tileproof/protocol/plan.hpp>
#include <tileproof/prove/arrivals.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace pipeline {
namespace detail {

// The actions of a protocol's roles at one barrier in a phase. `is_known` is false where arrivals
// do not come once in each step or in each tile, differ between places, blocks or choices, or come
// from several teams. A role may spread the arrivals of one step over `first`, `open` and `end`:
// its release is one step late.
template <int Roles>
struct counted {
  bool is_known = true;
  std::int64_t threads[Roles]{};  // threads of each role in a block that arrive
  int blocks[Roles]{};            // blocks in which the role arrives
  std::int64_t bytes = 0;
};

// The machine that counts the arrivals and bytes of one thread of a role at part Part of a barrier
// B.
template <class P, class B, int Part>
struct arrival_counts : verbs<arrival_counts<P, B, Part>> {
  static constexpr int blocks = plan<P>::blocks;
  static constexpr int most_places = 16;
  bool is_elected = false;
  bool is_leader = false;
  int in_block = 0;
  int chosen = 0;
  section in{};
  std::int64_t weight = 1;

  bool is_known = true;
  counter along = counter::none;
  int times = 0;  // places of a step or a tile
  // The arrivals at the places of a step or a tile, in each block: [0] in every step, [1] in the
  // first step of a tile and outside of steps.
  std::int64_t arrivals[2][most_places * blocks]{};
  std::int64_t bytes[2][most_places * blocks]{};

  constexpr bool elected() const { return is_elected; }
  constexpr bool leads_warp() const { return is_leader; }
  constexpr int rank() const { return in_block; }
  constexpr int choice() const { return chosen; }
  template <class R>
  constexpr void put(op o, slot<R> const& s, int extra) {
    if constexpr (std::is_same_v<R, B>) {
      bool const arrives = o == op::arrive || o == op::arrive_copies || o == op::arrive_umma ||
                           o == op::expect || o == op::sync || o == op::pass;
      if ((!arrives && o != op::expect_only) || s.index != Part) return;
      bool const is_step =
          s.at.of == counter::step && in != section::begin && in != section::finish;
      bool const is_tile = s.at.of == counter::tile && (in == section::open || in == section::end);
      is_known = is_known && (is_step || is_tile) && s.at.times > 0 && s.at.times <= most_places &&
                 (times == 0 || (times == s.at.times && along == s.at.of));
      if (!is_known) return;
      times = s.at.times;
      along = s.at.of;
      int const place = (s.at.offset % times + times) % times;
      int const to = place * blocks + (is_global(B::is) ? 0 : s.block < 0 ? in_block : s.block);
      int const when = is_step && in != section::step;
      if (arrives) arrivals[when][to] += weight;
      if (o == op::expect || o == op::expect_only) bytes[when][to] += weight * extra;
    }
  }
  constexpr void put(op, int, int) {}
  template <class... T>
  constexpr void put_load(T const&...) {}

  // Runs the sections of a role in the block in_block, for its elected thread, the leaders of its
  // other warps, and its other threads.
  template <class Role>
  constexpr void run() {
    int const warps = (Role::threads + 31) / 32;
    for (int who = 0; who < 3; ++who) {
      is_elected = who == 0;
      is_leader = who < 2;
      weight = who == 0 ? 1 : who == 1 ? warps - 1 : Role::threads - warps;
      Role r{};
      for (section const p : sections) {
        in = p;
        if (weight > 0) run_part(p, r, *this);
      }
    }
    for (int i = 0; i < most_places * blocks && along == counter::step; ++i)
      is_known = is_known && arrivals[0][i] == arrivals[1][i] && bytes[0][i] == bytes[1][i];
  }
};

template <class P, class B, int Part>
struct counting {
  static constexpr int blocks = plan<P>::blocks;
  using machine = arrival_counts<P, B, Part>;
  counted<plan<P>::role_count> result{};
  std::int64_t all[machine::most_places * blocks]{};
  std::int64_t bytes[machine::most_places * blocks]{};
  int times = 0;
  int team = -1;

  // Adds the arrivals of role `number`.
  template <class Role>
  constexpr void add(int number) {
    for (int b = 0; b < blocks; ++b) {
      machine m;
      m.in_block = b;
      m.template run<Role>();
      for (int c = 1; c < plan<P>::choices; ++c) {
        machine other;
        other.in_block = b;
        other.chosen = c;
        other.template run<Role>();
        result.is_known = result.is_known && agree(m, other);
      }
      result.is_known = result.is_known && m.is_known;
      if (m.times == 0) continue;
      int const own = plan<P>::own_counts ? b : 0;
      int const my_team = pipeline::detail::team_of<Role>() + own * plan<P>::teams_of_block;
      result.is_known =
          result.is_known && (times == 0 || times == m.times) && (team < 0 || team == my_team);
      times = m.times;
      team = my_team;
      for (int i = 0; i < times * blocks; ++i)
        all[i] += m.arrivals[0][i], bytes[i] += m.bytes[0][i];
      std::int64_t const mine = m.arrivals[0][0];  // at the first place, in block 0
      if (mine == 0) continue;
      result.is_known =
          result.is_known && (result.blocks[number] == 0 || result.threads[number] == mine);
      result.threads[number] = mine;
      ++result.blocks[number];
    }
  }
  constexpr void close() {
    int const in_blocks = is_global(B::is) ? 1 : blocks;
    for (int place = 0; place < times; ++place)
      for (int b = 0; b < in_blocks; ++b)
        result.is_known = result.is_known && all[place * blocks + b] == all[0] &&
                          bytes[place * blocks + b] == bytes[0];
    result.bytes = bytes[0];
  }
  static constexpr bool agree(machine const& x, machine const& y) {
    bool r = x.is_known == y.is_known && x.times == y.times && x.along == y.along;
    for (int i = 0; i < machine::most_places * blocks; ++i)
      r = r && x.arrivals[0][i] == y.arrivals[0][i] && x.bytes[0][i] == y.bytes[0][i];
    return r;
  }
};

template <class P, class B, int Part, class... Roles>
constexpr auto count_at(roles<Roles...>*) {
  counting<P, B, Part> c;
  int number = 0;
  (c.template add<Roles>(number++), ...);
  c.close();
  return c.result;
}
template <class P, class B, int Part>
inline constexpr auto counted_at = count_at<P, B, Part>(static_cast<typename P::roles*>(nullptr));

// The numbers of a list that are not 0, as modes of a shape.
template <class Counted, class = std::make_index_sequence<Counted::count>>
struct modes_of;
template <class Counted, std::size_t... I>
struct modes_of<Counted, std::index_sequence<I...>> {
  using type = Shape<Shape<Int<Counted::threads(I)>, Int<Counted::blocks(I)>>...>;
};
// The roles that arrive, one after another.
template <class P, class B, int Part>
struct arriving_roles {
  static constexpr auto of = counted_at<P, B, Part>;
  static constexpr int number(std::size_t i) {
    int n = 0;
    while (of.threads[n] == 0 || i-- > 0) ++n;
    return n;
  }
  static constexpr std::size_t count = [] {
    std::size_t n = 0;
    for (std::int64_t const t : of.threads) n += t > 0;
    return n;
  }();
  static constexpr std::int64_t threads(std::size_t i) { return of.threads[number(i)]; }
  static constexpr int blocks(std::size_t i) { return of.blocks[number(i)]; }
};

}  // namespace detail

// The name of a refusal: the number of arrivals is not the same in each phase.
struct arrivals_can_be_counted {
  static constexpr char const* sentences[] = {
      "arriving_at: the arrivals at this barrier are not those of each step, or of each tile, "
      "alike in "
      "all places, blocks and choices: ask for sound_protocol",
      nullptr};
};

// The arrivals at part Part of a barrier B in a phase, as a shape with a mode for each role that
// arrives: (threads that arrive, blocks that they are in). For stages that two consumers of 4 warps
// release in 2 blocks it is ((_4,_2),(_4,_2)). Refused (arrivals_can_be_counted) where phases
// differ.
template <class P, class B, int Part = 0>
using arriving_at = std::enable_if_t<
    (tileproof::refuse_unless<detail::counted_at<P, B, Part>.is_known, arrivals_can_be_counted, B>),
    typename detail::modes_of<detail::arriving_roles<P, B, Part>>::type>;

// The bytes that the roles announce for a phase at part Part of a barrier B. Refused like
// arriving_at.
template <class P, class B, int Part = 0>
  requires(tileproof::refuse_unless<detail::counted_at<P, B, Part>.is_known,
                                    arrivals_can_be_counted, B>)
inline constexpr std::int64_t bytes_expected_at = detail::counted_at<P, B, Part>.bytes;

}  // namespace pipeline

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
