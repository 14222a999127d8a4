"""Numbers for actions, and tensors: the same meaning in every state, and states that differ look different."""

from __future__ import annotations

import re
from array import array

import pytest
from playing import load
from sample import daily, rulesets
from unseen_rules import ALL, HANDS, KUHN, NAMES, STRATEGO

from gdl import library
from interpreter.bridges.spaces import actions
from interpreter.bridges.spaces.actions import ActionSpace
from interpreter.bridges.spaces.tensors import TensorSpace
from interpreter.errors import NotLegal
from interpreter.game.game import Game
from interpreter.game.state import State
from interpreter.graph.chance import Chance

PLIES = 40
HIDES = re.compile(r"^hidden |secretly|together", re.MULTILINE)


def states(game: Game, seed: int = 5) -> list[State]:
    """Those of a random game, up to its end or PLIES."""
    chance, found = Chance(seed), [game.start(seed)]
    while not found[-1].is_over and len(found) < PLIES:
        found.append(found[-1].play(found[-1].draw(chance, len(found) - 1)))
    return found


@pytest.mark.parametrize("name", rulesets())
def test_actions_and_moves_are_one_to_one_and_in_the_same_order(name: str) -> None:
    game = load(name)
    space = ActionSpace(game)
    for state in states(game):
        if state.is_chance:
            continue
        found = space.actions(state)
        assert found == sorted(set(found)) == space.legal(state)
        assert all(0 <= action < space.size for action in found)
        assert [i for i, legal in enumerate(space.mask(state)) if legal] == found
        for action, move in list(zip(found, state.moves, strict=True))[:5]:
            assert space.move(action, state) == move
            assert space.number(move, state) == action
            if not space.is_fixed:  # actions are numbers of options
                continue
            assert space.decision(action).chosen(action) == move.chosen
            labels = space.decision(action).labels(action)  # one for each name: a set of two is `a+b`, one of none
            assert len(labels) == len(move.chosen)
            assert "+".join(label for label in labels if label != "nothing") == "+".join(move.values)


def test_an_action_means_the_same_in_every_state() -> None:
    game = load("tictactoe")
    space = ActionSpace(game)
    start = game.start()
    after = start.play("b2")
    assert space.size == 9
    assert [space.described(space.number(move, start)) for move in start.moves][:2] == ["s = a1", "s = a2"]
    assert space.legal(after) == [0, 1, 2, 3, 5, 6, 7, 8]
    assert str(space.move(5, after)) == str(space.move(5, start))
    with pytest.raises(NotLegal, match=r"action 4 \(s = b2\)"):
        space.move(4, after)


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("breakthrough", 2 * 7 * (8 + 7 + 7)),  # for each player seven rows from which eight steps lead straight ahead
        ("domineering", 2 * 8 * 7),  # upright, and lying
        ("go", 81 + 1),  # and a pass
        ("connect_four", 7 * 6),
        ("sparks", 30 + 5 * 30),
    ],
)
def test_tuples_that_the_form_of_the_rules_excludes_have_no_number(name: str, size: int) -> None:
    assert ActionSpace(load(name)).size == size


def test_rays_end_at_the_edge_of_the_board() -> None:
    """Queens' moves on ten by ten: 100 · 18 like rooks, and like bishops 4 · (1 · 1 + 2 · 2 + … + 9 · 9) = 1140."""
    first, second = ActionSpace(load("amazons")).decisions
    assert {len(first.tuples), len(second.tuples)} == {100, 1800 + 1140}


def test_rolls_have_numbers_of_their_own() -> None:
    game = load("backgammon")
    rolls = ActionSpace(game, rolls=True)
    rolled = next(state for state in states(game) if state.is_chance)
    assert rolls.size == 30 + 36  # the first roll of a game, of two different dice; and all others
    assert len({*rolls.actions(rolled)}) == len(rolled.moves) == 36


