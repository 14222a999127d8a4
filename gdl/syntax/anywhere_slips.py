"""Slips that can happen anywhere: a word written twice, a capital, a sign or a word that is missing or another."""

from __future__ import annotations

import re

from gdl.syntax.foreign_words import FIRST_WORDS
from gdl.syntax.spot import Spot
from gdl.syntax.vocabulary import KEYWORDS
from gdl.text.fixes import Hint
from gdl.text.suggest import misspelt

_MARKS = {"COLON": ":", "EQUAL": "="}
_AFTER_A_VALUE = {"PLUS", "MINUS", "AMPERSAND", "AND", "OR", "WHEN", "OTHERWISE", "COMPARE"}
_BETWEEN = "a sign such as `&`, `+` or `=`, or a word"
_GOES_ON = re.compile(r"([!<>]=|[-+*/%&=<>,]|\b(?:and|or|not|in|of|otherwise|when|within|through))\s*(?:#.*)?$")
_FOR_IN_AND_OF = ("from", "for", "on", "at", "to", "by", "inside", "into")


def twice(spot: Spot) -> str:
    """A word that stands there twice: the second is found, or what doesn't go with it."""
    if spot.found.isidentifier() and spot.found == spot.last:
        start, end = spot.last_end, spot.at + len(spot.found)
    elif doubled := re.search(r"\b([A-Za-z_]\w*)(\s+\1)\s*$", spot.line_before):
        start, end = (spot.at - len(spot.line_before) + doubled.end(group) for group in (1, 2))
    else:
        return ""
    return Hint(f"`{spot.last}` stands there twice", edits=[spot.edit(start, end, "")])


def unnamed(spot: Spot) -> str:
    """A name that is missing before a sign, or what a text stands for in the lines below `game`."""
    if spot.found in (",", ":", "=") and spot.expected <= {"NAME", "RPAR"}:
        return f"a name is missing before `{spot.found}`"
    if spot.head == "game" and spot.first_on_line and spot.found[:1] == '"':
        return 'say what this text is about: `summary "…"`, for example'
    if spot.line_before.strip() == "game" and spot.found in ("with", "have", "holds", "keeps"):
        return Hint("write `game has …`", "has")
    return ""


def written(spot: Spot) -> str:
    """A word of the language with a capital, or misspelt, where no name is written so."""
    for word, start in ((spot.found, spot.at), (spot.last, spot.last_end - len(spot.last))):
        small = word.lower()
        if word in KEYWORDS or not word.isidentifier() or len(re.findall(rf"\b{word}\b", spot.text)) > 1:
            continue
        if small in KEYWORDS:
            return Hint(f"write `{small}`, without capitals", edits=[spot.edit(start, start + len(word), small)])
        if len(word) > 3 and (near := misspelt(word, KEYWORDS)):
            return Hint(f"did you mean `{near}` by `{word}`?", edits=[spot.edit(start, start + len(word), near)])
    return ""


def missing(spot: Spot) -> str:
    """The one sign, or the one word, that can stand there; or `=` where none stands yet."""
    wanted = spot.expected - {"_NL", "$END", "STRING", "QMARK", "_MORE"}
    if not spot.found.strip():
        return ""
    may_change = spot.last not in ("}", '"')  # a set or a text has no place that a value could go to
    is_first = "EQUAL" in wanted and "COMPARE" not in wanted and "=" not in spot.line_before
    if may_change and is_first and _begins_value(spot):
        wanted = frozenset({"EQUAL"})
    if wanted == {"IN", "WITHIN"}:
        if spot.last == "in":
            return "a name is missing before `in`"
        wanted = frozenset({"IN"})
    if len(wanted) != 1:
        return ""
    (name,) = wanted
    if mark := _MARKS.get(name):
        if mark == "=" and spot.found in ("to", "is", "be", "as"):
            return Hint(f"write `=` for `{spot.found}`", "=")
        between = f"{mark} " if mark == ":" else f" {mark} "
        return f"`{mark}` is missing before it: `{spot.last}{between}{spot.found}`" if _begins_value(spot) else ""
    if name.lower() not in KEYWORDS or "_NL" in spot.expected:  # what was found may belong elsewhere
        return ""
    return f"write `{name.lower()}` {'instead' if spot.found in KEYWORDS else 'before it'}"


def another(spot: Spot) -> str:
    """Another small word in the place of `in` or `of`; another word for a statement behind `after`."""
    if spot.last in FIRST_WORDS and {"ASSIGN", "EQUAL"} <= spot.expected:
        return FIRST_WORDS[spot.last]
    words = [f"`{word.lower()}`" for word in ("IN", "OF") if word in spot.expected]
    return f"write {' or '.join(words)}, if that is meant" if spot.found in _FOR_IN_AND_OF and words else ""


def between(spot: Spot) -> str:
    """Two values side by side, or a sign that has no value before it."""
    if spot.first_on_line or spot.found in KEYWORDS or not spot.found.strip():
        return ""
    if spot.last in ("is", "are") and _begins_value(spot):
        return f"leave out `{spot.last}`"
    if _begins_value(spot) and spot.expected & _AFTER_A_VALUE and re.search(r"[\w)\]}]\s*$", spot.line_before):
        return f"something is missing between `{spot.last}` and `{spot.found}`: {_BETWEEN}"
    if spot.found[0] in ".,&+*/%=<>" and {"NAME", "LBRACE"} <= spot.expected:
        return f"something is missing between `{spot.last}` and `{spot.found}`: a name or another value"
    return ""


def _begins_value(spot: Spot) -> bool:
    return spot.found[:1].isalnum() or spot.found[:1] in tuple('"({[')


def closed(spot: Spot) -> str:
    """A bracket that closes nothing, or another one than the last that is open."""
    opens = dict(zip(")]}", "([{", strict=True))
    if spot.found == "," and _closes_too_often(spot):
        return "a `)` in this line closes nothing: add its `(`"
    if spot.found not in opens:
        return ""
    still: list[str] = []
    for sign in re.findall(r'"[^"\n]*"|#[^\n]*|[(\[{)\]}]', spot.text[spot.declaration : spot.at]):
        if sign in opens.values():
            still.append(sign)
        elif sign in opens and still:
            still.pop()
    if not still:
        return f"no `{opens[spot.found]}` is open here: add it, or leave `{spot.found}` out"
    closes = {opener: closer for closer, opener in opens.items()}[still[-1]]
    if closes == spot.found:
        return ""
    return f"`{still[-1]}` is open here: write `{closes}` {'before it' if opens[spot.found] in still else 'instead'}"


def _closes_too_often(spot: Spot) -> bool:
    line = spot.line_before + spot.text[spot.at :].split("\n")[0]
    bare = re.sub(r'"[^"]*"|#.*', "", line)
    return bare.count(")") > bare.count("(")


def going_on(spot: Spot) -> str:
    """The line above isn't over."""
    above = spot.text[: spot.at - len(spot.line_before)].rstrip().rsplit("\n", 1)[-1]
    end = _GOES_ON.search(above)
    if end is None or not spot.found.strip() or "_NL" not in spot.expected:
        return ""
    return f"this line goes on from the line above, because that ends with `{end[1]}`"
