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
NUMBERED = (
    RULES.replace(
        "pieces man, king of player",
        """pieces man of player
pieces card(number: 0..6) of player
pieces stone""",
    )
    .replace(
        "setup\n",
        """setup
  put card(0) of White on a1
  put card(6) of White on b1
  put card(3) of Black on a3
  put stone on b2
""",
    )
    .replace("row(1)\n", "row(1) & empty\n")
    .replace("row(3)\n", "row(3) & empty\n")
)
NUMBERS = {
    "a card anywhere": "choose s in card, t in site\nmove s to t",
    "a card onto a card": "choose s in card, t in card\nmove s to t\nput card(2) of me on empty & row(1)",
    "a card to an empty site": "choose s in card, t in empty\nmove s to t",
    "a man onto a card": "choose s in man, t in card\nmove s to t\nput card(tick % 7) of me on s",
    "a man to an empty site": "choose s in man, t in empty\nmove s to t\nput card(1) of me on row(1) - stone",
    "a man anywhere": "choose s in man + stone, t in site\nmove s to t\nput card(4) of me on empty & row(1)",
    "one or the other": "choose s in mine, t in site\nmove s to t\nput card(4) of me on empty & row(1)",
    "there and back": "choose s in card, t in site - mine\nmove s to t\nmove t to s\nput man of me on t",
    "what the card says": "choose s in card, t in site where some t.number and t.number > s.number\nmove s to t\n"
        "put card(tick % 6) of me on s",
    "the sum of all": "choose s in card where s.number = 0 or sum(a.number for a in card) % 3 != 1\n"
        "remove s\nput card(0) of next on s\nput card(tick % 7) of me on c3",
    "numbers that may be missing": "choose s in occupied where sum(a.number for a in occupied) % 2 = 0 or no s.number\n"
        "remove s\nput card(tick % 7) of next on empty & row(1)\nput man of me on b2",
    "the numbers there are": "choose n in card.number\nremove {s in card where s.number = n}\n"
        "put card(tick % 7) of me on a1",
    "a number that comes to a man's site": "choose s in card, t in man\nmove s to t\n"
        "put card(6 when t.number in {1, 2, 3} otherwise 2) of me on s\nput man of next on t",
    "cards that come and go": "choose s in card\nlet n = s.number\nremove s\nput man of me on s\n"
        "put card(5) of me on a2 if s.number = n\nput card(n) of next on b3",
}  # fmt: skip
"""Rules with pieces that bear numbers, beside some that bear none."""


def game(belief: str, size: str = "3, 3") -> Game:
    rules, turns = (NUMBERED, NUMBERS) if belief in NUMBERS else (RULES, BELIEFS)
    turn = "\n".join(f"  {line}" for line in turns[belief].split("\n"))
    return Game.parse(rules.format(turn=turn, size=size))


def compiled(game: Game) -> Compiled:
    return compile_model(game.model, ("playouts", "entries"))


def agree(game: Game) -> int:
    """Plies that both backends have played alike."""
    return both_backends(game, seed=2, plies=300, games=6, longest=60, compiled=compiled(game)).plies


@pytest.mark.parametrize("size", ["3, 3", "12, 12"])
@pytest.mark.parametrize("belief", [*BELIEFS, *NUMBERS])
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
