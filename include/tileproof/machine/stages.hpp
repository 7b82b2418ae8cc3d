// SPDX-License-Identifier: BSL-1.0
//
// Defines the conditions on the tensors of a payload, and their refusals: a tensor has the stages
// of the buffer, no two stages share memory, as the proof assumes, and the payload defines the part
// and the block that a role names.
//
//   stages_that_meet<Layout<Shape<_128, _2>, Stride<_1, _64>>>  // 0 and 1; with stride 128 none
//
// A run on the CPU (cpu/stages.hpp) checks that tensors of two buffers, of two parts, or with
// run-time strides do not overlap.
#pragma once

#include <tileproof/algebra/composed_layout.hpp>
#include <tileproof/core/injective.hpp>
#include <tileproof/protocol/resources.hpp>
#include <tileproof/types/refused.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

// The name of a refusal: the last mode of a buffer's tensor does not count its stages.
template <class R>
struct tensor_has_stages {
  using element_type = R;
  static constexpr char const* sentences[] = {
      "machine: the last mode of the tensor of {element} has the extent {found}, and the buffer "
      "has "
      "{expected} stages",
      nullptr};
};
// The name of a refusal: two stages of a buffer's tensor have an element in common.
template <class R>
struct stages_are_apart {
  using element_type = R;
  static constexpr char const* sentences[] = {
      "machine: stages {at_coordinate} and {and_coordinate} of {element} share memory, and the "
      "protocol takes them for different; with the stride {expected} of its tensor's last mode "
      "they "
      "are",
      nullptr};
};
// The name of a refusal: neither payload nor memory has the tensor of a buffer.
template <class R>
struct payload_has_tensor {
  using element_type = R;
  static constexpr char const* sentences[] = {
      "machine: neither the memory of the kernel nor the payload has a tensor of {element}: bind "
      "{element} in pipeline::memory and give that to run_protocol, or give the payload "
      "tensor({element})",
      nullptr};
};
// The names of refusals: a payload does not state of which part, or of which block, its tensor is.
template <class R>
struct payload_knows_parts {
  using element_type = R;
  static constexpr char const* sentences[] = {
      "machine: {element} has several parts, and the payload has no tensor({element}, int part), "
      "nor "
      "part({element}), which tells of which one its tensor is",
      nullptr};
};
template <class R>
struct payload_knows_blocks {
  using element_type = R;
  static constexpr char const* sentences[] = {
      "machine: a place of {element} names a block, and the payload has no tensor({element}, int "
      "part, int block)",
      nullptr};
};
// The name of a refusal: a wgmma reads all parts of a buffer, but the role names only some.
template <class R>
struct gemm_names_all_parts {
  using element_type = R;
  static constexpr char const* sentences[] = {
      "machine: gemm names {found} of the {expected} parts of {element}, and the payload's operand "
      "has them all",
      nullptr};
};
// The name of a refusal: a stage's tensor has not the bytes that the protocol states.
template <class R>
struct stage_has_bytes {
  using element_type = R;
  static constexpr char const* sentences[] = {
      "machine: a TMA load brings {found} bytes to a stage of {element}, and the protocol counts "
      "{expected}",
      nullptr};
};

// Two stages of a tensor that share an offset (`first` is -1 if there are none), and a stride with
// which no stages would.
struct meeting_stages {
  std::int64_t first = -1, second = -1, stride = 1;
};

namespace detail {

template <class L>
struct inner_layout {
  using type = L;
};
template <class A, class O, class L>
struct inner_layout<ComposedLayout<A, O, L>> {
  using type = L;
};

// Finds two stages that share an element in a static layout, whose leaves from `from` on are the
// stages.
constexpr meeting_stages find_meeting(core::layout const& all, int from) {
  meeting_stages r;
  core::layout stages_first = all;
  for (int i = 0; i < all.count; ++i) {
    stages_first.at[i] = all.at[(i + from) % all.count];
    if (i < from)
      r.stride += (all.at[i].extent.value - 1) * core::magnitude(all.at[i].stride.value);
  }
  core::arithmetic cx;
  std::int64_t difference[core::max_leaves]{};
  if (core::injective(cx, stages_first, all.count - from, difference) != core::answer::no) return r;
  r.first = r.second = 0;
  std::int64_t unit = 1;
  for (int i = 0; i < all.count - from; ++i) {
    (difference[i] < 0 ? r.first : r.second) += core::magnitude(difference[i]) * unit;
    unit *= stages_first.at[i].extent.value;
  }
  if (r.first > r.second) return {r.second, r.first, r.stride};
  return r;
}

}  // namespace detail

// Two stages, coordinates of the last mode of a layout, that share an offset. A swizzle is one to
// one, so the layout inside it decides. The answer is "none" for a layout with run-time leaves, and
// where the search is too long.
template <class L>
inline constexpr meeting_stages stages_that_meet = [] {
  if constexpr (is_static_v<L>) {
    using inner = typename detail::inner_layout<L>::type;
    core::layout const& all = tileproof::detail::reading_of<inner>::value.into;
    constexpr std::int64_t stages = decltype(size<L::rank - 1>(std::declval<L const&>()))::value;
    int from = all.count;
    for (std::int64_t n = 1; n < stages; n *= all.at[from].extent.value) --from;
    return detail::find_meeting(all, from);
  } else {
    return meeting_stages{};
  }
}();

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
