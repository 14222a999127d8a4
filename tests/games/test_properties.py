"""What must hold for every ruleset that ships."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
import sample
import unfolded
from hypothesis import example, given, settings
from hypothesis import strategies as st
from playing import settled

from interpreter import Game, MoveError, State
from interpreter.game import records
from interpreter.game import yaml_files as yamlio
from interpreter.game.moves import Move
from interpreter.game.plies import by_turns
from interpreter.graph.chance import Chance

SMALLER: dict[str, dict[str, Any]] = {"go": {"size": 5}, "hex": {"size": 5}}
"""Options that make games shorter."""
MORE_PLAYERS = {"chinese_checkers": 6, "pig": 4, "spectral_reapers": 5}
LONGEST = 400

every_game = pytest.mark.parametrize("name", sample.rulesets())
SEEDS = [2**64 - 59, *(pytest.param(seed, marks=pytest.mark.deep) for seed in (0, 1, 2**63))]
"""One game a day of each, and some more in deep runs."""
seeded = pytest.mark.parametrize("seed", SEEDS)


@cache
def load(name: str, players: int | None = None) -> Game:
    return Game.load(name, players=players, **SMALLER.get(name, {}))


def game_at_random(game: Game, seed: int, plies: int = LONGEST) -> Iterator[tuple[State, Move | None]]:
    """The states of a random game with the moves made there; None at its end, or after so many plies."""
    state, chance = game.start(seed=seed), Chance(seed)
    for ply in range(plies):
        if state.is_over:
            break
        moves = state.moves
        move = moves[chance.pick(len(moves), ply)]
        yield state, move
        state = state.play(move)
    yield state, None


def looked_at(game: Game, seed: int) -> list[State]:
    """Some of a game's states: the first ones, the last ones, and every thirtieth between."""
    states = [state for state, _ in game_at_random(game, seed)]
    return [*states[:6], *states[6:-4:30], *states[max(6, len(states) - 4) :]]


# ---- states and moves ----------------------------------------------------------------------------------


def check_state(state: State) -> None:
    """What can be said of any state, whatever the game."""
    assert state.is_over == (not state.moves)
    if state.is_over:
        assert state.to_move is None and not state.is_chance and not state.chance
        check_end(state)
        return
    assert state.results is None and state.outcomes is None
    assert state.asks
    assert (state.to_move is None) == state.is_chance
    assert state.to_move in (None, *state.game.players)
    assert sum(share for _, share in state.chance) == state.is_chance
    assert [move for move, _ in state.chance] == (list(state.moves) if state.is_chance else [])


def check_end(state: State) -> None:
    results, outcomes = state.results, state.outcomes
    assert results is not None and outcomes is not None
    assert list(results) == list(outcomes) == list(state.game.players)
    paid = "pay" in (state.position()["over"] or {})  # amounts of any size, perhaps of general sum
    assert paid or all(-1 <= utility <= 1 for utility in results.values())
    together = len(results) == 1 or state.game.model.is_common
    if not together and not paid:
        assert sum(results.values()) == pytest.approx(0)
    best = 0 if together else max(results.values())  # who plays alone, or with all others, has nobody to lose to
    for player, outcome in outcomes.items():
        assert outcome in ("win", "draw", "loss")
        assert (outcome == "loss") == (results[player] < best)


