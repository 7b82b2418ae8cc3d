// SPDX-License-Identifier: BSL-1.0
//
// The functions by which tensors and atoms reach the CPU run of kernels. They are declared here and
// defined in cpu/, which a program includes (tileproof/cpu.hpp) before it instantiates a kernel
// with checked pointers. Device code has none of them.
#pragma once

#include <tileproof/config.hpp>

#include <cstdint>

#if !defined(__CUDACC__)

namespace tileproof::inline TILEPROOF_NAMESPACE {

template <class Space, class It>
struct tagged_ptr;
struct TmaDescriptor;
namespace core {
struct text;
}
struct tma_geometry;

namespace cpu {

template <class P>
struct ptr;

// The pointer with which an element or a slice of a tensor at coordinates `cs` is reached: `p`, and
// whether one of the coordinates is outside of its mode (cpu/coordinates.hpp).
template <class P, class L, class... Cs>
ptr<P> watch_place(ptr<P> p, L const& l, Cs const&... cs);
template <class Space, class P, class L, class... Cs>
tagged_ptr<Space, ptr<P>> watch_place(tagged_ptr<Space, ptr<P>> const& p, L const& l,
                                      Cs const&... cs);

// An object of type V read from, and written to, checked memory (cpu/pointer.hpp).
template <class V, class P>
V read_as(ptr<P> const& p);
template <class P, class V>
void write_as(ptr<P> const& p, V const& v);
// The operand of an instruction that takes an object of type V in memory (cpu/pointer.hpp).
template <class V, class P>
ptr<V*> as_object(ptr<P> const& p);

// A copy instruction between registers and shared memory, for all lanes of a warp, and cp.async
// from global to shared memory, for one thread (cpu/copy_instructions.hpp).
template <class Operation, class P>
void copy_on_cpu(Operation, ptr<P> const& row, typename Operation::DRegisters& registers);
template <class Operation, class P>
void copy_on_cpu(Operation, typename Operation::SRegisters& registers, ptr<P> const& row);
template <class Operation, class S, class D>
void copy_on_cpu(Operation, ptr<S*> const& from, ptr<D*> const& to, bool inside = true);

// mma.sync, D = A * B + C, for all lanes of a warp (cpu/matrix_instructions.hpp); Factors are none
// or those of A and B.
template <class Operation, class... Factors>
void fma_on_cpu(Operation, typename Operation::DRegisters& d,
                typename Operation::ARegisters const& a, typename Operation::BRegisters const& b,
                typename Operation::CRegisters const& c, Factors const&... factors);

// The tensor map of a checked global tensor (cpu/moves.hpp), or the condition that does not hold.
template <class P>
core::text describe_tma(ptr<P> const& first, tma_geometry g, TmaDescriptor& made);
// A load and a store of the box at coordinates `at`, and of consecutive bytes, by one thread. A
// barrier is a pointer or a reference to it (cpu/tma_load.hpp, cpu/tma_store.hpp).
template <class P, class B>
void tma_load_on_cpu(TmaDescriptor const& map, int const* at, ptr<P> const& to, B const& barrier,
                     bool is_multicast, std::uint16_t blocks);
template <class P>
void tma_store_on_cpu(TmaDescriptor const& map, int const* at, ptr<P> const& from);
template <class Op, class T, class P>
void tma_reduce_on_cpu(TmaDescriptor const& map, int const* at, ptr<P> const& from);
template <class S, class D, class B>
void bulk_load_on_cpu(ptr<S> const& from, ptr<D> const& to, B const& barrier, int bytes);
template <class S, class D>
void bulk_store_on_cpu(ptr<S> const& from, ptr<D> const& to, int bytes);

// wgmma, for all threads of a warpgroup (cpu/wgmma.hpp). The address in shared memory of a checked
// pointer, for its descriptors (cpu/wgmma_operand.hpp).
template <class Operation>
void wgmma_on_cpu(Operation, void* c, void const* a, std::uint64_t descriptor_a,
                  std::uint64_t descriptor_b, bool adds);
template <class P>
std::uint32_t shared_address(ptr<P> const& p);

// True for a checked pointer, tagged or not.
template <class P>
inline constexpr bool is_checked_pointer = false;
template <class P>
inline constexpr bool is_checked_pointer<ptr<P>> = true;
template <class Space, class P>
inline constexpr bool is_checked_pointer<tagged_ptr<Space, ptr<P>>> = true;

}  // namespace cpu

}  // namespace tileproof::inline TILEPROOF_NAMESPACE

#endif
