"""Endings by brute force: what a player can force in so many turns, with the reference interpreter alone."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter import State


def turn_ends(state: State) -> Iterator[State]:
    """All states in which this turn may end, each once; with no chance in it."""
    todo, seen, turn = [state], {state}, state.turns
    while todo:
        state = todo.pop()
        assert not state.is_chance
        for move in state.moves:
            after = state.play(move)
            if after in seen:
                continue
            seen.add(after)
            if after.is_over or after.turns > turn:
                yield after
            else:
                todo.append(after)


def won(state: State, player: str) -> bool:
    return state.is_over and (state.outcomes or {})[player] == "win"


def can_force(state: State, player: str, turns: int) -> bool:
    """Whether the player can win within so many of their own turns, whatever the others do."""
    if state.is_over:
        return won(state, player)
    if state.mover == player:
        if turns == 0:
            return False
        ends = list(turn_ends(state))
        return any(won(end, player) for end in ends) or any(
            can_force(end, player, turns - 1) for end in ends if not end.is_over
        )
    return turns > 0 and all(can_force(end, player, turns) for end in turn_ends(state))
