"""Options, positions, records and YAML of any kind: taken, or refused in words."""

from __future__ import annotations

import contextlib
from random import Random
from typing import Any

import pytest
from hardship import FILES, limits, numbers, sampled
from hypothesis import given, settings
from hypothesis import strategies as st
from mutations import broken_line

from gdl import library
from gdl.check.checker import check
from gdl.report import render
from interpreter import Game, PositionError, RuleError
from interpreter.errors import GameError
from interpreter.game import records
from interpreter.game import yaml_files as yamlio

__all__ = ["limits"]

# ---- options, positions, records -----------------------------------------------------------------------

VALUES = st.one_of(
    st.integers(), st.booleans(), st.none(), st.floats(), st.text(max_size=5), st.lists(st.integers(), max_size=3),
    st.sampled_from(["a1", "White", "{a1, b2}", "(" * 5_000, "1..5", "true", "option", "\x00", "1 / 0", "{x in site}"]),
)  # fmt: skip


@sampled
@given(
    options=st.dictionaries(
        st.sampled_from(["base", "supply", "first", "chain", "size", "x", "self", ""]), VALUES, max_size=3
    ),
    players=st.none() | st.integers(-2, 99),
    name=st.sampled_from(["sparks", "spectral_reapers", "fire_and_ice_handicap", "sparklies"]),
)
def test_options(options: dict[str, Any], players: int | None, name: str) -> None:
    checked = check(library.read(name), options, players)
    errors = [f for f in checked.findings if f.severity == "error"]
    assert (checked.model is None) == bool(errors)
    assert render(errors, "text") or not errors


