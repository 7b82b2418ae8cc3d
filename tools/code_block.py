#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Prints a block of code of a page, so that a test can run what the page shows.

usage: code_block.py PAGE TEXT      the first block that has TEXT; the exit status is 1 if none has
"""
import pathlib
import re
import sys

page, text = sys.argv[1:]
for block in re.findall(r"^```\w+[^\n]*\n(.*?)^```", pathlib.Path(page).read_text(), re.S | re.M):
    if text in block:
        print(f"// From {pathlib.Path(page).name}.\n{block}", end="")
        sys.exit()
sys.exit(f"{page}: no block of code has '{text}'")
