#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Checks the museum of bugs: each page's code does what the page says.

usage: museum.py PAGES TESTS [--without-cpu] COMPILER ARGUMENT...

PAGES are docs/museum, TESTS static_tests/museum. A page has blocks of C++, told apart by a word
after the language, and stands after the first block of README.md:

    ```cpp              what the other blocks of the page share
    ```cpp bug          the bug, and after it the message: "error: ..." of the compiler,
                        "layout_error: ..." at run time
    ```cpp refused      a bug that has no meaning even without proofs, and the message
    ```cpp unchecked    what the bug does where TILEPROOF_DISABLE_PROOFS is defined; a refused one
                        with run-time integers
    ```cpp corrected    the correction
    ```cpp kernel       a template <bool Corrected> of a kernel, and after it the findings of a
                        run with false; "N of M elements are wrong" is compared too

Three compilations are enough for all pages, each page a namespace. Every bug of a compiler's
message is in the first, which must give these messages and no other. The second has every bug
again, with TILEPROOF_DISABLE_PROOFS: it must compile, and the program executes schedules of each
protocol, which must end as the page says ("executes ends with `race`"). The third has the
corrections, throws each layout_error and runs the kernels. --without-cpu leaves kernels out (they
need Boost.Context).
"""
import collections
import pathlib
import re
import subprocess
import sys
import tempfile
from check_readme import SENTENCE, agree

BLOCK = re.compile(r"^```cpp ?(\w*)\n(.*?)^```(?:\n\n```\n(.*?)^```)?", re.S | re.M)
PROTOCOL = re.compile(r"require<sound_protocol>\((\w+(?:<\w+>)?)\{\}\)")


class Page:
    def __init__(self, file):
        self.file = file
        self.text = file.read_text(encoding="utf-8")
        self.name = file.stem
        self.of = collections.defaultdict(list)  # word -> [(line, code, message)]
        for block in BLOCK.finditer(self.text):
            line = self.text.count("\n", 0, block.start()) + 2
            place = f'1 "{self.name}"' if block[1] == "kernel" else f'{line} "{file.name}"'
            self.of[block[1]].append((line, f"#line {place}\n{block[2]}", block[3] or ""))

    def code(self, *words, but=""):
        """The blocks of these words, without bugs whose message begins with BUT, in their lines."""
        blocks = sorted(block for word in words for block in self.of[word]
                        if not (but and block[2].startswith(but)))
        return "".join(code for _, code, _ in blocks)

    def errors(self):
        return [message.strip() for word in ["bug", "refused"] for _, _, message in self.of[word]
                if message.startswith("error: ")]

    def shown(self):
        """How a schedule ends, of a page about a protocol."""
        found = re.search(r"executes\s+ends\s+with\s+`([^`]+)`", self.text)
        return " ".join(found[1].split()) if found else ""

    def wrong(self):
        """How many elements a kernel leaves wrong, "N of M"."""
        found = re.search(r"(\d+)\s+of\s+(\d+)\s+elements\s+are\s+wrong", self.text)
        return f"{found[1]} of {found[2]}" if found else ""

    def lacks(self):
        """The parts that the page has to have and lacks."""
        shows = [word for word in ("bug", "refused", "kernel") if self.of[word]]
        runs = self.of["kernel"]
        parts = {
            "a link to its thread": self.thread(),
            "a bug": shows,
            "the message after its bug": all(
                re.match("" if word == "kernel" else "(layout_)?error: ", said) and said
                for word in shows for _, _, said in self.of[word]),
            "a form of the bug that passes unchecked":
                self.of["bug"] or self.of["unchecked"] or runs,
            "a correction": self.of["corrected"] or runs,
            "how a schedule ends": self.shown() or not PROTOCOL.search(self.code("bug")),
            "how many elements are wrong": self.wrong() or not runs,
        }
        unknown = set(self.of) - {"", "bug", "refused", "unchecked", "corrected", "kernel"}
        return ([part for part, there in parts.items() if not there] +
                [f"a meaning for `cpp {word}`" for word in sorted(unknown)])

    def thread(self):
        found = re.search(r"\]\((https://github\.com/[^)]+)\)", self.text)
        return found[1] if found else ""


def in_namespaces(pages, code_of):
    return "".join(f"namespace {page.name} {{\n{code_of(page)}}}\n" for page in pages)


def quoted(text):
    return 'R"page(' + text.strip() + ')page"'


def refused(prelude, pages):
    return prelude + in_namespaces(
        pages, lambda p: p.code("", "bug", "refused", but="layout_error"))


def unchecked(prelude, pages):
    text = ("#define TILEPROOF_DISABLE_PROOFS\n" + prelude + '#include "schedules.hpp"\n'
            "using museum::differ;\n" +
            in_namespaces(pages, lambda p: p.code("", "bug", "unchecked", but="layout_error")))
    text += """int failures = 0;
