"""A loop with nothing but an `if` in it is over where the condition doesn't hold: no later round would do anything."""

from __future__ import annotations

import pytest

from gdl.model import statements as m
from interpreter import Game
from interpreter.reference.machine import Machine

RULES = """game "Collatz"

players Ann, Bob
game has steps: 0..999
game has turns: 0..40
game has spent: 0..999

turn
  choose k in 1..40 as "{k}"
  let n: 1..99999 = k
  steps = 0
LOOP
  turns += 1

end
  rank p by steps if turns = 40
"""

COUNTS = """  for i in 1..500
    if n > 1
      n = n / 2 when n % 2 = 0 otherwise 3 * n + 1
      steps += 1
"""
WITHIN = """  for i in 1..4000
    if n > 1
      for j in 1..4000
        if n > 1
          n = n / 2 when n % 2 = 0 otherwise 3 * n + 1
          steps += 1
"""
OFTEN = """  for i in 1..2000
    for j in 1..2000
      for l in 1..4000
        if n > 1
          n = n / 2 when n % 2 = 0 otherwise 3 * n + 1
          steps += 1
"""
UNLIKE = """  for i in 1..500
    if n > 1 and i % 2 = 0
      n = n / 2 when n % 2 = 0 otherwise 3 * n + 1
      steps += 1
"""


def collatz(n: int) -> int:
    """The steps from a number to 1: half of an even number, three times an odd one and 1 more."""
    steps = 0
    while n > 1:
        n, steps = (3 * n + 1 if n % 2 else n // 2), steps + 1
    return steps


@pytest.mark.parametrize("backend", ["reference", "native"])
@pytest.mark.parametrize("loop", [COUNTS, WITHIN, UNLIKE])
def test_such_loops_come_to_the_same(loop: str, backend: str) -> None:
    state = Game.parse(RULES.replace("LOOP\n", loop), backend=backend).start()
    for k in range(1, 41):
        assert state.play(str(k)).position().get("variables", {}).get("steps", 0) == collatz(k)


def test_compiled_loops_end_when_they_are_done() -> None:
    """16,000,000,000 rounds would take more instructions than one decision may; of these loops 4,000,000 begin."""
    state = Game.parse(RULES.replace("LOOP\n", OFTEN), backend="native").start()
    assert state.play("27").position()["variables"]["steps"] == collatz(27)


def test_the_reference_ends_them_too() -> None:
    """A number that takes a step more takes a round more. Each would take as many rounds as there may be."""
    machine = Machine(Game.parse(RULES.replace("LOOP\n", WITHIN)).model)
    rounds = {}
    for k, entry in enumerate(machine.start().entries, 1):
        machine.play(entry)
        rounds[k] = machine.walk.rounds.done
    assert {k: rounds[k] - rounds[2] for k in range(2, 41)} == {k: collatz(k) - collatz(2) for k in range(2, 41)}


@pytest.mark.parametrize(("loop", "is_needed"), [
    (COUNTS, True),
    (UNLIKE, False),  # it hangs on the round
    ("  for i in 1..500\n    steps += 1 if n > 1\n", True),
    ("  for i in 1..500\n    steps += 1 if n > 1\n    spent += 1\n", False),
    ("  for i in 1..500\n    if n > 1\n      steps += 1\n    else\n      spent += 1\n", False),
    ("  for i in 1..20, j in 1..20\n    steps += 1 if n > 1\n", False),
    ("  for i in 1..20\n    steps += 1 if after steps = i: steps > 3\n", False),
])  # fmt: skip
def test_only_what_no_round_changes_ends_a_loop(loop: str, is_needed: bool) -> None:
    model = Game.parse(RULES.replace("LOOP\n", loop)).model
    (found,) = (s for s in m.walk(model.turn) if isinstance(s, m.Loop))
    assert (m.needed(found) is not None) == is_needed
