"""The page of each game: a board at its head, its variants, and the text of its rules at the end."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from cli.studio.beginnings import variant_text
from cli.studio.links import link
from gdl import library
from website.facts import Shown
from website.gallery import in_short
from website.trying import button

PLAY = "play"
"""The folder of the site that `gdl site` writes."""
STUDIO = f"{PLAY}/studio/index.html"


def with_board(text: str, games: Sequence[Shown], playable: frozenset[str], *, with_studio: bool = False) -> str:
    """A game's page as the site shows it. `games` are the family: first the game, then its variants.

    `with_studio`: with a button that opens a variant of the game in the studio.
    """
    title, _, rest = text.partition("\n")
    first = games[0]
    up = "../" * len(first.folder.split("/"))
    parts = [title, "", f'*{in_short(first)}* · <a href="{up}docs/gallery.html">all games</a>', ""]
    if first.name in playable:
        parts.append(
            f'<iframe class="board" loading="lazy" title="{escape(first.title)}, to play" '
            f'src="{up}{PLAY}/{first.name}.html"></iframe>'
        )
    else:
        picture = f"{up}docs/pictures/games/{first.name}.svg"
        parts += [
            f'<img class="board" src="{picture}" alt="{escape(first.title)}" loading="lazy">',
            "",
            _elsewhere(first),
        ]
    links = [f'<a href="{up}{PLAY}/{one.name}.html">{escape(one.title)}</a>' for one in games if one.name in playable]
    if links:
        parts += ["", f"On a page of its own: {', '.join(links)}."]
    if with_studio:
        parts += ["", button(link(up + STUDIO, variant_text(first.name, first.title)), "Change its rules")]
    parts += ["", rest.strip("\n"), "", "## The rules as the program reads them", ""]
    for one in games:
        parts += [f"`{one.name}.gdl`", "", "```gdl", library.read(one.name).text.rstrip("\n"), "```", ""]
    return "\n".join(parts)


def _elsewhere(game: Shown) -> str:
    """Where a game can be played that a page can't hold."""
    if game.hidden:
        return (
            f"The players of this game don't see everything, and a page of its own would hold all secrets. "
            f"Play it in the terminal (`gdl play {game.name}`) or over a network (`gdl serve {game.name}`)."
        )
    return f"Play it in the terminal: `gdl play {game.name}`."
