// SPDX-License-Identifier: BSL-1.0
//
// Defines wgmma (warpgroup MMA, sm_90a): the asynchronous MMA of 128 threads. D (64 x N) = A (64 x
// K) * B (N x K) + D, or without + D, where K is 32 bytes of elements. B is in shared memory, A in
// shared memory or in registers.
//
//   warpgroup_arrive();                    // registers and shared memory are ready
//   gemm(mma, tCrA(_, _, k), tCrB(_, _, k), tCrC);
//   warpgroup_commit_batch(); warpgroup_wait<0>();  // D is valid from here on
//
// atom/wgmma/names.hpp has the names of the instructions, warpgroup.hpp the synchronization,
// layouts.hpp the layouts of operands. From PTX ISA, "Asynchronous Warpgroup Level Matrix
// Multiply-Accumulate Instructions".
#pragma once

#include <tileproof/atom/wgmma/descriptor.hpp>
#include <tileproof/atom/wgmma/statements.hpp>
#include <tileproof/atom/wgmma/warpgroup.hpp>
#include <tileproof/core/text.hpp>
#include <tileproof/types/element_kind.hpp>

#include <cassert>
#include <type_traits>
#include <utility>

#include <tileproof/atom/instruction_begin.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The name of a refusal: an N that wgmma does not have.
template <class D>
struct wgmma_has_n {
  static constexpr char const* verb =
      std::is_same_v<D, std::int32_t>
          ? "8, 16, 24, 32 and the multiples of 16 up to 256, for integers"
          : "the multiples of 8 from 8 to 256";
  static constexpr char const* sentences[] = {
      "wgmma: N = {found} does not exist; there are {verb}: {expected:0} or {expected:1} would do",
      "wgmma: N = {found} does not exist; there are {verb}: {expected} would do", nullptr};
};

namespace detail {

template <class Op>
struct wgmma_text;

// The place of operand A.
enum class operand_in : bool { shared_memory, registers };

// One instruction, m64nNk(256 / bits of A). MajorA and MajorB apply to 16-bit elements, MajorA only
// if A is in shared memory; ScaleA and ScaleB (signs) to floating-point types; `Saturates` to
// integers, whose results it clamps to the least and largest integer. A static_assert refuses an N,
// a major or a sign that the PTX ISA does not have.
template <int N, class D, class A, class B, operand_in APlace, GMMA::Major MajorA,
          GMMA::Major MajorB, GMMA::ScaleIn ScaleA, GMMA::ScaleIn ScaleB, bool Saturates>
struct wgmma : mma_operation<90, 64, N, 256 / sizeof_bits_v<A>, D, A, B, 128> {
  static constexpr int bits = sizeof_bits_v<A>;
  static constexpr bool is_integer = std::is_same_v<D, std::int32_t>;
  static constexpr bool has_a_in_registers = APlace == operand_in::registers;
  // The multiple of which N must be one, and the nearest that exist.
  static constexpr int unit = is_integer && N > 32 ? 16 : 8;
  static constexpr int below = N < 8 ? 8 : N > 256 ? 256 : N / unit* unit;
  static constexpr int above = N < 8 ? 8 : N > 256 ? 256 : (N + unit - 1) / unit* unit;
  static_assert(
      refuse_unless<(below == N), wgmma_has_n<D>, found<N>,
                    std::conditional_t<below == above, expected<below>, expected<below, above>>>);
  static_assert(bits == 16 || (MajorA == GMMA::Major::K && MajorB == GMMA::Major::K),
                "wgmma: an operand must be K-major unless its elements have 16 bits");
  static_assert(!has_a_in_registers || MajorA == GMMA::Major::K,
                "wgmma: A in registers must be K-major");
  static_assert(!is_integer || (ScaleA == GMMA::ScaleIn::One && ScaleB == GMMA::ScaleIn::One),
                "wgmma: integer operands must have ScaleIn::One: they cannot be negated");

