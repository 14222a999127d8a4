"""Where levels should stand, from matches: by hand."""

from __future__ import annotations

import argparse
import statistics
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

import levels
from levels import due, even, is_too_short, longer, most_telling, place_of, write
from rivals import log
from rivals.log import Line
from rivals.scale import Scale

RIVAL = "mcts:1s"


def line(ours: str, rival: str, worth: float, seconds: float = 0.0) -> Line:
    return Line("hex", "{}", ours, rival, 2, 0, worth=worth, seconds=seconds)


def met(won: int, lost: int, seconds: float = 1.0) -> list[Line]:
    """Games of `place:2` against `place:1`, say: what counts is the pair that they are kept under."""
    return [line("place:2", "place:1", worth, seconds) for worth in (1,) * won + (0,) * lost]


def test_those_who_have_not_met_play_first() -> None:
    """Of the opponent's pairs only the one with the highest place must be played, and more often than the others."""
    games = {("place:2", "place:1"): met(1, 1)}
    assert due([1, 2, 3], RIVAL, games) == ("place:3", "place:2")
    games["place:3", "place:2"] = met(1, 1)
    assert due([1, 2, 3], RIVAL, games) == (RIVAL, "place:3")
    games[RIVAL, "place:3"] = met(4, 3)
    assert due([1, 2, 3], RIVAL, games) == (RIVAL, "place:3")
    games[RIVAL, "place:3"] = met(4, 4)
    assert due([1, 2, 3], RIVAL, games) is None


def test_a_budget_that_is_spent_leaves_no_step_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each game takes more than the budget: the strength of all is known even so."""
    monkeypatch.setattr(levels, "one", lambda plan, game, number: won(plan.line(number), number))
    asked = argparse.Namespace(think="10ms", budget=0.1, log=tmp_path / "log.jsonl")
    found = levels.matches("tictactoe", asked)
    assert {place_of(line.theirs) for line in found} == set(range(1, 8))
    assert {place_of(line.ours) for line in found} == {*range(2, 8), None}
    assert sum(line.ours == levels.on_time("tictactoe", "10ms") for line in found) == 8


def test_games_of_a_log_count_and_are_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No game is played twice; with a greater budget there are more."""
    monkeypatch.setattr(levels, "one", lambda plan, game, number: won(plan.line(number), number))
    asked = argparse.Namespace(think="10ms", budget=0.1, log=tmp_path / "log.jsonl")
    first = levels.matches("tictactoe", asked)
    assert Counter(levels.matches("tictactoe", asked)) == Counter(first)
    asked.budget = 100.0
    more = Counter(levels.matches("tictactoe", asked))
    assert more > Counter(first) and set(more.values()) == {1}


