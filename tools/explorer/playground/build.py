#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Builds the playground: one HTML page that has the explorer in it, as WebAssembly.

usage: build.py OUTPUT.html [--boost DIRECTORY] [--jobs N] [--docs ADDRESS] [--module FILE.wasm]

It needs, on Debian 12, clang-19 lld-19 wasi-libc libc++-19-dev-wasm32 libclang-rt-19-dev-wasm32; where
they are missing the exit status is 77 (skipped). DIRECTORY has boost/. CXX names another compiler.
The page links to ADDRESS, where docs/explorer.md is published; without it there is no such link.
With --module the page has FILE.wasm, and nothing is compiled.
"""
import argparse
import base64
import concurrent.futures
import gzip
import html
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
INCLUDE = HERE.parents[2] / "include"
PACKAGES = "clang-19 lld-19 wasi-libc libc++-19-dev-wasm32 libclang-rt-19-dev-wasm32"
OF_PROGRAM = ("main.cpp", "prompt.cpp")  # files of the program alone: streams, a terminal


def compile_module(boost, jobs):
    """The bytes of the module; None where there is no compiler."""
    compiler = [os.environ.get("CXX", "clang++-19"), "--target=wasm32-wasi", "-fno-exceptions",
                "-mbulk-memory"]
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        # Only boost/ of /usr/include is meant: the rest belongs to the host.
        (scratch / "headers").mkdir()
        (scratch / "headers" / "boost").symlink_to(boost.resolve() / "boost")
        try:
            probe = subprocess.run([*compiler, "-mexec-model=reactor", "-x", "c++", "-", "-o",
                                    scratch / "probe"], input="#include <string>\n", text=True,
                                   capture_output=True, check=False)
        except FileNotFoundError:
            probe = None
        if probe is None or probe.returncode != 0:
            return None

        def compiled(source):
            made = scratch / f"{source.stem}.o"
            # Protocols of the kernels with each number of stages: -Os takes minutes for them.
            size = "-Oz" if source.name == "protocols.cpp" else "-Os"
            subprocess.run([*compiler, "-std=c++20", size, "-fno-rtti", "-I", INCLUDE, "-isystem",
                            scratch / "headers", "-c", source, "-o", made], check=True)
            return made

        sources = sorted(s for s in HERE.parent.glob("*.cpp") if s.name not in OF_PROGRAM)
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            objects = list(pool.map(compiled, [*sources, HERE / "playground.cpp"]))
        module = scratch / "playground.wasm"
        # The parser's 64 levels need more than the usual 64 KiB of stack; past its end is a trap.
        subprocess.run([*compiler, "-mexec-model=reactor", *objects, "-Wl,--strip-all",
                        "-Wl,-z,stack-size=4194304", "-Wl,--stack-first", "-o", module], check=True)
        return module.read_bytes()


def main():
    parser = argparse.ArgumentParser(description="Builds the playground.")
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--boost", type=pathlib.Path, default=pathlib.Path("/usr/include"))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--docs", default="")
    parser.add_argument("--module", type=pathlib.Path)
    given = parser.parse_args()
    module = given.module.read_bytes() if given.module else compile_module(given.boost, given.jobs)
    if module is None:
        print(f"skipped: no C++ for WebAssembly: apt-get install {PACKAGES}")
        return 77
    page = (HERE / "page.html").read_text(encoding="utf-8")
    page = re.sub(r"@([a-z]+\.(?:css|js))@", lambda name: (HERE / name[1]).read_text(encoding="utf-8"),
                  page)
    if given.docs:
        page = page.replace('id="docs" hidden', f'id="docs" href="{html.escape(given.docs)}"')
    page = page.replace("@WASM@", base64.b64encode(gzip.compress(module)).decode())
    given.output.write_text(page, encoding="utf-8")
    print(f"{given.output}: {given.output.stat().st_size // 1024} KiB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
