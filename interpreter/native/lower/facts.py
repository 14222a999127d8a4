"""What all functions of a module share: the rules, where everything lies, and what was found out before."""

from __future__ import annotations

from dataclasses import dataclass, field

from gdl.model import statements as m
from gdl.model.model import Model, counters_of
from gdl.model.nodes import After, Content, Expr, Get, Height, Layer, Repeats, Standing, Stuck
from gdl.model.shape import Shape
from gdl.passes.specialise import Specialiser
from interpreter.graph.ends import numbered
from interpreter.graph.graph import Graph
from interpreter.graph.layout import Layout
from interpreter.native.module.emitter import SiteFact, Slot
from interpreter.native.module.memory import Memory
from interpreter.native.module.wasm import Function
from interpreter.native.plan.apart import SetFunction
from interpreter.native.plan.backwards import Backwards
from interpreter.native.plan.bounds import bound
from interpreter.native.plan.occupied import set_of_site, site_fact
from interpreter.native.plan.planner import Planner
from interpreter.native.plan.turns import Turns, specialiser
from interpreter.native.plan.ways import standing
from interpreter.native.record.domains import Domains
from interpreter.native.record.policy_tables import PolicyTables
from interpreter.native.record.record import Record


@dataclass(frozen=True, slots=True)
class Slots:
    """Parts of the state: sets of pieces, those of pieces that bear numbers, what these are kept in, all that says what
    stands, and all."""

    pieces: frozenset[Slot]
    numbered: frozenset[Slot]
    numbers: frozenset[Slot]
    standing: frozenset[Slot]
    everything: frozenset[Slot]

    @staticmethod
    def of(record: Record) -> Slots:
        """Those of a record."""
        pieces: frozenset[Slot] = frozenset(record.layout.piece_slots)
        numbered: frozenset[Slot] = frozenset(
            slot for k, kind in enumerate(record.model.kinds) if kind.number for slot in record.layout.slots_of_kind(k)
        )
        numbers: frozenset[Slot] = frozenset({record.layout.numbers} & set(record.fields))
        return Slots(pieces, numbered, numbers, standing(record.layout), frozenset(record.fields))


@dataclass(frozen=True, slots=True)
class Policy:
    """What random games follow: addresses of the sets of sites that it reads, of what lies around sites
    and of the policy, and the functions that like options, look at chains, and find and draw urgent options."""

    mine: int
    theirs: int
    choice: int
    around: int
    at: int
    tables: PolicyTables
    liking: Function
    see: Function
    urgency: Function
    urgent_number: Function


@dataclass(frozen=True, slots=True)
class Jobs:
    """What the kernels ask of the rules."""

    by_candidate: bool = False
    """Whether options may be asked for by the numbers of candidates, see `abi.CANDIDATE`."""
    lists_options: bool = False
    """Whether all options may be asked for at once where conditions look ahead, see `abi.LISTING_OPTIONS`."""
    asks_end: bool = False
    """Whether a record may stand where a turn has ended, so that `end` is asked about a position."""
    trace: int | None = None
    """Where the moves of random games are noted, if a search wants to know them."""
    policy: Policy | None = None
    """What random games follow, if a policy was learnt."""
    by_c: bool = False
    """Whether the module is written as C, which has instructions that WebAssembly lacks."""
    best: Function | None = None
    """What compares the ways through a `most` block."""


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where functions of a module leave what others read."""

    out: int
    """Where options are described."""
    counters: int
    """Where `Count` counts."""
    values: int
    """How many values a `most` block compares at most."""
    worth: int
    """Where these values are written."""
    bound: int
    """Where the most is written that they can come to; 0 if that is never known."""

    @staticmethod
    def reserved(memory: Memory, graph: Graph) -> Addresses:
        """Room for all of them."""
        bounds = [bound(most) for most in graph.mosts]
        out, counters = memory.reserve(8 * 16), memory.reserve(8 * counters_of(graph.model))
        values = max((len(most.values) for most in graph.mosts), default=1)
        worth = memory.reserve(8 * values)
        return Addresses(out, counters, values, worth, memory.reserve(8 * values) if any(bounds) else 0)


@dataclass(frozen=True)
class Facts:
    """A ruleset that is being compiled. While functions are written, only what was found out is added."""

    graph: Graph
    record: Record
    memory: Memory
    planner: Planner
    addresses: Addresses
    jobs: Jobs
    turns: Turns
    slots: Slots
    apart: dict[Backwards | SetFunction, Function] = field(default_factory=dict)
    """Questions that are functions of their own."""
    _reads: dict[Expr, frozenset[Slot]] = field(default_factory=dict)
    _specials: dict[tuple[int | None, int | None], Specialiser] = field(default_factory=dict)

    @property
    def model(self) -> Model:
        """The rules."""
        return self.record.model

    @property
    def layout(self) -> Layout:
        """The slots of the state."""
        return self.record.layout

    @property
    def domains(self) -> Domains:
        """Where elements lie in sets."""
        return self.planner.domains

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.record.model.players)

    @property
    def board_shape(self) -> Shape:
        """The board on which the pieces stand."""
        assert self.model.board is not None
        return self.model.board

    def ending(self, s: m.Finish | m.Rank) -> int:
        """The number of a statement among those that may end the game, from 1."""
        return 1 + next(i for i, end in enumerate(numbered(self.model).ends) if end.statement is s)

    def special(self, me: int | None, next_: int | None) -> Specialiser:
        """What makes expressions of this where `me` and `next` are known."""
        key = me, next_
        if key not in self._specials:
            self._specials[key] = specialiser(self.model, me, next_)
        return self._specials[key]

    def of_sites(self, e: Expr) -> SiteFact:
        """What is known of each site of a set."""
        return self.planner.once((e, "of sites"), lambda: site_fact(self.layout, e))

    def put_alone(self, variable: m.Variable) -> Expr | None:
        """The set of the site that a variable holds, if a piece is put there."""
        return self.planner.once((variable, "put alone"), lambda: set_of_site(self.model, variable))

    def reads(self, e: Expr) -> frozenset[Slot]:
        """The parts of the state that an expression reads."""
        found = self._reads.get(e)
        if found is None:
            found = self._reads[e] = self._find_reads(e)
        return found

    def _find_reads(self, e: Expr) -> frozenset[Slot]:
        if e.static:
            return frozenset()
        own: frozenset[Slot] = frozenset()
        match e:
            case Get():
                own = frozenset((self.layout.slot[e.variable],))
            case Standing():
                own = frozenset(s for k in e.kinds for s in self.layout.slots_of_kind(k))
            case Content():
                own = self.slots.pieces | self.slots.numbers
            case Height() | Layer():
                own = self.slots.standing
            case After() | Stuck() | Repeats():
                return self.slots.everything
        return own.union(*(self.reads(p) for p in e.parts))
