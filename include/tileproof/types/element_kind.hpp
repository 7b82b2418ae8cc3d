// SPDX-License-Identifier: BSL-1.0
//
// Defines element_t<T>: the library's element type that has the bits of T, half_t for CUDA's __half
// and for cutlass::half_t. Copies, MMA fragments, wgmma, TMA and axpby treat such a T as that type.
//
//   static_assert(std::is_same_v<element_t<__half>, half_t>);
//   make_tensor(make_gmem_ptr(p), layout);  // p: __half const*; copied to half_t registers by bits
//
// Known without an include: __half, __nv_bfloat16, __nv_fp8_e4m3, __nv_fp8_e5m2 and cutlass's
// half_t, bfloat16_t, tfloat32_t, float_e4m3_t, float_e5m2_t. For a type of your own specialize
// element_kind:
//
//   template <>
//   struct tileproof::element_kind<my_half> {
//     using type = tileproof::half_t;  // trivially copyable, same size, same bits
//   };
#pragma once

#include <tileproof/config.hpp>

#include <type_traits>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// A __global__ function template with one of these types as an argument has the word `cutlass` in
// its name, as with cutlass::half_t, and ptxas schedules it as it schedules CuTe's kernels
// (docs/kernels.md, "The name of a kernel").
inline namespace scheduled_as_cutlass {
struct half_t;
struct bfloat16_t;
struct tfloat32_t;
struct float_e4m3_t;
struct float_e5m2_t;
struct float_e2m1_t;
struct float_e2m3_t;
struct float_e3m2_t;
struct float_ue8m0_t;
struct float_ue4m3_t;
}  // namespace scheduled_as_cutlass

namespace detail {

// True if the qualified name of T is `name`, whether or not anything declares such a type. A
// forward declaration would do where the header that defines the type is included later, but not
// where a program has an alias of that name, such as a cutlass::half_t that is tileproof::half_t.
// g++ and clang end the text in "T = __half]", nvcc in "T=__half]".
template <class T>
constexpr bool is_named(char const* name) {
  char const* const text = __PRETTY_FUNCTION__;
  int n = 0;
  while (name[n] != 0) ++n;
  int end = 0;
  while (text[end] != 0) ++end;
  int const begin = end - 1 - n;
  if (begin < 1 || text[end - 1] != ']') return false;
  for (int i = 0; i < n; ++i)
    if (text[begin + i] != name[i]) return false;
  return text[begin - 1] == ' ' || text[begin - 1] == '=';
}

// A null pointer to the library's type for T.
template <class T>
constexpr auto* element_by_name() {
  if constexpr (!std::is_class_v<T>)
    return static_cast<T*>(nullptr);
  else if constexpr (is_named<T>("__half") || is_named<T>("cutlass::half_t"))
    return static_cast<half_t*>(nullptr);
  else if constexpr (is_named<T>("__nv_bfloat16") || is_named<T>("cutlass::bfloat16_t"))
    return static_cast<bfloat16_t*>(nullptr);
  else if constexpr (is_named<T>("cutlass::tfloat32_t"))
    return static_cast<tfloat32_t*>(nullptr);
  else if constexpr (is_named<T>("__nv_fp8_e4m3") || is_named<T>("cutlass::float_e4m3_t"))
    return static_cast<float_e4m3_t*>(nullptr);
  else if constexpr (is_named<T>("__nv_fp8_e5m2") || is_named<T>("cutlass::float_e5m2_t"))
    return static_cast<float_e5m2_t*>(nullptr);
  else if constexpr (is_named<T>("cutlass::float_e2m1_t"))
    return static_cast<float_e2m1_t*>(nullptr);
  else if constexpr (is_named<T>("cutlass::float_e2m3_t"))
    return static_cast<float_e2m3_t*>(nullptr);
  else if constexpr (is_named<T>("cutlass::float_e3m2_t"))
    return static_cast<float_e3m2_t*>(nullptr);
  else if constexpr (is_named<T>("__nv_fp8_e8m0") || is_named<T>("cutlass::float_ue8m0_t"))
    return static_cast<float_ue8m0_t*>(nullptr);
  else if constexpr (is_named<T>("cutlass::float_ue4m3_t"))
    return static_cast<float_ue4m3_t*>(nullptr);
  else
    return static_cast<T*>(nullptr);
}

}  // namespace detail

// element_kind<T>::type is the library's element type with the bits of T; T itself where there is
// none. Specialize it for a type of your own.
template <class T>
struct element_kind {
  using type = std::remove_pointer_t<decltype(detail::element_by_name<T>())>;
};
template <class T>
using element_t = typename element_kind<std::remove_cv_t<T>>::type;

namespace detail {

// True for a type that another library defines and that the library has a type for.
template <class T>
inline constexpr bool is_foreign_element = !std::is_same_v<element_t<T>, std::remove_cv_t<T>>;
// True for types with the same bits: __half and half_t.
template <class A, class B>
inline constexpr bool same_element = std::is_same_v<element_t<A>, element_t<B>>;

// An operand of arithmetic: x as the library's type where T, the type of x or the one that x
// converts to, is foreign; otherwise x as it is. float * __half is ambiguous, float * half_t is a
// float.
template <class T, class X>
TILEPROOF_HOST_DEVICE constexpr decltype(auto) as_number(X const& x) {
  if constexpr (is_foreign_element<T>)
    return __builtin_bit_cast(element_t<T>, static_cast<T>(x));
  else
    return (x);
}

// x converted to To: by bits between types with the same bits, otherwise as the library's types
// convert; static_cast where neither type is foreign.
template <class To, class From>
TILEPROOF_HOST_DEVICE constexpr To converted(From const& x) {
  if constexpr (std::is_same_v<To, From>)
    return x;
  else if constexpr (is_foreign_element<From>)
    return converted<To>(__builtin_bit_cast(element_t<From>, x));
  else if constexpr (is_foreign_element<To>)
    return __builtin_bit_cast(To, static_cast<element_t<To>>(x));
  else
    return static_cast<To>(x);
}

}  // namespace detail

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
