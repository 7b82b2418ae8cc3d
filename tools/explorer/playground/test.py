#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Opens the playground in headless Chromium and compares what it shows with the program.

usage: test.py TILEPROOF [PAGE.html [SCREENSHOT.png]]

Each case is a permalink. The page must show the text and the picture that the program `tileproof`
prints for the same words, and refer to nothing outside of itself. Without PAGE it is built first.
Without Chromium, or what build.py needs, the exit status is 77 (skipped).
"""
import html
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
LAYOUT = ["let A = (_6,_2):(_8,_2)", "composition(A,(_4,_3):(_3,_1))"]
# The command, its options, the expressions.
CASES = [("eval", [], LAYOUT),
         ("eval", [], ["Sw<2,0,3> o (_8,_8):(_8,_1)", "max(_4,7)"]),
         ("eval", [], ["(_4,_8:(_8,_1)"]),
         ("eval", [], ["composition((_6,_2):(_1,_7),_4:_2)"]),
         ("eval", [], ["(" * 3000 + "_4"]),
         ("eval", [], ["size((4611686018427387904,4))"]),
         ("prove", [], ["injective", "(_4,_2):(_1,_3)"]),
         ("prove", [], ["free_of_bank_conflicts<ldmatrix<4>,half_t>", "let T = (_8,_64):(_64,_1)",
                        "T o ((_8,_4),_8):((_1,_64),_8)"]),
         ("explain", [], ["logical_divide(_24:_2,_4:_1)"]),
         ("draw", [("tile", "(_16,_8)")], ["((_4,_8),(_2,_2)):((_32,_1),(_16,_8))"]),
         ("draw", [("access", "((_8,_4),_8):((_1,_64),_8)"), ("op", "ldmatrix.x4")],
          ["(_8,_64):(_64,_1)"])]


def link(page, command, options, lines):
    words = " ".join(f"--{name} {value}" for name, value in options)
    return f"{page.resolve().as_uri()}#" + urllib.parse.urlencode(
        {"c": command, "e": "\n".join(lines), "o": words})


def chromium(program, profile, *arguments):
    return subprocess.run([program, "--headless", "--no-sandbox", "--disable-gpu",
                           f"--user-data-dir={profile}", "--virtual-time-budget=20000",
                           "--window-size=1100,900", *arguments], capture_output=True,
                          encoding="utf-8", check=True, timeout=120).stdout


def part(document, element):
    found = re.search(rf'<(\w+) id="{element}"[^>]*?>(.*?)</\1>\n', document, re.S)
    return found.group(2) if found else ""


def texts(svg):
    return [html.unescape(text) for text in re.findall(r"<text[^>]*>([^<]*)", svg)]


def compare(browser, page, tileproof, screenshot):
    """The faults of the page, as sentences."""
    source = re.sub(r"const WASM = '[^']*'", "", page.read_text(encoding="utf-8"))
    faults = [f"the page refers to {found}"
              for found in re.findall(r"""(?:src|href)=|https?:|fetch\(|import\(""", source)]
    with tempfile.TemporaryDirectory() as profile:
        for command, options, lines in CASES:
            words = [f"--{name}={value}" for name, value in options]
            done = subprocess.run([tileproof, command, *words, *lines], capture_output=True,
                                  encoding="utf-8", check=False)
            document = chromium(browser, profile, "--dump-dom", link(page, command, options, lines))
            case = f"{command} {lines[-1][:60]}"
            status = re.search(r'id="result"[^>]*data-status="(\d)"', document)
            if status is None or int(status.group(1)) != done.returncode:
                faults.append(f"{case}: status {status and status.group(1)}, not {done.returncode}")
            if command == "draw":
                if not texts(done.stdout) or texts(part(document, "picture")) != texts(done.stdout):
                    faults.append(f"{case}: another picture than the program's")
                continue
            shown = html.unescape(part(document, "result"))
            if shown != done.stdout + done.stderr:
                faults.append(f"{case}: shows\n{shown[:300]}\nand not\n{done.stdout[:300]}{done.stderr[:300]}")
            if lines == LAYOUT and "42" not in texts(part(document, "picture")):
                faults.append(f"{case}: no picture of the layout")
        if screenshot:
            chromium(browser, profile, f"--screenshot={pathlib.Path(screenshot).resolve()}",
                     link(page, *CASES[0]))
    return faults


def main(tileproof, page=None, screenshot=None):
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        print("skipped: no Chromium: apt-get install chromium")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        if page is None:
            page = pathlib.Path(folder, "playground.html")
            built = subprocess.run([sys.executable, HERE / "build.py", page], check=False).returncode
            if built != 0:
                return built
        faults = compare(browser, pathlib.Path(page), tileproof, screenshot)
    print("\n".join(f"FAILED: {fault}" for fault in faults) or f"ok: {len(CASES)} links")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
