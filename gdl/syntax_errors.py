"""Syntax errors in the author's words: what was found, what could stand there, and what is usually meant."""

from __future__ import annotations

import re
from collections.abc import Iterable

from lark.exceptions import LarkError, UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken
from lark.indenter import DedentError

from gdl.findings import Finding, error
from gdl.source import Source, Span
from gdl.suggest import closest

_STATEMENTS = (
    "choose", "roll", "let", "put", "move", "remove", "either", "otherwise", "repeat", "until", "most", "rank", "where",
    "win", "lose", "draw", "else", "define", "direction", "point", "within", "through",
)  # fmt: skip

# How terminals are called when a message lists what could stand somewhere.
_WORDS = {
    "NAME": "a name", "INT": "a number", "STRING": "text in quotes", "_NL": "the end of the line",
    "_INDENT": "an indented block", "_DEDENT": "the end of the block", "LPAR": "`(`", "RPAR": "`)`", "LSQB": "`[`",
    "RSQB": "`]`", "LBRACE": "`{`", "RBRACE": "`}`", "COMMA": "`,`", "COLON": "`:`", "DOT": "`.`", "EQUAL": "`=`",
    "QMARK": "`?`", "PLUS": "`+`", "MINUS": "`-`", "AMPERSAND": "`&`", "CIRCUMFLEX": "`^`", "TIMES": "`*`",
    "COMPARE": "a comparison", "TRUTH": "`true`", "SECTION": "a section", "ASSIGN": "`+=`", "__ANON_0": "`..`",
    "GAME": "`game`", "UNDER": "`under`",
}  # fmt: skip
# A value can begin with any of these; together they are called "a value".
_VALUE = {"NAME", "INT", "LPAR", "LSQB", "LBRACE", "MINUS", "TRUTH", "STRING", "SOME", "NO", "NOT", "AFTER"}
_GOES_ON = {
    "PLUS", "MINUS", "AMPERSAND", "TIMES", "COMPARE", "CIRCUMFLEX", "DOT", "OF", "THROUGH", "WITHIN", "AND", "OR",
    "WHEN", "OTHERWISE", "IN", "NOT", "__ANON_0", "EQUAL", "LPAR",
}  # fmt: skip
_HABITS = {
    "==": "equality is written `=`", "&&": "write `and`", "||": "write `or`", "|": "the union of sets is written `+`",
    "!": "write `not`, or `!=` for “is not”", ";": "statements stand on lines of their own", "<>": "write `!=`",
    "elif": "write `else if`", "then": "the block of an `if` stands indented on the next lines",
    "'": "text stands in double quotes", "all": "say `A within B`, or `no x in A where not …`",
    "while": "the open loop is `repeat … until`", "return": "a define has a value: `define name = …`",
    "pass": 'a pass is a decision: `choose "pass"`', "has": "write `site has name: type`",
    "phase": "there are no phases: test the state with `if`",
}  # fmt: skip


def explain(problem: LarkError, source: Source, text: str, offset: int) -> Finding:
    """The finding for what Lark stumbled over in `text`, which begins at `offset` of the source."""
    if isinstance(problem, DedentError):
        return _indentation(source, text, offset)
    assert isinstance(problem, UnexpectedInput)
    if isinstance(problem, UnexpectedToken) and problem.token.type == "_INDENT":
        line = problem.token.line or 1
        start = offset + sum(len(x) + 1 for x in text.split("\n")[:line])
        return error("S103", _first_word(source, start), "this line is indented, but nothing above it opens a block",
                     "begin it in the same column as the line above")  # fmt: skip
    if isinstance(problem, UnexpectedEOF):
        return error("S104", Span(source, offset + len(text) - 1, offset + len(text)), "the text ends too soon")
    at = offset + (problem.pos_in_stream or 0)
    found = _found(problem, source, at)
    span = Span(source, at, at + max(len(found), 1))
    expected = problem.accepts or problem.expected if isinstance(problem, UnexpectedToken) else problem.allowed
    wanted = _wanted(expected or ())
    hint = next((_HABITS[h] for h in (source.text[at - 1 : at + 1], source.text[at : at + 2], found) if h in _HABITS), "")
    hint = hint or _misspelt(source, at)
    if isinstance(problem, UnexpectedCharacters):
        if found == '"':
            return error("S107", span, "this text has no closing quote on its line", 'add the missing `"`')
        return error("S108", span, f"`{found}` is no sign of the language", hint)
    if not found.strip():
        return error("S104", span, f"the line ends too soon; {wanted} should follow", hint)
    return error("S104", span, f"`{found}` can't stand here; expected {wanted}", hint)


def _found(problem: UnexpectedInput, source: Source, at: int) -> str:
    token = getattr(problem, "token", None)
    if token is not None:
        return "" if token.type in ("_NL", "_DEDENT", "_INDENT", "$END") else str(token)
    return source.text[at : at + 1]


def _misspelt(source: Source, at: int) -> str:
    """A hint if the line, or what can't stand here, begins with a word that is nearly one of the language's."""
    line = source.text[source.text.rfind("\n", 0, at) + 1 : at]
    for word in (re.match(r"\s*(\w*)", line).group(1), re.match(r"\w*", source.text[at:]).group()):  # type: ignore[union-attr]
        if len(word) > 2 and word not in _STATEMENTS and (other := closest(word, _STATEMENTS)):
            return f"did you mean `{other}`?"
    return ""


def _wanted(expected: Iterable[str]) -> str:
    """“a name, `,` or the end of the line” – never more than four things."""
    left = set(expected)
    words = []
    if len(left & _VALUE) >= 5:
        words.append("a value")
        left -= _VALUE
    if len(left & _GOES_ON) >= 6:
        left -= _GOES_ON
    words += sorted(_WORDS.get(name, f"`{name.lower()}`") for name in left - {"$END"})
    if len(words) > 5:
        words = [*words[:4], "…"]
    if len(words) < 2:
        return words[0] if words else "something else"
    return f"{', '.join(words[:-1])} or {words[-1]}"


def _indentation(source: Source, text: str, offset: int) -> Finding:
    """Find the line whose indentation fits none of the open blocks."""
    open_blocks, at = [0], offset
    for line in text.split("\n"):
        width = len(line) - len(line.lstrip())
        if line.strip() and not line.lstrip().startswith("#"):
            if width > open_blocks[-1]:
                open_blocks.append(width)
            while open_blocks[-1] > width:
                open_blocks.pop()
            if open_blocks[-1] != width:
                return error("S103", _first_word(source, at), "the indentation of this line fits no block above it",
                             "indent every line of a block alike, two spaces more than its head")  # fmt: skip
        at += len(line) + 1
    return error("S103", _first_word(source, offset), "the indentation of this declaration is uneven")


def _first_word(source: Source, line_start: int) -> Span:
    end = source.text.find("\n", line_start)
    line = source.text[line_start : end if end >= 0 else None]
    start = line_start + len(line) - len(line.lstrip())
    return Span(source, start, line_start + max(len(line.rstrip()), 1))
