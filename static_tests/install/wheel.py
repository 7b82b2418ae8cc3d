#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Builds the wheel, installs it into a fresh virtual environment and uses all of it there.

usage: wheel.py SOURCE_ROOT [WHEEL [PACKAGE...]]

Used are the Python module, by the tests of packaging/python/test and by mypy, the program, the headers
by CMake and by pkg-config, and the notebook of docs. WHEEL is one that is built already. PACKAGEs, such
as nvidia-cutlass-dsl, triton and torch, are installed too, so that their layouts are compared. CXX names
the compiler. The exit status is 77 where there is no venv, or no network.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import use

# The tests of the module need the first three; the others are packages whose layouts it takes.
TESTERS = ["pytest", "mypy", "numpy", "tensor-layouts"]
PYCUTE = "nvidia-cutlass"  # its requirements are for more than its pycute


def main(source, wheel=None, *more):
    source = pathlib.Path(source)
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        there = scratch / "environment"
        if subprocess.run([sys.executable, "-m", "venv", there], check=False).returncode != 0:
            print("skipped: no venv: apt-get install python3-venv")
            return 77
        pip = [there / "bin" / "python", "-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
        needed = [] if wheel else ["meson-python", "meson", "ninja"]
        for packages in ([*needed, *TESTERS, *more], ["--no-deps", PYCUTE]):
            if subprocess.run([*pip, *packages], check=False).returncode != 0:
                print(f"skipped: pip finds no {' or '.join(packages)}: is there a network?")
                return 77
        found = {name: value for name, value in os.environ.items() if name != "MESON"}  # older than 1.3
        found["PATH"] = f"{there / 'bin'}{os.pathsep}{found['PATH']}"
        use.run(*pip, "--no-deps", wheel or source, *(["--no-build-isolation"] if needed else []),
                env=found)
        python = there / "bin" / "python"
        use.run(python, "-m", "pytest", "-q", "-p", "no:cacheprovider",
                source / "packaging" / "python" / "test", cwd=scratch)
        use.run(python, "-m", "mypy", "--strict", "--no-incremental", "-p", "tileproof", cwd=scratch)
        size = use.run(there / "bin" / "tileproof", "eval", "size(_4:_1)", stdout=subprocess.PIPE,
                       text=True).stdout
        if size != "_4\n":
            print(f"FAILED: the program prints {size}")
            return 1

        def answer(what):
            return use.run(python, "-m", "tileproof", what, stdout=subprocess.PIPE, text=True,
                           cwd=scratch).stdout.strip()

        includes = answer("--includes")
        programs = [use.linked(scratch / "by_flag", use.compiler_with([includes]),
                               use.compiler_with([f"{includes}/tileproof/cute/forward", includes]))]
        if shutil.which("cmake"):
            programs.append(use.with_cmake(scratch, f"tileproof_DIR={answer('--cmakedir')}"))
        if shutil.which("pkg-config"):
            found = {**os.environ, "PKG_CONFIG_PATH": answer("--pkgconfigdir")}
            programs.append(use.linked(scratch / "by_pkg_config",
                                       *(use.by_pkg_config(name, found)
                                         for name in ("tileproof", "tileproof-cute-forward"))))
        for program in programs:
            printed = use.run(program, stdout=subprocess.PIPE, text=True).stdout
            if printed != use.EXPECTED:
                print(f"FAILED: {program.name} prints {printed}")
                return 1
        notebook = source / "docs" / "tileproof.ipynb"
        use.run(python, source / "tools" / "notebook.py", "--check", notebook, cwd=scratch)
    print(f"ok: the module, the program, and {len(programs)} ways to the headers")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
