"""The same as `expansion.py`, by the compiled rules: some hundred times as fast."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from struct import Struct

from interpreter.errors import UnsolvedError
from interpreter.game.game import Game
from interpreter.game.state import State
from interpreter.graph.abi import FULL, LEAK, NO_ZERO_SUM, TOO_LONG, UNFINISHED
from interpreter.native.host.code_cache import prepare
from interpreter.native.host.instance import Instance
from interpreter.native.module.emitter import Unsupported
from interpreter.players.equilibrium.sequence_form import ENTRY, SequenceForm, Side, Way
from interpreter.players.equilibrium.wrong import leak, no_zero_sum, too_large, two

ALL = (1 << 32) - (1 << 16)
SHARE = 4
"""What is expanded may fill one part in so many of the memory: solving takes the rest."""
STEP = 20_000
"""Options gone into between two reports."""
SET = Struct("<QQQQIIIIQ")
"""A set as the kernel holds it: its key, the mark of its options, the set that follows, the sequence that leads to it,
its first sequence, its options, whose it is, and how long the way is that follows."""
BLOCK = Struct("<QQ")


def expand_natively(game: Game, memory: int, report: Callable[[str], None]) -> SequenceForm | None:
    """Look at all that can follow; None where the compiled rules can't, and who has the reference interpreter look will
    be told why. Raises UnsolvedError, LeakError, RuleError."""
    first, second = two(game.players)
    try:
        instance = Instance(prepare(game.model, ("expand",)))
    except Unsupported:
        return None
    instance.call("limit_memory", ALL)
    form = SequenceForm((Side(first), Side(second)), by_ways=True)
    status = instance.call("expand_start", min(memory // SHARE, ALL))
    if status == 0:
        while (status := instance.call("expand_go", STEP)) == UNFINISHED:
            report(f"{instance.report(1)[0]:,} lines of play")
    instance.call("expand_report")
    form.histories, form.options, form.ends, form.longest, _, _, _, first_set, block, met, at, depth = instance.report(
        12
    )
    way = way_at(instance, at, depth)
    if status == FULL:
        raise too_large(form.histories, memory)
    if status == TOO_LONG:
        raise UnsolvedError(f"a line of play takes more than {form.longest:,} decisions and rolls")
    if status in (LEAK, NO_ZERO_SUM):
        raise _wrong(game, way, _way_of(instance, met) if status == LEAK else None)
    if status < 0:
        return None
    _read_sets(instance, form, first_set)
    _read_entries(instance, form, block)
    return form


def way_at(instance: Instance, at: int, length: int) -> Way:
    """A way that the kernels have written."""
    return tuple(array("H", instance.read(at, 2 * length)))


def _way_of(instance: Instance, at: int) -> Way:
    """The way that first led to a set."""
    *_, length = SET.unpack(instance.read(at, SET.size))
    return way_at(instance, at + SET.size, length)


def _read_sets(instance: Instance, form: SequenceForm, at: int) -> None:
    """All sets, in the order in which they were found."""
    while at:
        key, other, _, following, parent, _, options, owner, length = SET.unpack(instance.read(at, SET.size))
        form.sides[owner].add(key << 64 | other, way_at(instance, at + SET.size, length), options, parent)
        at = following


def _read_entries(instance: Instance, form: SequenceForm, at: int) -> None:
    """The ends, block by block, the last block first."""
    while at:
        before, count = BLOCK.unpack(instance.read(at, BLOCK.size))
        form.entries += instance.read(at + BLOCK.size, ENTRY.size * count)
        at = before


def _wrong(game: Game, way: Way, met: Way | None) -> Exception:
    """What is wrong after a way: the options are others than after the one that met the same set; or the results."""
    state, line = _followed(game, way)
    if met is None:
        results = state.results or {}
        return no_zero_sum(line, game.players, [results[player] for player in game.players])
    before, line_before = _followed(game, met)
    return leak(state.to_move or "", line_before, line, [m.text for m in before.moves], [m.text for m in state.moves])


def _followed(game: Game, way: Way) -> tuple[State, list[str]]:
    """A way, played, and as it is written."""
    state, line = game.beginning(), []
    for k in way:
        move = state.ways[k]
        line.append(move.text)
        state = state.play(move)
    return state, line
