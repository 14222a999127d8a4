"""What adapters begin with: the packages that they need, and a ruleset with its options as a row of words, with which a
game can be loaded again in another process."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote, unquote

from gdl import library
from gdl.text.source import Source
from interpreter.errors import LoadError, not_installed
from interpreter.game.game import Game

TEXT = "text:"


def needed(what: str, extra: str, *modules: str) -> None:
    """See that the modules of an extra are there, which `what` needs; raises ImportError, which says what to do."""
    missing = [module for module in modules if find_spec(module) is None]
    if missing:
        raise ImportError(not_installed(what, missing, extra))


def words_of(what: str | Path | Game) -> str:
    """A shipped ruleset's name, a file's path, or the text of a game's rules, without signs that mean something to
    OpenSpiel."""
    if isinstance(what, Game):
        if what.given is None:
            raise LoadError("this game was made of a model alone; only games made of a ruleset's text can be named")
        source = what.given.sources[0]
        return f"{TEXT}{_quoted(source.name)}:{_quoted(source.text)}"
    if isinstance(what, Path) or library.is_path(what):
        return _quoted(str(Path(what).resolve()))
    return _quoted(what)


def options_of(options: dict[str, object]) -> str:
    """Options in the same way."""
    return "&".join(f"{_quoted(name)}:{_quoted(_text(value))}" for name, value in sorted(options.items()))


def loaded(words: str, options: str, players: int) -> Game:
    """The game that such words name; raises LoadError."""
    what: str | Source = unquote(words)
    if words.startswith(TEXT):
        name, _, text = words.removeprefix(TEXT).partition(":")
        what = Source(unquote(name), unquote(text))
    given: dict[str, object] = {}
    for pair in filter(None, options.split("&")):
        name, colon, value = pair.partition(":")
        if not colon:
            raise LoadError(f"`{pair}` is no option: options are written name:value, with & between them")
        given[unquote(name)] = unquote(value)
    return Game.of(what, given, players or None)


def _quoted(text: str) -> str:
    return quote(text, safe="/.-_ ")


def _text(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return "{" + ", ".join(map(str, value)) + "}" if isinstance(value, list | tuple | set | frozenset) else str(value)

