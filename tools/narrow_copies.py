#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Shows that a compiler warns once of a copy that is narrower than CuTe's, that
TILEPROOF_ALLOW_NARROW_COPIES silences it, and that TILEPROOF_REQUIRE_VECTORISED refuses it.

usage: narrow_copies.py FILE COMPILER [ARGS...]
"""
import subprocess
import sys

SENTENCE = "this copy has narrow accesses"


def warnings(command, file, *more):
    """(whether FILE compiles, how many warnings of narrow copies it gets)"""
    done = subprocess.run([*command, *more, file], capture_output=True, text=True)
    said = [line for line in done.stderr.splitlines() if "warning" in line and SENTENCE in line]
    return done.returncode == 0, len(said)


def main(file, *command):
    wrong = 0
    for more, expected in (((), (True, 1)), (("-DTILEPROOF_ALLOW_NARROW_COPIES",), (True, 0)),
                           (("-DTILEPROOF_REQUIRE_VECTORISED",), (False, 0))):
        found = warnings(command, file, *more)
        print(*more, "compiles:", found[0], "warnings:", found[1])
        wrong += found != expected
    print(f"{3 - wrong} passed, {wrong} failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
