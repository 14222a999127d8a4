"""Slips about what names range over: in loops, choices, rolls and queries."""

from __future__ import annotations

import re

from gdl.syntax.spot import Spot
from gdl.syntax.vocabulary import KEYWORDS, PARTS, STATEMENTS
from gdl.text.fixes import Hint


def each(spot: Spot) -> str:
    """A loop as other languages write it: `for i = 1`, `repeat 3`, `for each x`."""
    if spot.first == "for" and spot.found == "=":
        return f"write `for {spot.last} in 1..3`, for example"
    if spot.last == "repeat" == spot.first and spot.found in ("until", "while"):
        return "`until …` stands below the block of the `repeat`, in its column; a loop that asks first is `while …`"
    if spot.last == "repeat" == spot.first and spot.found == "for":
        return Hint("a loop with `for` stands alone: leave out `repeat`",
                    edits=[spot.edit(spot.last_end - len("repeat"), spot.at, "")])  # fmt: skip
    if spot.last == "repeat" == spot.first and (spot.found.isdigit() or _is_own_name(spot.found)):
        times = re.match(r"([\w.]+(?:\([\w., ]*\))?)(\s+times)?\s*(#.*)?$", spot.text[spot.at :].split("\n")[0])
        often = times[1] if times else "k"
        return f"the loop that counts is `for {'i' if often == 'n' else 'n'} in 1..{often}`"
    if spot.last != "each":
        return ""
    between = spot.text[spot.last_end : spot.at]
    sure = between.strip(" ") == "" and spot.found.isidentifier()
    edits = [spot.edit(spot.last_end - 4, spot.at, "")] if sure else []
    return Hint("write `for x in S`", edits=edits)


def _is_own_name(word: str) -> bool:
    return word.isidentifier() and word not in KEYWORDS


def loop_behind(spot: Spot) -> str:
    """`remove t for t in S`."""
    loop = re.match(r"for\s+\w+\s+in\s+[^#\n]*[^#\s]", spot.text[spot.at :])
    if loop is None or "IF" not in spot.expected or spot.first not in STATEMENTS:
        return ""
    return f"a loop begins with its own line: `{loop[0]}`, and below it `{spot.line_before.strip()}`"


def of_a_board(spot: Spot) -> str:
    """`edges site`: a part of a board, without the `of`."""
    if spot.last not in PARTS or not spot.found.isidentifier() or spot.found in KEYWORDS:
        return ""
    start = spot.last_end
    return Hint(f"write `{spot.last} of {spot.found}`", edits=[spot.edit(start, start, " of")])


def value_in_query(spot: Spot) -> str:
    """`some d in compass, t = s.d`: a value among names, without its `let`."""
    named = re.search(r",\s*(\w+)\s*$", spot.line_before)
    if spot.found != "=" or "IN" not in spot.expected or named is None:
        return ""
    start = spot.at - len(spot.line_before) + named.start(1)
    return Hint(f"write `let {named[1]} = …`", edits=[spot.edit(start, start, "let ")])


def drawn_from(spot: Spot) -> str:
    """What is chosen or rolled, without the `in` behind its name; a `:` behind `asking`."""
    if spot.found == "asking" and (colon := re.match(r'asking\s*:\s*"', spot.text[spot.at :])):
        end = spot.at + colon.end() - 1
        return Hint("the question stands behind `asking` without a `:`", edits=[
            spot.edit(spot.at + len("asking"), end, " ")])  # fmt: skip
    if spot.first not in ("choose", "roll", "for") or "IN" not in spot.expected or not spot.last.isidentifier():
        return ""
    if spot.found in ("from", "of") or (spot.found == "=" and spot.first == "roll"):
        return Hint(f"write `{spot.last} in …`", "in")
    if _is_own_name(spot.found) and re.fullmatch(r"\s*choose\s+(?!each\b)\w+\s*", spot.line_before):
        return "name what is chosen, and say from where: `choose a in mine`"
    if spot.found in ("where", "as", "asking") and re.fullmatch(r"\s*choose\s+\w+\s*", spot.line_before):
        if re.search(rf"\b{spot.last}\b", spot.text[spot.at :].split("\n")[0]):
            return f"say from where it is chosen: `choose {spot.last} in …`"
        edits = [spot.edit(spot.last_end - len(spot.last), spot.last_end, f'"{spot.last}"')]
        return Hint(f'a decision by a word has it in quotes: `choose "{spot.last}"`', edits=edits)
    if spot.found == "=" and spot.first == "choose":
        return f"write `{spot.last} in …`; a value that isn't chosen gets a name by `let {spot.last} = …`"
    return ""


def die(spot: Spot) -> str:
    """A roll without a name for what comes out, or of a number of dice."""
    if spot.first == "roll" and (thrown := re.search(r"\b(\d+)d(\d+)\s*$", spot.line_before)):
        return f"write `roll n in {thrown[1]} of 1..{thrown[2]}`: the sum of so many dice"
    if spot.first == "roll" and spot.found in ("dice", "die") and spot.last.isdigit():
        name = spot.line_words[1] if spot.line_words[2:3] == ["in"] else "n"
        said = f"write `roll {name} in {spot.last} of 1..6` for their sum"
        return f"{said}; dice apart are names: `roll x in 1..6, y in 1..6`"
    if spot.last == "roll" or (spot.first == "roll" and "IN" in spot.expected and not spot.found):
        return "write chance as a statement that names the outcome: `roll n in 1..6`"
    return ""
