// SPDX-License-Identifier: BSL-1.0
//
// Element types of other libraries are taken as the library's own of the same bits: those of CUDA's
// headers where the compiler finds them, else types of the same names and shapes; types with
// cutlass's names; a type that specializes element_kind. The library's own element types stand in
// the inline namespace that puts the word `cutlass` into the name of a kernel.
#include <tileproof/atom.hpp>
#include <tileproof/tileproof.hpp>

#if __has_include(<cuda_fp8.h>)
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#else
struct __half {
  unsigned short x;
  operator float() const;
};
struct __nv_bfloat16 {
  unsigned short x;
  operator float() const;
};
struct __nv_fp8_e4m3 {
  unsigned char x;
};
struct __nv_fp8_e5m2 {
  unsigned char x;
};
#endif

// As cutlass declares them: explicit conversions, storage.
namespace cutlass {

struct alignas(2) half_t {
  std::uint16_t storage;
  half_t() = default;
  explicit half_t(float);
  explicit operator float() const;
};
struct alignas(2) bfloat16_t {
  std::uint16_t storage;
};
struct alignas(4) tfloat32_t {
  std::uint32_t storage;
};
struct alignas(1) float8_base {
  std::uint8_t storage;
};
struct alignas(1) float_e4m3_t : float8_base {};
struct alignas(1) float_e5m2_t : float8_base {};

}  // namespace cutlass

struct my_half {
  tileproof::half_t x;
};
template <>
struct tileproof::element_kind<my_half> {
  using type = tileproof::half_t;
};

