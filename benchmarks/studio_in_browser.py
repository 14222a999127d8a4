"""How long the studio without a server takes in Chromium, and how much memory: the start, and from a keystroke to what
is found.

    npm install pyodide@0.29.5
    python benchmarks/studio_in_browser.py --pyodide node_modules/pyodide
    python benchmarks/studio_in_browser.py --pyodide node_modules/pyodide sparks hanabi chess --keys 20

Files are served from this computer. A cold start has nothing from before; a warm one has all that the browser keeps.
The start ends when the text is checked and the board is there. Seconds of computing are the tab's own: they hang less
on what else the machine does. Memory is what the tab holds for itself (Linux alone tells it): the most while figures
are worked out, and what is left 15 seconds later. A keystroke writes a sign into the text, which is an error there, or
takes it out.
"""

from __future__ import annotations

import argparse
import os
import re
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from cli.studio.browser.folder import studio
from cli.studio.links import link
from gdl import library

GAMES = ("sparks", "tictactoe", "hanabi", "chess")
READY = """() => {
  const said = (place) => document.querySelector(place)?.textContent ?? "";
  return said(".stage .status") && said(".found-words") && said(".found-words") !== "Checking …";
}"""
KEY = """async (letter) => {
  const text = document.querySelector("#text"), words = document.querySelector(".found-words");
  const began = performance.now();
  const found = new Promise((resolve) => {
    const watch = new MutationObserver(() => {
      if (words.textContent === "Checking …" || /error/.test(words.textContent) !== Boolean(letter)) return;
      watch.disconnect();
      resolve(performance.now() - began);
    });
    watch.observe(words, { childList: true, characterData: true, subtree: true });
  });
  const whole = text.value;
  text.value = letter ? whole.replace("players ", `players ${letter} `) : whole.replace(/players ~ /, "players ");
  text.dispatchEvent(new Event("input", { bubbles: true }));
  return found;
}"""
"""A letter that is an error where it stands, or none: then the error goes."""


class Quiet(SimpleHTTPRequestHandler):
    """Shows files without a word."""

    def log_message(self, *words: object) -> None:
        """Says nothing."""


@contextmanager
def served(pyodide: str) -> Iterator[str]:
    """The address of a studio."""
    with tempfile.TemporaryDirectory() as folder:
        for name, data in studio(pyodide):
            path = Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder)) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            yield f"http://127.0.0.1:{server.server_port}/"
            server.shutdown()


def opened(context: Any, address: str) -> tuple[Any, float, float]:
    """A page, the seconds until it is ready, and the seconds of computing in that time."""
    page = context.new_page()
    began = time.perf_counter()
    page.goto(address)
    page.wait_for_function(READY)
    return page, time.perf_counter() - began, tab(context)[1]


def tab(context: Any) -> tuple[float, float]:
    """What the tab that holds most has: megabytes of its own, and the seconds that it has computed."""
    found = [(0.0, 0.0)]
    for one in context.browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]:
        held = Path(f"/proc/{one['id']}/smaps_rollup")
        if one["type"] == "renderer" and held.exists():
            kilobytes = re.search(r"^Private_Dirty: +(\d+) kB", held.read_text(encoding="utf-8"), re.MULTILINE)
            found.append((int(kilobytes[1]) / 1024 if kilobytes else 0.0, one["cpuTime"]))
    return max(found)


def memory(context: Any, page: Any) -> tuple[float, float]:
    """The most megabytes of the tab in 15 seconds of working out figures, and those that it has 15 seconds later."""
    most = 0.0
    for _ in range(30):
        page.wait_for_timeout(500)
        most = max(most, tab(context)[0])
    page.wait_for_timeout(15_000)
    return most, tab(context)[0]


def keystrokes(page: Any, count: int) -> list[float]:
    """Milliseconds from each keystroke to what is found."""
    found = []
    for number in range(count):
        found.append(float(page.evaluate(KEY, "" if number % 2 else "~")))
        page.wait_for_timeout(500)
    return found


def median(found: list[float]) -> float:
    """The one in the middle, the greater of two."""
    return sorted(found)[len(found) // 2]


def main() -> None:
    """Measure, and say it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--pyodide", required=True, help="the folder of Pyodide's files")
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    parser.add_argument("--starts", type=int, default=3)
    parser.add_argument("--keys", type=int, default=10)
    chosen = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with served(chosen.pyodide) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chosen.chromium)
        cold: list[list[float]] = []
        warm: list[list[float]] = []
        for _ in range(chosen.starts):
            context = browser.new_context()
            context.set_default_timeout(300_000)
            for starts in (cold, warm):
                page, *spent = opened(context, address)
                starts.append(spent)
                page.close()
            context.close()
        for name, starts in (("cold", cold), ("warm", warm)):
            passed, computed = ([one[i] for one in starts] for i in (0, 1))
            reach = f"median of {len(starts)}; {min(passed):.1f} to {max(passed):.1f}"
            print(f"{name} start: {median(passed):.1f} s ({reach}), {median(computed):.1f} s of computing")
        context = browser.new_context()
        context.set_default_timeout(300_000)
        for name in chosen.games:
            page, *_ = opened(context, link(address, library.read(name).text))
            most, rest = memory(context, page)
            print(f"{name}: {most:.0f} MB while figures are worked out, {rest:.0f} MB after that")
            found = keystrokes(page, chosen.keys)
            print(f"{name}: from a keystroke to what is found {median(found):.0f} ms (at most {max(found):.0f})")
            page.close()
        browser.close()
    print(f"load {os.getloadavg()[0]:.1f} at the end")


if __name__ == "__main__":
    main()
