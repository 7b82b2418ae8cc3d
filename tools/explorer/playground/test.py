#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Opens the playground in headless Chromium, compares it with the program, and uses it.

usage: test.py TILEPROOF [PAGE.html]

Each case is a link: the page must show the text and the picture that the program `tileproof` prints
for the same words. The behaviours are in behaviours.py. The page may load nothing. Without PAGE it is
built first. Without Chromium, or what build.py needs, the exit status is 77 (skipped).
"""
import pathlib
import subprocess
import sys
import tempfile
import urllib.parse

import behaviours
import chromium

HERE = pathlib.Path(__file__).resolve().parent
LAYOUT = ["let A = (_6,_2):(_8,_2)", "composition(A,(_4,_3):(_3,_1))"]
# The command, the expressions, its options.
CASES = [("eval", LAYOUT, []),
         ("eval", ["Sw<2,0,3> o (_8,_8):(_8,_1)", "max(_4,7)"], []),
         ("eval", ["(_4,_8:(_8,_1)"], []),
         ("eval", ["composition((_6,_2):(_1,_7),_4:_2)"], []),
         ("eval", ["(" * 3000 + "_4"], []),
         ("eval", ["size((4611686018427387904,4))"], []),
         ("eval", ["right_inverse((8,64):(64,1))"], [("run-time", "")]),
         ("prove", ["injective", "(_4,_2):(_1,_3)"], []),
         ("prove", ["free_of_bank_conflicts<ldmatrix<4>,half_t>", "let T = (_8,_64):(_64,_1)",
                    "T o ((_8,_4),_8):((_1,_64),_8)"], []),
         ("explain", ["logical_divide(_24:_2,_4:_1)"], []),
         ("banks", ["(_8,_1):(_16,_1)"], [("type", "float")]),
         ("print", ["(_4,_8):(_8,_1)"], []),
         ("draw", ["(_4,_8):(_8,_1)"], [("format", "latex")]),
         ("draw", ["(_4,_8):(_8,_1)"], [("nothing", "1")]),
         ("draw", ["((_4,_8),(_2,_2)):((_32,_1),(_16,_8))"], [("tile", "(_16,_8)")]),
         ("draw", ["SM80_16x8x8_F32F16F16F32_TN"], []),
         ("draw", ["tma_wgmma<3>"], [("steps", "5")]),
         ("draw", ["(_8,_64):(_64,_1)"],
          [("access", "((_8,_4),_8):((_1,_64),_8)"), ("op", "ldmatrix.x4")])]
# The part of the pixels of all tiles that differ clearly from the browser's own drawing of the SVG.
DIFFERENCE = """(async (svg) => {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], {type: 'image/svg+xml'}));
  await image.decode();
  let differ = 0, all = 0;
  for (let i = 0; i < shown.tiles.length; ++i) {
    const c = i % shown.columns, r = Math.floor(i / shown.columns), side = shown.tile;
    const tile = picture.draw(c, r, side * picture.scale), {width, height} = tile;
    const own = new OffscreenCanvas(width, height).getContext('2d');
    own.fillStyle = 'white';
    own.fillRect(0, 0, width, height);
    own.drawImage(image, -c * side, -r * side);
    const [a, b] = [tile.getContext('2d'), own].map((g) => g.getImageData(0, 0, width, height).data);
    all += width * height;
    for (let at = 0; at < a.length; at += 4)
      differ += Math.max(...[0, 1, 2].map((k) => Math.abs(a[at + k] - b[at + k]))) > 100;
  }
  return differ / all;
})"""
MOST = 0.0001  # one number of another picture is 0.0004


class Tester:
    def __init__(self, page, tileproof):
        self.page = page.resolve().as_uri()
        self.tileproof = tileproof

    def show(self, browser, command, lines, options):
        words = " ".join(f"--{name} {value}".strip() for name, value in options)
        browser.open(f"{self.page}#" + urllib.parse.urlencode(
            {"c": command, "e": "\n".join(lines), "o": words}))
        if not browser.until("document.body?.dataset.ready === 'yes'"):
            raise RuntimeError(f"no answer to {command} {lines}")

    def compare(self, browser, command, lines, options):
        words = [f"--{name}={value}" if value else f"--{name}" for name, value in options]
        done = subprocess.run([self.tileproof, command, *words, *lines], capture_output=True,
                              encoding="utf-8", check=False)
        self.show(browser, command, lines, options)
        case = f"{command} {lines[-1][:60]}"
        status = browser.evaluate("$('result').dataset.status")
        if int(status) != done.returncode:
            yield f"{case}: status {status}, not {done.returncode}"
        sign = "\u2713\u2717!"[done.returncode]
        if not browser.evaluate("$('status').textContent").startswith(sign):
            yield f"{case}: the status does not begin with {sign}"
        if done.stdout.startswith("<svg"):
            if browser.evaluate("shown?.svg") != done.stdout:
                yield f"{case}: another picture than the program's"
                return
            difference = browser.evaluate(f"{DIFFERENCE}(shown.svg)")
            if difference > MOST:
                yield f"{case}: {100 * difference:.2f} % of the pixels are not those of the SVG"
            return
        text = browser.evaluate("$('result').textContent")
        expected = done.stdout + done.stderr
        if options == [("nothing", "1")]:  # the program's words are those of its reader of options
            expected = "error: `--nothing` is no option of draw\n"
        if text != expected:
            yield f"{case}: shows\n{text[:300]}\nand not\n{expected[:300]}"
        if lines == LAYOUT:
            if "picture" not in browser.evaluate("$('drawn').textContent, picture.of ? 'picture' : ''"):
                yield f"{case}: no picture of the layout"
            # So that the comparison of pixels can fail: another number in a cell.
            changed = browser.evaluate(f"{DIFFERENCE}(shown.svg.replace('>42<', '>17<'))")
            if changed <= MOST or browser.evaluate(f"{DIFFERENCE}(shown.svg)") > MOST:
                yield f"{case}: a changed number changes {100 * changed:.2f} % of the pixels"

    def faults(self):
        with chromium.Chromium() as browser:
            for case in CASES:
                yield from self.compare(browser, *case)
            for behaviour in behaviours.ALL:
                for fault in behaviour(browser, self.show, self.tileproof):
                    yield f"{behaviour.__name__}: {fault}"
            browser.evaluate("0")
            for event in browser.events:
                if event.get("method") == "Runtime.exceptionThrown":
                    yield f"an exception: {event['params']['exceptionDetails']}"
                address = event.get("params", {}).get("request", {}).get("url", "about:")
                if not address.startswith((self.page, "about:", "blob:", "data:")):
                    yield f"the page loads {address}"


def main(tileproof, page=None):
    if chromium.program() is None:
        print("skipped: no Chromium: apt-get install chromium")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        if page is None:
            page = pathlib.Path(folder, "playground.html")
            built = subprocess.run([sys.executable, HERE / "build.py", page], check=False).returncode
            if built != 0:
                return built
        count = 0
        for fault in Tester(pathlib.Path(page), tileproof).faults():
            count += 1
            print(f"FAILED: {fault}", flush=True)
    print(f"{count} faults in {len(CASES)} links and {len(behaviours.ALL)} behaviours")
    return int(count > 0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
