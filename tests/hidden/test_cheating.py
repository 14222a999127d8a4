"""Nobody is shown what is hidden from them: on screen, in data, in files that they may have, by servers, in errors.

Two true states that look alike to a player are shown to that player, and must be shown byte for byte the same. It is
done for every ruleset that hides anything, and for small ones written here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from unittest.mock import patch

import pytest
from alike import History, Pair, pairs
from hiding import PHANTOM, POKER, RANKS, SHOWN, THROW_OF_THREE, may_hide
from sample import daily
from watched import session, shown

from cli.commands.show import _json
from cli.options.positions import position_text
from cli.web.serve.kept import Kept
from cli.web.serve.match import Match
from cli.web.serve.recording import record
from gdl import library
from interpreter import Game
from interpreter.drawing.standing import by_owner
from interpreter.drawing.svg import picture
from interpreter.game import observed
from interpreter.game.eyes import ONLOOKER, Eyes, seen
from interpreter.game.views import View


@cache
def games() -> dict[str, Game]:
    """All games that hide something, as they are by default."""
    own = {"three cards": POKER, "phantom": PHANTOM, "throw": THROW_OF_THREE, "ranks": RANKS, "shown": SHOWN}
    shipped = (name for name in library.names() if may_hide(name))
    found = {name: game for name in shipped if (game := Game.load(name)).model.hides}
    return {**{name: Game.parse(text) for name, text in own.items()}, **found}


@cache
def pairs_of(name: str) -> tuple[Pair, ...]:
    """Some pairs of a game, which take a second or two to find."""
    return tuple(pairs(games()[name], 2))


LAST_TURN = re.compile(r"^\d+\. (?!.*^\d+\. )", re.MULTILINE | re.DOTALL)
"""Where the last turn is told: behind it the end is shown."""
NAMES = sorted(games())
SIGHTED = pytest.mark.parametrize("name", daily(NAMES, 6, ("kuhn_poker", "three cards", "phantom")))


@SIGHTED
def test_there_is_something_to_hide(name: str) -> None:
    assert games()[name].model.hides
    assert pairs_of(name)
    for pair in pairs_of(name):
        one, other = pair.one.last, pair.other.last
        assert one.information(pair.viewer) == other.information(pair.viewer)
        assert one.position() != other.position()


@SIGHTED
@pytest.mark.parametrize("shared", [False, True], ids=["against computers", "at one screen"])
def test_the_plain_way(name: str, shared: bool, tmp_path: Path) -> None:
    for pair in pairs_of(name):
        one, other = (shown(games()[name], of, pair.viewer, shared, tmp_path) for of in (pair.one, pair.other))
        if pair.one.last.is_over and not shared:  # then who plays against computers is shown all
            one, other = (LAST_TURN.split(text)[0] for text in (one, other))
            assert one
        assert one == other


def data_of(game: Game, of: History, eyes: Eyes) -> Iterator[str]:
    """What commands write about where a history ends, for these eyes."""
    view = seen(of.last, eyes)
    yield json.dumps(_json(game, of.last, eyes))
    yield position_text(of.last, eyes)
    yield picture(view)
    yield "\n".join(by_owner(view))
    yield observed.text(observed.of(game, game.name, {}, of.first, of.steps, eyes or ONLOOKER))
    yield from (turn.told(eyes) for turn in session(game, of, game.players).turns())


@SIGHTED
def test_data_pictures_and_records(name: str) -> None:
    for pair in pairs_of(name):
        one, other = ([*data_of(games()[name], of, pair.viewer)] for of in (pair.one, pair.other))
        assert one == other


@SIGHTED
def test_what_servers_send(name: str) -> None:
    game = games()[name]
    for pair in pairs_of(name):
        one, other = (sent(game, of, pair.viewer) for of in (pair.one, pair.other))
        assert one == other


def sent(game: Game, of: History, seat: str) -> list[object]:
    """What a server sends to a seat at a match that came to this: its state, its record, and earlier plies."""
    with patch.object(Game, "start", lambda *_, **__: of.first):
        match = Match.of(Kept(game.name, game.hash, {}, None, 1, dict.fromkeys(game.players, "human")), game)
        for step in of.steps:
            match.take(match.by_option(match.state.ways.index(step.move), asked=True))
        told = match.told(seat)
        earlier = [match.at(match.ply_of(seat, count)).shown([seat], may_move=False) for count in range(len(told))]
        return [match.shown([seat]), told, record(match, game.name, seat), earlier]


@SIGHTED
def test_who_looks_on_is_shown_no_more_than_players(name: str) -> None:
    for pair in pairs_of(name):
        one, other = ([*data_of(games()[name], of, ONLOOKER)] for of in (pair.one, pair.other))
        assert one == other


def test_these_tests_can_fail(tmp_path: Path) -> None:
    """A view that shows everything is found out everywhere."""
    game = games()["three cards"]
    (pair, *_) = pairs_of("three cards")
    with patch.object(View, "sight", property(lambda self: None)):
        assert len({shown(game, of, pair.viewer, False, tmp_path) for of in (pair.one, pair.other)}) == 2
        assert len({shown(game, of, pair.viewer, True, tmp_path) for of in (pair.one, pair.other)}) == 2
        assert len({tuple(data_of(game, of, pair.viewer)) for of in (pair.one, pair.other)}) == 2
        assert len({str(sent(game, of, pair.viewer)) for of in (pair.one, pair.other)}) == 2
