"""Lint rules that begin a game: what is over before it has begun, and what can't begin."""

from __future__ import annotations

import pytest
from sample import rulesets

from gdl import library
from gdl.check.checker import check
from gdl.lint import RULES, outcome
from gdl.lint.context import Context
from gdl.lint.rule import example
from gdl.lint.runs import Runs
from gdl.text.source import Source
from interpreter.lab.lint.beginnings import CantBegin, OverAtOnce
from interpreter.lab.tools.simulate import simulate


def codes(text: str, name: str = "a.gdl") -> list[tuple[str, int]]:
    found = outcome([Source(name, text)], begin=True).findings
    return [(f.code, f.span.line) for f in found if f.code in ("E780", "E781")]


@pytest.mark.parametrize("name", rulesets())
def test_every_shipped_game_can_begin(name: str) -> None:
    context = Context(Runs((check(library.read(name)),), ()))
    assert [*OverAtOnce().check(context), *CantBegin().check(context)] == []


def test_what_simulate_calls_no_decisions_is_found() -> None:
    from interpreter import Game

    game = Game.parse(OverAtOnce.bad)
    *_, summary = simulate(game, 10)
    assert summary.decisions.mean == 0.0
    assert [code for code, _ in codes(OverAtOnce.bad)] == ["E780"]


def test_a_set_up_with_dice_is_begun_more_than_once() -> None:
    """Nobody has a stone in every second game: it is no fault of the rules as a whole."""
    text = example(
        setup="roll n in 0..1\nif n = 1\n  put stone of White on a1\n  put stone of Black on c3",
        turn="choose s in mine\nremove s", end="lose me if stuck\nwin me if no theirs",
    )  # fmt: skip
    assert codes(text) == []
    never = text.replace("if n = 1", "if n > 1")
    assert [code for code, _ in codes(never)] == ["E780"]


def test_a_game_of_dice_alone_can_begin() -> None:
    text = (
        'game "Race"\n\nplayers A, B\n\nplayer has place: 0..20\n\nturn\n  roll n in 1..6\n'
        "  me.place = min(me.place + n, 20)\n\nend\n  win me if me.place = 20\n"
    )
    assert codes(text) == []


def test_turns_that_pass_for_ever_are_found() -> None:
    text = example(turn="either\n  choose s in mine\n  remove s\notherwise\n  remove a1", end="draw if count(mine) = 3")
    assert [code for code, _ in codes(text)] == ["E781"]


def test_a_rule_that_is_broken_at_once_is_found() -> None:
    text = example("game has tally: 0..3", setup="tally = 3\ntally = tally + count(empty)")
    assert [code for code, _ in codes(text)] == ["E781"]


def test_a_variant_is_blamed_in_its_own_text() -> None:
    text = 'game "Empty" extends "breakthrough"\n\nreplace setup\n  remove a1\n'
    assert codes(text) == [("E780", 1)] or codes(text) == [("E781", 1)]


def test_static_lint_begins_nothing() -> None:
    assert {"E780", "E781"} <= set(RULES)
    assert not {"E780", "E781"} & {f.code for f in outcome([Source("a.gdl", OverAtOnce.bad)]).findings}
