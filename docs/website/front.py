"""The front page, and the studio's place in the menu."""

from __future__ import annotations

from typing import Any

from website.games import STUDIO

BEFORE = "Games"
"""The menu's part that the studio stands before."""


def with_ways(text: str, *, with_studio: bool) -> str:
    """The front page with the ways into the site below its title and first sentences."""
    title, said, rest = text.split("\n\n", 2)
    ways = [("docs/gallery.html", "Play a game"), ("docs/tutorial.html", "Write your first game")]
    if with_studio:
        ways.insert(1, (STUDIO, "Open the studio"))
    buttons = " ".join(
        f'<a class="md-button{" md-button--primary" * (number == 0)}" href="{address}">{words}</a>'
        for number, (address, words) in enumerate(ways)
    )
    return f'{title}\n\n{said}\n\n<p class="ways">{buttons}</p>\n\n{rest}'


def with_studio(menu: list[Any]) -> list[Any]:
    """The site's menu with the studio in it."""
    at = next(number for number, part in enumerate(menu) if BEFORE in part)
    return [*menu[:at], {"Studio": STUDIO}, *menu[at:]]
