#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Changes one token at a time in the keys of kernel/attention/masks.hpp, and shows that a theorem
about masks is then refused.

usage: attention_mutants.py [--every=N] INCLUDE_DIRECTORY COMPILER ARGUMENT...

Changed are comparisons, signs, && and ||, the constants 0 and 1, first_of and end_of, row and
last_row, in every place of every function. EQUIVALENT has the changes that compute the same, each
with its reason: they must be proved. A mutant is killed where g++ refuses a theorem.
"""
import pathlib
import re
import sys
import tempfile

from seeding import joined, said_by

CHANGES = {
    "<": ["<=", ">"], ">": [">=", "<"], "<=": ["<", ">="], ">=": [">", "<="], "==": ["!="],
    "+": ["-"], "-": ["+"], "&&": ["||"], "||": ["&&"], "0": ["1"], "1": ["0", "2"], "*": ["+"],
    "/": ["-"], "first_of": ["end_of"], "end_of": ["first_of"], "row": ["last_row"],
    "last_row": ["row"], "first": ["last"], "last": ["first"], "left": ["right"], "right": ["left"],
    "length_q": ["length_k"], "length_k": ["length_q"],
}

# The text of a changed line -> why it computes the same.
EQUIVALENT = {
    "return first <= 0 ? 0 : first;": "0 either way",
    "return first < 1 ? 0 : first;": "0 either way",
    "return end <= 0 ? 0 : end < length_k ? end : length_k;": "0 either way",
    "return end < 1 ? 0 : end < length_k ? end : length_k;": "0 either way",
    "return end < 0 ? 0 : end <= length_k ? end : length_k;": "length_k either way",
    "I const last_row = row + rows <= length_q ? row + rows - 1 : length_q - 1;":
        "length_q - 1 either way",
    "I const last_row = row + rows < length_q ? row + rows - 1 : length_q - 0;":
        "in tiles(): end_of(length_q) is end_of(length_q - 1), length_k",
    "return {first, last > 1 ? last : 1};": "1 either way",
    "return end + i <= length_k ? end + i : length_k;": "length_k either way",
}
# In seen_by_all() the row past the last one sees other keys.
NOT_IN_SEEN_BY_ALL = "row + rows - 1 : length_q - 0;"

PROOF = """#include <tileproof/kernel/attention/masks.hpp>
using namespace tileproof;
static_assert(attention_masks_are_exact<48>::hold);
static_assert(require<holds_for_all_integers<visits_only_tiles_of_seen_keys<48>>>());
"""


def mutants(text):
    """[(line, text of that line after the change, text of the header)]"""
    found = []
    begin = text.index("struct basic_key_band")
    members = text.index("struct basic_attention_keys")
    sees = text.index("TILEPROOF_HOST_DEVICE constexpr bool sees")
    theorems = text.index("// ---- the theorems")
    for token, (first, last) in joined(text):
        line = text[text.rfind("\n", 0, first) + 1:text.index("\n", first)]
        if first < begin or members < first < sees or first > theorems or re.search(
                r"TILEPROOF_HOST_DEVICE|template|^};|^using|^}|^#", line):
            continue
        if token in ("first", "last") and re.search(r"I const (first|last)$", text[:last]):
            continue
        if token == "last_row" and text[:first].endswith("I const "):
            continue
        for change in CHANGES.get(token, []):
            function = text[text.rfind("{\n", 0, first):first]
            if change == "last_row" and ("last_row =" not in function or "last_row =" in line):
                continue
            if change in ("first", "last") and "I const last" not in function:
                continue
            if change == "length_q" and first < members:  # a band has none
                continue
            changed = text[:first] + change + text[last:]
            at = changed.rfind("\n", 0, first) + 1
            found.append((text.count("\n", 0, first) + 1,
                          changed[at:changed.index("\n", at)].strip(), changed))
    return found


def main(*arguments):
    every = 1
    if arguments[0].startswith("--every="):
        every = int(arguments[0].partition("=")[2])
        arguments = arguments[1:]
    include, *command = arguments
    text = pathlib.Path(include, "tileproof/kernel/attention/masks.hpp").read_text(encoding="utf-8")
    failed = killed = equivalent = 0
    with tempfile.TemporaryDirectory() as folder:
        header = pathlib.Path(folder, "tileproof/kernel/attention/masks.hpp")
        header.parent.mkdir(parents=True)
        proof = pathlib.Path(folder, "proof.cpp")
        proof.write_text(PROOF, encoding="utf-8")
        for line, change, mutant in [(0, "no change", text), *mutants(text)[::every]]:
            header.write_text(mutant, encoding="utf-8")
            status, words = said_by([*command, "-I", folder, "-I", include, str(proof)])
            error = next((one for one in words.splitlines() if "error:" in one), "")
            theorem = re.search(r"holds_for_all_int\w+<[\w:]*?(\w+)<", error)
            is_same = line == 0 or change in EQUIVALENT and not (
                change.endswith(NOT_IN_SEEN_BY_ALL) and
                "seen_by_all" in mutant.splitlines()[line - 2])
            if is_same and status == 0:
                equivalent += line != 0
                continue
            if not is_same and status != 0 and theorem and "refused" in error:
                killed += 1
                sentence = re.search(r'\{"(.*?)"\}', error)
                print(f"killed: {line}: {change}: {theorem[1]}: {sentence[1] if sentence else ''}",
                      flush=True)
                continue
            failed += 1
            print(f"FAILED: {line}: {change}: " + ("it is proved" if status == 0 else error or words),
                  flush=True)
    print(f"{killed} killed, {equivalent} compute the same, {failed} failed")
    return 1 if failed or not killed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
