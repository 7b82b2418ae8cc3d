// SPDX-License-Identifier: BSL-1.0
//
// Defines short questions about a protocol for tests: fault_of, says and spares.
//
//   static_assert(fault_of<gemm>() == fault::race);
//   static_assert(says<gemm>("TMA load into A[0]"));     // in the sentence of sound_protocol
//   static_assert(spares<gemm>("consumer, step: wait"));  // in that of minimal_protocol
#pragma once

#include <tileproof/pipeline.hpp>

namespace answers {

template <class P>
constexpr tileproof::pipeline::fault fault_of() {
  return tileproof::pipeline::prove_protocol<P>().found.what;
}
template <class Property, class P>
constexpr bool sentence_has(std::string_view part) {
  tileproof::core::text const t = tileproof::sentence<Property>(P{});
  return std::string_view(t).find(part) != std::string_view::npos;
}
template <class P>
constexpr bool says(std::string_view part) {
  return sentence_has<tileproof::sound_protocol, P>(part);
}
template <class P>
constexpr bool spares(std::string_view part) {
  return sentence_has<tileproof::minimal_protocol, P>(part);
}

}  // namespace answers
