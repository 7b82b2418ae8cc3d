// SPDX-License-Identifier: BSL-1.0
//
// Defines how the program writes an answer, and answer_lines, the prompt of `tileproof repl`.
#pragma once

#include "command.hpp"

namespace tileproof::explorer {

// Writes an answer to standard output, or to the file of -o (- is standard output), and its errors
// to standard error. Returns its status, bad_input where the file cannot be written.
status write_answer(request const& in, response& r);

// Reads lines from standard input, with line editing, history and completion where libedit is there
// and standard input is a terminal, and writes their answers, until the input ends. A line is an
// expression, or a command with its options and with expressions between semicolons. Returns the
// worst status where the input is no terminal, else a result.
status answer_lines(request const& in);

}  // namespace tileproof::explorer
