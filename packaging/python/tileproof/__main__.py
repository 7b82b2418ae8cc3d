# SPDX-License-Identifier: BSL-1.0
"""python -m tileproof --includes | --cmakedir | --pkgconfigdir: what a build system asks for."""
import sys

import tileproof

ANSWERS = {"--includes": lambda: f"-I{tileproof.include_dir()}", "--cmakedir": tileproof.cmake_dir,
           "--pkgconfigdir": tileproof.pkgconfig_dir}

if len(sys.argv) != 2 or sys.argv[1] not in ANSWERS:
    sys.exit(f"usage: python -m tileproof {' | '.join(ANSWERS)}")
print(ANSWERS[sys.argv[1]]())
