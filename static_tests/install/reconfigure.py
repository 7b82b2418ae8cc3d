#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""A build folder that was configured before doctest and Boost.Context were installed finds them when
Meson configures it again, as the second command of README.md has it do.

usage: reconfigure.py SOURCE_ROOT

Both are hidden from the first configuration, and so are Boost's libraries: its headers are enough.
The summary at the end of a configuration names the packages of both exactly where they are missing.
CXX and MESON name the programs to use; the exit status is 77 where one of the two is not installed.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

WRAPPER = """#!/bin/sh
if test -e {hidden}; then
  case "$*" in *doctest/doctest.h* | *-lboost_context*) exit 1;; esac
fi
exec {compiler} "$@"
"""
PACKAGES = "apt-get install doctest-dev libboost-context-dev"
SKIPPED = ("skipped: no doctest", "skipped: no Boost.Context")


def said_by(*command, **more):
    return subprocess.run([str(part) for part in command], check=True, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **more).stdout


def boost_headers(compiler):
    """The folder in which the compiler finds boost/; None where Boost.Context or doctest is not
    installed."""
    text = "#include <boost/context/fiber.hpp>\n#include <doctest/doctest.h>\n"
    done = subprocess.run([*compiler.split(), "-std=c++20", "-E", "-x", "c++", "-"], input=text,
                          text=True, capture_output=True)
    found = re.search(r'"(.*)/boost/context/fiber.hpp"', done.stdout)
    return found.group(1) if done.returncode == 0 and found else None


def main():
    source = pathlib.Path(sys.argv[1])
    compiler, meson = os.environ["CXX"], os.environ["MESON"]
    headers = boost_headers(compiler)
    if headers is None:
        print("skipped: no doctest or no Boost.Context")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        hidden, wrapper, build = scratch / "hidden", scratch / "compiler", scratch / "build"
        hidden.touch()
        wrapper.write_text(WRAPPER.format(hidden=hidden, compiler=compiler))
        wrapper.chmod(0o755)
        (scratch / "no_libraries").mkdir()
        env = {**os.environ, "CXX": str(wrapper)}
        summary = said_by(meson, "setup", build, source, "-Dcuda=disabled", "-Dbench=disabled",
                          env={**env, "BOOST_INCLUDEDIR": headers,
                               "BOOST_LIBRARYDIR": str(scratch / "no_libraries")})
        said = summary + said_by(meson, "introspect", build, "--tests")
        faults = [f"without both, the first configuration does not state: {text}"
                  for text in (PACKAGES, *SKIPPED) if text not in said]
        hidden.unlink()
        summary = said_by("ninja", "-C", build, "reconfigure", env=env)
        said = summary + said_by(meson, "introspect", build, "--tests")
        faults += [f"with both, the second configuration states: {text}"
                   for text in (PACKAGES, *SKIPPED) if text in said]
    print("\n".join(f"FAILED: {fault}" for fault in faults) or "ok: both are found")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
