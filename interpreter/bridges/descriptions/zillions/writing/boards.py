"""The board in the language: one that ships, or a type with directions that have conditions."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from interpreter.bridges.descriptions.zillions.reading.board import COMPASS, Board, Cell
from interpreter.bridges.descriptions.zillions.reading.naming import Names
from interpreter.bridges.descriptions.zillions.reading.nodes import List
from interpreter.bridges.descriptions.zillions.reading.sheet import Trouble
from interpreter.bridges.descriptions.zillions.writing.draft import Draft

MOST_CASES = 100
"""Cases of one direction that has no rule."""


def is_plain(board: Board) -> bool:
    """Whether it is a board of squares as they ship."""
    return board.size is not None and not board.killed and board.is_regular


def write(board: Board, section: List, names: Names, draft: Draft) -> None:
    """The declarations of a board; raises Trouble."""
    renamed = [site for site, name in board.sites.items() if site != name]
    told: list[List | str] = [section]
    if renamed and board.size is not None:
        told.append(f"# sites are called by column and row: {renamed[0]} is {board.sites[renamed[0]]}")
    if is_plain(board):
        assert board.size is not None
        draft.add(f"board grid({board.size[0]}, {board.size[1]})", *told)
        for direction in board.directions.values():
            if direction.step is not None and COMPASS.get(direction.step) != direction.name:
                draft.add(f"direction {direction.name} = {_square(direction.step)}")
        return
    name = names.free("field")
    head = f"type {name}"
    lines = [*(_cells(board) if board.size is not None else _points(board)), *_directions(board)]
    draft.block(head, lines, *told)
    draft.add(f"board {name}")


def _square(step: Cell) -> str:
    def moved(name: str, by: int) -> str:
        return name if not by else f"{name} {'+' if by > 0 else '-'} {abs(by)}"

    return f"[{moved('c', step[0])}, {moved('r', step[1])}]"


def _cells(board: Board) -> list[str]:
    assert board.size is not None
    where = f"where not ({_condition(board.killed)})" if board.killed else ""
    lines = [f"for c in 1..{board.size[0]}, r in 1..{board.size[1]}"]
    lines += [f"    {where}"] if where else []
    lines += ['    as "{letter(c)}{r}" at c, r']
    return lines


def _condition(cells: Iterable[Cell]) -> str:
    """A condition on column and row that holds for these cells: rows that are alike together."""
    by_row: dict[int, list[int]] = {}
    for c, r in sorted(cells):
        by_row.setdefault(r, []).append(c)
    by_columns: dict[tuple[int, ...], list[int]] = {}
    for r, columns in by_row.items():
        by_columns.setdefault(tuple(columns), []).append(r)
    return " or ".join(
        f"r {_in(sorted(rows))} and c {_in(columns)}" if len(by_columns) == 1 else
        f"(r {_in(sorted(rows))} and c {_in(columns)})" for columns, rows in by_columns.items()
    )  # fmt: skip


def _in(numbers: Iterable[int]) -> str:
    found = [*numbers]
    if len(found) == 1:
        return f"= {found[0]}"
    if found == [*range(found[0], found[-1] + 1)] and len(found) > 2:
        return f"in {found[0]}..{found[-1]}"
    return f"in {{{', '.join(map(str, found))}}}"


def _points(board: Board) -> list[str]:
    """A line for each site, drawn where the file has it, in steps of the least distance."""
    step = _least([x for x, _ in board.places.values()]), _least([y for _, y in board.places.values()])
    left = min(x for x, _ in board.places.values()), min(y for _, y in board.places.values())
    unit = max(1, min(filter(None, step), default=1))
    found = []
    for number, (site, name) in enumerate(board.sites.items(), 1):
        x, y = (round((board.places[site][axis] - left[axis]) / unit) for axis in (0, 1))
        found.append(f'point {number} as "{name}" at {x}, {y}')
    spots = [line.rpartition(" at ")[2] for line in found]
    if len(set(spots)) < len(spots):  # two sites at one place can't be told apart
        found = [f"{line.rpartition(' at ')[0]} at {i % 10}, {-(i // 10)}" for i, line in enumerate(found)]
    return found


def _least(numbers: list[int]) -> int:
    found = sorted(set(numbers))
    return min((b - a for a, b in itertools.pairwise(found)), default=0)


def _directions(board: Board) -> list[str]:
    found = []
    for direction in board.directions.values():
        links = board.links[direction.name]
        if board.size is not None:
            found.append(f"direction {direction.name} = {_by_square(board, links, direction.step)}")
        else:
            found.append(f"direction {direction.name} = {_by_number(board, links, direction.name)}")
    return found


def _by_square(board: Board, links: dict[str, str], step: Cell | None) -> str:
    """The squares where a direction leads, by column and row."""
    there = {(place[0], place[1]) for place in board.places.values()}
    steps: dict[Cell, list[Cell]] = {}
    for a, b in links.items():
        (c, r), (x, y) = board.places[a], board.places[b]
        steps.setdefault((x - c, y - r), []).append((c, r))
    if len(steps) > MOST_CASES:
        raise Trouble(board.line, f"a direction with more than {MOST_CASES} different steps can't be said")
    cases = []
    for own, cells in sorted(steps.items(), key=lambda case: -len(case[1])):
        possible = {(c, r) for c, r in there if (c + own[0], r + own[1]) in there}
        if possible == {*cells}:
            cases.append((_square(own), ""))
            continue
        odd = [k for k in (0, 1) if {cell for cell in possible if sum(cell) % 2 == k} == {*cells}]
        missing = possible - {*cells}
        if odd:
            condition = f"(c + r) % 2 = {odd[0]}"
        else:
            condition = f"not ({_condition(missing)})" if len(missing) < len(cells) else _condition(cells)
        cases.append((_square(own), condition))
    return _chain(cases)


def _by_number(board: Board, links: dict[str, str], name: str) -> str:
    """The points where a direction leads, by number: by how much it rises."""
    number = {site: i for i, site in enumerate(board.sites, 1)}
    rises: dict[int, list[int]] = {}
    for a, b in links.items():
        rises.setdefault(number[b] - number[a], []).append(number[a])
    if len(rises) > MOST_CASES:
        raise Trouble(board.line, f"a direction with more than {MOST_CASES} different steps can't be said")
    cases = []
    for rise, sites in sorted(rises.items(), key=lambda case: -len(case[1])):
        target = f"[number {'+' if rise > 0 else '-'} {abs(rise)}]" if rise else "[number]"
        cases.append((target, f"number {_in(sorted(sites))}"))
    return _chain(cases)


def _chain(cases: list[tuple[str, str]]) -> str:
    if cases == [(cases[0][0], "")]:
        return cases[0][0]
    ordered = sorted(cases, key=lambda case: not case[1])
    return (
        f"({' otherwise '.join(f'{value} when {condition}' if condition else value for value, condition in ordered)})"
    )


def sites(board: Board, wanted: Iterable[str]) -> str:
    """A set of sites by the file's names, by whole rows where it can be."""
    names = [*dict.fromkeys(wanted)]
    if {*names} == {*board.sites} and len(names) > 1:
        return "site"
    found = []
    if is_plain(board) and board.size is not None:
        rows = range(1, board.size[1] + 1)
        at = {board.places[name]: name for name in names}
        for r in rows:
            row = [(c, r) for c in range(1, board.size[0] + 1)]
            if len(row) > 1 and all(cell in at for cell in row):
                found.append(f"row({r})")
                names = [name for name in names if board.places[name][1] != r]
        columns = [c for c in range(1, board.size[0] + 1)
                   if board.size[1] > 1 and all(at.get((c, r)) in names for r in rows)]  # fmt: skip
        if columns and not found:
            found.append(f"{{s in site where s.c {_in(columns)}}}")
            names = [name for name in names if board.places[name][0] not in columns]
    if names:
        found.append(f"{{{', '.join(board.sites[name] for name in names)}}}")
    return " + ".join(found) or "{}"
