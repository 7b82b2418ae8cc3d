// SPDX-License-Identifier: BSL-1.0
//
// Defines run_all_states, which runs every section of a role in every reachable state of its loop
// and members; and same_members, which decides whether two such states are equal.
#pragma once

#include <tileproof/protocol/loop.hpp>

#include <initializer_list>
#include <type_traits>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline::detail {

// Whether the bytes of a role with members are exactly their values, without padding. An operator==
// of the role is not used, since it may forget a member.
template <class Role>
inline constexpr bool has_only_members =
    std::is_trivially_copyable_v<Role> && std::has_unique_object_representations_v<Role>;
// Whether two roles have the same members. Roles with padding are refused (limit::padding).
template <class Role>
constexpr bool same_members(Role const& a, Role const& b) {
  if constexpr (std::is_empty_v<Role> || !has_only_members<Role>) {
    return true;
  } else {
    struct bytes {
      unsigned char at[sizeof(Role)];
    };
    bytes const x = __builtin_bit_cast(bytes, a);
    bytes const y = __builtin_bit_cast(bytes, b);
    for (unsigned i = 0; i < sizeof(Role); ++i)
      if (x.at[i] != y.at[i]) return false;
    return true;
  }
}

// Runs every section of a role, in every state of its loop and members that its own actions lead
// to: run(section, choice, role, number) returns the number of the next state. Returns false if
// there are too many states.
template <class Loop, class Role, class Run>
constexpr bool run_all_states(int choices, Run&& run, Role const& start = {}) {
  constexpr int most = std::is_empty_v<Role> ? 96 : 384;
  struct state {
    int shape = 0;
    int number = 0;
    Role role{};
  };
  state* const seen = new state[most]{};
  int count = 0;
  bool fits = true;
  auto const meet = [&](state const& s) {
    if (s.shape == over) return;
    for (int i = 0; i < count; ++i)
      if (seen[i].shape == s.shape && seen[i].number == s.number &&
          same_members(seen[i].role, s.role))
        return;
    if (count == most)
      fits = false;
    else
      seen[count++] = s;
  };
  for (int c = 0; c < choices; ++c) {
    state s;
    s.role = start;
    s.number = run(section::begin, c, s.role, 0);
    meet(s);
  }
  for (int i = 0; i < count && fits; ++i)
    for (section const p :
         {section::open, section::first, section::step, section::end, section::finish})
      for (int c = 0; c < choices && Loop::next(seen[i].shape, p) != cannot; ++c) {
        state s = seen[i];
        s.shape = Loop::next(s.shape, p);
        s.number = run(p, c, s.role, s.number);
        meet(s);
      }
  delete[] seen;
  return fits;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline::detail
