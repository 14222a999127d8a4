"""Boards with stacks: men are set on men, and none vanishes; both backends play alike."""

from __future__ import annotations

import re

import pytest

from gdl.check.checker import check as check_source
from gdl.model.model import MAX_HEIGHT
from gdl.text.findings import Finding
from gdl.text.source import Source
from interpreter import Game, GameError, RuleError, State
from interpreter.lab.tools.native_lockstep import both_backends

TOWERS = """game "Towers"

players White, Black
board stacks(grid(3, 3))
pieces man of player
{pieces}
setup
  {setup}

turn
  choose a in mine, b in a.compass as "{{a}}-{{b}}"
  move a to b

end
  lose next if stuck
  draw if repeats(piece, next) = 1
"""
PLAIN = TOWERS.format(pieces="", setup="put man of player on {}").replace(
    "put man of player on {}", "put man of White on row(1)\n  put man of Black on row(3)"
)
NUMBERED = TOWERS.format(
    pieces="pieces stone(size: 1..3) of player\n",
    setup="put stone(1) of White on a1\n  put stone(2) of White on b1\n  put man of White on c1\n"
    "  put stone(3) of Black on row(3)",
)


def after(game: Game, *moves: str) -> State:
    state = game.start()
    for move in moves:
        state = state.play(move)
    return state


def stack(state: State, site: str) -> list[str]:
    """The pieces of a site, the lowest first."""
    return [piece.label for piece in state.pieces(site)]


def men(state: State) -> int:
    """How many pieces there are on the board."""
    board = state.game.model.board
    assert board is not None
    return sum(len(state.pieces(site)) for site in board.labels)


def test_a_stack_comes_to_stand_on_what_is_there() -> None:
    game = Game.parse(PLAIN)
    state = after(game, "a1-b1", "a3-b3")
    assert stack(state, "b1") == ["man of White", "man of White"]
    state = after(game, "a1-a2", "a3-a2")
    assert stack(state, "a2") == ["man of White", "man of Black"]
    assert stack(state, "a3") == []
    state = after(game, "a1-a2", "a3-a2", "b1-b2", "a2-b2")
    assert stack(state, "b2") == ["man of White", "man of White", "man of Black"]


def test_numbers_go_along_with_their_pieces() -> None:
    state = after(Game.parse(NUMBERED), "a1-b1", "a3-a2", "b1-c1")
    assert stack(state, "c1") == ["man of White", "stone(2) of White", "stone(1) of White"]


@pytest.mark.parametrize("rules", [PLAIN, NUMBERED], ids=["plain", "numbered"])
def test_no_man_vanishes_and_the_backends_agree(rules: str) -> None:
    game = Game.parse(rules)
    state, number = game.start(), men(game.start())
    for i in range(40):
        if state.is_over:
            break
        moves = state.moves
        state = state.play(moves[i * 7 % len(moves)])
        assert men(state) == number
    both_backends(game, seed=1, plies=40, games=5, longest=100)


# ---- looking into stacks, and parts of them

TALL = """game "Tall"

players White, Black
board stacks(grid(3, 3))
pieces man, king of player
pieces ball
game has seen: 0..64 = 0

setup
  put man of White on a1
  put king of Black on a1
  put ball on a1
  put man of Black on b1

turn
{turn}

end
  lose next if stuck
"""


def rules(*lines: str) -> Game:
    """The stack man of White, king of Black, ball (on top) on a1, man of Black on b1; c1 is empty."""
    return Game.parse(TALL.format(turn="\n".join(f"  {line}" for line in lines)))


def check(text: str) -> list[Finding]:
    return [f for f in check_source(Source("tall.gdl", text)).findings if f.severity == "error"]


def true_on_both(condition: str) -> bool:
    """Whether a condition holds after the set-up; both backends must say the same."""
    game = rules("either", f'  choose "yes" where {condition}', "or", f'  choose "no" where not ({condition})')
    both_backends(game, seed=0, plies=1, games=1, longest=1)
    (move,) = game.start().moves
    return move.text == "yes"