void compare(char const* page, std::string const& is, std::string const& expected) {
  if (is == expected) return;
  ++failures;
  std::printf("%s: a schedule ends with '%s', and the page says '%s'\\n", page, is.c_str(),
              expected.c_str());
}
int main() {
"""
    for page in pages:
        text += "".join(f"  {{\n    using namespace {page.name};\n{code}  }}\n"
                        for _, code, message in page.of["bug"]
                        if message.startswith("layout_error"))
        for word in ["bug", "corrected"]:
            for protocol in PROTOCOL.findall(page.code(word)):
                expected = page.shown() if word == "bug" else "-"
                text += (f'  compare("{page.file.name}", museum::schedule_fails<{page.name}::'
                         f'{protocol}>(), "{expected}");\n')
    return text + "  return failures;\n}\n"


def corrected(prelude, pages, with_cpu):
    kernels = [page for page in pages if page.of["kernel"]] if with_cpu else []
    text = prelude + ('#include "run_kernel.hpp"\n' if kernels else "") + """#include <cstdio>
#include <string>
"""
    words = ["", "corrected"] + (["kernel"] if with_cpu else [])
    text += in_namespaces(pages, lambda p: p.code(*words))
    text += """int failures = 0;
void compare(char const* page, std::string const& is, std::string const& expected) {
  if (is == expected) return;
  ++failures;
  std::printf("%s: the page says\\n%s\\nand it is\\n%s\\n", page, expected.c_str(), is.c_str());
}
int main() {
"""
    for page in pages:
        for _, code, message in page.of["bug"]:
            if message.startswith("layout_error: "):
                text += f"""  try {{
    using namespace {page.name};
    {code}    compare("{page.file.name}", "no refusal", "a layout_error");
  }} catch (layout_error const& e) {{
    compare("{page.file.name}", std::string("layout_error: ") + e.what(), {quoted(message)});
  }}
"""
    for page in kernels:
        (_, code, message), = page.of["kernel"]
        kernel = f"{page.name}::" + re.search(r"template <bool Corrected>\nstruct (\w+)", code)[1]
        text += f"""  {{
    museum::outcome const bug = museum::run_kernel<{kernel}<false>>();
    compare("{page.file.name}", bug.text, {quoted(message)} "\\n");
    compare("{page.file.name}", std::to_string(bug.wrong) + " of " +
            std::to_string({kernel}<false>::elements), "{page.wrong()}");
    museum::outcome const right = museum::run_kernel<{kernel}<true>>();
    compare("{page.file.name}", right.text, "");
    compare("{page.file.name}", right.clean && right.wrong == 0 ? "clean" : "not clean", "clean");
  }}
"""
    return text + "  return failures;\n}\n"


def gives(error, page, expected):
    """Whether a compiler's error, with its notes, is this one of the page. Where types stand in
    place of the sentence, pages have errors in common, and a note must name the page."""
    line = error.splitlines()[0]
    return agree(line, expected) and (SENTENCE.search(line) or f"{page.file.name}:" in error)


def check_refusals(command, folder, text, pages):
    """The errors that the compiler must give, and no other."""
    file = pathlib.Path(folder, "refused.cpp")
    file.write_text(text, encoding="utf-8")
    done = subprocess.run([*command, "-fsyntax-only", str(file)], text=True, capture_output=True)
    said = [error for error in re.split("^(?=.*: error: )", done.stderr, flags=re.M)
            if re.match(".*(: error: .*refused<|\\.md:.*: error: )", error)]
    failures = 0
    for page in pages:
        for expected in page.errors():
            which = next((error for error in said if gives(error, page, expected)), None)
            if which is None:
                failures += 1
                print(f"{page.file.name}: no error is\n{expected}")
            else:
                said.remove(which)
    for error in said:
        print(f"an error that no page has:\n{error.splitlines()[0]}")
    return failures + len(said)


def check_program(command, folder, name, text, libraries):
    file, program = pathlib.Path(folder, name + ".cpp"), pathlib.Path(folder, name)
    file.write_text(text, encoding="utf-8")
    made = subprocess.run([*command, "-O0", "-o", str(program), str(file), *libraries], text=True,
                          capture_output=True)
    if made.returncode != 0:
        print(f"the {name} forms do not compile:",
              *(line for line in made.stderr.splitlines() if ": error: " in line), sep="\n")
        return 1
    return subprocess.run([str(program)]).returncode


def check_form(readme, pages):
    """Each page has its parts, and README.md has a line with it and its thread."""
    faults = [f"{page.file.name} lacks {part}" for page in pages for part in page.lacks()]
    for page in pages:
        row = next((line for line in readme.splitlines() if f"({page.file.name})" in line), "")
        if f"({page.thread()})" not in row:
            faults.append(f"README.md has no line with {page.file.name} and its thread")
    print(*faults, sep="\n", end="\n" if faults else "")
    return len(faults)


def main(arguments):
    directory, tests, *command = arguments
    with_cpu = "--without-cpu" not in command
    command = [word for word in command if word != "--without-cpu"] + ["-I", tests]
    if "clang" in pathlib.Path(command[0]).name:
        command += ["-ferror-limit=0", "-fconstexpr-steps=100000000"]
    readme = pathlib.Path(directory, "README.md").read_text(encoding="utf-8")
    prelude = BLOCK.search(readme)[2]
    pages = [Page(file) for file in sorted(pathlib.Path(directory).glob("*.md"))
             if file.name != "README.md"]
    with tempfile.TemporaryDirectory() as folder:
        failures = check_form(readme, pages)
        failures += check_refusals(command, folder, refused(prelude, pages), pages)
        failures += check_program(command, folder, "unchecked", unchecked(prelude, pages), [])
        failures += check_program(command, folder, "corrected", corrected(prelude, pages, with_cpu),
                                  ["-lboost_context"] if with_cpu else [])
    if not with_cpu:
        print("kernels are left out: they need Boost.Context")
    print(f"{len(pages)} exhibits, {failures} failures")
    return 1 if failures or not pages else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
