"""Macros: `(define NAME …)` written out wherever `(NAME …)` stands, with what stands for `$1`, `$2` and so on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from interpreter.bridges.descriptions.importers.form import Refused
from interpreter.bridges.descriptions.zillions.reading.nodes import MOST_DEPTH, List, Node, Word

MOST_WRITTEN = 1_000_000
"""Words of a file when its macros are written out."""
_PLACE = re.compile(r"\$([1-9]\d*)")


@dataclass
class Macros:
    """The macros of a file, and the words that they may still be written out to."""

    name: str
    known: dict[str, List] = field(default_factory=dict)
    left: int = MOST_WRITTEN

    def learn(self, define: List) -> None:
        """Keep a macro; raises Refused."""
        said = define.items[1] if len(define.items) > 1 else define
        if not isinstance(said, Word) or said.is_quoted:
            raise Refused([f"{self.name}:{define.line}: `define` needs a name: `(define name …)`"])
        self.known[said.text] = define

    def written_out(self, nodes: tuple[Node, ...]) -> tuple[Node, ...]:
        """The same without macros; raises Refused."""
        return tuple(self._all(nodes, {}, ()))

    def _all(self, nodes: tuple[Node, ...], given: Mapping[str, tuple[Node, ...]], active: tuple[str, ...]
             ) -> Iterator[Node]:  # fmt: skip
        for node in nodes:
            yield from self._one(node, given, active)

    def _one(self, node: Node, given: Mapping[str, tuple[Node, ...]], active: tuple[str, ...]) -> Iterator[Node]:
        self.left -= 1
        if self.left < 0:
            raise Refused([f"{self.name}:{node.line}: written out, the macros have more than {MOST_WRITTEN:,} words"])
        if isinstance(node, Word):
            yield from self._word(node, given, active)
            return
        macro = self.known.get(node.head)
        if macro is None:
            yield List(tuple(self._all(node.items, given, active)), node.line)
            return
        if node.head in active:
            way = " → ".join([*active[active.index(node.head) :], node.head])
            raise Refused([f"{self.name}:{macro.line}: the macro `{node.head}` leads to itself: {way}"])
        if len(active) > MOST_DEPTH:
            raise Refused([f"{self.name}:{node.line}: more than {MOST_DEPTH} macros stand within each other"])
        arguments = {str(number): tuple(self._one(item, given, active)) for number, item in enumerate(node.rest, 1)}
        found = tuple(self._all(_at(macro.items[2:], node.line), arguments, (*active, node.head)))
        whole = found[0] if len(found) == 1 else None
        yield from (replace(whole, label=node.head),) if isinstance(whole, List) else found

    def _word(self, word: Word, given: Mapping[str, tuple[Node, ...]], active: tuple[str, ...]) -> Iterator[Node]:
        if word.is_quoted or "$" not in word.text:
            yield word
            return
        whole = _PLACE.fullmatch(word.text)
        if whole is not None and whole[1] in given:
            self.left -= sum(map(_size, given[whole[1]]))
            yield from given[whole[1]]
            return
        if not active:
            raise Refused([f"{self.name}:{word.line}: `{word.text}` stands outside a macro"])

        def filled(found: re.Match[str]) -> str:
            found_here = given.get(found[1], ())
            if len(found_here) != 1 or not isinstance(found_here[0], Word):
                what = f"`{active[-1]}` is used here without what stands for `{found[0]}`"
                raise Refused([f"{self.name}:{word.line}: {what}"])
            return found_here[0].text

        yield Word(_PLACE.sub(filled, word.text), word.line)


def _size(node: Node) -> int:
    return 1 if isinstance(node, Word) else 1 + sum(map(_size, node.items))


def _at(nodes: tuple[Node, ...], line: int) -> tuple[Node, ...]:
    """A macro's nodes as if they stood where it is used: that is the line that people look for."""
    return tuple(Word(node.text, line, node.is_quoted) if isinstance(node, Word) else List(_at(node.items, line), line)
                 for node in nodes)  # fmt: skip
