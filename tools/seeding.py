# SPDX-License-Identifier: BSL-1.0
"""Puts one mistake into one header, for the tools that show what catches it.

A seed has a name, unique in its table; a header, or a folder of headers; its correct text; and the
wrong text that replaces it. The place of the correct text is where the header, or one header of the
folder, has the same C++ tokens: line breaks, white space and comments between them do not count.
"""
import contextlib
import functools
import pathlib
import re
import signal
import subprocess
import tempfile

# Seconds of processor time that a compiler, or a program that it made, may take for one seed.
LIMIT = 180

LEXER = re.compile(r"""
    \s+ | \\\n | //[^\n]* | /\*.*?\*/ |
    ( "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])+' | \d(?:'?[\w.])* | \w+ | . )
    """, re.DOTALL | re.VERBOSE)


def said_by(command, **more):
    """(the exit status of a command, what it says). A command that takes more than LIMIT seconds of
    processor time is ended, and says so: some seeds make a compiler compute without an end."""
    limited = ["sh", "-c", 'ulimit -S -t "$0" && exec "$@"', str(LIMIT), *map(str, command)]
    done = subprocess.run(limited, text=True, errors="replace", stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, **more)
    if done.returncode == -signal.SIGXCPU or "CPU time limit exceeded" in done.stdout:
        return 1, f"ended after {LIMIT} seconds of processor time: {' '.join(map(str, command))}\n"
    return done.returncode, done.stdout


@functools.lru_cache(maxsize=None)
def tokens(text):
    """([token], [(begin, end)]) of a C++ text."""
    found = [(token[1], token.span()) for token in LEXER.finditer(text) if token[1]]
    return [token for token, _ in found], [span for _, span in found]


# Operators of two characters. `>>` ends two lists of template arguments or shifts.
PAIRS = ("<=", ">=", "==", "!=", "&&", "||")


def joined(text, pairs=PAIRS):
    """[(token, (begin, end))] of a C++ text, with each of `pairs` as one token."""
    there, spans = tokens(text)
    found = []
    i = 0
    while i < len(there):
        pair = "".join(there[i:i + 2])
        n = 2 if pair in pairs and spans[i][1] == spans[i + 1][0] else 1
        found.append((pair if n == 2 else there[i], (spans[i][0], spans[i + n - 1][1])))
        i += n
    return found


def places(text, correct):
    """[(begin, end)] of each place in `text` that has the tokens of `correct`."""
    (there, spans), (wanted, _) = tokens(text), tokens(correct)
    n = len(wanted)
    return [(spans[i][0], spans[i + n - 1][1]) for i in range(len(there) - n + 1)
            if there[i:i + n] == wanted]


def place_of(header):
    """Where a header of the table stands in a path of includes."""
    return pathlib.Path(header) if header.startswith("examples/") else pathlib.Path("tileproof", header)


def paths(include):
    """The arguments of a compiler that finds the headers, and those of examples/."""
    return ["-I", str(include), "-I", str(pathlib.Path(include).parent)]


def file_of(include, header):
    root = pathlib.Path(include)
    return (root.parent if header.startswith("examples/") else root) / place_of(header)


def text_of(include, header):
    file = file_of(include, header)
    return file.read_text(encoding="utf-8") if file.exists() else ""


def headers_of(include, where):
    """The headers that a seed may stand in: its own, or those of its folder."""
    folder = file_of(include, where)
    return sorted(str(pathlib.Path(where) / header.relative_to(folder))
                  for header in folder.rglob("*.hpp")) if folder.is_dir() else [where]


def stands_in(include, seed):
    """[(header, (begin, end))] of each place of a seed"""
    return [(header, place) for header in headers_of(include, seed.header)
            for place in places(text_of(include, header), seed.correct)]


def moved(include, seeds):
    """Prints and counts the seeds whose place does not stand in their header exactly once."""
    count = 0
    for seed in seeds:
        n = len(stands_in(include, seed))
        if n != 1:
            count += 1
            print(f"FAILED: {seed.name}: its place has moved: `{seed.correct}` stands {n} times in "
                  f"{place_of(seed.header)}. Change its correct text to code that stands there once.")
    if count:
        print(f"{count} of {len(seeds)} places have moved; no seed was tried")
    return count


def chosen(arguments, seeds):
    """(the seeds named by `--only NAME` in front, or every N-th by `--every=N`, or all of them; the
    other arguments)"""
    names = []
    if arguments[:1] and arguments[0].startswith("--every="):
        return seeds[::int(arguments[0].partition("=")[2])], arguments[1:]
    while arguments[:1] == ("--only",):
        names.append(arguments[1])
        arguments = arguments[2:]
    unknown = set(names).difference(seed.name for seed in seeds)
    if unknown:
        raise SystemExit(f"no such name: {', '.join(sorted(unknown))}; the names are\n  " +
                         "\n  ".join(seed.name for seed in seeds))
    return [seed for seed in seeds if not names or seed.name in names], arguments


@contextlib.contextmanager
def replaced(include, header, text):
    """The arguments of a compiler for which a header has this text."""
    with tempfile.TemporaryDirectory() as directory:
        file = pathlib.Path(directory, place_of(header))
        file.parent.mkdir(parents=True)
        file.write_text(text, encoding="utf-8")
        yield ["-I", directory, *paths(include)]


def seeded(include, seed):
    """The arguments of a compiler for which the header of a seed has the wrong text."""
    (header, (begin, end)), = stands_in(include, seed)
    text = text_of(include, header)
    return replaced(include, header, text[:begin] + seed.wrong + text[end:])
