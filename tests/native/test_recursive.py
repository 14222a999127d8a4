"""Bounds where chance and circles meet: beside all pairs of plans in fractions, and where play ends slowly."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from fractions import Fraction
from random import Random

import pytest
from plain_recursive import Node, some_game, values

from interpreter import Game
from interpreter.native.host.running import Running
from interpreter.native.kernels_only import kernels
from interpreter.players import recursive
from interpreter.players.solving import Solution, solve

EVERYDAY, DEEP = 150, 6_000


def bounds(game: Sequence[Node]) -> list[tuple[float, float]]:
    """Lower and upper bounds of all nodes."""
    module, options = Running(kernels("recursive")), sum(len(options) for _, options in game)
    module.call("limit_memory", 1 << 30)
    assert module.call("recursive_room", len(game), options, 0)
    words = b"".join(
        struct.pack("<q", 4 * len(options) + (1 if kind == "chance" else 2 * (kind == "min")))
        + b"".join(struct.pack("<qd", -1, to) if isinstance(to, Fraction) else struct.pack("<qq", 2 * to, 0)
                   for to in options)
        for kind, options in game
    )  # fmt: skip
    at = module.call("recursive_block", len(words))
    module.write(at, words)
    module.call("recursive_take", at, len(words), 0)
    recursive.both_sides(module, lambda: False, lambda _: None)
    return [(module.call("recursive_lower", s), module.call("recursive_upper", s)) for s in range(len(game))]


def compare(numbers: range) -> None:
    for number in numbers:
        game = some_game(number)
        for (least, most), value in zip(bounds(game), values(game), strict=True):
            assert least <= value <= most, number
            assert most - least < 1e-8, number


def test_bounds_beside_all_plans() -> None:
    compare(range(EVERYDAY))


@pytest.mark.deep
@pytest.mark.parametrize("part", range(4))
def test_many_bounds_beside_all_plans(part: int) -> None:
    compare(range(1_000 + part * DEEP // 4, 1_000 + (part + 1) * DEEP // 4))


def wait(length: int) -> list[Node]:
    """A ten-sided die has to fall on its one so many times in a row; then the first player wins two times of three, or
    may wait again."""
    on: list[Node] = [("chance", [i + 1, *([0] * 9)]) for i in range(length)]
    return [*on, ("max", [length + 1, 0]), ("chance", [Fraction(1), Fraction(-1), Fraction(1)])]


@pytest.mark.parametrize(("length", "near"), [(3, 1e-9), (6, 1e-7), (8, 1e-5)])
def test_an_end_that_hardly_comes(length: int, near: float) -> None:
    """A throw ends the game with 10**-length."""
    for least, most in bounds(wait(length)):
        assert least <= Fraction(1, 3) <= most
        assert most - least < near


@pytest.mark.parametrize("length", [30, 300, 2_000])
def test_a_long_walk(length: int) -> None:
    """One step back or on: who begins a part of the way from the lost end wins with that part (the ruin of a gambler).
    It takes as many steps as the square of the way."""
    walk: list[Node] = [
        ("chance", [i - 1 if i else Fraction(-1), i + 1 if i < length - 1 else Fraction(1)]) for i in range(length)
    ]
    for i, (least, most) in enumerate(bounds(walk)):
        assert least <= Fraction(2 * (i + 1), length + 1) - 1 <= most
        assert most - least < 1e-6 or length > 1_200


def test_where_work_ends_bounds_are_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recursive, "WORK", 2_000)
    monkeypatch.setattr(recursive, "COSTS", ())
    (least, most), *_ = bounds(wait(4))
    assert least <= Fraction(1, 3) <= most
    assert most - least > 0.01


def test_numbers_that_are_no_bounds_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each ply brings something here, which should cost something."""
    monkeypatch.setattr(recursive, "COSTS", (-1e-3,))
    monkeypatch.setattr(recursive, "TRYING", 100)
    for least, most in bounds(wait(3)):
        assert least <= Fraction(1, 3) <= most


# ---- whole rulesets


def listed(which: set[int]) -> str:
    """A set as rulesets write it."""
    return "{" + ", ".join(map(str, sorted(which))) + "}"


