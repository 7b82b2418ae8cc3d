#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Prints the names of tests of a suite, a line each: those that are also in the suite `device`, and one part
of the others. The parts take about one time: a test's timeout stands for its time, and tests of one name,
the same proof with several compilers, are one.

usage: part_of_tests.py BUILD_DIRECTORY SUITE PART PARTS
"""
import json
import subprocess
import sys


def main(build, suite, part, parts):
    tests = json.loads(subprocess.run(["meson", "introspect", "--tests", build], check=True,
                                      capture_output=True, text=True).stdout)
    suites = {}
    times = {}
    for test in tests:
        of = [name.split(":")[-1] for name in test["suite"]]
        if suite in of:
            suites.setdefault(test["name"], set()).update(of)
            times[test["name"]] = times.get(test["name"], 0) + test["timeout"]
    load = [0] * parts
    for name in sorted(times, key=lambda name: (-times[name], name)):
        least = load.index(min(load))
        if "device" not in suites[name]:
            load[least] += times[name]
        if "device" in suites[name] or least == part - 1:
            print(name)


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    main(*sys.argv[1:3], *map(int, sys.argv[3:]))
