"""Chains of defines: several hundred are checked and played, more are refused in a sentence."""

from __future__ import annotations

import threading

import pytest

from gdl.check.checker import check
from gdl.check.names import MAX_TRAIL
from gdl.text.source import Source
from interpreter import Game

STEPS = {
    "sums": "d{before} + (1 when x > {i} otherwise 0)", "cases": "{i} when x = {i} otherwise d{before}",
    "products": "(d{before} * 2 + x) % 7", "calls": "max({{d{before}, x}})",
}  # fmt: skip


def chain(many: int, step: str) -> str:
    """A ruleset with so many defines in a chain; `x` counts the turns."""
    lines = "".join(f"define d{i} = {step.format(before=i - 1, i=i)}\n" for i in range(1, many))
    turn = f'turn\n  choose n in 0..3000 where n = d{many - 1} as "{{n}}"\n  x += 1\nend\n  draw if x = 9\n'
    return f'game "Chain"\nplayers A, B\ngame has x: 0..999\ndefine d0 = 1\n{lines}{turn}'


@pytest.mark.parametrize("name", STEPS)
def test_several_hundred_are_checked_and_played(name: str) -> None:
    texts = []
    for backend in ("reference", "native"):
        state = Game.parse(chain(MAX_TRAIL, STEPS[name]), backend=backend).start()
        for _ in range(3):
            texts.append([move.text for move in state.moves])
            state = state.play(state.moves[0])
    wanted = {"sums": [1, 1, 2], "cases": [1, 1, 2], "calls": [1, 1, 2], "products": products()}[name]
    assert texts == [[str(n)] for n in wanted] * 2


def products() -> list[int]:
    found = []
    for x in range(3):
        value = 1
        for _ in range(1, MAX_TRAIL):
            value = (value * 2 + x) % 7
        found.append(value)
    return found


def test_one_more_is_refused_where_it_stands() -> None:
    (finding,) = check(Source("chain.gdl", chain(MAX_TRAIL + 1, STEPS["sums"]))).findings
    assert (finding.code, finding.span.text) == ("R612", "d0")


def test_what_is_nested_deeper_still_is_refused_on_a_small_stack() -> None:
    """Where a thread's stack is as small as on some systems, nothing but a message comes of it."""
    step = "(" * 20 + "d{before} + x" + " % 5)" * 20
    found: list[str] = []

    def work() -> None:
        found.extend(f.code for f in check(Source("chain.gdl", chain(MAX_TRAIL, step))).findings)

    before = threading.stack_size(512 * 1024)
    try:
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    assert found == ["S106"]
