"""Turns are told in the notation that the rules name: chess as books print it."""

from __future__ import annotations

from random import Random

import pytest

from cli.session.session import Session
from interpreter import Game

OPERA = """
    e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8
    Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#
"""
"""Morphy against the Duke of Brunswick and Count Isouard, Paris 1858."""


def session(name: str, seed: int = 3) -> Session:
    game = Game.load(name)
    return Session(game, game.name, seed, dict.fromkeys(game.players, "human"))


def test_chess_is_told_as_books_print_it() -> None:
    played = session("chess")
    sans = OPERA.split()
    for san in sans:
        played.play(played.state.parse(san))
    turns = played.turns()
    told = [turn.told().partition(" (")[0] for turn in turns]  # what it changed stands in parentheses
    assert told == [
        f"{number}. {'White' if number % 2 else 'Black'}: {san.rstrip('+#')}" for number, san in enumerate(sans, 1)
    ]
    assert turns[2].moves() == ("Nf3",)


@pytest.mark.parametrize("name", ["backgammon", "hearts", "dark_chess"])
def test_where_there_is_none_or_something_is_hidden_moves_are_told_as_the_rules_write_them(name: str) -> None:
    random, played = Random(7), session(name)
    while len(played.steps) < 12:
        played.play(random.choice(played.state.ways))
    said = " ".join(turn.told() for turn in played.turns())
    assert all(step.move.text in said for step in played.steps)
