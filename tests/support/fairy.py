"""Other people's program for variants of chess as a witness: its legal moves and ends beside those of our rulesets."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Protocol

import pytest

from interpreter import Game, State
from interpreter.lab.tools.perft import perft

MOST_PLIES = 160
LONGEST = 200
"""Where games are to come to their ends."""
MOST_LINES = 2_000_000
"""Lines that are counted behind one position; where there are more, it is looked at less deeply."""


class Other(Protocol):
    """That program, with a variant."""

    variant: str

    def moves(self, played: list[str]) -> list[str]:
        """The legal moves, none if the game is over at once."""

    def end(self, played: list[str]) -> int | None:
        """What the game is worth to who is to move if it is over: 1, 0, -1."""

    def is_dead(self, played: list[str]) -> bool:
        """Whether neither side has enough to mate."""

    def position(self, played: list[str]) -> str:
        """The position, for messages."""


class Counting(Other, Protocol):
    """That program where it counts lines, too."""

    def perft(self, played: list[str], depth: int) -> int:
        """The number of lines of this many moves."""


class Witness:
    """A variant that pyffish knows by itself, after some moves."""

    def __init__(self, variant: str) -> None:
        self.pyffish: Any = pytest.importorskip("pyffish")
        self.variant = variant
        self.start = self.pyffish.start_fen(variant)

    def moves(self, played: list[str]) -> list[str]:
        """The legal moves, none if the game is over at once."""
        if self.pyffish.is_immediate_game_end(self.variant, self.start, played)[0]:
            return []
        return list(self.pyffish.legal_moves(self.variant, self.start, played))

    def end(self, played: list[str]) -> int | None:
        """What the game is worth to who is to move if it is over: 1, 0, -1."""
        over, value = self.pyffish.is_immediate_game_end(self.variant, self.start, played)
        if not over and not self.pyffish.legal_moves(self.variant, self.start, played):
            over, value = True, self.pyffish.game_result(self.variant, self.start, played)
        if not over:
            over, value = self.pyffish.is_optional_game_end(self.variant, self.start, played)
        return (value > 0) - (value < 0) if over else None

    def is_dead(self, played: list[str]) -> bool:
        """Whether neither side has enough to mate: some rulesets end then, this program leaves it to others."""
        return all(self.pyffish.has_insufficient_material(self.variant, self.start, played))

    def position(self, played: list[str]) -> str:
        """The position, for messages."""
        return str(self.pyffish.get_fen(self.variant, self.start, played))


def coordinates(texts: list[str], theirs: list[str]) -> dict[str, str]:
    """Each of our moves as that program writes it."""
    found = {text: _plain(text) for text in texts}
    if "pass" in found:  # a move from a square to itself
        found["pass"] = next((move for move in theirs if re.fullmatch(r"([a-l]\d+)\1", move)), "pass")
    behind = [text for text in texts if "/" in text]  # a piece from hand comes in behind the one that moves
    if behind:
        found |= coordinates([text for text in texts if "/" not in text], theirs)
        for text in behind:
            move, _, piece = text.partition("/")
            first = found.get(move) or _plain(move)
            if piece[1:] not in ("", first[:2]):
                first = piece[1:] + first[:2]  # behind the rook: it is said to go to the king
            found[text] = first + piece[0].lower()
        return found
    for text, plain in found.items():
        if plain.endswith("+") and plain not in theirs and f"{plain[:-1]}-" in theirs:
            found[text] = f"{plain[:-1]}-"  # a piece that turns back
    rest = [move for move in theirs if move not in {*found.values()}]
    for text in texts:
        if text in ("O-O", "O-O-O"):
            castled = [move for move in rest if (part := re.fullmatch(r"([a-l])\d+([a-l])\d+", move))
                       and (part[1] < part[2]) == (text == "O-O")]  # fmt: skip
            if len(castled) == 1:
                found[text] = castled[0]
    return found


def _plain(text: str) -> str:
    move = re.fullmatch(r"([a-l]\d+)[-x]([a-l]\d+)(?:=(\w))?(\+?)", text)
    if move:
        return f"{move[1]}{move[2]}{(move[3] or '').lower()}{move[4]}"
    drop = re.fullmatch(r"(\+?)(\w)@(\w\d+)", text)
    return f"{drop[1]}{drop[2].upper()}@{drop[3]}" if drop else text


def _goal(move: str, theirs: list[str]) -> str:
    """The square from where that program counts the wall of this move."""
    one = next((one for one in theirs if one.startswith(f"{move},")), "")
    found = re.fullmatch(r".*,([a-l]\d+)[a-l]\d+", one)
    return found[1] if found else "?"


Turn = tuple[str, ...]
"""The texts of a turn: a move, and a wall that is put then."""


def turns(state: State, theirs: list[str]) -> dict[Turn, str]:
    """Each of our turns as that program writes it."""
    steps = [*dict.fromkeys(move.partition(",")[0] for move in theirs)]
    moves = coordinates([move.text for move in state.moves], steps)
    if not theirs or "," not in theirs[0]:
        return {(text,): move for text, move in moves.items()}
    found: dict[Turn, str] = {}
    for text, move in moves.items():
        then = state.play(text)
        walls = [wall.text for wall in then.moves] if not then.is_over else []
        if any(wall.startswith("*") for wall in walls):
            found |= {(text, wall): f"{move},{_goal(move, theirs)}{wall[1:]}" for wall in walls}
        else:
            found[(text,)] = next((one for one in theirs if one.startswith(f"{move},")), move)
    return found


def agree(witness: Other, state: State, played: list[str]) -> dict[Turn, str]:
    """Our turns as theirs; fails where they aren't the same."""
    theirs = witness.moves(played)
    ours = turns(state, theirs)
    more = {*ours.values()} - {*theirs}
    less = {move for move in {*theirs} - {*ours.values()} if not _is_lost_by(witness, played, move)}
    where = f"{witness.variant}: {witness.position(played)}, after {' '.join(played[-6:])}"
    assert not more and not less, f"{where}: ours alone {sorted(more)[:9]}, theirs alone {sorted(less)[:9]}"
    return ours


