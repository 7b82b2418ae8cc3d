#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Checks the forwarders of <cute/...>: there is one for each header that CuTe's names come from,
and each is the one line that includes <tileproof/cute/beside_cutlass.hpp>.

usage: forwarders.py INCLUDE NAMES

NAMES is static_tests/cute/names.txt, which has the header of each name.
"""
import pathlib
import sys

TEXT = "// SPDX-License-Identifier: BSL-1.0\n#pragma once\n#include <tileproof/cute/beside_cutlass.hpp>\n"


def main(include, names):
    folder = pathlib.Path(include) / "tileproof/cute/forward/cute"
    there = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*.hpp")}
    needed = {line.split("\t")[2].strip()
              for line in pathlib.Path(names).read_text().splitlines() if line.count("\t") == 2}
    missing = sorted(needed - there.keys())
    other = sorted(name for name, path in there.items() if path.read_text() != TEXT)
    for name in missing:
        print(f"<cute/{name}> has no forwarder")
    for name in other:
        print(f"{there[name]} is not the one line that includes <tileproof/cute/beside_cutlass.hpp>")
    print(f"{len(there)} forwarders, {len(needed)} headers with names")
    return 1 if missing or other or not needed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
