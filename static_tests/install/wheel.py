#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Builds the wheel, installs it into a fresh virtual environment and uses all of it there.

usage: wheel.py SOURCE_ROOT [WHEEL]

Used are the Python module, the program, the headers by CMake and by pkg-config, and the notebook of
docs. WHEEL is one that is built already. CXX names the compiler. The exit status is 77 where there is
no venv, no network or, to build the wheel, no CLI11.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import use

CHECKS = r'''
import subprocess, sys, tileproof
from tileproof import InputError, Refused

def raises(error, call):
    try:
        call()
    except error as e:
        return e
    raise AssertionError(f"no {error.__name__}")

r = tileproof.eval("composition(A,B)", A="(_6,_2):(_8,_2)", B="(_4,_3):(_3,_1)")
assert r == "((_2,_2),_3):((_24,_2),_8)" and r.kind == "layout", repr(r)
assert int(tileproof.eval("A(1,2)", A="(_4,_8):(_8,_1)")) == 10
assert int(tileproof.eval("size((_4,_8):(_8,_1))")) == 32
assert tileproof.eval("size(A)", A=r) == "_12"

e = raises(InputError, lambda: tileproof.eval("(_4,_8:(_8,_1)"))
assert isinstance(e, SyntaxError) and e.text == "(_4,_8:(_8,_1)" and 1 <= e.offset <= 15, vars(e)
e = raises(Refused, lambda: tileproof.eval("composition((_6,_2):(_1,_7),_4:_2)"))
assert str(e) and e.expression[e.at:e.at + e.length].startswith("composition"), vars(e)
raises(InputError, lambda: tileproof.eval("two\nlines"))
raises(InputError, lambda: tileproof.prove("no_such_property", "_4:_1"))
raises(InputError, lambda: tileproof.prove("injective", "(_4"))
raises(InputError, lambda: tileproof.draw("(_4"))
assert tileproof.eval("-1") == "-1"

p = tileproof.prove("injective", "(_4,_2):(_1,_3)")
assert not p and p.answer == "no" and p.sentence and p.clues, repr(p)
assert tileproof.prove("injective", "(_4,_2):(_1,_4)")

svg = tileproof.draw("A", A="(_4,_8):(_8,_1)")._repr_svg_()
assert svg.startswith(("<svg", "<?xml")) and "</svg>" in svg and ">31<" in svg, svg[:200]
assert tileproof.draw("SM80_16x8x16_F32F16F16F32_TN").svg.count("<") > 100

assert subprocess.run([sys.argv[1], "eval", "size(_4:_1)"], capture_output=True, text=True,
                      check=True).stdout == "_4\n"
'''


def main(source, wheel=None):
    source = pathlib.Path(source)
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        there = scratch / "environment"
        if subprocess.run([sys.executable, "-m", "venv", there], check=False).returncode != 0:
            print("skipped: no venv: apt-get install python3-venv")
            return 77
        pip = [there / "bin" / "python", "-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
        needed = [] if wheel else ["meson-python", "meson", "ninja"]
        if needed and subprocess.run([*pip, *needed], check=False).returncode != 0:
            print("skipped: pip finds no meson-python, which needs a network")
            return 77
        path = f"{there / 'bin'}{os.pathsep}{os.environ['PATH']}"
        use.run(*pip, "--no-deps", wheel or source, *(["--no-build-isolation"] if needed else []),
                env={**os.environ, "PATH": path})
        python = there / "bin" / "python"
        use.run(python, "-c", CHECKS, there / "bin" / "tileproof", cwd=scratch)

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
