// SPDX-License-Identifier: BSL-1.0
//
// Defines accesses_of: what one instruction of an operation of CuTe asks of the memory at its two
// ends, as the Access of bank_ways and sector_efficiency. Operations are told by their own names.
#pragma once

#include <tileproof/beside/elements.hpp>
#include <tileproof/prove/bank_conflicts.hpp>
#include <tileproof/prove/global_memory.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// No access to memory that an audit looks at: registers, or what an engine such as TMA reads.
struct no_access {};

// The accesses of one instruction: `shared_source` and `shared_destination` are its access if
// that end is in shared memory, `bits` the width of a lane in global memory.
template <class Shared_Source, class Shared_Destination, int Bits>
struct accesses {
  using shared_source = Shared_Source;
  using shared_destination = Shared_Destination;
  static constexpr int bits = Bits;
};

// The primary is an operation that an audit does not know.
template <class Op>
struct accesses_of : accesses<no_access, no_access, 0> {};

// Copies by registers, as wide as S; a width that an instruction does not have has no access.
namespace detail {
template <int Bits,
          bool IsWidth = Bits == 8 || Bits == 16 || Bits == 32 || Bits == 64 || Bits == 128>
struct accesses_by_registers : accesses<shared_load<Bits>, shared_store<Bits>, Bits> {};
template <int Bits>
struct accesses_by_registers<Bits, false> : accesses<no_access, no_access, 0> {};
}  // namespace detail
template <class S, class D>
struct accesses_of<cute::UniversalCopy<S, D>>
    : detail::accesses_by_registers<static_cast<int>(cute::sizeof_bits<S>::value)> {};

template <>
struct accesses_of<cute::SM75_U32x1_LDSM_N> : accesses<ldmatrix<1>, no_access, 0> {};
template <>
struct accesses_of<cute::SM75_U32x2_LDSM_N> : accesses<ldmatrix<2>, no_access, 0> {};
template <>
struct accesses_of<cute::SM75_U32x4_LDSM_N> : accesses<ldmatrix<4>, no_access, 0> {};
template <>
struct accesses_of<cute::SM75_U16x2_LDSM_T> : accesses<ldmatrix_trans<1>, no_access, 0> {};
template <>
struct accesses_of<cute::SM75_U16x4_LDSM_T> : accesses<ldmatrix_trans<2>, no_access, 0> {};
template <>
struct accesses_of<cute::SM75_U16x8_LDSM_T> : accesses<ldmatrix_trans<4>, no_access, 0> {};
template <>
struct accesses_of<cute::SM90_U32x1_STSM_N> : accesses<no_access, stmatrix<1>, 0> {};
template <>
struct accesses_of<cute::SM90_U32x2_STSM_N> : accesses<no_access, stmatrix<2>, 0> {};
template <>
struct accesses_of<cute::SM90_U32x4_STSM_N> : accesses<no_access, stmatrix<4>, 0> {};
template <>
struct accesses_of<cute::SM90_U16x2_STSM_T> : accesses<no_access, stmatrix<1>, 0> {};
template <>
struct accesses_of<cute::SM90_U16x4_STSM_T> : accesses<no_access, stmatrix<2>, 0> {};
template <>
struct accesses_of<cute::SM90_U16x8_STSM_T> : accesses<no_access, stmatrix<4>, 0> {};

// cp.async; in shared memory its cost depends on the source, of which lanes that are served
// together are taken to read whole lines.
template <class S, class D>
struct accesses_of<cute::SM80_CP_ASYNC_CACHEALWAYS<S, D>>
    : accesses<no_access, cp_async_ca<sizeof(S), source_of_whole_lines>, 8 * sizeof(S)> {};
template <class S, class D>
struct accesses_of<cute::SM80_CP_ASYNC_CACHEALWAYS_ZFILL<S, D>>
    : accesses_of<cute::SM80_CP_ASYNC_CACHEALWAYS<S, D>> {};
template <class S, class D>
struct accesses_of<cute::SM80_CP_ASYNC_CACHEGLOBAL<S, D>>
    : accesses<no_access, cp_async_ca<16, source_of_whole_lines>, 128> {};
template <class S, class D>
struct accesses_of<cute::SM80_CP_ASYNC_CACHEGLOBAL_ZFILL<S, D>>
    : accesses_of<cute::SM80_CP_ASYNC_CACHEGLOBAL<S, D>> {};

// The operation that the traits of a Copy_Atom are of.
template <class Traits>
struct operation_of {
  using type = void;
};
template <class Op, class... Args>
struct operation_of<cute::Copy_Traits<Op, Args...>> {
  using type = Op;
};
// The accesses of a copy of CuTe, tiled or an atom.
template <class Copy>
using accesses_of_copy = accesses_of<typename operation_of<typename Copy::Traits>::type>;

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