@pytest.mark.parametrize(
    "condition",
    [
        "a1.height = 3", "b1.height = 1", "c1.height = 0", "max(s.height for s in site) = 3",
        "a1.top(1) = ball", "a1.top(1) = a1.piece", "a1.top(2) = king of Black", "a1.top(3) = man of White",
        "no a1.top(4)", "no a1.top(0)", "no c1.top(1)", "no c1.bottom(1)", "a1.bottom(1) = man of White",
        "a1.bottom(2).kind = king", "a1.bottom(3).kind = ball", "no a1.bottom(4)", "no a1.top(-1)",
        "a1.top(2).owner = Black", "no a1.top(1).owner", "a1.bottom(1).owner = White", "a1.piece.kind = ball",
        "some k in 2..a1.height where a1.top(k).kind = king", "no k in 2..b1.height where true",
        "a1.top(a1.height) = a1.bottom(1)", "count({a1, b1, c1}.top(1)) = 2", "max({a1, b1}.height) = 3",
        "after move 2 of a1 to b1: b1.height = 3 and b1.top(2) = king of Black and a1.piece = man of White",
        "after move 2 of a1 to c1: c1.bottom(1) = king of Black and c1.top(1) = ball and c1.height = 2",
        "after move 0 of a1 to b1: a1.height = 3 and b1.height = 1",
        "after move 0 of c1 to b1: b1.height = 1",
        "after move 3 of a1 to b1: a1 in empty and b1.height = 4 and b1.bottom(2) = man of White",
        "after move 2 of a1 to a1: a1.height = 3 and a1.top(1) = ball",
        "after move a1 to b1: b1.height = 4", "after remove 2 of a1: a1.piece = man of White and a1.height = 1",
        "after remove 0 of a1: a1.height = 3", "after remove 1 of {a1, b1}: a1.height = 2 and b1 in empty",
        "after remove 2 under a1: a1.height = 1 and a1.top(1) = ball",
        "after remove 1 under a1: a1.height = 2 and a1.bottom(1) = king of Black and no a1.bottom(3)",
        "after remove 1 under {a1, b1}: a1.height = 2 and b1 in empty",
        "after remove 3 under a1: a1 in empty and a1.height = 0", "after remove 0 under c1: c1 in empty",
        "after remove a1.height - 1 under a1: a1.bottom(1) = ball",
        "after remove a1: a1.height = 2", "after put ball under c1: c1.height = 1",
        "after move (a1.height - 1) of a1 to c1: c1.height = 2",
    ],
)  # fmt: skip
def test_what_lies_in_a_stack(condition: str) -> None:
    assert true_on_both(condition)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("move 4 of a1 to c1", "there are only 3 pieces on a1, not 4"),
        ("move 2 of b1 to c1", "there is only 1 piece on b1, not 2"),
        ("move 1 of c1 to b1", "there is no piece on c1, not 1"),
        ("remove 4 of a1", "there are only 3 pieces on a1, not 4"),
        ("remove 1 of c1", "there is no piece on c1, not 1"),
        ("remove 2 under b1", "there is only 1 piece on b1, not 2"),
        ("remove (seen - 1) of a1", "-1 pieces can't be taken from a1"),
    ],
)
def test_more_pieces_than_there_are_can_not_be_taken(change: str, message: str) -> None:
    game = rules('choose "go"', change)
    with pytest.raises(RuleError, match=re.escape(message)) as found:
        game.start().play("go")
    assert ":17" in str(found.value)
    both_backends(game, seed=0, plies=2, games=2, longest=2)


def tower(height: int, way: str) -> Game:
    """A stack of this height on a1, made by this change."""
    return Game.parse(f"""game "Tower"

players White, Black
board stacks(grid(2, 2))
pieces man of player

setup
  for n in 1..{height - 1}
    put man of White on a1
  put man of Black on b1

turn
  choose "go"
  {way}
  choose "on" where a1.height = {height}

end
  lose next if stuck
""")


WAYS = ["put man of White on a1", "put man of White under a1", "move b1 to a1", "move 1 of b1 to a1"]


@pytest.mark.parametrize("way", WAYS)
def test_a_stack_has_64_pieces_at_most(way: str) -> None:
    assert MAX_HEIGHT == 64
    game = tower(64, way)
    assert [move.text for move in game.start().play("go").moves] == ["on"]
    assert game.position(game.start().play("go").position()).key == game.start().play("go").key
    both_backends(game, seed=0, plies=3, games=2, longest=1)
    game = tower(65, way)
    with pytest.raises(RuleError, match="the stack on a1 would have 65 pieces; 64 are the limit") as found:
        game.start().play("go")
    assert ":14" in str(found.value)
    both_backends(game, seed=0, plies=3, games=2, longest=2)


def test_a_position_with_too_high_a_stack_is_refused() -> None:
    with pytest.raises(GameError, match="65 pieces are stacked on a1; 64 are the limit"):
        tower(3, WAYS[0]).position({"stacks": {"a1": ["man of White"] * 65}})


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("move 2 of a1 to b1", None),
        ("remove 2 of a1", None),
        ("move a1.height - 1 of a1 to b1", "a part of a stack can only be moved or removed"),
        ("remove man of me under a1", "`under` needs a number of pieces before it, not a piece"),
        ("move 65 of a1 to b1", "a stack has 0 to 64 pieces; this is 65"),
        ("move max({n in 1..2 where n > seen}) of a1 to b1", "this number of pieces may be missing"),
        ("move 2 of {a1, b1} to c1", "`move` takes one site, and this is a set"),
        ("seen = a1.top", "`top` takes one argument"),
        ("seen = a1.height(1)", "`height` takes no argument"),
        ("seen = a1.top(1).height", "a piece has no `height`"),
        ("seen = a1.top(b1)", "`top` takes a number, not a site"),
        ("seen = a1.heigth", "a site has no `heigth`"),
        ("put a1.top(2) on c1", None),
    ],
)
def test_what_the_checker_says_of_parts_of_stacks(line: str, message: str | None) -> None:
    text = TALL.format(turn=f'  choose "go"\n  {line}')
    found = [f.message for f in check(text)]
    assert found == ([] if message is None else [message])


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("move 2 of a1 to b1", "a site of this board holds one piece at most, so there are no parts to take"),
        ("remove 2 of a1", "a site of this board holds one piece at most, so there are no parts to take"),
        ("remove 2 under a1", "a site of this board holds one piece at most, so there are no parts to take"),
        ("seen = a1.height", "a site has no `height`"),
    ],
)
def test_boards_without_stacks_have_no_parts_of_stacks(line: str, message: str) -> None:
    text = TALL.replace("stacks(grid(3, 3))", "grid(3, 3)").format(turn=f'  choose "go"\n  {line}')
    (found,) = check(text)
    assert (found.message, "board stacks(…)" in found.hint) == (message, True)


def test_own_names_go_before_the_names_for_stacks() -> None:
    """`height` may be kept by hand, as rules did before there was a word for it."""
    text = TALL.replace("game has seen", "site has height: 0..8 = 7\ngame has seen")
    game = Game.parse(text.format(turn='  choose "yes" where a1.height = 7'))
    assert [move.text for move in game.start().moves] == ["yes"]
