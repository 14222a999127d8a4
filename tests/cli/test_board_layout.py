"""Boards in characters: cells that never move, overlap or overflow, found by the mouse and by the cursor."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path
from string import ascii_lowercase
from typing import Any

import pytest
from sample import daily

from cli.terminal.scene import steps
from cli.terminal.scene.board import Board, Drawing, draw
from cli.terminal.scene.layout import Layout, Site
from cli.terminal.scene.lines import Look, text_width
from cli.terminal.scene.marks import Marks
from cli.terminal.scene.measure import wrap
from cli.terminal.scene.palette import PLAIN, UNICODE, WOOD
from cli.terminal.scene.sizes import Manner, fitting, layouts
from interpreter import Game, State

RULESETS = Path(__file__).parents[2] / "rulesets"
VARIED = ["go size=19", "hex size=19", "spectral_reapers pits=4", "kalah houses=12", "quarto squares=true"]
GAMES = sorted(path.stem for path in RULESETS.rglob("*.gdl")) + VARIED
ROOMS = ((40, 10), (80, 24), (200, 50))
MANNERS = (
    Manner(is_compact=True),
    Manner(symbols=True, is_compact=True),
    Manner(symbols=True),
    Manner(degrees=180),
)
every_game = pytest.mark.parametrize("name", daily(GAMES))
DIRECTIONS: tuple[steps.Direction, ...] = ("up", "down", "left", "right")


@cache
def game(name: str) -> Game:
    """A game by its name and perhaps an option."""
    ruleset, _, option = name.partition(" ")
    options: dict[str, Any] = dict([option.split("=")] if option else [])
    return Game.load(ruleset, **options)


def played(name: str, turns: int, seed: int) -> list[State]:
    """States of a game at random."""
    state, dice = game(name).start(seed), random.Random(seed)
    found = [state]
    for _ in range(turns):
        if state.is_over:
            break
        state = state.play(dice.choice(state.ways if state.is_chance else state.moves))
        found.append(state)
    return found


def shown(name: str) -> list[tuple[Manner, Layout]]:
    """The layouts of a game that different screens get."""
    model = game(name).model
    found = [(manner, fitting(model, manner, *room)) for manner in MANNERS for room in ROOMS]
    return list({id(layout): (manner, layout) for manner, layout in found}.values())


@every_game
def test_cells_lie_within_the_board_and_not_upon_each_other(name: str) -> None:
    for _, layout in shown(name):
        taken: dict[tuple[int, int], Site] = {}
        for site, cell in layout.cells.items():
            for row in range(cell.row, cell.row + cell.height):
                for column in range(cell.column, cell.column + cell.width):
                    assert (row, column) not in taken, (site, taken[row, column])
                    assert 0 <= row < layout.height and 0 <= column < layout.width
                    taken[row, column] = site
        assert all(layout.site_at(*place) == site for place, site in taken.items())
        shapes = {part.shape for part in layout.parts}
        shapes |= {shape for part in layout.parts if part.between for shape, _ in part.between.drawn}
        assert len(layout.cells) == sum(len(shape.labels) for shape in shapes)


@every_game
def test_what_stands_on_a_site_fits_its_cell_in_every_state(name: str) -> None:
    """So nothing moves, whatever is played: a layout knows nothing of states."""
    states = played(name, 40, 1)[::8] + played(name, 40, 2)[-1:]
    for manner, layout in shown(name):
        board = Board(game(name).model, layout, manner, PLAIN, UNICODE)
        for state in states:
            drawing = Drawing(board, state.view(), Marks())
            for site in board.parts:
                cell = layout.cells[site]
                for row, line in drawing._text(site)[0]:
                    assert 0 <= row < cell.height
                    assert sum(text_width(text) for text, _ in line) <= cell.width, (site, line)


@every_game
def test_between_the_cells_nothing_changes(name: str) -> None:
    states = played(name, 30, 3)
    for manner, layout in shown(name):
        board = Board(game(name).model, layout, manner, WOOD, UNICODE)
        for state in (states[0], states[-1]):
            drawing = Drawing(board, state.view(), Marks())
            for number in range(layout.height):
                row, before = drawing.row(number), board.ground[number]
                for column in range(layout.width):
                    if layout.site_at(number, column) is None:
                        assert row[column] == before[column]
                assert sum(text_width(text) for text, _ in row.line()) <= layout.width


@every_game
def test_every_board_fits_eighty_columns(name: str) -> None:
    for state in (states := played(name, 30, 3))[0], states[-1]:
        for look in (Look(80), Look(80, symbols=True, colour=True), Look(80, degrees=180)):
            lines = draw(state.view(), look)
            assert all(sum(text_width(text) for text, _ in line) <= 80 for line in lines)


@pytest.mark.parametrize("site", ["a1", "m1", "z1"])
def test_of_a_board_that_is_wider_than_the_page_what_is_in_use_is_drawn(site: str) -> None:
    rules = 'game "Wide"\nplayers A, B\nboard grid(26, 2)\npieces quill of player\nsetup\n  put quill of A on '
    rules += f"{site}\nturn\n  choose s in empty\n  put quill of me on s\nend\n  draw\n"
    view = Game.parse(rules).start().view()
    whole, *lines = ["".join(text for text, _ in line) for line in (*draw(view, Look(80))[:1], *draw(view, Look(24)))]
    assert max(map(len, lines[:-1])) <= 24 < len(whole)
    assert sum("A" in line for line in lines) == 1, lines
    assert lines[-1].startswith("(a part of the board: all of it needs ")


def test_of_an_empty_board_that_is_wider_than_the_page_what_can_be_chosen_is_drawn() -> None:
    """With its name; where all of the board can be chosen, the middle is drawn, as before."""
    rules = 'game "Wide"\nplayers A, B\nboard grid(26, 20)\npieces quill of player\nturn\n'
    rules += "  choose s in {} & empty\n  put quill of me on s\nend\n  draw\n"

    def drawn(sites: str) -> str:
        view = Game.parse(rules.format(sites)).start().view()
        return "\n".join("".join(text for text, _ in line) for line in draw(view, Look(24)))

    assert re.search(r"\bb\b", drawn("{b2, c3}"))
    assert not re.search(r"\bb\b", drawn("site"))
    assert re.search(r"\bm\b", drawn("site"))


@pytest.mark.parametrize("board", ["grid(30, 2)", "field"])
def test_names_of_columns_stand_apart(board: str) -> None:
    rules = f'game "Wide"\nplayers A, B\nboard {board}\npieces man of player\nturn\n  choose s in empty\n'
    rules += "  put man of me on s\nend\n  draw if no empty\n"
    names = ["alpha", "beta", "gamma", "delta", "eta"]
    rules += f"type column = {', '.join(names)}\ntype field\n" if board == "field" else ""
    rules += '  for c in column, r in 1..2 as "{c}{r}" at index(c), r\n' if board == "field" else ""
    lines = ["".join(text for text, _ in line) for line in draw(Game.parse(rules).start().view(), Look(80))]
    said = " ".join(lines[2:]).split()
    assert sorted(said) == sorted(names if board == "field" else [*ascii_lowercase, "aa", "ab", "ac", "ad"])


@every_game
def test_larger_rooms_have_larger_boards(name: str) -> None:
    for manner in MANNERS[1:3]:
        found = layouts(game(name).model, manner)
        areas = [sum(cell.width * cell.height for cell in layout.cells.values()) for layout in found]
        fitted = [
            max((a for a, one in zip(areas, found, strict=True) if one.width <= w and one.height <= h), default=0)
            for w, h in ROOMS
        ]
        assert fitted == sorted(fitted)


def reached(layout: Layout) -> set[Site]:
    """The sites that arrow keys lead to."""
    start = steps.first(layout)
    found, todo = {start}, [start]
    while todo:
        site = todo.pop()
        assert site is not None
        for direction in DIRECTIONS:
            other = steps.step(layout, site, direction)
            if other is not None and other not in found:
                found.add(other)
                todo.append(other)
    return {site for site in found if site is not None}


@every_game
def test_arrow_keys_lead_to_every_site(name: str) -> None:
    found = {id(layout): layout for _, layout in shown(name)}
    for layout in list(found.values())[-4:]:
        if layout.cells:
            assert reached(layout) == set(layout.cells)


@pytest.mark.parametrize("name", ["chess", "hex", "nine_mens_morris", "sparks"])
def test_a_step_goes_where_it_says(name: str) -> None:
    for _, layout in shown(name):
        for site, cell in layout.cells.items():
            for direction in DIRECTIONS:
                if (other := steps.step(layout, site, direction)) is not None:
                    to = layout.cells[other]
                    down, right = to.row + to.height / 2 - cell.row - cell.height / 2, to.column - cell.column
                    assert {"up": -down, "down": down, "left": -right, "right": right}[direction] > 0


def test_steps_on_squares_are_those_of_the_board() -> None:
    layout = fitting(game("chess").model, Manner(), 80, 24)
    walk: tuple[tuple[steps.Direction, str], ...] = (("up", "e5"), ("left", "d5"), ("down", "d4"), ("right", "e4"))
    site: Site = ("grid", "e4")
    for direction, label in walk:
        found = steps.step(layout, site, direction)
        assert found == ("grid", label)
        site = found
    assert steps.step(layout, ("grid", "a1"), "left") is None
    assert steps.step(layout, ("grid", "a1"), "down") is None


def test_a_board_turned_upside_down_has_its_first_row_on_top() -> None:
    model = game("chess").model
    straight, turned = (fitting(model, Manner(degrees=degrees), 80, 24) for degrees in (0, 180))
    for label, opposite in (("a1", "h8"), ("e2", "d7")):
        assert turned.cells["grid", label] == straight.cells["grid", opposite]
    assert layouts(model, Manner(degrees=90))[0].cells["grid", "a1"].row == 0


def test_words_are_wrapped_behind_a_piece() -> None:
    assert wrap(1, (1, 2), 4) == [1, 1]
    assert wrap(1, (1, 2), 5) == [2]
    assert wrap(0, (2, 2, 2), 5) == [2, 1]
    assert wrap(3, (2,), 4) == [0, 1]
