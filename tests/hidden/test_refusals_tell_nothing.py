"""Why something isn't legal never tells what is hidden from who tries it.

Small rulesets are made with conditions over things that are seen and things that aren't. All ways to deal are gone
through; states that look alike to a player, with the same legal moves, must refuse every text in the same words.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import partial
from random import Random
from unittest.mock import patch

import pytest
from sample import daily

from interpreter import Game, State
from interpreter.drawing.refusals import why_not
from interpreter.game.known_values import KnownValues

RULES = """
game "Told"
type card = 1..4
players A, B
board grid(3, 1)
{pieces}
game has deck: set of card = card
game has shown: set of card
player has hand: set of card
player has low: 1..4
site has mark: 1..4
hidden deck from player
hidden p.hand from player - p
hidden p.low from player - p
{hidden}
hidden s.mark from player when s = b1

define keep(c)
  me.hand += c

setup
  deal 1 from deck to A.hand
  deal 1 from deck to B.hand
  roll x in deck
  shown = {{x}}
  deck -= {{x}}
  for p in player
    roll secretly l in 1..2
    p.low = l
  roll secretly m in {{2, 4}}
  b1.mark = m
{put}

turn
  either
    choose x in card where {of_card} as "{{x}}"
  or
    choose s in site where {of_site} as "{{s}}"
  or
    choose "pass"
  shown = card

end
  draw if shown = card
"""

OF_NOBODY = {
    "pieces": "pieces coin, stone",
    "hidden": "hidden s.kind from player when s = a1",
    "put": """  roll secretly k in 1..2
  put coin on b1
  if k = 1
    put coin on a1
  else
    put stone on a1""",
    "places": "coin, stone, empty, occupied",
}
OF_PLAYERS = {
    "pieces": "pieces coin, stone of player",
    "hidden": "hidden s.piece from {p in player where s not in piece of p}",
    "put": """  roll secretly k in player
  roll secretly l in 1..2
  put coin of k on a1
  put stone of k.next on b1
  if l = 1
    put coin of k on c1""",
    "places": "mine, theirs, piece of next, coin of me, stone of me, stone of opponent, empty",
}
"""Who owns a piece always sees it, so who sees none on a site knows that none of theirs stands there."""
CARDS = ("me.hand", "opponent.hand", "next.hand", "deck", "shown", "{1, 3}", "card")
NUMBERS = ("2", "me.low", "opponent.low", "next.low", "a1.mark", "b1.mark", "c1.mark")


class Conditions:
    """Random conditions about a card `x` or a site `s`, of parts that A sees and parts that A doesn't."""

    def __init__(self, random: Random, name: str, places: str) -> None:
        self.random, self.name, self.places = random, name, places.split(", ")

    def whole(self) -> str:
        """The condition of a choice: two parts at least, so that one that is seen may settle it."""
        one, other = self.condition(0), self.condition(0)
        return self.random.choice([f"{one} and {other}", f"not ({one} or {other})"])

    def condition(self, depth: int) -> str:
        """A condition; one that isn't deep may be made of others."""
        one, number, cards = (partial(make, depth + 1) for make in (self.condition, self.number, self.cards))
        among = self.random.choice(["in", "not in"])
        simple = [
            lambda: f"x {among} {cards()}" if self.name == "x" else f"s {among} {self.sites()}",
            lambda: f"{number()} {self.random.choice(['<', '=', '>='])} {number()}",
            lambda: f"{self.random.choice(['a1', 'b1', 'c1'])} {among} {self.random.choice(self.places)}",
            lambda: f"{self.random.choice(['some', 'no'])} {cards()}",
        ]
        made = [
            lambda: f"({one()} {self.random.choice(['and', 'or'])} {one()})",
            lambda: f"not ({one()})",
            lambda: f"after keep({self.random.choice(['1', '4'])}): {one()}" if depth < 2 else one(),
        ]
        return self.random.choice(simple + made * (depth < 3))()

    def cards(self, depth: int) -> str:
        """A set of cards."""
        one, other, condition = (partial(make, depth + 1) for make in (self.cards, self.cards, self.condition))
        made = [
            lambda: f"({one()} {self.random.choice('&-+')} {other()})",
            lambda: f"({one()} when {condition()} otherwise {other()})",
            lambda: f"{{y in {one()} where y {self.random.choice(['<', '=', '>'])} {self.number(depth + 1)}}}",
        ]
        if depth < 3 and self.random.random() < 0.4:
            return self.random.choice(made)()
        return self.random.choice(CARDS)

    def sites(self) -> str:
        """A set of sites."""
        return self.random.choice([*self.places, "(site - coin)", "(coin + empty)", "{t in site where t.mark < 3}"])

    def number(self, depth: int) -> str:
        """A number."""
        own = ["x"] if self.name == "x" else ["s.mark"]
        counted = [f"count({self.cards(depth + 1)})"] if depth < 2 else []
        return self.random.choice([*NUMBERS, *own, *counted])


