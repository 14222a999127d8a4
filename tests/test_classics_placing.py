"""Published numbers for the classics in which pieces are placed, for Nim, and for games of one player."""

from __future__ import annotations

from collections import Counter
from functools import cache, reduce
from itertools import combinations, pairwise, product
from math import comb
from operator import xor
from typing import Any

import pytest

from interpreter import Game, State
from interpreter.chance import Chance
from interpreter.perft import perft

# What takes too long here: (game, options, position or None, unit, depth, sequences of that depth).
DEEP: list[tuple[str, dict[str, Any], dict[str, Any] | None, str, int, int]] = []

# And the same with the number of positions of that depth.
DEEP_POSITIONS: list[tuple[str, dict[str, Any], dict[str, Any] | None, str, int, int]] = []


# Values for the player to move: (game, options, position or None, value).
DEEP_VALUES: list[tuple[str, dict[str, Any], dict[str, Any] | None, int]] = [
    ("tictactoe", {"m": 4, "n": 3, "k": 4}, None, 0),
    ("connect_four", {"columns": 5, "rows": 4}, None, 0),  # J. Tromp's table: all boards of four rows
    ("y", {"size": 5, "swap": False}, None, 1),
]


@cache
def load(name: str, **options: Any) -> Game:
    return Game.load(name, **options)


def played(start: State, *texts: str) -> State:
    for text in texts:
        start = start.play(text)
    return start


def value(state: State, known: dict[State, float], good: Counter[str]) -> float:
    """What the player to move gets, if both play as well as they can; `good` moves are tried first."""
    if state in known:
        return known[state]
    best, me = -2.0, state.to_move or ""
    ways = [(move.text, state.play(move)) for move in sorted(state.moves, key=lambda move: -good[f"{me} {move}"])]
    for text, after in sorted(ways, key=lambda way: not way[1].is_over):
        if after.is_over:
            best = max(best, (after.results or {})[me])
        else:
            best = max(best, value(after, known, good) * (1 if after.to_move == me else -1))
        if best == 1:
            good[f"{me} {text}"] += 1
            break
    known[state] = best
    return best


def solved(start: State) -> float:
    """What the player to move gets."""
    return value(start, {}, Counter())


# ---- m,n,k ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("m", "n", "k", "expected"), [(3, 3, 3, 0), (4, 3, 3, 1), (4, 4, 3, 1)])
def test_values_of_mnk_games(m: int, n: int, k: int, expected: int) -> None:
    """J. W. H. M. Uiterwijk and H. J. van den Herik, "The advantage of the initiative" (2000)."""
    assert solved(load("tictactoe", m=m, n=n, k=k).start()) == expected


# ---- Connect Four --------------------------------------------------------------------------------------

FOUR = [7, 49, 238, 1_120, 4_263, 16_422, 54_859, 184_275, 558_186]  # OEIS A212693, from one disc on
DEEP_POSITIONS += [("connect_four", {}, None, "turns", n, FOUR[n - 1]) for n in range(6, 10)]


def test_positions_of_connect_four() -> None:
    depths = list(perft(load("connect_four").start(), 6))
    assert [d.positions for d in depths] == FOUR[:6]
    assert [d.sequences for d in depths] == [7**n for n in range(1, 7)]  # no column is full before the seventh disc


def test_games_of_connect_four() -> None:
    """All different games on four columns of three: OEIS A342329."""
    start = load("connect_four", columns=4, rows=3).start()
    assert sum(d.ended for d in perft(start, 12)) == 356_232


def test_connect_four_on_four_by_four_is_a_draw() -> None:
    assert solved(load("connect_four", columns=4, rows=4).start()) == 0


# ---- Hex -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [2, 3])
def test_the_first_player_wins_hex(size: int) -> None:
    """Nash. And with the swap the second one does."""
    assert solved(load("hex", size=size, swap=False).start()) == 1
    assert solved(load("hex", size=size).start()) == -1


