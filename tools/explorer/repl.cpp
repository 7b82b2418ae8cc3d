// SPDX-License-Identifier: BSL-1.0
//
// tileproof repl: the row of the command, which the program answers itself (prompt.hpp).
#include "command.hpp"

namespace tileproof::explorer {

namespace {

void run(request const&, response& r) { r.bad("repl is a command of the program: it reads lines"); }

}  // namespace

extern command const repl_command{
    "repl",
    "",
    "answer lines, with line editing and completion",
    "Each line is an expression, or a command of this program with its options and with "
    "expressions between semicolons: `prove injective (_4,_2):(_1,_3)`, `print A --tile (_16,_8)`. "
    "Names that `let` binds stay. `quit` or the end of the input ends it. Line editing, history "
    "and "
    "completion are those of libedit, where it was there when the program was built.",
    {run_time_option},
    {{"repl", "a prompt"}},
    false,
    run};

}  // namespace tileproof::explorer
