#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Creates the Conan package, and builds and runs its test package, with Boost of the distribution.

usage: conan.py SOURCE_ROOT

Everything is written to a temporary folder. CXX names the compiler; the exit status is 77 where there
is no Conan 2: pip install conan.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import use


def main(source):
    source = pathlib.Path(source)
    conan = shutil.which("conan")
    version = conan and subprocess.run([conan, "--version"], capture_output=True, text=True,
                                       check=False).stdout
    if not version or not re.search(r" [2-9]\.", version) or shutil.which("cmake") is None:
        print("skipped: no Conan 2, or no CMake: pip install conan")
        return 77
    boost = subprocess.run([*os.environ["CXX"].split(), "-E", "-P", "-x", "c++", "-"], check=True,
                           input="#include <boost/version.hpp>\nBOOST_VERSION\n", text=True,
                           capture_output=True).stdout.split()[-1]
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        for name in ("include", "packaging/conan"):
            shutil.copytree(source / name, scratch / "source" / name)
        shutil.copy(source / "LICENSE", scratch / "source")
        env = {**os.environ, "CONAN_HOME": str(scratch / "home")}
        use.run(conan, "profile", "detect", env=env)
        profile = scratch / "home" / "profiles" / "default"
        text = re.sub(r"compiler\.cppstd=.*", "compiler.cppstd=20", profile.read_text())
        number = int(boost)
        profile.write_text(f"{text}\n[platform_requires]\n"
                           f"boost/{number // 100000}.{number // 100 % 1000}.{number % 100}\n")
        done = subprocess.run([conan, "create", "--no-remote", scratch / "source/packaging/conan"],
                              env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              check=False)
    print(done.stdout[-3000:])
    return int(done.returncode != 0 or use.EXPECTED_LINE not in done.stdout)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
