#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Builds the program beside this file against the library, and runs it.

usage: use.py WAY SOURCE_ROOT

    pkg-config, cmake                 find the library where it is installed
    FetchContent, add_subdirectory    CMake without an install
    subproject, wrap                  Meson without an install
    flag                              -I and nothing else

FetchContent and wrap clone a repository at file://. CXX and MESON name the programs to use; the exit
status is 77 where the way to find the library needs a program that is not here.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
EXPECTED_LINE = "((_2,_2),_3):((_24,_2),_8)\n"
EXPECTED = EXPECTED_LINE * 2  # by main.cpp, and by of_cute.cpp


def run(*command, **more):
    return subprocess.run([str(part) for part in command], check=True, **more)


def install(source, scratch):
    """The prefix under SCRATCH where the library is."""
    prefix = scratch / "prefix"
    run(os.environ["MESON"], "setup", scratch / "library", source, "--prefix", prefix,
        "-Dtests=false", "-Dexplorer=disabled")
    run(os.environ["MESON"], "install", "-C", scratch / "library", "--no-rebuild")
    return prefix


def compiler_with(flags):
    return [*os.environ["CXX"].split(), "-std=c++20", *flags]


def by_pkg_config(name, environment):
    """The command line of the compiler with what pkg-config says of NAME."""
    return compiler_with(run("pkg-config", "--cflags", name, stdout=subprocess.PIPE, text=True,
                             env=environment).stdout.split())


def linked(folder, compiler, compiler_of_cute):
    """The program, by two compilers' command lines, in FOLDER."""
    folder.mkdir()
    run(*compiler_of_cute, "-c", HERE / "of_cute.cpp", "-o", folder / "of_cute.o")
    run(*compiler, HERE / "main.cpp", folder / "of_cute.o", "-o", folder / "program")
    return folder / "program"


def use_pkg_config(source, scratch):
    path = install(source, scratch) / "share" / "pkgconfig"
    found = {**os.environ, "PKG_CONFIG_PATH": path}
    return linked(scratch / "program", by_pkg_config("tileproof", found),
                  by_pkg_config("tileproof-cute-forward", found))


def with_cmake(scratch, definition):
    run("cmake", "-G", "Ninja", "-S", HERE, "-B", scratch / "program", f"-D{definition}")
    run("cmake", "--build", scratch / "program")
    return scratch / "program" / "program"


def with_meson(scratch, name, put_library):
    """Meson, where put_library has made subprojects/NAME."""
    project = scratch / "project"
    shutil.copytree(HERE, project)
    (project / "subprojects").mkdir()
    put_library(project / "subprojects" / name)
    run(os.environ["MESON"], "setup", scratch / "program", project)
    run(os.environ["MESON"], "compile", "-C", scratch / "program")
    return scratch / "program" / "program"


def repository(source, scratch):
    """The URL of a git repository with what a user of the library clones, and a tag, `release`."""
    there = scratch / "repository"
    (there / "include").mkdir(parents=True)
    for name in ("CMakeLists.txt", "meson.build", "meson_options.txt"):
        shutil.copy(source / name, there)
    for name in ("include/tileproof", "cmake"):
        shutil.copytree(source / name, there / name)
    git = ("git", "-C", there, "-c", "user.name=tileproof", "-c", "user.email=tileproof@localhost")
    run(*git, "init", "--quiet")
    run(*git, "add", "--all")
    run(*git, "commit", "--quiet", "--message", "A release")
    run(*git, "tag", "release")
    return f"file://{there}"


def use_cmake(source, scratch):
    return with_cmake(scratch, f"CMAKE_PREFIX_PATH={install(source, scratch)}")


def use_fetch_content(source, scratch):
    return with_cmake(scratch, f"REPOSITORY={repository(source, scratch)}")


def use_add_subdirectory(source, scratch):
    return with_cmake(scratch, f"SUBDIRECTORY={source}")


def use_subproject(source, scratch):
    return with_meson(scratch, "tileproof",
                      lambda there: there.symlink_to(source, target_is_directory=True))


def use_wrap(source, scratch):
    wrap = f"[wrap-git]\nurl = {repository(source, scratch)}\nrevision = release\ndepth = 1\n"
    return with_meson(scratch, "tileproof.wrap", lambda there: there.write_text(wrap))


def use_flag(source, scratch):
    include = source / "include"
    return linked(scratch / "program", compiler_with(["-I", include]),
                  compiler_with(["-I", include / "tileproof/cute/forward", "-I", include]))


# Each way, the programs that it needs beside the compiler and Meson, and what it does.
WAYS = {"pkg-config": (["pkg-config"], use_pkg_config), "cmake": (["cmake"], use_cmake),
        "FetchContent": (["cmake", "git"], use_fetch_content),
        "add_subdirectory": (["cmake"], use_add_subdirectory),
        "subproject": ([], use_subproject), "wrap": (["git"], use_wrap), "flag": ([], use_flag)}


def main(way, source):
    needed, use = WAYS[way]
    missing = [program for program in needed if shutil.which(program) is None]
    if missing:
        print(f"skipped: no {' and no '.join(missing)}")
        return 77
    with tempfile.TemporaryDirectory() as scratch:
        program = use(pathlib.Path(source), pathlib.Path(scratch))
        printed = run(program, stdout=subprocess.PIPE, text=True).stdout
    print(printed, end="")
    return 0 if printed == EXPECTED else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
