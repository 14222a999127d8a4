"""Pages in a real browser: Debian's chromium, driven by Playwright; tests are skipped where either is missing."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from patience import HANGS

try:
    from playwright.sync_api import expect, sync_playwright
except ImportError:
    sync_playwright = None  # type: ignore[assignment]
    expect = None  # type: ignore[assignment]

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")
OWN = (".cache/ms-playwright", "Library/Caches/ms-playwright", "AppData/Local/ms-playwright")
"""Where Playwright puts browsers that `playwright install` fetches, below the home folder."""


def program() -> str | None:
    """The browser's program: what GDL_CHROMIUM names, one on the path, or Playwright's own."""
    if named := os.environ.get("GDL_CHROMIUM"):
        return shutil.which(named)
    return next(filter(None, map(shutil.which, NAMES)), None) or _playwrights()


def _playwrights() -> str | None:
    said = os.environ.get("PLAYWRIGHT_BROWSERS_PATH")
    folders = [Path(said)] if said else [Path.home() / place for place in OWN]
    programs = ("chrome", "chrome.exe", "headless_shell", "Chromium")
    found = (path for folder in folders for name in programs for path in folder.glob(f"chromium*/**/{name}"))
    return next((str(path) for path in found if path.is_file()), None)


def missing() -> str:
    """What is missing for tests in a browser, and how to get it; "" if all is there."""
    if sync_playwright is None:
        return "Playwright isn't installed: pip install playwright (it is in the extra [dev])"
    if CHROMIUM is None:
        named = os.environ.get("GDL_CHROMIUM")
        what = f"GDL_CHROMIUM names {named}, which isn't there" if named else "no chromium found"
        return f"{what}: apt install chromium, or playwright install chromium, or name one in GDL_CHROMIUM"
    return ""


CHROMIUM = program()
if expect is not None:
    expect.set_options(timeout=HANGS * 1000)
needs_browser = pytest.mark.skipif(bool(missing()), reason=missing())

UNANSWERED = """
[window.unanswered, window.loads] = [0, 0];
window.Worker = class extends window.Worker {
  constructor(...how) {
    super(...how);
    this.addEventListener?.("message", ({ data }) => { if (data.id !== undefined) window.unanswered -= 1; });
  }
  postMessage(message) {
    window.unanswered += 1;
    if (message.name === "load") window.loads += 1;
    super.postMessage(message);
  }
};
"""
"""Counts what a page asks its worker, and what of that isn't answered yet."""

QUIET = """
async (loads) => {
  const rest = () => new Promise((go) => setTimeout(go, 5)); // what was to be done at once is done by then
  for (let calm = 0; calm < 2; calm = window.unanswered > 0 || window.loads < loads ? 0 : calm + 1) await rest();
}
"""

RANDOM_CLICKS = """
async ({ seed, plies }) => {
  const pause = (time) => new Promise((go) => setTimeout(go, time));
  let x = BigInt(seed) * 2n + 1n;
  const pick = (list) => {
    x = (x * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
    return list[Number((x >> 33n) % BigInt(list.length))];
  };
  const slider = () => document.querySelector(".slider input");
  const played = () => Number(slider()?.max ?? 0);
  const until = performance.now() + 600000;
  let clicks = 0;
  const sure = () => document.querySelector("dialog .main")?.click(); // whether a pass is meant that ends the game
  while (!document.querySelector(".status.over") && played() < plies && performance.now() < until) {
    const found = [...document.querySelectorAll(".site.can, .card.can, .choice:not(.back)")];
    if (found.length) {
      pick(found).dispatchEvent(new MouseEvent("click", { bubbles: true }));
      clicks += 1;
      sure();
    }
    await pause(12);
  }
  return { clicks, plies: played(), over: Boolean(document.querySelector(".status.over")) };
}
"""


def until(page: Any, holds: Callable[[], Any]) -> None:
    """Wait until it holds: what a page is told, and what it does then, comes when it comes."""
    ends = time.monotonic() + HANGS
    while not holds():
        assert time.monotonic() < ends, page.inner_text("body")
        page.wait_for_timeout(10)


def tap(page: Any, *sites: str) -> None:
    """Click at sites of the board, one after the other."""
    for site in sites:
        page.locator(f".site[data-site={site}]").click()


def said(page: Any, text: str) -> None:
    """Wait until it is told to those who listen."""
    expect(page.locator(".unseen[role=status]")).to_contain_text(text)


@contextmanager
def browser() -> Iterator[Any]:
    """A browser."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM)
        try:
            yield running
        finally:
            running.close()


def unfold(page: Any) -> None:
    """Show the tools that a phone has no room for, once the page is there."""
    expect(page.locator(".status")).not_to_be_empty()
    more = page.locator(".tools:not(.open) .unfold")
    if more.is_visible():
        more.click()


def counting(context: Any) -> Any:
    """A new page that counts what it asks its worker."""
    page = context.new_page()
    page.add_init_script(UNANSWERED)
    return page


class Tab:
    """A page in a tab, with all that its console complained of. `page`: one that `counting` made for other tests."""

    def __init__(self, context: Any, path: Path, ready: bool = True, page: Any = None) -> None:
        self.page = page or counting(context)
        self.said: list[str] = []
        self.page.on("console", lambda m: self.said.append(m.text) if m.type in ("error", "warning") else None)
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.goto(path.as_uri())
        if ready:
            self.begun()

    def begun(self) -> None:
        """Wait until the game is there."""
        expect(self.page.locator(".status")).not_to_be_empty()

    def quiet(self, loads: int = 0) -> None:
        """Wait until the worker has answered all, the page has shown that, and kept it; so many records were loaded."""
        self.page.evaluate(QUIET, loads)

    def load(self, record: str) -> None:
        """Open a record, as people do."""
        before = int(self.page.evaluate("window.loads"))
        unfold(self.page)
        self.page.get_by_role("button", name="Open").click()
        file = {"name": "game.yaml", "mimeType": "application/yaml", "buffer": record.encode()}
        self.page.locator("#opened-file").set_input_files(files=[file])
        self.quiet(before + 1)

    def save(self) -> str:
        """The record that the page saves."""
        with self.page.expect_download() as download:
            unfold(self.page)
            self.page.get_by_role("button", name="Save").click()
        return Path(download.value.path()).read_text(encoding="utf-8")

    def clicked(self, seed: int, plies: int) -> dict[str, Any]:
        """Click at random until so many plies are played, or the game is over."""
        found: dict[str, Any] = self.page.evaluate(RANDOM_CLICKS, {"seed": seed, "plies": plies})
        return found

    @property
    def status(self) -> str:
        """What the page says of the game."""
        return str(self.page.locator(".status").first.inner_text())

    @property
    def trouble(self) -> str:
        """What it says went wrong: in the window that is open, or else beside the board."""
        window = self.page.locator("dialog .wrong")
        return str((window if window.count() else self.page.locator(".trouble")).inner_text())
