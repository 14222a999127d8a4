"""How soon the studio answers, in Chromium: findings, figures, the page's own thread, memory.

    python benchmarks/studio.py                       # all four, on a machine with nothing else to do
    python benchmarks/studio.py --rulesets sparks go --keys 20
    python benchmarks/studio.py --minutes 30          # typing for half an hour

A key is typed that makes a mistake, and one that takes it back: how long until the page shows each. Then a thousand
random games of Sparks; long tasks of the page's own thread while somebody types in chess; and how much memory the tab
has after so many minutes of typing. Medians have 95 % intervals from the order of what was measured.
"""

from __future__ import annotations

import argparse
import math
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from gdl import library

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))
from browser import CHROMIUM  # where tests find it

RULESETS = ("sparks", "tictactoe", "breakthrough", "go", "backgammon", "hive", "chess", "atomic", "shogi")
FAMILY = ("chess", "atomic", "shogi")
"""May take 600 ms; all others 200."""
PAUSE = 80
"""Milliseconds between two keys of somebody who types quickly."""
CHECKED = "!document.querySelector('.found-words').textContent.includes('…')"
TYPED = "# typed by nobody, of no use, and gone again soon"
WATCH = """
() => {
  const words = document.querySelector(".found-words"), text = document.querySelector("#text");
  window.took = []; window.began = null; window.long = [];
  text.addEventListener("input", () => { window.began = performance.now(); }, true);
  new MutationObserver(() => {
    if (window.began === null) return;
    window.took.push(performance.now() - window.began);
    window.began = null;
  }).observe(words, { childList: true, characterData: true, subtree: true });
  const heard = (list) => { for (const one of list.getEntries()) window.long.push(one.duration); };
  new PerformanceObserver(heard).observe({ type: "longtask" });
}
"""


class Tab:
    """A studio with some rulesets, in a browser."""

    def __init__(self, browser: Any, link: str, name: str) -> None:
        self.page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
        self.page.goto(link)
        self.until(f"document.title.endsWith('studio') && {CHECKED}")
        self.page.select_option(".names", f"{name}.gdl")
        self.until(f"document.title.startsWith('{name}.gdl')")
        self.settled()
        self.page.evaluate(WATCH)

    def settled(self) -> None:
        """Wait until the background has nothing to do."""
        self.page.wait_for_timeout(500)
        self.until(CHECKED)
        self.page.wait_for_timeout(500)

    def until(self, holds: str) -> None:
        """Wait until an expression holds in the page, whose policy knows no other way."""
        while not self.page.evaluate(holds):
            self.page.wait_for_timeout(20)

    def to_end(self) -> None:
        """Put the caret behind the text."""
        self.page.focus("#text")
        self.page.keyboard.press("Control+End")

    def keys(self, count: int) -> list[float]:
        """Milliseconds from a key to what is found; every other key makes a mistake, and the next takes it back."""
        self.to_end()
        for number in range(count):
            self.page.keyboard.press("Backspace" if number % 2 else "q")
            self.until(f"window.took.length > {number}")
            self.page.wait_for_timeout(PAUSE)
        return [float(one) for one in self.page.evaluate("window.took")]

    def type_for(self, seconds: float) -> int:
        """Type a comment and take it back, again and again; how many keys that were."""
        self.to_end()
        ends, count = time.monotonic() + seconds, 0
        while time.monotonic() < ends:
            for key in [*TYPED, *["Backspace"] * len(TYPED)]:
                self.page.keyboard.press("Space" if key == " " else key)
                self.page.wait_for_timeout(PAUSE)
                count += 1
        return count

    def close(self) -> None:
        """Close the tab."""
        self.page.context.close()


def median(values: Sequence[float]) -> str:
    """The median with its 95 % interval: ranks that hold it, by the binomial distribution."""
    ordered, n = sorted(values), len(values)
    reach = 1.96 * math.sqrt(n) / 2
    low, high = max(0, math.floor(n / 2 - reach)), min(n - 1, math.ceil(n / 2 + reach))
    middle = (ordered[(n - 1) // 2] + ordered[n // 2]) / 2
    return f"{middle:4.0f} ms ({ordered[low]:.0f} to {ordered[high]:.0f}), longest {ordered[-1]:.0f}"


def memory(browser: Any) -> dict[str, float]:
    """Megabytes that the browser's tabs hold, by process."""
    found = {}
    for one in browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]:
        status = Path(f"/proc/{one['id']}/status")
        if one["type"] == "renderer" and status.exists():
            held = re.search(r"VmRSS:\s+(\d+) kB", status.read_text(encoding="utf-8"))
            found[str(one["id"])] = int(held[1]) / 1024 if held else 0.0
    return found


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rulesets", nargs="*", default=RULESETS, metavar="NAME")
    parser.add_argument("--keys", type=int, default=30, help="keys for each ruleset")
    parser.add_argument("--minutes", type=float, default=3.0, help="minutes of typing in chess")
    asked = parser.parse_args()
    names = list(dict.fromkeys([*asked.rulesets, "sparks", "chess"]))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        for name in names:
            Path(folder, f"{name}.gdl").write_text(library.read(name).text, encoding="utf-8")
        words = [sys.executable, "-m", "cli.main", "studio", folder]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
            browser = playwright.chromium.launch(executable_path=CHROMIUM)
            try:
                assert server.stdout is not None
                measure(browser, server.stdout.readline().strip(), asked)
            finally:
                browser.close()
                server.kill()


def measure(browser: Any, link: str, asked: argparse.Namespace) -> None:
    """All of it."""
    print("from a key to what is found, the median:")
    for name in asked.rulesets:
        tab = Tab(browser, link, name)
        wanted = 600 if name in FAMILY else 200
        print(f"  {name:14} {median(tab.keys(asked.keys))}; wanted: {wanted} ms", flush=True)
        tab.close()
    tab = Tab(browser, link, "sparks")
    took = []
    for _ in range(10):
        tab.to_end()
        tab.page.keyboard.press("Space")
        tab.page.keyboard.press("Backspace")
        took.append(seconds_of_figures(tab.page))
    print(f"a thousand random games of Sparks: {median([1000 * one for one in took])}; wanted: 1000 ms")
    tab.close()
    tab = Tab(browser, link, "chess")
    before = memory(browser)
    keys = tab.type_for(60 * asked.minutes)
    long = [float(one) for one in tab.page.evaluate("window.long")]
    after = memory(browser)
    print(f"{keys} keys in chess, in {asked.minutes:g} minutes: {len(long)} tasks over 50 ms"
          + (f", the longest {max(long):.0f} ms" if long else ""))  # fmt: skip
    held = [max(one.values(), default=0.0) for one in (before, after)]
    print(f"the tab holds {held[0]:.0f} MB before, {held[1]:.0f} MB after; wanted: at most 600 MB")
    tab.close()


def seconds_of_figures(page: Any) -> float:
    """From when games begin to be played to when their figures are shown."""
    return float(page.evaluate("""
    () => new Promise((done) => {
      const doing = document.querySelector(".panel.figures .doing");
      let began = null;
      const watch = new MutationObserver(() => {
        if (doing.textContent.includes("…")) began = performance.now();
        else if (began !== null) { watch.disconnect(); done((performance.now() - began) / 1000); }
      });
      watch.observe(doing, { childList: true, characterData: true, subtree: true });
    })
    """))


if __name__ == "__main__":
    main()
