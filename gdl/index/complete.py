"""What an author may want to write at a place: by the grammar, by the names that are known there, by their types."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from gdl import library
from gdl.check.prelude import prelude
from gdl.index import words
from gdl.index.allowed import Allowed, allowed
from gdl.index.describe import description, keyword
from gdl.index.index import Index, index_of
from gdl.index.looks import words_of_looks
from gdl.index.resolve import fits
from gdl.index.symbols import Sort, Symbol
from gdl.index.typed import Facts, TypeAt
from gdl.syntax.parser import parse
from gdl.syntax.vocabulary import FUNCTIONS, HEADS, STATEMENTS
from gdl.text.source import Source

_STAND_IN = "nothing_is_called_so"
_INTRODUCING = {"let", "choose", "roll", "for", "define", "type", "option", "point"}
"""Behind these words something gets a name: none that is there will do."""
_TYPES = (Sort.TYPE, Sort.BOARD)
_SITES = ("mine", "theirs", "empty", "occupied", "site", "piece")


@dataclass(frozen=True)
class Item:
    """Something that may be written: how it is called, what it is, and the text that is put there.

    `sort` is a `Sort`, `keyword` or `snippet`; `rank` says what comes first, 0 before 1.
    """

    label: str
    sort: str
    text: str
    detail: str = ""
    documentation: str = ""
    rank: int = 5
    is_snippet: bool = False


@dataclass(frozen=True)
class Place:
    """A place in a text: where the word begins that is being written, and what stands before it in its declaration."""

    source: Source
    start: int
    offset: int
    before: str

    @property
    def word(self) -> str:
        """What is there of the word."""
        return self.source.text[self.start : self.offset]

    @property
    def behind_dot(self) -> bool:
        """Whether the word stands behind a dot, not behind two."""
        return self.before.endswith(".") and not self.before.endswith("..") and not self.before[-2:-1].isspace()


def place(source: Source, offset: int) -> Place:
    """What an author is writing there."""
    text = source.text
    start = offset
    while start > 0 and (text[start - 1].isalnum() or text[start - 1] == "_"):
        start -= 1
    if start == 0 or text[start - 1] == "\n":  # a declaration begins
        return Place(source, start, offset, "")
    heads = [m.start() for m in re.finditer(r"^[^\s#)\]}]", text[:start], re.MULTILINE)]
    begin = heads[-1] if heads else 0
    return Place(source, start, offset, text[begin:start])


def patched(at: Place) -> Iterator[Source]:
    """The text with a name in the place of the word that is being written; then with less and less around it."""
    text, line_end = at.source.text, at.source.text.find("\n", at.offset)
    rest = re.match(r"\w*", text[at.offset :])
    end = at.offset + (rest.end() if rest else 0)
    yield Source(at.source.name, text[: at.start] + _STAND_IN + text[end:])
    line = text[text.rfind("\n", 0, at.start) + 1 : at.start]
    yield Source(at.source.name, text[: at.start] + _STAND_IN + _closing(line) + text[line_end:])
    indent = re.match(r"[ \t]*", line)
    yield Source(at.source.name, text[: at.start - len(line)] + (indent.group() if indent else "") + text[line_end:])


def _closing(line: str) -> str:
    """What closes the brackets and quotes that a line leaves open."""
    open_: list[str] = []
    for sign in re.findall(r'"[^"]*"|[(\[{"]|[)\]}]', line):
        if sign in "([{":
            open_.append({"(": ")", "[": "]", "{": "}"}[sign])
        elif sign in ")]}" and open_:
            open_.pop()
        elif sign == '"':
            open_.append('"')
    return "".join(reversed(open_))


def readable(at: Place) -> Source:
    """The first of these texts whose declaration can be read; the last if none can."""
    found = at.source
    for found in patched(at):
        broken = [f.span for f in parse(found).findings]
        line = found.place(at.start)[0]
        if not any(abs(span.line - line) <= 1 or span.start <= at.start <= span.end for span in broken):
            break
    return found


def in_quotes(at: Place) -> str | None:
    """What stands before the word within the quotes around it, if there are any; None in rules."""
    line = at.source.text[at.source.text.rfind("\n", 0, at.start) + 1 : at.start]
    inside = re.sub(r'\A(?:[^"#]|"[^"]*")*', "", line)
    if not inside or (inside[0] == '"' and inside.rfind("{") > inside.rfind("}")):
        return None  # no quotes are open, or an expression in a text
    return inside


def completions(index: Index, at: Place) -> list[Item]:
    """What may stand there. `index` is that of a text that can be read, with the types that are known of it."""
    quoted = in_quotes(at)
    if quoted is not None:
        return list(_rulesets()) if re.search(r'\bextends\s*"[^"]*$', at.before) else []
    if at.behind_dot:
        return list(_links(index, at))
    may = allowed(_rules_before(at))
    found = list(_keywords(at, may))
    if at.before.startswith("looks") and (said := list(words_of_looks(index, at.before.rpartition("\n")[2]))):
        return found + [Item(word, "word", word, what, "", 1) for word, what in said]
    if at.before.startswith("looks") and not at.before.rpartition("\n")[2].strip():
        states = (s for symbols in index.world.links.values() for s in symbols if s.sort is Sort.STATE)
        found += [Item(s.name, s.sort.value, s.name, f"state of {s.of}", description(index, s), 2) for s in states]
    last = re.findall(r"[\w:]+", at.before.rpartition("\n")[2])[-1:]
    if may.name and not (last and last[0] in _INTRODUCING and not at.before.rstrip().endswith((",", "="))):
        found += _names(index, at)
    return found


def _rules_before(at: Place) -> str:
    """What the parser is asked about: within the braces of a text, the expression there."""
    line = at.before.rpartition("\n")[2]
    if line.count('"') % 2:
        return "board " + line.rpartition("{")[2]
    return at.before


def _keywords(at: Place, may: Allowed) -> Iterator[Item]:
    begins = may.starts or not at.before.rpartition("\n")[2].strip()
    for word in sorted(may.keywords):
        yield Item(word, "keyword", word, "", keyword(word), 1 if begins else 4)  # few lines begin with a name
        if begins and word in words.SNIPPETS and word in (HEADS if may.starts else STATEMENTS):
            text = words.SNIPPETS[word]
            indent = " " * (0 if may.starts else len(at.before) - at.before.rfind("\n") - 1)
            shown = re.sub(r"\$\{\d+:?|\$\d|\}", "", text)
            yield Item(f"{word} …", "snippet", text.replace("\n", "\n" + indent), "a whole one to fill in",
                       f"```gdl\n{shown}\n```", 6, is_snippet=True)  # fmt: skip


def _rulesets() -> Iterator[Item]:
    """What may be extended."""
    for name in library.names():
        yield Item(name, "ruleset", name, "a ruleset that ships")


def _links(index: Index, at: Place) -> Iterator[Item]:
    """What stands behind a dot for what is before it."""
    types = _subject(index, at.start - 1)
    for symbols in index.world.links.values():
        for symbol in symbols:
            if symbol.sort is not Sort.BLOCK and _belongs(index, symbol, types) and _counts(index, symbol):
                yield item(index, symbol, 1 if symbol.of or symbol.sort is Sort.STATE else 2)
                break
    sites = not types or any(type_.sort in ("site", "board") for type_ in types)
    if sites:  # names that stand for directions
        for table in index.world.of_shapes.values():
            yield from (item(index, s, 2) for s in table.values() if s.sort is Sort.DEFINE and _is_of_directions(s))
        yield from (item(index, s, 2) for s in index.locals_at(at.start) if s.sort is Sort.LOCAL)


def _belongs(index: Index, symbol: Symbol, types: tuple[TypeAt, ...]) -> bool:
    """Whether something may stand behind what is of these types; a define, where others of them have been asked."""
    if symbol.sort is Sort.DEFINE and not symbol.of and types and (known := index.facts.subjects.get(symbol.name)):
        return bool({(k.sort, k.name) for k in known} & {(t.sort, t.name) for t in types})
    return fits(symbol, types)


def _is_of_directions(symbol: Symbol) -> bool:
    """Whether a board's define, by its text, names directions and nothing else."""
    node = symbol.declaration
    text = node.span.text.partition("=")[2] if node is not None else ""
    return "(" not in text and "where" not in text and "." not in text and "[" not in text


