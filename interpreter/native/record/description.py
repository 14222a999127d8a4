"""Where the parts of a state lie in its record, as a table of words, with which `kernels/page.py` reads records.

So whoever shows states needs to know nothing of bits and bytes. All words have four bytes and no sign. First the board:

    sites, sets of pieces, where the numbers are (offset, size, low; size 0: there are none), where the stacks are
    (height's offset, pile's offset, pieces a pile; 0: there are none), then the position of each site,
    then for each set its offset, its first piece, and whether its pieces bear numbers (1 and their lowest, or 0, 0)

and behind it the variables: how many there are, and for each

    sort, offset, bytes of a cell, words of a set, low (two words), whether it may be nothing, how many cells,
    the address of the cells' numbers (0: in their order), the address of the elements by their positions (0: the same)
"""

from __future__ import annotations

from collections.abc import Iterable

from gdl.model import statements as m
from gdl.model.model import Model
from gdl.model.types import TRUTHS, Base, Range
from interpreter.native.module.memory import Memory
from interpreter.native.record.domains import Domains
from interpreter.native.record.record import HEIGHTS, MAX_PILE, PILES, Record

SORTS = {"truth": 0, "number": 1, "element": 2, "set": 3}


def shown_variables(model: Model) -> list[m.Variable]:
    """The variables of a state that can be asked for by their names."""
    return [variable for variable in model.variables if not variable.local]


def describe(record: Record, memory: Memory) -> int:
    """Lay the table out; gives its address."""
    words = [*_board(record), *_variables(record, memory)]
    return memory.constant(_packed(words))


def words_shown(record: Record) -> int:
    """The most words that a state comes to: a height and pieces for each site, and the variables."""
    model, domains = record.model, record.domains
    sites = len(model.board) if model.board is not None else 0
    total = sites * (2 + (MAX_PILE if model.stacks else 0))
    for variable in shown_variables(model):
        cells = 1
        for dimension in variable.dimensions:
            cells *= len(dimension)
        base = variable.type.base
        total += cells * (1 + (0 if base is TRUTHS else domains.count(base)) * (variable.type.size == 2))
    return total


def _packed(words: Iterable[int]) -> bytes:
    return b"".join((word & 0xFFFFFFFF).to_bytes(4, "little") for word in words)


def _board(record: Record) -> list[int]:
    model, layout, fields = record.model, record.layout, record.fields
    if model.board is None:
        return [0] * 8
    positions = record.domains.positions(model.board)
    slots = list(layout.piece_slots)
    found = [len(positions), len(slots)]
    if layout.numbers >= 0:
        field = fields[layout.numbers]
        found += [field.offset, field.cell.size, field.cell.low]
    else:
        found += [0, 0, 0]
    found += [fields[HEIGHTS].offset, fields[PILES].offset, MAX_PILE] if layout.stacks >= 0 else [0, 0, 0]
    found += positions
    for slot in slots:
        first = layout.pieces_of_slot(slot)[0]
        number = model.piece_parts[first][2]
        found += [fields[slot].offset, first, number is not None, number or 0]
    return found


def _variables(record: Record, memory: Memory) -> list[int]:
    domains, layout = record.domains, record.layout
    variables = shown_variables(record.model)
    found = [len(variables)]
    for variable in variables:
        slot = layout.slot[variable]
        field = record.fields[slot]
        cell = field.cell
        cells = record.cells(slot) if variable.dimensions else [0]
        in_order = cells == list(range(len(cells)))
        low = cell.low if cell.sort != "set" else getattr(variable.type.base, "low", 0)
        found += [SORTS[cell.sort], field.offset, cell.size, cell.words, low, low >> 32, cell.maybe, len(cells)]
        found.append(0 if in_order else memory.constant(_packed(cells)))
        found.append(_elements(domains, memory, variable.type.base))
    return found


def _elements(domains: Domains, memory: Memory, base: Base) -> int:
    """The address of the elements by their positions; 0 if these are the same."""
    if base is TRUTHS or isinstance(base, Range) or domains.plain(base):
        return 0
    by_position = [0] * domains.size(base)
    for index, position in enumerate(domains.positions(base)):
        by_position[position] = index
    return memory.constant(_packed(by_position))
