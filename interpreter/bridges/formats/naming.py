"""What a ruleset says of itself for formats of the world outside, as facts of its own head:

    game "Chess"
      pgn "Standard", "Chess"     # what the tag Variant calls it
      sgf 3                       # its number in SGF's list of games

    game "Three-Check"
      xboard "3check"             # what XBoard calls a variant that it knows
      uci "3check"                # its UCI_Variant, where that isn't the ruleset's name without `_`

    game "Chess"
      uci "chess", "own game"     # what UCI programs play that know no variants; `usi` and `ucci` likewise

The format's own file says what else the fact may hold.
A variant doesn't inherit them: it is another game. A ruleset that says nothing goes by its title.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from gdl import library
from gdl.library import NotFound
from interpreter.game.game import Game

OWN_GAME = "own game"
_TITLE = re.compile(r'^game\s+"([^"]*)"', re.M)


def called(text: str, kind: str) -> list[str]:
    """What a ruleset's own text says of a format."""
    found = _TITLE.search(text)
    if found is None:
        return []
    head = text[found.end() :].split("\n\n", 1)[0]
    line = re.search(rf"^[ \t]+{kind}[ \t]+(.*)$", head, re.M)
    return [quoted or number for quoted, number in re.findall(r'"([^"]*)"|(\d+)', line[1])] if line else []


@lru_cache(maxsize=64)
def said_by(source: str, kind: str) -> tuple[str, ...]:
    """What a ruleset, by its shipped name or path, says of a format; nothing if it isn't there."""
    try:
        return tuple(called(library.read(source).text, kind))
    except NotFound:
        return ()


@lru_cache(maxsize=64)
def ruleset(kind: str, name: str, aliases: bool = False) -> str | None:
    """The shipped ruleset that a file means; None if none says so. `aliases`: whether all that a fact says are names,
    and not the first alone; then titles are, too."""
    known = dict(_names(kind, aliases))
    return known.get(_bare(name))


def _names(kind: str, aliases: bool) -> Iterator[tuple[str, str]]:
    for name, path in library.paths().items():
        text = path.read_text(encoding="utf-8")
        if aliases and (title := _TITLE.search(text)):
            yield _bare(title[1]), name
        for said in called(text, kind)[: None if aliases else 1]:
            yield _bare(said.partition(",")[0]), name


def _bare(name: str) -> str:
    return "".join(c for c in name.casefold() if c.isalnum())


# ---- what other programs' windows call games


def own(game: Game, kind: str) -> list[str]:
    """What a game's own text says of a format, and not what it extends."""
    return called(game.given.sources[0].text, kind) if game.given is not None else []


def window_knows(game: Game) -> bool:
    """Whether XBoard knows the rules of a game."""
    return bool(own(game, "xboard"))


def window_name(game: Game) -> str:
    """What XBoard is to call a game: its own name for it, or the ruleset's."""
    return next(iter(own(game, "xboard")), uci_name(game.name))


def window_parent(game: Game) -> str:
    """XBoard's name of the nearest ruleset that a game extends and XBoard knows; "" if there is none."""
    sources = game.given.sources[1:] if game.given is not None else ()
    return next((said[0] for source in sources if (said := called(source.text, "xboard"))), "")


def window_names() -> dict[str, str]:
    """The shipped rulesets that XBoard knows, by its names."""
    said = ((called(path.read_text(encoding="utf-8"), "xboard"), name) for name, path in library.paths().items())
    return {known[0]: name for known, name in said if known}


def uci_name(name: str) -> str:
    """A ruleset's name as programs write it."""
    return name.replace("_", "")


def uci_names() -> dict[str, str]:
    """The shipped rulesets by what UCI programs call them."""
    found = {}
    for name, path in library.paths().items():
        said = called(path.read_text(encoding="utf-8"), "uci")
        found[said[0] if said else uci_name(name)] = name
    return found


def program_name(game: Game, protocol: str) -> str:
    """What a program is to call a game: as its rules say, or by its ruleset's name."""
    return next(iter(own(game, protocol)), uci_name(game.name))


def is_own_game(game: Game, protocol: str) -> bool:
    """Whether a game is what programs of a protocol play that know no others."""
    return OWN_GAME in own(game, protocol)
