"""Searches look a table up below the root: what they find by it is so, and happens in the kernel.

Expected values come from solving positions by themselves, from rules worked out by hand, and in chess from published
counts of tablebases.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playing import load

from interpreter import Game, State
from interpreter.graph.chance import Chance
from interpreter.players.alphabeta import AlphaBeta, Limit
from interpreter.players.endgame import Table, keep
from interpreter.players.endgame_file import TableError, blocks_of, head_of
from interpreter.players.mcts import Budget, MonteCarlo
from interpreter.players.player import Player, Seat
from interpreter.players.solving import from_table, solve
from interpreter.players.specs import make


def four() -> Game:
    """Three in a row on four by four squares."""
    return load("connect_four", columns=4, rows=4, line=3)


@cache
def win_far_away() -> tuple[State, State]:
    """A position with one winning move, of which the end is far away, and where that leads."""
    for number in range(50):
        state, chance = four().start(), Chance(3, number)
        for ply in range(3):
            state = state.play(state.draw(chance, ply))
        values = [(solve(state.play(move)), state.play(move)) for move in state.moves]
        won = [(found, after) for found, after in values if found.values[state.mover or ""] == 1]
        if len(won) == 1 and won[0][0].plies >= 6:
            return state, won[0][1]
    raise AssertionError("there is none")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """What follows the winning move; the position before it isn't in it."""
    path = tmp_path_factory.mktemp("tables") / "four.table"
    solve(win_far_away()[1], keep=lambda *known: keep_in(path, four(), *known))
    return Table(four(), path)


def keep_in(path: Path, game: Game, *known: Any) -> None:
    keep(path, game, *known)


def hits(player: Player) -> int:
    """How many positions a player has found in its table since it was asked last."""
    assert isinstance(player, MonteCarlo | AlphaBeta)
    instance = player._trees[0].instance if isinstance(player, MonteCarlo) else player._instance
    assert instance is not None
    return int(instance.call("table_hits"))


@pytest.mark.parametrize("kind", ["alphabeta", "mcts"])
def test_a_win_is_seen_that_the_same_search_does_not_see(table: Table, kind: str) -> None:
    before, after = win_far_away()
    assert table.look(before) is None and table.look(after) is not None

    def player(known: Table | None) -> AlphaBeta | MonteCarlo:
        seat = Seat(before.game, before.mover or "", table=known)
        return AlphaBeta(seat, Limit(2)) if kind == "alphabeta" else MonteCarlo(seat, Budget(iterations=20))

    knowing, plain = player(table), player(None)
    said = knowing.analyse(before)
    assert said.prospect.is_sure and said.prospect.expected[before.mover or ""] == 1
    assert before.play(said.options[0].move) == after
    assert said.prospect.plies == solve(after).plies + 1
    assert hits(knowing) > 0
    assert not plain.analyse(before).prospect.is_sure


def test_the_win_is_played_to_its_end(table: Table) -> None:
    before, _ = win_far_away()
    me, state = before.mover or "", before
    players = {name: make(f"alphabeta:2@{table.path}" if name == me else "mcts:200", Seat(before.game, name))
               for name in before.game.players}  # fmt: skip
    while not state.is_over:
        state = state.play(players[state.mover or ""].choose(state))
    assert (state.results or {})[me] == 1


