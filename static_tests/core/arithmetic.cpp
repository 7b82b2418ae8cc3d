// SPDX-License-Identifier: BSL-1.0
//
// One set of operations computes with constants, with plain values, and records.
#include <tileproof/core/arithmetic.hpp>
#include <tileproof/core/integer.hpp>
#include <tileproof/core/refusal.hpp>

#include <cstdint>

namespace {

namespace core = tileproof::core;
using core::arithmetic;
using core::fixed;
using core::integer;
using core::plain;

// ---- constants stay fixed, one plain operand makes a plain result

static_assert(arithmetic{}.add(fixed(2), fixed(3)) == fixed(5));
static_assert(arithmetic{}.add(fixed(2), plain(3)) == plain(5));
static_assert(arithmetic{}.sub(fixed(2), fixed(3)) == fixed(-1));
static_assert(arithmetic{}.mul(plain(2), plain(3)) == plain(6));
static_assert(arithmetic{}.div(fixed(7), fixed(2)) == fixed(3));
static_assert(arithmetic{}.mod(fixed(7), fixed(4)) == fixed(3));
static_assert(arithmetic{}.ceil_div(fixed(7), fixed(2)) == fixed(4));
static_assert(arithmetic{}.min(plain(7), fixed(2)) == plain(2));
static_assert(arithmetic{}.divides(fixed(2), fixed(8)) == fixed(1));
static_assert(arithmetic{}.divides(fixed(3), plain(8)) == plain(0));

// ---- facts that hold for every value are fixed

static_assert(arithmetic{}.add(plain(3), fixed(0)) == plain(3));
static_assert(arithmetic{}.mul(plain(3), fixed(1)) == plain(3));
static_assert(arithmetic{}.mul(plain(3), fixed(0)) == fixed(0));
static_assert(arithmetic{}.mod(plain(3), fixed(1)) == fixed(0));
static_assert(arithmetic{}.both(plain(1), fixed(0)) == fixed(0));
static_assert(arithmetic{}.either(plain(0), fixed(1)) == fixed(1));

// ---- leaving 64 bits is refused, with the first reason kept

constexpr core::property overflow(std::int64_t a, std::int64_t b) {
  arithmetic cx;
  cx.mul(fixed(a), fixed(b));
  cx.refuse(core::property::injective);
  return cx.why.what;
}
static_assert(overflow(std::int64_t{1} << 40, std::int64_t{1} << 30) ==
              core::property::integers_fit_64_bits);
static_assert(overflow(INT64_MIN, -1) == core::property::integers_fit_64_bits);
static_assert(overflow(1 << 20, 1 << 20) == core::property::injective);

// ---- a recorded expression has the value of the plain one, and its facts hold

struct recorded {
  core::program program{};
  integer result{};

