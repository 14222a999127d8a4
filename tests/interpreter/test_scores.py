"""A score beside the result: declared, or the numbers by which the rules rank."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl.syntax.formatter import format as tidy
from interpreter import Game, LoadError
from interpreter.drawing import beside_board
from interpreter.drawing.results import counted, result
from interpreter.game import scenarios
from interpreter.game.rules import Backend
from interpreter.lab.tools.native_lockstep import both_backends

RULES = """game "Fields"

players White, Black
board grid(2, 2)
pieces stone of player
{score}
turn
  choose s in empty
  put stone of me on s
  remove s.adjacent & theirs if s = b2

end
  {end} if no empty or b2 in occupied
"""
SCORE = "score p by 2 * count(stone of p) + (1 when p = Black otherwise 0)\n"


def game(end: str, score: str = SCORE, backend: Backend = "auto") -> Game:
    return Game.parse(RULES.format(end=end, score=score), backend=backend)


@pytest.mark.parametrize("backend", ["reference", "native"])
def test_a_declared_score_can_be_asked_at_any_time(backend: Backend) -> None:
    state = game("win me", backend=backend).start()
    assert state.scores == {"White": 0, "Black": 1}
    state = state.play("a1")
    assert state.scores == {"White": 2, "Black": 1}
    state = state.play("a2").play("b2")
    assert state.is_over
    assert state.scores == {"White": 4, "Black": 1}
    assert result(state) == "White won, 4 to 1"


def test_what_is_ranked_is_the_score_without_saying_so() -> None:
    state = game("rank p by count(stone of p)", "").start()
    assert state.scores is None
    state = state.play("a1").play("b1").play("b2")
    assert state.scores == {"White": 2, "Black": 0}
    assert result(state) == "White won, 2 to 0"


@pytest.mark.parametrize(("players", "said"), [("Tigers, Goats", "Tigers won"), ("You, Geese", "You won")])
def test_one_word_fits_names_in_the_plural_and_in_the_singular(players: str, said: str) -> None:
    """In the past an English verb is the same for the Tigers, for White and for you."""
    text = RULES.format(end="win me", score="").replace("White, Black", players)
    assert result(Game.parse(text).start().play("b2").view()) == said


HEARTS = """game "Two without a heart"
players North, East, South, West
player has points: 0..26
score p by p.points "points"
turn
  choose n in 0..0
  East.points = 25
  West.points = 1
end
  rank p by -p.points
"""


def test_of_several_who_are_first_together_only_they_are_named() -> None:
    """The fewest points win in Hearts; two players have none, so both are first."""
    assert result(Game.parse(HEARTS).start().play("0").view()) == (
        "North and South share the win (points: North 0, East 25, South 0, West 1)"
    )


def test_without_one_there_is_none() -> None:
    state = game("win me", "").start().play("b2")
    assert state.scores is None
    assert result(state) == "White won"


def test_it_means_nothing_to_the_rules() -> None:
    with_it, without = game("win me"), game("win me", "")
    assert [m.text for m in with_it.start().moves] == [m.text for m in without.start().moves]
    assert with_it.hash != without.hash
    both_backends(with_it, seed=1, plies=10, games=2, longest=20)


def test_scenarios_may_expect_it(tmp_path: Path) -> None:
    (tmp_path / "fields.gdl").write_text(RULES.format(end="win me", score=SCORE))
    cases = tmp_path / "cases.yaml"
    cases.write_text(
        "game: fields.gdl\nscenarios:\n- name: a\n  play: a1\n  then: {scores: {White: 2, Black: 1}}\n"
        "- name: b\n  play: a1\n  then: {scores: {White: 3}}\n"
    )
    right, wrong = scenarios.run(scenarios.read(cases))
    assert right.passed
    assert "expected" in str(wrong) and "3" in str(wrong)


@pytest.mark.parametrize(("score", "code"), [
    ("score p by mine", "E703"), ("score p by the(mine.r)", "E703"), ("score p by 1\nscore q by 2", "N203"),
    ("score p by repeats(piece)", "E703"), ("score me by 1", "N206"), ("score p by p2", "N201"), ("score p", "S101"),
])  # fmt: skip
def test_misuse(score: str, code: str) -> None:
    with pytest.raises(LoadError, match=code):
        game("win me", score)


def test_something_may_still_be_called_score() -> None:
    rules = RULES.format(end="win me", score="player has score: 0..9\nscore p by p.score\n")
    assert tidy(rules) == rules
    assert Game.parse(rules).start().scores == {"White": 0, "Black": 0}


def test_a_score_may_say_what_it_counts() -> None:
    counted = game("win me", SCORE.rstrip() + ' "pips"\n')
    assert counted.model.score_unit == "pips"
    assert counted.hash == game("win me").hash  # a word changes no game
    state = counted.start()
    assert [beside_board.text(line) for line in beside_board.told(state.view())] == ["pips: White 0, Black 1"]


def test_a_variable_that_is_the_score_isnt_told_twice() -> None:
    rules = 'game "Points"\nplayers A, B\nplayer has total: 0..9\nscore p by p.total "points"\nturn\n  choose "go"\n'
    rules += "  me.total += 3\nend\n  win me if me.total = 9\n"
    state = Game.parse(rules).start().play("go")
    assert [beside_board.text(line) for line in beside_board.told(state.view())] == ["points: A 3, B 0"]
    looks = rules + 'looks\n  total "{player}: {total} of nine"\n'
    lines = beside_board.told(Game.parse(looks).start().play("go").view())
    assert [beside_board.text(line) for line in lines] == ["A: 3 of nine", "B: 0 of nine"]
    for move in ("go", "go", "go", "go"):
        state = state.play(move)
    assert result(state.view()) == "A won, 9 to 6 points"


@pytest.mark.parametrize(("number", "said"), [(87, "43.5"), (86, "43"), (1, "0.5"), (0, "0"), (-3, "-1.5")])
def test_halves_are_told_in_wholes(number: int, said: str) -> None:
    model = game("win me", SCORE.rstrip() + ' "half points"\n').model
    assert counted(model, number) == said
    assert counted(game("win me").model, number) == str(number)


def test_how_go_ends() -> None:
    state = Game.load("go", size=5).start()
    for move in ("c3", "pass", "pass"):
        state = state.play(move)
    assert result(state.view()) == "Black won, 25 to 7.5 points"