def test_openings_of_hex() -> None:
    """a1 loses on every board, b1 but on 2 × 2 (hexwiki.net, "Small boards" and "Swap"); one that wins on 4 × 4."""
    start = load("hex", size=2, swap=False).start()
    assert {m.text: -solved(start.play(m)) for m in start.moves} == {"a1": -1, "a2": 1, "b1": 1, "b2": -1}
    start = load("hex", size=3, swap=False).start()
    lost = {m.text for m in start.moves if solved(start.play(m)) == 1}
    assert {"a1", "b1", "c3", "b3"} <= lost < {m.text for m in start.moves}
    assert solved(load("hex", size=4, swap=False).start().play("c2")) == -1


# ---- Y -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [2, 3, 4])
def test_the_first_player_wins_y(size: int) -> None:
    """By the argument for Hex; and with the swap the second one does."""
    assert solved(load("y", size=size, swap=False).start()) == 1
    assert solved(load("y", size=size).start()) == -1


@pytest.mark.parametrize(("name", "size"), [("hex", 3), ("y", 4)])
def test_full_boards_have_a_winner(name: str, size: int) -> None:
    """However the stones lie: if there was no chain of Blue's, then Red's last stone makes one."""
    game = load(name, size=size, swap=False)
    last, *cells = (move.text for move in game.start().moves)
    for colours in product(("stone of Red", "stone of Blue"), repeat=len(cells)):
        pieces: dict[str, list[str]] = {"stone of Red": [], "stone of Blue": []}
        for cell, colour in zip(cells, colours, strict=True):
            pieces[colour].append(cell)
        state = game.position({"to move": "Red", "pieces": pieces})
        end = state if state.is_over else state.play(last)
        assert end.outcomes in ({"Red": "win", "Blue": "loss"}, {"Red": "loss", "Blue": "win"})


# ---- Havannah ------------------------------------------------------------------------------------------

STEPS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
Cell = tuple[int, int]


def around(cell: Cell) -> list[Cell]:
    return [(cell[0] + x, cell[1] + y) for x, y in STEPS]


def has_won(stones: set[Cell], board: set[Cell]) -> bool:
    """A bridge, a fork or a ring, found in another way: rings by Euler's formula, or as a full hexagon of seven."""
    edges = {cell: frozenset(i for i, near in enumerate(around(cell)) if near not in board) for cell in board}
    sides = sorted({edge for edge in edges.values() if len(edge) == 2}, key=sorted)
    todo, chains = set(stones), list[set[Cell]]()
    while todo:
        chain, front = set[Cell](), [todo.pop()]
        while front:
            chain.add(cell := front.pop())
            front += (found := [near for near in around(cell) if near in todo])
            todo.difference_update(found)
        chains.append(chain)
    for chain in chains:
        if sum(len(edges[cell]) == 3 for cell in chain) > 1 or len({edges[c] for c in chain} & set(sides)) > 2:
            return True
    pairs = sum(near in stones for cell in stones for near in around(cell)) // 2
    threes = sum(a in stones and b in stones for cell in stones for a, b in pairwise([*around(cell), around(cell)[0]]))
    full = any(all(near in stones for near in around(cell)) for cell in stones)
    return full or len(stones) - pairs + threes // 3 < len(chains)


@pytest.mark.parametrize(("size", "number"), [(3, 0), (3, 1), (4, 2), (4, 3), (5, 4), (5, 5), (6, 6), (8, 7), (8, 8)])
def test_havannah_against_plain_python(size: int, number: int) -> None:
    """A random game is over as soon as plain Python finds that it is, and not before."""
    game = load("havannah", size=size, swap=False)
    board = dict[str, Cell]()
    for move in game.start().moves:
        y = "abcdefghijklmnopqrs".index(move.text[0]) + 1 - size
        board[move.text] = int(move.text[1:]) - size - min(y, 0), y
    assert len(board) == 3 * size * (size - 1) + 1
    state, stones, chance = game.start(), {"White": set[Cell](), "Black": set[Cell]()}, Chance(1, number)
    while not state.is_over:
        me, move = state.to_move or "", state.moves[chance.pick(len(state.moves), state.turns)]
        stones[me].add(board[move.text])
        state = state.play(move)
        assert state.is_over == (has_won(stones[me], set(board.values())) or not state.moves)
    assert has_won(stones[me], set(board.values())) == ((state.outcomes or {})[me] == "win")


# ---- Reversi -------------------------------------------------------------------------------------------

