# SPDX-License-Identifier: BSL-1.0
"""The behaviours of the playground, each a function that yields the faults it finds.

They take an open page, `show(browser, command, lines, options)`, which loads a link and waits for its
answer, and the program tileproof.
"""
import importlib.util
import pathlib
import re
import subprocess
import time

LONG = "zipped_divide(composition((_4,_8):(_1,_4),(_4,_8):(_1,_4)),Sw<3,3,3>)"
BANKS = ("banks", ["(_8,_1):(_16,_1)"], [("type", "float")])
WIDE = ("draw", ["(_64,_64):(_64,_1)"], [])
# The left edge of the character at a position of a <pre>.
LEFT = """((pre, at) => { const range = document.createRange();
  range.setStart(pre.firstChild, at), range.setEnd(pre.firstChild, at + 1);
  return range.getBoundingClientRect().left; })"""


def click(browser, element):
    browser.evaluate(f"$('{element}').click()")


def on_a_phone(browser, show, _):
    """Nothing is wider than the screen; tables and carets are not wrapped."""
    browser.size(390, 844, touch=True)
    for command, lines, options in [BANKS, WIDE, ("print", *WIDE[1:]), ("eval", [LONG], []),
                                    ("explain", ["logical_divide(_24:_2,_4:_1)"], [])]:
        show(browser, command, lines, options)
        browser.evaluate("for (const d of document.querySelectorAll('details')) d.open = true; 0")
        browser.until("document.querySelectorAll('#names li').length > 100")
        width = browser.evaluate("document.documentElement.scrollWidth")
        if width > 390:
            yield f"{command} {lines[-1]} is {width} px wide"
    for case in [BANKS, ("print", *WIDE[1:])]:
        show(browser, *case)
        row = browser.evaluate("""(() => { const pre = $('result').querySelector('pre.table');
            return [pre.getBoundingClientRect().height, pre.textContent.trimEnd().split('\\n').length,
                    parseFloat(getComputedStyle(pre).lineHeight), pre.scrollWidth > pre.clientWidth]; })()""")
        if row[1] < 8 or abs(row[0] - row[1] * row[2]) > row[2] / 2 or not row[3]:
            yield f"the table of {case[0]} is wrapped: height, lines, line height, scrolls: {row}"
    show(browser, "eval", [LONG], [])
    caret = browser.evaluate(f"""(() => {{ const pre = $('result').querySelector('pre.table');
        const [line, below] = pre.textContent.split('\\n'), at = below.indexOf('^'), left = {LEFT};
        return [line.slice(at), left(pre, at), left(pre, line.length + 1 + at), pre.clientWidth]; }})()""")
    if not caret[0].startswith("Sw<3,3,3>") or abs(caret[1] - caret[2]) > 1:
        yield f"the caret does not stand under its characters: {caret}"
    if not 0 <= caret[2] < caret[3]:
        yield f"the caret is out of sight: {caret}"
    browser.size(1100, 900)


def back_button(browser, show, _):
    """Back returns to settled states, not to each key."""
    show(browser, "eval", ["(_4,_8):(_8,_1)"], [])
    browser.send("Page.resetNavigationHistory")  # its length has an end
    length = browser.evaluate("history.length")
    browser.evaluate("$('lines').focus(), $('lines').select()")
    browser.type("size((_4,_8))")
    if not browser.until("$('result').textContent === '_32\\n'", 10):
        yield "typed text is not answered: " + browser.evaluate("$('result').textContent")
    browser.until("decodeURIComponent(location.hash).includes('size')", 5)
    if (more := browser.evaluate("history.length") - length) != 1:
        yield f"13 keys made {more} entries of the history"
    browser.evaluate("history.back()")
    if not browser.until("$('lines').value === '(_4,_8):(_8,_1)' && "
                         "$('result').textContent === '(_4,_8):(_8,_1)\\n'", 10):
        yield "Back does not return to the state before: " + browser.evaluate("$('lines').value")
    browser.evaluate("history.forward()")
    if not browser.until("$('result').textContent === '_32\\n'", 10):
        yield "Forward does not return"


