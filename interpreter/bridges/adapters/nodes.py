"""Where a game stands, in the terms of game trees: whose node it is, which numbers may be played, what follows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from operator import itemgetter
from typing import Any

from gdl.model.nodes import Op
from gdl.model.statements import Loop, Roll, Statement
from interpreter.bridges.adapters.bounds import Bounds
from interpreter.bridges.adapters.joint import Joint
from interpreter.bridges.adapters.lengths import reached
from interpreter.bridges.adapters.walking import Step, Walker, walker
from interpreter.bridges.spaces.actions import ActionSpace
from interpreter.bridges.spaces.tensors import TensorSpace
from interpreter.game.game import Game
from interpreter.game.moves import Move
from interpreter.game.state import State
from interpreter.graph.backend import Entry
from interpreter.graph.chance import Chance
from interpreter.graph.graph import Ask

CHANCE, TOGETHER, OVER = -1, -2, -4
"""Whose node it is, if not a player's; the numbers are those of OpenSpiel."""
PATIENCE = 500
"""Steps that are taken by the values of states before rules are compiled for steps by records."""


class Tree:
    """A game's tree: its numbers and its bounds."""

    def __init__(self, game: Game, bounds: Bounds, joins: bool = True) -> None:
        """`joins`: whether what players decide at once is one node; else they are asked one by one."""
        self.game, self.bounds, self.joins = game, bounds, joins
        self.players = {label: i for i, label in enumerate(game.players)}
        self.decisions = ActionSpace(game)
        self.outcomes = ActionSpace(game, rolls=True)
        self.hides = game.model.hides
        """Whether there is anything that players don't see."""
        self.simultaneous = any(map(_asks_several, reached(game.model.turn)))
        """Whether players ever decide at once."""
        self._taken = 0
        """Steps that were taken by the values of states."""

    def root(self) -> Node:
        """Where every game begins."""
        return self._root

    @cached_property
    def _root(self) -> Node:
        return Node(self, self.game.beginning())

    def start(self, seed: int, number: int) -> Node:
        """Where a game of a seed begins, behind its set-up."""
        walker = self.walker
        at = walker.start(seed, number) if walker is not None else None
        begin = partial(self.game.start, seed, number)
        return Node(self, begin()) if at is None else Node(self, at, begin=begin)

    @cached_property
    def tensors(self) -> TensorSpace:
        """What observations show."""
        return TensorSpace(self.game)

    @property
    def walker(self) -> Walker | None:
        """What takes steps without looking at states. It isn't there at first: compiling takes longer than a few
        games."""
        if self._taken < PATIENCE:
            self._taken += 1
            return None
        return self._walker

    @cached_property
    def draws_from_list(self) -> bool:
        """Whether random games draw from the options as they are listed, and each is an outcome of its own. Elsewhere
        they draw candidates until one is an option (`Machine.draw`), or something that nobody sees, too."""
        asks = [node for node in self.game.machine.graph.nodes if isinstance(node, Ask)]
        return not any(ask.doubt or (isinstance(ask.choose, Roll) and ask.choose.hidden) for ask in asks)

    @cached_property
    def _walker(self) -> Walker | None:
        return walker(self.game, self.decisions, self.outcomes, self.tensors)


@dataclass(frozen=True)
class Link:
    """A step: the node before it, who decided on what, by number, and the node behind it."""

    before: Node
    moves: tuple[tuple[int, int], ...]
    after: Node


