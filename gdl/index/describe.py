"""What is known of a thing, as Markdown: how it is introduced, its comment, its type, what it may be."""

from __future__ import annotations

from pathlib import Path

from gdl.index import words
from gdl.index.index import Index
from gdl.index.symbols import Sort, Symbol
from gdl.index.typed import TypeAt
from gdl.library import PRELUDE
from gdl.syntax import tree as t
from gdl.syntax.vocabulary import FUNCTIONS
from gdl.text.comments import comment
from gdl.text.source import Source, Span

_LINES = 12
"""Lines of a declaration that are shown."""
_WITH_BODY = (t.Define, t.Option, t.Has, t.Direction, t.Pieces, t.Enumeration, t.Alias, t.Players, t.SetOption)


def description(index: Index, symbol: Symbol, types: tuple[TypeAt, ...] = ()) -> str:
    """All that is known of a symbol, and the types it has where it is asked for."""
    parts = [*_heading(symbol, types), *_about(index, symbol)]
    return "\n\n".join(part for part in parts if part)


def _heading(symbol: Symbol, types: tuple[TypeAt, ...]) -> list[str]:
    said = f" – {said_types(types)}" if types else ""
    head = f"**{symbol.title}** ({symbol.sort.value}{_whose(symbol)}){said}"
    node = symbol.declaration
    if isinstance(node, t.Shape):
        return [head, fenced(node.span.text.split("\n")[0] + "\n" + _directions(node))]
    if isinstance(node, _WITH_BODY):
        return [head, fenced(_shown(node.span))]
    if isinstance(node, t.Sites | t.Node) and symbol.sort in (Sort.COORDINATE, Sort.LOCAL):
        return [head, fenced(_shown(node.span, 1))]
    return [head]


def _directions(node: t.Shape) -> str:
    names = [item.name.text for item in node.items if isinstance(item, t.Direction)]
    return f"  # directions {' '.join(names)}" if names else ""


def _whose(symbol: Symbol) -> str:
    if symbol.sort is Sort.MEMBER:
        return f" of type {symbol.of}"
    if symbol.behind and symbol.of:
        return f" of {symbol.of}"
    return ""


def _about(index: Index, symbol: Symbol) -> list[str]:
    """Comments, help, built-in meaning, where it comes from."""
    found: list[str] = []
    if symbol.sort in (Sort.BUILT_IN, Sort.FUNCTION):
        found.append(built_in(symbol))
    if symbol.place is not None:
        node = symbol.declaration
        if symbol.sort is not Sort.LOCAL and node is not None:
            found.append(comment(node.span.source, node.span.line))
        if symbol.sort is Sort.OPTION:
            found.append(_option(index, symbol))
        found.append(_origin(index, symbol.place.span.source))
    if symbol.sort is Sort.PARAMETER:
        found.append("")
    return found


def built_in(symbol: Symbol) -> str:
    """What something built in means."""
    if symbol.behind and symbol.name in words.BEHIND:
        return words.BEHIND[symbol.name][1]
    if function := FUNCTIONS.get(symbol.name):
        return f"`{symbol.name}({', '.join(function.arguments)})` – {function.meaning}"
    return words.BUILT_IN.get(symbol.name, "")


def _option(index: Index, symbol: Symbol) -> str:
    node = symbol.declaration
    facts = next((o for o in index.facts.options if o.name == symbol.name), None)
    if facts is None:
        return node.help if isinstance(node, t.Option) else ""
    choices = ", ".join(facts.choices) or facts.type
    value = f"; here {facts.value}" if facts.value != facts.default else ""
    return f"{facts.help}\n\nOne of: {choices}. Default {facts.default}{value}."


def _origin(index: Index, source: Source) -> str:
    """Where something is introduced, if not in the file itself."""
    if source is index.source:
        return ""
    path = Path(source.name)
    if path.parent == PRELUDE or PRELUDE in path.absolute().parents:
        return f"From the prelude (`{path.name}`), which is written in the language itself."
    return f"From `{path.name}`."


def said_types(types: tuple[TypeAt, ...]) -> str:
    """Types as messages call them; a number with its range."""
    said = [f"{type_.said} ({type_.spelled})" if type_.sort == "number" else type_.said for type_ in types]
    return " or ".join(dict.fromkeys(said))


def keyword(word: str) -> str:
    """What a keyword means; empty for what is none."""
    return words.KEYWORDS.get(word, "")


def _shown(span: Span, most: int = _LINES) -> str:
    lines = span.text.rstrip().split("\n")
    return "\n".join(lines[:most]) + ("\n  …" if len(lines) > most else "")


def fenced(code: str) -> str:
    """A piece of a ruleset, as code."""
    return f"```gdl\n{code.rstrip()}\n```"


def type_at(index: Index, offset: int) -> tuple[Span, tuple[TypeAt, ...]] | None:
    """The smallest expression at a place whose type is known, and its types."""
    found = [
        (end - start, start, end)
        for start, end in index.facts.types
        if start <= offset <= end and end <= len(index.source.text)
    ]
    if not found:
        return None
    _, start, end = min(found)
    return Span(index.source, start, end), index.facts.types[start, end]
