"""Rules whose code would be too long are compiled with loops in place of what is usually written out."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playing import load

from interpreter import Game
from interpreter.lab.tools import native_lockstep
from interpreter.native import compile as compiler
from interpreter.native.module.emitter import Emitter, Unsupported
from interpreter.native.plan import planner
from interpreter.native.plan.report import report

NESTED = """game "Nested"

players Black, White
board grid(5, 5)
pieces stone of player

define s.near(d, X)  = {e for n in 1..2, e in s.{d, d.opposite}^n} & empty - X
define s.fives(d, X) = {t in s.near(d, X) where count(t.run(d, X + t)) + count(t.run(d.opposite, X + t)) = 4}
define s.over(X)     = sum(count(s.fives(d, X)) for d in {N, NE, E, SE}) > 1
define s.three(d, X) = some t in s.near(d, X) where not t.over(X + t)

turn
  choose s in empty where count({d in {N, NE, E, SE} where s.three(d, mine + s)}) < 4
  put stone of me on s

end
  win me if some line in lines(3) where line within mine
  draw if stuck
"""
FEW = 3_000
"""Values for which `NESTED` has room in loops, but not written out."""


def values(game: Game, is_compact: bool) -> int:
    made = compiler._compiled(game.model, (), frozenset(), is_compact, (), False)
    return max(len(function.code) for function in made.module.functions)


def test_what_is_too_long_is_compiled_with_loops(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.parse(NESTED)
    assert values(game, True) < FEW < values(game, False)
    assert not compiler.compile_model(game.model).is_compact
    monkeypatch.setattr(planner, "MUCH", FEW)
    assert compiler.compile_model(game.model).is_compact
    monkeypatch.setattr(planner, "MAX_LOCALS", 10)
    with pytest.raises(Unsupported, match="more than 10 values in one piece"):
        compiler.compile_model(game.model)


def test_writing_stops_where_it_gets_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.parse(NESTED)
    made: list[Emitter] = []

    def noted(emit: Emitter, *given: Any) -> None:
        begin(emit, *given)
        made.append(emit)

    begin = Emitter.__init__
    monkeypatch.setattr(Emitter, "__init__", noted)
    monkeypatch.setattr(planner, "MUCH", FEW)
    compiler.compile_model(game.model)
    longest = max(made, key=lambda emit: len(emit.function.locals))
    assert longest.room == len(longest.function.locals) == FEW


def test_plans_say_so() -> None:
    model = Game.parse(NESTED).model
    said = "loops where writing out would take too long"
    assert said in report(model, is_compact=True)
    assert said not in report(model)


@pytest.mark.parametrize("name", [
    "amazons", "backgammon", "big_balls", "fire_and_ice", "lasca", "nine_mens_morris", "oware", "quarto", "sparks",
    "tablut", NESTED,
], ids=lambda name: "nested" if "\n" in name else name)  # fmt: skip
def test_both_backends_agree(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    known = {"jobs": compiler.PLAYING, "forgotten": frozenset(), "is_compact": True, "why": (), "by_c": False}
    compact = partial(compiler._compiled, **known)
    monkeypatch.setattr(native_lockstep, "compile_model", compact)
    game = Game.parse(name) if "\n" in name else load(name)
    native_lockstep.both_backends(game, seed=9, plies=12, games=1, longest=30)


@pytest.mark.deep
def test_rules_within_rules_compile() -> None:
    """Renju's forbidden moves look ahead at moves that must not be forbidden themselves."""
    game = Game.load(Path(__file__).parents[1] / "rulesets" / "deep" / "renju.gdl")
    assert compiler.compile_model(game.model).is_compact
    native_lockstep.both_backends(game, seed=1, plies=3, games=1, longest=10)
