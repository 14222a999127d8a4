"""A record of ours as a game of another program's format."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from interpreter.bridges.formats import naming, pgn, sgf
from interpreter.bridges.formats.opening import FormatError
from interpreter.bridges.formats.playing import passing, players, points, stone, winner
from interpreter.errors import MoveError, PositionError
from interpreter.game import notation, records
from interpreter.game.game import Game
from interpreter.game.moves import Move
from interpreter.game.plies import Step
from interpreter.game.record_model import Record
from interpreter.game.state import State

TWINS = {"PB": "Black", "PW": "White", "DT": "Date", "EV": "Event", "RO": "Round", "PC": "Site"}
OF_THE_FILE = {"FF", "CA", "AP", "GM", "SZ", "RE", "PL", "ST", "FEN", "SetUp", "Variant", "Result"}
_TAKES = re.compile(r"(?<=[0-9A-Za-z])([x×:])(?=[0-9A-Za-z])")


def text(game: Game, source: str, record: Record, kind: str) -> str:
    """The game as a file of this format has it. Raises FormatError, or ReplayError."""
    seated = players(game, kind)
    state = records.start(game, record)
    steps = list(records.replay(game, record))
    if dice := next((step for step in steps if step.before.is_chance), None):
        raise FormatError(f"{kind.upper()} can't hold what chance decides (`{dice.move.text}`)")
    if kind == "pgn":
        return _pgn(game, source, record, seated, state, steps)
    return _sgf(game, source, record, seated, state, steps)


def _pgn(
    game: Game, source: str, record: Record, seated: Sequence[str], state: State, steps: Sequence[Step]
) -> str:  # fmt: skip
    said = {TWINS.get(name, name): value for name, value in (record.tags or {}).items() if name not in OF_THE_FILE}
    tags = {name: value for name, value in said.items() if re.fullmatch(r"\w+", name, re.ASCII)}
    if (variant := naming.name_in(source, game.title, "pgn")) != pgn.NO_VARIANT:
        tags["Variant"] = variant
    if record.start is not None:
        writer = notation.of(game)
        if writer is None or state.in_turn:
            raise FormatError(f"this game begins at a position, and {game.title} doesn't say how one is written")
        tags |= {"SetUp": "1", "FEN": writer.write(state)}
    comments, moves = record.comments or {}, []
    number, last = 1, None
    for place, step in enumerate(steps, 1):
        side = seated.index(str(step.before.mover))
        number += last == 1 and side == 0
        last = side
        moves.append((number, side == 1, short(step.before, step.move), comments.get(str(place), "")))
    ends = ("1-0", "0-1", "1/2-1/2")
    won = _won(record, seated)
    result = ends[won] if won is not None else (record.tags or {}).get("Result", "*")
    return pgn.write(tags, comments.get("0", ""), moves, result if result in pgn.RESULTS else "*")


def _sgf(
    game: Game, source: str, record: Record, seated: Sequence[str], state: State, steps: Sequence[Step]
) -> str:  # fmt: skip
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
    comments = record.comments or {}
    moves = [
        (seated.index(str(step.before.mover)), _point(step.before, step.move, at), comments.get(str(place), ""))
        for place, step in enumerate(steps, 1)
    ]
    stones: list[tuple[int | None, list[str]]] = []
    if record.start is not None:
        stones = _stones(game, seated, state, at)
        tags["PL"] = sgf.SIDES[seated.index(str(state.mover))] if not state.is_over else "B"
    return sgf.write(tags, comments.get("0", ""), stones, moves)


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


def short(state: State, move: Move) -> str:
    """The shortest text that stands for this move alone and tells a capture as the rules' own text does."""
    counted = Counter(text for one in state.moves for text in {one.text, *one.others})
    ways = [way for way in _ways(move) if counted[way] <= 1]
    ways.sort(key=len)  # of two that are as long, the one that the rules write first
    return next((way for way in ways if _means(state, way, move)), move.text)


def _ways(move: Move) -> list[str]:
    """How a move may be written: its own text, and its other ways, those for captures alone before the others."""
    others = [way for way in move.others if way]
    said = {move.text, *others}
    # a way with the sign of a capture that has no twin without it is there for captures alone
    alone = [way for way in others if _TAKES.search(way) and _TAKES.sub("", way) not in said]
    takes = _TAKES.search(move.text) or (_TAKES.search(alone[0]) if alone else None)
    found = [move.text, *alone]
    for way in others:
        marked = _TAKES.search(way) is not None
        if marked == bool(takes):
            found.append(way)
        elif takes and move.sites and way.endswith(site := move.sites[-1]) and way != site:
            found.append(f"{way.removesuffix(site)}{takes[1]}{site}")
    return list(dict.fromkeys(found))


def _means(state: State, text: str, move: Move) -> bool:
    try:
        return state.parse(text) == move
    except MoveError:
        return False