# OEIS A124005: nodes at each depth of the game tree (the first pass comes with the ninth move).
REVERSI = [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216]
DEEP += [("reversi", {}, None, "turns", n, REVERSI[n - 1]) for n in (7, 8)]


def test_reversi_on_four_by_four() -> None:
    """The second player wins."""
    assert solved(load("reversi", size=4).start()) == -1


def test_perfect_play_of_reversi_on_six_by_six() -> None:
    """J. F. Feinstein, "Perfect play in 6x6 Othello" (1993): the order in which the squares are taken; 16 : 20."""
    taken = """
        28 9  8  7  31 32
        22 14 1  4  17 16
        27 13 .  .  6  15
        19 2  .  .  5  12
        24 23 3  10 26 29
        21 18 20 11 25 30"""
    order = {n: f"{'abcdef'[i % 6]}{i // 6 + 1}" for i, n in enumerate(taken.split())}
    end = played(load("reversi", size=6).start(), *(order[str(n)] for n in range(1, 33)))
    assert end.outcomes == {"Black": "loss", "White": "win"}
    assert {k: len(v) for k, v in end.position()["pieces"].items()} == {"disc of Black": 16, "disc of White": 20}


# ---- Nim -----------------------------------------------------------------------------------------------


def nim(heaps: tuple[int, ...], **options: Any) -> float:
    """The value of these heaps for the first player."""
    counters = {f"heap_{letter}": n for letter, n in zip("abcdef", (*heaps, 0, 0, 0, 0, 0, 0), strict=False)}
    return solved(load("nim", **counters, **options).start())


@pytest.mark.parametrize(
    "heaps", [(1,), (1, 1), (2, 3), (3, 3), (1, 2, 3), (3, 4, 5), (1, 4, 5), (2, 4, 6), (1, 3, 5, 7), (1, 2, 4, 6)]
)
def test_nim_is_won_unless_its_sum_is_zero(heaps: tuple[int, ...]) -> None:
    """C. L. Bouton, "Nim, a game with a complete mathematical theory" (1901)."""
    assert nim(heaps) == (1 if reduce(xor, heaps) else -1)


@pytest.mark.parametrize(
    "heaps", [(1,), (1, 1), (1, 1, 1), (2, 2), (2, 3), (1, 2, 3), (3, 4, 5), (1, 1, 2), (1, 3, 5, 7)]
)
def test_misere_nim(heaps: tuple[int, ...]) -> None:
    """Bouton: as if the last counter won, unless no heap has more than one."""
    expected = reduce(xor, heaps) != 0 if max(heaps) > 1 else len(heaps) % 2 == 0
    assert nim(heaps, misere=True) == (1 if expected else -1)


@pytest.mark.parametrize(("limit", "heaps"), [(3, (21,)), (3, (20,)), (2, (4, 7)), (2, (4, 8)), (1, (3, 4))])
def test_nim_with_a_limit(limit: int, heaps: tuple[int, ...]) -> None:
    assert nim(heaps, limit=limit) == (1 if reduce(xor, (n % (limit + 1) for n in heaps)) else -1)


# ---- Domineering ---------------------------------------------------------------------------------------

# D. M. Breuker, J. W. H. M. Uiterwijk, H. J. van den Herik, "Solving 8 × 8 Domineering" (2000): a line for each number
# of rows, with 2, 3 … columns. 1: who begins wins, 2: who doesn't; V, H: this player wins in any case.
DOMINEERING = {2: "11HV1", 3: "11HHH", 4: "VV1V", 5: "HV"}
DEEP_VALUES += [
    ("domineering", {"columns": 5, "rows": 5, "first": first}, None, -1) for first in ("Vertical", "Horizontal")
]


@pytest.mark.parametrize("rows", DOMINEERING)
def test_who_wins_domineering(rows: int) -> None:
    classes = {(1, 1): "1", (-1, -1): "2", (1, -1): "V", (-1, 1): "H"}
    found = ""
    for columns in range(2, 2 + len(DOMINEERING[rows])):
        games = [load("domineering", columns=columns, rows=rows, first=first) for first in ("Vertical", "Horizontal")]
        found += classes[int(solved(games[0].start())), int(solved(games[1].start()))]
    assert found == DOMINEERING[rows]


