"""Games with dice against published chances, and against the same rules in a few lines of plain Python."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import islice

import pytest
from playing import load, pieces, turns
from sample import daily

from interpreter import State
from interpreter.lab.tools.perft import perft

# ---- backgammon ------------------------------------------------------------------------------------------------------

Men = tuple[int, ...]
"""The men of one player: how far each has to go, sorted; 25 is the bar, 0 is off."""


def men(state: State, player: str) -> Men:
    held: list[int] = []
    for site in range(26):
        held += [site if player == "White" else 25 - site] * state.value("men", site, player)
    held += [0] * state.value("men", "W0" if player == "White" else "B0", player)
    return tuple(sorted(held))


def steps(mine: Men, theirs: Men, die: int) -> Iterator[tuple[Men, Men]]:
    """What may come of one die."""
    for i in set(mine) - {0}:
        j = i - die
        if max(mine) == 25 and i < 25:
            continue
        if j <= 0:
            if max(mine) > 6 or (j < 0 and i < max(mine)):
                continue
            j = 0
        their_men = theirs.count(25 - j) if j else 0
        if their_men > 1:
            continue
        left, others = list(mine), list(theirs)
        left[left.index(i)] = j
        if their_men:
            others[others.index(25 - j)] = 25
        yield tuple(sorted(left)), tuple(sorted(others))


def ends(mine: Men, theirs: Men, x: int, y: int) -> set[tuple[Men, Men]]:
    """All that may come of a throw: as many dice as can be played, and if it is one of two, the larger."""
    found: dict[tuple[int, int], set[tuple[Men, Men]]] = {}
    for order in {(x, y), (y, x)} if x != y else {(x,) * 4}:
        layer, used = {(mine, theirs)}, (0, 0)
        for die in order:
            found.setdefault(used, set()).update(layer)
            layer = {after for men_, others in layer for after in steps(men_, others, die)}
            used = used[0] + 1, used[1] + die
        found.setdefault(used, set()).update(layer)
    return found[max(used for used, layer in found.items() if layer)]


def played(state: State) -> set[State]:
    """All states in which the turn may end."""
    layer, done, turn = {state}, set[State](), state.turns
    while layer:
        layer = {after for s in layer for after in map(s.play, s.moves)}
        done |= {s for s in layer if s.turns > turn or s.is_over}
        layer -= done
    return done


def test_first_turns_of_backgammon() -> None:
    start = load("backgammon", opening=False).start()
    assert {share for _, share in start.chance} == {Fraction(1, 36)}
    for throw in start.moves:
        x, y = map(int, throw.values)
        found = {(men(s, "White"), men(s, "Black")) for s in played(start.play(throw))}
        assert found == ends(men(start, "White"), men(start, "Black"), x, y)


@pytest.mark.parametrize("number", daily(range(3), 3, ()))
def test_turns_of_backgammon_against_plain_python(number: int) -> None:
    """Every seventh turn of a random game, with some of the throws that might come there."""
    for turn in islice(turns(load("backgammon"), seed=4, number=number), 1, None, 7):
        player = turn.before.to_move or next(s.before.to_move for s in turn.plies if s.before.to_move)
        other = "Black" if player == "White" else "White"
        start = turn.plies[0].before
        assert start.is_chance
        for throw in start.moves[number::5]:
            x, y = map(int, throw.values)
            after = start.play(throw)
            results = {after} if after.turns > start.turns or after.is_over else played(after)
            assert {(men(s, player), men(s, other)) for s in results} == ends(
                men(start, player), men(start, other), x, y
            )


# Throws out of 36 that bear off the last two men at once (any table of the bear-off, as in Magriel's "Backgammon").
LAST_TWO = {
    (1, 1): 36, (2, 1): 36, (2, 2): 26, (3, 1): 34, (3, 2): 25, (3, 3): 17, (4, 1): 29, (4, 2): 23, (4, 3): 17,
    (4, 4): 11, (5, 1): 23, (5, 2): 19, (5, 3): 14, (5, 4): 10, (5, 5): 6, (6, 1): 15, (6, 2): 13, (6, 3): 10,
    (6, 4): 8, (6, 5): 6, (6, 6): 4, (6, 0): 27, (5, 0): 31, (4, 0): 34, (3, 0): 36,
}  # fmt: skip


def off_at_once(state: State) -> bool:
    """Whether this turn can end the game."""
    return state.is_over or (not state.turns and any(off_at_once(state.play(move)) for move in state.moves))


@pytest.mark.parametrize("points", LAST_TWO)
def test_chances_to_bear_off_the_last_men(points: tuple[int, int]) -> None:
    placed: dict[int | str, dict[str, int]] = {"W0": {"White": 13}, 20: {"Black": 15}}
    for point in (point or "W0" for point in points):
        placed.setdefault(point, {}).setdefault("White", 0)
        placed[point]["White"] += 1
    start = load("backgammon").position({"variables": {"men": placed}})
    assert sum(off_at_once(start.play(throw)) for throw in start.moves) == LAST_TWO[points]


@pytest.mark.parametrize("closed", range(6))
def test_chances_to_come_in_from_the_bar(closed: int) -> None:
    """A man enters unless both dice show points that are held: 1 - (n/6)², 35/36 to 11/36."""
    held = {24 - i: {"Black": 2} for i in range(closed)}
    start = load("backgammon").position({"variables": {"men": {25: {"White": 1}, **held}}})
    comes_in = sum(share for throw, share in start.chance if start.play(throw).to_move == "White")
    assert comes_in == 1 - Fraction(closed, 6) ** 2


def test_the_opening_throw() -> None:
    """A die each, no doubles; the higher begins and plays both. Either begins as often."""
    game = load("backgammon")
    found: Counter[tuple[str | None, frozenset[int]]] = Counter()
    for number in range(600):
        start = game.start(seed=1, number=number)
        left = frozenset(n for n in range(1, 7) if start.value("left", n))
        assert all(start.value("left", n) == 1 for n in left) and len(left) == 2
        assert start == start.game.position(start.position())
        found[start.to_move, left] += 1
    assert len(found) == 2 * 15


# ---- EinStein würfelt nicht ------------------------------------------------------------------------------------------


def test_each_player_of_einstein_may_place_the_stones_in_720_ways() -> None:
    depths = list(perft(load("einstein").start(), 7, "plies"))
    assert [d.sequences for d in depths] == [6, 30, 120, 360, 720, 720, 720 * 6]
    assert [d.positions for d in depths[:6]] == [6, 30, 120, 360, 720, 720]


@pytest.mark.parametrize("number", range(4))
def test_moves_of_einstein_against_plain_python(number: int) -> None:
    """Whose number it is, or who is next to it, goes one step on; the game ends in the corner, or with nobody left."""
    for turn in turns(load("einstein", shuffled=True), seed=2, number=number):
        throw, move = turn.plies
        me, n = move.before.to_move, int(throw.move.text)
        stones = {
            ("abcde".index(site[0]), int(site[1])): (thing.split()[-1], int(thing[6]))
            for site, thing in pieces(move.before).items()  # stone(3) of Red
        }
        mine = {number: place for place, (owner, number) in stones.items() if owner == me}
        step = {"Red": (1, -1), "Blue": (-1, 1)}[str(me)]
        numbers = {n} & set(mine) or {*sorted(k for k in mine if k < n)[-1:], *sorted(k for k in mine if k > n)[:1]}
        expected = set()
        for c, r in (mine[k] for k in numbers):
            for x, y in ((c + step[0], r), (c, r + step[1]), (c + step[0], r + step[1])):
                if x in range(5) and y in range(1, 6):
                    expected.add(f"{'abcde'[c]}{r}{'x' if (x, y) in stones else '-'}{'abcde'[x]}{y}")
        assert {m.text for m in move.before.moves} == expected
        others = [place for place, (owner, _) in stones.items() if place not in mine.values()]
        won = move.move.text[-2:] == {"Red": "e1", "Blue": "a5"}[str(me)]
        taken = len(others) == 1 and move.move.text[-2:] == f"{'abcde'[others[0][0]]}{others[0][1]}"
        assert turn.after.is_over == (won or taken)


# ---- pig -------------------------------------------------------------------------------------------------------------


@cache
def gain(state: State, hold_at: int, pot: int = 0) -> Fraction:
    """What a turn brings on average to whoever holds at so many points, from its next throw on."""
    found = Fraction(0)
    for die, share in state.chance:
        after, more = state.play(die), pot + int(die.text)
        if not after.turns:
            found += share * (more if more >= hold_at else gain(after.play("roll"), hold_at, more))
    return found


def test_what_a_turn_of_pig_brings() -> None:
    """Neller and Presser (2004): who holds at 20 gets 8.14 points a turn; 20 or 21, and no other, is best."""
    start = load("pig").start()
    gains = {n: gain(start, n) for n in (6, 12, 19, 20, 21)}
    assert round(float(gains[20]), 2) == 8.14
    assert gains[20] == gains[21] == max(gains.values()) > gains[19]


def test_holding_at_twenty_in_pig() -> None:
    """Neller and Presser, "Optimal Play of the Dice Game Pig" (2004): what a turn brings that holds at 20 or more."""
    found = dict.fromkeys([0, *range(20, 26)], Fraction(0))
    layer: dict[State, Fraction] = {load("pig").start(): Fraction(1)}
    while layer:
        after: dict[State, Fraction] = {}
        for state, weight in layer.items():
            if state.turns:
                found[state.value("total", state.game.players[0])] += weight
                continue
            if state.is_chance:
                ways = [(state.play(move), share) for move, share in state.chance]
            else:
                pot = state.position().get("locals", {}).get("pot", 0)
                ways = [(state.play("hold" if pot >= 20 else "roll"), Fraction(1))]
            for nxt, share in ways:
                after[nxt] = after.get(nxt, Fraction(0)) + weight * share
        layer = after
    expected = {0: 0.6245, 20: 0.0997, 21: 0.0950, 22: 0.0742, 23: 0.0542, 24: 0.0352, 25: 0.0172}
    assert {k: round(float(v), 4) for k, v in found.items()} == expected
    assert sum(found.values()) == 1
