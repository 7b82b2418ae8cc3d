#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Checks that device code has no assert by default, and traps under TILEPROOF_DEVICE_CHECKS.

usage: device_checks.py FILE NVCC [ARGS...]

By default no entry of FILE has a trap or a call, and its PTX is that of a build with NDEBUG and
<tileproof/cute.hpp>, so that its machine code is the same too. With
TILEPROOF_DEVICE_CHECKS every entry has a trap and none a call. Either way ptxas keeps wgmma
asynchronous (no C7510). With ASSERT_IN_LOOP both the assert and C7510 must be found.
"""
import pathlib
import re
import subprocess
import sys
import tempfile


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr)
    return done.stdout, done.stderr


class Build:
    """FILE compiled with macros: its PTX, and per entry the traps and the calls."""

    def __init__(self, file, nvcc, *macros):
        self.nvcc = nvcc
        self.ptx, _ = run(*nvcc, *("-D" + macro for macro in macros), "-ptx", "-o", "-", file)
        self.entries = dict(
            re.findall(r"\.entry (\w+)\(.*?\)[^{]*\{(.*?)^\}", self.ptx, re.S | re.M))
        self.traps = {name: len(re.findall(r"\btrap;", body))
                      for name, body in self.entries.items()}
        self.calls = {name: len(re.findall(r"\bcall\b", body))
                      for name, body in self.entries.items()}

    def is_serialised(self):
        with tempfile.TemporaryDirectory() as directory:
            ptx = pathlib.Path(directory, "kernels.ptx")
            ptx.write_text(self.ptx)
            said = "".join(run(*self.nvcc, "-cubin", "-Xptxas", "-v", "-o",
                               str(ptx.with_suffix(".cubin")), str(ptx)))
        return "C7510" in said or "serialized" in said


def main():
    file, nvcc = sys.argv[1], sys.argv[2:]
    default = Build(file, nvcc)
    with_both = Build(file, [*nvcc, "-include", "tileproof/cute.hpp"], "NDEBUG")
    checked = Build(file, nvcc, "TILEPROOF_DEVICE_CHECKS")
    asserts = Build(file, nvcc, "ASSERT_IN_LOOP")
    results = {
        "the entries of all builds are the same, at least 10":
            len(default.traps) >= 10 and len(default.traps) == len(checked.traps),
        "default: no trap": not any(default.traps.values()),
        "default: no call": not any(default.calls.values()) and "__assertfail" not in default.ptx,
        "default: every entry has the PTX of a build with NDEBUG and cute.hpp":
            with_both.entries == default.entries,
        "default: wgmma is asynchronous": not default.is_serialised(),
        "checks: every entry traps": all(checked.traps.values()),
        "checks: no call": not any(checked.calls.values()) and "__assertfail" not in checked.ptx,
        "checks: wgmma is asynchronous": not checked.is_serialised(),
        "an assert in the loop is found": "__assertfail" in asserts.ptx,
        "an assert in the loop serialises wgmma": asserts.is_serialised(),
    }
    for what, holds in results.items():
        if not holds:
            print(f"failed: {what}")
    for name in checked.traps:
        print(f"{name[:60]}: {default.traps.get(name, '?')} traps by default, "
              f"{checked.traps[name]} with checks, {checked.calls[name]} calls")
    failed = list(results.values()).count(False)
    print(f"{len(results) - failed} passed, {failed} failed")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
