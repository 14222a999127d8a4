"""Rulesets beside OpenSpiel's own games where the games are the same: legal moves and results all along random games;
numbers of histories and of information states, and how exploitable the uniform strategy is."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from gdl import library

np = pytest.importorskip("numpy")
pyspiel = pytest.importorskip("pyspiel", reason="pip install 'gdl-interpreter[open-spiel]'")

from open_spiel.python import policy  # noqa: E402
from open_spiel.python.algorithms import exploitability  # noqa: E402

from interpreter.bridges.adapters.open_spiel import load_game  # noqa: E402

# ---- where nothing is hidden: move by move


def tictactoe(text: str) -> str:
    """OpenSpiel's x(2,0) is our a1."""
    return "abc"[int(text[4])] + "321"[int(text[2])]


def connect_four(text: str) -> str:
    """x3 is d."""
    return "abcdefg"[int(text[1:])]


def breakthrough(text: str) -> str:
    """a7b6* is a2xb3: who begins there has the upper side."""
    ranks = text.rstrip("*").translate(str.maketrans("12345678", "87654321"))
    return f"{ranks[:2]}{'x' if text.endswith('*') else '-'}{ranks[2:]}"


def nim(text: str) -> str:
    """"pile:2, take:3;" is b3."""
    heap, take = (part.split(":")[1] for part in text.rstrip(";").split(", "))
    return "abcdef"[int(heap) - 1] + take


def as_it_is(text: str) -> str:
    return text


SAME: dict[str, tuple[dict[str, Any], str, Callable[[str], str]]] = {
    "tictactoe": ({}, "tic_tac_toe", tictactoe),
    "connect_four": ({}, "connect_four", connect_four),
    "breakthrough": ({}, "breakthrough", breakthrough),
    "nim": ({"heap_a": 1, "heap_b": 3, "heap_c": 5, "heap_d": 7, "misere": True}, "nim", nim),
    "oware": ({}, "oware", as_it_is),
    "hex": ({"swap": False, "size": 5}, "hex(board_size=5)", as_it_is),
    "lines_of_action": ({}, "lines_of_action", as_it_is),
    "reversi": ({}, "othello", as_it_is),
}
REPEATING = {"oware", "lines_of_action"}
"""OpenSpiel ends these as soon as a position comes again, rules here later."""


@pytest.mark.parametrize("name", SAME)
def test_random_games_are_the_same(name: str) -> None:
    options, theirs, translated = SAME[name]
    mine, other = load_game(name, **options), pyspiel.load_game(theirs)
    chance = random.Random(name)
    for _ in range(3):
        play_both(mine.new_initial_state(), other.new_initial_state(), translated, chance, name in REPEATING)


def play_both(
    mine: Any, other: Any, translated: Callable[[str], str], chance: random.Random, may_repeat: bool
) -> None:
    """One game at random, on both sides."""
    while not other.is_terminal():
        known = {other.action_to_string(a): a for a in other.legal_actions()}
        if list(known) == ["pass"]:  # where rules here skip the turn themselves
            other.apply_action(known["pass"])
            continue
        named = {translated(text): action for text, action in known.items()}
        legal = {mine.action_to_string(action): action for action in mine.legal_actions()}
        assert sorted(legal) == sorted(named)
        assert mine.current_player() == other.current_player()
        move = chance.choice(sorted(legal))
        mine.apply_action(legal[move])
        other.apply_action(named[move])
    if may_repeat and not mine.is_terminal():
        return
    assert mine.is_terminal()
    assert mine.returns() == other.returns()


@pytest.mark.parametrize(("name", "theirs", "depth"), [
    ("tictactoe", "tic_tac_toe", 4), ("chess", "chess", 2), ("connect_four", "connect_four", 3),
    ("nine_mens_morris", "nine_mens_morris", 2), ("draughts", "checkers", 3),
])  # fmt: skip
def test_there_are_as_many_sequences(name: str, theirs: str, depth: int) -> None:
    def count(state: Any, left: int) -> int:
        if not left or state.is_terminal():
            return 1
        return sum(count(state.child(action), left - 1) for action in state.legal_actions())

    mine, other = (game.new_initial_state() for game in (load_game(name), pyspiel.load_game(theirs)))
    assert count(mine, depth) == count(other, depth)


