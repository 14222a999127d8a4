"""`--threads`: at the board, in matches, on a server."""

from __future__ import annotations

import pytest
from command import gdl

from cli.session.session import Session
from cli.web.serve.workers import Games, Question, Settings, Thinkers, _choose
from interpreter import Game, Move, State
from interpreter.players.mcts import MonteCarlo


@pytest.fixture(autouse=True)
def _two_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    for module in ("cli.options.arguments", "interpreter.players.specs"):
        monkeypatch.setattr(f"{module}.processors", lambda: 2)


@pytest.mark.parametrize("command", [["play", "tictactoe"], ["match", "tictactoe", "mcts:9"], ["serve", "tictactoe"]])
@pytest.mark.parametrize(
    ("count", "said"),
    [("10000", "10000 is not from 1 to 2, as many as this machine has"), ("0", "0 is not from 1 to 2"),
     ("-1", "-1 is not from 1 to 2"), ("two", "Invalid value for '--threads'")],
)  # fmt: skip
def test_numbers_that_cant_be(command: list[str], count: str, said: str) -> None:
    shown = gdl(*command, "--threads", count, status=2).output
    assert said in " ".join(shown.replace("│", " ").split())


def test_matches_with_threads() -> None:
    words = ["match", "breakthrough", "mcts:40", "random", "--games", "2", "--seed", "3", "--json"]
    one = gdl(*words, "--threads", "2").stdout
    assert '"mcts:40/2"' in one
    assert '"random"' in one

    def results(text: str) -> str:
        return "\n".join(line for line in text.splitlines() if "seconds" not in line)

    assert results(one) == results(gdl(*words, "--threads", "2", "--jobs", "2").stdout)


def test_a_game_keeps_its_names_whatever_the_threads() -> None:
    """What is recorded is played on other machines, too."""
    words = ["--threads", "2", "--seat", "O=mcts:4000", "--seed", "1"]
    shown = gdl("play", "tictactoe", *words, typed="a1\nquit\n").stdout
    assert "X (you), O (computer, mcts:4000)" in shown
    assert "2. O: b2" in shown


def test_sessions_and_their_analysts_think_in_threads() -> None:
    session = Session(Game.load("tictactoe"), "tictactoe", 1, {"X": "mcts:400", "O": "human"}, threads=2)
    session.play(session.choose())
    held = session.computers.players["X"]
    assert isinstance(held, MonteCarlo)
    assert [tree.visits() > 100 for tree in held._trees] == [True, True]
    session.computers.analyse(session.state)
    assert isinstance(session.computers.analyst, MonteCarlo)
    assert session.computers.analyst.budget.threads == 2
    session.computers.close()


def test_a_server_thinks_in_threads() -> None:
    asked: list[int] = []

    question = Question(Settings("tictactoe", {}), 0, (), "X", "mcts:100")
    original = MonteCarlo.choose

    def choose(self: MonteCarlo, state: State) -> Move:
        asked.append(self.budget.threads)
        return original(self, state)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(MonteCarlo, "choose", choose)
        assert 0 <= _choose(Games(), question, 2) < 9
    assert asked == [2]
    assert Thinkers(1, threads=2).threads == 2