def ruleset(after: Sequence[Sequence[int]], rolls: set[int], again: set[int]) -> str:
    """Two players move a token along arrows; at some spots a die does; after some the same player goes on. Who can't
    move wins."""
    arrows = "".join(f"  {s}: {{{', '.join(map(str, sorted(set(to))))}}}\n" for s, to in enumerate(after))
    return (
        f"""game "Arrows"\nplayers A, B\ngame has spot: 0..{len(after) - 1}\ndefine succ(v) =\n{arrows}"""
        f"""turn\n  if spot in {listed(rolls)}\n    roll m in succ(spot)\n    spot = m\n"""
        f"""  else\n    choose m in succ(spot)\n    spot = m\n"""
        f"""  next = me if spot in {listed(again)}\nend\n  win next if stuck\n"""
    )


def drawn(number: int) -> tuple[str, Fraction]:
    """A ruleset, and what it is worth to A."""
    random = Random(number)
    count = random.randint(3, 5)
    after = [[random.randrange(count) for _ in range(random.choice((1, 2, 2, 3)))] for _ in range(count - 1)] + [[]]
    rolls = {s for s in range(count - 1) if random.random() < 0.4} | {0}
    again = {s for s in range(count) if random.random() < 0.4} | {1}
    game: list[Node] = []
    for spot in range(count):
        for player in range(2):
            options: list[int | Fraction] = []
            for to in sorted(set(after[spot])):
                mover = player if to in again else 1 - player
                options.append(Fraction(1 - 2 * mover) if not after[to] else 2 * to + mover)
            game.append(("chance" if spot in rolls else ("max", "min")[player], options or [Fraction(0)]))
    return ruleset(after, rolls, again), values(game)[0]


@pytest.mark.parametrize("part", range(3))
def test_rulesets_that_go_round(part: int) -> None:
    """With the players exchanged, and without."""
    seen = 0
    for number in range(part * 20, (part + 1) * 20):
        text, value = drawn(number)
        for symmetries in (True, False):
            found = solve(Game.parse(text).start(), symmetries=symmetries)
            assert found.is_exact
            assert found.values["A"] == pytest.approx(float(value), abs=1e-9)
            assert found.values["B"] == pytest.approx(-float(value), abs=1e-9)
            if found.bounds is not None:
                seen += 1
                assert found.bounds[0] <= value <= found.bounds[1]
    assert seen > 5


WAIT = """game "Wait"
players A, B
game has steps: 0..6
game has done: 0..2
turn
  if steps < 6
    roll d in 1..10
    steps = steps + 1 when d = 1 otherwise 0
    next = me
  else
    either
      choose "stake"
      roll d in 1..3
      done = 2 when d = 3 otherwise 1
    or
      choose "wait"
      steps = 0
end
  win A if done = 1
  win B if done = 2
"""


def waited() -> Solution:
    return solve(Game.parse(WAIT).start())


def test_a_ruleset_whose_end_hardly_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    found = waited()
    assert found.bounds is not None
    assert found.bounds[0] <= Fraction(1, 3) <= found.bounds[1]
    assert found.bounds[1] - found.bounds[0] < 1e-6
    monkeypatch.setattr(recursive, "WORK", 2_000)
    monkeypatch.setattr(recursive, "COSTS", ())
    found = waited()
    assert not found.is_exact
    assert found.bounds is not None
    assert found.bounds[0] <= found.values["A"] <= found.bounds[1]
    assert found.bounds[0] <= Fraction(1, 3) <= found.bounds[1]


def test_the_best_line_goes_on_to_an_end() -> None:
    """Going round by "on" is worth as much as staking, as long as one stakes at last."""
    text = """game "On"
players A
game has spot: 0..1
game has done: 0..2
turn
  either
    choose "on"
    spot = 1 - spot
  or
    choose "stake"
    roll d in 1..3
    done = 2 when d = 3 otherwise 1
end
  win A if done = 1
  lose A if done = 2
"""
    found = solve(Game.parse(text).start())
    assert (found.values["A"], found.is_exact, found.line) == (pytest.approx(1 / 3), True, ("stake",))
