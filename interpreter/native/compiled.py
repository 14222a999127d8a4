"""A ruleset compiled: its module, and where everything lies in it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from gdl.model import Model
from interpreter.graph import Graph
from interpreter.layout import Layout
from interpreter.native.domains import Domains
from interpreter.native.flow import Flow
from interpreter.native.memory import Memory
from interpreter.native.state import Record
from interpreter.native.wasm import Module

PAGE = 65_536


@dataclass
class Compiled:
    """`start`: the address of the record in which a game begins; `work`: one for a state that is being played."""

    model: Model
    graph: Graph
    layout: Layout
    record: Record
    module: Module
    start: int
    work: int
    out: int

    @cached_property
    def binary(self) -> bytes:
        """The module's bytes."""
        return self.module.encode()


def compile_model(model: Model) -> Compiled:
    """Compile a ruleset; raises Unsupported."""
    graph = Graph(model)
    layout = Layout(graph)
    domains = Domains()
    record = Record(graph, layout, domains)
    module = Module()
    memory = Memory(module)
    flow = Flow(graph, record, memory, domains)
    module.add(flow.write_run())
    start = memory.constant(record.encode(graph.setup, layout.initial))
    work = memory.reserve(record.capacity)
    module.pages = (memory.end + PAGE - 1) // PAGE
    return Compiled(model, graph, layout, record, module, start, work, flow.out)
