// SPDX-License-Identifier: BSL-1.0
//
// Defines the protocols of the library's kernels by name, and a GEMM in two roles, as values:
//
//   gemm_wgmma(stages=4)              kind::protocol, name; `of`: the stages, where they vary
//   without(gemm_wgmma(stages=4),7)   items: the number of a synchronisation that is left out
//
// They are proved as include/tileproof/checker proves them, at run time.
#pragma once

#include "operations.hpp"

#include <tileproof/checker/protocol_properties.hpp>
#include <tileproof/print/picture.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace tileproof::explorer {

// The answer of a proof: the fault or none, and how many states were seen; a fault has its sentence
// and the actions that lead to it.
struct protocol_answer {
  pipeline::fault what{};
  int states = 0;
  std::string sentence{};
  std::vector<std::string> trace{};

  bool holds() const { return what == pipeline::fault::none; }
};

// The questions about one protocol. `left_out` is the number of a synchronisation, or -1.
struct protocol_questions {
  std::vector<std::string> (*synchronisations)();
  protocol_answer (*prove)(int left_out);
  // minimal_protocol: the sentence about what can be left out or weakened; empty where nothing can.
  std::string (*spare)();
  picture (*draw)(int steps, int tiles, int left_out);
};

// Protocols of one name. `of` are those with `least` to `most` stages, one where the number of
// stages is fixed; `stages` are those of the name alone.
struct named_protocol {
  std::string_view name;
  std::string_view meaning;
  int least, most, stages;
  protocol_questions const* of;

  bool has_stages() const { return most > 0; }
};
std::vector<named_protocol> const& protocols();

// The protocol of that name, with its own number of stages, as a value; false where there is none.
bool find_protocol(std::string_view name, value& out);

// A value of kind::protocol: its row, its questions, and what is left out of it, -1 for nothing.
struct asked_protocol {
  named_protocol const* named;
  protocol_questions const* ask;
  int left_out;
};
asked_protocol protocol_of(value const& v);

}  // namespace tileproof::explorer
