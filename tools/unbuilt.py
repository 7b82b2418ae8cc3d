#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Names the static tests that no target builds.

usage: unbuilt.py STATIC_TESTS BUILD_DIRECTORY

The mistakes in reject/ are not built, install/ belongs to another project, beside/ is built where NVIDIA's headers
are, and the tests of device/ call compilers themselves.
"""
import json
import pathlib
import sys


def main(static_tests, build):
    targets = json.loads(pathlib.Path(build, "meson-info", "intro-targets.json").read_text())
    built = {pathlib.Path(source) for target in targets for group in target["target_sources"]
             for source in group.get("sources", [])}
    files = [file for file in sorted(pathlib.Path(static_tests).rglob("*.cpp"))
             if file.parent.name not in ("reject", "install", "beside", "device")]
    unbuilt = [file for file in files if file not in built]
    for file in unbuilt:
        print("not built:", file)
    print(f"{len(files) - len(unbuilt)} built, {len(unbuilt)} not built")
    return 1 if unbuilt else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
