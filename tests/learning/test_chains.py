"""What a policy sees of chains, as it is kept from ply to ply, beside what the board shows by plain search."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cached_property

import pytest
from hand_policies import flat

from interpreter import Game
from interpreter.game.state import State
from interpreter.native.record.policy_tables import PolicyTables
from interpreter.players.learning.policy import tables_of
from interpreter.players.learning.policy_watching import JOBS, rows_of
from interpreter.work.engine import engine

FEW = 12
"""If more sites have changed, nobody says where something was put last."""


@dataclass
class Looked:
    """A position, looked at site by site. `steps`: for each site the others around it, then those beside it. `was`:
    whose pieces stood where one ply before."""

    steps: list[list[list[int]]]
    holds: list[int | None]
    was: list[int | None]
    me: int

    def around(self, site: int, is_nearest: bool) -> list[int]:
        return self.steps[is_nearest][site]

    def chain(self, start: int) -> set[int]:
        found, left = {start}, [start]
        while left:
            for near in self.around(left.pop(), True):
                if near not in found and self.side(near) == self.side(start):
                    found.add(near)
                    left.append(near)
        return found

    def surroundings(self, site: int, ways: list[list[int]]) -> int:
        """What stands around a site, two bits for each direction; `ways`: for each where its steps lead."""
        contents = [3 if way[site] < 0 else self.content(way[site]) for way in ways]
        return sum(content << 2 * i for i, content in enumerate(contents))

    def content(self, site: int) -> int:
        owner = self.holds[site]
        return 0 if owner is None else 1 if owner == self.me else 2

    def side(self, site: int) -> bool | None:
        owner = self.holds[site]
        return None if owner is None else owner == self.me

    def free(self, chain: set[int]) -> set[int]:
        return {near for site in chain for near in self.around(site, True) if self.holds[near] is None}

    @cached_property
    def changed(self) -> list[int]:
        return [site for site, (a, b) in enumerate(zip(self.holds, self.was, strict=True)) if a != b]

    def prospects(self, site: int) -> int:
        put = {s for s in self.changed if self.holds[s] is not None} if len(self.changed) <= FEW else set[int]()
        last = 1 if put & {*self.around(site, True)} else 2 if put & {*self.around(site, False)} else 0
        beside = [near for near in self.around(site, True) if self.holds[near] is not None]
        theirs = [self.chain(near) for near in beside if self.side(near) is False]
        ours = [self.chain(near) for near in beside if self.side(near)]
        caught = [1 + (len(chain) > 1) for chain in theirs if len(self.free(chain)) <= 1]
        danger = [1 + (len(chain) > 1) for chain in ours if len(self.free(chain)) <= 1]
        here = self.free({site})
        after = len(here) + len(caught)
        if any(len(self.free(chain)) > 2 for chain in ours):
            after = 3
        elif after < 3:
            after = len(here.union(*map(self.free, ours)) - {site}) + len(caught)
        two = any(len(self.free(c)) == 2 for c in theirs) + 2 * any(len(self.free(c)) == 2 for c in ours)
        freedom = min(max(after - 1, 0), 2)
        return last + 3 * max(caught, default=0) + 9 * max(danger, default=0) + 27 * freedom + 81 * two


def steps(tables: PolicyTables) -> list[list[list[int]]]:
    board, nearest, directions = tables.board, tables.nearest, tables.directions
    ways = [[d for i, d in enumerate(directions) if (i in nearest) == wanted] for wanted in (False, True)]
    return [[[board.steps[d][s] for d in some if board.steps[d][s] >= 0] for s in range(len(board))] for some in ways]


def owners(state: State) -> list[int | None]:
    board = state.game.model.board
    assert board is not None
    tops = [state.pieces(label)[-1:] for label in board.labels]
    return [state.game.players.index(top[0].owner) if top else None for top in tops]


WANDER = """
game "Wander"
players A, B
board grid(5, 5)
pieces man of player
game has turns: 0..60
setup
  put man of A on row(1) + row(2)
  put man of B on row(4) + row(5)
turn
  either
    choose a in mine, b in a.compass - mine
    move a to b
    turns += 1
  or
    choose "pass"
    turns += 1
end
  rank p by count(man of p) if turns >= 60
looks
  man of A "a"
  man of B "b"
  turns as nothing
"""


THREE = WANDER.replace("players A, B", "players A, B, C").replace(
    "row(5)\n", "row(5)\n  put man of C on row(3)\n", 1).replace("looks", 'looks\n  man of C "c"')  # fmt: skip


@pytest.mark.parametrize("rules", ["5", "9", WANDER, THREE])
def test_chains_are_as_the_board_shows_them(rules: str) -> None:
    """Stones are put and taken in Go; else pieces move and capture, of two players or three. Sets of sites take one
    word or two. A new policy doesn't know what the module has seen before. Among three players nobody says where
    something was put last."""
    game = Game.load("go", size=int(rules)) if rules.isdigit() else Game.parse(rules)
    tables = tables_of(game.model)
    assert tables is not None
    board, around = tables.board, steps(tables)
    chances, seen = random.Random(3), set[int]()
    own = engine(game, *JOBS)
    made = own.take()
    destinations = {d.node: d.to for d in tables.decisions}
    ways, policy = [list(board.steps[d]) for d in tables.directions], flat(game)
    for number in range(2):
        policy.place(made)
        state = game.start(0, number)
        was = owners(state)
        made.call("policy_begin", 0, number)
        for _ in range(90):
            if not state.ways:
                break
            player = game.players.index(state.to_move)
            looked = Looked(around, owners(state), was, player)
            assert made.call("policy_rows", len(state.ways), 0) == len(state.ways)
            rows = rows_of(made, len(state.ways))
            for k in chances.sample(range(len(rows)), min(len(rows), 12)):
                move, row = state.ways[k], rows[k]
                if destinations[row[0]] >= 0:
                    site = board.index[move.text.split("-")[-1].split(" ")[-1]]
                    known = 1 if len(game.players) == 2 else 3
                    assert row[2] // known == looked.prospects(site) // known, (move.text, state.ply)
                    assert row[3] == looked.surroundings(site, ways), (move.text, state.ply)
                    seen.add(row[2])
            k = chances.randrange(len(state.ways))
            was = looked.holds
            state = state.play(state.ways[k])
            made.call("policy_take", k)
    own.give_back(made)
    assert len(seen) > 30
