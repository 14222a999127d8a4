"""Published numbers for the classics in which pieces are placed, and for games of one player."""

from __future__ import annotations

from itertools import combinations, pairwise, product
from math import comb

import pytest
from counting import Count, load

from interpreter import State
from interpreter.graph.chance import Chance
from interpreter.lab.tools.perft import perft


def played(start: State, *texts: str) -> State:
    for text in texts:
        start = start.play(text)
    return start


FOUR = [7, 49, 238, 1_120, 4_263, 16_422, 54_859, 184_275, 558_186]  # OEIS A212693, from one disc on
# OEIS A124005: nodes at each depth of the game tree (the first pass comes with the ninth move).
REVERSI = [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216]
COUNTS = [
    Count("reversi", REVERSI),
    Count("connect_four", FOUR, what="positions"),
    # no column is full before the seventh disc
    Count("connect_four", [7**n for n in range(1, 7)]),
    # a stone on any of the cells, or once, instead of the second one, the first becomes one's own, mirrored
    Count("hex", [9, 9 * 9, 9 * (8 * 7 + 8)], options={"size": 3}),
    Count("quarto", [16, 16 * 16 * 15]),
    Count("pentago", [36 * 8, 36 * 8 * 35 * 8]),
    Count("pentago", [36, 36 * 35], what="positions"),
]


@pytest.mark.parametrize("count", COUNTS, ids=str)
def test_published_counts(count: Count) -> None:
    count.check()


def test_games_of_connect_four() -> None:
    """All different games on four columns of three: OEIS A342329."""
    start = load("connect_four", "native", columns=4, rows=3).start()
    assert sum(d.ended for d in perft(start, 12)) == 356_232


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


# ---- Hex, Y --------------------------------------------------------------------------------------------


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


def test_the_swap_in_hex() -> None:
    """Instead of a second stone the first one becomes one's own, mirrored."""
    state = load("hex", size=3).start().play("b1").play("swap")
    assert state.position()["pieces"] == {"stone of Blue": ["a2"]}


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


def test_the_shortest_game_of_reversi() -> None:
    """Nine moves, and White has no disc left: 1. e6 f4 2. e3 f6 3. g5 d6 4. e7 f5 5. c5, known from the literature."""
    state = load("reversi").start()
    for text in ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"]:
        assert not state.is_over
        state = state.play(text)
    assert state.outcomes == {"Black": "win", "White": "loss"}
    assert {k: len(v) for k, v in state.position()["pieces"].items()} == {"disc of Black": 13}


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
