"""The gallery: all rulesets with a picture each, to be narrowed by what one looks for."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from cli.web.page.front import small_picture
from website.facts import Shown

PICTURES = "pictures/games"
"""The folder of the small pictures, beside the gallery."""
PLAYERS = range(1, 7)
MINUTES = (15, 30, 60)
HEAD = """\
---
hide: [toc]
---
# The gallery

Choose a game by what you look for. Each picture leads to the page of its game: how it is played, its options, and a
board to play on. [The table of games](games.md) tells what each game needs of the language.

"""
SCRIPT = '\n<script src="website/gallery.js"></script>\n'


def page(games: Sequence[Shown]) -> str:
    """The page in Markdown, to stand in `docs/`; pictures lie in `docs/pictures/games/`."""
    kinds = list(dict.fromkeys(game.kind for game in games))
    asked = "\n".join([
        '<label>Name <input type="search" name="name" autocomplete="off"></label>',
        _choice("kind", "Kind", [("", "any"), *((kind, kind) for kind in kinds)]),
        _choice("players", "Players", [("", "any"), *((str(n), str(n)) for n in PLAYERS)]),
        _choice("minutes", "Minutes", [("", "any"), *((str(n), f"at most {n}") for n in MINUTES)]),
        _choice("hidden", "Hidden", [("", "any"), ("no", "all is open"), ("yes", "something is hidden")]),
        _choice("chance", "Dice or dealing", [("", "any"), ("no", "without"), ("yes", "with")]),
        _choice("variant", "Variants", [("", "shown"), ("no", "left out")]),
    ])  # fmt: skip
    cards = "\n".join(card(game) for game in games)
    return (
        f'{HEAD}<form class="filters" id="filters">\n{asked}\n'
        f'<output id="shown" aria-live="polite">{len(games)} games</output>\n</form>\n'
        f'<ul class="gallery" id="gallery">\n{cards}\n</ul>\n{SCRIPT}'
    )


def picture(game: Shown) -> str:
    """The small picture of a game, as SVG."""
    return small_picture(game.game)


def _choice(name: str, label: str, options: Sequence[tuple[str, str]]) -> str:
    rows = "".join(f'<option value="{escape(value)}">{escape(words)}</option>' for value, words in options)
    return f'<label>{label} <select name="{name}">{rows}</select></label>'


def card(game: Shown) -> str:
    """A game in the gallery, with what the filters look at."""
    facts = {
        "name": f"{game.title} {game.name}".lower(), "kind": game.kind,
        "fewest": game.fewest, "most": game.most, "minutes": game.minutes or "",
        "hidden": "yes" if game.hidden else "no", "chance": "yes" if game.chance else "no",
        "variant": "yes" if game.is_variant else "no",
    }  # fmt: skip
    told = " ".join(f'data-{key}="{escape(str(value))}"' for key, value in facts.items())
    return (
        f'<li {told}><a href="../{game.folder}/index.html">'
        f'<img src="{PICTURES}/{game.name}.svg" alt="" loading="lazy" width="160" height="120">'
        f"<b>{escape(game.title)}</b><small>{escape(in_short(game))}</small></a></li>"
    )


def in_short(game: Shown) -> str:
    """Players, minutes, and what isn't open, in a line."""
    if game.fewest == game.most:
        players = f"{game.most} player{'s' * (game.most != 1)}"
    else:
        players = f"{game.fewest} to {game.most} players"
    told = [players, f"{game.minutes} minutes" if game.minutes else "", "hidden things" if game.hidden else ""]
    return " · ".join(filter(None, [*told, "chance" if game.chance else ""]))