# ---- where something is hidden: the whole tree

Hidden = tuple[str, dict[str, Any], str]
SMALL: list[Hidden] = [
    ("kuhn_poker", {}, "kuhn_poker"),
    ("kuhn_poker", {"players": 3}, "kuhn_poker(players=3)"),
    ("goofspiel", {"cards": 3, "prizes": "descending"}, "goofspiel(num_cards=3,points_order=descending)"),
    ("goofspiel", {"cards": 3}, "goofspiel(num_cards=3)"),
    ("goofspiel", {"cards": 3, "blind": True}, "goofspiel(num_cards=3,imp_info=True)"),
    ("liars_dice", {"faces": 2}, "liars_dice(dice_sides=2)"),
    ("dark_hex", {"size": 2}, "dark_hex(num_rows=2,num_cols=2)"),
]
LARGE: list[Hidden] = [
    ("leduc_holdem", {}, "leduc_poker"),
    # where bids are open OpenSpiel's text of four cards leaves out the order in which they were played
    ("goofspiel", {"cards": 4, "prizes": "descending", "blind": True},
     "goofspiel(num_cards=4,points_order=descending,imp_info=True)"),
    ("liars_dice", {"faces": 3}, "liars_dice(dice_sides=3)"),
    ("dark_hex", {"size": 2, "abrupt": True}, "dark_hex(num_rows=2,num_cols=2,gameversion=adh)"),
]  # fmt: skip
PUBLISHED = {"kuhn_poker": 11 / 12, "leduc_holdem": 4.747222222222222}
"""NashConv of the uniform strategy, for two players with the usual options."""


def told(case: Hidden) -> str:
    name, options, _ = case
    return f"{name}-{'-'.join(map(str, options.values()))}"


def in_turn(game: Any) -> Any:
    """The game with decisions at once taken one after the other, in secret."""
    if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        return pyspiel.convert_to_turn_based(game)
    return game


def tree(game: Any) -> tuple[int, int, list[int]]:
    """How many ends there are, how many other histories, and how many information states of each player. A roll that
    can come to one thing alone makes no history of its own."""
    known: list[set[str]] = [set() for _ in range(game.num_players())]
    ends, histories, waiting = 0, 0, [game.new_initial_state()]
    while waiting:
        state = waiting.pop()
        if state.is_terminal():
            ends += 1
            continue
        histories += not state.is_chance_node() or len(state.legal_actions()) > 1
        player = state.current_player()
        if not state.is_chance_node():
            known[player].add(state.information_state_string(player))
        waiting += [state.child(action) for action in state.legal_actions()]
    return ends, histories, [len(keys) for keys in known]


@pytest.mark.parametrize(
    "case", [*SMALL, *(pytest.param(case, marks=pytest.mark.deep) for case in LARGE)],
    ids=lambda case: told(case) if isinstance(case, tuple) else None,
)  # fmt: skip
def test_the_tree_is_the_same(case: Hidden) -> None:
    name, options, theirs = case
    if name not in library.names():
        pytest.skip(f"{name} isn't there")
    mine, other = in_turn(load_game(name, **options)), in_turn(pyspiel.load_game(theirs))
    assert tree(mine) == tree(other)
    uniform, expected = (
        exploitability.nash_conv(game, policy.UniformRandomPolicy(game)) for game in (mine, other)
    )
    assert uniform == pytest.approx(expected, abs=1e-10)
    if set(options) <= {"abrupt"} and name in PUBLISHED:
        assert uniform == pytest.approx(PUBLISHED[name], abs=1e-10)


# ---- where the tree is too large: along random games


def kuhn(text: str) -> str:
    """Deal:0 is the 1."""
    return str(int(text[5:]) + 1) if text.startswith("Deal:") else text.lower()


