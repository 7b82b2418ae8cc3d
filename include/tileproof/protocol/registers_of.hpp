// SPDX-License-Identifier: BSL-1.0
//
// registers_of: the registers that the roles of a protocol set by setmaxnreg, as a shape with the
// number of each warpgroup, for fits_register_file:
//
//   theorem<fits_register_file<384>, pipeline::registers_of<gemm_protocol>>  // (_40,_232,_232)
//
// The numbers come from the role functions that run. free_of_deadlock also proves that registers
// are given back before other warpgroups need them.
#pragma once

#include <tileproof/protocol/plan.hpp>
#include <tileproof/prove/register_file.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

namespace detail {

// The machine that records the number of registers that a role sets.
struct register_counts : verbs<register_counts> {
  static constexpr int blocks = 1;
  int registers = 0;
  constexpr bool elected() const { return true; }
  constexpr bool leads_warp() const { return true; }
  constexpr int rank() const { return 0; }
  constexpr int choice() const { return 0; }
  template <class R>
  constexpr void put(op, slot<R> const&, int) {}
  constexpr void put(op o, int, int extra) {
    if (o == op::registers) registers = extra;
  }
  template <class... T>
  constexpr void put_load(T const&...) {}
};
// The number that a role sets in `begin`, or 0.
template <class Role>
constexpr int registers_in() {
  register_counts m;
  Role r{};
  run_part(section::begin, r, m);
  return m.registers;
}

template <class L>
struct registers_of_warpgroups;
template <class... Roles>
struct registers_of_warpgroups<roles<Roles...>> {
  // The registers of warpgroup i, counted among the warpgroups that set theirs.
  static constexpr int at(int i) {
    int n = 0;
    static_cast<void>((... || (i -= warpgroups<Roles>, n = registers_in<Roles>(), i < 0)));
    return n;
  }
  template <class Role>
  static constexpr int warpgroups = registers_in<Role>() > 0 ? warps_of<Role>() / 4 : 0;

  template <class = std::make_integer_sequence<int, (0 + ... + warpgroups<Roles>)>>
  struct shape;
  template <int... I>
  struct shape<std::integer_sequence<int, I...>> {
    using type = Shape<Int<at(I)>...>;
  };
};

}  // namespace detail

// The registers of a thread in each warpgroup that executes setmaxnreg in `begin`, in the order of
// the roles.
template <class P>
using registers_of =
    typename detail::registers_of_warpgroups<typename P::roles>::template shape<>::type;

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
