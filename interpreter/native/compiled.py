"""A ruleset compiled: its module, and where everything lies in it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from gdl.model.cost import is_heavy
from gdl.model.model import Model
from interpreter.cancellation import CancelToken
from interpreter.graph.graph import Graph
from interpreter.graph.layout import Layout
from interpreter.native.lower.located import LocatedRecord
from interpreter.native.module.wasm import Module
from interpreter.native.record.bit_positions import embedded
from interpreter.native.record.record import Record

if TYPE_CHECKING:
    import wasmtime

PLAYING = ("playouts", "entries", "perft")
"""What playing and measuring take; searching takes more (see `interpreter.players`)."""


class Plan:
    """Where everything in a state lies: what a compiled ruleset and those who read its records must agree on."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.graph = Graph(model)
        self.layout = Layout(self.graph)
        self.domains = embedded(model)
        self.record = LocatedRecord(self.graph, self.layout, self.domains)


@dataclass
class Compiled:
    """`start`: the address of the record in which a game begins; `work`: one for a state that is being played;
    `counters`: where `Count` counts, a word each; `strings`: what moves' texts are made of, in modules for pages;
    `is_compact`: nothing is written out for each of a few things."""

    model: Model
    graph: Graph
    layout: Layout
    record: Record
    module: Module
    start: int
    work: int
    out: int
    counters: int
    strings: tuple[str, ...] = ()
    is_compact: bool = False
    weights: tuple[int, int] | None = None
    """Where learnt values are put, and how many bytes there are for them, in modules that ask for such."""
    token: CancelToken | None = None
    """Stops what runs, if there is one."""

    @cached_property
    def metered(self) -> bool:
        """Whether the work of a call is counted, and limited."""
        return is_heavy(self.model)

    @cached_property
    def binary(self) -> bytes:
        """The module's bytes."""
        return self.module.encode()

    @cached_property
    def code(self) -> wasmtime.Module:
        """The module as code of this machine, which all its instances share."""
        from interpreter.native.engine import code  # wasmtime takes longer to import than to compile most rulesets

        return code(self.binary, self.token, self.metered)