namespace {

using namespace tileproof;

// ---- which type is which

template <class T, class Own>
constexpr bool is = std::is_same_v<element_t<T>, Own> && std::is_same_v<element_t<T const>, Own> &&
                    sizeof(T) == sizeof(Own);
static_assert(is<__half, half_t> && is<__nv_bfloat16, bfloat16_t>);
static_assert(is<__nv_fp8_e4m3, float_e4m3_t> && is<__nv_fp8_e5m2, float_e5m2_t>);
static_assert(is<cutlass::half_t, half_t> && is<cutlass::bfloat16_t, bfloat16_t>);
static_assert(is<cutlass::tfloat32_t, tfloat32_t> && is<cutlass::float_e4m3_t, float_e4m3_t> &&
              is<cutlass::float_e5m2_t, float_e5m2_t>);
static_assert(is<my_half, half_t>);
// The library's types, numbers and types of other names are themselves.
static_assert(is<half_t, half_t> && is<tfloat32_t, tfloat32_t> && is<int4b_t, int4b_t>);
static_assert(is<float, float> && is<std::uint16_t, std::uint16_t> && is<float*, float*>);
// One type under both names: the inline namespace is part of its mangled name.
namespace named = tileproof::scheduled_as_cutlass;
static_assert(std::is_same_v<named::half_t, half_t> && std::is_same_v<named::uint128_t, uint128_t>);
static_assert(std::is_same_v<named::bfloat16_t, bfloat16_t> &&
              std::is_same_v<named::tfloat32_t, tfloat32_t> &&
              std::is_same_v<named::float_e4m3_t, float_e4m3_t> &&
              std::is_same_v<named::float_e5m2_t, float_e5m2_t>);
static_assert(std::is_same_v<named::int4b_t, int4b_t> &&
              std::is_same_v<named::uint4b_t, uint4b_t> &&
              std::is_same_v<named::uint1b_t, uint1b_t>);
namespace others {
struct __half {
  unsigned short x;
};
namespace cutlass {
struct half_t {
  unsigned short x;
};
}  // namespace cutlass
}  // namespace others
struct an__half {};
static_assert(is<others::__half, others::__half> && is<an__half, an__half> &&
              is<others::cutlass::half_t, others::cutlass::half_t>);

// ---- conversions: by bits between types of the same bits, else as the library converts

using detail::converted;
template <class T, class Own>
constexpr bool converts() {
  using bits = decltype(Own{}.storage);
  for (unsigned i = 0; i < 256; ++i) {  // numbers, infinities and NaNs of each format
    auto const code = static_cast<bits>(sizeof(Own) == 1 ? i : i * 0x0101u);
    T const t = converted<T>(Own::bitcast(code));
    if (__builtin_bit_cast(bits, t) != code || converted<Own>(t).storage != code ||
        Own(t).storage != code || __builtin_bit_cast(bits, converted<T>(t)) != code)
      return false;
    float const x = Own::bitcast(code);
    if (__builtin_bit_cast(unsigned, converted<float>(t)) != __builtin_bit_cast(unsigned, x))
      return false;
    if (x == x && converted<bfloat16_t>(t).storage != bfloat16_t(x).storage) return false;
  }
  return converted<int>(converted<T>(1.5f)) == 1 && converted<Own>(converted<T>(3)) == 3 &&
         float(converted<half_t>(converted<T>(0.5))) == 0.5f;
}
static_assert(converts<__half, half_t>() && converts<__nv_bfloat16, bfloat16_t>());
static_assert(converts<__nv_fp8_e4m3, float_e4m3_t>() && converts<__nv_fp8_e5m2, float_e5m2_t>());
static_assert(converts<cutlass::half_t, half_t>() && converts<cutlass::bfloat16_t, bfloat16_t>());
static_assert(converts<cutlass::float_e4m3_t, float_e4m3_t>() &&
              converts<cutlass::float_e5m2_t, float_e5m2_t>() && converts<my_half, half_t>());
static_assert(converts<cutlass::tfloat32_t, tfloat32_t>());

// raw, to_half and to_nv_bfloat16 are cutlass's.
constexpr bool has_members() {
  half_t h(1.5f);
  h.raw() ^= 0x8000;
  bfloat16_t const b(-2.f);
  return h == -1.5f && h.raw() == 0xbe00 && b.raw() == 0xc000 && float_e4m3_t(1.f).raw() == 0x38 &&
         __builtin_bit_cast(std::uint16_t, h.to_half()) == 0xbe00 &&
         __builtin_bit_cast(std::uint16_t, b.to_nv_bfloat16()) == 0xc000 &&
         half_t(h.to_half()) == h && half_t(converted<cutlass::half_t>(h)) == h;
}
static_assert(has_members());

// ---- copies: as wide as those of the library's type, by bits

using block = Layout<Shape<_16, _4>>;
template <class T>
using in_memory = decltype(make_tensor(make_gmem_ptr(std::declval<aligned_ptr<T, 16>>()), block{}));
template <class T>
using in_registers = decltype(make_tensor<T>(block{}));
template <class T, class Own>
constexpr bool copies_as_wide =
    copy_plan<in_memory<T const>, in_registers<Own>>::access_bits == 128 &&
    copy_plan<in_registers<T>, in_memory<Own>>::access_bits == 128 &&
    copy_plan<in_memory<T>, in_memory<Own>>::access_bits == 128 &&
    copy_plan<in_memory<T>, in_registers<float>>::access_bits ==
        copy_plan<in_memory<Own>, in_registers<float>>::access_bits;
static_assert(copies_as_wide<__half, half_t> && copies_as_wide<cutlass::half_t, half_t>);
static_assert(copies_as_wide<__nv_bfloat16, bfloat16_t> && copies_as_wide<my_half, half_t>);
static_assert(copies_as_wide<__nv_fp8_e4m3, float_e4m3_t>);
static_assert(copies_as_wide<cutlass::tfloat32_t, tfloat32_t>);
static_assert(copies_as_wide<__half, cutlass::half_t>);
// f16 and bf16 differ.
static_assert(copy_plan<in_memory<__half>, in_memory<bfloat16_t>>::access_bits == 16);

template <class T, class Own>
constexpr bool copies() {
  auto from = make_tensor<T>(block{});
  auto own = make_tensor<Own>(block{});
  auto wide = make_tensor<float>(block{});
  auto to = make_tensor<T>(block{});
  for (int i = 0; i < 64; ++i) from(i) = converted<T>(static_cast<float>(i % 13));
  copy(from, own);
  copy(Copy_Atom<UniversalCopy<Own>, Own>{}, own, to);
  copy(to, wide);
  axpby(2.f, from, 1.f, to);              // 3 from
  axpby(Own(1.f), own, Own(-1.f), from);  // 0
  fill(own, converted<T>(5.f));
  for (int i = 0; i < 64; ++i)
    if (wide(i) != i % 13 || converted<float>(to(i)) != float(Own(3.f * (i % 13))) ||
        converted<float>(from(i)) != 0 || own(i) != 5)
      return false;
  clear(to);
  return converted<float>(to(63)) == 0;
}
static_assert(copies<__half, half_t>() && copies<__nv_bfloat16, bfloat16_t>());
static_assert(copies<cutlass::half_t, half_t>() && copies<cutlass::bfloat16_t, bfloat16_t>());
static_assert(copies<cutlass::tfloat32_t, tfloat32_t>() && copies<my_half, half_t>());

// ---- MMA fragments: registers of the library's type, of f32 accumulators and scalar FMAs

constexpr bool multiplies() {
  auto a = make_tensor<__half>(Layout<Shape<_2, _3>>{});
  auto b = make_tensor<cutlass::half_t>(Layout<Shape<_2, _3>>{});
  auto c = make_tensor<float>(Layout<Shape<_2, _2>>{});
  auto d = make_tensor<__half>(Layout<Shape<_2, _2>>{});
  for (int i = 0; i < 6; ++i) {
    a(i) = converted<__half>(i + 1);
    b(i) = converted<cutlass::half_t>(2 * i);
  }
  clear(c);
  clear(d);
  gemm(a, b, c);
  gemm(a, b, d);
  for (int m = 0; m < 2; ++m)
    for (int n = 0; n < 2; ++n) {
      int sum = 0;
      for (int k = 0; k < 3; ++k) sum += (m + 2 * k + 1) * 2 * (n + 2 * k);
      if (c(m, n) != sum || converted<int>(d(m, n)) != sum) return false;
    }
  return true;
}
static_assert(multiplies());

using warps = decltype(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}));
template <class T>
using fragment_a = decltype(warps{}.get_slice(0).partition_fragment_A(
    make_tensor(make_gmem_ptr(std::declval<T const*>()), Shape<_16, _16>{})));
