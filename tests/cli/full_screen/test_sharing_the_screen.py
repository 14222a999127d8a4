"""How the screen is shared out, by the sizes of what is to be shown."""

from __future__ import annotations

import pytest

from cli.terminal.full_screen.room import Room, divided


@pytest.mark.parametrize(
    ("screen", "board", "about", "facts", "room"),
    [
        ((80, 20), (40, 10), 2, 3, Room(28, is_introduced=True)),
        ((80, 20), (52, 19), 2, 3, Room(28)),  # the board needs the rows of the introduction
        ((80, 20), (53, 13), 2, 3, Room(0, 5, is_introduced=True)),  # and the columns of the lists
        ((80, 20), (53, 15), 2, 3, Room(0, 5)),
        ((80, 20), (80, 19), 2, 3, Room(0, 1)),
        ((80, 20), (81, 19), 2, 3, Room(28, is_introduced=True)),  # nothing helps
        ((59, 20), (40, 10), 2, 3, Room(0, is_introduced=True)),
        ((120, 20), (53, 13), 0, 3, Room(44)),
        ((80, 20), (36, 10), 0, 200, Room(28)),  # eight rows of twenty are the facts' share
        ((80, 20), (36, 10), 0, 300, Room(44)),
        ((80, 20), (37, 10), 0, 300, Room(28, is_telling=True)),  # there are 36 columns beside 44
        ((80, 20), (19, 10), 0, 300, Room(28, is_telling=True)),  # where the board would be half as large
        ((80, 20), (36, 10), 0, 400, Room(44, is_telling=True)),
        ((80, 20), (36, 18), 2, 210, Room(44, is_introduced=True)),  # of eighteen rows seven are
    ],
)
def test_what_has_no_room_is_left_out(
    screen: tuple[int, int], board: tuple[int, int], about: int, facts: int, room: Room
) -> None:
    """`facts`: how many characters they are; the lines are as long as the columns beside the board. Of a narrow board
    there is a size that is twice as wide."""

    def rows(columns: int) -> int:
        return -(-facts // columns)

    def fitted(width: int, height: int) -> int | None:
        times = (2, 1) if board[0] < 20 else (1,)
        return next((i for i, n in enumerate(times) if n * board[0] <= width and board[1] <= height), None)

    width, height = screen
    assert divided(width, height, has_side=True, about=about, facts=rows, fitted=fitted) == room


def test_lists_that_nobody_wants_take_no_room() -> None:
    def fitted(width: int, height: int) -> int | None:
        return 0 if width >= 70 and height >= 18 else None

    assert divided(80, 20, has_side=False, about=2, facts=lambda _: 30, fitted=fitted) == Room(0, is_introduced=True)
    assert divided(80, 20, has_side=True, about=2, facts=lambda _: 30, fitted=fitted) == Room(0, 1)


def test_the_whole_board_below_is_better_than_a_part_of_it_beside() -> None:
    def fitted(width: int, height: int) -> int | None:
        return 0 if width >= 40 else None

    def is_whole(width: int, height: int) -> bool:
        return width >= 70 and height >= 15

    def room(height: int) -> Room:
        return divided(80, height, has_side=True, about=2, facts=lambda _: 3, fitted=fitted, is_whole=is_whole)

    assert room(20) == Room(0, 5)
    assert room(19) == Room(28, is_introduced=True)  # nor does it hide the list of moves
