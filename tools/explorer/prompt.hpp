// SPDX-License-Identifier: BSL-1.0
//
// Defines answer_lines, the prompt of `tileproof repl`.
#pragma once

#include "command.hpp"

namespace tileproof::explorer {

// Reads lines from standard input, with line editing, history and completion where libedit is there
// and standard input is a terminal, and writes their answers, until the input ends. A line is an
// expression, or a command with its options and with expressions between semicolons. Returns the
// worst status where the input is no terminal, else a result.
status answer_lines(request const& in);

}  // namespace tileproof::explorer