static_assert(std::is_same_v<fragment_a<__half>, fragment_a<half_t>>);
static_assert(std::is_same_v<fragment_a<cutlass::half_t>::value_type, half_t>);

// ---- wgmma and TMA

template <class T>
using wgmma_of = detail::wgmma<64, float, T, T, detail::operand_in::shared_memory, GMMA::Major::K,
                               GMMA::Major::K, GMMA::ScaleIn::One, GMMA::ScaleIn::One, false>;
template <class T>
constexpr std::string_view text_of = detail::wgmma_text<wgmma_of<T>>::name::value;
static_assert(text_of<__half> == "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16");
static_assert(text_of<cutlass::bfloat16_t> == text_of<bfloat16_t>);
static_assert(text_of<__nv_fp8_e5m2> == "wgmma.mma_async.sync.aligned.m64n64k32.f32.e5m2.e5m2");
template <class T>
using wgmma_tile = GMMA::Layout_K_SW128_Atom<T>;
static_assert(std::is_same_v<wgmma_tile<__nv_bfloat16>, wgmma_tile<bfloat16_t>>);
static_assert(require<canonical_for_wgmma<GMMA::Major::K, __half>>(
    tile_to_shape(wgmma_tile<__half>{}, Shape<_128, _64>{})));

template <class T>
constexpr bool boxes() {
  auto const shared = tile_to_shape(wgmma_tile<T>{}, Shape<_128, _64>{});
  using global = decltype(make_tensor(make_gmem_ptr(std::declval<T const*>()),
                                      make_layout(make_shape(512, 512), make_stride(512, _1{}))));
  using atom =
      decltype(make_tma_atom(SM90_TMA_LOAD{}, std::declval<global>(), shared, Shape<_128, _64>{}));
  return atom::NumValDst == 128 * 64;
}
static_assert(boxes<half_t>() && boxes<__half>() && boxes<cutlass::bfloat16_t>());

}  // namespace
