"""Compiles a ruleset: the whole of the compiler, which is read only if nothing was kept (see `host.code_cache`)."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from gdl.model import statements as m
from gdl.model.model import Model
from gdl.model.nodes import Expr
from interpreter.graph.abi import (
    AGAIN,
    AMID,
    AT_WILL,
    LEAST_SCORE,
    LISTING,
    LISTING_OPTIONS,
    MOST_WORTH,
    TRACE_PLIES,
    UNIT,
)
from interpreter.graph.graph import Ask, Fork, Graph
from interpreter.graph.idle import past_is_idle
from interpreter.graph.standing import standing
from interpreter.native.compiled import PLAYING, Compiled, Plan
from interpreter.native.kernel_compiler.compiler import compile_kernels
from interpreter.native.lower.facts import Addresses, Facts, Jobs, Policy, Slots
from interpreter.native.lower.packing import write_pack, write_unpack
from interpreter.native.lower.run import write_run
from interpreter.native.lower.texts import (
    Strings,
    longest,
    write_audience,
    write_decided,
    write_scores,
    write_standings,
    write_texts,
)
from interpreter.native.lower.unseen import write_unseen
from interpreter.native.lower.views import write_differing, write_views
from interpreter.native.module.coalesce import coalesced
from interpreter.native.module.emitter import Unsupported
from interpreter.native.module.memory import Memory
from interpreter.native.module.tidy import tidied
from interpreter.native.module.wasm import Function, Module
from interpreter.native.plan.describing import describes_at_once
from interpreter.native.plan.planner import Planner
from interpreter.native.plan.turns import turns_of
from interpreter.native.record import packing
from interpreter.native.record.description import describe, words_shown
from interpreter.native.record.knowing import places
from interpreter.native.record.knowing import strings as strings_table
from interpreter.native.record.piece_addresses import board_words, contents, steady
from interpreter.native.record.policy_tables import (
    CHAIN_SETS,
    HEAD,
    URGENT_BYTES,
    PolicyTables,
    likely,
    policy_tables,
)
from interpreter.native.record.record import Record, learnt_plies
from interpreter.native.record.unseen import Unseen

__all__ = ["PLAYING", "Compiled", "Plan", "compile_model"]

PAGE = 65_536


STACK_BYTES = 128 * 1024
"""What jobs have for themselves, besides their scratch records: paths, tallies, rows of moves."""
RECORDS, SEARCH_RECORDS = 4, 16
"""Their scratch records; searches keep those on the way down, too (`kernels/mcts.py`, LEVELS)."""
BEST_BYTES = 4 * 1024 * 1024
"""For the states on the ways through `most` blocks: some ten thousand, at a hundred bytes a record or so."""
KERNELS = "interpreter.native.kernels."
COUNTS = "sequences"
"""The job that asks for options as candidates, and wants to know which decisions complete a turn."""
DESCRIBES = "entries"
"""The job that describes options for single moves."""
BATCHES = {"batch", "batch_together", "walking"}
"""Jobs that ask for the options at once, also where conditions look ahead, and for what players see."""
SOLVES = "solve"
"""The job that keeps states packed."""
TABLE = "endgame"
"""The job that looks positions up in a table of solved ones."""
SEARCHES = {"mcts"}
"""Jobs that learn from the moves of random games."""
DEEPENS = {"alphabeta", "training"}
"""Jobs that put options into an order: they ask for them as candidates, all at once."""
VALUES = {"alphabeta", "mcts", "training"}
"""Jobs that ask what states are thought to be worth."""
FOLLOWS = {"policy"}
"""The job that holds a learnt policy."""
POLICY_NUMBERS = ("FOLLOWS", "POLICY", "AROUND", "REACH", "REACHED", "VIEW", "DECIDED", "SITES_MINE", "SITES_THEIRS",
                  "LIKELY", "WIDE", "NEXT", "WINDOWS", "PARTED", "RING", "CHAINS", "HEADS", "CHAINED",
                  "CELLS", "CELLS_SIZE", "CHOICE", "URGENT")  # fmt: skip
WEIGHTS_BYTES = 2 * 1024 * 1024
"""For what values were learnt with, and while they are learnt."""
KNOWING = {"changing", "expand", "known_keys", "knowing", "sampling"}
"""Jobs that tell what players know: they write moves, too."""
BELIEVES = "changing"
"""The job that looks for states in which a player sees what it does see."""
PAGES = "page"
"""What a page is played with: it writes moves, and shows states."""


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Python looks for circles later: nearly all that is made is needed up to the end."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@_undisturbed()
def compile_model(
    model: Model, jobs: tuple[str, ...] = PLAYING, forgotten: frozenset[str] = frozenset(),
    why: Sequence[Expr | None] = (), by_c: bool = False,
) -> Compiled:  # fmt: skip
    """Compile a ruleset, with kernels for these jobs; raises Unsupported. `forgotten`: what the solver leaves out,
    names of counters and `repeats`. `why`: what pages say of each line that ends the game, None where there is nothing.
    `by_c`: the module is only good for being written as C.

    What is usually written out for each of a few things makes the code of rules within rules grow by a factor at each
    level. Where it gets too long, loops take its place.
    """
    try:
        return _compiled(model, jobs, forgotten, False, why, by_c)
    except Unsupported as refusal:
        if not refusal.is_too_long:
            raise
    return _compiled(model, jobs, forgotten, True, why, by_c)


def _compiled(
    model: Model, jobs: tuple[str, ...], forgotten: frozenset[str], is_compact: bool, why: Sequence[Expr | None],
    by_c: bool,
) -> Compiled:  # fmt: skip
    plan = Plan(model)
    graph, layout, domains, record = plan.graph, plan.layout, plan.domains, plan.record
    module = Module()
    memory = Memory(module)
    addresses = Addresses.reserved(memory, graph)
    start = memory.constant(record.encode(graph.setup, layout.initial))
    work = memory.reserve(record.capacity)
    size_of, run = _size_of(record), Function("run", ("i64",) * 5, ("i64",), True)
    rules = {"size_of": module.add(size_of), "run": module.add(run)}
    known = {
        "START": start, "OUT": addresses.out, "SIZE": record.size, "CAPACITY": record.capacity,
        "LEARNT_PLIES": learnt_plies(len(model.players)), "LEARNT_SIZE": record.learnt_size, "KEY": record.key,
        "P": len(model.players), "AT_ONCE": 0, "PAYS": _most_worth(model), "GRAIN": grain(_most_worth(model)),
        "UNITED": int(model.unites), "COMMON": int(model.is_common),
        "WORTH": addresses.worth, "VALUES": addresses.values,
        "PRESENT": record.size if record.past is None else record.past.count,
    }  # fmt: skip
    asked = Jobs(by_c=by_c)
    if graph.mosts:
        area = memory.reserve(BEST_BYTES)
        known |= {"BEST": area, "BEST_END": area + BEST_BYTES, "BOUND": addresses.bound}
        known["LOOKS_BACK"] = int(any(m.repeats_of((most.body,)) for most in graph.mosts))
        asked = replace(asked, best=compile_kernels(module, [KERNELS + "best"], known, rules)["best"])
    if SEARCHES & {*jobs}:
        known["TRACE"] = trace = memory.reserve(4 * TRACE_PLIES + 8)
        known |= {"RANKS": int(standing(model) is not None), "STANDINGS": memory.reserve(8 * len(model.players))}
        known |= board_words(record, memory)
        known["DOUBTS"] = int(_doubts(graph))
        asked = replace(asked, trace=trace, by_candidate=bool(known["RANKS"] or known["DOUBTS"]))
        known |= dict.fromkeys(POLICY_NUMBERS, 0)
    if VALUES & {*jobs}:
        weights = memory.reserve(WEIGHTS_BYTES)
        known |= {"WEIGHTS": weights, "WEIGHTS_END": weights + WEIGHTS_BYTES, "REVISITED": _revisited(graph, memory)}
    if {COUNTS, *BATCHES} & {*jobs}:
        asked = replace(asked, by_candidate=True, lists_options=bool(BATCHES & {*jobs}))
        known["DOUBTS"] = int(_doubts(graph))
    if COUNTS in jobs:
        rules["completes"] = module.add(_completes(graph, memory))
    if DESCRIBES in jobs and describes_at_once(graph):
        asked = replace(asked, by_candidate=True, lists_options=asked.lists_options or _doubts(graph))
        known["AT_ONCE"] = LISTING_OPTIONS if _doubts(graph) else LISTING
    if PAGES in jobs:
        asked = replace(asked, asks_end=True)
    if DEEPENS & {*jobs}:
        asked = replace(asked, by_candidate=True)
        known |= {"LISTS": 1, "FORGETS": _forgets(record), "STEADY": memory.constant(steady(record))}
        known |= contents(record, graph, memory)
    tables = policy_tables(graph, record, domains) if FOLLOWS & {*jobs} else None
    if tables is not None:
        known |= contents(record, graph, memory) if "CONTENTS" not in known else {}
        known |= _for_policies(tables, graph, memory)
        made = compile_kernels(module, [KERNELS + "policy_scores", KERNELS + "chains"], known, rules)
        policy = Policy(known["SITES_MINE"], known["SITES_THEIRS"], known["CHOICE"], known["AROUND"], known["POLICY"],
                        tables, made["liking"], made["see_chains"], made["urgency"], made["urgent_number"])  # fmt: skip
        asked = replace(asked, policy=policy)
    known.setdefault("CONTENTS", 0)
    if {SOLVES, TABLE} & {*jobs}:
        known |= _for_solving(graph, record, module, rules, forgotten)
    planner = Planner(domains, is_compact)
    facts = Facts(graph, record, memory, planner, addresses, asked, turns_of(graph), Slots.of(record))
    write_run(facts, run)
    strings = Strings()
    if PAGES in jobs or KNOWING & {*jobs}:
        known |= _for_texts(facts, module, rules, strings, PAGES in jobs and not KNOWING & {*jobs}, why)
    if SEARCHES & {*jobs}:
        rules["standings"] = module.add(write_standings(facts, known["STANDINGS"]))
    if PAGES in jobs:
        known |= _for_pages(facts, module, rules, strings, known["PARTS"], why)
    if BATCHES & {*jobs}:
        hidden = Unseen(model, domains)
        rules["unseen"] = module.add(write_unseen(facts, hidden))
        known |= {"HIDES": int(model.hides), "UNSEEN_SIZE": hidden.size,
                  "UNSEEN": memory.reserve(max(hidden.size * len(model.players), 8))}  # fmt: skip
    if KNOWING & {*jobs}:
        rules["views"] = module.add(write_views(facts))
        rules["audience"] = module.add(write_audience(facts))
        if BELIEVES in jobs:
            rules["differing"] = module.add(write_differing(facts))
            known.setdefault("TRACE", memory.reserve(4 * TRACE_PLIES + 8))  # for the word by which it is halted
        known |= places(graph, record, memory) | {"STRINGS_OF": strings_table(strings.all, memory)}
    if VALUES & {*jobs} and TABLE not in jobs:
        rules["looked_up"] = module.add(Function("looked_up", ("i64",), ("i64",), code=[("i64.const", 0)]))
    records = SEARCH_RECORDS if SEARCHES & {*jobs} else RECORDS
    stack = memory.reserve(STACK_BYTES + 32 * len(model.players) ** 3 + records * record.capacity)
    known |= {"STACK": stack, "STACK_END": memory.end}
    compile_kernels(module, [KERNELS + job for job in jobs], known, rules)
    module.drop_unused()
    for function in module.functions:
        function.code = tidied(function)
        function.code, function.locals = coalesced(function)
    module.pages = (memory.end + PAGE - 1) // PAGE
    valued = (known["WEIGHTS"], WEIGHTS_BYTES) if "WEIGHTS" in known else None
    return Compiled(model, graph, layout, record, module, start, work, addresses.out, addresses.counters,
                    tuple(strings.all), is_compact, valued)  # fmt: skip


def _revisited(graph: Graph, memory: Memory) -> int:
    """Where it stands for each place of the rules how turns may come back there; 0 if they come back nowhere."""
    held = [AGAIN * (at in graph.revisited) + AMID * (at in graph.amid) + AT_WILL * (at in graph.revisited_at_will)
            for at in range(len(graph.nodes))]  # fmt: skip
    return memory.constant(bytes(held)) if any(held) else 0


def _for_policies(tables: PolicyTables, graph: Graph, memory: Memory) -> dict[str, int]:
    """Room for a policy, and what it is read with. Gives the kernels' numbers."""
    rows = [(0, 0, 0, 0)] * len(graph.nodes)
    for one in tables.decisions:
        rows[one.node] = (one.to + 1, one.origin + 1, one.offset, one.size)
    at = memory.reserve(tables.end)
    own, other = (memory.reserve(8 * tables.words) for _ in range(2))
    wide = 8 * tables.words
    around, positions = 16 + CHAIN_SETS * wide, 64 * tables.words
    size = around + 2 * positions * (1 + wide)
    chains = memory.reserve(size)
    windows = [number for row in tables.windows for part in row for number in part]
    return {
        "WIDE": wide, "NEXT": memory.constant(tables.beside(True)), "RING": memory.constant(tables.beside(False)),
        "CHAINS": chains, "HEADS": chains + around,
        "CHAINED": chains + around + 2 * positions,
        "CELLS": memory.reserve(tables.views * positions), "CELLS_SIZE": positions,
        "WINDOWS": memory.constant(b"".join(number.to_bytes(8, "little") for number in windows)),
        "PARTED": 16 * len(tables.windows[0]),
        "CHOICE": memory.reserve(wide), "URGENT": memory.reserve(wide + URGENT_BYTES),
        "FOLLOWS": 1, "POLICY": at, "AROUND": at + HEAD, "REACH": at + HEAD + tables.patterns,
        "REACHED": 4 * tables.reached, "VIEW": tables.view,
        "DECIDED": memory.constant(b"".join(word.to_bytes(4, "little") for row in rows for word in row)),
        "SITES_MINE": own, "SITES_THEIRS": other,
        "LIKELY": memory.constant(b"".join(n.to_bytes(4, "little") for n in likely())) - 4 * LEAST_SCORE,
    }  # fmt: skip


