"""Situations: a place in the rules with all values, and what can be asked about it. `State` adds views."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Self

import yaml

from gdl.model.state import Variable
from gdl.model.statements import Roll
from gdl.model.types import TRUTHS, Range, Size
from interpreter.errors import MoveError, NotLegal
from interpreter.game import results
from interpreter.game.decisive import Decisive, Number, Said, decisive, said
from interpreter.game.likely import likely
from interpreter.game.moves import Move, find, written
from interpreter.game.pieces import Piece
from interpreter.game.prompts import as_written, prompt
from interpreter.game.unknown import UNKNOWN, Unknown
from interpreter.graph.backend import MAX_PLIES_IN_TURN, Entry, Stop
from interpreter.graph.graph import Ask
from interpreter.graph.layout import ME, RESULT

if TYPE_CHECKING:
    from gdl.model.model import Model
    from interpreter.game.knowledge import Knowledge
    from interpreter.game.rules import Rules
    from interpreter.graph.chance import Chance

Trail = tuple[Any, Entry | str, int] | None
"""The moves that led to a state, last first: (what came before, the entry or its text, how many that makes)."""


@dataclass(frozen=True)
class Observation:
    """One observation of a player: `who` decided (None: chance), and the `text` of the decision if the player
    learnt it."""

    who: str | None
    text: str | None


class Situation(ABC):
    """Between two turns, in the middle of one, at chance, or at the end of a game. Immutable, hashable, comparable."""

    __slots__ = ("_came", "_decisive", "_known", "_moves", "_stop", "_trail", "game", "plies", "turns")

    def __init__(
        self, game: Rules, stop: Stop, turns: int, plies: int, trail: Trail, came: tuple[Self, Entry] | None = None
    ) -> None:
        self.game, self._stop, self._trail = game, stop, trail
        self._came = came
        """Where players may know different things: the state before, and the entry that led here."""
        self._known: Knowledge | None = None
        self.turns = turns
        """Turns completed since the start (or the position begun from)."""
        self.plies = plies
        """Decisions and rolls of this turn so far."""
        self._moves: tuple[Move, ...] | None = None
        self._decisive: tuple[Decisive | None] | None = None

    # ---- what is asked

    @property
    def moves(self) -> tuple[Move, ...]:
        """All options, in a fixed order; at chance its outcomes; none at the end.

        They are computed once, when you first ask. Raises RuleError if the rules break.
        """
        if self._moves is None:
            self._moves = tuple(dict.fromkeys(self.ways)) if self._hides else self.ways
        return self._moves

    @property
    def ways(self) -> tuple[Move, ...]:
        """The entries of the rules' list, each as likely as the others at chance, where several may be one outcome:
        what random games draw among, and what is counted by perft. Elsewhere they are the moves."""
        machine = self.game.machine
        return tuple([Move(machine, entry) for entry in self._stop.entries])

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The options as the rules list them, for `after`; quicker than `moves` for programs that only play."""
        return self._stop.entries

    @property
    def _hides(self) -> bool:
        """Whether several entries may be one outcome."""
        node = self.game.machine.graph.nodes[self._stop.place]
        return isinstance(node, Ask) and isinstance(node.choose, Roll) and node.choose.hidden > 0

    def draw(self, chance: Chance, ply: int) -> Move:
        """The option that a random game takes as its ply number `ply` (from 0), each as likely as the others."""
        machine = self.game.machine
        return Move(machine, machine.draw(self._stop, chance.bits(ply)))

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return not self._stop.entries

    @property
    def is_chance(self) -> bool:
        """Whether chance comes next, not a player."""
        node = self.game.machine.graph.nodes[self._stop.place]
        return isinstance(node, Ask) and node.is_roll

    @property
    def in_turn(self) -> bool:
        """Whether something of this turn has been decided or rolled already."""
        return self._stop.origin is None and not self.is_over

    @property
    def to_move(self) -> str | None:
        """The player who decides next; None at chance and at the end."""
        if self.is_over or self.is_chance:
            return None
        return self.mover

    @property
    def deciding(self) -> tuple[str, ...]:
        """The players who decide now: several while they decide together; none at chance and at the end."""
        mover, gather = self.to_move, self.game.machine.graph.gather_of(self._stop.place)
        if mover is None or gather is None:
            return () if mover is None else (mover,)
        waiting = self._stop.values[self.game.machine.layout.slot[gather.queue]]
        return tuple(dict.fromkeys([mover, *(self.game.players[who] for who, *_ in waiting)]))

    @property
    def mover(self) -> str | None:
        """The player whose turn it is, even while dice are rolled; None at the end."""
        me: int = self._stop.values[ME]
        return None if self.is_over else self.game.players[me]

    @property
    def asks(self) -> str:
        """The current question, in the ruleset's words."""
        nodes = self.game.machine.graph.nodes
        places = dict.fromkeys(entry.ask for entry in self._stop.entries)
        found: list[str] = []
        for place in places:
            node = nodes[place]
            assert isinstance(node, Ask)
            found.append(as_written(node.choose))
        return ", or ".join(dict.fromkeys(found))

    @property
    def prompt(self) -> str:
        """The question for the player who decides, in sentences; "" at chance and at the end. Raises RuleError."""
        return "" if self.to_move is None else prompt(self.game.machine, self._stop.entries)

    @property
    def chance(self) -> tuple[tuple[Move, Fraction], ...]:
        """At chance: each outcome with its exact probability."""
        if not self.is_chance:
            return ()
        often = Counter(self.ways)
        return tuple((move, Fraction(number, often.total())) for move, number in often.items())

    # ---- the end

    @property
    def results(self) -> dict[str, float] | None:
        """Each player's utility at the end, from -1 to 1 (or the payment, in a game that pays); else None.

        Places are worth evenly spaced numbers from 1, the first, to -1, the last. Players who share places share their
        worth. The sum is 0. In games of one player, and in games that all win or lose together, 1 is won, 0 neither, -1
        lost.
        """
        if not self.is_over:
            return None
        players, unites = self.game.players, self.game.model.unites
        return dict(zip(players, results.utilities(self._stop.values[RESULT], len(players), unites), strict=True))

    @property
    def outcomes(self) -> dict[str, str] | None:
        """ "win", "draw" or "loss" for each player at the end, else None."""
        if not self.is_over:
            return None
        model = self.game.model
        found = results.outcomes(self._stop.values[RESULT], model.partners, model.unites)
        return dict(zip(self.game.players, found, strict=True))

    @property
    def scores(self) -> dict[str, int] | None:
        """Each player's score, at any time, if the rules declare one. At the end of a game that ranks numbers,
        those numbers; else None."""
        found = self.game.scores.of(self._values)
        return None if found is None else dict(zip(self.game.players, found, strict=True))

    @property
    def decisive(self) -> Decisive | None:
        """At the end: the line of the rules that ended the game, and the sites that show it, such as a finished row.
        None before the end, and if it isn't known."""
        if not self.is_over:
            return None
        if self._decisive is None:
            self._decisive = (decisive(self.game.model, self._last, self._stop),)
        return self._decisive[0]

    def said_at_end(self, model: Model, said_of: Sequence[Said | None], who: int | None, number: Number) -> str:
        """Tell `who` why the game ended: the text for the line that ended it.

        `model`: these rules, checked once more; `said_of` has an entry for each line that ends a game. `who`: a
        player's number, `NOBODY` for those who look on, None for those who see everything. `number`: as `View.number`.
        Gives "" if the line has no text, or if the text depends on what they don't know."""
        return said(model, self._last, self._stop, said_of, who, number) if self.is_over else ""

    @property
    def _last(self) -> Entry | None:
        """The last decision or roll."""
        last = self._trail[1] if self._trail else None
        return last if isinstance(last, Entry) else None

    # ---- playing

    def play(self, move: Move | str) -> Self:
        """The state after a move, or after its text. This state stays as it is. Raises MoveError or RuleError."""
        if isinstance(move, str):
            move = self.parse(move)
        entry = move.entry
        if not any(
            e is entry for e in self._stop.entries
        ):  # a move found elsewhere, perhaps with the same choice
            same = [m.entry for m in self.moves if m == move]
            if not same:
                raise NotLegal(f"{move} is not among the moves here")
            (entry,) = same
        return self.after(entry)

    def after(self, entry: Entry) -> Self:
        """The state after one of its `entries`; raises RuleError."""
        game = self.game
        stop = game.run(self, lambda: game.machine.play(entry), entry)
        plies = 0 if stop.turns else self.plies + 1
        if plies > MAX_PLIES_IN_TURN:
            raise game.error(None, f"a turn has gone on for more than {MAX_PLIES_IN_TURN:,} decisions", self)
        came = (self, entry) if game.model.hides else None
        return type(self)(game, stop, self.turns + stop.turns, plies, (self._trail, entry, self.ply + 1), came)

    def parse(self, text: str, strict: bool = False) -> Move:
        """The move that a text means, as the rules or people write it. With `strict`, only as the rules write it,
        or its beginning. Raises NotAMove, NotLegal or Ambiguous."""
        machine, moves = self.game.machine, self.moves
        near = [moves[i] for i in likely(machine, [move.entry for move in moves], text)]
        if len(near) < len(moves):
            with suppress(MoveError):  # why it stands for none, all moves must say
                return find(text, near, machine, "", strict)
        return find(text, moves, machine, self.asks, strict)

    @property
    def ply(self) -> int:
        """The number of moves and rolls so far."""
        return self._trail[2] if self._trail else 0

    @property
    def line(self) -> list[str]:
        """The texts of the moves so far; raises RuleError if the rules can't write one."""
        found: list[str] = []
        trail = self._trail
        while trail is not None:
            trail, entry, _ = trail
            found.append(entry if isinstance(entry, str) else written(self.game.machine, entry))
        return found[::-1]

    # ---- what players know

    @property
    def together(self) -> bool:
        """Whether players decide at once: nobody learns a decision before all have decided."""
        return self.game.machine.graph.gather_of(self._stop.place) is not None

    @property
    def knowledge(self) -> Knowledge:
        """What all players know; found when it is first asked for."""
        waiting: list[Situation] = []
        at: Situation = self
        while at._known is None and at._came is not None:
            waiting.append(at)
            at = at._came[0]
        observer = self.game.observer
        if at._known is None:
            at._known = observer.first(at._stop)
        known = at._known
        for state in reversed(waiting):
            assert state._came is not None
            known = state._known = observer.after(known, state._came[1], state._stop)
            state._came = None
        return known

    def observations(self, player: str) -> tuple[Observation, ...]:
        """What a player (by label) has observed, without views, since the beginning or the first position. Raises
        KeyError."""
        players = self.game.players
        if player not in players:
            raise KeyError(player)
        return tuple(
            Observation(None if who is None else players[who], text)
            for who, text in self.knowledge.observed(players.index(player))
        )

    def told(self, public: bool) -> tuple[Observation, ...]:
        """Everything that has happened; if it is told to the `public`, without what is secret, or not told yet."""
        events = self.knowledge.events()
        while public and events and events[-1].inside:
            events.pop()
        players = self.game.players
        return tuple(
            Observation(None if e.who is None else players[e.who], None if public and e.secret else e.text)
            for e in events
            if not (public and e.secret and e.gathered)
        )

    def information(self, player: str) -> int:
        """The key of a player's information state, of 128 bits, the same in every process. Two keys are equal if,
        and only if, the player has observed the same. Raises KeyError."""
        if player not in self.game.players:
            raise KeyError(player)
        one, other = self.knowledge.keys[self.game.players.index(player)]
        return one << 64 | other

    def path(self, player: str) -> tuple[int, ...]:
        """The keys of all information states through which a player has come, the present one last. Raises KeyError."""
        if player not in self.game.players:
            raise KeyError(player)
        return self.knowledge.path(self.game.players.index(player))

    # ---- looking

    def pieces(self, site: str) -> tuple[Piece, ...]:
        """The pieces on a site of the board, from the bottom up; none on an empty site. Raises KeyError."""
        return self._pieces(site, self._values)

    def _pieces(self, site: str, values: Sequence[Any]) -> tuple[Piece, ...]:
        model, layout = self.game.model, self.game.machine.layout
        if model.board is None or site not in model.board.index:
            raise KeyError(site)
        at = model.board.index[site]
        found = list(values[layout.stacks][at]) if layout.stacks >= 0 else []
        for slot in layout.piece_slots:
            if values[slot] >> at & 1:
                first = layout.pieces_of_slot(slot)[0]
                number = model.piece_parts[first][2]
                found.append(first if number is None else first + values[layout.numbers][at] - number)
        return tuple(map(self.game.piece, found))

    def value(self, name: str, *labels: object) -> Any:
        """The value of a variable: a label, number, truth, None, or list of labels. Raises KeyError.

        Give a label for the player or site that it belongs to, and for each parameter: `state.value("score", "White")`.
        A bag is a list that holds each thing as often as the bag; a pile is one from the bottom to the top. With one
        label more it is a number, how often the thing is in the bag, or what lies at this place of the pile, from 1.
        """
        whole = self._whole(name, labels, self.value)
        return self._value(self._values, name, *labels) if whole is None else whole

    def _whole(self, name: str, labels: Sequence[object], value: Callable[..., Any]) -> Any:
        """What lies in the bag or pile of these labels, by the values of its cells; None if they don't name one."""
        held = next((v for v in self.game.model.variables if v.name == name and v.collection and not v.local
                     and len(v.holders) == len(labels)), None)  # fmt: skip
        if held is None:
            return None
        cells = [value(name, *labels, one) for one in held.dimensions[-1].labels]
        return UNKNOWN if UNKNOWN in cells else things(held, cells)

    def _value(self, values: Sequence[Any], name: str, *labels: object) -> Any:
        variable, at = self.cell(name, *labels)
        held = values[self.game.machine.layout.slot[variable]]
        return shown(held[at] if variable.dimensions else held, variable.type)

    def cell(self, name: str, *labels: object) -> tuple[Variable, int]:
        """The variable with this name, and the number of the cell for these labels. Raises KeyError."""
        for variable in self.game.model.variables:
            if variable.name == name and not variable.local and len(variable.dimensions) == len(labels):
                at = 0
                try:
                    for dimension, label in zip(variable.dimensions, labels, strict=True):
                        at = at * len(dimension) + dimension.labels.index(str(label))
                except ValueError:
                    continue
                return variable, at
        raise KeyError(name)

    @abstractmethod
    def position(self) -> dict[str, Any]:
        """The position as plain data."""

    def described(self, when: str) -> str:
        """The position as lines for a message; `when` says which position it is."""
        position = {key: value for key, value in self.position().items() if key != "seen"}
        lines = yaml.safe_dump(position, sort_keys=False, allow_unicode=True, default_flow_style=None).splitlines()
        return "\n".join([f"  the position {when}:", *("    " + line for line in lines)])

    @property
    def _values(self) -> tuple[Any, ...]:
        """The values to show: those of the turn's beginning if nothing has been decided since."""
        return self._stop.values if self._stop.origin is None else self._stop.origin

    # ---- identity

    @property
    def key(self) -> tuple[Any, ...]:
        """The position without what was before it: equal keys have the same pieces, variables and place in the turn."""
        return (self._stop.place, *self._stop.values[: self.game.machine.layout.first_past])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Situation):
            return NotImplemented
        mine, theirs = self._stop, other._stop
        same_game = self.game is other.game or self.game.hash == other.game.hash
        return same_game and mine.place == theirs.place and mine.values == theirs.values

    def __hash__(self) -> int:
        return hash((self._stop.place, self._stop.values))

    @property
    def decision(self) -> int | None:
        """In mid-turn, the number of the decision or roll in the rules' graph."""
        if not self.in_turn:
            return None
        return self.game.machine.graph.stops.index(self._stop.place) + 1


def shown(value: Any, type_: Any) -> Any:
    """A value of a type as plain data; "?" if it isn't known."""
    base = type_.base
    if isinstance(value, Unknown):
        return "?"
    if base is TRUTHS:
        return value
    if type_.size == Size.MANY:
        return [_plain(label, base) for i, label in enumerate(base.labels) if value >> i & 1]
    if isinstance(base, Range):
        return value
    return base.labels[value] if value >= 0 else None


def things(held: Variable, cells: Sequence[Any]) -> list[Any]:
    """The contents of a bag (each thing as often as it is there) or of a pile (from the bottom), by the values of its
    cells."""
    if held.collection == "pile":
        return [cell for cell in cells if cell is not None]
    kinds = held.dimensions[-1]
    return [_plain(label, kinds) for label, count in zip(kinds.labels, cells, strict=True) for _ in range(count)]


def _plain(label: str, base: Any) -> Any:
    return int(label) if isinstance(base, Range) else label
