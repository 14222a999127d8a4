"""Slips in declarations: their types, ranges, owners and definitions."""

from __future__ import annotations

import re

from gdl.syntax.foreign_words import HIDDEN_PIECES, RANKS
from gdl.syntax.spot import Spot
from gdl.text.fixes import Hint

_REPLACED_ALONE = ("players", "looks", "score")


def declaration(spot: Spot) -> str:
    """What belongs to a declaration: the type of what something has, who owns the pieces."""
    if spot.found == "=" and "COLON" in spot.expected and spot.head != "type":
        return "its type comes first: `n: 0..9 = 3`"
    if spot.head == "type" and spot.found == ":" and "EQUAL" in spot.expected:
        return Hint("write `=` before what belongs to a type", edits=[spot.edit(spot.at, spot.at + 1, " =")])
    if spot.head == "pieces" and spot.found == "and" and "of" in spot.line_words:
        return "`of player` if every player has them; else a line for each"
    if spot.head == "game" and spot.found == "=":
        blanks = len(spot.text[spot.at + 1 :]) - len(spot.text[spot.at + 1 :].lstrip(" "))
        edit = spot.edit(spot.at, spot.at + 1 + blanks, "")
        return Hint(f"a fact has no `=`: `{spot.last} \"…\"`", edits=[edit])
    if spot.head == "players" and spot.last in ("have", "has") and spot.found.isidentifier():
        return f"write `player has {spot.found}: …`: each player has its own"
    if spot.last == "no" and not spot.found and "has" in spot.line_words:
        return Hint("write `false`", edits=[spot.edit(spot.last_end - 2, spot.last_end, "false")])
    if spot.head == "pieces" and spot.found == ")" and "COLON" in spot.expected:
        named = re.search(r"(\w+)\s*\(\s*(\w+)\s*$", spot.line_before)
        return f"say which numbers it may have: `{named[1]}({named[2]}: 1..6)`" if named else ""
    if spot.head == "has" and spot.line_words == ["has"]:
        return f"say what has it: `game has {spot.found}: …`, `player has {spot.found}: …`, for example"
    if spot.line_words[1:2] == ["has"] and not spot.found.strip() and "COLON" in spot.expected:
        return f"say what it may be: `{spot.line_before.strip()}: truth`, or a range, `: 0..9`"
    return ""


def hidden(spot: Spot) -> str:
    """Pieces are hidden by site: `hidden stone of Black from White`."""
    return HIDDEN_PIECES if spot.line_words[:1] == ["hidden"] and spot.found in ("of", "on", "at") else ""


def replaced(spot: Spot) -> str:
    """What a variant replaces without the word `replace`."""
    if spot.line_before.strip() != "replace":
        return ""
    if spot.found == "pieces":
        return (
            "`rename stone as disc` gives a kind another name, `remove pieces stone` takes it away, and a line "
            "`pieces …` adds one"
        )
    if spot.found in _REPLACED_ALONE:
        return Hint(f"write the line without `replace`: a variant's `{spot.found}` stands for the base's",
                    edits=[spot.edit(spot.at - len(spot.line_before), spot.at, "")])  # fmt: skip
    if spot.found in ("after", "or"):
        return Hint(f"write `{spot.found}` without `replace`: it comes beside what the base has",
                    edits=[spot.edit(spot.at - len(spot.line_before), spot.at, "")])  # fmt: skip
    return "write `set … = …` for an option" if spot.found in ("option", "set") else ""


def renamed(spot: Spot) -> str:
    """`rename stone to disc`."""
    return Hint("write `as` instead", "as") if spot.head == "rename" and spot.found in ("to", "into") else ""


