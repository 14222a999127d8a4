"""What a page must know of a game before anybody moves: names, options, rules, the picture's parts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cli.web.page.scenes import counter_name, member_name
from gdl.syntax.parser import parse
from gdl.syntax.tree import Integer, Players
from interpreter import GameError
from interpreter.bridges.formats import texts
from interpreter.drawing import colours, hands
from interpreter.drawing.lessons import kinds, lessons
from interpreter.drawing.rules_page import rules_pages
from interpreter.drawing.scene import scene
from interpreter.drawing.site_symbols import symbols_of
from interpreter.drawing.unknown import partly_known
from interpreter.game.moves import written_like
from interpreter.game.shortest import has_notation
from interpreter.players.specs import RANDOM, opponent

if TYPE_CHECKING:
    from gdl.model.model import Option
    from interpreter import Game


def about(game: Game) -> dict[str, Any]:
    """The parts of an engine's `info` that hang on the rules alone, see `docs/page.md`."""
    model = game.model
    return {
        "title": game.title,
        "name": game.name,
        "summary": game.summary,
        "players": list(game.players),
        "options": [_option(option) for option in model.options],
        "counts": counts(game),
        "rules": rules_page(game),
        "pieces": names(game),
        "colours": {player: colour for player in game.players if (colour := _colour(game, player))},
        "opponent": _opponent(game),
        "written": written_like(game.machine),
        "lessons": _lessons(game),
        "lots": sum(hands.place_of(model, variable) in ("hand", "front") for variable in hands.laid(model)),
        "hides": model.hides,
        "isShort": has_notation(model),
        "formats": [] if model.hides else texts.kinds(game),
    }


def _lessons(game: Game) -> dict[str, Any]:
    """What a guided game tells at the start, and at which decision, by its number."""
    told, numbers = lessons(game), kinds(game)
    return {"start": told.start, "at": {numbers[span]: texts for span, texts in told.at.items()}}


def counts(game: Game) -> tuple[int, int] | None:
    """How few and how many may play, where the rules leave that open; the variant's word counts before its base's."""
    for source in game.given.sources if game.given else ():
        for item in parse(source).items:
            if isinstance(item, Players):
                low, high = item.low, item.high
                return (low.value, high.value) if isinstance(low, Integer) and isinstance(high, Integer) else None
    return None


def names(game: Game) -> dict[str, str]:
    """How each thing is said that may lie on a site."""
    found = {label: said(game, index) for index, label in enumerate(game.model.pieces.labels)}
    for label, left in partly_known(game.model).items():
        found[label] = f"{left.owner or ''} unknown piece".strip()
    for variable, members in scene(game.model).counters.items():
        of = {counter_name(variable, member): f"{member} {variable}".strip() for member in members}
        found |= {name: text.replace("_", " ") for name, text in of.items()}
    for type_, labels in symbols_of(game.model).members.items():
        found |= {member_name(type_, label): label.replace("_", " ") for label in labels}
    return found


def said(game: Game, index: int) -> str:
    """How a piece is said: `white pawn`, `stone`, `red bead 3`."""
    piece = game.piece(index)
    words = [piece.owner or "", piece.kind, "" if piece.number is None else str(piece.number)]
    return " ".join(filter(None, words)).replace("_", " ")


def rules_page(game: Game) -> str:
    """How the game is played, with the legend, as HTML without any of its author's own."""
    from markdown_it import MarkdownIt  # comes with rich; nobody else needs it

    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    return "".join(map(markdown.render, rules_pages(game.start().view())))


def _option(option: Option) -> dict[str, Any]:
    default = option.default
    choices = list(option.choices) or (["true", "false"] if isinstance(default, bool) else [])
    return {
        "name": option.name, "help": option.help, "low": option.low, "high": option.high, "choices": choices,
        "value": _plain(option.value), "default": _plain(default),
    }  # fmt: skip


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _colour(game: Game, player: str) -> str:
    """The colour of a player: their own, or that of a piece of theirs."""
    looks = game.model.looks
    labels = [f"{game.model.player.name}.{player}", player]
    own = [piece for piece in map(game.piece, range(len(game.model.pieces.labels))) if piece.owner == player]
    for label in [*labels, *(piece.label for piece in own)]:
        look = looks.get(label)
        if look and (number := colours.hexadecimal(look.colour)):
            return number
    return ""


def _opponent(game: Game) -> str:
    try:
        return opponent(game)
    except GameError:
        return RANDOM