def leduc(text: str) -> str:
    """Cards 0 and 1 are the knaves."""
    if not text.startswith("Chance outcome:"):
        return text.lower()
    card = int(text.split(":")[1])
    return "JQK"[card // 2] + "hs"[card % 2]


def liars_dice(text: str) -> str:
    """Roll 3; bids are 1-4."""
    return text.removeprefix("Roll ").replace("-", "x").lower()


HIDDEN: dict[str, tuple[dict[str, Any], str, Callable[[str], str]]] = {
    "kuhn_poker": ({}, "kuhn_poker", kuhn),
    "leduc_holdem": ({}, "leduc_poker", leduc),
    "liars_dice": ({}, "liars_dice", liars_dice),
    "phantom_tictactoe abrupt": ({"abrupt": True}, "phantom_ttt(gameversion=abrupt)", tictactoe),
    "phantom_tictactoe": ({}, "phantom_ttt", tictactoe),
    "phantom_tictactoe unheard": ({"heard": False}, "phantom_ttt", tictactoe),
    "dark_hex abrupt": ({"size": 3, "abrupt": True}, "dark_hex(num_rows=3,num_cols=3,gameversion=adh)", as_it_is),
    "dark_hex": ({"size": 3}, "dark_hex(num_rows=3,num_cols=3)", as_it_is),
}
FINER = {"phantom_tictactoe", "dark_hex"}
"""Here players know how often the other has tried since, there they don't."""


@pytest.mark.parametrize("case", HIDDEN)
def test_the_same_is_known(case: str) -> None:
    """Who decides knows the same in two histories here if, and only if, that is so there; moves and results agree."""
    name = case.split()[0]
    if name not in library.names():
        pytest.skip(f"{name} isn't there")
    options, theirs, translated = HIDDEN[case]
    game, other_game = load_game(name, **options), pyspiel.load_game(theirs)
    chance = random.Random(name)
    pairs: set[tuple[int, str, str]] = set()
    for _ in range(60):
        mine, other = game.new_initial_state(), other_game.new_initial_state()
        while not other.is_terminal():
            player = other.current_player()
            assert mine.current_player() == player
            if player >= 0:
                pairs.add((player, *(state.information_state_string(player) for state in (mine, other))))
            named = {translated(other.action_to_string(action)): action for action in other.legal_actions()}
            legal = {mine.action_to_string(action): action for action in mine.legal_actions()}
            assert sorted(legal) == sorted(named)
            move = chance.choice(sorted(legal))
            mine.apply_action(legal[move])
            other.apply_action(named[move])
        assert mine.returns() == other.returns()
    assert len({pair[:2] for pair in pairs}) == len(pairs)
    if case not in FINER:
        assert len({(pair[0], pair[2]) for pair in pairs}) == len(pairs)


# ---- information states as tensors


@pytest.mark.parametrize("name", ["kuhn_poker", "liars_dice", "goofspiel", "phantom_tictactoe"])
def test_tensors_tell_information_states_apart(name: str) -> None:
    """Two nodes have the same tensor of all that a player has seen if, and only if, they have the same text."""
    if name not in library.names():
        pytest.skip(f"{name} isn't there")
    options = {"liars_dice": {"faces": 2}, "goofspiel": {"cards": 3}}.get(name, {})
    game = load_game(name, **options)
    chance = random.Random(1)
    pairs: set[tuple[int, str, bytes]] = set()
    for _ in range(100):
        state = game.new_initial_state()
        while not state.is_terminal():
            for player in range(game.num_players()):
                tensor = np.asarray(state.information_state_tensor(player), np.float32).tobytes()
                pairs.add((player, state.information_state_string(player), tensor))
            if state.is_simultaneous_node():
                state.apply_actions([chance.choice(state.legal_actions(p)) for p in range(game.num_players())])
            else:
                state.apply_action(chance.choice(state.legal_actions()))
    texts, tensors = {pair[:2] for pair in pairs}, {(pair[0], pair[2]) for pair in pairs}
    assert len(texts) == len(tensors) == len(pairs)
