"""What must hold for rulesets of all kinds: they are generated, from the whole language (tests/support/generator)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from generated import Made, by_number, examples, games, made, rulesets
from generator.ruleset import Ruleset
from hypothesis import given
from hypothesis import strategies as st
from playing import settled
from test_format import plain

from gdl.lint import lint
from gdl.syntax.formatter import format  # noqa: A004 - the name of the command
from gdl.syntax.parser import parse
from gdl.text.source import Source
from interpreter import Game, RuleError, State
from interpreter.game import yaml_files as yamlio
from interpreter.graph.chance import Chance
from interpreter.lab.tools.lockstep import lockstep

seeds = st.integers(0, 2**32)


def tree(text: str) -> Any:
    parsed = parse(Source("generated.gdl", text))
    assert not parsed.findings
    return plain(parsed.items)


# ---- the text ------------------------------------------------------------------------------------------


@examples(25)
@given(ruleset=rulesets())
def test_formatting_keeps_the_tree_and_comes_to_rest(ruleset: Ruleset) -> None:
    check_text(ruleset)


def check_text(ruleset: Ruleset) -> None:
    formatted = format(ruleset.text)
    assert tree(formatted) == tree(ruleset.text)
    assert format(formatted) == formatted


@examples(8)
@given(ruleset=rulesets())
def test_lint_has_an_answer(ruleset: Ruleset) -> None:
    check_lint(ruleset)


def check_lint(ruleset: Ruleset) -> None:
    for finding in lint([Source("generated.gdl", ruleset.text)], most=0):
        assert finding.message and finding.span.line >= 1


# ---- play ----------------------------------------------------------------------------------------------


@examples(35)
@given(game=games(), seed=seeds)
def test_working_things_out_beforehand_changes_nothing(game: Made, seed: int) -> None:
    check_play(game, seed)


def check_play(made: Made, seed: int) -> None:
    lockstep(made.game, made.unfolded, seed, plies=30, whole_rows=False)


@examples(15)
@given(game=games(), seed=seeds)
def test_positions_and_moves_can_be_written_and_read(game: Made, seed: int) -> None:
    check_positions(game, seed)


def check_positions(made: Made, seed: int) -> None:
    for state in states(made.game, seed, 12):
        data = state.position()
        read = yamlio.parse(yamlio.dump(data)).data
        assert settled(read) == settled(data)
        again = made.game.position(read)
        assert again == state and hash(again) == hash(state)
        assert again.position() == data
        texts = [move.text for move in state.moves]
        assert [move.text for move in again.moves] == texts
        assert again.results == state.results and again.to_move == state.to_move
        for move, text in list(zip(state.moves, texts, strict=True))[:: len(texts) // 5 + 1]:
            if texts.count(text) == 1 and text == " ".join(text.split()):
                assert state.parse(text) == move


def states(game: Game, seed: int, plies: int) -> list[State]:
    """The states of a random game, as far as no rule is broken."""
    found: list[State] = []
    chance = Chance(seed)
    try:
        state = game.start(seed)
        for ply in range(plies):
            found.append(state)
            if state.is_over:
                break
            state = state.play(state.moves[chance.pick(len(state.moves), ply)])
    except RuleError:
        pass
    return found


# ---- the generator itself ------------------------------------------------------------------------------


def test_most_generated_rulesets_are_games() -> None:
    """Nine of ten have no errors, and they go on for some plies."""
    loaded = [m for m in map(by_number, range(50)) if m is not None]
    assert len(loaded) >= 45
    lengths = [len(states(m.game, 1, 10)) for m in loaded]
    assert sum(lengths) / len(lengths) > 4


# ---- what generated rulesets have found ----------------------------------------------------------------


FOUND = sorted((Path(__file__).parents[1] / "found").glob("*.gdl"))
"""Rulesets that something once went wrong with, as small as they could be made."""


@pytest.mark.parametrize("path", FOUND, ids=[path.stem for path in FOUND])
def test_found_before(path: Path) -> None:
    ruleset = Ruleset(path.read_text(encoding="utf-8"))
    check_text(ruleset)
    check_lint(ruleset)
    found = made(ruleset)
    assert found is not None
    for seed in range(3):
        check_play(found, seed)
        check_positions(found, seed)
