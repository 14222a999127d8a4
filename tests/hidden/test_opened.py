"""What is hidden is shown to one person among computers once the game has ended, by giving up, too; nobody then goes on
with what they have seen."""

from __future__ import annotations

from hiding import POKER

from cli.session.seats import HUMAN
from cli.session.session import Session
from interpreter import Game

GAME = Game.parse(POKER)


def dealt(*people: str) -> Session:
    """A table of these people and computers, once the cards are dealt."""
    found = Session(GAME, "poker", 1, {player: HUMAN if player in people else "random" for player in GAME.players})
    while found.state.is_chance:
        found.play(found.choose())
    return found


def test_one_person_who_gives_up_sees_it_all_and_does_not_play_on() -> None:
    me = GAME.players[0]
    one = dealt(me)
    assert one.eyes == me
    one.resign(me)
    assert one.eyes is None
    assert not one.undo() and "can't be unseen" in one.no_way_back
    assert one.resigned == me


def test_where_several_share_the_screen_nothing_is_opened() -> None:
    both = dealt(*GAME.players)
    both.resign(GAME.players[0])
    assert both.eyes is not None
    assert both.undo() and both.resigned is None
