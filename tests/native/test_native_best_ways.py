"""`most` in compiled rules: ways that come round, what is kept from decision to decision, bounds that save looking."""

from __future__ import annotations

import pytest
import wasmtime

from gdl.model import statements as m
from interpreter import Game
from interpreter.game.rules import Backend
from interpreter.graph.chance import seed_key
from interpreter.lab.tools.native_lockstep import both_backends
from interpreter.native.compile import compile_model
from interpreter.native.plan.bounds import bound

STAR = """
game "Star"
players A, B
game has here: 0..3 = 1

# Three ends, 1 to 3, and 0 between them.
define i.onward = {1, 2, 3} when i = 0 otherwise {0}

turn
  let halt: truth = false
  most here
    repeat
      choose j in 0..4 where j = 4 and here > 0 or j < 4 and j in here.onward as "to {j}"
      halt = true if j = 4
      here = j if j < 4
    until halt

end
  draw if here = 3
"""


@pytest.mark.parametrize("backend", ["native", "reference"])
def test_ways_that_come_round(backend: Backend) -> None:
    """Every way may go on through the middle to the best end, so only stopping elsewhere is worse."""
    state = Game.parse(STAR, backend=backend).start()
    assert [move.text for move in state.moves] == ["to 0"]
    state = state.play("to 0")
    assert [move.text for move in state.moves] == ["to 1", "to 2", "to 3"]
    assert [move.text for move in state.play("to 2").moves] == ["to 0"]
    assert [move.text for move in state.play("to 3").moves] == ["to 0", "to 4"]


def test_both_backends_come_round_alike() -> None:
    both_backends(Game.parse(STAR), seed=3, plies=30, games=3, longest=200)


SPENDING = """
game "Spending"
players A, B
type coin = 1..3
coin has left: 0..2 = 2
game has odd: 0..9

turn
  let worth: 0..40 = 0
  let used: 0..9   = 0
  most {values}
    repeat
      choose n in coin where n.left > 0
{body}
    until used = 2
  coin.left = 2

end
  draw if true
"""
PLAIN = "n.left -= 1\nused += 1\nworth += n"


def spending(values: str, body: str) -> m.Most:
    rows = "\n".join("      " + row for row in body.splitlines())
    model = Game.parse(SPENDING.format(values=values, body=rows)).model
    return next(s for s in m.walk(model.turn) if isinstance(s, m.Most))


@pytest.mark.parametrize("body", [PLAIN, "n.left -= 2\nused += 1\nworth += n", "n.left -= 1\nused += 1\nworth += 3"])
def test_what_is_gained_by_spending_has_a_bound(body: str) -> None:
    assert bound(spending("worth, used", body)) is not None


@pytest.mark.parametrize(
    ("values", "body"),
    [
        ("worth", "used += 1\nworth += n"),  # nothing is spent
        ("worth", "worth += n\nn.left -= 1\nused += 1"),  # gained before it is spent
        ("worth", "n.left -= 1\nused += 1\nworth += n\nworth += 1"),  # gained twice
        ("worth", f"{PLAIN}\nfor c in coin\n  c.left += 1 if used = 1 and c.left = 0"),  # got back
        ("worth", "n.left -= 1 if n > 1\nused += 1\nworth += n"),  # not always spent
        ("worth", "n.left -= 1\nused += 1\nworth += n + odd"),  # more than what is spent decides
        ("worth", "n.left -= 1\nused += 1\nworth = n"),  # not added
        ("worth + 1", PLAIN),
    ],
)
def test_other_gains_have_none(values: str, body: str) -> None:
    assert bound(spending(values, body)) is None


def test_a_bound_is_reached_and_never_passed() -> None:
    """Two coins of three sorts, each at most twice: 3 and 3 are worth most."""
    rows = "\n".join("      " + row for row in PLAIN.splitlines())
    game = Game.parse(SPENDING.format(values="worth", body=rows))
    both_backends(game, seed=1, plies=10, games=2, longest=10)
    assert [move.text for move in game.start().moves] == ["3"]


def fuel(game: Game) -> int:
    """Instructions that five random games take."""
    config = wasmtime.Config()
    config.consume_fuel = True
    engine = wasmtime.Engine(config)
    store = wasmtime.Store(engine)
    store.set_fuel(1 << 60)
    exports = wasmtime.Instance(store, wasmtime.Module(engine, compile_model(game.model).binary), []).exports(store)
    exports["playouts"](store, 0, seed_key(0), 0, 5, 100_000)
    return (1 << 60) - store.get_fuel()


def test_the_bound_saves_looking(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.load("backgammon")
    quick = fuel(game)
    monkeypatch.setattr("interpreter.native.lower.facts.bound", lambda most: None)
    assert 2 * quick < fuel(game)


def test_captures_are_looked_for_only_where_there_are_some() -> None:
    """International draughts asks `most` for captures each turn; English draughts has no `most`, and smaller boards."""
    assert fuel(Game.load("international")) < 60 * fuel(Game.load("draughts"))