def check_moves(state: State) -> None:
    """A move's text stands for that move and no other; playing changes nothing but what comes of it."""
    texts = [move.text for move in state.moves]
    assert all(text == " ".join(text.split()) and text for text in texts)
    assert len(set(texts)) == len(texts)
    before, key = state.position(), hash(state)
    for move in state.moves[:: max(len(texts) // 8, 1)]:
        assert state.parse(move.text) == move
        after, again = state.play(move), state.play(move.text)
        assert again == after and hash(again) == hash(after)
        assert after.turns >= state.turns
        assert after.line == [*state.line, move.text]
    assert state.position() == before and hash(state) == key


def check_position(state: State) -> None:
    """A position can be written, read, and played on from as if nothing had happened."""
    data = state.position()
    read = yamlio.parse(yamlio.dump(data)).data
    assert settled(read) == settled(data)
    again = state.game.position(read)
    assert again == state
    assert hash(again) == hash(state)
    assert again.position() == data
    assert [move.text for move in again.moves] == [move.text for move in state.moves]
    seen = (state.is_over, state.is_chance, state.to_move, state.results, state.asks, state.in_turn)
    assert (again.is_over, again.is_chance, again.to_move, again.results, again.asks, again.in_turn) == seen


@every_game
@seeded
def test_states_moves_and_positions(name: str, seed: int) -> None:
    for state in looked_at(load(name), seed):
        check_state(state)
        check_moves(state)
        check_position(state)


@pytest.mark.parametrize(("name", "players"), MORE_PLAYERS.items())
@seeded
def test_more_players(name: str, players: int, seed: int) -> None:
    game = load(name, players)
    assert len(game.players) == players
    for state in looked_at(game, seed):
        check_state(state)
        check_moves(state)
        check_position(state)


@every_game
def test_texts_that_are_no_moves(name: str) -> None:
    """Whatever is typed, it is a move or it is refused in words."""
    states = looked_at(load(name), 3)
    state = next(s for s in reversed(states) if not s.is_over)

    @settings(max_examples=15, derandomize=True, database=None)
    @given(text=st.text(max_size=12) | st.text(st.sampled_from(" -x0123abcdeWB/"), max_size=6))
    @example("")
    @example("\x00\x1b[2J\r\n")
    @example("(" * 5_000)
    @example("9" * 5_000)
    @example("\ud800")
    def typed(text: str) -> None:
        try:
            move = state.parse(text)
        except MoveError as problem:
            assert str(problem)
        else:
            assert move in state.moves

    typed()


# ---- whole games ---------------------------------------------------------------------------------------


@every_game
@seeded
def test_a_record_repeats_the_game(name: str, seed: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    game = load(name)
    record = records.new(game, name, seed)
    played = list(game_at_random(game, seed, 120))
    end = played[-1][0]
    turns: list[list[str]] = []
    for before, move in played[:-1]:
        assert move is not None
        turns = turns if before.in_turn and turns else [*turns, []]
        turns[-1].append(move.text)
    record = record.model_copy(update={"turns": turns, "result": end.outcomes})
    file = tmp_path_factory.mktemp("records") / "record.yaml"
    records.write(record, file)
    read = records.read(file)
    assert read == record
    again = records.load_game(read, read.game)
    assert again.hash == game.hash
    steps = list(records.replay(again, read))
    assert [step.before for step in steps] + [steps[-1].after] == [state for state, _ in played]
    assert [[step.move.text for step in turn] for turn in by_turns(steps)] == turns


@every_game
@seeded
def test_nothing_depends_on_how_it_is_worked_out(name: str, seed: int) -> None:
    """Playing by the model as it is written, and by what the checker has made of it, comes to the same."""
    quick = load(name)
    slow = unworked(name)
    assert quick.hash == slow.hash
    state, other, chance = quick.start(seed), slow.start(seed), Chance(seed)
    for ply in range(60):
        assert state == other
        assert state.position() == other.position()
        assert state.results == other.results
        assert [move.text for move in state.moves] == [move.text for move in other.moves]
        assert [move.values for move in state.moves] == [move.values for move in other.moves]
        if state.is_over:
            break
        i = chance.pick(len(state.moves), ply)
        state, other = state.play(state.moves[i]), other.play(other.moves[i])


@cache
def unworked(name: str) -> Game:
    return unfolded.load(name, **SMALLER.get(name, {}))


@pytest.mark.parametrize("name", ["tictactoe", "fire_and_ice", "draughts", "breakthrough", "reversi", "pig"])
def test_equal_states_are_one(name: str) -> None:
    """Ways that lead to one position lead to equal states with equal options, and one hash."""
    layer = {load(name).start(): 1}
    for _ in range(3):
        after: dict[State, list[State]] = {}
        for state in layer:
            for nxt in map(state.play, state.moves):
                after.setdefault(nxt, []).append(nxt)
        for same in after.values():
            assert len({hash(s) for s in same}) == 1
            assert len({str(s.position()) for s in same}) == 1
            assert len({tuple(m.text for m in s.moves) for s in same}) == 1
        assert len({str(s.position()) for s in after}) == len(after)  # and different ones are written differently
        layer = dict.fromkeys(list(after)[:80], 1)
