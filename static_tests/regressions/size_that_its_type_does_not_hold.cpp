// SPDX-License-Identifier: BSL-1.0
//
// Symptom: the size of (65536,32768) of ints was a constant, a negative one; gcd of the least
// integer overflowed. Cause: products of run-time leaves were computed in the type of the leaves;
// the least integer has no negation in its type. Fix: types/checked.hpp computes in 64 bits and
// refuses a result that the type does not hold; gcd in types/math.hpp takes the least integer
// apart.
#include <tileproof/algebra/layout.hpp>
#include <tileproof/types/checked.hpp>
#include <tileproof/types/math.hpp>

#include <cstdint>
#include <type_traits>

using namespace tileproof;

template <auto M, auto N>
concept has_size =
    requires { typename std::integral_constant<std::int64_t, size(make_shape(M, N))>; };
static_assert(has_size<65536, 32767> && has_size<65536, 65536LL>);
static_assert(!has_size<65536, 32768> && !has_size<(1LL << 32), (1LL << 31)>);

#if !defined(__CUDA_ARCH__)  // device code computes in the type, without a check
static_assert(gcd(INT32_MIN, 12) == 4);
static_assert(gcd(INT64_MIN, std::int64_t{3} << 40) == std::int64_t{1} << 40);
#endif
