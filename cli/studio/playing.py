"""The game on the board, worked out in a process of its own: rules as they are just now, and the moves made so far.

A job holds everything: the text, the options, and the moves by their texts. So the same moves can be made again by
other rules, as far as they fit.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from cli.session.seats import HUMAN, levels
from cli.studio import placing
from cli.studio.rules import Begun, NotPlayable, Rules
from cli.web.page.about import about
from cli.web.page.editing import editing
from cli.web.page.scenes import scene_data
from cli.web.serve.kept import Kept
from cli.web.serve.match import Match, Origin, nobodys_choice
from cli.web.serve.recording import record, written
from interpreter import Game, GameError, PositionError, State
from interpreter.bridges.formats import texts
from interpreter.drawing.refusals import why_not_there
from interpreter.players.asking import ask, seat_of
from interpreter.players.specs import RANDOM, make

KINDS = (HUMAN, *levels(), RANDOM)
"""Who may sit at the board."""
CAN = ["undo", "redo", "restart", "goto", "why", "edit", "record", "load"]
MOST_MOVES = 20_000
"""Moves that are made again by changed rules, at most."""


@dataclass(frozen=True)
class Wish:
    """What is on the board, and what is to be done there. `moves`: those so far; `act`: `show`, `play` (with `text`),
    `undo`, `think` (a computer's turn), `look` (as it was after `ply`), `why` (not the last label of `text`,
    whose lines are labels that are picked in turn); `position` (by `text`) and `try` (of `tried`), as
    `cli.studio.placing` has them; `copy` (in the format `text`, our own if empty), `open` (the game in `text`)."""

    rules: Rules
    seed: int = 0
    number: int = 0
    """The number of the game of this seed."""
    seats: Mapping[str, str] = field(default_factory=dict)
    moves: tuple[str, ...] = ()
    act: str = "show"
    text: str = ""
    ply: int = 0
    position: Mapping[str, Any] | None = None
    """Where the game begins, if somebody has put that together by hand."""
    tried: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Told:
    """What the page is told: plain data."""

    data: dict[str, Any]


_last: list[tuple[Rules, tuple[Begun, dict[str, Any]]]] = []
"""The rules that were asked for last, with the game and what a page must know of it."""


def run(job: Any, superseded: Callable[[], bool]) -> Told:
    """The reply to a wish."""
    try:
        return Told(_done(job))
    except NotPlayable as problem:
        return Told({"error": str(problem), "unplayable": True})
    except (GameError, RecursionError) as problem:
        return Told({"error": str(problem) or "the rules can't be played"})


def _done(wish: Wish) -> dict[str, Any]:
    begun, info = _game(wish.rules)
    game = begun.game
    seats = {player: _kind(wish.seats.get(player)) for player in game.players}
    kept = Kept("", "", dict(wish.rules.options), wish.rules.players, wish.seed, seats)
    first, unplaced = _first(game, wish.position)
    match = Match.of(kept, game, origin=Origin(wish.number, first))
    fitting, why = _again(match, () if unplaced or not begun.moves else wish.moves[:MOST_MOVES])
    step = match.and_on()  # what is nobody's choice was played by itself, and is so again
    match.take(step)
    if wish.act == "position":
        return {"position": placing.position(match.at(wish.ply), wish.text)}
    if wish.act == "copy":
        return {"record": written(match, wish.text) if wish.text else record(match, game.name)}
    if wish.act == "open":
        return {"opened": _opened(game, wish.text)}
    if wish.act == "try":
        return {"tried": placing.tried(game, wish.tried or {})}
    if wish.act == "why":
        return {"why": why_not_there(match.state, tuple(wish.text.split("\n")), for_authors=True)}
    if wish.act == "play":
        match.take(match.chosen(wish.text))
    elif wish.act == "undo":
        left = max((p for p in map(match.undone_by, match.people) if p is not None), default=0)
        match = match.back_to(left)
    elif wish.act == "think" and match.computer is not None:
        match.take(match.by_option(_choice(match, wish.seed)))
    chosen = fitting if wish.act in ("show", "look") else len(match.plies)
    step = match.and_on()
    match.take(step)
    shown = match.at(wish.ply) if wish.act == "look" else match
    seat = shown.asked or (match.people[0] if match.people else None)
    view = json.loads(shown.shown([seat], wish.act != "look")[seat])
    view |= {"plies": len(match.plies), "ply": len(shown.plies), "error": step.error or None, "thinking": None,
             "canUndo": any(ply.asked for ply in match.plies), "offer": None}  # fmt: skip
    moves = [ply.text for ply in match.plies[:chosen]]
    if not begun.moves:
        view |= {"moves": [], "asks": "", "kinds": []}
        fitting, moves = len(wish.moves), list(wish.moves)  # they are made again when there is a turn
    return {
        "info": {**info, "seats": seats, "mine": match.people, "scene": scene_data(game, seat), "kinds": list(KINDS)},
        "view": view,
        "log": match.told(seat),
        "moves": moves,
        "fitting": fitting,
        "asked": len(wish.moves),
        "why": why,
        "dropped": begun.dropped,
        "missing": begun.missing,
        "unplaced": unplaced,
        "computer": None if begun.missing else match.computer,  # it would go on without end
        "error": None,
    }


def forget() -> None:
    """Keep no game any longer."""
    _last.clear()


def _game(rules: Rules) -> tuple[Begun, dict[str, Any]]:
    """The game, and what a page must know of it."""
    for known, held in _last:
        if known == rules:
            return held
    begun = rules.begun()
    info = {**about(begun.game), "editing": editing(begun.game), "can": CAN}
    found = begun, info
    _last[:] = [(rules, found)]
    return found


def _first(game: Game, position: Mapping[str, Any] | None) -> tuple[State | None, str]:
    """The state of a position by hand, and why there is none by these rules, if there isn't."""
    if position is None:
        return None, ""
    try:
        return game.position(position), ""
    except PositionError as error:
        return None, "; ".join(reason.splitlines()[0] for reason in error.reasons)


def _opened(game: Game, text: str) -> dict[str, Any]:
    """The game that a text holds, for the page to make its moves again; raises GameError."""
    opened, remarks = texts.read(game, text, changed=True)
    foreign = opened.rules == game.hash  # by the options at hand
    return {
        "options": None if foreign else dict(opened.options),
        "players": None if foreign else len(opened.players),
        "seed": opened.seed,
        "number": opened.number,
        "position": json.dumps(opened.start) if opened.start is not None else None,
        "moves": [move for turn in opened.turns for move in turn],
        "remarks": remarks,
    }


def _kind(wanted: str | None) -> str:
    return wanted if wanted in KINDS else HUMAN


def _again(match: Match, texts: tuple[str, ...]) -> tuple[int, str]:
    """Make these moves as far as they fit; how many, and why no more."""
    for number, text in enumerate(texts):
        try:
            if match.state.is_over:
                return number, "the game is over before"
            option = next((i for i, way in enumerate(match.state.ways) if way.text == text), None)
            if option is None:
                return number, f"{text} can't be played there any more"
            asked = not nobodys_choice(match.state) and match.asked is not None
            match.take(match.by_option(option, asked))
        except GameError as problem:
            return number, str(problem).split("\n")[0]
    return len(texts), ""


def _choice(match: Match, seed: int) -> int:
    """The option that the computer takes whose turn it is."""
    who = match.computer
    assert who is not None
    player = make(match.kept.seats[who], seat_of(match.game, who, seed))
    try:
        move = ask(player, match.state)
    finally:
        player.close()
    return next(i for i, way in enumerate(match.state.ways) if way.entry is move.entry or way == move)
