"""`gdl studio` as a process, and its page in a browser."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from browser import expect
from patience import HANGS

STUDIO = [sys.executable, "-m", "cli.main", "studio"]


@contextmanager
def studio(*words: str) -> Iterator[str]:
    """The link of a studio that runs meanwhile."""
    with subprocess.Popen([*STUDIO, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found, process.stderr.read() if process.stderr else ""
            yield found[0]
        finally:
            process.kill()


class Page:
    """A studio's page, with all that its console complains of."""

    def __init__(self, chromium: Any, link: str, width: int = 1280, height: int = 800, **more: Any) -> None:
        self.context = chromium.new_context(viewport={"width": width, "height": height}, **more)
        self.context.set_default_timeout(HANGS * 1000)
        self.page = self.context.new_page()
        self.said: list[str] = []
        self.page.on("console", lambda m: self.said.append(m.text) if m.type in ("error", "warning") else None)
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.goto(link)
        expect(self.page.locator(".stage .status")).not_to_be_empty()
        self.checked()

    def checked(self) -> None:
        """Wait until the text has been checked."""
        expect(self.page.locator(".found-words")).not_to_have_text("Checking …")

    @property
    def text(self) -> str:
        return str(self.page.input_value("#text"))

    def select(self, part: str) -> None:
        """Select a part of the text."""
        start = self.text.index(part)
        self.page.focus("#text")
        places = [start, start + len(part)]
        self.page.evaluate("([a, b]) => document.querySelector('#text').setSelectionRange(a, b)", places)

    def write(self, part: str, text: str) -> None:
        """Type a text in place of a part."""
        self.select(part)
        self.page.keyboard.type(text)

    def put(self, part: str, text: str) -> None:
        """Put a text in place of a part in one go, as pasting does."""
        self.select(part)
        self.page.keyboard.insert_text(text)

    def move(self, site: str) -> None:
        """Choose a site of the board."""
        self.page.locator(f'.stage .site[data-site="{site}"]').first.dispatch_event("click")

    def keep_as_test(self, name: str) -> None:
        """Make a test of the game on the board."""
        self.page.locator(".stage").get_by_role("button", name="Keep as a test").click()
        self.page.get_by_label("Name", exact=True).fill(name)
        self.page.get_by_role("button", name="Keep", exact=True).click()

    def accept(self) -> None:
        """Accept what becomes of the first test that failed."""
        self.page.get_by_role("tab", name="Tests").click()
        self.page.get_by_role("button", name="Accept what happens now").first.click()
        self.page.get_by_role("button", name="Accept", exact=True).click()

    def moves(self) -> list[str]:
        """The moves so far, as the record shows them."""
        return [str(one) for one in self.page.locator(".stage .ply").all_inner_texts()]
