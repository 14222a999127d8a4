"""What decided a game, as pages of a server tell it: the line of the rules and the sites, to those who see all."""

from __future__ import annotations

from cli.web.page.seen import for_spectators, seen
from gdl import library
from interpreter import Game, State


def ended(name: str, *moves: str) -> State:
    state = Game.load(name).start(seed=1)
    for move in moves:
        state = state.play(move)
    return state


def test_the_line_of_the_rules_and_its_sites_are_told() -> None:
    state = ended("tictactoe", "a1", "a2", "b1", "b2", "c1")
    lines = (library.paths()["tictactoe"]).read_text(encoding="utf-8").splitlines()
    (number,) = (n for n, text in enumerate(lines, 1) if "win me" in text)
    said = {"why": "X had 3 in a row", "rule": lines[number - 1].strip(), "line": number, "file": "tictactoe.gdl",
            "sites": ("a1", "b1", "c1")}  # fmt: skip
    assert seen(state.view())["decided"] == said


def test_nothing_is_told_before_the_end() -> None:
    assert seen(ended("tictactoe", "a1").view())["decided"] is None


def test_who_does_not_see_all_is_told_the_sentence_without_the_line() -> None:
    state = ended("kuhn_poker")
    while not state.is_over:
        state = state.play((state.moves or [move for move, _ in state.chance])[-1])
    said = {"why": "showdown: the highest card of those who stay wins", "rule": "", "line": 0, "file": "", "sites": ()}
    for view in (*map(state.view, state.game.players), for_spectators(state)):
        assert seen(view)["decided"] == said
