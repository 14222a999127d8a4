"""Syntax errors in the author's words: what was found, what could stand there, and what is usually meant."""

from __future__ import annotations

import re
from collections.abc import Iterable

from lark.exceptions import LarkError, UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken
from lark.indenter import DedentError

from gdl.syntax.block_slips import block_hint
from gdl.syntax.characters import OF_NAMES, as_plain, is_strange, strange
from gdl.syntax.foreign_signs import FOREIGN_SIGNS
from gdl.syntax.foreign_words import FIRST_WORDS
from gdl.syntax.hints import hint
from gdl.syntax.partner_slips import partner
from gdl.syntax.spot import Spot
from gdl.syntax.vocabulary import ENDS, SOFT_STATEMENTS, STATEMENTS, VALUES
from gdl.text.findings import Finding, error
from gdl.text.fixes import Edit, Fix, Hint, fix
from gdl.text.source import Source, Span

# How terminals are called when a message lists what could stand somewhere; keywords are called by themselves.
_WORDS = {
    "NAME": "a name", "INT": "a number", "STRING": "text in quotes", "_NL": "the end of the line",
    "_INDENT": "an indented block", "_DEDENT": "the end of the block", "LPAR": "`(`", "RPAR": "`)`", "LSQB": "`[`",
    "RSQB": "`]`", "LBRACE": "`{`", "RBRACE": "`}`", "COMMA": "`,`", "COLON": "`:`", "DOT": "`.`", "EQUAL": "`=`",
    "QMARK": "`?`", "PLUS": "`+`", "MINUS": "`-`", "AMPERSAND": "`&`", "CIRCUMFLEX": "`^`", "TIMES": "`*`",
    "COMPARE": "a comparison", "TRUTH": "`true`", "SECTION": "a section", "ASSIGN": "`+=`", "__ANON_0": "`game`",
    "_DOTS": "`..`", "_MORE": "`+=`",
}  # fmt: skip
# A value can begin with any of these, a statement with any of those; together they have one name.
_VALUE = {"LPAR", "LSQB", "LBRACE", "MINUS", "TRUTH", *map(str.upper, VALUES)}
_STATEMENT = {word.upper() for word in (*STATEMENTS, *SOFT_STATEMENTS)}
# What could go on with the value just read goes without saying, if something else could stand there.
_GOES_ON = {
    "PLUS", "MINUS", "AMPERSAND", "TIMES", "COMPARE", "CIRCUMFLEX", "DOT", "OF", "THROUGH", "WITHIN", "AND", "OR",
    "WHEN", "OTHERWISE", "IN", "NOT", "_DOTS", "LPAR", "LSQB", "QMARK",
}  # fmt: skip
_PAIRS = {"(": ")", "[": "]", "{": "}"}
_SLIP = 2  # blanks by which a line may stand too far in without being meant to
_GO_ON = ("else", "or", "otherwise", "until")  # first words of lines that go with one above
_INDENT_ALIKE = "indent all lines of a block alike, two spaces more than the line that opens it"
_AS_BELOW = "begin it in the same column as the line below"
_AS_ABOVE = "begin it in the same column as the line above"
_MOST = 5  # things in a list of what could stand somewhere


