// SPDX-License-Identifier: BSL-1.0
//
// Defines stage_tensors, which finds the tensor of a place: the stage of a buffer out of the tensor
// of all its stages, which the payload gives, or else the memory of the kernel; and what has to be
// true of it (machine/stages.hpp).
#pragma once

#include <tileproof/machine/rings.hpp>
#include <tileproof/machine/stages.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

// Where a kernel has no memory (machine/memory.hpp), or its payloads have all tensors.
struct no_memory {};

template <class P, class Context, class Payload, class Memory>
class stage_tensors : protected rings<P> {
 protected:
  using plan_t = plan<P>;
  using rings<P>::of;
  // A variable, since nvcc has no host function in a device function.
  template <op O>
  static constexpr bool is_write = writes(O);

  Context const& ctx_;
  Payload& data_;

  TILEPROOF_KERNEL stage_tensors(Context const& ctx, Payload& data) : ctx_(ctx), data_(data) {}

  // The stage of a buffer: its tensor at the last mode's coordinate; of one stage, its tensor.
  template <class R>
  TILEPROOF_KERNEL auto stage(slot<R> const& s) const {
    if constexpr (R::is == sort::accumulator) {
      return 0;
    } else {
      ctx_.expects(s.block < 0,
                   "machine: a place that names a block has lost its type: take it by "
                   "`auto`, not by slot");
      return claimed(stage_of(tensor(s), s), s);
    }
  }
  template <class R>
  TILEPROOF_KERNEL auto stage(slot_of_block<R> const& s) const {
    constexpr bool is_known = is_bound<R> || requires { data_.tensor(R{}, s.index, s.block); };
    static_assert(tileproof::refuse_unless<is_known, payload_knows_blocks<R>, R>);
    if constexpr (is_known) {
      auto const t = stage_of(tensor(s), s);
#if !defined(__CUDACC__)
      if constexpr (requires { Context::claims_stages; }) ctx_.expects_block(t, s.block);
#endif
      return t;
    } else {
      return 0;
    }
  }
  // That of a TMA load, whose bytes are those that the protocol counts.
  template <class R>
  TILEPROOF_KERNEL auto stage_of_load(slot<R> const& s) const {
    auto const to = stage(s);
    using tile = std::remove_cv_t<decltype(to)>;
    constexpr int bytes = static_cast<int>(decltype(size(typename tile::layout_type{}))::value *
                                           sizeof_bits_v<typename tile::value_type> / 8);
    static_assert(tileproof::refuse_unless<(bytes == R::amount), stage_has_bytes<R>, found<bytes>,
                                           expected<R::amount>>);
    return to;
  }
  // The stage that a verb reads, or writes.
  template <op O, class Slot>
  TILEPROOF_KERNEL auto place_for(Slot const& s) const {
    if constexpr (is_write<O>)
      return destination(s);
    else
      return stage(s);
  }
  // The tensor of a buffer, or of the part that a payload is asked for.
  template <class R>
  static constexpr bool is_bound = requires { typename Memory::template bound<R>::layout; };
  template <class R>
  TILEPROOF_KERNEL auto tensor(slot<R> const& s) const {
    if constexpr (requires { data_.tensor(R{}, s.index); }) {
      return data_.tensor(R{}, s.index);
    } else if constexpr (requires { data_.tensor(R{}); }) {
      constexpr bool is_of_one = requires { data_.part(R{}); };
      static_assert(
          tileproof::refuse_unless<(R::parts == 1 || is_of_one), payload_knows_parts<R>, R>);
      if constexpr (R::parts > 1 && is_of_one)
        ctx_.expects(data_.part(R{}) == s.index,
                     "machine: the payload's tensor is of another part than the role's place");
      return data_.tensor(R{});
    } else {
      static_assert(tileproof::refuse_unless<is_bound<R>, payload_has_tensor<R>, R>);
      if constexpr (is_bound<R>)
        return part_of(Memory::template tensor<R>(ctx_), s);
      else
        return 0;
    }
  }
  template <class R>
  TILEPROOF_KERNEL auto tensor(slot_of_block<R> const& s) const {
    if constexpr (requires { data_.tensor(R{}, s.index, s.block); })
      return data_.tensor(R{}, s.index, s.block);
    else
      return part_of(Memory::template tensor<R>(ctx_, s.block), s);
  }
  // Memory has the parts of a buffer as its last mode.
  template <class T, class R>
  TILEPROOF_KERNEL static auto part_of(T const& all, slot<R> const& s) {
    if constexpr (R::parts == 1)
      return all;
    else
      return last_at(all, s.index, std::make_index_sequence<T::layout_type::rank - 1>{});
  }
  // An operand of gemm, which is given the places of All.
  template <class... All, class R>
  TILEPROOF_KERNEL auto operand(resources<All...>, slot<R> const& s) const {
    if constexpr (requires { data_.all_parts(R{}); }) {
      constexpr int named = (0 + ... + (std::is_same_v<R, All> ? 1 : 0));
      static_assert(tileproof::refuse_unless<(named == R::parts), gemm_names_all_parts<R>,
                                             found<named>, expected<R::parts>>);
      return stage_of(data_.all_parts(R{}), s);
    } else {
      return stage(s);
    }
  }
  // On the CPU: the stage's tensor has memory of its own, as the proof takes it (cpu/stages.hpp).
  template <class T, class R>
  TILEPROOF_KERNEL T claimed(T const& t, [[maybe_unused]] slot<R> const& s) const {
#if !defined(__CUDACC__)
    if constexpr (R::is == sort::buffer && requires { Context::claims_stages; }) {
      constexpr int ring = plan_t::table.first_ring[plan_t::template resource_of<R>];
      int const cell = plan_t::table.ring[ring + s.index].cell + of(s).stage;
      auto const meets = [](int x, int y) {
        if constexpr (access_facts<P>::has_overlaps)
          return facts_of<P>.meets[plan_t::table.ring_of[x]][plan_t::table.ring_of[y]];
        else
          return x == y;
      };
      ctx_.claim(
          cell, t, [&](int other) { return meets(cell, other); },
          [&] {
            core::text name;
            names<P>::put_place(name, cell);
            return name;
          });
    }
#endif
    return t;
  }
  template <class R>
  TILEPROOF_KERNEL auto destination(slot<R> const& s) const {
    if constexpr (requires { data_.destination(R{}); }) {
      static_assert(R::parts == 1,
                    "machine: a buffer of several parts has destination(R, int part)");
      return stage_of(data_.destination(R{}), s);
    } else if constexpr (requires {
                           requires R::parts > 1;
                           data_.destination(R{}, s.index);
                         }) {
      return stage_of(data_.destination(R{}, s.index), s);
    } else {
      return stage(s);
    }
  }
  template <class R>
  TILEPROOF_KERNEL auto destination(slot_of_block<R> const& s) const {
    return stage(s);
  }
  template <class T>
  TILEPROOF_KERNEL T const& stage_or_value(T const& value) const {
    return value;
  }
  template <class R>
  TILEPROOF_KERNEL auto stage_or_value(slot<R> const& s) const {
    return stage(s);
  }
  template <class R>
  TILEPROOF_KERNEL auto stage_or_value(slot_of_block<R> const& s) const {
    return stage(s);
  }
  template <class T, class R>
  TILEPROOF_KERNEL auto stage_of(T const& all, slot<R> const& s) const {
    if constexpr (R::stages == 1 || std::is_same_v<T, int>) {  // int: it has been refused
      return all;
    } else {
      using layout = typename T::layout_type;
      constexpr int stages =
          static_cast<int>(decltype(size<layout::rank - 1>(std::declval<layout const&>()))::value);
      static_assert(tileproof::refuse_unless<(stages == R::stages), tensor_has_stages<R>,
                                             found<stages>, expected<R::stages>>);
      constexpr meeting_stages met = stages_that_meet<layout>;
      static_assert(
          tileproof::refuse_unless<(met.first < 0), stages_are_apart<R>, at_coordinate<met.first>,
                                   and_coordinate<met.second>, expected<met.stride>>);
      return last_at(all, of(s).stage, std::make_index_sequence<layout::rank - 1>{});
    }
  }
  template <class T, std::size_t... I>
  TILEPROOF_KERNEL static auto last_at(T const& t, int i, std::index_sequence<I...>) {
    return t((static_cast<void>(I), _)..., i);
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