def test_too_many_actions_are_numbers_of_options(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(actions, "MOST", 8)
    game = load("tictactoe")
    space, state = ActionSpace(game), game.start().play("a1")
    assert not space.is_fixed
    assert space.legal(state) == list(range(8))
    assert space.move(0, state) == state.moves[0]
    assert space.number(state.moves[3], state) == 3


@pytest.mark.parametrize("name", rulesets())
def test_states_that_differ_have_tensors_that_differ(name: str) -> None:
    game = load(name)
    space = TensorSpace(game)
    assert space.size == len(space.planes) * space.sites + len(space.facts)
    seen: dict[bytes, State] = {}
    for state in [*states(game, 1), *states(game, 2), *states(game, 3)]:
        tensor = space.tensor(state)
        assert len(tensor) == space.size
        assert all(-1 <= number <= 1 for number in tensor)
        if state.to_move is not None and not game.model.hides:
            assert seen.setdefault(tensor.tobytes(), state).key == state.key


def test_what_a_tensor_shows() -> None:
    game = load("tictactoe")
    space = TensorSpace(game)
    state = game.start().play("b2").play("c1")
    assert len(space.planes) == 2
    assert space.grid == (3, 3)
    (x, o), tensor = game.players, space.tensor(state, game.players[1])
    assert tensor[:18] == array("f", [0, 0, 0, 0, 1, 0, 0, 0, 0, *(0, 0, 0, 0, 0, 0, 1, 0, 0)])
    facts = dict(zip(space.facts, tensor[space.facts_at :], strict=True))
    assert facts[f"seen by {o}"] == 1 and facts[f"seen by {x}"] == 0
    assert facts[f"to move {x}"] == 1 and facts[f"to move {o}"] == 0


def test_numbers_are_scaled_and_elements_stand_alone() -> None:
    game = load("chess")
    space = TensorSpace(game)
    state = game.start()
    facts = dict(zip(space.facts, space.tensor(state)[space.facts_at :], strict=True))
    assert sum(value for name, value in facts.items() if name.startswith("to move")) == 1
    assert space.grid == (8, 8)
    pawns = space.planes.index("pawn of White") * 64
    ranks = {site % 8 for site in range(64) if space.tensor(state)[pawns + site]}
    assert ranks == {1}  # files one after another, each from rank 1 to rank 8


# ---- what isn't known


@pytest.mark.parametrize("text", ALL, ids=NAMES)
def test_a_tensor_tells_nothing_but_what_its_player_knows(text: str) -> None:
    """Two states that a player can't tell apart look alike."""
    game = Game.parse(text)
    space = TensorSpace(game)
    seen: dict[tuple[str, int], bytes] = {}
    for seed in range(30):
        for state in states(game, seed)[:8]:
            for player in game.players:
                tensor = space.tensor(state, player).tobytes()
                assert seen.setdefault((player, state.information(player)), tensor) == tensor
    assert len({*seen.values()}) > len(game.players)


@pytest.mark.parametrize("name", daily([name for name in library.names() if HIDES.search(library.read(name).text)], 4))
def test_tensors_of_games_that_ship_tell_no_more(name: str) -> None:
    game = load(name)
    space, seen = TensorSpace(game), dict[tuple[str, int], bytes]()
    for seed in range(8):
        for state in states(game, seed)[:7]:
            for player in game.players:
                tensor = space.tensor(state, player).tobytes()
                assert all(-1 <= number <= 1 for number in memoryview(tensor).cast("f"))
                assert seen.setdefault((player, state.information(player)), tensor) == tensor


def test_what_isnt_known_has_numbers_of_its_own() -> None:
    game = Game.parse(STRATEGO)
    space = TensorSpace(game)
    tensor = space.tensor(game.start(), "White")
    planes = {name: list(tensor[6 * i : 6 * i + 6]) for i, name in enumerate(space.planes)}
    assert planes["spy of White"] == [1, 0, 0, 0, 0, 0]  # sites: a1 a2 b1 b2 c1 c2
    assert planes["spy of Black"] == [0] * 6
    assert planes["a piece of Black, of a kind that isn't known"] == [0, 1, 0, 0, 0, 1]
    kuhn = Game.parse(KUHN)
    space = TensorSpace(kuhn)
    state = kuhn.start()
    facts = dict(zip(space.facts, space.tensor(state, "First"), strict=True))
    assert facts["hand(Second) unknown"] == facts["deck unknown"] == 1
    assert facts["hand(First) unknown"] == 0
    assert facts[f"hand(First) {state.value('hand', 'First')}"] == 1


def test_while_all_decide_nobody_sees_what_others_have_decided() -> None:
    game = Game.parse(HANDS)
    space, state = TensorSpace(game), game.start()
    assert space.tensor(state.play("rock"), "B") == space.tensor(state.play("paper"), "B")
    assert space.tensor(state.play("rock"), "A") != space.tensor(state.play("paper"), "A")
    both = state.play("rock").play("paper")
    facts = dict(zip(space.facts, space.tensor(both, "B"), strict=True))
    assert facts["shown(A) rock"] == facts["shown(B) paper"] == 1
