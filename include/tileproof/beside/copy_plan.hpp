// SPDX-License-Identifier: BSL-1.0
//
// Says with which accesses NVIDIA's CuTe moves two of its tensors by copy(src, dst), and by
// copy_aligned(src, dst), on the host or in a static_assert:
//
//   explain(plan_copy(tAgA, tArA));  // "CuTe's copy: accesses of 128 bits, 8 elements each, ..."
//   static_assert(decltype(plan_copy(tAgA, tArA))::access_bits == 128);
//
// CuTe takes the pointers of two tensors with static layouts for aligned to 16 bytes, and those of
// others for not aligned (cute/algorithm/copy.hpp); nothing checks either.
#pragma once

#include <tileproof/beside/tensor.hpp>
#include <tileproof/core/text.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// CuTe's copy from Src to Dst, types of cute::Tensor, where pointers are assumed to be aligned to
// AssumedBits: accesses of access_bits bits, of `elements` elements each.
template <class Src, class Dst,
          int AssumedBits = cute::is_static<typename Src::layout_type>::value &&
                                    cute::is_static<typename Dst::layout_type>::value
                                ? 128
                                : 8>
struct cute_copy_plan {
 private:
  static constexpr int bits = static_cast<int>(cute::sizeof_bits<typename Dst::value_type>::value);
  static constexpr int common() {
    return static_cast<int>(decltype(cute::max_common_vector(std::declval<Src const&>(),
                                                             std::declval<Dst const&>()))::value);
  }
  // In bits. CUTLASS 3.5.1 asks the layout, in elements, and 3.5.0 nothing.
  template <class T>
  static constexpr int alignment() {
    if constexpr (requires(T const& t) { max_alignment(t); })
      return static_cast<int>(decltype(max_alignment(std::declval<T const&>()))::value);
    else if constexpr (requires(T const& t) { max_alignment(t.layout()); })
      return static_cast<int>(decltype(max_alignment(std::declval<T const&>().layout()))::value) *
             bits;
    else
      return 0;
  }
  static constexpr int vector_bits() {
    if (common() <= 1) return bits;
    int const aligned = core::gcd(core::gcd(alignment<Src>(), alignment<Dst>()), AssumedBits);
    int const together = core::gcd(common() * bits, aligned);
    return together % 8 == 0 && together > bits ? together : bits;
  }

 public:
  static constexpr int assumed_bits = AssumedBits;
  static constexpr int access_bits = vector_bits();
  static constexpr int elements = access_bits / bits;
};

// The plan with which CuTe's copy(src, dst) moves these tensors.
template <class ES, class LS, class ED, class LD>
constexpr cute_copy_plan<cute::Tensor<ES, LS>, cute::Tensor<ED, LD>> plan_copy(
    cute::Tensor<ES, LS> const&, cute::Tensor<ED, LD> const&) {
  return {};
}

// The accesses in words, and what they take for granted; where copy_aligned would have wider ones,
// which. Eight f16 elements of a static layout to registers:
//   "CuTe's copy: accesses of 128 bits, 8 elements each; that pointers are aligned to 16 bytes is
//   taken for granted"
template <class Src, class Dst, int AssumedBits>
constexpr core::text explain(cute_copy_plan<Src, Dst, AssumedBits> const&) {
  using now = cute_copy_plan<Src, Dst, AssumedBits>;
  using aligned = cute_copy_plan<Src, Dst, 128>;
  core::text t;
  auto const put_accesses = [&t](int bits, int elements) {
    t.put("accesses of ");
    t.put(std::int64_t{bits});
    t.put(" bits, ");
    t.put(std::int64_t{elements});
    t.put(elements == 1 ? " element each" : " elements each");
  };
  t.put("CuTe's copy: ");
  put_accesses(now::access_bits, now::elements);
  if (now::elements > 1) {
    t.put("; that pointers are aligned to ");
    t.put(std::int64_t{now::access_bits / 8});
    t.put(" bytes is taken for granted");
  }
  if (aligned::elements > now::elements) {
    t.put("; with copy_aligned ");
    put_accesses(aligned::access_bits, aligned::elements);
    t.put(", for pointers and run-time strides that are aligned to ");
    t.put(std::int64_t{aligned::access_bits / 8});
    t.put(" bytes");
  }
  return t;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