def test_places_that_another_opponent_led_to_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A log has games of a ninth place, which an opponent with more time led to: they count for one with less, too."""
    monkeypatch.setattr(levels, "one", lambda plan, game, number: won(plan.line(number), number))
    file = tmp_path / "log.jsonl"
    for number in range(2):
        log.add(file, replace(line("place:9", "place:8", 1.0), game="tictactoe", number=number))
    found = levels.matches("tictactoe", argparse.Namespace(think="1s", budget=100.0, log=file))
    assert {place_of(line.theirs) for line in found} == set(range(1, 10))


def test_the_opponents_usual_time_is_worth_as_many_places_as_it_gives_work() -> None:
    assert levels.places_of("chess", "1s") == 0
    assert 3.5 ** levels.places_of("chess", "100ms") == pytest.approx(10)  # it searches by alpha-beta
    assert 2.2 ** levels.places_of("hex", "100ms") == pytest.approx(10)


def won(line: Line, number: int) -> Line:
    """Players win in turn."""
    return replace(line, worth=number % 2, seconds=1.0)


@pytest.mark.parametrize(("games", "seconds"), [((4, 4), (1.0, 1.0)), ((10, 10), (0.1, 1.0))])
def test_the_step_that_is_known_least_for_its_time_is_played(
    games: tuple[int, int], seconds: tuple[float, float]
) -> None:
    """Once the lower step has been played less, once as much, but its games are shorter. Those of the opponent are too
    long to tell of other steps, too."""
    few, short = games[0], seconds[0]
    known = {
        ("place:2", "place:1"): met(few // 2, few // 2, short),
        ("place:3", "place:2"): met(5, 5, seconds[1]),
        (RIVAL, "place:3"): met(5, 5, 10.0),
    }
    known = {pair: [line(*pair, one.worth, one.seconds) for one in lines] for pair, lines in known.items()}
    assert most_telling([1, 2, 3], RIVAL, known) == ("place:2", "place:1")


def test_there_are_places_where_one_is_much_better() -> None:
    """Between neighbours, and above all; 14 games of 16 are not much better, and few games tell nothing."""
    assert longer([1, 2, 3], RIVAL, {("place:2", "place:1"): met(15, 1)}) == [1, 1.5, 2, 3]
    assert longer([1, 2, 3], RIVAL, {(RIVAL, "place:3"): met(8, 0)}) == [1, 2, 3, 4]
    assert longer([1, 2, 3], RIVAL, {("place:2", "place:1"): met(14, 2), (RIVAL, "place:3"): met(4, 0)}) == [1, 2, 3]
    assert longer([1, 2, 3], RIVAL, {("place:2", "place:1"): met(8, 0)}) == [1, 2, 3]


def scale(strengths: dict[float, float], rival: float) -> Scale:
    """One that is known for certain."""
    return Scale(tuple(strengths), tuple(strengths.values()), rival, np.zeros((len(strengths) + 1,) * 2))


def test_what_is_weak_above_leads_nobody_far_beyond_what_was_measured() -> None:
    places, _ = even(scale({1: 0, 6: 1000, 7: 1001}, 1400))
    assert places[-1] == 8


@pytest.mark.parametrize(("strengths", "rival", "is_short"), [
    ((0, 1100, 1300), 2800, True),  # the seventh level, 400 below the opponent, should stand at place 12.5
    ((0, 1100, 1300), 1780, True),  # at place 8.1
    ((0, 1100, 1300), 1680, False),  # the opponent wins no more than 90 % against the highest place
    ((0, 0, 1300), 1750, False),  # the seventh level should stand at 7.2
])  # fmt: skip
def test_there_must_be_places_about_where_the_seventh_level_should_stand(
    strengths: tuple[float, ...], rival: float, is_short: bool
) -> None:
    assert is_too_short(scale(dict(zip((1, 6, 7), strengths, strict=True)), rival)) == is_short


def test_places_are_added_while_the_seventh_level_should_stand_far_above(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The opponent wins four of five games against all who are there: no place is added for what is seen. But with a
    hundred times the time it is thought to be far better."""
    monkeypatch.setattr(levels, "one", lambda plan, game, number: steep(plan.line(number), number))
    asked = argparse.Namespace(think="10ms", budget=0.1, log=tmp_path / "log.jsonl")
    assert {place_of(line.theirs) for line in levels.matches("tictactoe", asked)} == set(range(1, 13))


def steep(line: Line, number: int) -> Line:
    """The stronger player wins four of five games."""
    return replace(line, worth=int(number % 5 != 4), seconds=1.0)


def test_all_steps_are_alike() -> None:
    """Seven steps to the opponent, who is 1400 above the first place: 200 each."""
    known = scale({1: 0, 2: 400, 3: 500, 7: 1300}, 1400)
    places, step = even(known)
    assert step == 200
    assert places == [1, 1.5, 2, 3.5, 4.5, 5.5, 6.5]  # 0, 200, …, 1200; between known places in a straight line
    assert known.unevenness(places) == pytest.approx(0)
    usual = [400, 100, 200, 200, 200, 200, 100]
    assert known.unevenness(range(1, 8)) == pytest.approx(statistics.pstdev(usual))


def test_a_beginner_wins_at_the_first_level_however_good_the_opponent_is() -> None:
    places, step = even(scale({1: 0, 7: 3000}, 4200))
    assert step == 600
    assert places == [1, 2.2, 3.4, 4.6, 5.8, 7, 8]  # no further than a place beyond what was measured


def test_a_place_that_chance_made_weaker_bends_nothing_back() -> None:
    places, _ = even(scale({1: 0, 2: 300, 3: 250, 4: 900}, 1400))
    assert places == sorted(places)


def test_rows_are_kept_and_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("levels.TABLE", tmp_path / "levels.yaml")
    for name, row in (("y", "y: [1]  # old"), ("hex", "hex: [2]"), ("y", "y: [3]  # new")):
        write(name, row)
    rows = (tmp_path / "levels.yaml").read_text(encoding="utf-8").splitlines()
    assert [row for row in rows if not row.startswith("#")] == ["hex: [2]", "y: [3]  # new"]
