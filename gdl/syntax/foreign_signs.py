"""Signs of other languages, read from the text at the place of the error or one before it: what to write instead."""

from __future__ import annotations

import re

from gdl.syntax.foreign_words import PARITY
from gdl.syntax.spot import Spot
from gdl.text.fixes import Hint

_SIGNS = {
    "==": "write a single `=`", "=<": "write `<=`", "=>": "write `>=`", "&&": "write `and`", "||": "write `or`",
    "!": "write `not`, or `!=` for “is not”", "<>": "write `!=`", "++": "write `+= 1`", "--": "write `-= 1`",
    ":=": "write `=` without the colon", "->": "write a move as `move a to b`",
    ";": "write each statement on its own line", "//": "a number is divided by `/`, which rounds down; a comment "
    "begins with `#`", "/*": "a comment begins with `#`",
    "'": "put text in double quotes", "“": 'write plain quotes: `"`', "”": 'write plain quotes: `"`',
    "„": 'write plain quotes: `"`', "’": 'put text in double quotes: `"`', "‘": 'put text in double quotes: `"`',
    "≤": "write `<=`", "≥": "write `>=`", "≠": "write `!=`", "×": "write `*`", "·": "write `*`", "÷": "write `/`",
    "−": "write `-`",
    "–": "write `-`; write a range as `1..6`", "…": "write a range as `1..6`", "∈": "write `in`", "∩": "write `&`",
    "∪": "write `+`", "∧": "write `and`", "∨": "write `or`", "¬": "write `not`", "@": "", "$": "",
}  # fmt: skip
FOREIGN_SIGNS = frozenset(sign for sign in _SIGNS if len(sign) == 2)
# Words of other languages, found where an operator could stand.
_WORDS = {
    "is": "write `=`, or `in` for one of a set",
    "equals": "write `=`", "contains": "write `x in A`, or `B within A`", "union": "write `+`",
    "intersect": "write `&`", "except": "write `-`", "without": "write `-`", "mod": "write `%`", "div": "write `/`",
    "minus": "write `-`", "plus": "write `+`",
    "xor": "write `!=`", "unless": "write `if not …`",
}  # fmt: skip
# What takes the place of a sign or a word that can only mean one thing.
_INSTEAD = {
    "==": "=", "=<": "<=", "&&": "and", "||": "or", "<>": "!=", ":=": "=", "≤": "<=", "≥": ">=", "≠": "!=",
    "×": "*", "·": "*", "÷": "/", "−": "-", "–": "-", "∈": "in", "∩": "&", "∪": "+", "∧": "and", "∨": "or", "¬": "not",
    "++": "+= 1", "--": "-= 1", "equals": "=", "union": "+", "intersect": "&", "except": "-", "without": "-",
    "minus": "-", "plus": "+",
    "mod": "%", "div": "/",
}  # fmt: skip
_BETWEEN_NUMBERS = "×·–"
_QUOTES = "“”„‘’'"


def sign(spot: Spot) -> str:
    """A sign of another language."""
    for start, length in ((spot.at - 1, 2), (spot.at, 2), (spot.at, 1)):
        sign = spot.text[start : start + length]
        if sign in _QUOTES and sign:
            return _plain_quotes(spot, start)
        if sign == "//" and not spot.text[:start].rsplit("\n", 1)[-1].strip():
            return Hint("a comment begins with `#`", edits=[spot.edit(start, start + 2, "#")])
        if sign == "!" and (but := re.search(r"&\s*$", spot.text[:start])):
            return Hint("write `A - B` for what is in A and not in B", edits=[spot.edit(but.start(), start + 1, "- ")])
        if sign in _SIGNS:
            return instead(spot, sign, start, _SIGNS[sign])
    if spot.found == "=" and spot.last in ("<", ">", "!"):
        edits = [spot.edit(spot.last_end, spot.at, "")]
        return Hint(f"write `{spot.last}=` without a blank in it", edits=edits)
    if parity := _parity(spot):
        return parity
    return instead(spot, spot.found, spot.at, _WORDS.get(spot.found, ""))


def _parity(spot: Spot) -> str:
    """`n is odd`, `n even`, `odd n`."""
    asked = re.match(r"(?:(is|=)\s+)?(not\s+)?(odd|even|uneven)\b", spot.text[spot.at :])
    if asked and re.search(r"[\w)]\s*$", spot.line_before):
        return PARITY[asked[3] if asked[2] is None else "odd" if asked[3] == "even" else "even"]
    return PARITY[spot.last] if spot.last in PARITY and spot.found[:1].isalnum() else ""


def instead(spot: Spot, sign: str, start: int, said: str) -> Hint:
    """The hint about a sign or a word, with what takes its place if only one thing can be meant."""
    sure = said and sign in _INSTEAD and not (sign in _BETWEEN_NUMBERS and _is_between_numbers(spot, start))
    edits = [spot.edit(start, start + len(sign), _INSTEAD[sign])] if sure else []
    if sign == "->" and spot.head == "define" and spot.line_before[:1] == " ":
        case = spot.text[:start].rstrip()
        said = f"write `:` behind a case: `{case.splitlines()[-1].strip()}: …`"
        return Hint(said, edits=[spot.edit(len(case), start + 2, ":")])
    if sign == "->" and re.fullmatch(r"\s*move\s+[\w.]+\s*-", spot.line_before):
        edits = [spot.edit(start, start + 2, "to")]
    if sign in ("++", "--"):  # only at the end of its line it is a statement
        blank = "" if spot.text[start - 1].isspace() else " "
        edits = [spot.edit(start, start + 2, f"{blank}{_INSTEAD[sign]}")] if ends_behind(spot, start + 2) else []
    return Hint(said, edits=edits)


def _is_between_numbers(spot: Spot, at: int) -> bool:
    """Whether a sign stands between two numbers as they are written: `8×8` is a size, `1–6` a range."""
    behind = spot.text[at + 1 : at + 3].strip()
    return bool(re.search(r"\d\s*$", spot.text[:at]) and behind[:1].isdigit())


def ends_behind(spot: Spot, at: int) -> bool:
    """Whether nothing but a comment stands in the rest of the line."""
    return not spot.text[at : spot.text.find("\n", at)].split("#")[0].strip()


def _plain_quotes(spot: Spot, start: int) -> Hint:
    """A text in quotes of another kind, whose end must be on the same line to be known."""
    line = spot.text[start : spot.text.find("\n", start)]
    text = re.match(rf'[{_QUOTES}]([^{_QUOTES}"#]*)[{_QUOTES}]', line)
    edits = [spot.edit(start, start + text.end(), f'"{text[1]}"')] if text else []
    return Hint(_SIGNS[spot.text[start]], edits=edits)
