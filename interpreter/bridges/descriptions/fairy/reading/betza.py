"""How a piece moves, in Betza's letters, as legs: one leg for each way to move."""

from __future__ import annotations

from dataclasses import dataclass

Vector = tuple[int, int]
"""Columns to the right and rows forward, for White."""

LEAPERS = {"W": (0, 1), "F": (1, 1), "D": (0, 2), "N": (1, 2), "A": (2, 2), "H": (0, 3), "L": (1, 3), "C": (1, 3),
           "J": (2, 3), "Z": (2, 3), "G": (3, 3)}  # fmt: skip
SEVERAL = {"K": "WF", "R": "W", "B": "F", "Q": "WF"}
RIDERS = "RBQ"
MOST = 60


class Unreadable(Exception):
    """These letters don't say how a piece moves; says which."""


@dataclass(frozen=True)
class Leg:
    """One way to move: to all these places, or along them.

    `reach` is how often the step may be made, 0 for as often as there is room. `hops`: over one piece, `p` to anywhere
    behind it, `g` right behind it. `lame`: what stands in the way blocks. `initial`: from the first squares alone.
    """

    vectors: frozenset[Vector]
    moves: bool
    captures: bool
    reach: int = 1
    hops: str = ""
    lame: bool = False
    initial: bool = False
    passing: bool = False


def read(letters: str) -> tuple[Leg, ...]:
    """The legs that letters such as `FfW` stand for; raises Unreadable."""
    if len(letters) > MOST:
        raise Unreadable(f"more than {MOST} letters")
    legs: list[Leg] = []
    at = 0
    while at < len(letters):
        start = at
        while at < len(letters) and letters[at].islower():
            at += 1
        before = letters[start:at]
        if at == len(letters):
            raise Unreadable(f"behind `{before}` a capital is missing")
        atom = letters[at]
        at += 1
        reach = 0 if atom in RIDERS else 1
        if at < len(letters) and letters[at] == atom:
            reach, at = 0, at + 1
        elif at < len(letters) and letters[at] in "0123456789":
            reach, at = int(letters[at]), at + 1
        legs += _legs(before, atom, reach)
    return tuple(legs)


def _legs(before: str, atom: str, reach: int) -> list[Leg]:
    bases = SEVERAL.get(atom, atom)
    if any(base not in LEAPERS for base in bases):
        raise Unreadable(f"`{atom}` is no move that is known")
    ways, directions = _modifiers(before)
    hops = next((letter for letter in "pg" if letter in ways), "")
    if hops and (reach == 1 or any(base not in "WF" for base in bases)):
        raise Unreadable(f"`{before}{atom}`: only riders along lines hop (pR, pB, gR, gB, …)")
    if hops and reach > 1:
        raise Unreadable(f"`{before}{atom}{reach}`: how far a hop may go can't be said")
    if "n" in ways and reach == 1 and any(base not in "WFNADZJ" for base in bases):
        raise Unreadable(f"`{before}{atom}`: only N, A, D and Z are blocked by what stands between")
    if reach != 1 and any(base not in "WFN" for base in bases):
        raise Unreadable(f"`{before}{atom}`: only W, F and N make riders, R, B and Q")
    both = not ("m" in ways or "c" in ways)
    return [
        Leg(_vectors(LEAPERS[base], directions, len(bases) == 1), both or "m" in ways, both or "c" in ways, reach, hops,
            "n" in ways and base not in "WF", "i" in ways, "e" in ways)
        for base in bases
    ]  # fmt: skip


def _modifiers(before: str) -> tuple[str, list[str]]:
    """The letters before a capital: what kind of move it is, and the pairs of letters that say where it leads."""
    ways, directions = "", []
    at = 0
    while at < len(before):
        letter = before[at]
        at += 1
        if letter in "mcpgnie":
            ways += letter
        elif letter in "fbvrlsh":
            second = before[at : at + 1]
            if second and (
                second == letter or (letter in "fbvh" and second in "rlsh") or (letter in "rlsh" and second in "fbvh")
            ):
                directions.append(letter + second)
                at += 1
            else:
                directions.append(letter * 2)
        else:
            raise Unreadable(f"`{letter}` isn't read here")
    return ways, directions


def _is_meant(pair: str, x: int, y: int) -> bool:
    """Whether a step to there is among what two letters mean: `ff` forward, `rf` rather forward than right."""
    if pair in ("hr", "hl"):
        return (x * y * (abs(y) - abs(x)) > 0) == (pair == "hr") and abs(x) != abs(y) and x * y != 0
    sides = {"f": y >= 0, "b": y <= 0, "r": x >= 0, "l": x <= 0, "v": True, "s": True, "h": True}
    if not (sides[pair[0]] and sides[pair[1]]):
        return False
    return pair[1] == "h" or (abs(y) >= abs(x) if pair[1] in "fbv" else abs(x) >= abs(y))


def _vectors(leap: Vector, directions: list[str], alone: bool) -> frozenset[Vector]:
    less, more = leap
    every = {(x * a, y * b) for x, y in ((less, more), (more, less)) for a in (1, -1) for b in (1, -1)}
    pairs: set[str] = set()
    for pair in directions:
        straight = alone and less == 0 and pair[0] != pair[1]
        pairs |= {pair[0] * 2, pair[1] * 2} if straight else {pair}
    return frozenset(step for step in every if not pairs or any(_is_meant(pair, *step) for pair in pairs))
