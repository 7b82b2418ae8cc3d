// SPDX-License-Identifier: BSL-1.0
//
// The audit of a TiledCopy, alone or with the tensors that it copies between. The tensors are
// types, layouts or tensors of CuTe, the source first; of a layout alone the memory is told by the
// operation.
//
//   static_assert(audit<decltype(copy_a)>());                              // a partition of its tile
//   static_assert(audit<decltype(copy_a), decltype(gA), decltype(sA)>());  // and the two tensors
//
// An end whose extents or strides are run-time integers is not seen.
#pragma once

#include <tileproof/beside/access.hpp>
#include <tileproof/beside/atom.hpp>
#include <tileproof/beside/audit.hpp>
#include <tileproof/beside/tensor.hpp>
#include <tileproof/prove/partition.hpp>
#include <tileproof/prove/residue.hpp>
#include <tileproof/prove/tiled.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace aspect {
TILEPROOF_ASPECT(copy_covers_tile,
                 "threads and values own every element of the copy's tile, each equally often");
TILEPROOF_ASPECT(copy_keeps_elements, "each thread writes the elements that it reads");
TILEPROOF_ASPECT(source_divides, "the copy's tile divides the source");
TILEPROOF_ASPECT(destination_divides, "the copy's tile divides the destination");
TILEPROOF_ASPECT(one_writer, "one thread writes each place of the destination");
TILEPROOF_ASPECT(source_width, "the source: vectors as wide as the operation");
TILEPROOF_ASPECT(destination_width, "the destination: vectors as wide as the operation");
TILEPROOF_ASPECT(source_banks, "the source: no bank conflict");
TILEPROOF_ASPECT(destination_banks, "the destination: no bank conflict");
TILEPROOF_ASPECT(source_sectors, "the source: whole sectors");
TILEPROOF_ASPECT(destination_sectors, "the destination: whole sectors");
TILEPROOF_ASPECT(source_is_run_time, "the source, whose extents or strides are run-time integers");
TILEPROOF_ASPECT(destination_is_run_time,
                 "the destination, whose extents or strides are run-time integers");
TILEPROOF_ASPECT(operation_is_unknown, "the accesses of an operation that the audit does not know");
}  // namespace aspect

namespace detail {

// Whether a tensor lies in shared memory; a layout alone does if it is static.
template <class T>
inline constexpr bool lies_in_shared = __is_empty(own_t<T>);
template <class Engine, class L>
inline constexpr bool lies_in_shared<cute::Tensor<Engine, L>> =
    cute::is_smem<typename Engine::iterator>::value;
template <class T>
inline constexpr bool lies_in_global = false;
template <class Engine, class L>
inline constexpr bool lies_in_global<cute::Tensor<Engine, L>> =
    cute::is_gmem<typename Engine::iterator>::value;
// A fragment in registers belongs to one thread, and is nothing that a copy partitions.
template <class T>
inline constexpr bool lies_in_registers = false;
template <class Engine, class L>
inline constexpr bool lies_in_registers<cute::Tensor<Engine, L>> =
    cute::is_rmem<typename Engine::iterator>::value;

// One end of a copy: threads, values -> offset.
template <bool IsSource, class Copy, class T, class Access>
constexpr auto lines_of_end() {
  using namespace aspect;
  using E = typename Copy::ValType;
  using op = accesses_of_copy<Copy>;
  using divides = std::conditional_t<IsSource, source_divides, destination_divides>;
  using width = std::conditional_t<IsSource, source_width, destination_width>;
  using banks = std::conditional_t<IsSource, source_banks, destination_banks>;
  using sectors = std::conditional_t<IsSource, source_sectors, destination_sectors>;
  if constexpr (lies_in_registers<T>) {
    return audits::lines<>{};
  } else if constexpr (!__is_empty(own_t<T>)) {
    return audits::lines<audits::not_seen<
        std::conditional_t<IsSource, source_is_run_time, destination_is_run_time>>>{};
  } else {
    constexpr auto partition = [] {
      if constexpr (IsSource)
        return Copy::tidfrg_S(typename cute_layout<T>::type{});
      else
        return Copy::tidfrg_D(typename cute_layout<T>::type{});
    };
    using tv = own_t<decltype(partition())>;
    using whole = own_t<decltype(cute::shape(typename cute_layout<T>::type{}))>;
    using tiler = own_t<typename Copy::Tiler_MN>;
    constexpr auto first = audits::lines<audits::claim<divides, tiles_evenly, whole, tiler>>{};
    constexpr auto writer = [] {
      if constexpr (IsSource)
        return audits::lines<>{};
      else
        return audits::lines<audits::claim<one_writer, written_by_one_thread, tv>>{};
    }();
    if constexpr (lies_in_shared<T> && !std::is_same_v<Access, no_access>)
      return first + writer +
             audits::lines<audits::claim<width, access_width<Access::value.bits, E>, tv>,
                           audits::cost<banks, bank_ways<Access, E>, tv>>{};
    else if constexpr (lies_in_global<T> && op::bits > 0)
      return first + writer +
             audits::lines<
                 audits::claim<width, access_width<op::bits, E>, tv>,
                 audits::cost<sectors, sector_efficiency<global_load<op::bits>, E>, tv>>{};
    else if constexpr (std::is_same_v<typename op::shared_source, no_access> &&
                       std::is_same_v<typename op::shared_destination, no_access>)
      return first + writer + audits::lines<audits::not_seen<operation_is_unknown>>{};
    else
      return first + writer;
  }
}

// Every element of a tile has equally many owners.
template <class Aspect, class TV, class Tile>
using owns_equally = audits::claim<
    Aspect,
    owns_every_element<(static_size<TV> > static_size<Tile> ? static_size<TV> / static_size<Tile>
                                                            : 1)>,
    TV, Tile>;

}  // namespace detail

template <class... Args>
struct audit_of<cute::TiledCopy<Args...>> {
  using Copy = cute::TiledCopy<Args...>;
  static constexpr auto lines() {
    using in_place = detail::tiled_copy_in_place<Copy>;
    using source = decltype(in_place::get_layoutS_TV());
    using destination = decltype(in_place::get_layoutD_TV());
    using tile = decltype(product_each(tile_shape(in_place{})));
    using covers = detail::owns_equally<aspect::copy_covers_tile, destination, tile>;
    if constexpr (decltype(cute::size(typename Copy::AtomThrID{}))::value > 1)
      return audits::lines<covers>{};  // a warp exchanges elements
    else
      return audits::lines<
          covers, audits::claim<aspect::copy_keeps_elements, same_elements, source, destination>>{};
  }
};
template <class... Args, class Source, class Destination>
struct audit_of<cute::TiledCopy<Args...>, Source, Destination> {
  using Copy = cute::TiledCopy<Args...>;
  static constexpr auto lines() {
    using op = accesses_of_copy<Copy>;
    return audit_of<Copy>::lines() +
           detail::lines_of_end<true, Copy, Source, typename op::shared_source>() +
           detail::lines_of_end<false, Copy, Destination, typename op::shared_destination>();
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
