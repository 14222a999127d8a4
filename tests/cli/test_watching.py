"""People who aren't asked any more: computers take less time for their turns."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.session.seats import HUMAN
from cli.session.session import Session
from cli.session.watching import is_timed, only_watch
from interpreter import Game

LEFT_OUT = """\
game "Left out"
players A, B, C
board grid(5, 5)
pieces stone of player

turn
  choose s in empty
  put stone of me on s
  next = next.next if next = A

end
  draw if no empty
"""
"""A has one turn; then the others go on without A."""


def session(text: str, seats: dict[str, str], tmp_path: Path) -> Session:
    path = tmp_path / "game.gdl"
    path.write_text(text, encoding="utf-8")
    return Session(Game.load(str(path)), str(path), 1, seats)


def test_people_only_watch_once_two_others_have_had_two_turns_each(tmp_path: Path) -> None:
    one = session(LEFT_OUT, {"A": HUMAN, "B": "random", "C": "random"}, tmp_path)
    found = []
    for _ in range(7):
        found.append(only_watch(one.steps, one.people))
        one.play(one.state.moves[0])
    assert found == [False, False, False, False, False, True, True]  # A, B, C, B, C have had a turn
    assert not only_watch(one.steps, [])  # nobody waits
    assert not only_watch(one.steps, ["B"])


def test_who_is_asked_in_each_round_is_never_hurried(tmp_path: Path) -> None:
    each = LEFT_OUT.replace("  next = next.next if next = A\n", "")
    one = session(each, {"A": HUMAN, "B": "random", "C": "random"}, tmp_path)
    while not one.is_over:
        assert not only_watch(one.steps, one.people)
        one.play(one.state.moves[0])


def test_a_turn_of_two_does_not_make_the_other_hurry(tmp_path: Path) -> None:
    """A computer that goes on and on, as in Dots and Boxes, still thinks about it."""
    again = LEFT_OUT.replace("A, B, C", "A, B").replace("next.next if next = A", "me")
    one = session(again, {"A": "random", "B": HUMAN}, tmp_path)
    for _ in range(9):
        assert not only_watch(one.steps, one.people)
        one.play(one.state.moves[0])


def test_who_thinks_for_a_time_takes_less_of_it(tmp_path: Path) -> None:
    one = session(LEFT_OUT, {"A": HUMAN, "B": "mcts:1000s", "C": "mcts:1000s"}, tmp_path)
    for _ in range(5):
        one.play(one.state.moves[0])
    asked = []

    def pause(player: object, part: float | None) -> bool:
        asked.append(part)
        return True

    one.computers.pause = pause
    made = one.computers.players["B"].pause
    assert made is not None
    assert made(one.computers.players["B"], 0.5)  # not yet: nobody has been asked
    one.computers.hurry = only_watch(one.steps, one.people)
    assert made(one.computers.players["B"], 0.05)
    assert not made(one.computers.players["B"], 0.1)
    assert asked == [0.5, 0.05]


def test_who_does_so_much_work_does_it_whoever_watches(tmp_path: Path) -> None:
    one = session(LEFT_OUT, {"A": HUMAN, "B": "mcts:100", "C": "mcts:100"}, tmp_path)
    one.computers.hurry = True
    pause = one.computers.players["B"].pause
    assert pause is not None and pause(one.computers.players["B"], 0.9)


@pytest.mark.parametrize(
    ("kind", "timed"),
    [
        ("mcts:1s", True), ("careful:0.2s", True), ("careful:1s/2", True), ("mcts", True), ("alphabeta:5m+3s", True),
        ("level:8", True), ("mcts:1000", False), ("level:3", False), ("random", False), ("my.py:Mine", False),
    ],
)  # fmt: skip
def test_which_players_think_for_a_time(kind: str, timed: bool) -> None:
    assert is_timed(kind) == timed