NONSENSE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4)
    | st.sampled_from(["a1", "1c1", "coal of White", "White", "spark", "W"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(
        st.sampled_from(["a1", "White", "coal of White", "spark", "win", "rank", "draw", "", "1"]), inner, max_size=3
    ),
    max_leaves=8,
)  # fmt: skip
KEYS = ["to move", "pieces", "stacks", "variables", "next", "decision", "locals", "queues", "seen", "over", "x"]


@settings(sampled, max_examples=40)
@given(
    data=NONSENSE | st.dictionaries(st.sampled_from(KEYS), NONSENSE, max_size=5),
    name=st.sampled_from(["sparks", "tictactoe", "spectral_reapers", "lasca", "backgammon", "chess"]),
)
def test_positions(data: Any, name: str) -> None:
    """Any data is a position, or is refused with reasons."""
    game = GAMES.setdefault(name, Game.load(FILES[name]))
    try:
        state = game.position(data)
    except PositionError as problem:
        assert problem.reasons and all(problem.reasons)
    except RuleError:
        pass
    else:
        assert game.position(state.position()) == state


GAMES: dict[str, Game] = {}


def mutated(data: Any, random: Random) -> Any:
    """Plain data with one thing in it changed."""
    if isinstance(data, dict) and data and random.random() < 0.9:
        key = random.choice(list(data))
        return {k: mutated(v, random) if k == key else v for k, v in data.items() if k != key or random.random() > 0.1}
    if isinstance(data, list) and data and random.random() < 0.8:
        i = random.randrange(len(data))
        return [mutated(v, random) if k == i else v for k, v in enumerate(data) if k != i or random.random() > 0.1]
    return random.choice([None, -1, 0, 10**9, "", "x", "a1", "White", [], {}, [[]], {"a": 1}, True, 1.5, data, [data]])


@settings(sampled, max_examples=60)
@given(name=st.sampled_from(["sparks", "sparklies", "spectral_reapers", "lasca", "backgammon", "oware"]), seed=numbers)
def test_mutated_positions(name: str, seed: int) -> None:
    """Positions that are nearly right."""
    game, random = GAMES.setdefault(name, Game.load(FILES[name])), Random(seed)
    state = game.start(seed)
    for _ in range(seed % 40):
        if not state.is_over:
            state = state.play(random.choice(state.moves))
    try:
        changed = game.position(mutated(state.position(), random))
        for _ in range(3):
            if not changed.is_over:
                changed = changed.play(random.choice(changed.moves))
        assert game.position(changed.position()) == changed
    except PositionError as problem:
        assert problem.reasons and all(problem.reasons)
    except RuleError as error:
        assert str(error)


RECORD = """\
gdl record: 1
game: tictactoe
title: Tic-tac-toe
rules: HASH
options: {}
players: [X, O]
seed: 3
number: 0
turns:
- [a1]
- [b2]
- [a2]
- [b1]
- [a3]
result: {X: win, O: loss}
"""


@settings(sampled, max_examples=100)
@given(seed=numbers, how=st.sampled_from(["cut", "line", "character", "data"]))
def test_records(seed: int, how: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A record that was tampered with is refused in words, or replays."""
    random, text = Random(seed), RECORD
    if how == "cut":
        text = text[: random.randrange(len(text))]
    elif how == "line":
        text = broken_line(text, random)
    elif how == "character":
        i = random.randrange(len(text))
        text = text[:i] + random.choice(["\t", "\x00", "[", "{", "&a ", "*a", "!", "'", ":", "\u202e", "- "]) + text[i:]
    else:
        data = mutated(yamlio.parse(text).data, random)
        text = yamlio.dump(data) if isinstance(data, dict) else str(data)
    file = tmp_path_factory.getbasetemp() / "tampered.yaml"
    file.write_text(text, encoding="utf-8")
    try:
        record = records.read(file)
        list(records.replay(records.load_game(record, records.source_of(record, file)), record))
    except GameError as error:
        assert str(error)


BOMBS = {
    "aliases": "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n",
    "billion laughs": "a0: &a0 [x]\n"
    + "".join(f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]\n" for i in range(1, 30)),
    "a loop": "a: &a [*a]\n",
    "tags": "a: !!python/object/apply:os.system [exit]\n",
    "a binary": "a: !!binary x\n",
    "merge": "a: {<<: {b: 1}}\n",
    "twice": "a: 1\na: 2\n",
    "deep": "a: " + "[" * 10_000,
    "deep lines": "".join(" " * i + "a:\n" for i in range(2_000)),
    "long": "a: " + "x" * 2_000_000,
    "a key that is a list": "? [a]\n: 1\n",
    "a key of numbers": "1: 2\n",
    "nul": "a: \x00\n",
    "half": "a: \ud800\n",
    "two documents": "a: 1\n---\nb: 2\n",
    "a list": "- a\n",
    "nothing": "",
    "a large number": f"a: {'9' * 100_000}\n",
    "a date": "a: 2001-01-01\n",
    "base 60": "a: 1:30:00\n",
}


@pytest.mark.parametrize("name", BOMBS)
def test_yaml(name: str) -> None:
    with contextlib.suppress(yamlio.YamlError):
        document = yamlio.parse(BOMBS[name])
        assert name in ("merge", "a large number", "a date", "base 60", "a key of numbers"), document.data


LOOP = """game "Loop"
players A, B
board grid(3, 3)
pieces stone of player
turn
  for a in empty, n in 5..6
    choose b in empty
    put stone of me on b
end
  draw if stuck
"""


def test_queues_of_a_loop_are_checked() -> None:
    """What a loop has still to go through is asked for: wrong numbers would only be met later on."""
    game = Game.parse(LOOP)
    data = game.start().play(game.start().moves[0]).position()
    assert game.position(data).position() == data
    queue = data["queues"][0]
    assert queue[0] == [1, 5]  # the first two, of a1, are being gone through
    entries = [5, [0], [0, 5, 1], [9, 5], [-1, 5], [0, 4], [0, 7], ["a1", 5], [True, 5], [[0], 5], {}]
    for wrong in (5, {}, *([entry] for entry in entries)):
        with pytest.raises(PositionError, match="queues"):
            game.position({**data, "queues": [wrong]})


@pytest.mark.parametrize(
    ("over", "said"),
    [
        ({"draw": ["X", "X", "O"]}, "names X twice"), ({"win": []}, "names nobody"), ({"lose": []}, "names nobody"),
        ({"win": ["Z"]}, "no player"), ({"win": [["X"]]}, "no player"), ({"win": None}, "no player"),
    ],
    ids=str,
)  # fmt: skip
def test_how_a_game_ended_makes_sense(over: Any, said: str) -> None:
    with pytest.raises(PositionError, match=said):
        Game.load("tictactoe").position({"over": over})
