"""Board games of which players don't see all: as many histories and information states as OpenSpiel's games have.

The numbers are OpenSpiel's (1.6): its games walked through from the beginning, counting `information_state_string` of
who is to move. Phantom Tic-tac-toe and Dark Hex are those with `obstype=reveal-numturns`, where tries are heard; with
`heard=False` those with `reveal-nothing` (of Dark Hex without the number of moves, which it tells all the same).
"""

from __future__ import annotations

from typing import Any

import pytest
from playing import load

from interpreter.players.equilibrium import solving
from interpreter.players.equilibrium.regrets import Regrets

MEMORY = 1 << 28
Figures = tuple[int, int, list[int]]
SMALL_SEA = {"width": 2, "height": 2, "fives": 0, "fours": 0, "threes": 0, "twos": 1, "told": "little"}
FEW_SHOTS = {**SMALL_SEA, "shots": 2}

# what, options, how many decisions deep; histories, ended ones, information states of each player
COUNTS = [
    ("phantom_tictactoe", {}, 4, (5_851, 0, [235, 172])),
    ("phantom_tictactoe", {"abrupt": True}, 4, (5_923, 0, [154, 19])),
    ("phantom_tictactoe", {"heard": False}, 4, (5_851, 0, [154, 163])),
    ("dark_hex", {"size": 2, "heard": False}, 99, (441, 216, [17, 53])),
    ("dark_hex", {"size": 2}, 99, (441, 216, [33, 101])),
    ("dark_hex", {"size": 2, "abrupt": True}, 99, (471, 234, [59, 35])),
    ("dark_hex", {"size": 3}, 4, (5_851, 0, [235, 172])),
    ("battleship", FEW_SHOTS, 99, (3_029, 2_048, [133, 337])),
    ("battleship", {**FEW_SHOTS, "repeated": True}, 99, (4_949, 3_712, [133, 465])),
]
DEEP = [
    ("phantom_tictactoe", {}, 5, (42_139, 1_440, [1_387, 1_396])),
    ("phantom_tictactoe", {"heard": False}, 5, (42_139, 1_440, [1_162, 1_243])),
    ("phantom_tictactoe", {"abrupt": True}, 5, (42_211, 2_352, [154, 307])),
    ("dark_hex", {"size": 3}, 5, (42_139, 1_440, [1_387, 1_396])),
    ("dark_hex", {"size": 3, "abrupt": True}, 5, (42_211, 2_352, [154, 307])),
    ("battleship", {**SMALL_SEA, "shots": 3}, 99, (10_069, 5_568, [1_413, 1_873])),
    ("battleship", {**SMALL_SEA, "shots": 4}, 99, (12_373, 5_568, [3_717, 1_873])),
    ("battleship", {**SMALL_SEA, "shots": 3, "repeated": True}, 99, (58_709, 44_032, [2_373, 7_825])),
]


def figures(name: str, options: dict[str, Any], depth: int) -> Figures:
    """Histories, those that have ended, and information states of each player at decisions of theirs."""
    game = load(name, **options)
    known: dict[str, set[int]] = {player: set() for player in game.players}
    histories, ended = 0, 0
    todo = [(game.beginning(), 0)]
    while todo:
        state, deep = todo.pop()
        histories += 1
        if state.to_move is None:
            ended += 1
            continue
        known[state.to_move].add(state.information(state.to_move))
        if deep < depth:
            todo += [(state.play(move), deep + 1) for move in state.moves]
    return histories, ended, [len(keys) for keys in known.values()]


@pytest.mark.parametrize(("name", "options", "depth", "expected"), COUNTS)
def test_as_much_is_known_as_in_openspiel(name: str, options: dict[str, Any], depth: int, expected: Figures) -> None:
    assert figures(name, options, depth) == expected


@pytest.mark.deep
@pytest.mark.parametrize(("name", "options", "depth", "expected"), DEEP)
def test_as_much_is_known_further_on(name: str, options: dict[str, Any], depth: int, expected: Figures) -> None:
    assert figures(name, options, depth) == expected


NASH_CONVS = [
    ("dark_hex", {"size": 2}, (441, [33, 101]), 1.25, 0.0),
    ("dark_hex", {"size": 2, "abrupt": True}, (471, [59, 35]), 5 / 6, 11 / 24),
    ("battleship", FEW_SHOTS, (3_029, [133, 337]), 1 / 6, 1 / 36),
    ("battleship", {**FEW_SHOTS, "repeated": True}, (4_949, [133, 465]), 1 / 4, 1 / 64),
    ("battleship", {**SMALL_SEA, "shots": 3}, (10_069, [1_413, 1_873]), 1 / 2, 5 / 36),
    ("battleship", {**SMALL_SEA, "shots": 4}, (12_373, [3_717, 1_873]), 1 / 2, 7 / 18),
    ("battleship", {**SMALL_SEA, "shots": 3, "repeated": True}, (58_709, [2_373, 7_825]), 0.890625, 0.0400390625),
]


