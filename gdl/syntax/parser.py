"""From text to tree, one declaration at a time, so that an error in one hides nothing in the others."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from typing import Any

import lark
from lark.exceptions import VisitError
from lark.indenter import Indenter

from gdl import cache
from gdl.syntax import tree as t
from gdl.syntax.blanks import indented, wrong_characters
from gdl.syntax.builder import Builder
from gdl.syntax.characters import as_plain, is_strange, strange
from gdl.syntax.errors import explain
from gdl.syntax.foreign_lines import declaration as declaration_meant
from gdl.syntax.foreign_lines import named, set_value
from gdl.syntax.foreign_words import FIRST_WORDS, HEADS_MEANT, RESERVED_HINTS, said_otherwise
from gdl.syntax.lines import is_next, is_unfinished
from gdl.syntax.moving import moved
from gdl.syntax.recovery import UNREAD, without, words
from gdl.syntax.vocabulary import (
    FACTS,
    FUNCTIONS,
    GRAMMAR,
    HEADS,
    KEYWORDS,
    OF_DIRECTIONS,
    SECTIONS,
    STATEMENTS,
    VARIANT_HEADS,
)
from gdl.text.findings import Fault, Finding, error
from gdl.text.fixes import Edit, Fix, Hint, fix
from gdl.text.source import Source, Span
from gdl.text.suggest import closest, did_you_mean

_MOST_ERRORS = 20  # that are told of one declaration
_RENAMED = re.compile("call it|choose another name")  # hints that say to use another name everywhere
_LONGEST_WORD = 20  # characters of a word that is compared with others
_BEGINS = re.compile(r"\w+\s+has\b|score\s+\w+\s+by\b|hidden\b")  # declarations that begin with a name
_COMMENTS = re.compile(r'("[^"\n]*")|#[^\n]*')
_REMOVES = re.compile(r"remove\s+(define|pieces)\b")  # what begins a declaration, not a statement
MAX_NESTING = 60
MAX_DEPTH = 120
MAX_SIZE = 200_000
PARSED_AT_MOST = 2_000
"""So many declarations are kept: of a text that is being written, each change concerns one."""

known_declarations: dict[str, tuple[int, t.Declaration]] = {}
"""What texts of declarations mean, and where they stood when they were parsed."""


class Blocks(threading.local, Indenter):
    """Indentation opens and closes blocks, except within brackets. An unfinished line goes on below.

    Where it is in a text belongs to the thread that reads it: several may read at once.
    """

    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR", "LSQB", "LBRACE"]  # noqa: RUF012 - as Lark declares it
    CLOSE_PAREN_types = ["RPAR", "RSQB", "RBRACE"]  # noqa: RUF012
    INDENT_type, DEDENT_type, tab_len = "_INDENT", "_DEDENT", 8

    def process(self, stream: Iterator[lark.Token]) -> Iterator[lark.Token]:
        """The tokens, with those that open and close blocks."""
        return super().process(self._joined(stream))  # type: ignore[no-any-return, no-untyped-call]

    def _joined(self, stream: Iterator[lark.Token]) -> Iterator[lark.Token]:
        """The tokens without the ends of lines that go on, unless what follows stands in the first column."""
        line: list[str] = []
        end: lark.Token | None = None  # of an unfinished line
        for token in stream:
            if end is not None and is_next(str(token), line):
                yield end
            end = token if is_unfinished(line) and token.type == self.NL_type and token[-1] in " \t" else None
            if token.type != self.NL_type:
                line.append(str(token))
            elif end is None:
                line = []
            if end is None:
                yield token


@lru_cache(maxsize=1)
def lalr() -> lark.Lark:
    """The parser; its tables are kept on disk, since making them takes longer than parsing ten rulesets."""

    name = f"grammar-{sha256((GRAMMAR + lark.__version__).encode()).hexdigest()[:16]}.json"
    held = cache.kept(name)
    if held is not None:
        with suppress(Exception):  # tables that don't fit may fail in any way; they are made anew
            return _from_tables(held)
    parser = lark.Lark(
        GRAMMAR, parser="lalr", lexer="contextual", postlex=Blocks(), start=["start", "value"],
        maybe_placeholders=True, propagate_positions=True,
    )  # fmt: skip
    data, memo = parser.memo_serialize([lark.lexer.TerminalDef, lark.grammar.Rule])
    data["options"]["postlex"] = None
    cache.keep(name, json.dumps([data, memo], separators=(",", ":")).encode())
    return parser


def _from_tables(held: bytes) -> lark.Lark:
    """The parser of tables that were written as JSON, in which the keys of a mapping are text."""
    data, memo = json.loads(held)
    table = data["parser"]["parser"]
    table["tokens"] = _numbered(table["tokens"])
    table["states"] = {int(state): _numbered(actions) for state, actions in table["states"].items()}
    parser = lark.Lark.__new__(lark.Lark)
    return parser._load({"data": data, "memo": _numbered(memo)}, postlex=Blocks())


def _numbered(mapping: dict[str, Any]) -> dict[int, Any]:
    return {int(key): value for key, value in mapping.items()}


@lru_cache(maxsize=64)  # a check for each combination of options parses the same text
def parse(source: Source) -> t.Tree:
    """Parse a ruleset. Never raises; what is wrong stands in the tree's findings."""
    if len(source.text) > MAX_SIZE:
        span = Span(source, 0, 1)
        return t.Tree(
            source,
            (),
            (),
            (error("S109", span, f"this file is larger than {MAX_SIZE:,} characters, the limit",
                   "a ruleset is a page or two; is this the right file?"),),
        )
    items: list[t.Declaration] = []
    findings = list(wrong_characters(source))
    unread: set[str] = set()
    for start, end in _declarations(source):
        text = source.text[start:end]
        for _ in range(_MOST_ERRORS):
            try:
                items.append(_parse_declaration(source, start, text, findings))
                break
            except Fault as stop:
                at = stop.finding.span.start - start
                rest = None
                if not 0 <= at < len(text) or text[at] == source.text[start + at]:  # else it is by what is left out
                    findings.append(stop.finding)
                    rest = without(text, at, stop.finding.code == "S103")
                if rest is None:
                    unread |= _lost(source.text[start:end])
                    unread |= {closest(stop.finding.span.text[:_LONGEST_WORD], HEADS) or ""}  # `trun` is an unread turn
                    break
                text, lost = rest
                unread |= {UNREAD} | _lost(lost)
        else:
            unread |= _lost(source.text[start:end])
    return t.Tree(source, tuple(items), tuple(_comments(source)), tuple(_once(findings)), frozenset(unread))


