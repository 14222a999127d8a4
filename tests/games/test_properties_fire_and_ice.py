"""What must hold in every game of Fire & Ice, by proof: the Fano plane's facts, and random games."""

from __future__ import annotations

import itertools
import random
import re
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
from playing import load, pieces, settled, turns

from interpreter import State

# From the rule sheet's picture, 1-7 for spots and A-G for islands alike.
LINES = [frozenset(line) for line in ("125", "137", "567", "146", "543", "742", "236")]
ISLANDS = "ABCDEFG"
SPOTS = "1234567"
OTHER = {"Fire": "Ice", "Ice": "Fire"}


def controlled(board: dict[str, str], player: str) -> set[str]:
    """The spots' names of the islands that a player controls (A is 1, B is 2, …)."""
    own = {site for site, thing in board.items() if thing == f"counter of {player}"}
    return {SPOTS[i] for i, island in enumerate(ISLANDS) if any(all(island + s in own for s in line) for line in LINES)}


def has_won(board: dict[str, str], player: str) -> bool:
    return any(line <= controlled(board, player) for line in LINES)


def test_the_lines_are_a_fano_plane() -> None:
    assert all(len(a & b) == 1 for a, b in itertools.combinations(LINES, 2))
    assert all(sum(point in line for line in LINES) == 3 for point in SPOTS)
    assert len(automorphisms()) == 168


@cache
def automorphisms() -> list[dict[str, str]]:
    found = []
    for order in itertools.permutations(SPOTS):
        to = dict(zip(SPOTS, order, strict=True))
        if all(frozenset(to[s] for s in line) in LINES for line in LINES):
            found.append(to)
    return found


def test_a_full_plane_has_a_line_in_exactly_one_colour() -> None:
    for chosen in itertools.product((True, False), repeat=7):
        fire = {s for s, is_fire in zip(SPOTS, chosen, strict=True) if is_fire}
        assert any(line <= fire for line in LINES) != any(line <= set(SPOTS) - fire for line in LINES)


@pytest.mark.parametrize("triple", list(itertools.combinations(SPOTS, 3)), ids="".join)
def test_three_counters_control_an_island_exactly_on_a_line(triple: tuple[str, ...]) -> None:
    *there, last = sorted(triple)
    fire = ["A1", "A2", "A5", "B1", "B2", "B5", *(f"E{s}" for s in there), f"G{last}"]
    state = load("fire_and_ice").position({"to move": "Fire", "pieces": {"counter of Fire": fire}})
    after = state.play(f"G{last}-E{last}")
    assert after.is_over == (frozenset(triple) in LINES)
    assert (after.outcomes or {}).get("Fire") == ("win" if frozenset(triple) in LINES else None)


@pytest.mark.parametrize("triple", list(itertools.combinations(SPOTS, 3)), ids="".join)
def test_three_islands_win_exactly_on_a_line(triple: tuple[str, ...]) -> None:
    islands = [ISLANDS[int(s) - 1] for s in sorted(triple)]
    fire = [i + s for i in islands for s in "236"]
    fire[-1] = islands[-1] + "7"
    state = load("fire_and_ice").position({"to move": "Fire", "pieces": {"counter of Fire": fire}})
    after = state.play(f"{islands[-1]}7-{islands[-1]}6")
    assert after.is_over == (frozenset(triple) in LINES)


@pytest.mark.parametrize("extra", [1, 3, 6])
@pytest.mark.parametrize("weaker", OTHER)
def test_a_handicap_shortens_the_game_and_nobody_is_ever_stuck(extra: int, weaker: str) -> None:
    game = load("fire_and_ice", extra=extra, weaker=weaker)
    for number in range(4):
        start = pieces(game.start(seed=34, number=number))
        assert len(start) == 1 + extra
        assert len({site[0] for site, thing in start.items() if thing.endswith(weaker)}) >= extra
        done = 0
        for turn in turns(game, seed=34, number=number):
            done += 1
            assert len(pieces(turn.after)) == 1 + extra + done
            assert turn.before.moves
        assert done <= 48 - extra
        assert "draw" not in (turn.after.outcomes or {}).values()


def test_turns_counters_and_the_winner_are_as_computed() -> None:
    game = load("fire_and_ice")
    winners = set()
    for number in range(40):
        done = 0
        for turn in turns(game, seed=31, number=number):
            board, player = pieces(turn.before), str(turn.before.to_move)
            moves = {
                f"{a}-{b}"
                for a, thing in board.items()
                if thing == f"counter of {player}"
                for b in (i + s for i in ISLANDS for s in SPOTS)
                if b not in board and (a[0] == b[0]) != (a[1] == b[1])
            }
            assert {move.text for move in turn.before.moves} == moves
            assert moves  # never stuck
            done += 1
            origin, target = turn.texts[0].split("-")
            after = board | {target: board[origin], origin: f"counter of {OTHER[player]}"}
            assert pieces(turn.after) == after
            counts = {p: list(after.values()).count(f"counter of {p}") for p in OTHER}
            assert counts == {"Fire": 1 + done // 2, "Ice": (done + 1) // 2}
            won = [p for p in OTHER if has_won(after, p)]
            assert len(won) <= 1
            assert not (controlled(after, "Fire") & controlled(after, "Ice"))
            assert turn.after.is_over == bool(won)
            if won:
                assert turn.after.outcomes == {won[0]: "win", OTHER[won[0]]: "loss"}
                assert done >= (16 if won[0] == "Fire" else 17)
                winners.add(won[0])
        assert done <= 48
    assert winners == set(OTHER)


@dataclass(frozen=True)
class Symmetry:
    """An automorphism of the spots (the same on every island) and one of the islands."""

    spot: dict[str, str]
    island: dict[str, str]

    def site(self, match: re.Match[str]) -> str:
        return ISLANDS[int(self.island[SPOTS[ISLANDS.index(match[1])]]) - 1] + self.spot[match[2]]

    def text(self, text: str) -> str:
        return re.sub(r"([A-G])([1-7])", self.site, text)

    def position(self, state: State) -> dict[str, Any]:
        found: dict[str, list[str]] = {}
        for site, thing in pieces(state).items():
            found.setdefault(thing, []).append(self.text(site))
        return {"to move": state.to_move, "pieces": found}


def test_the_start_has_24_times_24_symmetries() -> None:
    start = pieces(load("fire_and_ice").start())
    fixing = [to for to in automorphisms() if to["4"] == "4"]
    assert len(fixing) == 24
    assert {Symmetry(a, b).text(site) for a in fixing for b in fixing for site in start} == {"D4"}


def test_automorphisms_of_spots_and_of_islands_commute_with_play() -> None:
    game = load("fire_and_ice")
    group = automorphisms()
    rng = random.Random(32)
    for number in range(8):
        image = Symmetry(rng.choice(group), rng.choice(group))
        for turn in turns(game, seed=33, number=number):
            state = game.position(image.position(turn.before))
            assert {m.text for m in state.moves} == {image.text(m.text) for m in turn.before.moves}
            state = state.play(image.text(turn.texts[0]))
            assert state.outcomes == turn.after.outcomes
            if not state.is_over:
                assert settled(state.position()) == settled(game.position(image.position(turn.after)).position())