def copied_link(browser, show, _):
    browser.send("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
    show(browser, *BANKS)
    click(browser, "link")
    if not browser.until("$('note').textContent.startsWith('link copied')", 5):
        yield "no word that the link is copied: " + browser.evaluate("$('note').textContent")
    if browser.evaluate("$('note').getAttribute('role')") != "status":
        yield "the word is not announced"
    if browser.evaluate("navigator.clipboard.readText()") != browser.evaluate("location.href"):
        yield "the clipboard has another link"


def completion_by_keyboard(browser, show, _):
    show(browser, "eval", [""], [])
    browser.evaluate("$('lines').focus()")
    browser.type("zipped_d")
    if not browser.until("!$('completions').hidden", 5):
        yield "no completions of zipped_d"
        return
    browser.key("ArrowDown")
    chosen = browser.evaluate("document.getElementById($('lines').getAttribute('aria-activedescendant'))?.textContent")
    if not (chosen or "").startswith("zipped_divide(L,TILER)"):
        yield f"ArrowDown chooses {chosen}"
    browser.key("Enter")
    if browser.evaluate("$('lines').value") != "zipped_divide":
        yield "Enter makes " + browser.evaluate("$('lines').value")
    browser.evaluate("$('lines').value = '', 0")
    browser.key(" ", ctrl=True)
    if browser.evaluate("$('completions').children.length") < 10:
        yield "Ctrl+Space lists nothing"
    browser.key("Escape")
    if not browser.evaluate("$('completions').hidden && document.activeElement === $('lines')"):
        yield "Escape does not close the list"
    show(browser, "prove", [""], [])
    browser.evaluate("$('lines').focus()")
    browser.type("inj")
    browser.key("ArrowDown"), browser.key("Enter")
    if browser.evaluate("$('lines').value") != "injective":
        yield "the property injective is not completed"


def names_and_options(browser, show, tileproof):
    """The list has the operations and properties of the manual page, the fields the options."""
    manual = subprocess.run([tileproof, "manual"], capture_output=True, encoding="utf-8", check=True).stdout
    for escaped, plain in [("\\-", "-"), ("\\(ga", "`"), ("\\(aq", "'"), ("\\&", ""), ("\\e", "\\")]:
        manual = manual.replace(escaped, plain)
    show(browser, "draw", ["(_4,_8):(_8,_1)"], [])
    browser.evaluate("$('reference').open = true")
    browser.until("document.querySelectorAll('#names li').length > 100")
    listed = browser.evaluate("[...document.querySelectorAll('#names button')].map((b) => b.textContent)")
    for section, after in [("OPERATIONS", "PROPERTIES"), ("PROPERTIES", "EXIT STATUS")]:
        part = manual[manual.index(f".SH {section}"):manual.index(f".SH {after}")]
        usages = re.findall(r'^\.B "(.*)"$', part, re.M)
        missing = [usage for usage in usages if usage not in listed]
        if len(usages) < 30 or missing:
            yield f"{len(usages)} {section.lower()}, not listed: {missing}"
    part = manual[manual.index(".SS draw"):]
    part = part[:part.index(".SS", 4)]
    options = [name for name in re.findall(r"^\.BR --?(\S+)", part, re.M) if name != "o"]
    fields = browser.evaluate("[...$('fields').querySelectorAll('input')].map((i) => i.name)")
    if fields != options:
        yield f"the fields of draw are {fields}, and its options {options}"
    browser.evaluate("const tile = $('fields').querySelector('[name=tile]'); tile.value = '(_3,_3)';"
                     "tile.dispatchEvent(new InputEvent('input', {bubbles: true})); 0")
    if not browser.until("$('result').textContent.includes('(_3,_3)')", 5):
        yield "a field that is filled is not answered"
    if not browser.until("location.hash.includes('--tile+%28_3%2C_3%29')", 5):
        yield "the link has no options: " + browser.evaluate("location.hash")
    broken = browser.evaluate("""words.commands.flatMap((c) => c.examples.map((e) => e.usage))
        .filter((usage) => !(readExample(usage).command in commands))""")
    if broken:
        yield f"examples that the page cannot read: {broken}"


def worker_answers(browser, show, _):
    """Keys do not wait for the evaluator, stale answers are not shown, and a stuck one is given up."""
    show(browser, "eval", ["_1"], [])
    heard = browser.evaluate("""new Promise(async (done) => {
        const heard = [], before = evaluator.heard;
        evaluator.heard = {answer: (...a) => (heard.push(evaluator.id), before.answer(...a)),
                           picture: (...p) => before.picture(...p)};
        let slowest = 0;
        const slow = 'let A = (_8,_8,_2):(_2,_16,_8)\\n' + 'left_inverse(A)\\n'.repeat(800);
        for (const line of [slow, '_2', '_3', slow, '_4']) {
          const start = performance.now();
          $('lines').value = line;
          $('form').oninput({target: $('lines')});
          slowest = Math.max(slowest, performance.now() - start);
        }
        const start = performance.now();
        while ($('result').textContent !== '_4\\n' && performance.now() - start < 20000)
          await new Promise((next) => setTimeout(next, 10));
        evaluator.heard = before;
        done([slowest, heard, evaluator.id, performance.now() - start, $('result').textContent.slice(0, 20)]);
      })""")
    if heard[4] != "_4\n" or heard[1] != [heard[2]]:
        yield f"of five questions another than the last was answered: {heard}"
    if heard[0] > 50:
        yield f"a key took {heard[0]:.0f} ms of the page"


def zoom_and_scroll(browser, show, _):
    show(browser, *WIDE)
    width = "$('paper').getBoundingClientRect().width"
    natural = browser.evaluate(width)
    svg = re.search(r'width="(\d+)"', browser.evaluate("shown.svg.slice(0, 200)"))[1]
    if natural != int(svg):
        yield f"the picture is not at its natural size: {natural}, not {svg}"
    if not browser.evaluate("$('picture').scrollWidth > $('picture').clientWidth"):
        yield "the picture does not scroll"
    middle = browser.evaluate("(() => { $('picture').scrollIntoView(); const r = $('picture').getBoundingClientRect();"
                              "return [r.left + 200, r.top + 200]; })()")
    wheel = {"type": "mouseWheel", "x": middle[0], "y": middle[1], "deltaX": 0, "deltaY": -100, "modifiers": 2}
    browser.send("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=2)
    fingers = [("touchStart", 40), ("touchMove", 60), ("touchMove", 120)]
    for name, act in [
            ("the button", lambda: click(browser, "larger")),
            ("the key +", lambda: (browser.evaluate("$('picture').focus()"), browser.key("+"))),
            ("Ctrl and the wheel", lambda: browser.send("Input.dispatchMouseEvent", **wheel)),
            ("two fingers", lambda: [browser.send("Input.dispatchTouchEvent", type=kind, touchPoints=[
                {"x": middle[0] - apart, "y": middle[1], "id": 1},
                {"x": middle[0] + apart, "y": middle[1], "id": 2}]) for kind, apart in fingers])]:
        click(browser, "natural")
        act()
        if not browser.until(f"{width} > {natural} * 1.1", 5):
            yield f"{name} does not enlarge the picture"
    browser.send("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
    browser.send("Emulation.setTouchEmulationEnabled", enabled=False)
    click(browser, "fit")
    if browser.evaluate("$('picture').scrollWidth > $('picture').clientWidth"):
        yield "fit does not fit"
    click(browser, "natural")
    tiles = browser.evaluate("picture.canvases.size")
    browser.evaluate("$('picture').scrollLeft = 1000, 0")
    if not browser.until("[...picture.canvases.keys()].some((key) => key % shown.columns === 7)", 5):
        yield "tiles that come into view are not drawn"
    if tiles >= browser.evaluate("shown.tiles.length"):
        yield "tiles out of view are drawn"
    title = browser.evaluate("$('paper').getAttribute('aria-label')")
    if title != "(_64,_64):(_64,_1)" or browser.evaluate("$('paper').getAttribute('role')") != "img":
        yield f"the picture's name is {title}"


def dark(browser, show, _):
    browser.dark(True)
    show(browser, *WIDE)
    if "invert" not in browser.evaluate("getComputedStyle($('picture')).filter"):
        yield "the picture is light on a dark page"
    browser.dark(False)


def accessible(browser, show, _):
    """No violation that axe finds, in light and dark, on a phone too."""
    found = importlib.util.find_spec("axe_playwright_python")
    if found is None:
        print("skipped: axe, the check of accessibility: pip install axe-playwright-python")
        return
    source = next(pathlib.Path(found.submodule_search_locations[0]).rglob("axe*.js")).read_text(encoding="utf-8")
    for case in [BANKS, WIDE, ("eval", [LONG], []), ("prove", ["injective", "(_4,_2):(_1,_3)"], [])]:
        for is_dark, width in [(False, 1100), (True, 390)]:
            browser.size(width, 844)
            browser.dark(is_dark)
            show(browser, *case)
            browser.evaluate("for (const d of document.querySelectorAll('details')) d.open = true;"
                             "$('lines').focus(); $('form').oninput({target: $('lines')}); 0")
            browser.key(" ", ctrl=True)
            time.sleep(0.2)
            browser.evaluate(source + ";0")
            for fault in browser.evaluate("axe.run(document).then((r) => r.violations.map((v) => "
                                          "`${v.id}: ${v.nodes.map((n) => n.html.slice(0, 90)).slice(0, 3).join(' ')}`))"):
                yield f"axe on {case[0]}, {width} px: {fault}"
    browser.dark(False)
    browser.size(1100, 900)


ALL = [on_a_phone, back_button, copied_link, completion_by_keyboard, names_and_options, worker_answers,
       zoom_and_scroll, dark, accessible]
