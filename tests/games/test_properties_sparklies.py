"""What must hold in every game of Sparklies, by proof: computed here anew, over random games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from playing import Turn, load, pieces, settled, turns

from interpreter import Game, State

BEATS = {"red": "green", "green": "blue", "blue": "red"}
LETTERS = {"R": "red", "G": "green", "B": "blue"}


def owners(state: State) -> dict[str, str]:
    return {site: thing.removeprefix("marker of ") for site, thing in pieces(state).items()}


def colours(game: Game, state: State) -> dict[str, str]:
    assert game.model.board
    return {site: str(state.value("colour", site)) for site in game.model.board.labels}


def beside(site: str, sites: dict[str, str]) -> list[str]:
    column, row = ord(site[0]), int(site[1:])
    near = [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]
    return [name for c, r in near if (name := f"{chr(c)}{r}") in sites]


def hit(site: str, colour: dict[str, str], owner: dict[str, str], me: str) -> set[str]:
    """What is attacked when `site` was just deactivated."""
    mine = colour[site]
    return {
        target
        for target in beside(site, colour)
        if colour[target] == BEATS[mine]
        and sum(owner.get(s) == me and colour[s] == mine for s in beside(target, colour)) >= 2
    }


def check_turn(game: Game, turn: Turn) -> None:
    me, colour, owner = str(turn.before.to_move), colours(game, turn.before), owners(turn.before)
    theirs = sum(player != me for player in owner.values())
    control, activate, *rest = turn.texts
    assert {move.text for move in turn.before.moves} == set(colour) - set(owner)
    owner[control] = me
    assert {move.text for move in turn.plies[1].before.moves} == {
        f"{s}:" for s, player in owner.items() if player == me
    }
    active = {activate.removesuffix(":")}
    for number, (text, ply) in enumerate(zip(rest, turn.plies[2:], strict=True), 1):
        assert {move.text for move in ply.before.moves} == {f"{s}={k}" for s in active for k in LETTERS}
        site, letter = text.split("=")
        colour[site] = LETTERS[letter]
        active.remove(site)
        victims = hit(site, colour, owner, me)
        active |= victims
        owner |= dict.fromkeys(victims, me)
        # only the deactivated square changes its colour, only what was hit its owner
        assert colours(game, ply.after) == colour
        assert owners(ply.after) == owner
        assert (ply is turn.plies[-1]) == (not active or number == game.options["cap"])
    assert sum(player != me for player in owner.values()) <= theirs


@pytest.mark.parametrize(("size", "games"), [(5, 25), (6, 10), (9, 5)])
def test_every_turn_is_as_computed_by_hand_and_the_score_sums_up(size: int, games: int) -> None:
    game = load("sparklies", size=size)
    for number in range(games):
        done, before = 0, 0
        for turn in turns(game, seed=11, number=number):
            check_turn(game, turn)
            done += 1
            owner = owners(turn.after)
            assert len(owner) > before  # never neutral again, at least one more
            before = len(owner)
            assert turn.after.is_over == (len(owner) == size * size)
        assert done <= size * size
        black = list(owner.values()).count("Black")
        white = size * size - black
        if black == white:
            assert turn.after.outcomes == {"Black": "draw", "White": "draw"}
        else:
            assert (turn.after.outcomes or {})["Black" if black > white else "White"] == "win"


def test_deactivating_everything_in_one_colour_ends_any_turn() -> None:
    game = load("sparklies", size=5)
    for number in range(6):
        for turn in turns(game, seed=12, number=number):
            for ply in turn.plies[2::3]:
                state, steps = ply.before, 0
                while state.in_turn and not state.is_over:
                    state = state.play(next(move for move in state.moves if move.text.endswith("R")))
                    steps += 1
                # all that is hit is green, turns red, and can't be hit again
                assert steps <= 25 + len(ply.before.moves) // 3


SIZE = 5
SQUARES: list[Callable[[int, int], tuple[int, int]]] = [
    lambda c, r: (c, r),
    lambda c, r: (SIZE - 1 - c, r),
    lambda c, r: (c, SIZE - 1 - r),
    lambda c, r: (r, c),
    lambda c, r: (SIZE - 1 - r, c),
]


@dataclass(frozen=True)
class Symmetry:
    """One of the board's symmetries and a turn of the cycle of colours."""

    where: Callable[[int, int], tuple[int, int]]
    shift: int

    def site(self, site: str) -> str:
        column, row = self.where(ord(site[0]) - ord("a"), int(site[1:]) - 1)
        return f"{chr(ord('a') + column)}{row + 1}"

    def letter(self, letter: str) -> str:
        return "RGB"[("RGB".index(letter) + self.shift) % 3]

    def text(self, move: str) -> str:
        if "=" in move:
            site, letter = move.split("=")
            return f"{self.site(site)}={self.letter(letter)}"
        return self.site(move.removesuffix(":")) + ":" * move.endswith(":")

    def position(self, game: Game, state: State) -> dict[str, Any]:
        sites: dict[str, list[str]] = {}
        for site, thing in pieces(state).items():
            sites.setdefault(thing, []).append(self.site(site))
        table = {
            self.site(site): LETTERS[self.letter(colour[0].upper())] for site, colour in colours(game, state).items()
        }
        return {"to move": state.to_move, "pieces": sites, "variables": {"colour": table}}


@pytest.mark.parametrize("number", range(6))
def test_symmetries_of_board_and_colours_commute_with_play(number: int) -> None:
    game = load("sparklies", size=SIZE)
    image = Symmetry(SQUARES[number % 5], number % 2 + 1)
    for turn in turns(game, seed=14, number=number):
        state = game.position(image.position(game, turn.before))
        for ply in turn.plies:
            assert {m.text for m in state.moves} == {image.text(m.text) for m in ply.before.moves}
            state = state.play(image.text(ply.move.text))
        assert state.outcomes == turn.after.outcomes
        if not state.is_over:
            expected = game.position(image.position(game, turn.after))
            assert settled(state.position()) == settled(expected.position())
