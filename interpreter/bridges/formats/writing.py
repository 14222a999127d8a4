"""A record of ours as a game of another program's format."""

from __future__ import annotations

import re
from collections.abc import Sequence

from interpreter.bridges.formats import naming, pgn, sgf
from interpreter.bridges.formats.opening import FormatError
from interpreter.bridges.formats.playing import passing, players, points, stone, winner
from interpreter.bridges.formats.shortest import short
from interpreter.errors import PositionError
from interpreter.game import notation, variations
from interpreter.game.game import Game
from interpreter.game.moves import Move
from interpreter.game.record_model import Record
from interpreter.game.state import State
from interpreter.game.variations import Branch

TWINS = {"PB": "Black", "PW": "White", "DT": "Date", "EV": "Event", "RO": "Round", "PC": "Site"}
OF_THE_FILE = {"FF", "CA", "AP", "GM", "SZ", "RE", "PL", "ST", "FEN", "SetUp", "Variant", "Result"}


def text(game: Game, source: str, record: Record, kind: str) -> str:
    """The game as a file of this format has it. Raises FormatError, or ReplayError."""
    seated = players(game, kind)
    told = variations.of(game, record)
    if dice := next((step for line in told for step in line.steps if step.before.is_chance), None):
        raise FormatError(f"{kind.upper()} can't hold what chance decides (`{dice.move.text}`)")
    return (_pgn if kind == "pgn" else _sgf)(game, source, record, seated, told)


def _pgn(game: Game, source: str, record: Record, seated: Sequence[str], told: Sequence[Branch]) -> str:
    said = {TWINS.get(name, name): value for name, value in (record.tags or {}).items() if name not in OF_THE_FILE}
    tags = {name: value for name, value in said.items() if re.fullmatch(r"\w+", name, re.ASCII)}
    if (variant := naming.name_in(source, game.title, "pgn")) != pgn.NO_VARIANT:
        tags["Variant"] = variant
    if record.start is not None:
        writer, state = notation.of(game), told[0].first
        if writer is None or state.in_turn:
            raise FormatError(f"this game begins at a position, and {game.title} doesn't say how one is written")
        tags |= {"SetUp": "1", "FEN": writer.write(state)}
    ends = ("1-0", "0-1", "1/2-1/2")
    won = _won(record, seated)
    result = ends[won] if won is not None else (record.tags or {}).get("Result", "*")
    moves = _numbered(told[0], seated, 1, None)
    return pgn.write(tags, told[0].comments.get("0", ""), moves, result if result in pgn.RESULTS else "*")


def _numbered(line: Branch, seated: Sequence[str], number: int, last: int | None) -> list[pgn.Written]:
    """A line's moves for PGN; `number`, `last`: that of the move before it, and who made it."""
    found: list[pgn.Written] = []
    for step in line.steps:
        before = number, last
        side = seated.index(str(step.before.mover))
        number += last == 1 and side == 0
        last = side
        instead = [(branch.before, _numbered(branch, seated, *before)) for branch in line.instead(step)]
        text, said = short(step.before, step.move), line.comments.get(str(step.after.ply), "")
        found.append(pgn.Written(number, side == 1, text, said, instead))
    return found


def _sgf(game: Game, source: str, record: Record, seated: Sequence[str], told: Sequence[Branch]) -> str:
    number = naming.name_in(source, "", "sgf")
    if not number:
        raise FormatError(f"{game.title} doesn't say its number in SGF; a ruleset says it as the fact `sgf`")
    at = points(game, naming.from_row_one(source))
    turned = {pgn_name: name for name, pgn_name in TWINS.items()}
    known = {turned.get(name, name): value for name, value in (record.tags or {}).items() if name not in OF_THE_FILE}
    tags = {"GM": number, **({"SZ": str(game.options["size"])} if "size" in game.options else {})}
    tags |= {name: value for name, value in known.items() if re.fullmatch(r"[A-Z]{1,2}", name)}
    won = _won(record, seated)
    re_ = {0: "B+", 1: "W+", 2: "0"}.get(-1 if won is None else won, (record.tags or {}).get("RE", ""))
    if re_:
        tags["RE"] = f"{re_}R" if record.resigned else f"{re_}T" if record.fallen else re_
    stones: list[tuple[int | None, list[str]]] = []
    if record.start is not None:
        stones = _stones(game, seated, state := told[0].first, at)
        tags["PL"] = sgf.SIDES[seated.index(str(state.mover))] if not state.is_over else "B"
    return sgf.write(tags, told[0].comments.get("0", ""), stones, _nodes(told[0], seated, at))


def _nodes(line: Branch, seated: Sequence[str], at: dict[str, str]) -> list[sgf.Written]:
    """A line's moves for SGF."""
    return [
        sgf.Written(
            seated.index(str(step.before.mover)),
            _point(step.before, step.move, at),
            line.comments.get(str(step.after.ply), ""),
            [(branch.before, _nodes(branch, seated, at)) for branch in line.instead(step)],
        )
        for step in line.steps
    ]


def _stones(
    game: Game, seated: Sequence[str], state: State, at: dict[str, str]
) -> list[tuple[int | None, list[str]]]:
    first = game.start(seed=0)
    try:
        labels = [stone(game, player) for player in seated]
    except PositionError as error:
        raise FormatError(f"SGF can't hold the position at its beginning: {error}") from None
    found: list[tuple[int | None, list[str]]] = []
    for side, label in enumerate(labels):
        on = [point for site, point in at.items() if [p.label for p in state.pieces(site)] == [label]]
        found += [(side, on)] if on else []
    gone = [point for site, point in at.items() if first.pieces(site) and not state.pieces(site)]
    return [*found, (None, gone)] if gone else found


def _point(state: State, move: Move, at: dict[str, str]) -> str:
    if not move.sites and passing(state) == move and move.text.casefold() == "pass":
        return ""
    return at.get(move.text, move.text)


def _won(record: Record, seated: Sequence[str]) -> int | None:
    if (loser := record.resigned or record.fallen) is not None:
        return 1 - seated.index(loser)
    if record.drawn:
        return 2
    return winner(record.result, seated) if record.result else None
