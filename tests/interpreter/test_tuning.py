"""Options varied, goals, and a search that can be left and taken up again."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gdl.text.source import Source
from interpreter import Game
from interpreter.lab.study.figures import Metric
from interpreter.lab.study.plan import Plan
from interpreter.lab.tools.confidence import share as share_of
from interpreter.lab.tuning import storage, trials
from interpreter.lab.tuning.differences import Column, data, difference
from interpreter.lab.tuning.figures import Figures, figures
from interpreter.lab.tuning.goals import Goal, GoalError, goals, met
from interpreter.lab.tuning.storage import StudyFileError
from interpreter.lab.tuning.trials import Task, Trial, past, tune
from interpreter.lab.tuning.varied import VaryError, combinations, count, label, varied
from interpreter.work.chunks import Workers, WorkersLostError, threads

OPTIONS = """\
game "Options"

players A, B

option size: 2..4 = 3 "side"
option far: 1..size = 1 "depends on size"
option fair: truth = true "who wins"
option mode: player = A "one of two"
option spots: set of site = {} "sites"

board grid(size, size)

pieces man of player

turn
  choose a in empty as "{a}"
  put man of me on a

end
  win A if not fair
  draw if count(man) = 3 * far
  win me if a1 in man of me
  win mode if no empty
"""


@pytest.fixture(scope="module")
def game() -> Game:
    return made({})


def made(values: Mapping[str, Any]) -> Game:
    """By the reference interpreter: so few games aren't worth a compiler's time."""
    return Game.of(Source("options.gdl", OPTIONS), values, backend="reference")


# ---- what varies ---------------------------------------------------------------------------------


def values(game: Game, text: str) -> tuple[object, ...]:
    (one,) = varied(game, [text])
    return one.values


def test_values_are_read_by_the_options_own_types(game: Game) -> None:
    assert values(game, "size=2..4") == values(game, "size") == (2, 3, 4)
    assert values(game, "size=4, 2..3,2") == (4, 2, 3)
    assert values(game, "fair") == (False, True)
    assert values(game, "fair=true") == (True,)
    assert values(game, "mode") == ("A", "B")
    assert values(game, "mode=B") == ("B",)
    assert values(game, "spots={},{a1, a2}") == ("{}", "{a1, a2}")
    assert values(game, "far=1..4") == (1, 2, 3, 4)  # its range depends on the size


def test_combinations_in_order(game: Game) -> None:
    options = varied(game, ["size=2..3", "fair"])
    assert count(options) == 4
    assert [label(one) for one in combinations(options)] == [
        "size=2, fair=false", "size=2, fair=true", "size=3, fair=false", "size=3, fair=true"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sise=2", "Options has no option `sise`; did you mean `size`?"),
        ("zzz", "Options has no option `zzz`; there are size, far, fair, mode, spots"),
        ("size=2..5", "--vary size: it takes 2..4, not 2..5"),
        ("size=1", "--vary size: it takes 2..4, not 1"),
        ("size=4..2", "4..2 is empty; write the smaller number first: 2..4"),
        ("size=", "say which values, as in --vary size=2..4"),
        ("size=big", "it takes numbers, not big; as in --vary size=2..4"),
        ("fair=1", "it takes true and false, not 1"),
        ("mode=C", "`C` is none of its values"),
        ("spots", "say which values, as in --vary spots=VALUE,VALUE"),
        ("far=1..5000", "are 5,000 values; an option takes 1,000 at most"),
        ("=3", "has no option"),
    ],
)
def test_what_cant_be_varied(game: Game, text: str, message: str) -> None:
    with pytest.raises(VaryError) as problem:
        varied(game, [text])
    assert message in str(problem.value)


def test_an_option_is_varied_once(game: Game) -> None:
    with pytest.raises(VaryError, match="given twice"):
        varied(game, ["size=2", "size=3"])
    with pytest.raises(VaryError, match="both set and varied"):
        varied(game, ["size=2"], {"size": 3})


# ---- differences ---------------------------------------------------------------------------------


def share(value: float, low: float, high: float, name: str = "drawn.random", unit: str = "share") -> Metric:
    return Metric(name, name, value, low, high, unit, "a test")


def test_a_difference_is_as_wide_as_both() -> None:
    found = difference(share(0.8, 0.6875, 0.875), share(0.5, 0.4375, 0.625))
    assert (found.value, found.low, found.high) == pytest.approx((0.3, 0.0625, 0.4375))
    assert found.is_sure
    assert not difference(share(0.5, 0.4, 0.6), share(0.55, 0.5, 0.6)).is_sure
    assert not difference(share(0.5, 0.4, 0.6), share(0.7, 0.6, 0.8)).is_sure
    assert difference(share(0.5, 0.4, 0.6), share(0.72, 0.61, 0.8)).high == pytest.approx(-0.01)


def test_what_was_counted_in_some_games_never_differs_surely() -> None:
    """Other games would have come to other states; but the states that there are, are those that there are."""
    def states(count: float, source: str) -> Metric:
        return Metric("states", "States", count, count, count, "states", source, sort="exact")

    assert not difference(states(95, "40 random games"), states(80, "40 random games")).is_sure
    assert difference(states(95, "all of them"), states(80, "all of them")).is_sure


@pytest.mark.parametrize("turned", [1, -1, 0], ids=["together", "against each other", "apart"])
def test_what_does_not_differ_seldom_differs_surely(turned: int) -> None:
    """Two games of one toss, won by each player half of the time. With the same tosses they hang together: in one A
    wins by heads, in the other A, or B. At most one of twenty comparisons may find a difference."""
    sure, studies, games = 0, 1_000, 100
    for seed in range(studies):
        draw, other = Random(seed), Random(-1 - seed)
        heads = [draw.random() < 0.5 for _ in range(games)]
        second = [other.random() < 0.5 for _ in range(games)] if turned == 0 else [one == (turned > 0) for one in heads]
        ours, theirs = (share(*share_of(sum(won), games)) for won in (heads, second))
        sure += difference(ours, theirs).is_sure
    assert sure <= 0.05 * studies + 3.2 * (0.0475 * studies) ** 0.5


def test_differences_of_what_cant_be_played_are_none() -> None:
    assert data([Column("a", {}, None, "broken")]) == {
        "base": None,
        "games": [{"name": "a", "options": {}, "trouble": "broken", "study": None, "differences": None}],
    }


# ---- goals ---------------------------------------------------------------------------------------

KNOWN = Figures(
    {"drawn.random": "share", "turns.random": "turns", "options": "options", "first_player.random": "share"},
    {"drawn.strong": "share", "first_player.strong": "share", "drama": "√points", "turns.strong": "turns"},
)


def test_goals_name_figures_and_bounds() -> None:
    assert goals("balance, length < 40, drawn<5%, options>=10", KNOWN) == (
        Goal("balance", "first_player.strong", "balance"),
        Goal("length < 40", "turns.strong", "", "<", 40.0, False),
        Goal("drawn<5%", "drawn.strong", "", "<", 0.05, True),
        Goal("options>=10", "options", "", ">=", 10.0, False),
    )
    both = goals("20 <= turns.random < 40", KNOWN)
    assert [(one.sign, one.bound) for one in both] == [(">=", 20.0), ("<", 40.0)]
    assert goals("5 < options", KNOWN)[0].sign == ">"
    assert goals("drama", KNOWN)[0].word == "drama"
    assert goals("drama > 0.3", KNOWN)[0].word == ""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "say what is wanted"),
        ("balanc", "there is no figure `balanc` for this game; did you mean `balance`?"),
        ("lenght < 3", "did you mean `length`?"),
        ("length", "how much of it? write a bound, as in `length < 40`"),
        ("drawn", "write a bound, as in `drawn < 5%`"),
        ("drawn < 5", "this is a share, from 0 to 1, or in per cent"),
        ("length < 5%", "this is counted in turns, not in per cent"),
        ("length < many", "`many` isn't a number"),
        ("length = 4", "`length = 4` isn't a goal"),
        ("skill", "there is no figure `skill` for this game"),
    ],
)
def test_goals_that_cant_be_read(text: str, message: str) -> None:
    with pytest.raises(GoalError) as problem:
        goals(text, KNOWN)
    assert message in str(problem.value)


def test_goals_that_need_a_search() -> None:
    with pytest.raises(GoalError, match="`drama` comes from games of search, and there are none here"):
        goals("drama > 1", Figures(KNOWN.by_chance, {}, frozenset({"drama"})))


def test_losses_by_hand() -> None:
    """A tenth of a share counts 1, and so does being off by as much as the bound."""
    balance, length, drawn = goals("balance, length < 40, drawn < 5%", KNOWN)
    assert balance.loss(0.6) == pytest.approx(1)
    assert (length.loss(39), length.loss(50), length.loss(80)) == (0, 0.25, 1)
    assert length.loss(40) > 0
    assert drawn.loss(0.15) == pytest.approx(1)
    assert balance.least_loss(0.4, 0.6) == 0
    assert balance.least_loss(0.6, 0.7) == pytest.approx(1)
    assert length.least_loss(30, 80) == 0
    assert length.least_loss(50, 80) == 0.25
    found = met(drawn, {"drawn.strong": share(0.15, 0.1, 0.2, "drawn.strong")})
    assert (found.loss, found.least) == (pytest.approx(1), pytest.approx(0.5))
    assert met(drawn, {}).loss == 1


# ---- tuning --------------------------------------------------------------------------------------

PLAN = Plan(random_games=40, search_games=0, seed=5, traced_games=8)


def hired(jobs: int) -> Callable[[Game], Workers]:
    return lambda one: threads(one, jobs)


def a_task(
    game: Game, goal: str = "balance, length < 4", vary: tuple[str, ...] = ("size", "fair", "far=1..4"), **more: Any
) -> Task:
    known = figures(game, PLAN)
    held = {"make": made, "options": varied(game, vary), "goals": goals(goal, known), "plan": PLAN, "hire": hired(1)}
    return Task(**(held | more))


def tried(task: Task, path: Path | None = None, many: int = 12) -> list[Trial]:
    study = storage.opened(path, {"seed": 5})
    list(tune(task, study, many, False))
    return list(past(study))


def test_few_combinations_are_all_tried_and_the_unplayable_are_told(game: Game) -> None:
    found = tried(a_task(game), many=100)
    assert [label(trial.options) for trial in found] == [
        label(one) for one in combinations(varied(game, ["size", "fair", "far=1..4"]))
    ]
    bad = {label(trial.options) for trial in found if trial.kind == "unplayable"}
    assert bad == {label({"size": size, "fair": fair, "far": far})
                   for size in (2, 3) for fair in (False, True) for far in range(size + 1, 5)}  # fmt: skip
    assert all("takes" in trial.why for trial in found if trial.kind == "unplayable")
    unfair = [trial for trial in found if not trial.options["fair"] and trial.kind != "unplayable"]
    assert all(trial.loss and trial.loss >= 2 for trial in unfair)
    best = trials.best(found)
    assert [trial.loss for trial in best] == sorted(trial.loss or 0 for trial in best)


def test_what_is_hopeless_is_left_after_few_games(game: Game) -> None:
    """With three pieces nobody has taken a1 in all but 2 of n² games of a side n: drawn are 1/2, 7/9 and 7/8."""
    found = tried(a_task(game, "drawn.random < 20%", ("size=4,3,2",)))
    assert [trial.kind for trial in found] == ["done", "done", "done"]
    assert trials.best(found)[0].options == {"size": 2}
    for trial, drawn in zip(found, (7 / 8, 7 / 9, 1 / 2), strict=True):
        (one,) = trial.found
        assert one.low is not None
        assert one.high is not None
        assert one.low - 0.02 < drawn < one.high + 0.02
    found = tried(a_task(game, "balance", ("size=2,3,4", "fair=true,false"),
                         plan=Plan(random_games=400, search_games=0, seed=5, traced_games=8)))  # fmt: skip
    assert {label(trial.options): trial.kind for trial in found} == {
        "size=2, fair=true": "done", "size=2, fair=false": "hopeless", "size=3, fair=true": "done",
        "size=3, fair=false": "hopeless", "size=4, fair=true": "done", "size=4, fair=false": "hopeless",
    }  # fmt: skip


def test_the_same_trials_whatever_the_threads_and_interruptions(game: Game, tmp_path: Path) -> None:
    whole = tried(a_task(game), many=7)
    assert len(whole) >= 7
    assert tried(a_task(game, hire=hired(3)), many=7) == whole
    for name in ("parts.db", "parts.log"):
        path = tmp_path / name
        left = 0

        def leaving(one: Game) -> Workers:
            nonlocal left
            left += 1
            if left == 3:
                raise WorkersLostError("gone")
            return threads(one)

        with pytest.raises(WorkersLostError):
            tried(a_task(game, hire=leaving), path, 7)
        kept = list(past(storage.opened(path, {"seed": 5})))
        assert kept == whole[: len(kept)]
        assert len(kept) >= 2
        tried(a_task(game), path, 5)
        assert tried(a_task(game), path, 7) == whole
        assert tried(a_task(game), path, 7) == whole  # there is nothing left to do


# ---- study files ---------------------------------------------------------------------------------


def refused(path: Path, message: str, identity: Mapping[str, Any] | None = None) -> None:
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(StudyFileError, match=message):
        storage.opened(path, identity or {"seed": 5})
    assert (path.read_bytes() if path.is_file() else None) == before


def files(folder: Path) -> Iterator[Path]:
    for name in ("study.db", "study.log"):
        path = folder / name
        study = storage.opened(path, {"seed": 5, "goals": ["balance"]})
        for value in range(5):
            trial = study.ask()
            study.tell(trial, value)
        yield path


def test_a_study_of_something_else_is_refused(tmp_path: Path) -> None:
    for path in files(tmp_path):
        refused(path, "begun with another seed .5; now 6.", {"seed": 6, "goals": ["balance"]})
        refused(path, "begun with another goals .balance; now short, long.", {"seed": 5, "goals": ["short", "long"]})
        storage.opened(path, {"seed": 5, "goals": ["balance"]})


def test_half_a_database_is_refused_and_not_written_to(tmp_path: Path) -> None:
    path, _ = files(tmp_path)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2 + 7])
    refused(path, "broken or half-written")


def test_a_journal_goes_on_without_a_last_line_that_was_cut_off(tmp_path: Path) -> None:
    _, path = files(tmp_path)
    identity, told = {"seed": 5, "goals": ["balance"]}, list[str]()
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-1]) + lines[-1][:-9])  # what said that the last trial was done
    refused(path, "begun with another seed", {"seed": 6})
    study = storage.opened(path, identity, told.append)
    assert len(told) == 1
    assert "last line was cut off" in told[0]
    assert path.read_bytes() == b"".join(lines[:-1])
    assert [one.value for one in study.get_trials(states=(study.trials[0].state,))] == [0, 1, 2, 3]
    study.tell(study.ask(), 9)
    again = storage.opened(path, identity, told.append)
    assert [one.value for one in again.get_trials()] == [0, 1, 2, 3, None, 9]
    assert len(told) == 1
    path.write_bytes(lines[0] + lines[1][:-9] + b"\n" + b"".join(lines[2:]))
    refused(path, "study.log:2: this line of the study is broken")


class Killed(BaseException):
    """Ends everything at once."""


@pytest.mark.parametrize("name", ["study.db", "study.log"])
@pytest.mark.parametrize("when", ["before", "after"])
def test_who_is_killed_while_a_study_is_made_leaves_none(
    name: str, when: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    optuna = pytest.importorskip("optuna")
    path, make = tmp_path / name, optuna.create_study

    def killed(**given: Any) -> None:
        if when == "after":
            make(**given)
        raise Killed

    with monkeypatch.context() as dying:
        dying.setattr(optuna, "create_study", killed)
        dying.setattr(Path, "unlink", lambda *_, **__: None)  # who is killed doesn't tidy up
        with pytest.raises(Killed):
            storage.opened(path, {"seed": 5})
    left = [one.name for one in tmp_path.iterdir()]
    assert path.name not in left
    storage.opened(path, {"seed": 5})
    assert past(storage.opened(path, {"seed": 5})) is not None
    monkeypatch.setattr("interpreter.game.yaml_files._is_alive", lambda pid: False)
    storage.opened(path, {"seed": 5})
    assert [one.name for one in tmp_path.iterdir() if one.name.endswith(".part")] == []


def test_a_lock_that_somebody_killed_has_left_holds_nobody_up(tmp_path: Path) -> None:
    fcntl = pytest.importorskip("fcntl")
    _, path = files(tmp_path)
    path.with_name(path.name + ".lock").symlink_to("nowhere")  # Optuna's own, for which it would wait for ever
    study = storage.opened(path, {"seed": 5, "goals": ["balance"]})
    study.tell(study.ask(), 7)
    lock = storage._Lock(path)
    with path.open("rb") as other:
        lock.acquire()
        with pytest.raises(BlockingIOError):
            fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
        lock.release()
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_what_was_under_way_when_it_was_killed_is_taken_back(tmp_path: Path) -> None:
    """A database with a journal beside it, as SQLite leaves them."""
    path, _ = files(tmp_path)
    base = sqlite3.connect(path, isolation_level=None)
    base.execute("PRAGMA cache_size = 1")
    base.execute("BEGIN")
    base.execute("UPDATE trial_values SET value = 99")
    for number in range(3_000):
        base.execute("INSERT INTO study_user_attributes (study_id, key, value_json) VALUES (1, ?, ?)",
                     (f"k{number}", '"' + "x" * 500 + '"'))  # fmt: skip
    crashed = tmp_path / "crashed.db"
    for end in ("", "-journal"):
        crashed.with_name(crashed.name + end).write_bytes(path.with_name(path.name + end).read_bytes())
    base.execute("ROLLBACK")
    base.close()
    study = storage.opened(crashed, {"seed": 5, "goals": ["balance"]})
    assert [one.value for one in study.get_trials()] == [0, 1, 2, 3, 4]
    assert not crashed.with_name(crashed.name + "-journal").exists()


def test_other_files_are_refused_and_not_written_to(tmp_path: Path) -> None:
    for name, content in (
        ("a.db", b""), ("b.db", b"game tictactoe\n"), ("c.log", json.dumps({"seed": 5}).encode() + b"\n"),
        ("d.log", bytes(range(256))),
    ):  # fmt: skip
        path = tmp_path / name
        path.write_bytes(content)
        refused(path, "is no study of `gdl tune`")
    base = sqlite3.connect(tmp_path / "e.db")
    base.execute("CREATE TABLE trees (height)")
    base.commit()
    base.close()
    refused(tmp_path / "e.db", "a database of something else")
    refused(tmp_path, "is a folder")
    refused(tmp_path / "e.db" / "f.db", "the study can't be made")


def test_a_study_of_optuna_with_another_name_is_refused(tmp_path: Path) -> None:
    optuna = pytest.importorskip("optuna")
    path = tmp_path / "theirs.db"
    optuna.create_study(storage=f"sqlite:///{path}", study_name="theirs")
    with pytest.raises(StudyFileError, match="it holds the study `theirs`"):
        storage.opened(path, {"seed": 5})