def _counts(index: Index, symbol: Symbol) -> bool:
    """Whether what is built in is there in this ruleset: stacks have heights, other sites don't."""
    if symbol.sort is Sort.BUILT_IN and symbol.name in ("height", "top", "bottom"):
        return any("stacks" in tree.source.text for tree in index.trees)
    return True


def _subject(index: Index, end: int) -> tuple[TypeAt, ...]:
    """The types of what ends there: the longest such expression, for a dot binds what is before it."""
    ends = [(start, types) for (start, last), types in index.facts.types.items() if last == end]
    text = index.source.text
    return next((types for start, types in sorted(ends) if _is_subject(text[start:end])), ())


def _is_subject(text: str) -> bool:
    """Whether a piece of text holds together without operators around it."""
    depth = 0
    for character in text:
        depth += (character in "([{") - (character in ")]}")
        if depth == 0 and character in " \n+-*/%&,=<>":
            return False
    return True


def _names(index: Index, at: Place) -> Iterator[Item]:
    """The names that are known there, those that fit best first."""
    line = at.before.rpartition("\n")[2]
    tokens = re.findall(r"\w+|[^\w\s]", line)
    last, head = (tokens[-1] if tokens else ""), (tokens[0] if tokens else "")
    wanted = _begins_has if not at.before else _wanted(head, last, tokens)
    seen: set[str] = set()
    for symbol in [*index.locals_at(at.start), *index.world.plain.values()]:
        if symbol.name in seen or (symbol.sort is Sort.BLOCK and tokens):
            continue
        if wanted is not None and not wanted(symbol):
            continue
        seen.add(symbol.name)
        yield item(index, symbol, _rank(symbol, last))
    for table in index.world.of_shapes.values():
        for symbol in table.values():
            if symbol.name not in seen and symbol.sort is not Sort.SIZE and (wanted is None or wanted(symbol)):
                seen.add(symbol.name)
                yield item(index, symbol, 3)
    if last in ("board", "=", ":") and (wanted is not None or head == "type"):
        known = prelude()
        for name in known.shape_names():
            shape = known.shape(name)
            if name not in seen and shape is not None:
                symbol = Symbol(name, Sort.BOARD, places=[shape.name], declaration=shape)
                yield item(index, symbol, 1)


