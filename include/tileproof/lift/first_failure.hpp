// SPDX-License-Identifier: BSL-1.0
//
// first_failure: values of unknowns for which a test fails, as small as they are found to be. They
// are what an error shows where a claim is not proved of all values.
//
//   first_failure<test, unknowns>::value   // test::fails(unknown_values<unknowns> const&)
#pragma once

#include <tileproof/lift/for_all_values.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// Values of the unknowns of a list.
template <class List>
struct unknown_values {
  std::int64_t at[List::size + 1]{};
};
// "for ld = 8, m = 3".
template <class... Us>
constexpr void put_values(core::text& t, unknown_values<type_list<Us...>> const& v) {
  int n = 0;
  ((t.put(n == 0 ? "for " : ", "), t.put(Us::name()), t.put(" = "), t.put(v.at[n++])), ...);
}
// Values to try something with: small ones first, then some near bounds and powers of two.
template <class List>
struct values_to_try;
template <class... Us>
struct values_to_try<type_list<Us...>> {
  static constexpr int tries = 64;
  static constexpr int count = static_cast<int>(sizeof...(Us));
  static constexpr range_of_unknown range[count + 1] = {facts_of_unknown<Us>::range..., {0, 0, 1}};
  using values = unknown_values<type_list<Us...>>;

  // In multiples of what is known to divide unknown i.
  static constexpr std::int64_t first(int i) {
    return (range[i].least + range[i].multiple - 1) / range[i].multiple;
  }
  static constexpr std::int64_t last(int i) { return range[i].greatest / range[i].multiple; }
  // Values number n, which the facts need not allow.
  static constexpr values number(int n) {
    values v;
    std::uint64_t random = integers::linear::first_weight * static_cast<std::uint64_t>(n + 1);
    for (int i = 0; i < count; ++i) {
      random = integers::next_random(random);
      std::int64_t const small = first(i) + static_cast<std::int64_t>((random >> 40) % 6);
      v.at[i] =
          range[i].multiple * (n >= tries / 2    ? integers::trial(first(i), last(i), random >> 33)
                               : small < last(i) ? small
                                                 : last(i));
    }
    return v;
  }
  static constexpr bool are_allowed(values const& v) {
    return (relations_of<Us, type_list<Us...>>::hold(static_cast<std::int64_t const*>(v.at)) &&
            ...);
  }
};

// Values for which Test::fails(values): those of the first try that fails, then one unknown after
// the other made as small as halving finds it. Each test is a constant expression of its own, since
// compilers limit the length of one.
template <class Test, class List>
struct first_failure {
  using tries = values_to_try<List>;
  using values = unknown_values<List>;
  template <int N>
  static constexpr values tried = tries::number(N);
  template <int N>
  static constexpr bool fails = tries::are_allowed(tried<N>) && Test::fails(tried<N>);
  template <int N = 0>
  static constexpr int search() {
    if constexpr (N == tries::tries)
      return -1;
    else if constexpr (fails<N>)
      return N;
    else
      return search<N + 1>();
  }
  static constexpr int found = search();

  // v with unknown I At times what divides it.
  template <int N, int I, std::int64_t At>
  static constexpr values with(values v) {
    v.at[I] = At * tries::range[I].multiple;
    return v;
  }
  template <int N, int I>
  struct shrunk {  // the unknowns up to I are as small as they can be
    static constexpr values before = [] {
      if constexpr (I == 0)
        return tried<N>;
      else
        return shrunk<N, I - 1>::value;
    }();
    template <std::int64_t At>
    static constexpr values moved = with<N, I, At>(before);
    template <std::int64_t At>
    static constexpr bool fails_at = tries::are_allowed(moved<At>) && Test::fails(moved<At>);
    // The least of [First,Last] where the test fails, as far as halving finds it; it does at Last.
    template <std::int64_t First, std::int64_t Last>
    static constexpr std::int64_t least() {
      if constexpr (First >= Last)
        return Last;
      else if constexpr (constexpr std::int64_t middle = First + (Last - First) / 2;
                         fails_at<middle>)
        return least<First, middle>();
      else
        return least<middle + 1, Last>();
    }
    static constexpr values value =
        moved<least<tries::first(I), before.at[I] / tries::range[I].multiple>()>;
  };
  static constexpr values smallest() {
    if constexpr (found < 0 || List::size == 0)
      return {};
    else
      return shrunk<found, List::size - 1>::value;
  }
  static constexpr values value = smallest();
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