  // The operands of fma: descriptors (64 bits) for shared memory, or the 4 registers of A; D is C.
  using ARegisters = std::conditional_t<has_a_in_registers, std::uint32_t[4], std::uint64_t[1]>;
  using BRegisters = std::uint64_t[1];
  using CRegisters = typename wgmma::DRegisters;

#if defined(__CUDACC__)
  // C = A * B + C, or A * B. Asynchronous: the result is valid after warpgroup_wait. All 128
  // threads of the warpgroup must execute it. Traps on a GPU that is not sm_90a.
  TILEPROOF_DEVICE static void fma([[maybe_unused]] CRegisters& c,
                                   [[maybe_unused]] ARegisters const& a,
                                   [[maybe_unused]] BRegisters const& b,
                                   [[maybe_unused]] GMMA::ScaleOut scale = GMMA::ScaleOut::One) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
    issue_wgmma<typename wgmma_text<wgmma>::name, typename wgmma_text<wgmma>::tail>(
        c, a, b, static_cast<int>(scale));
#elif defined(__CUDA_ARCH__)
    __trap();
#endif
  }
  // In CuTe's form: the registers or the descriptor of A, the descriptor of B, the registers of D,
  // and the scale.
  template <class... Rs>
    requires single_registers<Rs...>
  TILEPROOF_DEVICE static void fma(Rs&&... rs) {
    wgmma_of_registers<wgmma>(GMMA::ScaleOut::One, std::index_sequence_for<Rs...>{}, rs...);
  }
#endif
};

// The PTX name of an element type.
template <class Element>
inline constexpr std::string_view ptx_type = "";
template <>
inline constexpr std::string_view ptx_type<half_t> = ".f16";
template <>
inline constexpr std::string_view ptx_type<bfloat16_t> = ".bf16";
template <>
inline constexpr std::string_view ptx_type<tfloat32_t> = ".tf32";
template <>
inline constexpr std::string_view ptx_type<float_e4m3_t> = ".e4m3";
template <>
inline constexpr std::string_view ptx_type<float_e5m2_t> = ".e5m2";
template <>
inline constexpr std::string_view ptx_type<std::int8_t> = ".s8";
template <>
inline constexpr std::string_view ptx_type<std::uint8_t> = ".u8";
template <>
inline constexpr std::string_view ptx_type<float> = ".f32";
template <>
inline constexpr std::string_view ptx_type<std::int32_t> = ".s32";

// The text of an instruction before and after its operands, as constants for an asm statement:
// "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16", and ", 1, 1, 0, 0" (scales of A and B,
// then transpositions of 16-bit operands).
template <int N, class D, class A, class B, operand_in APlace, GMMA::Major MajorA,
          GMMA::Major MajorB, GMMA::ScaleIn ScaleA, GMMA::ScaleIn ScaleB, bool Saturates>
struct wgmma_text<wgmma<N, D, A, B, APlace, MajorA, MajorB, ScaleA, ScaleB, Saturates>> {
  struct before {
    static constexpr core::text make() {
      core::text t;
      t.put("wgmma.mma_async.sync.aligned.m64n");
      t.put(std::int64_t{N});
      t.put('k');
      t.put(std::int64_t{256 / sizeof_bits_v<A>});
      t.put(ptx_type<element_t<D>>);
      t.put(ptx_type<element_t<A>>);
      t.put(ptx_type<element_t<B>>);
      if (Saturates) t.put(".satfinite");
      return t;
    }
  };
  struct after {
    static constexpr core::text make() {
      core::text t;
      constexpr int numbers[] = {static_cast<int>(ScaleA), static_cast<int>(ScaleB),
                                 static_cast<int>(MajorA), static_cast<int>(MajorB)};
      constexpr int count = std::is_same_v<D, std::int32_t> ? 0 : sizeof_bits_v<A> == 16 ? 4 : 2;
      for (int i = 0; i < count; ++i) {
        if (i == 2 && APlace == operand_in::registers) continue;
        t.put(", ");
        t.put(std::int64_t{numbers[i]});
      }
      return t;
    }
  };

  // A text as a static array of characters, which the constraint "C" of an asm statement requires.
  template <char... Characters>
  struct array {
    static constexpr char value[] = {Characters..., '\0'};
  };
  template <class Text, std::size_t... I>
  static array<Text::make().at[I]...> array_of(std::index_sequence<I...>);
  template <class Text>
  using as_array = decltype(array_of<Text>(
      std::make_index_sequence<static_cast<std::size_t>(Text::make().count)>{}));

  using name = as_array<before>;
  using tail = as_array<after>;
};

}  // namespace detail

// The traits of a wgmma instruction. `accumulate_` is ScaleOut::Zero for the first k-block of a
// sum: then D = A * B, and D need not be cleared.
template <int N, class D, class A, class B, detail::operand_in APlace, GMMA::Major MajorA,
          GMMA::Major MajorB, GMMA::ScaleIn ScaleA, GMMA::ScaleIn ScaleB, bool Saturates>
