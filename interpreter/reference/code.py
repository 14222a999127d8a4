"""The Python functions of a ruleset's graph, found by the numbers of its nodes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any

from gdl.model import statements as m
from gdl.model.nodes import Expr
from gdl.text.source import Span
from interpreter.graph.graph import Ask, Collect, Graph, Leave, Node, Step, Take
from interpreter.graph.layout import Layout
from interpreter.reference.writer import Function, Functions, IsStuck, Rounds, Writer


class Code:
    """A function for each node that needs one, and None for the others.

    `steps` give the next node, `options` a list of what is chosen, `some` whether there is an option, `texts` how one
    is written, `worths` what a `most` compares at its end, `moments` what each `repeats` does.
    """

    def __init__(self, graph: Graph, layout: Layout, is_stuck: IsStuck) -> None:
        self.graph, self.layout = graph, layout
        self._is_stuck = is_stuck
        writer = Writer(graph, layout)
        self.counters = writer.counters
        """What `Count` has counted."""
        self.rounds = writer.budget or Rounds()
        write_all(writer)
        functions = writer.compiled(is_stuck)
        by_node: Iterator[list[Any]] = (
            [functions.get(f"{name}_{i}") for i in range(len(graph.nodes))]
            for name in ("step", "options", "some", "text", "worth")
        )
        self.steps, self.options, self.some, self.texts, self.worths = by_node
        self.moments = [functions[f"moment_{i}"] for i in range(len(graph.model.repeats))]
        self.doubts = frozenset(
            i for i, node in enumerate(graph.nodes) if isinstance(node, Ask) and node.doubt is not None
        )
        """Decisions of which some conditions are looked at last."""

    @cached_property
    def trials(self) -> Functions:
        """Those that only random games need: candidates_4, holds_4, …"""
        writer = self._another()
        for number, node in enumerate(self.graph.nodes):
            if isinstance(node, Ask) and node.doubt is not None:
                _trial(writer, number, node, node.doubt)
        return writer.compiled(self._is_stuck)

    @cached_property
    def others(self) -> dict[int, Function]:
        """How the options of decisions may be written, too; only reading what people write needs these."""
        writer = self._another()
        asked = {i: node for i, node in enumerate(self.graph.nodes) if isinstance(node, Ask) and node.choose.others}
        for number, node in asked.items():
            _others(writer, number, node)
        functions = writer.compiled(self._is_stuck)
        return {number: functions[f"others_{number}"] for number in asked}

    @cached_property
    def audiences(self) -> dict[int, Function]:
        """Who is told by name what is chosen secretly."""
        writer = self._another()
        named = {number: node.choose for number, node in enumerate(self.graph.nodes) if isinstance(node, Ask)}
        found = {number: choose.told for number, choose in named.items() if choose.told is not None}
        for number, told in found.items():
            writer.span = named[number].span
            with _chosen(writer, named[number]) as parameters:
                writer.line(f"return {writer.code(told)}")
            writer.finish(f"audience_{number}", parameters)
        functions = writer.compiled(self._is_stuck)
        return {number: functions[f"audience_{number}"] for number in found}

    @cached_property
    def askings(self) -> dict[int, Function]:
        """What who decides is asked; only people need these."""
        writer = self._another()
        asked = {number: node.choose.asking for number, node in enumerate(self.graph.nodes) if isinstance(node, Ask)}
        found = {number: asking for number, asking in asked.items() if asking is not None}
        for number, asking in found.items():
            writer.span = _span(self.graph.nodes[number])
            with writer.region():
                writer.line(f"return {writer.code(asking)}")
            writer.finish(f"asking_{number}")
        functions = writer.compiled(self._is_stuck)
        return {number: functions[f"asking_{number}"] for number in found}

    def _another(self) -> Writer:
        """A writer of more functions, which count with the others."""
        writer = Writer(self.graph, self.layout)
        writer.constants["B"] = self.rounds
        return writer


# ---- a node's functions


def write_all(writer: Writer) -> None:
    """Write the functions that every game needs: step_3, options_4, some_4, text_4, …"""
    for number, node in enumerate(writer.graph.nodes):
        writer.span = _span(node)
        match node:
            case Step():
                _step(writer, number, node)
            case Ask():
                _ask(writer, number, node)
            case Collect():
                _collect(writer, number, node)
            case Take():
                _take_next(writer, number, node)
            case Leave():
                with writer.region():
                    values = "".join(f"{writer.code(v)}, " for v in node.most.values)
                    writer.line(f"return ({values})")
                writer.finish(f"worth_{number}")
    for number, parts in enumerate(writer.model.repeats):
        with writer.region():
            writer.line(f"return {writer.moment(parts)}")
        writer.finish(f"moment_{number}")


def _step(writer: Writer, number: int, node: Step) -> None:
    writer.statements(node.statements)
    if node.condition is None:
        writer.line(f"return {node.yes}")
    else:
        with writer.region():
            writer.line(f"return {node.yes} if {writer.code(node.condition)} else {node.no}")
    writer.finish(f"step_{number}")


def _ask(writer: Writer, number: int, node: Ask) -> None:
    choose = node.choose
    with writer.region():
        writer.listed(choose, "return")
    writer.finish(f"options_{number}")
    with writer.region():
        if choose.binders:
            writer.tuples(choose.binders, choose.where, lambda: writer.line("return True"))
            writer.line("return False")
        else:
            writer.line(f"return {writer.code(choose.where)}")
    writer.finish(f"some_{number}")
    with _chosen(writer, choose) as parameters:
        writer.line(f"return {writer.code(choose.text)}")
    writer.finish(f"text_{number}", parameters)


def _collect(writer: Writer, number: int, node: Collect) -> None:
    queue = writer.layout.slot[node.queue]
    with writer.region():
        writer.listed(node.loop, f"V[{queue}] =")
    writer.line(f"V[{queue}] = tuple(V[{queue}])")
    writer.line(f"return {node.then}")
    writer.finish(f"step_{number}")


def _take_next(writer: Writer, number: int, node: Take) -> None:
    queue = writer.layout.slot[node.queue]
    targets = "".join(f"V[{writer.layout.slot[v]}], " for v in node.loop.variables)
    writer.line(f"if not V[{queue}]: return {node.done}")
    writer.line(f"({targets}), V[{queue}] = V[{queue}][0], V[{queue}][1:]")
    writer.line(f"return {node.body}")
    writer.finish(f"step_{number}")


def _trial(writer: Writer, number: int, node: Ask, doubt: Expr) -> None:
    writer.span = node.choose.span
    with writer.region():
        writer.listed(node.candidates, "return")
    writer.finish(f"candidates_{number}")
    with _chosen(writer, node.choose) as parameters:
        writer.line(f"return {writer.code(doubt)}")
    writer.finish(f"holds_{number}", parameters)


def _others(writer: Writer, number: int, node: Ask) -> None:
    writer.span = node.choose.span
    with _chosen(writer, node.choose) as parameters:
        writer.line(f"return ({''.join(f'{writer.code(text)}, ' for text in node.choose.others)})")
    writer.finish(f"others_{number}", parameters)


@contextmanager
def _chosen(writer: Writer, choose: m.Choose) -> Iterator[str]:
    """A region that knows what is chosen; gives the parameters of its function."""
    names = {v: f"b{i}" for i, (v, _) in enumerate(choose.binders)}
    with writer.region(names):
        yield ", ".join(("V", *names.values()))


def _span(node: Node) -> Span | None:
    """Where the rule of a node stands in the text."""
    match node:
        case Step() if node.statements:
            return node.statements[0].span
        case Ask():
            return node.choose.span
        case Collect() | Take():
            return node.loop.span
        case Leave():
            return node.most.span
    return None
