"""Slips about blocks: what opens one, what is indented, and what stands beside its head."""

from __future__ import annotations

import re

from gdl.syntax.foreign_lines import named
from gdl.syntax.foreign_signs import ends_behind
from gdl.syntax.foreign_words import FIRST_WORDS, said_otherwise
from gdl.syntax.spot import Spot
from gdl.syntax.vocabulary import GOING_ON, HEADS, KEYWORDS, SECTIONS, STATEMENTS, listed
from gdl.text.fixes import Hint
from gdl.text.suggest import misspelt

OPENERS = ("else", "either", "or", "otherwise", "repeat")
"""Words that open a block alone on their line, within a block. Any other name alone there is read as a block's call."""


def block_hint(above: str, line: str) -> tuple[str, str]:
    """What is wrong with a line that is indented below one that opens no block, and what to do."""
    in_block, above = above[:1].isspace(), above.strip()
    word = re.match(r"\w*", above)
    first = word.group() if word else ""
    if first in ("else", "or", "otherwise", "elif"):
        return f"`{first}` doesn't open a block here", FIRST_WORDS[first]
    own = re.match(r"\w*", line)
    is_head = own is not None and own.group() in HEADS and own.group() not in ("or", "after", "remove")
    of_a_board = in_block and own is not None and {first, own.group()} <= {"direction", "define"}
    if own and not of_a_board and (is_head or re.match(r"\w+\s+has\b", line)):
        return f"`{own.group()}` begins a declaration, but is indented", "begin it in the first column"
    if limit := said_otherwise([first]):
        return f"`{first}` doesn't open a block", limit
    if re.match(r"\w+-(setup|position)\b", above):
        return f"`{above.strip()}` isn't the language's", "write how a game begins in `setup`: `put … of White on a1`"
    if re.fullmatch(r"\w+", above) and (near := misspelt(above, OPENERS)):
        return f"`{above}` doesn't open a block", f"did you mean `{near}`?"
    if re.match(r"define\b.*=.*\bwhen\b", above) and re.search(r"\b(when|otherwise)\b", line):
        return (
            "this line is indented, but nothing above it opens a block",
            "begin the cases of a define on the line below its `=`",
        )
    if sign := re.match(r"\.\.|[!<>]=|[-+*/%&=<>](?!=)", line):
        goes_on = f"a line goes on after an operator: put the `{sign.group()}` at the end of the line above"
        return "this line is indented, but nothing above it opens a block", goes_on
    if own and own.group() not in GOING_ON and (near := misspelt(own.group(), GOING_ON)):
        return "this line is indented, but nothing above it opens a block", f"did you mean `{near}`?"
    if own and own.group() in ("or", "otherwise", "when", "of", "in", "within", "not"):
        goes_on = f"a line goes on after a comma or an operator, in brackets, or with {listed(GOING_ON)}"
        return "this line is indented, but nothing above it opens a block", goes_on
    column = "the same column as the line above"
    if (first in HEADS or re.match(r"\w+\s+has\b", above)) and (how := named(line)):
        column = f"the first column; {how}"
    return "this line is indented, but nothing above it opens a block", f"begin it in {column}"


def colon(spot: Spot) -> str:
    """Nothing opens its block with a colon."""
    if spot.found == ":" and "RBRACE" in spot.expected and "WHERE" in spot.expected:
        return Hint("the condition of a set begins with `where`", edits=[spot.edit(spot.at, spot.at + 1, "where")])
    if spot.found != ":" or "EQUAL" in spot.expected:
        return ""
    if counting := re.search(r"\brange\((?:(\d+)\s*,\s*)?(\d+)\)\s*$", spot.line_before):
        low, high = int(counting[1] or 0), int(counting[2]) - 1
        name = spot.line_words[1]
        return f"no `:` opens a block, and a range is written with both ends: `for {name} in {low}..{high}`"
    if re.search(r"\brange\(.*\)\s*$", spot.line_before):
        return "no `:` opens a block, and a range is written with both ends: `for n in 1..k`"
    return Hint("leave out the `:`", "" if ends_behind(spot, spot.at + 1) else None)


def block_beside(spot: Spot) -> str:
    """A statement stands beside the head of its block."""
    if (
        spot.found in STATEMENTS
        and "_NL" in spot.expected
        and spot.first in ("if", "else", "for", "either", "or", "after", *SECTIONS)
    ):
        return "indent its block on the next lines"
    return ""


def not_indented(spot: Spot) -> str:
    """A block isn't indented, or its line begins with a word that begins no statement."""
    if spot.found in KEYWORDS and spot.first_on_line and re.match(r"\w+(\([^)\n]*\))?\s*[-+]?=", spot.text[spot.at :]):
        return f"`{spot.found}` is a word of the language, not a name: choose another"
    if spot.found in ("when", "unless") and spot.first_on_line and spot.line_before:
        return Hint("write `if …`", "if" if spot.found == "when" else None)
    if spot.expected == {"_INDENT"} or (spot.found and spot.expected <= {"_INDENT", "_NL"} and spot.first_on_line):
        return "indent the lines of a block by two spaces more than the line that opens it"
    return ""


def choice_above_its_ways(spot: Spot) -> str:
    """Several ways to go on stand indented below a bare `choose`."""
    below = re.match(r"(?:[ \t]*(?:#[^\n]*)?\n)+([ \t]*)(\w*)", spot.text[spot.at :])
    if spot.found.strip() or spot.line_words != ["choose"] or below is None:
        return ""
    if len(below[1]) > len(spot.line_before) - len(spot.line_before.lstrip()):
        return "several ways to go on are an `either` without `choose` above it; below it each way has its own `choose`"
    return ""
