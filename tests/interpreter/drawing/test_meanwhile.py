"""What players saw since they last decided, and don't see any more, is told to them when they are asked again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random

from cli.session.seats import HUMAN
from cli.web.serve.kept import Kept
from cli.web.serve.match import Match
from interpreter import Game
from interpreter.drawing.meanwhile import meanwhile
from interpreter.game.plies import Step

ORACLE = """game "Oracle"
players White, Black
type answer = high, low
player has number: 2..4 = 2
game has heard: answer?
game has asked: 0..6
hidden p.number from player - p

setup
  for p in player
    roll secretly n in 2..4
    p.number = n

turn
  choose n in 1..4 as "{n}"
  heard = high when opponent.number > n otherwise low  # lint: ignore H953 – the answer
  asked += 1

end
  draw if asked = 6

looks
  heard "the oracle says: {heard}"
  asked as nothing
  number as nothing
"""
"""Each asks for the other's number; the answer to the one takes the place of the answer to the other."""


def played(text: str, setup: Sequence[str], moves: Sequence[str]) -> list[Step]:
    """The plies of a game behind its set-up."""
    state = Game.parse(text).beginning()
    for move in setup:
        state = state.play(move)
    steps = []
    for move in moves:
        steps.append(Step(state, state.parse(move), state.play(move)))
        state = steps[-1].after
    return steps


def test_an_answer_that_another_has_replaced_is_told() -> None:
    steps = played(ORACLE, ["2", "4"], ["2", "3"])  # White has 2, Black 4: “high” to White, then “low” to Black
    assert meanwhile(steps, "White") == ["the oracle says: high"]
    assert meanwhile(steps, "Black") == []  # has just decided


def test_what_several_lines_are_about_is_said_once() -> None:
    """White hears 4, then Black's 1 and 2, and at last Black's 3, which still stands."""
    text = """game "Thrice"
players White, Black
type answer = 1..4
player has number: 2..4 = 2
player has heard: answer?
game has asked: 0..6
hidden p.number from player - p

turn
  for i in (1..1 when me = White otherwise 1..3)
    choose n in answer as "{n}"
    player.heard = n
  asked += 1

end
  draw if asked = 6

looks
  heard "{player} hears {heard}"
  asked as nothing
  number as nothing
"""
    told = meanwhile(played(text, [], ["4", "1", "2", "3"]), "White")
    assert told == ["White hears 4 → 1 → 2", "Black hears 4 → 1 → 2"]


def test_what_still_stands_is_not_told_again() -> None:
    steps = played(ORACLE, ["4", "4"], ["2", "2"])  # “high” to both
    assert meanwhile(steps, "White") == []


def test_who_sees_everything_is_told_nothing() -> None:
    steps = played(ORACLE, ["2", "4"], ["2", "3"])
    assert meanwhile(steps, None) == []
    assert meanwhile([], "White") == []


def test_pieces_that_have_come_and_gone_are_told() -> None:
    text = """game "Passing by"
players White, Black
board grid(3, 1)
pieces man of player
game has moves: 0..6
hidden s.piece from player - s.owner when s = b1 otherwise {}

setup
  put man of White on a1

turn
  choose n in 1..2 as "{n}"
  if me = White
    put man of Black on c1
  else
    remove c1
  moves += 1

end
  draw if moves = 6

looks
  man of White "W"
  man of Black "B"
  moves as nothing
"""
    assert meanwhile(played(text, [], ["1", "1"]), "White") == ["man of Black on c1"]


def test_a_guest_of_a_server_reads_it_beside_the_board() -> None:
    kept = Kept("oracle", "", {}, None, 0, {"White": HUMAN, "Black": HUMAN})
    match = Match.of(kept, Game.parse(ORACLE))
    match.take(match.and_on())
    for text in ("1", "4"):  # always high, always low
        match.take(match.and_on(match.chosen(text)))
    shown = match.shown(["White", "Black"])
    passed = "meanwhile: the oracle says: high"
    assert passed in json.loads(shown["White"])["lines"]
    assert passed not in json.loads(shown["Black"])["lines"]
    assert len(match.recent) == 2
    match.take(match.and_on(match.chosen("1")))
    assert len(match.recent) == 2  # Black's last decision and what came behind it


def test_the_card_that_completes_a_trick_is_told_though_the_trick_is_gone() -> None:
    """Hearts: the four cards of a trick are put away with the last; who was first in it has seen all four."""
    state, steps = Game.load("hearts", passing=False).start(3), list[Step]()
    while len(steps) < 4 or state.to_move != steps[0].before.to_move:
        move = state.moves[0]
        steps.append(Step(state, move, state.play(move)))
        state = steps[-1].after
    first = steps[0].before.to_move or ""
    trick = [(step.before.to_move, step.move.text) for step in steps[:4]]
    told = meanwhile(steps, first)
    assert [line.split()[0] for line in told[:3]] == [who for who, _ in trick[:3]]
    assert told[3] == "{}: {}".format(*trick[3])


def test_how_many_unseen_cards_there_were_is_not_told() -> None:
    state, random, told = Game.load("hearts").start(3), Random(3), list[str]()
    steps: list[Step] = []
    while len(steps) < 24:
        move = random.choice(state.moves)
        steps.append(Step(state, move, state.play(move)))
        state = steps[-1].after
        told += meanwhile(steps, state.to_move or "North")
    assert any("plays" in line for line in told)
    assert not [line for line in told if line.endswith("?")]


def test_a_number_on_its_way_is_no_news() -> None:
    """The tries go 2, 3, 4. The level rises from 2 by way of 3 to 4; or it comes back to 1 by way of 4."""
    text = ORACLE.replace("asked as nothing", 'asked "tries {asked}"').replace("asked += 1", "asked += 1\n  level = n")
    text = text.replace("game has asked: 0..6", "game has asked: 0..6\ngame has level: 0..9")
    assert meanwhile(played(text, ["2", "4"], ["1", "2", "3", "4"]), "White") == ["the oracle says: high"]
    assert meanwhile(played(text, ["2", "4"], ["1", "1", "4", "1"]), "White") == ["the oracle says: low", "level: 4"]


def test_a_hidden_move_is_no_news() -> None:
    """White takes on d5; then Black's move, which White isn't told, puts away what the umpire said."""
    state, steps = Game.load("kriegspiel").start(), []
    for move in ("e2-e4", "d7-d5", "e4-d5", "a7-a6"):
        steps.append(Step(state, state.parse(move), state.play(move)))
        state = steps[-1].after
    assert meanwhile(steps, "White") == ["the umpire says: pawn gone", "captured on d5"]
