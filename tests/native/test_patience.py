"""The reference interpreter has only so much patience between two decisions; compiled rules may take longer."""

from __future__ import annotations

import pytest

from gdl.model.model import Model
from interpreter import Game, RuleError
from interpreter.lab.tools import selftest
from interpreter.lab.tools.lockstep import Failure, lockstep
from interpreter.native.host.adaptive import AdaptiveMachine
from interpreter.reference import writer
from interpreter.reference.machine import Machine

ROUNDS = 300
LONG = """game "Long"

players A, B
board grid(8, 8)
pieces stone of player
game has weight: 0..60

define weigh(s)
  weight = count({a.c + b.c for a in empty, b in empty where a.r + b.r > s.r})

turn
  either
    weight = 3
    choose s in empty
    put stone of me on s
    weigh(s)
  or
    choose s in theirs as "x{s}"
    remove s
    weigh(s) if s.c > 2

end
  win me if count(mine) = 20
  draw if no empty
"""
NESTED = """game "Nested"

players A, B
board grid(8, 8)
pieces stone of player

turn
  choose n in 1..3
  let most_of_all: 0..60 = 0
  most most_of_all
    choose s in empty
    most_of_all = s.c
    most most_of_all
      choose t in empty
      let far = count({a.c + b.c for a in empty, b in empty where a.r + b.r > s.r})
      most_of_all = t.c when far > 0 otherwise 0
  put stone of me on the({t in empty where t.c = most_of_all and t.r = n})

end
  draw if no empty
"""
IN_THE_SETUP = (
    LONG + "\nsetup\n  put stone of A on {s in site where count({a.c + b.c for a in empty, b in empty}) > 70}\n"
)


@pytest.fixture
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit is so low that whole games can be played beyond it in no time."""
    hurry(monkeypatch)


def hurry(monkeypatch: pytest.MonkeyPatch, rounds: int = ROUNDS) -> None:
    monkeypatch.setattr(writer, "MAX_ROUNDS", rounds)
    monkeypatch.setattr(writer, "UNGUARDED", 0)


def against_a_patient_one(game: Game, monkeypatch: pytest.MonkeyPatch, seed: int, rounds: int) -> AdaptiveMachine:
    """A random game on an impatient machine in lockstep with a reference interpreter that takes its time."""
    patient = Machine(game.model)
    made: list[AdaptiveMachine] = []

    def impatient(model: Model) -> AdaptiveMachine:
        hurry(monkeypatch, rounds)
        made.append(AdaptiveMachine(model, game._taking_over))
        # `end` alone is always the reference interpreter's work
        monkeypatch.setattr(made[0], "after_turn", patient.after_turn)
        return made[0]

    played = lockstep(game, impatient, seed, 40)
    assert played.failure is None
    return made[0]


@pytest.mark.parametrize("rounds", [0, 40, ROUNDS])
@pytest.mark.parametrize("text", [LONG, IN_THE_SETUP, "chess", "sparks", "backgammon"], ids=lambda t: t[-9:])
def test_compiled_rules_take_over_in_the_middle_of_a_step(
    text: str, rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From a decision, from a branch that has changed something before it asked, from the set-up: nobody notices."""
    for seed in (1, 2):
        monkeypatch.undo()
        game = Game.parse(text) if "\n" in text else Game.load(text)
        machine = against_a_patient_one(game, monkeypatch, seed, rounds)
        assert machine._swift is not None or rounds == ROUNDS


@pytest.mark.usefixtures("_impatient")
def test_a_long_step_is_played_undone_and_read_again() -> None:
    game, native = Game.parse(LONG), Game.parse(LONG, backend="native")
    ours, theirs = game.start(), native.start()
    for ply in range(12):
        before = ours
        assert [m.text for m in ours.moves] == [m.text for m in theirs.moves]
        k = ply * 7 % len(ours.moves)
        again = game.position(ours.position())
        ours, theirs = ours.play(ours.moves[k]), theirs.play(theirs.moves[k])
        assert ours.position() == theirs.position()
        assert before.play(before.moves[k]).position() == ours.position()
        assert again.play(again.moves[k]).position() == ours.position()


@pytest.mark.usefixtures("_impatient")
def test_without_compiled_rules_the_place_and_the_reason_are_said() -> None:
    state = Game.parse(LONG, name="long.gdl", backend="reference").start()
    with pytest.raises(RuleError, match=r"long\.gdl:9: more than .* rounds .*not compiled: the reference interpreter"):
        state.play("a1")
    state = Game.parse(NESTED, name="nested.gdl").start()
    with pytest.raises(RuleError, match=r"nested\.gdl:1\d: more than .* rounds .*not compiled: .*`most` within `most`"):
        state.play("1")


@pytest.mark.usefixtures("_impatient")
def test_what_could_not_be_compared_is_not_called_agreement() -> None:
    tried = selftest.Tried()
    for played in selftest.games(Game.parse(LONG), 1, 3, 20):
        tried.add(played)
    assert tried.beyond == 3
    assert not tried.failures


@pytest.mark.usefixtures("_impatient")
def test_lockstep_says_where_it_ended() -> None:
    played = lockstep(Game.parse(LONG), lambda m: AdaptiveMachine(m, lambda _: None), 1, 40)
    assert isinstance(played.failure, Failure)
    assert played.failure.sort == "TooLong"