# ---- Peg solitaire -------------------------------------------------------------------------------------


def pegs(state: State) -> frozenset[tuple[int, int]]:
    """Where the pegs are, seen from the middle; the same for positions that are turned or mirrored."""
    at = [("abcdefg".index(site[0]) - 3, int(site[1]) - 4) for site in state.position()["pieces"]["peg"]]
    ways = [[(i * x, j * y) for x, y in at] for i in (1, -1) for j in (1, -1)]
    return frozenset(min(sorted(way) for one in ways for way in (one, [(y, x) for x, y in one])))


def test_positions_of_peg_solitaire() -> None:
    """OEIS A112737: after n jumps, up to symmetry."""
    layer, found = {pegs(start): start for start in [load("peg_solitaire").start()]}, [1]
    for _ in range(6):
        layer = {pegs(after): after for state in layer.values() for after in map(state.play, state.moves)}
        found.append(len(layer))
    assert found == [1, 1, 2, 8, 39, 171, 719]


def test_the_shortest_solution_of_peg_solitaire() -> None:
    """E. Bergholt (1912): eighteen moves, thirty-one jumps, in the holes' usual letters."""
    rows = ["abc", "def", "ghijklm", "nopxPON", "MLKJIHG", "FED", "CBA"]
    holes = {
        name: f"{'abcdefg'[(7 - len(row)) // 2 + i]}{7 - r}" for r, row in enumerate(rows) for i, name in enumerate(row)
    }
    moves = "e-x l-j c-k P-f D-P G-I J-H m-G-I i-k g-i L-J-H-l-j-h C-K p-F A-C-K M-g-i a-c-k-I d-p-F-D-P-p o-x"
    jumps = [pair for move in moves.split() for pair in pairwise(move.split("-"))]
    end = played(load("peg_solitaire").start(), *(f"{holes[a]}-{holes[b]}" for a, b in jumps))
    assert len(jumps) == 31
    assert end.outcomes == {"Player": "win"}
    assert end.position()["pieces"] == {"peg": ["d4"]}


# ---- Quarto, Pentago -----------------------------------------------------------------------------------


def test_fours_of_quarto() -> None:
    """Each of eight values is had by eight pieces, so by C(8, 4) fours; those that share two traits count once only."""
    game = load("quarto")
    designs = [move.text for move in game.start().moves]
    wins = 0
    for a, b, c, d in combinations(designs, 4):
        row = {"a1": a, "b1": b, "c1": c}
        state = game.position({"to move": "First", "variables": {"token": row, "left": ["TDRH"], "given": d}})
        wins += state.play("d1").is_over
    assert wins == 8 * comb(8, 4) - comb(4, 2) * 2 * 2


def test_first_turns_of_quarto_and_pentago() -> None:
    quarto = [d.sequences for d in perft(load("quarto").start(), 2)]
    assert quarto == [16, 16 * 16 * 15]
    pentago = list(perft(load("pentago").start(), 2))
    assert [d.sequences for d in pentago] == [36 * 8, 36 * 8 * 35 * 8]
    assert [d.positions for d in pentago] == [36, 36 * 35]


@pytest.mark.parametrize(("quadrant", "middle"), {"A": 1 + 4j, "B": 4 + 4j, "C": 1 + 1j, "D": 4 + 1j}.items())
@pytest.mark.parametrize(("way", "factor"), {"L": 1j, "R": -1j}.items())
def test_turning_a_quadrant_of_pentago(quadrant: str, middle: complex, way: str, factor: complex) -> None:
    """A quarter turn is a multiplication by i."""
    state = load("pentago").position({"pieces": {"marble of White": ["a6", "b5", "d4", "f5", "c3", "e1"]}})
    state = state.play("b6")
    expected = set()
    for site in state.position()["pieces"]["marble of White"]:
        z = complex("abcdef".index(site[0]), int(site[1]) - 1) - middle
        expected.add(middle + (z * factor if max(abs(z.real), abs(z.imag)) <= 1 else z))
    turned = state.play(f"{quadrant}{way}").position()["pieces"]["marble of White"]
    assert set(turned) == {f"{'abcdef'[int(z.real)]}{int(z.imag) + 1}" for z in expected}
