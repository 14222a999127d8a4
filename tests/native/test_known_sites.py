"""What the compiler knows of a site: no set of pieces is cleared where no piece can stand, and all are where one may.

A wrong belief leaves two pieces on one site: both backends then disagree about the state.
"""

from __future__ import annotations

import pytest

from interpreter import Game
from interpreter.lab.tools.native_lockstep import both_backends
from interpreter.native.compile import Compiled, compile_model
from interpreter.native.module.emitter import SiteFact
from interpreter.native.plan import occupied

RULES = """game "Sites"
players White, Black
board grid({size})
pieces man, king of player
game has tick: 0..60

setup
  put man of White on row(1)
  put man of Black on row(3)

turn
  tick += 1
{turn}

end
  draw if tick > 50
  draw if stuck
"""
BELIEFS = {
    "a piece on an empty site": "choose s in empty\nput man of me on s\nremove mine & row(1)",
    "another one on the same": "choose s in empty\nput man of opponent on s\nput king of me on s\nremove man of me",
    "only sometimes another one": "choose s in empty\nif s in row(2)\n  put king of opponent on s\nput man of me on s\n"
        "remove mine & row(1)",
    "one after another in a loop": "choose s in empty\nfor p in player\n  put man of p on s\nremove mine & row(1)",
    "a piece that comes there": "choose s in empty, t in man of opponent\nmove t to s\nput king of me on s\n"
        "remove king of opponent",
    "from a site to an empty one": "choose s in mine, t in empty\nmove s to t",
    "there and back": "choose s in mine, t in empty\nmove s to t\nmove t to s\nput king of me on s",
    "a second decision": "choose s in empty\nput man of me on s\nchoose t in empty where t != s\n"
        "put king of opponent on t\nput king of me on s\nremove man",
    "where mine may stand": "choose s in site - theirs\nput king of opponent on s\nremove king & row(1)",
    "where mine alone stand": "choose s in mine - king\nput king of opponent on s\nput man of me on empty & row(2)",
    "where one of two sets says so": "choose s in (empty & row(2)) + king\nput man of opponent on s\n"
        "remove man of me & row(1)\nput king of me on empty & row(1)",
    "not a man of somebody": "choose p in player, s in site - man of p\nput king of me on s\nremove king & row(1)",
    "in neither case a man": "choose s in (empty when tick % 2 = 1 otherwise king)\nput king of opponent on s\n"
        "remove man & row(1)",
    "a piece of each": "choose s in {t in site where some t.adjacent & theirs}\nput man of me on s",
}  # fmt: skip


def game(belief: str, size: str = "3, 3") -> Game:
    turn = "\n".join(f"  {line}" for line in BELIEFS[belief].split("\n"))
    return Game.parse(RULES.format(turn=turn, size=size))


def compiled(game: Game) -> Compiled:
    return compile_model(game.model, ("playouts", "entries"))


def agree(game: Game) -> int:
    """Plies that both backends have played alike."""
    return both_backends(game, seed=2, plies=300, games=6, longest=60, compiled=compiled(game)).plies


@pytest.mark.parametrize("size", ["3, 3", "12, 12"])
@pytest.mark.parametrize("belief", BELIEFS)
def test_pieces_stand_where_the_rules_put_them(belief: str, size: str) -> None:
    assert agree(game(belief, size)) > 5


@pytest.mark.parametrize("belief", ["a piece on an empty site", "from a site to an empty one", "a second decision"])
def test_what_is_known_to_be_empty_is_not_cleared(belief: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer instructions than if nothing were known of empty sites."""
    length = len(compiled(game(belief)).module.encode())
    monkeypatch.setattr(occupied, "avoided", lambda *_: frozenset())
    assert len(compiled(game(belief)).module.encode()) > length


def test_a_fact_holds_until_something_changes() -> None:
    fact = SiteFact(one_of=frozenset({1, 2}), none_of=frozenset({3, 4}))
    assert fact.after({5}) == fact
    assert fact.after({2, 3}) == SiteFact(none_of=frozenset({4}))
    assert not fact.after({1, 3, 4})