def _once(findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings; that a word can't be a name is told where it is first used as one."""
    said: set[str] = set()
    for found in findings:
        if found.code != "S105" or found.span.text not in said:
            yield found
        if found.code == "S105" and _RENAMED.match(found.hint):
            said.add(found.span.text)


def declarations_of(source: Source) -> Iterator[str]:
    """The texts of a ruleset's declarations, as they are known."""
    yield from (_spaced(source.text[start:end]) for start, end in _declarations(source))


def _spaced(text: str) -> str:
    return text.replace("\t", " ").rstrip(" \n") + "\n"


def _lost(text: str) -> set[str]:
    """The words of a declaration that can't be read; of those with which declarations begin only its own."""
    return words(text) - set(HEADS) | set(re.findall(r"\w+", text)[:1])


@lru_cache(maxsize=1024)
def parse_value(source: Source) -> t.Expression:
    """Parse an expression on its own, such as an option's value on the command line; raises Fault.

    `gdl lint` gives the same few values again and again.
    """
    text = source.text.strip()
    return _parse_value(source, text, source.text.find(text))


def _declarations(source: Source) -> Iterator[tuple[int, int]]:
    """Where each declaration begins and ends: at a line that begins with neither a blank, `#` nor a closing bracket.

    What stands before the first such line is one, too.
    """
    starts = [m.start() for m in re.finditer(r"^[^\s#)\]}]", source.text, re.MULTILINE)]
    first = re.search(r"^[ \t]*[^\s#]", source.text, re.MULTILINE)
    if first and (not starts or first.start() < starts[0]):
        starts.insert(0, first.start())
    yield from zip(starts, [*starts[1:], len(source.text)], strict=False)


def _parse_declaration(source: Source, start: int, text: str, findings: list[Finding]) -> t.Declaration:
    """The node of a declaration; raises Fault. What keeps nothing from being read is added to the findings."""
    head = re.match(r"\w+", text)
    is_statement = head is not None and head.group() in STATEMENTS and not _REMOVES.match(text)
    begins = head is not None and (head.group() in (*HEADS, "has") or _BEGINS.match(text))
    if is_statement or not begins:
        word = head.group() if head else text[:1]
        where = Span(source, start, start + len(word))
        if odd := next((c for c in word if is_strange(c)), ""):
            at = start + word.index(odd)
            raise _fault("S108", Span(source, at, at + 1), *strange(odd), as_plain(source, at))
        if word.isspace():
            blanks = Span(source, start, start + len(text) - len(text.lstrip(" \t")))
            raise _fault(
                "S103", where, "the first line of a declaration is indented", "begin it in the first column",
                fix(Edit(blanks, ""), title="begin it in the first column"),
            )  # fmt: skip
        if word in STATEMENTS:
            hint = f"`{word}` is a statement: indent it below `turn`, `setup`, `end` or a `define`"
            if word == "remove" and re.match(r"remove[ \t]+\w+[ \t]*(#|\n|$)", text):
                hint += "; what a base has goes by `remove pieces …` or `remove define …`"
            raise _fault("S101", where, f"`{word}` does not begin a declaration", indented(hint, where, SECTIONS))
        if word == "until":
            hint = "indent it: `until …` stands below the block of its `repeat`, in the column of that word"
            raise _fault("S101", where, f"`{word}` does not begin a declaration", hint)
        if word in FACTS:
            hint = f"`{word}` tells something about the game: indent it below `game`"
            raise _fault("S101", where, f"`{word}` does not begin a declaration", indented(hint, where, ("game",)))
        if word in ("else", "otherwise"):
            raise _fault("S101", where, f"`{word}` does not begin a declaration", FIRST_WORDS[word])
        if limit := said_otherwise(text.split("\n")[0].split()):
            raise _fault("S101", where, f"`{word}` does not begin a declaration", limit)
        if meant := declaration_meant(text.split("\n")[0]):
            raise _fault("S101", where, f"`{word}` does not begin a declaration", meant)
        if text.startswith(("//", "/*", "--")):
            hint = Hint("a comment begins with `#`", None if text.startswith("/*") else "#")
            raise _fault("S101", Span(source, start, start + 2), f"`{text[:2]}` does not begin a declaration", hint)
        if word.lower() in HEADS_MEANT:
            raise _fault("S101", where, f"`{word}` does not begin a declaration", HEADS_MEANT[word.lower()])
        if word in ("{", "}"):
            hint = "a block has no braces: indent its lines by two spaces"
            raise _fault("S101", where, f"`{word}` does not begin a declaration", hint)
        if word in ("(", "["):
            hint = "no brackets stand around declarations: a ruleset begins with `game \"its title\"`"
            raise _fault("S101", where, f"`{word}` does not begin a declaration", hint)
        if re.match(r"([=\-*_~])\1+\s*$", text.split("\n")[0]):
            raise _fault("S101", where, f"`{word}` does not begin a declaration", "a comment begins with `#`")
        if kept := re.match(r"(\w+)[ \t]+(\w+)[ \t]*:", text):
            hint = f"write `{kept[1]} has {kept[2]}: …`"
            raise _fault("S101", where, f"`{word}` does not begin a declaration", did_you_mean(word, HEADS) or hint)
        if is_set := set_value(text.split("\n")[0], source.text):
            raise _fault("S101", where, f"`{word}` does not begin a declaration", did_you_mean(word, HEADS) or is_set)
        usual = ", ".join(f"`{head}`" for head in HEADS if head not in VARIANT_HEADS)
        further = ", ".join(f"`{head}`" for head in VARIANT_HEADS)
        raise _fault(
            "S101", where, f"`{word}` does not begin a declaration",
            named(text.split("\n")[0]) or did_you_mean(word, [*HEADS, "has", "extends"])
            or f"a declaration begins with {usual} or `… has`; in a variant also with {further}",
        )  # fmt: skip
    _check_nesting(source, start, text)
    spaced = _spaced(text)
    held = known_declarations.get(spaced)  # asked once: another thread may forget it meanwhile
    if held is not None:
        at, node = held
        return moved(node, source, start - at)
    before = len(findings)
    node = _tree(source, spaced, start, "start", findings)
    assert isinstance(node, t.Node)
    if len(findings) > before:
        return node
    if len(known_declarations) >= PARSED_AT_MOST:
        known_declarations.clear()
    known_declarations[spaced] = start, node
    return node


def _parse_value(source: Source, text: str, offset: int) -> t.Expression:
    if not text.strip():
        raise _fault("S107", Span(source, offset, offset + 1), "these braces are empty",
                     "write a value between them, or leave them out")
    return _tree(source, text, offset, "value")  # type: ignore[no-any-return]


def _tree(source: Source, text: str, offset: int, start: str, findings: list[Finding] | None = None) -> Any:
    """The node of a piece of text; raises Fault, for words of the language as names only if there are no `findings`."""
    try:
        parsed = lalr().parse(text, start=start)
        if _depth(parsed) > MAX_DEPTH:
            raise _too_deep(source, offset, text)
        said: set[str] = set()
        for token in sorted(parsed.scan_values(_is_reserved_name), key=lambda token: token.start_pos or 0):
            at = (token.start_pos or 0) + offset
            where = Span(source, at, at + len(token))
            if token in FIRST_WORDS and re.fullmatch(rf"\s*{token}\s*", source.line(where.line)):
                raise _fault("S104", where, f"`{token}` doesn't begin a statement", FIRST_WORDS[str(token)])
            if token in SECTIONS and source.line(where.line).strip() == token:
                message = f"`{token}` begins a declaration, but is indented"
                raise _fault("S103", where, message, "begin it in the first column")
            hint = RESERVED_HINTS.get(str(token), "choose another name")
            message = f"`{token}` is a word of the language, not a name"
            longer = next((name for name in (*FUNCTIONS, *OF_DIRECTIONS) if name.startswith(token)), "")
            if longer and source.text[at + len(token)] == "(":
                hint = Hint(f"did you mean `{longer}`?", longer)
            if text.startswith("looks"):
                hint = "write letters, colours and pictures side by side: `board beige brown as checkered`"
            wrong = error("S105", where, message, hint, _renamed(source, parsed, offset, str(token), hint))
            if findings is None or text.startswith("looks"):
                raise Fault(wrong)
            if token not in said:
                findings.append(wrong)
            said.add(str(token))
        return Builder(source, offset, lambda inner, at: _parse_value(source, inner, at)).transform(parsed)
    except RecursionError:
        raise _too_deep(source, offset, text) from None
    except VisitError as wrong:
        if isinstance(wrong.orig_exc, RecursionError):
            raise _too_deep(source, offset, text) from None
        if isinstance(wrong.orig_exc, Fault):
            raise wrong.orig_exc from None
        raise
    except lark.exceptions.LarkError as wrong:
        raise Fault(explain(wrong, source, text, offset)) from None


def _depth(tree: lark.Tree[Any]) -> int:
    """How deep a tree is, without recursion."""
    deepest, todo = 0, [(tree, 1)]
    while todo:
        node, depth = todo.pop()
        deepest = max(deepest, depth)
        todo += [(child, depth + 1) for child in node.children if isinstance(child, lark.Tree)]
    return deepest


def _is_reserved_name(token: Any) -> bool:
    return isinstance(token, lark.Token) and token.type == "NAME" and token in KEYWORDS


def _renamed(source: Source, parsed: lark.Tree[Any], offset: int, word: str, hint: str) -> Fix | None:
    """Another name wherever the text has a reserved word for one; none if that might be taken.

    Nor if the word stands somewhere for what it means, or in a text, where it may be no name.
    """
    quoted = re.fullmatch(r"call it `(\w+)`, for example", hint)
    if quoted is None or re.search(rf"\b{quoted[1]}\b", source.text):
        return None
    text = _COMMENTS.sub(lambda m: m.group(1) or " " * len(m.group()), source.text)
    places = {m.start() for m in re.finditer(rf"\b{word}\b", text)}
    here = {(token.start_pos or 0) + offset for token in parsed.scan_values(_is_reserved_name) if token == word}
    itself = word == "direction" or re.search(rf"^\s*{word}\b", text, re.MULTILINE)
    if re.search(rf'"[^"\n]*\b{word}\b[^"\n]*"', text) or (places != here and itself):
        return None
    return fix(*(Edit(Span(source, at, at + len(word)), quoted[1]) for at in sorted(places)))


def _check_nesting(source: Source, start: int, text: str) -> None:
    """Refuse what only a machine would write, before it costs anything."""
    depth = 0
    for match in re.finditer(r'"[^"\n]*"|#[^\n]*|[(\[{]|[)\]}]', text):
        depth += 1 if match.group() in "([{" else -1 if match.group() in ")]}" else 0
        if depth > MAX_NESTING:
            raise _too_deep(source, start + match.start(), match.group())


def _too_deep(source: Source, offset: int, text: str) -> Fault:
    return _fault(
        "S106", Span(source, offset, offset + min(len(text), 1)),
        f"this is nested too deep (the limits are {MAX_NESTING} brackets, {MAX_DEPTH} operators or blocks)",
        "name a part of it with `define`",
    )  # fmt: skip


def _fault(code: str, span: Span, message: str, hint: str = "", fix: Fix | None = None) -> Fault:
    return Fault(error(code, span, message, hint, fix))


def _comments(source: Source) -> Iterator[t.Comment]:
    for match in re.finditer(r'"[^"\n]*"|#[^\n]*', source.text):
        if match.group()[0] == "#":
            line_start = source.text.rfind("\n", 0, match.start()) + 1
            alone = not source.text[line_start : match.start()].strip(" \t")
            yield t.Comment(Span(source, *match.span()), alone)