  template <class F>
  constexpr recorded(F const& f, std::int64_t multiple_of_first) {
    arithmetic cx;
    core::recorder recorder = program.record();
    cx.record = &recorder;
    integer const x = cx.input(0, false, multiple_of_first);
    integer const y = cx.input(1);
    result = f(cx, x, y);
    program.stop(recorder);
  }
  constexpr std::int64_t operator()(std::int64_t x, std::int64_t y) const {
    std::int64_t const values[] = {x, y};
    return result.is_known() ? result.value : core::evaluate(program.at, result.node, values);
  }
  constexpr std::int64_t multiple() const { return program.at[result.node].multiple; }
};

struct tiles {
  constexpr integer operator()(arithmetic& cx, integer x, integer y) const {
    return cx.add(cx.mul(cx.ceil_div(x, fixed(4)), y), cx.mod(x, fixed(4)));
  }
};
static_assert(recorded(tiles{}, 1)(10, 7) == 23);
static_assert(recorded(tiles{}, 4)(12, 7) == 21);
static_assert(recorded(tiles{}, 4).program.count <
              recorded(tiles{}, 1).program.count);  // x mod 4 is 0

struct scaled {
  constexpr integer operator()(arithmetic& cx, integer x, integer) const {
    return cx.mul(cx.mul(x, fixed(2)), fixed(4));
  }
};
static_assert(recorded(scaled{}, 1)(5, 0) == 40);
static_assert(recorded(scaled{}, 1).multiple() == 8);
static_assert(recorded(scaled{}, 3).multiple() == 24);

struct halved {
  constexpr integer operator()(arithmetic& cx, integer x, integer) const {
    return cx.div(cx.mul(x, fixed(8)), fixed(4));
  }
};
static_assert(recorded(halved{}, 1)(5, 0) == 10);
static_assert(recorded(halved{}, 1).multiple() == 2);

// A sum or difference of a multiple of 4 and any number is known to be a multiple of nothing.
struct sum {
  constexpr integer operator()(arithmetic& cx, integer x, integer y) const { return cx.add(x, y); }
};
struct difference {
  constexpr integer operator()(arithmetic& cx, integer x, integer y) const { return cx.sub(y, x); }
};
struct lesser {
  constexpr integer operator()(arithmetic& cx, integer x, integer y) const { return cx.min(x, y); }
};
struct quotient {
  constexpr integer operator()(arithmetic& cx, integer x, integer) const {
    return cx.div(x, fixed(3));
  }
};
static_assert(recorded(sum{}, 4)(8, 3) == 11 && recorded(sum{}, 4).multiple() == 1);
static_assert(recorded(difference{}, 4)(8, 3) == -5 && recorded(difference{}, 4).multiple() == 1);
static_assert(recorded(lesser{}, 4)(8, 3) == 3 && recorded(lesser{}, 4).multiple() == 1);
static_assert(recorded(quotient{}, 4)(8, 0) == 2 && recorded(quotient{}, 4).multiple() == 1);
static_assert(recorded(quotient{}, 6)(12, 0) == 4 && recorded(quotient{}, 6).multiple() == 2);

// A constant is an operand, on either side and of either width; an operation is one node.
struct around {
  constexpr integer operator()(arithmetic& cx, integer x, integer y) const {
    integer const left = cx.sub(fixed(100), cx.min(fixed(9), x));
    integer const right = cx.ceil_div(cx.add(x, fixed(std::int64_t{1} << 40)), y);
    return cx.add(left, right);
  }
};
static_assert(recorded(around{}, 1)(5, 4) == 95 + (std::int64_t{1} << 38) + 2);
static_assert(recorded(around{}, 1).program.count == 2 + 5);
static_assert(recorded(around{}, 1).program.at[6].wide);
static_assert(!recorded(around{}, 1).program.at[3].wide);

// x is node 0, as the operand that is a constant says: only what the nodes do tells them apart.
struct opposite {
  constexpr integer operator()(arithmetic& cx, integer x, integer) const {
    return cx.sub(cx.sub(fixed(9), x), cx.sub(x, fixed(9)));
  }
};
static_assert(recorded(opposite{}, 1)(4, 0) == 10);

struct same {
  constexpr integer operator()(arithmetic& cx, integer x, integer y) const {
    return cx.both(cx.equal(x, cx.mul(y, fixed(3))), cx.divides(fixed(2), x));
  }
};
static_assert(recorded(same{}, 1)(12, 4) == 1);
static_assert(recorded(same{}, 1)(12, 5) == 0);
static_assert(recorded(same{}, 1)(9, 3) == 0);
static_assert(recorded(same{}, 1).program.count == 2 + 5);

// ---- conditions: known ones decide at once, recorded ones are required

constexpr bool refuses(integer condition) {
  arithmetic cx;
  cx.require(condition, {core::property::injective, 0, 0, 0, 0});
  return cx.refused();
}
static_assert(refuses(fixed(0)));
static_assert(refuses(plain(0)));
static_assert(!refuses(plain(1)));  // it holds

struct obliged {
  constexpr integer operator()(arithmetic& cx, integer x, integer y) const {
    cx.require(cx.divides(fixed(4), x), {core::property::injective, 0, 0, 0, 0});
    cx.require(cx.divides(fixed(4), x), {core::property::injective, 1, 0, 0, 0});  // once is enough
    cx.require(cx.less_equal(x, x), {core::property::injective, 2, 0, 0, 0});      // holds always
    return y;
  }
};
static_assert(recorded(obliged{}, 1).program.obligations == 1);
static_assert(recorded(obliged{}, 8).program.obligations == 0);  // 8 divides x

// ---- a budget, once spent, stays spent

constexpr bool spends() {
  arithmetic cx;
  return cx.spend(core::search_budget) && !cx.spend(1) && !cx.spend(1);
}
static_assert(spends());

}  // namespace
