"""Slips of people who tell a card game: what they deal, draw, lay down and shuffle in their own words."""

from __future__ import annotations

import re

from gdl.syntax.spot import Spot
from gdl.text.fixes import Hint

DEAL = "write `deal 5 from deck to p.hand`"
_LAYS = ("in", "to", "onto", "into", "at", "upon")
_CLEARED = "write `x = {}`: then nothing is left there"
_FIRST = {
    "clear": _CLEARED,
    "discard": "write `me.hand -= c`, and below it `put c on pile`: a card leaves the hand and comes to lie on a pile",
    "play": "write `me.hand -= c`, and below it `put c on pile`, or `me.shown = c`: a card leaves the hand, and lies "
    "where all see it",
    "give": "write `me.hand -= c`, and below it `opponent.hand += c`",
    "show": "a secret choice tells some players: `choose secretly c in me.hand telling opponent`",
    "cut": "write `move n of stock to other`: the upper part comes to lie on another pile",
    "burn": "write `remove 1 of stock`",
    "reverse": "keep the order of turns as a value, and say who comes next: `next = …`",
}


def cards(spot: Spot) -> str:
    """What is done with cards."""
    rest = spot.text[spot.at :].split("\n")[0]
    if spot.first in _FIRST and spot.no_statement and spot.found != "again":
        is_own = re.search(rf"^define {spot.first}\b", spot.text, re.MULTILINE)
        return "" if is_own else _FIRST[spot.first]
    if spot.first == "put" and "ON" in spot.expected and spot.found in _LAYS:
        return Hint("write `on`: `put c on pile`, `put stone of me on s`", "on")
    if spot.first == "move" and spot.found == "from" and spot.last.isdigit():
        return Hint("write `move 2 of a to b`", "of")
    if spot.first == "move" and spot.found == "from":
        return f"out of a hand a card is taken by `x -= {spot.last}`; `put {spot.last} on …` lays it on a pile"
    if spot.first == "deal" and spot.last == "each":
        return f"each has a hand: `for p in player`, and below it `{DEAL.removeprefix('write `')}"
    if spot.first == "deal" and "FROM" in spot.expected and spot.line_words[-1:] == ["from"]:
        return f"say how many: {DEAL.removeprefix('write ')}"
    return _drawn(spot, rest.split("#")[0].strip()) or _named(spot)


def _drawn(spot: Spot, rest: str) -> str:
    """`draw c from deck`, `draw 2 cards from deck to me.hand`, `draw a card`."""
    if spot.line_before.strip() != "draw":
        return ""
    start = spot.last_end - len("draw")
    drawn = _DRAWN.fullmatch(rest)
    if drawn is None:
        return f"{DEAL}; {_DRAW}" if re.search(r"\bcards?\b|^\d", rest) else ""
    many, thing, deck, hand = drawn.groups()
    many = {"a": "1", "an": "1", "one": "1", "two": "2", "three": "3"}.get(many, many)
    is_pile = re.search(rf"\bhas\s+{re.escape(deck.split('.')[-1])}\s*(?:\([^)\n]*\))?:\s*pile\b", spot.text)
    if many or hand or thing is None or thing in ("card", "cards"):
        said = f"deal {many or 1} from {deck} to {hand or 'me.hand'}"
        edits = [spot.edit(start, spot.at + drawn.end(), said)] if hand else []
        return Hint(f"write `{said}`; {_DRAW}", edits=edits)
    if is_pile:
        return (f"write `deal 1 from {deck} to me.hand`; to use it at once, `let {thing} = {deck}.top(1)`, "
                f"and below it `remove 1 of {deck}`")  # fmt: skip
    said = f"roll {thing} in {deck}"
    return Hint(f"write `{said}`, and below it what becomes of it; unseen, it goes to a hand by `deal 1 from {deck} to "
                "me.hand`", edits=[spot.edit(start, spot.at + drawn.end(), said)])  # fmt: skip


_DRAW = "`draw` ends the game"
_DRAWN = re.compile(r"(?:(\d+|an?|one|two|three)\s+)?(?:(?!from\b)([a-z]\w*)\s+)?from\s+([\w.]+)"
                    r"(?:\s+(?:to|into|in)\s+([\w.]+))?")  # fmt: skip


def how_a_bag_begins(who: str, name: str, given: str) -> str:
    """What to write in `setup` where a bag begins with single things; `who` has one, if it isn't the game."""
    bag = f"{who}.{name}" if who else name
    if given.isidentifier():  # perhaps a set
        return f"`= 1` means one of each thing; to put others in, write `{bag} += {given}` in `setup`"
    things = list(dict.fromkeys(re.findall(r"[^\W\d]\w*", given))) or ["x"]
    filled = f"`{bag} += {{{', '.join(things)}}}` or `{bag}({things[0]}) = 2`"
    return f"`= 4` means four of each thing; to begin with single ones, write {filled} in `setup`"


def bag(spot: Spot) -> str:
    """`game has sack: bag(9) of flower = {rose: 2}`, `sack = {rose: 2}`: how many there are of each."""
    line = spot.line_before + spot.text[spot.at :].split("\n")[0].split("#")[0]
    begun = re.match(r"(\w+)\s+has\s+(\w+)\s*:\s*bag\b[^=]*=\s*(\S.*)", line)
    if begun and len(spot.line_before) >= begun.start(3):
        return how_a_bag_begins(begun[1].removeprefix("game"), begun[2], begun[3])
    filled = re.fullmatch(r"\s*([\w.]+)\s*[-+]?=\s*\{\s*(\w+)\s*", spot.line_before)
    if spot.found == ":" and filled:
        return f"say how many in a line for each thing: `{filled[1]}({filled[2]}) = 2`"
    return ""


def _named(spot: Spot) -> str:
    """Words beside a name."""
    if spot.last == "next" and spot.found == "player" and len(spot.line_words) > 1:
        return Hint("`next` alone is the player who comes next", edits=[spot.edit(spot.last_end, spot.at + 6, "")])
    if spot.last == "random" and spot.found.isidentifier():
        return f"chance is a statement: `roll x in {spot.found}`"
    if spot.found == "]" and spot.last == "[":
        return Hint("write `{}` for nothing", edits=[spot.edit(spot.last_end - 1, spot.at + 1, "{}")])
    listed = re.search(r"\bin\s+\w+\s*,\s*\w+\s*$", spot.line_before)
    if spot.found == "," and {"IN", "WITHIN"} <= spot.expected and listed:
        return "write several things as a set, in braces: `choose x in {a, b}`"
    called = re.search(r"([\w.]+)\.(pop|draw|deal|top)\(\s*$", spot.line_before)
    if spot.found == ")" and called:
        return (
            f"`{called[1]}.top(1)` is what lies on top of a pile, `remove 1 of {called[1]}` takes it away, "
            f"`deal 1 from {called[1]} to me.hand` does both"
        )
    return ""