def definition(spot: Spot) -> str:
    """A define without its `=`."""
    if spot.head == "define" and {"EQUAL", "_NL"} <= spot.expected and re.match(r"define[^=]*$", spot.line_before):
        if spot.text[spot.at :].startswith("->"):
            return Hint("write `=` instead of the `->`", edits=[spot.edit(spot.at, spot.at + 2, "=")])
        if spot.found == ":":
            return Hint("write `=` instead of the `:`", "=" if spot.text[spot.at - 1].isspace() else " =")
        if spot.found[:1].isalnum() or spot.found in ("{", "[", "-"):
            said = f"write `=` before it: `{spot.line_before.rstrip()} = {spot.found}…`"
            return Hint(said, edits=[spot.edit(spot.at, spot.at, "= ")])
    return ""


def numbers_for_names(spot: Spot) -> str:
    """Numbers listed as the members of a type: `type rank = 7, 8, 9, 10, J, Q, K, A`."""
    line = re.match(r"\s*type\s+\w+\s*=\s*", spot.line_before)
    if line is None or not (spot.found.isdigit() or (spot.found == "," and spot.last.isdigit())):
        return ""
    start = spot.at - len(spot.line_before) + line.end()
    listed = spot.text[start:].split("\n")[0].split("#")[0].rstrip()
    members = [member.strip() for member in listed.split(",")]
    numbers = [int(member) for member in members if member.isdigit()]
    if len(numbers) == len(members) and numbers == [*range(numbers[0], numbers[-1] + 1)] and len(numbers) > 1:
        range_ = f"{numbers[0]}..{numbers[-1]}"
        return Hint(f"write a range of numbers as `{range_}`", edits=[spot.edit(start, start + len(listed), range_)])
    if {*members} & {*RANKS}:
        return "members are names; ranks of cards are numbers: `cards(7..14, suit)` shows 11 to 14 as J, Q, K, A"
    return "members are names, which hold a letter; a type of numbers is a range: `1..6`"


def names_of_some_players(spot: Spot) -> str:
    """Names of players beside how many may play: `players 2..4 of Red, Blue`, `players Red, Blue from 2`."""
    if spot.head != "players" or not spot.found.strip():
        return ""
    if "COLON" in spot.expected:
        return "names of all who may play follow a `:`: `players 2..3: Red, Blue, Green`"
    if "COMMA" in spot.expected and (spot.found in ("from", "for") or spot.found.isdigit()):
        return "begin with how many may play: `players 2..3: Red, Blue, Green`"
    return ""


def range_ends(spot: Spot) -> str:
    """A range with another sign between its ends, with one end, or where only its name can stand."""
    if spot.found.isdigit() and re.match(r"\s*\w+\s+has\s+\w+\s*\([\w, ]*$", spot.line_before):
        return "give the range a name, `type row = 1..3`, and write that in the brackets"
    between = spot.found in ("to", "-", ":") or re.search(r"\d-\d+$", spot.line_before)
    numbers = spot.found == "to" and spot.last.isdigit() and re.match(r"to \d", spot.text[spot.at :])
    if numbers or (between and "_DOTS" in spot.expected):
        if ends := re.search(r"(\d+)\s*[-:]\s*(\d+)$", spot.line_before):
            start = spot.at - len(spot.line_before)
            edit = spot.edit(start + ends.end(1), start + ends.start(2), "..")
            return Hint(f"write a range as `{ends[1]}..{ends[2]}`", edits=[edit])
        near = spot.found == "to" and spot.text[spot.at + 2 : spot.at + 3] == " "
        edits = [spot.edit(spot.last_end, spot.at + 3, "..")] if near else []
        return Hint("write a range as `2..6`", edits=edits)
    if spot.line_before.endswith("..") and not spot.found:
        return "a range has two ends: `0..9`"
    if spot.head == "players" and spot.expected and not spot.expected - {"_DOTS", "PLUS", "MINUS"}:
        return "name the players, or say from how many to how many: `players 1..4`"
    more = spot.line_before.endswith("..") and spot.found == "."
    return Hint("a range has two dots: `2..6`", "") if more else ""


def whole_numbers(spot: Spot) -> str:
    """A number with a point."""
    return "numbers are whole" if re.search(r"\d\.$", spot.line_before) and spot.found.isdigit() else ""
