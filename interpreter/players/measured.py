"""Opponents of the rulesets that ship, found by measuring: a table, written by benchmarks/default_opponents.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from gdl import library
from gdl.text.source import Source
from interpreter.errors import GameError, PlayerError
from interpreter.game.game import Game
from interpreter.game.yaml_files import read
from interpreter.graph.goals import nearness
from interpreter.graph.standing import standing
from interpreter.players.taught import FOLLOWS, taught
from interpreter.players.zero_sum import unfit

TABLE = library.FOLDER / "opponents.yaml"
VALUED = "mcts:1s"
"""Who goes by values that were learnt for more than two players."""


def measured(game: Game) -> str | None:
    """The opponent of a ruleset that ships, as it ships, or else of the nearest such that it extends. Of two, the first
    goes by what was learnt, and the second plays with options for which nothing was learnt.

    None if it can't play, and for all other rulesets: those of strangers may have any name. Matches are measured with
    two players: if more play, `mcts` is the opponent where values were learnt, for nobody else goes by those. None if
    none were learnt, and the players are to lead pieces somewhere: a trial tells whether random games are any good.

    Raises PlayerError if the table can't be read.
    """
    table, given = _table(TABLE), game.given
    for behind, source in enumerate(given.sources if given is not None else ()):
        name = Path(source.name).stem
        if name in table and _ships(name, source):
            has_changed = behind > 0 or (given is not None and bool(given.options))
            if len(game.players) > 2:
                if _has_values(game):
                    return VALUED
                if given is not None and given.players is not None and nearness(game.model):
                    return None
            *valued, last = table[name]
            specs = [*valued, last] if not has_changed or is_learnt(game) else [last]
            return next((spec for spec in specs if can_play(spec, game, has_changed)), None)
    return None


def shipped(game: Game) -> str | None:
    """The name of the ruleset that a game is exactly as it ships: no variant of it, nor with other options."""
    if (given := game.given) is None or not given.sources or given.options or given.players is not None:
        return None
    name = Path(given.sources[0].name).stem
    return name if _ships(name, given.sources[0]) else None


def is_learnt(game: Game) -> bool:
    """Whether values or a policy were learnt for exactly these rules."""
    return _has_values(game) or taught(game, FOLLOWS).policy is not None


def _has_values(game: Game) -> bool:
    return taught(game, "alphabeta").weights is not None  # which that player reads once, too


def can_play(spec: str, game: Game, has_changed: bool) -> bool:
    """Whether a player fits a game that may be a variant of the one that was measured, or have other options.

    Greedy games need a lead that can be told. Alpha-beta would fail in the middle of a game whose players may gain
    together. Where nothing was learnt for the changed rules, random games tell more than its leaves do.
    """
    if spec.startswith("greedy"):
        return standing(game.model) is not None
    if not spec.startswith("alphabeta"):
        return True
    if game.model.pays or game.model.unites or unfit(game):
        return False
    return not has_changed or _has_values(game)


@cache
def _table(path: Path) -> Mapping[str, Sequence[str]]:
    if not path.exists():
        return {}
    try:
        rows = read(path).data.items()
        return {name: [*map(str, specs)] if isinstance(specs, list) else [str(specs)] for name, specs in rows}
    except GameError as problem:
        raise PlayerError(f"the table of opponents can't be read: {problem}") from None


def _ships(name: str, source: Source) -> bool:
    path = library.paths().get(name)
    return path is not None and path.read_text(encoding="utf-8") == source.text
