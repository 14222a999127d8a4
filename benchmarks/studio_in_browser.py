"""How long the studio without a server takes in Chromium: the start, and from a keystroke to what is found.

    npm install pyodide@0.29.5
    python benchmarks/studio_in_browser.py --pyodide node_modules/pyodide
    python benchmarks/studio_in_browser.py --pyodide node_modules/pyodide sparks hanabi chess --keys 20

Files are served from this computer. A cold start has nothing from before; a warm one has all that the browser keeps.
The start ends when the text is checked and the board is there. A keystroke writes a sign into the text, which is an
error there, or takes it out.
"""

from __future__ import annotations

import argparse
import os
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


def opened(context: Any, address: str) -> tuple[Any, float]:
    """A page, and the seconds until it is ready."""
    page = context.new_page()
    began = time.perf_counter()
    page.goto(address)
    page.wait_for_function(READY)
    return page, time.perf_counter() - began


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
        cold, warm = [], []
        for _ in range(chosen.starts):
            context = browser.new_context()
            context.set_default_timeout(300_000)
            page, seconds = opened(context, address)
            cold.append(seconds)
            page.close()
            warm.append(opened(context, address)[1])
            context.close()
        print(f"cold start: {median(cold):.1f} s (median of {len(cold)}; {min(cold):.1f} to {max(cold):.1f})")
        print(f"warm start: {median(warm):.1f} s (median of {len(warm)}; {min(warm):.1f} to {max(warm):.1f})")
        context = browser.new_context()
        context.set_default_timeout(300_000)
        for name in chosen.games:
            page, _ = opened(context, link(address, library.read(name).text))
            found = keystrokes(page, chosen.keys)
            print(f"{name}: from a keystroke to what is found {median(found):.0f} ms (at most {max(found):.0f})")
            page.close()
        browser.close()
    print(f"load {os.getloadavg()[0]:.1f} at the end")


if __name__ == "__main__":
    main()
