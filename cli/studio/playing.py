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
from cli.web.page.about import about
from cli.web.page.scenes import scene_data
from cli.web.serve.kept import Kept
from cli.web.serve.match import Match, nobodys_choice
from gdl.check.checker import Checked, check
from gdl.index.chain import Texts
from gdl.text.source import Source
from interpreter import Game, GameError
from interpreter.game.rules import Given
from interpreter.players.asking import ask, seat_of
from interpreter.players.specs import RANDOM, make

KINDS = (HUMAN, *levels(), RANDOM)
"""Who may sit at the board."""
MOST_MOVES = 20_000
"""Moves that are made again by changed rules, at most."""


@dataclass(frozen=True)
class Wish:
    """What is on the board, and what is to be done there. `moves`: those so far; `act`: `show`, `play` (with `text`),
    `undo`, `think` (a computer's turn), `look` (as it was after `ply`)."""

    source: Source
    texts: Texts
    options: Mapping[str, Any] = field(default_factory=dict)
    players: int | None = None
    seed: int = 0
    seats: Mapping[str, str] = field(default_factory=dict)
    moves: tuple[str, ...] = ()
    act: str = "show"
    text: str = ""
    ply: int = 0


@dataclass(frozen=True)
class Told:
    """What the page is told: plain data."""

    data: dict[str, Any]


class NotPlayable(GameError):
    """The rules have errors; str() is the first of them."""


_last: list[tuple[Any, Game, dict[str, Any]]] = []
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
    game, info = _game(wish)
    seats = {player: _kind(wish.seats.get(player)) for player in game.players}
    kept = Kept("", "", dict(wish.options), wish.players, wish.seed, seats)
    match = Match.of(kept, game)
    fitting, why = _again(match, wish.moves[:MOST_MOVES])
    step = match.and_on()  # what is nobody's choice was played by itself, and is so again
    match.take(step)
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
    return {
        "info": {**info, "seats": seats, "mine": match.people, "scene": scene_data(game, seat), "kinds": list(KINDS)},
        "view": view,
        "log": match.told(seat),
        "moves": [ply.text for ply in match.plies[:chosen]],
        "fitting": fitting,
        "asked": len(wish.moves),
        "why": why,
        "computer": match.computer,
        "error": None,
    }


def _game(wish: Wish) -> tuple[Game, dict[str, Any]]:
    key = (wish.source, wish.texts, tuple(sorted(wish.options.items())), wish.players)
    for known, game, info in _last:
        if known == key:
            return game, info
    try:
        game = _made(wish, wish.options, wish.players)
    except NotPlayable:
        if not wish.options and wish.players is None:
            raise
        game = _made(wish, {}, None)  # what was chosen may be there no more
    info = {**about(game), "can": ["undo", "redo", "restart", "goto"]}
    _last[:] = [(key, game, info)]
    return game, info


def _made(wish: Wish, options: Mapping[str, Any], players: int | None) -> Game:
    return game_of(check(wish.source, options, players, read_base=wish.texts.read_base), options, players)


def game_of(checked: Checked, options: Mapping[str, Any], players: int | None) -> Game:
    """The game of what was checked; raises NotPlayable."""
    if checked.model is None:
        errors = [f for f in checked.findings if f.severity == "error"]
        at = f"line {errors[0].span.line}: " if errors else ""
        raise NotPlayable(at + (errors[0].message if errors else "the rules can't be played"))
    sources = tuple(tree.source for tree in checked.rules.trees)
    return Game(checked.model, given=Given(sources, tuple(sorted(options.items())), players))


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