def rules(number: int, pieces: Mapping[str, str] = OF_NOBODY) -> str:
    """A ruleset of a number."""
    random = Random(number)
    of_card, of_site = (Conditions(random, name, pieces["places"]).whole() for name in "xs")
    return RULES.format(of_card=of_card, of_site=of_site, **pieces)


def dealt(state: State) -> Iterator[State]:
    """The first decision, after each way to deal."""
    if not state.is_chance:
        yield state
    for move in state.moves if state.is_chance else ():
        yield from dealt(state.play(move))


def told(text: str) -> Iterator[tuple[str, set[str]]]:
    """Each text with A's answers to it in states that look alike. One answer means that nothing is given away.

    This looks at a part of those states.
    """
    alike = defaultdict(list)
    for state in dealt(Game.parse(text).beginning()):
        assert state.to_move == "A"
        alike[state.information("A"), *sorted(move.text for move in state.moves)].append(state)
    for states in [some for some in alike.values() if len(some) > 1][::5]:
        for tried in ("1", "2", "3", "4", "a1", "b1", "c1"):
            yield tried, {why_not(state, tried) for state in states[::3]}


@pytest.mark.parametrize("number", daily(range(64), 8))
@pytest.mark.parametrize("pieces", [OF_NOBODY, OF_PLAYERS], ids=["of_nobody", "of_players"])
def test_states_that_look_alike_refuse_alike(number: int, pieces: Mapping[str, str]) -> None:
    for tried, words in told(rules(number, pieces)):
        assert len(words) == 1, (tried, words, rules(number, pieces))


@pytest.mark.parametrize(
    ("method", "number"), [("is_known", 2), ("_is_cell_seen", 2), ("_sees", 2), ("_sees_site", 4)], ids=str
)
def test_these_tests_can_fail(method: str, number: int) -> None:
    """Reasons that look at more than A sees are found out."""
    with patch.object(KnownValues, method, lambda *_: True):
        assert any(len(words) > 1 for _, words in told(rules(number)))


def of_own_pieces(hidden: str) -> str:
    """A ruleset in which A may try all pieces, and none is legal."""
    begun, _ = rules(0, {**OF_PLAYERS, "hidden": hidden}).split("    choose x in")
    return f"""{begun}    choose s in mine where shown = card as "{{s}}"
  or
    choose "pass"
  shown = card

end
  draw if shown = card
"""


def test_who_does_not_see_their_own_pieces_learns_nothing_of_them() -> None:
    """Where players can't see all that they own, what isn't seen may be theirs."""
    text = of_own_pieces("hidden s.piece from player")
    assert all(len(words) == 1 for _, words in told(text))
    with patch.object(KnownValues, "_owners_see", True):
        assert any(len(words) > 1 for _, words in told(text))


def test_who_sees_all_their_own_pieces_knows_where_none_stands() -> None:
    answers = [*told(of_own_pieces(OF_PLAYERS["hidden"]))]
    assert {tried for tried, words in answers if words == {f"no piece of yours is on {tried}"}} == {"a1", "b1", "c1"}
    assert all(len(words) == 1 for _, words in answers)


def test_reasons_are_given() -> None:
    """What A sees is told, though other parts of the condition are hidden."""
    assert any(words != {""} for _, words in told(rules(2)))
