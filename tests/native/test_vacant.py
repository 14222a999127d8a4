"""The number of empty sites, kept from ply to ply: where it is kept, and that it is true after whatever changes.

What is expected comes from the reference interpreter, which counts, and from what each rule does.
"""

from __future__ import annotations

import pytest

from interpreter import Game
from interpreter.graph.graph import Graph
from interpreter.graph.layout import Layout
from interpreter.lab.tools.lockstep import Disagreement
from interpreter.lab.tools.native_lockstep import both_backends
from interpreter.lab.tools.simulate import simulate
from interpreter.native.lower.vacant import Vacant
from interpreter.native.module.emitter import Emitter, Words
from interpreter.native.plan.vacant import is_kept

RULES = """
game "Empty sites"
players A, B
board {board}
pieces {pieces}
game has tick: 0..30

turn
  either
    choose s in empty
    put stone of me on s
{ways}

end
  tick += 1
  draw if no empty or tick = 30
"""
BOARDS = {"grid(2, 3)": 6, "grid(5, 5)": 25, "grid(9, 8)": 72, "rhombus(10)": 100, "grid(13, 11)": 143,
          "hexhex(5)": 61, "triangle(12)": 78, "hexhex(8)": 169}
WAYS = {
    "nothing else": "",
    "it is taken": "choose s in theirs as \"take {s}\"\n    put stone of me on s",
    "some are removed": "choose s in mine as \"remove {s}\"\n    remove {t in mine where t.c = s.c}",
    "all are removed": "choose \"clear\" where count(occupied) > 3\n    remove occupied",
    "one moves to an empty site": "choose a in mine, b in empty as \"{a} to {b}\"\n    move a to b",
    "one moves anywhere": "choose a in mine, b in site as \"{a} goes to {b}\"\n    move a to b",
    "one takes": "choose a in mine, b in theirs as \"{a} takes {b}\"\n    move a to b",
    "several are put": "choose c in 1..2 as \"row {c}\"\n    put stone of me on {s in site where s.c = c}",
    "the neighbour is filled": "choose s in empty as \"two at {s}\"\n    put stone of me on s\n"
                               "    put stone of me on s.N",
    "empty twice": "choose s in empty, t in empty as \"{s} and {t}\"\n    put stone of me on s\n"
                   "    put stone of me on t",
    "what may be there": "choose s in empty as \"copy {s}\"\n    put s.N.piece on s",
    "only where it would leave some": "choose s in empty where after put stone of me on s: count(empty) > 2"
                                      " as \"try {s}\"\n"
                                      "    put stone of me on s",
    "some of the empty": "choose s in empty where s.c < 3 as \"left {s}\"\n    put stone of me on s",
}  # fmt: skip


def rules(way: str = "", board: str = "grid(5, 5)", pieces: str = "stone of player") -> str:
    ways = f"  or\n    {way}\n" if way else ""
    return RULES.format(board=board, pieces=pieces, ways=ways)


def kept(game: Game) -> bool:
    return is_kept(Layout(Graph(game.model)))


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("way", WAYS)
def test_it_is_true_after_whatever_changes(way: str, board: str) -> None:
    text = WAYS[way]
    if board.startswith(("hexhex", "triangle")) and ("s.c" in text or "s.N" in text):
        pytest.skip("its sites have no columns, and no north")
    game = Game.parse(rules(text, board))
    assert kept(game)
    for seed in range(4):
        both_backends(game, seed, plies=20, games=4)


@pytest.mark.parametrize("board", BOARDS)
def test_a_full_board_ends_the_game(board: str) -> None:
    text = rules(board=board).replace("draw if no empty or tick = 30", "draw if no empty")
    text = text.replace("  tick += 1\n", "").replace("game has tick: 0..30\n", "")
    for backend in ("native", "reference"):
        *_, played = simulate(Game.parse(text, backend=backend), 5, seed=1)
        assert (played.games, played.decisions.mean) == (5, BOARDS[board])


@pytest.mark.parametrize(
    ("text", "is_worth_it"),
    [
        (rules(), True),
        (rules(WAYS["all are removed"]), True),
        (rules().replace("s in empty", "s in mine.N & empty"), False),
        (rules().replace("s in empty", "s in empty where s.c > 1"), False),
        (rules().replace("    put stone of me on s\n", "    put stone of me on {s, s.N}\n"), False),
        (rules("choose s in mine as \"{s}\"\n    for t in s.adjacent\n      remove {t}"), False),
        (rules(board="stacks(grid(5, 5))"), False),
    ],
)  # fmt: skip
def test_where_it_is_kept(text: str, is_worth_it: bool) -> None:
    assert kept(Game.parse(text)) is is_worth_it


@pytest.mark.parametrize(
    ("name", "options"),
    [("tictactoe", {}), ("gomoku", {"size": 9}), ("hex", {"size": 5}), ("hex", {}), ("havannah", {"size": 4}),
     ("havannah", {}), ("y", {}), ("y", {"size": 4}), ("y", {"swap": False})],
)  # fmt: skip
def test_in_games_of_putting(name: str, options: dict[str, int]) -> None:
    """Y's sites are numbered with gaps, so that neighbours lie at the same distance everywhere."""
    game = Game.load(name, **options)
    assert kept(game)
    both_backends(game, seed=2, plies=30, games=3)


@pytest.mark.parametrize("name", ["chess", "go", "breakthrough", "oware", "sparks"])
def test_it_is_not_kept_elsewhere(name: str) -> None:
    assert not kept(Game.load(name))


@pytest.mark.parametrize("slip", [0, 2])
def test_a_number_that_is_wrong_would_be_seen(slip: int, monkeypatch: pytest.MonkeyPatch) -> None:
    right = Vacant.changed

    def wrong(self: Vacant, emit: Emitter, toggled: Words, filled: int) -> None:
        right(self, emit, toggled, slip if filled else 0)

    monkeypatch.setattr(Vacant, "changed", wrong)
    with pytest.raises(Disagreement):
        both_backends(Game.parse(rules(board="grid(4, 3)")), seed=1, plies=9, games=4)