def _most_worth(model: Model) -> int:
    """The most that a player can get, where what one gets isn't what another loses; else 0."""
    return max(model.most_paid, int(model.unites and not model.is_common))


def grain(most_paid: int) -> int:
    """What one unit is worth in a search by depth, if so many may be paid: UNIT, or less where that would be too much;
    an even number."""
    return min(UNIT, MOST_WORTH // max(most_paid, 1)) & -2


def _for_texts(
    facts: Facts, module: Module, rules: dict[str, Function], strings: Strings, asks: bool,
    why: Sequence[Expr | None],
) -> dict[str, int]:  # fmt: skip
    """What writes moves, and what is asked where that is wanted, and room for it. Gives the kernels' numbers."""
    graph, memory, model = facts.graph, facts.memory, facts.model
    chooses = [n.choose for n in graph.nodes if isinstance(n, Ask)]
    texts = [(s.text, *s.others, *([s.asking] if asks and s.asking is not None else ())) for s in chooses]
    most = max((sum(1 + longest(text) for text in ways) for ways in texts), default=0)
    sites = 2 * len(model.board.labels) if model.board else 0
    sites += max((1 + longest(text) for text in why if text is not None), default=0)
    parts = memory.reserve(8 * max(most, sites, len(model.players)))
    rules["written"] = module.add(write_texts(facts, strings, parts, asks))
    return {"PARTS": parts}


def _for_pages(
    facts: Facts, module: Module, rules: dict[str, Function], strings: Strings, parts: int,
    why: Sequence[Expr | None],
) -> dict[str, int]:  # fmt: skip
    """What pages need besides: what counts scores, and room. Gives the kernels' numbers."""
    graph, record, memory, model = facts.graph, facts.record, facts.memory, facts.model
    rules["scored"] = module.add(write_scores(facts, parts))
    rules["decided"] = module.add(write_decided(facts, strings, parts, why))
    shown = 8 * (6 + 2 * len(model.players) + words_shown(record))
    return {"PAGE": memory.reserve(2 * record.capacity + shown), "SCORED": int(model.score is not None),
            "TURN": graph.turn, "TURN_END": graph.turn_end, "BOUNDARY": graph.boundary,
            "PARTS_OF": describe(record, memory)}  # fmt: skip


def _for_solving(
    graph: Graph, record: Record, module: Module, rules: dict[str, Function], forgotten: frozenset[str]
) -> dict[str, int]:
    """The functions that pack states and lay them out again. Gives the kernels' numbers."""
    bits = packing.runs(record, graph, forgotten)
    rules["pack"], rules["unpack"] = module.add(write_pack(bits)), module.add(write_unpack(bits))
    model, rolls = graph.model, any(isinstance(node, Ask) and node.is_roll for node in graph.nodes)
    certain = (record.players <= 2 or model.is_common) and not rolls and not _most_worth(model)
    return {"PACKED": packing.size(bits), "CERTAIN": int(certain),
            "FORGETS": int(record.past is None or packing.PAST in forgotten)}  # fmt: skip


def _forgets(record: Record) -> int:
    """Whether what is past only draws, so that it is left out of what a position is thought to be worth."""
    return int(record.past is None or past_is_idle(record.model))


def _doubts(graph: Graph) -> bool:
    """Whether some decision's conditions look ahead."""
    return any(isinstance(node, Ask) and node.doubt is not None for node in graph.nodes)


def _completes(graph: Graph, memory: Memory) -> Function:
    """Whether the decision at a place is a turn's last one."""
    held = bytes(int(isinstance(node, Ask | Fork) and graph.is_last(i)) for i, node in enumerate(graph.nodes))
    function = Function("completes", ("i64",), ("i64",))
    function.code = [("local.get", 0), ("i32.wrap_i64",), ("i64.load8_u", memory.constant(held))]
    return function


def _size_of(record: Record) -> Function:
    """How many bytes of a record are in use."""
    function = Function("size_of", ("i64",), ("i64",))
    function.code = [("i64.const", record.size)]
    if record.past is not None:
        function.code += [("local.get", 0), ("i32.wrap_i64",), ("i64.load", record.past.count),
                          ("i64.const", record.past.row), ("i64.mul",), ("i64.add",)]  # fmt: skip
    return function
