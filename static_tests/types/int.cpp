// SPDX-License-Identifier: BSL-1.0
#include <tileproof/types/int.hpp>

#include <boost/hana/concept/integral_constant.hpp>
#include <boost/hana/core/tag_of.hpp>
#include <boost/hana/equal.hpp>
#include <boost/hana/integral_constant.hpp>
#include <boost/hana/plus.hpp>

#include <type_traits>

namespace {

using namespace tileproof;
namespace hana = boost::hana;

// ---- a static integer is an empty type whose value is known

static_assert(std::is_same_v<Int<4>, _4>);
static_assert(std::is_same_v<Int<4>, C<4>>);
static_assert(std::is_empty_v<Int<4>>);
static_assert(Int<4>::value == 4);
static_assert(Int<4>{} == 4);
static_assert(Int<-3>{}() == -3);
static_assert(std::is_same_v<Int<4>::value_type, int>);
static_assert(std::is_same_v<Int<(1LL << 40)>::value_type, long long>);

// ---- Hana sees an IntegralConstant

static_assert(hana::IntegralConstant<Int<4>>::value);
static_assert(hana::equal(Int<4>{}, hana::int_c<4>));
static_assert(decltype(hana::plus(Int<4>{}, hana::int_c<3>))::value == 7);
static_assert(!decltype(hana::equal(Int<4>{}, hana::int_c<5>))::value);  // the values differ

// ---- static in, static out

static_assert(std::is_same_v<decltype(Int<4>{} + Int<3>{}), Int<7>>);
static_assert(std::is_same_v<decltype(Int<4>{} - Int<5>{}), Int<-1>>);
static_assert(std::is_same_v<decltype(Int<4>{} * Int<3>{}), Int<12>>);
static_assert(std::is_same_v<decltype(Int<7>{} / Int<2>{}), Int<3>>);
static_assert(std::is_same_v<decltype(Int<7>{} % Int<4>{}), Int<3>>);
static_assert(std::is_same_v<decltype(Int<6>{} & Int<3>{}), Int<2>>);
static_assert(std::is_same_v<decltype(Int<6>{} | Int<3>{}), Int<7>>);
static_assert(std::is_same_v<decltype(Int<6>{} ^ Int<3>{}), Int<5>>);
static_assert(std::is_same_v<decltype(Int<1>{} << Int<4>{}), Int<16>>);
static_assert(std::is_same_v<decltype(Int<16>{} >> Int<2>{}), Int<4>>);
static_assert(std::is_same_v<decltype(-Int<4>{}), Int<-4>>);
static_assert(std::is_same_v<decltype(+Int<4>{}), Int<4>>);
static_assert(std::is_same_v<decltype(Int<4>{} < Int<5>{}), C<true>>);
static_assert(std::is_same_v<decltype(Int<4>{} == Int<5>{}), C<false>>);
static_assert(std::is_same_v<decltype(!(Int<4>{} >= Int<5>{})), C<true>>);
static_assert(std::is_same_v<decltype(C<true>{} && C<false>{}), C<false>>);
static_assert(std::is_same_v<decltype(C<true>{} || C<false>{}), C<true>>);

// a result that does not fit an int is a long long; the type of the operands does not matter
static_assert(std::is_same_v<decltype(Int<(1 << 30)>{} * Int<4>{}), Int<(1LL << 32)>>);
static_assert(std::is_same_v<decltype(Int<4UL>{} + Int<3>{}), Int<7>>);

// ---- one run-time operand makes a run-time result

static_assert(std::is_same_v<decltype(Int<4>{} + 3), int>);
static_assert(std::is_same_v<decltype(3L * Int<4>{}), long>);
static_assert(Int<4>{} * 3 == 12);

// ---- traits

static_assert(is_integral_v<int>);
static_assert(is_integral_v<Int<4>>);
static_assert(is_integral_v<Int<4> const&>);
static_assert(!is_integral_v<float>);  // no integer
static_assert(is_static_v<Int<4>>);
static_assert(!is_static_v<int>);  // the value is not in the type
static_assert(is_constant_v<4, Int<4>>);
static_assert(is_constant_v<4, Int<4> const&>);
static_assert(!is_constant_v<4, Int<5>>);  // another value
static_assert(!is_constant_v<4, int>);     // the value is not in the type

}  // namespace