def test_a_table_for_which_there_is_no_memory(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was read, but a search needs it once more."""
    other = Table(four(), table.path)
    other.path = Path("another.table")  # or the engine that has it is taken
    monkeypatch.setattr("interpreter.players.endgame.available", lambda: 5_000)
    player = AlphaBeta(Seat(four(), "Red", table=other), Limit(2))
    with pytest.raises(TableError, match="this machine has 0 MB to give"):
        player.choose(four().start())


def test_a_win_that_a_counter_may_draw_is_not_sure(tmp_path: Path) -> None:
    """A wins in three turns, but the ninth turn draws: after seven it is a draw."""
    game = Game.parse("""game "Too late"
players A, B
game has left: 0..5 = 5
game has turns: 0..20
turn
  choose n in 0..1
  left -= 1 if left > 0
  turns += 1
end
  win A if left = 0
  draw if turns = 9
""")
    path = tmp_path / "late.table"
    assert solve(game.start(), keep=lambda *known: keep_in(path, game, *known)).forgotten == ("turns",)
    table = Table(game, path)
    for turns, value in ((2, 1), (7, 0)):
        state = game.position({"to move": "A", "variables": {"left": 3, "turns": turns}})
        assert solve(state).values["A"] == value
        player = AlphaBeta(Seat(game, "A", table=table), Limit(1))
        shallow = player.analyse(state)
        assert hits(player) > 0
        assert shallow.prospect.expected["A"] > 0.9 and not shallow.prospect.is_sure
        grown = MonteCarlo(Seat(game, "A", table=table), Budget(iterations=5)).analyse(state)
        assert value or not grown.prospect.is_sure or grown.prospect.expected["A"] == 0


def test_what_follows_several_positions_is_one_table(tmp_path: Path) -> None:
    game, path = four(), tmp_path / "two.table"
    first, *others = (game.start().play(column).play(column) for column in "abc")
    one = solve(first, keep=lambda *known: keep_in(path, game, *known)).states
    both = solve(first, keep=lambda *known: keep_in(path, game, *known), also=others)
    assert both.values == solve(first).values and both.states > one
    table = Table(game, path)
    for state in (first, *others):
        told = from_table(state, table)
        assert told is not None and told.values == solve(state).values


def stops(game: Game, message: str, **limit: Any) -> None:
    from interpreter.errors import UnsolvedError

    with pytest.raises(UnsolvedError, match=message):
        solve(game.start(), **limit)


def test_limits() -> None:
    assert solve(load("tictactoe").start(), positions=765).states == 765
    stops(load("tictactoe"), "there are more than 764 positions", positions=764)
    stops(load("connect_four"), r"the time is over, with [\d,]+ positions known so far", seconds=0.01)


# ---- chess, beside published tablebases ------------------------------------------------------------------------------


def counts(path: Path) -> tuple[dict[str, int], dict[str, int], int]:
    """Of the positions with White and with Black to move, how many White wins (W) and how many are drawn (D); and the
    longest win in plies. Positions are laid out as `kernels/states.py` says."""
    head, content = head_of(path), b"".join(blocks_of(path, head_of(path)))
    found: tuple[dict[str, int], dict[str, int]] = ({"W": 0, "D": 0, "L": 0}, {"W": 0, "D": 0, "L": 0})
    longest = 0
    for at in range(0, len(content), head.state_bytes):
        options, plies, marks, player = (int.from_bytes(content[at : at + 2], "little"),
                                         int.from_bytes(content[at + 2 : at + 4], "little"),
                                         content[at + 4], content[at + 5])  # fmt: skip
        result = "W" if marks & 16 else "L" if marks & 32 else "D"
        longest = max(longest, plies if result == "W" else 0)
        black = player == 1 or (options == 0 and result == "W")
        found[black][result] += 1
    return found[0], found[1], longest


@pytest.mark.deep
@pytest.mark.parametrize(
    ("fen", "white_wins", "black_loses", "drawn", "longest"),
    [("8/8/8/8/8/2k5/8/KQ6 w - - 0 1", 144_508, 200_896, 23_048, 10),
     ("8/8/8/8/8/2k5/8/KR6 w - - 0 1", 175_168, 201_652, 22_244, 16)],
)  # fmt: skip
def test_all_placements_follow_one(
    fen: str, white_wins: int, black_loses: int, drawn: int, longest: int, tmp_path: Path
) -> None:
    """King and queen, or rook, against king: as many positions as tablebases list, and mate in 10 and 16 at most. Of
    the rook's 201,700 lost positions with Black to move 48 can't follow another. The 3,612 placements of two kings
    alone, of which chess is drawn at once, are counted with those that are drawn."""
    game, path = load("chess"), tmp_path / "chess.table"
    solve(game.position(fen), keep=lambda *known: keep_in(path, game, *known))
    white, black, plies = counts(path)
    assert (white["W"], black["W"], plies) == (white_wins, black_loses, 2 * longest)
    assert white["D"] + black["D"] == drawn + 3_612 and white["L"] == black["L"] == 0