def _is_lost_by(witness: Other, played: list[str], move: str) -> bool:
    """Whether a drop that mates loses: that program lets a pawn be dropped so, rules of Shogi don't."""
    there = [*played, move]
    return "@" in move and not witness.moves(there) and witness.end(there) == 1


def after(state: State, turn: Turn) -> State:
    """The state when a turn has been played."""
    for text in turn:
        state = state.play(next(move for move in state.moves if move.text == text))
    return state


def compare_tree(witness: Other, state: State, played: list[str], depth: int) -> int:
    """The number of lines of this many moves; each is compared."""
    if state.is_over:
        assert witness.end(played) is not None or witness.is_dead(played), witness.position(played)
        return 0
    ours = agree(witness, state, played)
    if depth == 1:
        return len(ours)
    return sum(compare_tree(witness, after(state, turn), [*played, move], depth - 1) for turn, move in ours.items())


def game_of(witness: Other, game: Game, seed: int, most: int = MOST_PLIES) -> Iterator[tuple[State, list[str], str]]:
    """A random game: the same moves at each turn, and the same end. Each state, the moves so far as that program writes
    them, and how it ended; "" before the end."""
    chosen, state, played = random.Random(seed), game.start(), list[str]()
    second = state.to_move != game.players[0]  # whether the second player begins
    while len(played) < most:
        end = witness.end(played)
        if state.is_over and end is None and witness.is_dead(played):
            yield state, played, "too few pieces"
            return
        assert state.is_over == (end is not None), f"{witness.variant}: {witness.position(played)}, {played[-6:]}"
        if end is not None:
            mover = list(state.results)[(len(played) + second) % 2]
            result = state.results[mover]
            assert (result > 0) - (result < 0) == end, f"{witness.variant}: {witness.position(played)}, {played[-6:]}"
            yield state, played, "win" if end else "draw"
            return
        yield state, played, ""
        ours = agree(witness, state, played)
        turn = chosen.choice(sorted(ours))
        played = [*played, ours[turn]]
        state = after(state, turn)
    yield state, played, "unfinished"


def compare_games(witness: Other, game: Game, seeds: range, most: int = MOST_PLIES) -> Counter[str]:
    """So many random games; how they ended."""
    return Counter([*game_of(witness, game, seed, most)][-1][2] for seed in seeds)


def compare_counts(witness: Counting, state: State, played: list[str], depth: int = 3) -> tuple[int, int]:
    """How deep all lines were counted by both, and how many there are; fails with the place where they differ."""
    while depth > 1 and len(witness.moves(played)) ** depth > MOST_LINES:
        depth -= 1
    ours = [*perft(state, depth, positions=False)][-1].sequences
    if ours != witness.perft(played, depth):
        compare_tree(witness, state, played, depth)  # but for ends that it leaves to others
    return depth, ours


def prove(witness: Counting, game: Game, games: range, positions: int) -> Counter[str]:
    """So many random games to their ends, and all lines of three moves from the start and from one position of each of
    the first games. How often what was found: plies, lines, positions by how deep they were looked at, ends."""
    found = Counter[str]()
    for seed in games:
        states = [*game_of(witness, game, seed, LONGEST)]
        found[states[-1][2]] += 1
        found["plies"] += len(states) - 1
        early = random.Random(~seed).randrange(max(1, min(60, len(states) - 1)))
        for at in [0] * (seed == 0) + [early] * (seed < positions):
            depth, lines = compare_counts(witness, *states[at][:2])
            found["lines"] += lines
            found[f"depth {depth}"] += 1
    return found
