"""What players decide at once. The rules ask one after the other, and tell nobody till all have decided; here all are
asked before anybody's decision counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.game.moves import Move
    from interpreter.game.state import State


@dataclass(frozen=True)
class Joint:
    """A block of decisions taken at once. `begin`: the state before it; `decided`: each player's decisions so far.

    `asked`: for each player who has another decision to take a state in which they take it: what others decide makes
    no difference to that. `taken`: for each of the others the state in which they took their last one, and that.
    `end`: the state behind the block, once nobody is asked.
    """

    begin: State
    decided: Mapping[str, tuple[Move, ...]]
    asked: Mapping[str, State]
    taken: Mapping[str, tuple[State, Move]]
    end: State

    @classmethod
    def begun(cls, state: State) -> Joint:
        """A block that begins with the decision of this state."""
        return cls.after(state, {})

    @classmethod
    def after(cls, begin: State, decided: Mapping[str, tuple[Move, ...]]) -> Joint:
        """The block when these decisions have been taken: who hasn't decided takes any option for now."""
        asked: dict[str, State] = {}
        taken: dict[str, tuple[State, Move]] = {}
        left = {player: list(moves) for player, moves in decided.items()}
        state = begin
        while True:
            player = state.to_move
            assert player is not None
            mine = left.get(player)
            if mine:
                move = mine.pop(0)
                taken[player] = state, move
            else:
                asked.setdefault(player, state)
                move = state.moves[0]
            following = state.play(move)
            if not goes_on(following):
                return cls(begin, decided, asked, taken, following)
            state = following

    def played(self, moves: Mapping[str, Move]) -> Joint:
        """The block when each of those asked has taken one more decision."""
        players = {**self.decided, **{p: () for p in moves if p not in self.decided}}
        decided = {p: (*taken, moves[p]) if p in moves else tuple(taken) for p, taken in players.items()}
        return Joint.after(self.begin, decided)


def goes_on(following: State) -> bool:
    """Whether what led to a state belongs to decisions at once that go on there."""
    came = following.knowledge.came
    return came is not None and came[1].inside
