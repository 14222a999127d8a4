"""A board of stones as Go programs speak of it: points, handicaps, pictures in letters, games of files."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from interpreter.bridges.formats import converting
from interpreter.bridges.formats.converting import Wish
from interpreter.bridges.formats.sgf_games import stone
from interpreter.bridges.protocols.thinking import Report
from interpreter.errors import GameError
from interpreter.game import positions, records
from interpreter.game.game import Game
from interpreter.game.moves import Move
from interpreter.game.state import State

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
PASSING = "pass"
SGF = "sgf"
SMALLEST = 7
"""Lines of the smallest board with points for handicaps."""
THIRD = 13
"""Lines from which on these points lie on the fourth line, not the third."""
ORDER = ((0, 0), (2, 2), (2, 0), (0, 2), (0, 1), (2, 1), (1, 0), (1, 2))
"""The points for up to eight stones by their column and row of three, as GTP has them: corners, sides; an odd number
from five on has one in the middle."""


def point_of(label: str) -> str:
    """What Go programs call a site that the rules call by a letter and a number: `D4`; "" for all others."""
    found = re.fullmatch(r"([a-y])(\d{1,2})", label)
    if not found:
        return ""
    column = ord(found[1]) - ord("a")
    return LETTERS[column] + found[2]


def points_of(game: Game) -> dict[str, str]:
    """For each point of the board the label of its site."""
    labels = game.model.board.labels if game.model.board is not None else ()
    return {point: label for label in labels if (point := point_of(label))}


def size_of(points: Mapping[str, str]) -> int:
    """The lines of a square board; 0 for any other."""
    size = max((int(point[1:]) for point in points), default=0)
    return size if len(points) == size * size else 0


def meant(state: State, points: Mapping[str, str], wanted: str) -> Move | None:
    """The move of a point, or one that the rules call so."""
    label = points.get(wanted.upper())
    for move in state.moves:
        if (label is not None and move.sites == (label,)) or move.text.casefold() == wanted.casefold():
            return move
    return None


def fixed(points: Mapping[str, str], count: int) -> list[str]:
    """The points of a fixed handicap, as GTP's draft lists them; none where there is no such."""
    size = size_of(points)
    odd = size % 2 == 1
    most = 0 if size < SMALLEST or (size == SMALLEST + 1 and count > 4) else 9 if odd and size > SMALLEST else 4
    if not 2 <= count <= most:
        return []
    edge = 4 if size >= THIRD else 3
    lines = (edge, (size + 1) // 2, size + 1 - edge)
    has_middle = count % 2 == 1 and count > 4
    places = [*ORDER[: count - has_middle], *([(1, 1)] * has_middle)]
    return [f"{LETTERS[lines[c] - 1]}{lines[r]}" for c, r in places]


def handicap(state: State, labels: Sequence[str]) -> State:
    """The first player's stones on these sites, and the second to move; raises PositionError."""
    game = state.game
    data = positions.written(state)
    data["pieces"] = {stone(game, game.players[0]): list(labels)}  # type: ignore[arg-type]  # a state's rules are a game
    data["to move"] = game.players[1]
    data.pop("seen", None)
    data.pop("next", None)
    return game.position(data)  # type: ignore[attr-defined, no-any-return]


def showboard(state: State, points: Mapping[str, str]) -> str:
    """The points in their rows, with X for black, O for white."""
    rows: dict[int, dict[str, str]] = {}
    for point, label in points.items():
        owners = [piece.owner for piece in state.pieces(label)]
        sign = "XO"[state.game.players.index(owners[-1])] if owners and owners[-1] else "."
        rows.setdefault(int(point[1:]), {})[point[0]] = sign
    letters = [letter for letter in LETTERS if any(letter in row for row in rows.values())]
    lines = [f"{number:2} " + " ".join(row.get(letter, " ") for letter in letters)
             for number, row in sorted(rows.items(), reverse=True)]  # fmt: skip
    return "\n".join(["", *lines, "   " + " ".join(letters)])


def opened(file: str, source: str, up_to: int | None) -> tuple[Game, list[State]]:
    """The first game of an SGF file, and its states; `up_to`: before this move. Raises GameError."""
    try:
        told_ = converting.nth(Path(file), SGF, 1)
        record, game, _, _ = converting.record(told_, Wish(SGF, "gdl", source or None))
        steps = list(records.replay(game, record))
    except OSError as problem:
        raise GameError(str(problem)) from None
    states = [records.start(game, record), *(step.after for step in steps)]
    return game, states[: max(up_to, 1)] if up_to is not None else states


def told(state: State, report: Report, called: Callable[[Move], str], in_parts: bool) -> str:
    """What a search has found, on one line as Leela Zero and KataGo tell it: how often who moves wins, of ten thousand
    games, or `in_parts` of one."""
    found = []
    for order, option in enumerate(report.analysis.options):
        share = (option.prospect.share(state.mover or "") + 1) / 2
        winrate = f"{share:.4f}" if in_parts else f"{round(10_000 * share)}"
        name = called(option.move)
        found.append(f"info move {name} visits {option.visits} winrate {winrate} order {order} pv {name}")
    return " ".join(found[:10])
