"""One generated game solved in all ways, beside plain minimax: what is said to be exact has to be."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from exact_games import checked
from plain_minimax import TooLargeError, Truth, truth

from interpreter import Game
from interpreter.errors import PlayerError, RuleError
from interpreter.players import Seat
from interpreter.players.alphabeta import AlphaBeta, Limit
from interpreter.players.endgame import Table, keep
from interpreter.players.endgame_file import TableError
from interpreter.players.mcts import Budget, MonteCarlo
from interpreter.players.solving import Solution, solve

MOST = 1_200
"""States of a game at most."""
DEEP, SEARCHED = 10, 4
"""Plies that are searched, from so many states."""
SHALLOW, ITERATIONS = 2, 20
"""The same where a table is looked up."""
SEEN = 40
"""So many states of a game are looked up in a table."""


def compared(text: str, folder: Path) -> Counter[str]:
    """What there was to compare; raises AssertionError where something said isn't so."""
    seen: Counter[str] = Counter()
    model = checked(text)
    if model is None:
        return Counter(errors=1)
    game = Game(model)
    try:
        known = truth(Game(model, "reference").start(), MOST)
    except (TooLargeError, RuleError):
        return Counter(passed_over=1)
    seen.update(played=1, pays=model.pays, rolls=known.rolls, goes_round=known.goes_round, unfair=not known.is_fair)
    seen[f"{len(game.players)} players"] += 1
    path = folder / "table"
    path.unlink(missing_ok=True)
    for symmetries in (True, False):
        found = _solved(game, symmetries, path)
        _check(game, found, known)
        seen.update(exact=found.is_exact, forgot=bool(found.forgotten), folded=found.symmetries > 1,
                    decided=found.is_exact and any(found.values.values()), kept=path.exists())  # fmt: skip
        if path.exists():
            seen["looked_up"] += _look_up(game, known, path)
    if len(game.players) == 2:
        seen += _search(game, known)
        if path.exists():
            table = Table(game, path)
            seen["with_table"] += _search(game, known, table)["searched"] + _grow(game, known, table)
    return seen


def _search(game: Game, known: Truth, table: Table | None = None) -> Counter[str]:
    """What alpha-beta search says for certain, from the game's beginning and from a few states on the way."""
    seen: Counter[str] = Counter()
    try:
        player = AlphaBeta(Seat(game, game.players[0], table=table), Limit(DEEP if table is None else SHALLOW))
    except PlayerError as problem:
        united = game.model.unites or game.model.is_common  # then it is refused whatever is reached
        assert united or (game.model.pays and len({sum(worth) for worth in _ends(known)}) > 1), problem
        return Counter(refused=1)
    step = max(len(known.states) // SEARCHED, 1)
    for i in range(0, len(known.states), step):
        state = game.start() if i == 0 else known.states[i]
        if state.is_over:
            continue
        try:
            found = player.analyse(state)
        except PlayerError as problem:
            assert len({sum(worth) for worth in _ends(known)}) > 1, problem
            return seen + Counter(refused=1)
        if found.prospect.is_sure:
            seen["searched"] += 1
            assert tuple(found.prospect.expected.values()) == pytest.approx(known.values[i], abs=2e-5)
        for option in found.options:
            if option.prospect.is_sure:
                after = known.states.index(state.play(option.move))
                assert tuple(option.prospect.expected.values()) == pytest.approx(known.values[after], abs=2e-5)
    player.close()
    return seen


def _grow(game: Game, known: Truth, table: Table) -> int:
    """The same of tree search, which looks positions up."""
    seen, player = 0, MonteCarlo(Seat(game, game.players[0], table=table), Budget(iterations=ITERATIONS))
    for i in range(0, len(known.states), max(len(known.states) // SEARCHED, 1)):
        state = game.start() if i == 0 else known.states[i]
        if state.is_over:
            continue
        for option in player.analyse(state).options:
            if option.prospect.is_sure:
                seen += 1
                after = known.states.index(state.play(option.move))
                assert tuple(option.prospect.expected.values()) == pytest.approx(known.values[after], abs=2e-5)
    player.close()
    return seen


def _ends(known: Truth) -> list[tuple[float, ...]]:
    return [worth for state, worth in zip(known.states, known.values, strict=True) if state.is_over]


def _solved(game: Game, symmetries: bool, path: Path) -> Solution:
    def kept(*known: Any) -> None:
        path.unlink(missing_ok=True)
        try:
            keep(path, game, *known)
        except TableError as problem:
            assert "the past matters" in str(problem)

    return solve(game.start(), 64 << 20, symmetries=symmetries, keep=kept)


def _check(game: Game, found: Solution, known: Truth) -> None:
    values = tuple(found.values.values())
    assert not found.assumed, "nothing need be assumed of so small a game"
    if found.is_exact:
        assert values == pytest.approx(known.values[0], abs=1e-6)
        assert values == pytest.approx(known.others[0], abs=1e-6)
        assert known.is_settled
        is_duel = not game.model.pays and (game.model.is_common or (len(values) < 3 and not game.model.unites))
        if not is_duel:
            assert found.plies == 0
        elif known.plies[0] is not None:
            assert found.plies == known.plies[0]
            _follow(game, found)
    elif known.is_fair and known.is_settled:
        assert known.goes_round and known.rolls, "then it is exact"
        assert values == pytest.approx(known.values[0], abs=1e-4)
    if not known.goes_round and known.is_fair:
        assert found.is_exact


def _follow(game: Game, found: Solution) -> None:
    """The line of a win ends in it."""
    state = game.start()
    for text in found.line:
        state = state.play(next(move for move in state.moves if move.text == text))
    if len(found.line) < 40:
        assert state.is_over and state.results == found.values


def _look_up(game: Game, known: Truth, path: Path) -> int:
    table, seen = Table(game, path), 0
    step = max(len(known.states) // SEEN, 1)
    for i in range(0, len(known.states), step):
        state = game.start() if i == 0 else known.states[i]
        said = table.look(state)
        if said is not None and said.is_exact:
            seen += 1
            assert said.values == pytest.approx(known.values[i], abs=1e-6)
            assert said.values == pytest.approx(known.others[i], abs=1e-6)
        elif said is not None and said.assumed:
            winner = max(range(len(said.values)), key=lambda p: said.values[p])
            if said.values[winner] > 0:
                assert known.values[i][winner] >= 0
    return seen