def explain(problem: LarkError, source: Source, text: str, offset: int) -> Finding:
    """The finding for what Lark stumbled over in `text`, which begins at `offset` of the source."""
    if isinstance(problem, DedentError):
        return _indentation(source, text, offset)
    assert isinstance(problem, UnexpectedInput)
    at = offset + min(problem.pos_in_stream or 0, len(text) - 1)
    if isinstance(problem, UnexpectedToken) and problem.token.type == "_INDENT":
        return _indented(source, text, offset, problem)
    found = _found(problem, source, at)
    expected = frozenset((problem.accepts or problem.expected) if isinstance(problem, UnexpectedToken) else ())
    if isinstance(problem, UnexpectedEOF) or (isinstance(problem, UnexpectedToken) and problem.token.type == "$END"):
        if bracket := _unclosed(source, offset, offset + len(text)):
            return bracket
        at = offset + len(re.sub(r"\s*(#[^\n]*)?$", "", text.rstrip()))
        found = ""
    spot = Spot(source, at, found, expected, offset)
    if spot.first in ENDS:
        expected -= {"AS"}  # what says why a game ended is seldom meant
    span = Span(source, at, at + max(len(found), 1))
    said = hint(spot)
    if (sign := _sign_of(source, at)) and said and found.strip():
        return error("S104", sign, f"`{sign.text}` isn't a sign of the language", said)
    if isinstance(problem, UnexpectedCharacters):
        if found == '"':
            return error("S107", span, "this text has no closing quote on its line", _closing_quote(source, at))
        if is_strange(found):
            return error("S108", span, *strange(found), as_plain(source, at))
        if not found.isascii():
            said = said or f"{OF_NAMES}; other signs stand in quotes"
        return error("S108", span, f"`{found}` isn't a sign of the language", said)
    if not found.strip():
        return _unclosed(source, offset, at) or error(
            "S104", span, f"the line ends too soon; {_wanted(expected)} should follow", said
        )
    if slip := partner(spot):
        start = at - len(spot.line_before.lstrip())
        return error("S104", Span(source, start, start + len(spot.first)), *slip)
    if spot.first_on_line and (bracket := _unclosed(source, offset, at)):
        return bracket
    if spot.no_statement:
        word = spot.line_words[0]
        start = at - len(spot.line_before) + len(spot.line_before) - len(spot.line_before.lstrip())
        return error("S104", Span(source, start, start + len(word)), f"`{word}` doesn't begin a statement", said)
    return error("S104", span, f"`{found}` can't stand here; expected {_wanted(expected)}", said)


def _sign_of(source: Source, at: int) -> Span | None:
    """The whole sign of two characters of another language, if reading stopped at one of them."""
    spans = (Span(source, start, start + 2) for start in (at - 1, at))
    return next((span for span in spans if span.text in FOREIGN_SIGNS), None)


def _closing_quote(source: Source, at: int) -> Hint:
    """Where the missing quote belongs: sure is only the end of a line that ends with a single word."""
    said = 'add the missing `"`'
    word = re.match(r'"[^\s"#]+$', source.text[at : source.text.find("\n", at)])
    return Hint(said, edits=[Edit(Span(source, at + word.end(), at + word.end()), '"')] if word else ())


def _found(problem: UnexpectedInput, source: Source, at: int) -> str:
    token = getattr(problem, "token", None)
    if token is not None:
        return "" if token.type in ("_NL", "_DEDENT", "_INDENT", "$END") else str(token)
    return source.text[at : at + 1]


def _wanted(expected: Iterable[str]) -> str:
    """“`,`, a name or the end of the line”: never more than a few things."""
    left = set(expected) - {"$END"}
    if "INT" not in left:  # coordinates behind a name
        left -= {"LSQB"}
    words = []
    for name, together in (("a statement", _STATEMENT | _VALUE), ("a value", _VALUE)):
        if len(left & together) >= (15 if name == "a statement" else 5):
            words.append(name)
            left -= together
    if "NAME" in left:  # the name of a type, too
        left -= {"DIRECTION"}
    if "COMPARE" in left:  # a comparison could go on, too
        left -= {"EQUAL"}
    if "EQUAL" in left:  # what adds to a table is seldom meant
        left -= {"_MORE"}
    if left - _GOES_ON:
        left -= _GOES_ON
    elif "_DOTS" in left:
        left = {"_DOTS"}
    ends = [_WORDS[name] for name in ("_NL", "_DEDENT") if name in left]
    words += sorted(_WORDS.get(name, f"`{name.lower()}`") for name in left - {"_NL", "_DEDENT"})
    if len(words) + len(ends) > _MOST:
        words, ends = words[:_MOST], ["…"]
    words += ends
    if len(words) < 2:
        return words[0] if words else "something else"
    return f"{', '.join(words[:-1])} or {words[-1]}"


def _unclosed(source: Source, start: int, end: int) -> Finding | None:
    """The finding for the innermost bracket that is opened in a part of the text and not closed there."""
    opened: list[int] = []
    for match in re.finditer(r'"[^"\n]*"|#[^\n]*|[(\[{]|[)\]}]', source.text[start:end]):
        if match.group() in _PAIRS:
            opened.append(start + match.start())
        elif match.group() in _PAIRS.values() and opened:
            opened.pop()
    if not opened:
        return None
    closing = _PAIRS[source.text[opened[-1]]]
    span = Span(source, opened[-1], opened[-1] + 1)
    return error("S104", span, "this bracket is never closed", f"add the missing `{closing}`")


