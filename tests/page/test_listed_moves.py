"""Moves in lists: as python-chess writes them in chess; pages that stand alone list what servers do."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import chess
import pytest
from page_node import NODE, called, random_game
from playing import load
from sample import daily

from cli.web.serve.kept import Kept
from cli.web.serve.match import Match
from interpreter import Game, State
from interpreter.game.shortest import FACTS, listed

SHORT = ("chess", "three_check", "atomic", "crazyhouse", "xiangqi", "janggi", "shogi")
"""Rulesets whose games have a way of their own to be written."""


def by_server(game: Game, states: list[State]) -> list[str]:
    """What a server lists of a game."""
    match = Match.of(Kept("", "", {}, None, 3, dict.fromkeys(game.players, "human")), game)
    for text in states[-1].line:
        match.take(match.chosen(text))
    return [ply.get("said", ply["text"]) for ply in match.told(None)]


def test_chess_is_listed_as_python_chess_writes_it() -> None:
    game, board = Game.load("chess"), chess.Board()
    wanted = []
    states = random_game(game, 11, 80)
    for before, after in pairwise(states):
        for move in board.legal_moves:  # the one that leads to the same position
            board.push(move)
            same = board.board_fen() == after.notation.split()[0]
            board.pop()
            if same:
                break
        wanted.append(board.san(move).rstrip("+#"))
        board.push(move)
        assert not before.is_over
    assert len(wanted) > 40 and any("x" in text for text in wanted)
    assert by_server(game, states) == wanted


@pytest.mark.skipif(NODE is None, reason="needs Node")
@pytest.mark.parametrize("name", daily(SHORT))
def test_pages_list_what_servers_do(name: str, tmp_path: Path) -> None:
    game = load(name)
    assert any(fact in FACTS for fact, _ in game.model.facts)
    states = random_game(game, 3, 30)
    begin = {"seed": 3, "seats": dict.fromkeys(game.players, "human")}
    calls = [("still", None), ("begin", begin), ("plies", states[-1].line), ("log", None)]
    *_, log = called(tmp_path, [game], calls)
    assert [ply.get("said", ply["text"]) for ply in log] == by_server(game, states)


def test_what_is_hidden_is_listed_as_the_rules_write_it() -> None:
    game = Game.load("dark_chess")
    assert any(fact in FACTS for fact, _ in game.model.facts)
    state = game.start()
    assert all(listed(state, move) == move.text for move in state.moves)
