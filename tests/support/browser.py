"""Pages in a real browser: Debian's chromium, driven by Playwright; tests are skipped where either is missing."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = os.environ.get("GDL_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
try:
    from playwright.sync_api import sync_playwright
except ImportError:
    sync_playwright = None  # type: ignore[assignment]

needs_browser = pytest.mark.skipif(
    CHROMIUM is None or sync_playwright is None, reason="needs Playwright and chromium (GDL_CHROMIUM names another)"
)

RANDOM_CLICKS = """
async ({ seed, plies }) => {
  const pause = (time) => new Promise((go) => setTimeout(go, time));
  let x = BigInt(seed) * 2n + 1n;
  const pick = (list) => {
    x = (x * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
    return list[Number((x >> 33n) % BigInt(list.length))];
  };
  const slider = () => document.querySelector("input[type=range]");
  const played = () => Number(slider()?.max ?? 0);
  const until = performance.now() + 150000;
  let clicks = 0;
  while (!document.querySelector(".status.over") && played() < plies && performance.now() < until) {
    const found = [...document.querySelectorAll(".site.can, .choice:not(.back)")];
    if (found.length) {
      pick(found).dispatchEvent(new MouseEvent("click", { bubbles: true }));
      clicks += 1;
    }
    await pause(12);
  }
  return { clicks, plies: played(), over: Boolean(document.querySelector(".status.over")) };
}
"""


@contextmanager
def browser() -> Iterator[Any]:
    """A browser."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM)
        try:
            yield running
        finally:
            running.close()


class Tab:
    """A page in a tab, with all that its console complained of."""

    def __init__(self, context: Any, path: Path, ready: bool = True) -> None:
        self.page = context.new_page()
        self.said: list[str] = []
        self.page.on("console", lambda m: self.said.append(m.text) if m.type in ("error", "warning") else None)
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.goto(path.as_uri())
        if ready:
            self.page.locator('.status:not(:empty)').wait_for(timeout=20_000)

    def load(self, record: str) -> None:
        """Open a record, as people do."""
        with self.page.expect_file_chooser() as chooser:
            self.page.get_by_role("button", name="Open").click()
        file = {"name": "game.yaml", "mimeType": "application/yaml", "buffer": record.encode()}
        chooser.value.set_files(files=[file])
        self.page.wait_for_timeout(150)

    def save(self) -> str:
        """The record that the page saves."""
        with self.page.expect_download() as download:
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
        """What it says went wrong."""
        return str(self.page.locator(".trouble").inner_text())