# ---- indentation ---------------------------------------------------------------------------------------


def _indented(source: Source, text: str, offset: int, problem: UnexpectedToken) -> Finding:
    """A line is indented, but nothing above opens a block."""
    lines = text.split("\n")
    number = problem.token.line or 1
    while number < len(lines) - 1 and (not lines[number].strip() or lines[number].lstrip().startswith("#")):
        number += 1
    start = offset + sum(len(line) + 1 for line in lines[:number])
    above = next((line for line in reversed(lines[:number]) if line.strip()), "")
    message, what_to_do = block_hint(above.split("#")[0].rstrip(), lines[number].strip())
    return error("S103", _whole_line(source, start), message, what_to_do, _slipped(source, start, above))


def _slipped(source: Source, line_start: int, above: str) -> Fix | None:
    """A line stands a blank or two further in than the line above it, and none below it does.

    A name alone on the line above may have been meant to open a block, as `eles`: then nothing is sure.
    """
    if re.fullmatch(r"\s*\w+\s*", above.split("#")[0]):
        return None
    line = source.text[line_start : source.text.find("\n", line_start)]
    rest = source.text[line_start + len(line) :].lstrip("\n").split("\n")[0]
    width, wanted, next_width = (len(text) - len(text.lstrip()) for text in (line, above, rest))
    if not 0 < width - wanted <= _SLIP or next_width > wanted or not wanted:
        return None
    blanks = Span(source, line_start, line_start + width - wanted)
    return fix(Edit(blanks, ""), title="begin it in the same column as the line above")


def _indentation(source: Source, text: str, offset: int) -> Finding:
    """Find the line whose indentation fits none of the open blocks: it, or the one above that stands too far in."""
    rows = []  # of each line with code: where it begins, its width, its first word
    at = offset
    for line in text.split("\n"):
        if line.strip() and not line.lstrip().startswith("#"):
            rows.append((at, len(line) - len(line.lstrip()), re.match(r"\w*", line.lstrip())))
        at += len(line) + 1
    open_blocks = [(0, 0)]  # widths, each with the row that opened it
    for number, (at, width, word) in enumerate(rows):
        if width > open_blocks[-1][0]:
            open_blocks.append((width, number))
        deeper = None
        while open_blocks[-1][0] > width:
            deeper = open_blocks.pop()
        if open_blocks[-1][0] != width:
            assert deeper is not None
            below = next((i for i, row in enumerate(rows) if i > number and row[1] < width), len(rows)) - number
            goes_on = word is not None and word[0] in _GO_ON
            around = [row[1] for row in rows[number - 1 : number + 2]]
            if not goes_on and around == [deeper[0], width, deeper[0]]:  # the block goes on below it
                forth = Edit(Span(source, at, at), " " * (deeper[0] - width))
                message = "this line stands further out than the lines around it"
                return error("S103", _whole_line(source, at), message, _AS_ABOVE, fix(forth, title=_AS_ABOVE))
            if not goes_on and number - deeper[1] < below:  # what stands further in is less than the rest
                start = rows[deeper[1]][0]
                back = Span(source, start, start + deeper[0] - width)
                alone = number - deeper[1] == 1
                repair = fix(Edit(back, ""), title=_AS_BELOW) if alone else None
                message = "this line stands further in than the lines below it"
                return error("S103", _whole_line(source, start), message, _AS_BELOW, repair)
            hint = FIRST_WORDS[word[0]] if word and goes_on else _INDENT_ALIKE
            message = "the indentation of this line fits no block above it"
            return error("S103", _whole_line(source, at), message, hint)
    return error("S103", _whole_line(source, offset), "the indentation of this declaration is uneven",
                 "indent with two spaces a level")


def _whole_line(source: Source, line_start: int) -> Span:
    """A line without the blanks at its ends."""
    end = source.text.find("\n", line_start)
    line = source.text[line_start : end if end >= 0 else None]
    start = line_start + len(line) - len(line.lstrip())
    return Span(source, start, line_start + max(len(line.rstrip()), 1))
