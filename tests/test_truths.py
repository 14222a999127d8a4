"""Published numbers: what others have counted for these games, our descriptions of them must give as well."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from interpreter import Game, State
from interpreter.perft import perft
from interpreter.simulate import playout

SKETCHES = Path(__file__).parent / "sketches"


@cache
def load(name: str, **options: Any) -> Game:
    path = SKETCHES / f"{name}.gdl"
    return Game.load(path if path.exists() else name, **options)


def counts(start: State, depth: int) -> list[int]:
    """Sequences of so many turns, from one turn on."""
    return [d.sequences for d in perft(start, depth)]


# ---- chess ---------------------------------------------------------------------------------------------

KINDS = {"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen", "k": "king"}


def from_fen(fen: str) -> dict[str, Any]:
    """A position of chess in the usual notation, as data for `Game.position`."""
    board, mover, castling, passant = fen.split()[:4]
    pieces: dict[str, list[str]] = {}
    for row, text in zip(range(8, 0, -1), board.split("/"), strict=True):
        column = 0
        for letter in text:
            if letter.isdigit():
                column += int(letter)
                continue
            owner = "White" if letter.isupper() else "Black"
            pieces.setdefault(f"{KINDS[letter.lower()]} of {owner}", []).append(f"{'abcdefgh'[column]}{row}")
            column += 1
    unmoved = {
        f"{file}{1 if right.isupper() else 8}"
        for right in castling.replace("-", "")
        for file in ("e", "h" if right.lower() == "k" else "a")
    }
    variables: dict[str, Any] = {"unmoved": sorted(unmoved)}
    if passant != "-":
        variables["passant"] = passant
    return {"to move": "White" if mover == "w" else "Black", "pieces": pieces, "variables": variables}


# https://www.chessprogramming.org/Perft_Results: the start, position 2 ("Kiwipete"), and positions 3, 4 and 5.
CHESS = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -": [20, 400, 8_902],
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -": [48, 2_039],
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -": [14, 191, 2_812],
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -": [6, 264],
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -": [44, 1_486],
}


@pytest.mark.parametrize("fen", CHESS)
def test_chess(fen: str) -> None:
    expected = CHESS[fen]
    assert counts(load("chess").position(from_fen(fen)), len(expected)) == expected


def test_the_start_of_chess_is_the_set_up() -> None:
    start = load("chess").start()
    assert load("chess").position(from_fen(next(iter(CHESS)))) == start


def test_mate_and_stalemate() -> None:
    """The fool's mate, and Sam Loyd's game of ten moves that ends in stalemate."""
    state = load("chess").start()
    for text in ("f2-f3", "e7-e5", "g2-g4", "d8-h4"):
        state = state.play(text)
    assert state.outcomes == {"White": "loss", "Black": "win"}
    state = load("chess").start()
    loyd = ["e2-e3", "a7-a5", "d1-h5", "a8-a6", "h5xa5", "h7-h5", "h2-h4", "a6-h6", "a5xc7", "f7-f6",
            "c7xd7", "e8-f7", "d7xb7", "d8-d3", "b7xb8", "d3-h7", "b8xc8", "f7-g6", "c8-e6"]  # fmt: skip
    for text in loyd:
        assert not state.is_over
        state = state.play(text)
    assert state.outcomes == {"White": "draw", "Black": "draw"}


# The "programfox" positions of perft suites for atomic chess (lichess: chessops, shakmaty, pychess-variants).
ATOMIC = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -": [20, 400],
    "rn2kb1r/1pp1p2p/p2q1pp1/3P4/2P3b1/4PN2/PP3PPP/R2QKB1R b KQkq -": [40, 1_238],
    "rn1qkb1r/p5pp/2p5/3p4/N3P3/5P2/PPP4P/R1BQK3 w Qkq -": [28, 833],
    "r4b1r/2kb1N2/p2Bpnp1/8/2Pp3p/1P1PPP2/P5PP/R3K2R b KQ -": [148],
}


@pytest.mark.parametrize("fen", ATOMIC)
def test_atomic_chess(fen: str) -> None:
    expected = ATOMIC[fen]
    assert counts(load("atomic").position(from_fen(fen)), 2)[-len(expected) :] == expected


def test_threefold_repetition() -> None:
    state = load("chess").start()
    for text in ["g1-f3", "g8-f6", "f3-g1", "f6-g8"] * 2:
        assert not state.is_over
        state = state.play(text)
    assert state.outcomes == {"White": "draw", "Black": "draw"}


# ---- draughts and the like -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        # http://checker-board.blogspot.com/2009/02/perft-for-checkers.html (M. Fierz, A. Bik); OEIS A133046.
        # A jump with all that follow it is one turn.
        ("draughts", [7, 49, 302, 1_469, 7_361, 36_768]),
        # https://aartbik.blogspot.com/search/label/perft ("BikDam: international checkers")
        ("international", [9, 81, 658, 4_265]),
        # OEIS A124005: nodes at each depth of the game tree of Othello
        ("reversi", [4, 12, 56, 244, 1_396, 8_200]),
        # the front row of four steps two ways each, the three behind it hop two ways each
        ("chinese_checkers", [14, 14**2]),
        # no king can be on the hill before chess's third turn
        ("king_of_the_hill", [20, 400]),
    ],
)
def test_turns_from_the_start(name: str, expected: list[int]) -> None:
    assert counts(load(name).start(), len(expected)) == expected


def test_the_shortest_game_of_reversi() -> None:
    """Nine moves, and White has no disc left: 1. e6 f4 2. e3 f6 3. g5 d6 4. e7 f5 5. c5, known from the literature."""
    state = load("reversi").start()
    for text in ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"]:
        assert not state.is_over
        state = state.play(text)
    assert state.outcomes == {"Black": "win", "White": "loss"}
    assert {k: len(v) for k, v in state.position()["pieces"].items()} == {"disc of Black": 13}


def breakthrough(size: int, depth: int) -> list[int]:
    """Breakthrough counted by a few lines of plain Python (nobody can win in so few turns)."""
    first = frozenset((c, r) for c in range(size) for r in (0, 1))
    second = frozenset((c, r) for c in range(size) for r in (size - 1, size - 2))
    found, layer, step = [], {(first, second): 1}, 1
    for _ in range(depth):
        after: dict[Any, int] = {}
        for (mine, theirs), ways in layer.items():
            for c, r in mine:
                for to in ((c - 1, r + step), (c, r + step), (c + 1, r + step)):
                    if 0 <= to[0] < size and to not in mine and not (to[0] == c and to in theirs):
                        key = theirs - {to}, mine - {(c, r)} | {to}
                        after[key] = after.get(key, 0) + ways
        layer, step = after, -step
        found.append(sum(layer.values()))
    return found


@pytest.mark.parametrize(("size", "depth"), [(8, 3), (5, 4)])
def test_breakthrough_against_plain_python(size: int, depth: int) -> None:
    expected = breakthrough(size, depth)
    assert expected[:2] == {8: [22, 484], 5: [13, 156]}[size]  # counted by hand: 3 ways for each man but at the sides
    assert counts(load("breakthrough", size=size).start(), depth) == expected


# ---- tic-tac-toe and four in a row ---------------------------------------------------------------------


def test_tic_tac_toe_by_result() -> None:
    """131,184 games are won by the first player, 77,904 by the second, 46,080 drawn; there are 5,478 positions."""
    start = load("tictactoe").start()
    layer, seen, found = {start: 1}, {start}, dict[str, int]()
    while layer:
        after: dict[State, int] = {}
        for state, ways in layer.items():
            for nxt in map(state.play, state.moves):
                seen.add(nxt)
                if nxt.is_over:
                    how = (nxt.outcomes or {})["X"]
                    found[how] = found.get(how, 0) + ways
                else:
                    after[nxt] = after.get(nxt, 0) + ways
        layer = after
    assert found == {"win": 131_184, "loss": 77_904, "draw": 46_080}
    assert len(seen) == 5_478


FOUR = """\
game "Four in a row"