struct MMA_Traits<detail::wgmma<N, D, A, B, APlace, MajorA, MajorB, ScaleA, ScaleB, Saturates>>
    : detail::mma_traits<64, N, 256 / sizeof_bits_v<A>, D, A, B> {
  using operation = detail::wgmma<N, D, A, B, APlace, MajorA, MajorB, ScaleA, ScaleB, Saturates>;
  static constexpr int depth = 256 / sizeof_bits_v<A>;
  using ThrID = Layout<_128>;
  using ALayout =
      std::conditional_t<operation::has_a_in_registers, detail::wgmma_a<depth, operation::bits>,
                         detail::wgmma_shared<64, depth>>;
  using BLayout = detail::wgmma_shared<N, depth>;
  using CLayout = detail::wgmma_c<N>;

  // Operands that are descriptors, which make_fragment_a and _b make.
  static constexpr bool reads_a_from_shared = APlace == detail::operand_in::shared_memory;
  static constexpr bool reads_b_from_shared = true;
  using FrgTypeA = std::conditional_t<reads_a_from_shared, GMMA::DescriptorIterator, A>;
  using FrgTypeB = GMMA::DescriptorIterator;

  GMMA::ScaleOut accumulate_ = GMMA::ScaleOut::One;

  // The descriptors of a partitioned tensor (V,RestM,RestK,...) in shared memory.
  template <class Tensor>
  TILEPROOF_HOST_DEVICE static auto make_fragment_a(Tensor const& t)
    requires(APlace == detail::operand_in::shared_memory)
  {
    return detail::make_descriptors<MajorA, A>(t);
  }
  template <class Tensor>
  TILEPROOF_HOST_DEVICE static auto make_fragment_b(Tensor const& t) {
    return detail::make_descriptors<MajorB, B>(t);
  }

#if defined(__CUDACC__)
  // Issues the instruction. D and C are the same registers; B is a descriptor, A is a descriptor or
  // registers.
  template <class TD, class TA, class TB, class TC>
  TILEPROOF_DEVICE void mma_unpack(TD&& d, TA const& a, TB const& b, TC const& c) const {
    static_assert(
        std::is_same_v<typename std::remove_cvref_t<TD>::layout_type, typename TC::layout_type> &&
            std::is_same_v<typename std::remove_cvref_t<TD>::value_type, typename TC::value_type>,
        "wgmma: D and C must be the same fragment");
    TILEPROOF_ASSERT(&d(0) == &c(0));
    typename operation::BRegisters const rb = {b(0)};
    auto& rc = detail::registers_at<typename operation::CRegisters>(d);
    if constexpr (operation::has_a_in_registers) {
      operation::fma(rc, detail::registers_at<typename operation::ARegisters>(a), rb, accumulate_);
    } else {
      typename operation::ARegisters const ra = {a(0)};
      operation::fma(rc, ra, rb, accumulate_);
    }
  }
#else
  // In a kernel on the CPU. The registers are not looked at before the instruction happens.
  template <class TD, class TA, class TB, class TC>
  void mma_unpack(TD&& d, TA const& a, TB const& b, TC const& c) const {
    static_assert(
        std::is_same_v<typename std::remove_cvref_t<TD>::layout_type, typename TC::layout_type> &&
            std::is_same_v<typename std::remove_cvref_t<TD>::value_type, typename TC::value_type>,
        "wgmma: D and C must be the same fragment");
    auto* const rd = detail::first_register<typename operation::CRegisters>(d);
    TILEPROOF_ASSERT(rd == detail::first_register<typename operation::CRegisters>(c));
    bool const adds = accumulate_ == GMMA::ScaleOut::One;
    if constexpr (operation::has_a_in_registers)
      cpu::wgmma_on_cpu(operation{}, rd, detail::first_register<typename operation::ARegisters>(a),
                        0, b(0), adds);
    else
      cpu::wgmma_on_cpu(operation{}, rd, nullptr, a(0), b(0), adds);
  }
#endif
};

namespace GMMA {

// The TV layouts of operands: of C, 64 x N; of A in registers, 64 x 8 for 32-bit, x 16 for 16-bit,
// x 32 for 8-bit, x 64 for 4-bit elements; of an operand of M x K in shared memory, the same for
// each thread.
template <int N>
using CLayout_64xN = detail::wgmma_c<N>;
using ALayout_64x8 = detail::wgmma_a<8, 32>;
using ALayout_64x16 = detail::wgmma_a<16, 16>;
using ALayout_64x32 = detail::wgmma_a<32, 8>;
using ALayout_64x64 = detail::wgmma_a<64, 4>;
template <int M, int K>
using ABLayout = detail::wgmma_shared<M, K>;

}  // namespace GMMA

}  // namespace tileproof::inline TILEPROOF_NAMESPACE

#include <tileproof/atom/instruction_end.hpp>