class Node:
    """A node. It never changes; playing gives the next one.

    Its state is worked out when somebody asks for it. Whoever asks for that of one node is likely to ask for that of
    the next one, too, so that both go by states; everybody else goes by records (`walking.py`).
    """

    __slots__ = (
        "_begin", "_following", "_is_looked_at", "_options", "_state", "_step", "_texts", "chances", "decisions",
        "is_over", "joint", "last", "player", "tree",
    )  # fmt: skip

    def __init__(
        self, tree: Tree, at: State | Step, decisions: int = 0, chances: int = 0, joint: Joint | None = None,
        last: tuple[Node, tuple[tuple[int, int], ...]] | None = None, begin: Callable[[], State] | None = None,
    ) -> None:  # fmt: skip
        """`begin`: gives the state, where no other node was before."""
        self.tree, self.decisions, self.chances, self.last = tree, decisions, chances, last
        self.joint = joint
        """What players decide together, if they do; `state` is what was before that."""
        self._begin, self._is_looked_at = begin, False
        self._following: dict[int, Entry] | None = None
        self._options: dict[int, dict[int, Move]] | None = None
        self._texts: dict[int, dict[int, str]] | None = None
        if isinstance(at, Step):
            self._state: State | None = None
            self._step: Step | None = at
            self.player = at.who
            has_ended = at.paid is not None
        else:
            self._state, self._step = at, None
            has_ended = at.is_over
            if joint is None and tree.joins and not has_ended and at.together:
                self.joint = Joint.begun(at)
            self.player = OVER if has_ended else decider(tree, at, self.joint)
        """The player whose node it is, by number; or chance, or all together, or nobody."""
        most = tree.bounds
        self.is_over = has_ended or (
            not most.sure and (decisions >= most.decisions or chances >= most.chances > 0)
        )
        """Whether the game has ended, or is broken off."""
        if self.is_over:
            self.player = OVER

    def __deepcopy__(self, memo: object) -> Node:
        return self

    @property
    def state(self) -> State:
        """The state; where players decide together what was before that."""
        self._is_looked_at = True
        return self._known

    @property
    def _known(self) -> State:
        """The state, found on the way from the last node whose state is known."""
        unknown, node = list[Node](), self
        while node._state is None and node.last is not None:
            unknown.append(node)
            node = node.last[0]
        if node._state is None:
            assert node._begin is not None
            node._state = node._begin()
        state = node._state
        for node in reversed(unknown):
            assert node.last is not None
            before, ((_, number),) = node.last
            state = node._state = state.after(before.following[number])
        return state

    @property
    def is_broken_off(self) -> bool:
        """Whether the game has gone on for too long."""
        if not self.is_over:
            return False
        return not self._known.is_over if self._step is None else self._step.paid is None

    @property
    def following(self) -> dict[int, Entry]:
        """What whose node it is may play, or chance may bring, by number; nothing while players decide together."""
        if self._following is None:
            space = self.tree.outcomes if self.player == CHANCE else self.tree.decisions
            self._following = {} if self.is_over or self.joint is not None else choices(space, self._known)
        return self._following

    def legal(self, player: int) -> list[int]:
        """The numbers of what a player may play here, from the least up."""
        if player != self.player or self.joint is not None:
            return sorted(self.options(player))
        return sorted({*self.numbers})

    @property
    def numbers(self) -> Sequence[int]:
        """What whose node it is may play, by number, in the order of the rules; or chance may bring, where one outcome
        may stand there several times."""
        return [*self.following] if self._step is None else self._step.numbers

    def allows(self, number: int) -> bool:
        """Whether this number may be played here."""
        return number in (self.following if self._step is None else self._step.numbers)

    def options(self, player: int) -> dict[int, Move]:
        """What a player may play here, by number, in ascending order."""
        return self._by_player.get(player, {})

    @property
    def _by_player(self) -> dict[int, dict[int, Move]]:
        """For each player who is asked, or chance, the moves by their numbers."""
        if self._options is None:
            self._options = self._found()
        return self._options

    def _found(self) -> dict[int, dict[int, Move]]:
        tree = self.tree
        if self.is_over:
            return {}
        if self.joint is not None:
            return {tree.players[p]: numbered(tree.decisions, s) for p, s in self.joint.asked.items()}
        space = tree.outcomes if self.state.is_chance else tree.decisions
        return {self.player: numbered(space, self.state)}

    def text(self, player: int, number: int) -> str:
        """How a move is written; those that are written alike get their number, too."""
        if self._texts is None:
            self._texts = self._written()
        return self._texts[player].get(number) or f"no move here ({number})"

    def _written(self) -> dict[int, dict[int, str]]:
        found: dict[int, dict[int, str]] = {p: {} for p in (*self.tree.players.values(), CHANCE)}
        for player, moves in self._by_player.items():
            texts = [move.text for move in moves.values()]
            for number, text in zip(moves, texts, strict=True):
                alone = text and texts.count(text) == 1
                found[player][number] = text if alone else f"{text} [{number}]".strip()
        return found

    @property
    def chance(self) -> list[tuple[int, Fraction]]:
        """At chance: each outcome's number with its probability."""
        if self.player == CHANCE and self._step is not None:
            numbers = self._step.numbers
            return sorted((number, Fraction(often, len(numbers))) for number, often in Counter(numbers).items())
        state = self._known
        return sorted((self.tree.outcomes.number(move, state), share) for move, share in state.chance)

    def play(self, number: int) -> Node:
        """What follows a move of whose node it is."""
        player = self.player
        if self.joint is not None:
            return self.play_together({player: number})
        step = None if self._is_looked_at else self._stepped(number)
        at = self._known.after(self.following[number]) if step is None else step
        rolled = player == CHANCE
        last = self, ((player, number),)
        return Node(self.tree, at, self.decisions + (not rolled), self.chances + rolled, None, last)

    def rolled(self, chance: Chance) -> Node:
        """What follows the roll that a random game draws at this chance node."""
        ply = self.decisions + self.chances
        if self._step is not None and self.tree.draws_from_list:
            return self.play(self._step.numbers[chance.bits(ply) * len(self._step.numbers) >> 64])
        state = self._known
        move = state.draw(chance, ply)
        last = self, ((CHANCE, self.tree.outcomes.number(move, state)),)
        return Node(self.tree, state.after(move.entry), self.decisions, self.chances + 1, None, last)

    def _stepped(self, number: int) -> Step | None:
        """What follows by the compiled rules; None where they have nothing to say."""
        walker = self.tree.walker
        if walker is None:
            return None
        if self._step is None:
            record = walker.encoded(self._known)
            self._step = None if record is None else walker.step(record, -1)
        step = self._step
        if step is None or number not in step.numbers:
            return None
        return walker.step(step.record, step.numbers.index(number))

    def play_together(self, numbers: dict[int, int]) -> Node:
        """What follows when each of those asked has decided."""
        assert self.joint is not None
        moves = {label: self.options(p)[numbers[p]] for label, p in self.tree.players.items() if self.options(p)}
        joint = self.joint.played(moves)
        last = self, tuple((p, numbers[p]) for p in self._by_player)
        if joint.asked:
            return Node(self.tree, self.state, self.decisions + 1, self.chances, joint, last)
        return Node(self.tree, joint.end, self.decisions + 1, self.chances, last=last)

    def tensor(self, viewer: int) -> Any:
        """What a player sees, as a row of floats of 32 bits in memory (`TensorSpace`)."""
        tree = self.tree
        if self._step is not None and not self._is_looked_at and not self.is_broken_off and tree.walker is not None:
            return memoryview(tree.walker.seen(self._step.record, max(self.player, -1), viewer)).cast("f")
        return memoryview(tree.tensors.tensor(self._known.view(tree.game.players[viewer])))

    @property
    def links(self) -> list[Link]:
        """The steps on the way here."""
        found: list[Link] = []
        node = self
        while node.last is not None:
            before, moves = node.last
            found.append(Link(before, moves, node))
            node = before
        return found[::-1]

    @property
    def is_within(self) -> bool:
        """Whether some have decided what others still have to decide at once."""
        return self.joint is not None and len(self.joint.decided) > 0

    def told(self, links: Sequence[Link]) -> int:
        """How many of the steps on the way here have been told to others: all but those of a block that goes on."""
        count = len(links)
        while count and links[count - 1].after.is_within:
            count -= 1
        return count

    @property
    def shown(self) -> str:
        """The node in lines of text, for people."""
        lines = lines_of(self.state.position())
        if self.joint is not None:
            lines += [f"decided by {p}: {', '.join(m.text for m in ms)}" for p, ms in self.joint.decided.items()]
        return "\n".join([*lines, *(["broken off"] if self.is_broken_off else [])])

    @property
    def returns(self) -> list[float]:
        """What each player has got: the result at the end, nothing before, nor if the game was broken off."""
        if self._step is not None and self._step.paid is not None:
            return self._step.paid[:]
        results = self._known.results if self.is_over else None
        return [0.0] * len(self.tree.players) if results is None else [float(results[p]) for p in self.tree.players]