players First, Second
board grid(7, 6)
pieces disc of player

turn
  choose s in empty where s.r = 1 or s.S in occupied
  put disc of me on s

end
  win me if some line in lines(4) where line within mine
  draw if no empty
"""


def test_four_in_a_row() -> None:
    """Positions after n discs: OEIS A212693 (J. Tromp's table of Connect-Four positions)."""
    depths = list(perft(Game.parse(FOUR).start(), 6))
    assert [d.positions for d in depths] == [7, 49, 238, 1_120, 4_263, 16_422]
    assert [d.sequences for d in depths] == [7**n for n in range(1, 7)]  # no column is full before the seventh disc


# ---- go, hex -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "height", "legal"), [(1, 2, 5), (2, 2, 57), (2, 3, 489)])
def test_legal_positions_of_go(width: int, height: int, legal: int) -> None:
    """J. Tromp and G. Farnebäck, "Combinatorics of Go", table of legal positions; all can be reached if positions
    may come again. (Any can be built stone by stone: every chain has its liberties all the time.)"""
    text = (SKETCHES / "go.gdl").read_text(encoding="utf-8")
    text = text.replace("grid(size, size)", f"grid({width}, {height})").replace(" and repeats(piece) = 0", "")
    start = Game.parse(text).start()
    todo, seen = [start], {start}
    while todo:
        state = todo.pop()
        for after in map(state.play, state.moves):
            if after not in seen:
                seen.add(after)
                todo.append(after)
    assert len({str(sorted(s.position().get("pieces", {}).items())) for s in seen}) == legal


def test_superko() -> None:
    """On two points, by hand: a stone, its capture, and to take back would repeat what was."""
    text = (SKETCHES / "go.gdl").read_text(encoding="utf-8").replace("grid(size, size)", "grid(2, 1)")
    state = Game.parse(text).start()
    assert [m.text for m in state.moves] == ["a1", "b1", "pass"]
    state = state.play("a1").play("b1")
    assert state.position()["pieces"] == {"stone of White": ["b1"]}
    assert [m.text for m in state.moves] == ["pass"]
    state = state.play("pass")
    assert [m.text for m in state.moves] == ["pass"]  # no suicide
    assert state.play("pass").outcomes == {"Black": "loss", "White": "win"}


def test_the_swap_in_hex() -> None:
    """A stone on any of the n × n cells, or once, instead of the second one, the first becomes one's own, mirrored."""
    assert counts(load("hex", size=3).start(), 3) == [9, 9 * 9, 9 * (8 * 7 + 8)]
    state = load("hex", size=3).start().play("b1").play("swap")
    assert state.position()["pieces"] == {"stone of Blue": ["a2"]}


def test_hex_is_never_drawn() -> None:
    """Nash: a full board has a winner, and only one. So a game ends at the latest with the last cell."""
    for seed in range(6):
        end = playout(load("hex", size=5), seed, 0).end
        assert sorted((end.outcomes or {}).values()) == ["loss", "win"]


# ---- dice ----------------------------------------------------------------------------------------------


def test_holding_at_twenty_in_pig() -> None:
    """Neller and Presser, "Optimal Play of the Dice Game Pig" (2004): what a turn brings that holds at 20 or more."""
    found = dict.fromkeys([0, *range(20, 26)], Fraction(0))
    layer: dict[State, Fraction] = {load("pig").start(): Fraction(1)}
    while layer:
        after: dict[State, Fraction] = {}
        for state, weight in layer.items():
            if state.turns:
                found[state.value("total", state.game.players[0])] += weight
                continue
            if state.is_chance:
                ways = [(state.play(move), share) for move, share in state.chance]
            else:
                pot = state.position().get("locals", {}).get("pot", 0)
                ways = [(state.play("hold" if pot >= 20 else "roll"), Fraction(1))]
            for nxt, share in ways:
                after[nxt] = after.get(nxt, Fraction(0)) + weight * share
        layer = after
    expected = {0: 0.6245, 20: 0.0997, 21: 0.0950, 22: 0.0742, 23: 0.0542, 24: 0.0352, 25: 0.0172}
    assert {k: round(float(v), 4) for k, v in found.items()} == expected
    assert sum(found.values()) == 1


MEN = {24: 2, 13: 5, 8: 3, 6: 5}


def first_turns(x: int, y: int) -> set[Any]:
    """All positions after a first throw of backgammon, by a few lines of plain Python: nobody can be hit or bear off
    at once, and both numbers (all four of a double) can always be played."""
    opponent = {25 - i: n for i, n in MEN.items()}

    def step(men: tuple[int, ...], die: int) -> set[tuple[int, ...]]:
        moves = {(i, i - die) for i in set(men) if i > die and opponent.get(i - die, 0) < 2}
        return {tuple(sorted([*men[: men.index(i)], *men[men.index(i) + 1 :], j])) for i, j in moves}

    ends: set[tuple[int, ...]] = set()
    for order in {(x, y), (y, x)} if x != y else {(x,) * 4}:
        layer = {tuple(sorted(i for i, n in MEN.items() for _ in range(n)))}
        for die in order:
            layer = {after for men in layer for after in step(men, die)}
        ends |= layer
    return ends


def test_first_turns_of_backgammon() -> None:
    """36 equally likely throws, 21 different ones, and for each the positions that plain Python finds."""
    start = load("backgammon").start()
    assert {share for _, share in start.chance} == {Fraction(1, 36)}
    assert len(start.moves) == 36
    assert len({tuple(sorted(m.values)) for m in start.moves}) == 21
    for move in start.moves:
        x, y = map(int, move.values)
        layer, ends = {start.play(move)}, set[tuple[int, ...]]()
        while layer:
            layer = {after for state in layer for after in map(state.play, state.moves)}
            for state in [s for s in layer if s.turns]:
                layer.remove(state)
                held = [(i, state.value("men", i, "White")) for i in range(26)]
                ends.add(tuple(i for i, n in held for _ in range(n)))
        assert ends == first_turns(x, y), move.text
