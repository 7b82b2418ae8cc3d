#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Builds the program beside this file against the library, and runs it.

usage: use.py pkg-config|cmake|subproject SOURCE_ROOT

The first two find the library where it is installed. CXX and MESON name the programs to use; the
exit status is 77 where the way to find the library needs a program that is not here.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
EXPECTED = "((_2,_2),_3):((_24,_2),_8)\n"


def run(*command, **more):
    return subprocess.run([str(part) for part in command], check=True, **more)


def install(source, scratch):
    """The prefix under SCRATCH where the library is."""
    prefix = scratch / "prefix"
    run(os.environ["MESON"], "setup", scratch / "library", source, "--prefix", prefix,
        "-Dexplorer=disabled")
    run(os.environ["MESON"], "install", "-C", scratch / "library", "--no-rebuild")
    return prefix


def use_pkg_config(source, scratch):
    path = install(source, scratch) / "share" / "pkgconfig"
    flags = run("pkg-config", "--cflags", "tileproof", env={**os.environ, "PKG_CONFIG_PATH": path},
                stdout=subprocess.PIPE, text=True).stdout.split()
    program = scratch / "program"
    run(*os.environ["CXX"].split(), "-std=c++20", *flags, HERE / "main.cpp", "-o", program)
    return program


def use_cmake(source, scratch):
    prefix = install(source, scratch)
    run("cmake", "-G", "Ninja", "-S", HERE, "-B", scratch / "program",
        f"-DCMAKE_PREFIX_PATH={prefix}")
    run("cmake", "--build", scratch / "program")
    return scratch / "program" / "program"


def use_subproject(source, scratch):
    project = scratch / "project"
    shutil.copytree(HERE, project)
    (project / "subprojects").mkdir()
    (project / "subprojects" / "tileproof").symlink_to(source, target_is_directory=True)
    run(os.environ["MESON"], "setup", scratch / "program", project)
    run(os.environ["MESON"], "compile", "-C", scratch / "program")
    return scratch / "program" / "program"


def main(way, source):
    if way in ("pkg-config", "cmake") and shutil.which(way) is None:
        print(f"skipped: {way} is not here")
        return 77
    use = {"pkg-config": use_pkg_config, "cmake": use_cmake, "subproject": use_subproject}[way]
    with tempfile.TemporaryDirectory() as scratch:
        program = use(pathlib.Path(source), pathlib.Path(scratch))
        printed = run(program, stdout=subprocess.PIPE, text=True).stdout
    print(printed, end="")
    return 0 if printed == EXPECTED else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
