// SPDX-License-Identifier: BSL-1.0
//
// The text of an instruction as a constant that an asm statement receives with the constraint "C":
// the statements of tcgen05 are few, and the shape, the kind and the modifiers are text.
//
//   struct name {
//     static constexpr core::text make() { ... }  // "tcgen05.cp.cta_group::1.128x256b"
//   };
//   asm volatile("%2 [%0], %1;" ::"r"(address), "l"(descriptor), "C"(detail::asm_text<name>::value));
#pragma once

#include <tileproof/core/text.hpp>

#include <cstddef>
#include <utility>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// The constraint requires a static array of characters.
template <char... Characters>
struct asm_characters {
  static constexpr char value[] = {Characters..., '\0'};
};
template <class Text, std::size_t... I>
asm_characters<Text::make().at[I]...> asm_characters_of(std::index_sequence<I...>);
template <class Text>
using asm_text = decltype(asm_characters_of<Text>(
    std::make_index_sequence<static_cast<std::size_t>(Text::make().count)>{}));

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