def decider(tree: Tree, state: State, joint: Joint | None) -> int:
    """The player whose node a state is, by number; or chance, or all together."""
    if joint is not None:
        asked = list(joint.asked)
        return tree.players[asked[0]] if len(asked) == 1 else TOGETHER
    return CHANCE if state.is_chance else tree.players[state.mover or ""]


def choices(space: ActionSpace, state: State) -> dict[int, Entry]:
    """The entries of a state by their numbers; of several that are one outcome, the first."""
    entries = state.entries if not space.rolls else [move.entry for move in state.moves]
    return dict(zip(space.numbers(entries), entries, strict=True))


def numbered(space: ActionSpace, state: State) -> dict[int, Move]:
    """The moves of a state by their numbers, in ascending order."""
    return dict(sorted(zip(space.actions(state), state.moves, strict=True), key=itemgetter(0)))


def lines_of(position: Mapping[str, Any]) -> list[str]:
    """A position as lines of text."""
    return [f"{part}: {value}" for part, value in position.items() if part != "seen"]


def _asks_several(statement: Statement) -> bool:
    """Whether a statement lets several players decide at once: not what one player does unheard."""
    if not isinstance(statement, Loop) or not statement.together:
        return False
    (_, players), *_ = statement.binders
    return not (isinstance(players, Op) and players.name == "single") and len(statement.variables[0].type.values) > 1


def replayed(tree: Tree, history: Sequence[int]) -> Node:
    """The node that a history leads to; where players decide together it has a number for each."""
    node, at, players = tree.root(), 0, len(tree.players)
    while at < len(history):
        if node.player == TOGETHER:
            node = node.play_together(dict(enumerate(history[at : at + players])))
            at += players
        else:
            node = node.play(history[at])
            at += 1
    return node