@pytest.mark.parametrize(("name", "options", "size", "nash_conv", "worth"), NASH_CONVS)
def test_guessing_is_as_good_as_in_openspiel(
    name: str, options: dict[str, Any], size: tuple[int, list[int]], nash_conv: float, worth: float
) -> None:
    """`pyspiel.nash_conv` of its uniform policy, and what that wins."""
    form = solving.expanded(load(name, **options), MEMORY)
    assert (form.histories, [len(side.keys) for side in form.sides]) == size
    regrets = Regrets(form)
    regrets.judge_average()
    low, high = regrets.bounds
    assert high - low == pytest.approx(nash_conv, abs=1e-10)
    assert regrets.worth == pytest.approx(worth, abs=1e-10)


@pytest.mark.parametrize(
    ("name", "options", "value"), [("dark_hex", {"size": 2}, 1.0), ("battleship", FEW_SHOTS, 1 / 16)]
)
def test_values_are_those_of_openspiels_solver(name: str, options: dict[str, Any], value: float) -> None:
    found = solving.solve(load(name, **options), MEMORY, 1e-4, None).found
    low, high = found.bounds
    assert low - 1e-9 <= value <= high + 1e-9


ENDGAME = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -"
IN_PASSING = "4k3/2p1p3/8/1P1P4/8/8/8/R3K3 b Q -"
PAWNS = "8/2p5/k7/1P6/8/8/8/6K1 b - -"


@pytest.mark.parametrize(
    ("name", "options", "position", "depth"),
    [
        ("phantom_tictactoe", {}, None, 3),
        ("battleship", FEW_SHOTS, None, 5),
        ("dark_chess", {}, ENDGAME, 2),
        ("dark_chess", {}, IN_PASSING, 2),
        ("kriegspiel", {}, PAWNS, 2),
    ],
)
def test_options_follow_from_what_is_known(
    name: str, options: dict[str, Any], position: str | None, depth: int
) -> None:
    """Situations that look alike to who is to move have the same options, in the same order."""
    game = load(name, **options)
    states = [game.position(position) if position else game.beginning()]
    asked: dict[int, list[str]] = {}
    alike = 0
    for deep in range(depth + 1):
        if deep:
            states = [state.play(move) for state in states for move in state.moves]
        for state in states:
            if state.to_move is not None:
                key, texts = state.information(state.to_move), [move.text for move in state.moves]
                alike += key in asked
                assert asked.setdefault(key, texts) == texts
    assert alike > 0


# ---- what is seen


def test_one_sees_where_one_has_tried() -> None:
    state = load("phantom_tictactoe").start().play("b2").play("b2").play("a1")
    first, second = state.view("X"), state.view("O")
    assert [site for site in ("a1", "b2", "c3") if first.is_seen(site)] == ["b2"]
    assert [site for site in ("a1", "b2", "c3") if second.is_seen(site)] == ["a1", "b2"]
    assert [piece.label for piece in second.pieces("b2")] == ["stone of X"]
    assert first.pieces("a1") == ()


def test_tries_that_fail_are_heard_but_not_where() -> None:
    once = load("dark_hex", size=3).start().play("b2")
    ways = [once.play("b2").play("a1"), once.play("b2").play("c3"), once.play("a1"), once.play("c3")]
    heard = [way.information("Red") for way in ways]
    assert heard[0] == heard[1] != heard[2] == heard[3]


def test_an_army_is_seen_when_both_are_placed_and_its_ranks_when_they_fight() -> None:
    state = load("barrage").start()
    for text in ["Fa1", "Yb1", "Oc1", "Od1", "Ne1", "Gf1", "Mg1", "Bh1"]:
        state = state.play(text)
    assert not any(state.view("Blue").is_seen(site) for site in ("a1", "b2", "j4"))
    for text in ["Fa10", "Yb10", "Oj10", "Oi10", "Ne10", "Gf10", "Mg10", "Bh10"]:
        state = state.play(text)
    view = state.view("Blue")
    assert view.is_seen("a1") and view.is_seen("b2")
    assert [(p.kind, p.owner) for p in view.pieces("a1")] == [("?", "Red")]
    assert [(p.kind, p.owner) for p in view.pieces("a10")] == [("flag", "Blue")]
    state = state.play("e1-e2").play("j10-j1")
    assert [p.kind for p in state.view("Red").pieces("j1")] == ["scout"]  # it has gone far
    state = state.play("e2-e3").play("j1-i1").play("e3-e4").play("i1xh1")  # a bomb
    assert [p.kind for p in state.view("Blue").pieces("h1")] == ["bomb"]
    assert [p.kind for p in state.view("Blue").pieces("g1")] == ["?"]
    assert state.value("lost", "Blue", "scout") == 1


@pytest.mark.parametrize(
    ("told", "after_hit", "after_sunk"),
    [("little", (False, False), (False, False)), ("sinking", (False, False), (True, True)),
     ("everything", (True, False), (True, True))],
)  # fmt: skip
def test_what_a_shot_tells(told: str, after_hit: tuple[bool, bool], after_sunk: tuple[bool, bool]) -> None:
    game = load("battleship", **{**SMALL_SEA, "width": 3, "told": told})
    state = game.start().play("a1E").play("A1E").play("A1")
    assert (state.view("Red").is_seen("A1"), state.view("Red").is_seen("B1")) == after_hit
    assert state.view("Red").value("fate", "A1") == "hit"
    state = state.play("c2").play("B1")
    assert (state.view("Red").is_seen("A1"), state.view("Red").is_seen("B1")) == after_sunk