def _begins_has(symbol: Symbol) -> bool:
    """Whether something may be remembered for each of these: what a declaration in the first column may begin with."""
    return symbol.sort in _TYPES or symbol.name in ("player", "site")


def _wanted(head: str, last: str, tokens: list[str]) -> Callable[[Symbol], bool] | None:
    """Which names alone can stand there, where few can; None where any may."""
    if last == "board":
        return lambda s: s.sort is Sort.BOARD or s.name == "stacks" or (s.sort is Sort.OPTION and len(tokens) > 1)
    if last == ":" and (head == "option" or "has" in tokens or head == "let"):
        return lambda s: s.sort in _TYPES or s.name in ("truth", "player", "site", "direction", "kind", "piece")
    if last == "has":
        return lambda s: False
    if head == "set" and last == "set":
        return lambda s: s.sort is Sort.OPTION
    if head == "rename" or (head == "remove" and "pieces" in tokens):
        return lambda s: s.sort is Sort.PIECE
    if head in ("replace", "remove") and last == "define":
        return lambda s: s.sort in (Sort.DEFINE, Sort.BLOCK)
    return None


def _rank(symbol: Symbol, last: str) -> int:
    """How well a name fits behind a word: 0 is best."""
    if symbol.is_local:
        return 0
    match last:
        case "put":
            return 0 if symbol.sort is Sort.PIECE else 3
        case "of" | "win" | "lose":
            return 0 if symbol.sort is Sort.PLAYER or symbol.name in ("me", "player", "opponent", "next") else 3
        case "in" | "on" | "to" | "from" | "remove" | "through" | "move":
            return 1 if symbol.name in _SITES or symbol.sort in (Sort.PIECE, Sort.DEFINE) else 3
        case _:
            return 2 if symbol.place is not None else 3


def item(index: Index, symbol: Symbol, rank: int) -> Item:
    """A symbol to be written; one that takes arguments with places for them."""
    arguments = arguments_of(symbol)
    text, snippet = symbol.name, bool(arguments)
    if arguments:
        text += "(" + ", ".join(f"${{{i}:{name}}}" for i, name in enumerate(arguments, 1)) + ")"
    detail = symbol.sort.value + (f" of {symbol.of}" if symbol.of else "")
    return Item(symbol.name + (f"({', '.join(arguments)})" if arguments else ""), symbol.sort.value, text, detail,
                description(index, symbol), rank, snippet)  # fmt: skip


def arguments_of(symbol: Symbol) -> tuple[str, ...]:
    """The names of what stands in parentheses behind a symbol."""
    node = symbol.declaration
    parameters = getattr(node, "parameters", ())
    if symbol.sort in (Sort.DEFINE, Sort.BLOCK, Sort.STATE, Sort.BOARD) and parameters:
        return tuple(name.text for name in parameters)
    if symbol.sort is Sort.FUNCTION:
        return FUNCTIONS[symbol.name].arguments
    if symbol.sort is Sort.BUILT_IN and symbol.behind:
        return words.BEHIND[symbol.name][0]
    return ()


def _stands_in(item: Item) -> bool:
    """Whether this is the name that the text was made readable with, where it introduces something."""
    return item.text.partition("(")[0] == _STAND_IN


def _as_written(item: Item, at: Place) -> Item:
    """What is told of it shows the author's text, in which the word being written is what is there of it."""
    if _STAND_IN not in item.documentation:
        return item
    return replace(item, documentation=item.documentation.replace(_STAND_IN, at.word))


def complete(at: Place, read: Source, index: Index | None = None, facts: Facts | None = None) -> list[Item]:
    """What may stand at a place of a text that has been made readable, best first."""
    found = [_as_written(i, at) for i in completions(index or index_of(read, None, facts), at) if not _stands_in(i)]
    once = {(i.label, i.sort): i for i in reversed(found)}
    return sorted(once.values(), key=lambda i: (i.rank, i.label.lower()))
