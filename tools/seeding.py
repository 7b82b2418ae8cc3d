# SPDX-License-Identifier: BSL-1.0
"""One mistake in one header, for the tools that show who catches it."""
import contextlib
import pathlib
import subprocess
import tempfile


def said_by(command, **more):
    """(the exit status of a command, what it says)"""
    done = subprocess.run(command, text=True, errors="replace", stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, **more)
    return done.returncode, done.stdout


@contextlib.contextmanager
def seeded(include, header, correct, wrong):
    """The arguments of a compiler for which a header has the wrong text. Raises ValueError where
    the correct one does not stand there exactly once."""
    text = pathlib.Path(include, "tileproof", header).read_text(encoding="utf-8")
    if text.count(correct) != 1:
        raise ValueError(f"its text occurs {text.count(correct)} times in {header}")
    with tempfile.TemporaryDirectory() as directory:
        file = pathlib.Path(directory, "tileproof", header)
        file.parent.mkdir(parents=True)
        file.write_text(text.replace(correct, wrong), encoding="utf-8")
        yield ["-I", directory, "-I", str(include)]
