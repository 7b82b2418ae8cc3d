# SPDX-License-Identifier: BSL-1.0
"""Drives a headless Chromium over two pipes, with nothing but Python's library.

    with Chromium() as browser:
        browser.open("file:///page.html")
        browser.evaluate("document.title")
        browser.key("Enter", ctrl=True)

Names of commands and events are those of the DevTools protocol.
"""
import json
import os
import shutil
import subprocess
import tempfile
import time

FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
         "--disable-background-networking", "--remote-debugging-pipe"]
# Virtual key codes of keys that type no character.
CODES = {"Enter": 13, "Escape": 27, "Tab": 9, "ArrowDown": 40, "ArrowUp": 38, "Backspace": 8}


def program():
    return shutil.which("chromium") or shutil.which("google-chrome")


class Chromium:
    def __enter__(self):
        self.profile = tempfile.mkdtemp()
        read_end, self.to = os.pipe()
        self.back, write_end = os.pipe()

        def ends():  # the browser reads commands from 3 and writes answers to 4
            low = os.dup2(read_end, 30), os.dup2(write_end, 31)
            os.dup2(low[0], 3), os.dup2(low[1], 4)

        self.process = subprocess.Popen(  # pylint: disable=subprocess-popen-preexec-fn
            [program(), *FLAGS, f"--user-data-dir={self.profile}", "--window-size=1100,900",
             "about:blank"], preexec_fn=ends, close_fds=False, stderr=subprocess.DEVNULL)
        os.close(read_end), os.close(write_end)
        self.unread, self.number, self.session, self.events = b"", 0, None, []
        page = next(t for t in self.send("Target.getTargets")["targetInfos"] if t["type"] == "page")
        self.session = self.send("Target.attachToTarget", targetId=page["targetId"],
                                 flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network"):
            self.send(f"{domain}.enable")
        self.send("Emulation.setFocusEmulationEnabled", enabled=True)
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        os.close(self.to), os.close(self.back)
        shutil.rmtree(self.profile, ignore_errors=True)

    def read(self):
        while b"\0" not in self.unread:
            chunk = os.read(self.back, 1 << 20)
            if not chunk:
                raise RuntimeError("Chromium has ended")
            self.unread += chunk
        message, _, self.unread = self.unread.partition(b"\0")
        return json.loads(message)

    def send(self, method, **arguments):
        self.number += 1
        message = {"id": self.number, "method": method, "params": arguments}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read()
            if answer.get("id") != self.number:
                self.events.append(answer)
            elif "error" in answer:
                raise RuntimeError(f"{method}: {answer['error']}")
            else:
                return answer["result"]

    def open(self, address):
        self.send("Page.navigate", url="about:blank")  # another fragment alone would load nothing
        self.send("Page.navigate", url=address)

    def evaluate(self, code):
        """The value of an expression of JavaScript, of a promise what it becomes."""
        answer = self.send("Runtime.evaluate", expression=code, awaitPromise=True,
                           returnByValue=True, userGesture=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{code[:80]}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def until(self, code, seconds=30):
        """Whether the expression becomes true."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.evaluate(code):
                return True
            time.sleep(0.02)
        return False

    def key(self, name, ctrl=False):
        key = {"key": name, "code": name, "modifiers": 2 * ctrl,
               "windowsVirtualKeyCode": CODES.get(name) or ord(name.upper())}
        text = {"Enter": "\r"}.get(name, name if len(name) == 1 else "")
        self.send("Input.dispatchKeyEvent", type="keyDown", **({} if ctrl else {"text": text}), **key)
        self.send("Input.dispatchKeyEvent", type="keyUp", **key)

    def type(self, text):
        for character in text:
            self.send("Input.dispatchKeyEvent", type="char", text=character)

    def size(self, width, height, touch=False):
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=touch)
        self.send("Emulation.setTouchEmulationEnabled", enabled=touch)

    def dark(self, wanted):
        self.send("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if wanted else "light"}])
