"""One meaning: the compiled rules say what the reference interpreter says, state by state and option by option.

Step by step, with the options' texts and positions read back; and in games played in one call, where options are
counted and drawn without being listed. Compiled rules that give up where no rule is broken count as wrong, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import pytest
from generated import Made, by_number, examples, games
from hypothesis import assume, given
from hypothesis import strategies as st
from playing import load
from sample import daily, rulesets

from gdl.model.model import Option
from interpreter import Game, LoadError
from interpreter.lab.tools.native_lockstep import both_backends
from interpreter.native.compile import compile_model
from interpreter.native.module.emitter import Unsupported

TESTS = Path(__file__).parents[1]
OWN = sorted(TESTS.glob("rulesets/*.gdl"))
SLOW = ("go", "crazyhouse")


@pytest.mark.parametrize("name", rulesets())
def test_what_ships(name: str) -> None:
    both_backends(load(name), seed=3, plies=8 if name in SLOW else 25, games=2, longest=120)


@pytest.mark.parametrize("path", daily(OWN, 4), ids=lambda path: path.stem)
def test_rulesets_of_the_tests(path: Path) -> None:
    both_backends(Game.load(path), seed=4, plies=3 if path.stem in SLOW else 25, games=1, longest=120)


def settings(name: str) -> Iterator[tuple[int | None, dict[str, Any]]]:
    """For a ruleset that ships: other numbers of players, and options drawn together, by the ruleset's name."""
    random = Random(crc32(name.encode()))
    model = load(name).model
    seats = [n for n in range(1, 7) if n != len(model.players) and loads(name, n)]
    for players in seats[:2]:
        yield players, {}
    options = {option.name: drawn(option, random) for option in model.options}
    if options and loads(name, None, options):
        yield None, options


def drawn(option: Option, random: Random) -> Any:
    """A value of an option."""
    if option.choices:
        return random.choice(option.choices)
    if option.low is not None and option.high is not None:
        return random.randint(option.low, option.high)
    return option.value


def loads(name: str, players: int | None = None, options: dict[str, Any] | None = None) -> bool:
    """Whether these options go together."""
    try:
        Game.of(name, options, players)
    except LoadError:
        return False
    return True


@pytest.mark.parametrize("name", rulesets())
def test_options(name: str) -> None:
    for players, options in settings(name):
        try:
            both_backends(Game.of(name, options, players), seed=5, plies=6 if name in SLOW else 12, games=1, longest=60)
        except Exception as problem:
            problem.add_note(f"for {players or 'the usual number of'} players, with {options}")
            raise


@pytest.mark.parametrize("path", daily(sorted((TESTS / "found").glob("*.gdl")), 4), ids=lambda path: path.stem)
def test_what_generated_rulesets_found_before(path: Path) -> None:
    both_backends(Game.load(path), seed=6, plies=30, games=2, longest=60)


@pytest.mark.parametrize("path", daily(sorted((TESTS / "found").glob("*.gdl")), 4), ids=lambda path: path.stem)
def test_what_was_found_compiles_with_other_jobs(path: Path) -> None:
    """Texts of moves, views, packed states and batches have code of their own."""
    compile_model(Game.load(path).model, ("page", "knowing", "batch", "solve", "alphabeta", "mcts"))


@examples(15)
@given(made=games(), seed=st.integers(0, 2**32))
def test_generated_rulesets(made: Made, seed: int) -> None:
    try:
        both_backends(made.game, seed, plies=20, games=1, longest=40)
    except Unsupported as why:
        assert str(why)
        assume(False)


@pytest.mark.parametrize("number", range(8, 16))
def test_numbered_rulesets(number: int) -> None:
    """Some of those that long runs go through. Number 14 gates its steps by a condition on the state alone."""
    made = by_number(number)
    if made is not None and compiles(made):
        both_backends(made.game, number, plies=20, games=1, longest=40)


def test_most_generated_rulesets_compile() -> None:
    tried = [made for made in map(by_number, range(20)) if made]
    compiled = sum(1 for made in tried if compiles(made))
    assert compiled >= 0.9 * len(tried)


def compiles(made: Made) -> bool:
    try:
        compile_model(made.model)
    except Unsupported:
        return False
    return True
