"""Reads positions: gives a state, or every reason why there is none. Also writes the position of a state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from gdl.model.model import MAX_HEIGHT
from gdl.model.state import Variable
from gdl.model.types import TRUTHS, Range, Size, Type
from gdl.text.suggest import closest
from interpreter.errors import PositionError, RuleError
from interpreter.game.positions import live_locals, names, written
from interpreter.game.results import NUMBERED
from interpreter.game.state import State
from interpreter.graph.backend import Broken, Endless, Stop, TooLong
from interpreter.graph.graph import OVER, Collect
from interpreter.graph.layout import ME, NEXT, RESULT

if TYPE_CHECKING:
    from interpreter.game.rules import Rules

KEYS = ("to move", "pieces", "stacks", "variables", "next", "decision", "locals", "queues", "seen", "over")

THINGS = ("pieces", "stacks", "variables")
"""The parts of a position that replace what `setup` does."""
NOTHING_SAID = (
    "it says nothing of what stands or lies where, and `setup` doesn't run here: list `pieces` or `variables` as "
    "`gdl show --position` prints them; `pieces: {}` is an empty board"
)
"""The reason against a position without any of these parts, if the game begins with something in them."""


class Reader:
    """Reads a position and notes every reason against it."""

    def __init__(self, game: Rules) -> None:
        self.game, self.model = game, game.model
        self.layout = game.machine.layout
        self.values = list(self.layout.initial)
        self.reasons: list[str] = []

    def refuse(self, reason: str) -> None:
        """Note a reason."""
        if len(self.reasons) < 50:
            self.reasons.append(reason)

    def known(self, name: Any, names_: Any, what: str) -> bool:
        """Whether a name is one of several. If it isn't, that is a reason."""
        if isinstance(name, str | int) and str(name) in names_:
            return True
        near = closest(str(name), names_)
        self.refuse(f"there is no {what} `{name}`" + (f"; did you mean `{near}`?" if near else ""))
        return False

    def mapping(self, data: Any, what: str) -> Mapping[Any, Any]:
        """Data that must be a mapping."""
        if data is None:
            return {}
        if not isinstance(data, Mapping):
            self.refuse(f"`{what}` must be a mapping, `name: …`")
            return {}
        return data

    def site(self, label: Any) -> int | None:
        """A site of the board."""
        assert self.model.board is not None
        if isinstance(label, list | dict) or not self.known(label, self.model.board.index, "site"):
            return None
        return self.model.board.index[str(label)]

    def pieces(self, data: Any) -> None:
        """`pieces: {piece: [sites]}`."""
        taken: dict[int, str] = {}
        for label, sites in self.mapping(data, "pieces").items():
            if not self.known(label, self.model.pieces.index, "piece"):
                continue
            if self.model.board is None:
                continue
            for site in sites if isinstance(sites, list) else [sites]:
                at = self.site(site)
                if at is None:
                    continue
                if at in taken:
                    self.refuse(f"two pieces stand on {site}: {taken[at]} and {label}")
                taken[at] = str(label)
                self._stand(self.model.pieces.index[str(label)], at)

    def _stand(self, piece: int, at: int) -> None:
        self.values[self.layout.slot_of_piece(piece)] |= 1 << at
        if self.layout.numbers >= 0:
            row = list(self.values[self.layout.numbers])
            row[at] = self.model.piece_parts[piece][2]
            self.values[self.layout.numbers] = tuple(row)

    def stacks(self, data: Any) -> None:
        """`stacks: {site: [pieces, bottom first]}`."""
        mapping = self.mapping(data, "stacks")
        if mapping and not self.model.stacks:
            self.refuse("this board holds no stacks; list the pieces under `pieces`")
            return
        for site, pieces in mapping.items():
            at = self.site(site)
            row = pieces if isinstance(pieces, list) else [pieces]
            if (
                len([p for p in row if self.known(p, self.model.pieces.index, "piece")]) < len(row)
                or at is None
                or not row
            ):
                continue
            if len(row) > MAX_HEIGHT:
                self.refuse(f"{len(row)} pieces are stacked on {site}; {MAX_HEIGHT} are the limit")
                continue
            numbers = [self.model.pieces.index[str(p)] for p in row]
            under = list(self.values[self.layout.stacks])
            if any(self.values[s] >> at & 1 for s in self.layout.piece_slots):
                self.refuse(f"{site} is listed under `pieces` and under `stacks`")
            under[at] = tuple(numbers[:-1])
            self.values[self.layout.stacks] = tuple(under)
            self._stand(numbers[-1], at)

    def variables(self, data: Any) -> None:
        """`variables: {name: value}`, nested by the labels of what they belong to."""
        known = names(self.game)
        for name, value in self.mapping(data, "variables").items():
            if not self.known(name, known, "variable"):
                continue
            variable = known[str(name)]
            slot = self.layout.slot[variable]
            if variable.dimensions:
                row = list(self.values[slot])
                self._row(variable, list(variable.dimensions), value, row, 0, str(name))
                if variable.collection == "pile":
                    self._no_gaps(variable, row)
                self.values[slot] = tuple(row)
            else:
                self.values[slot] = self.value(value, variable.type, str(name), self.values[slot])

    def _row(self, variable: Variable, left: list[Any], data: Any, row: list[Any], at: int, path: str) -> None:
        if not left:
            row[at] = self.value(data, variable.type, path, row[at])
            return
        first, *rest = left
        if not rest and variable.collection and isinstance(data, list):
            data = self._collected(variable, data)
        for label, inner in self.mapping(data, path).items():
            if self.known(label, first.labels, first.name):
                index = first.labels.index(str(label))
                self._row(variable, rest, inner, row, at * len(first) + index, f"{path}.{label}")

    def _collected(self, variable: Variable, things: list[Any]) -> dict[str, Any]:
        """A bag or a pile written as a list (a pile from the bottom): the numbers of the bag, or the places of the
        pile."""
        if variable.collection == "bag":
            return {label: [str(item) for item in things].count(label) for label in dict.fromkeys(map(str, things))}
        return dict.fromkeys(variable.dimensions[-1].labels) | {str(i): thing for i, thing in enumerate(things, 1)}

    def _no_gaps(self, variable: Variable, row: list[Any]) -> None:
        """Refuse piles with a thing above an empty place."""
        size, nothing = len(variable.dimensions[-1]), variable.type.nothing
        for start in range(0, len(row), size):
            filled = [thing != nothing for thing in row[start : start + size]]
            if filled != sorted(filled, reverse=True):
                self.refuse(f"there is a gap below something in `{variable.name}`: 1 is the lowest place")

    def value(self, data: Any, type_: Type, path: str, default: Any) -> Any:
        """A value of a type."""
        base = type_.base
        if base is TRUTHS:
            if isinstance(data, bool):
                return data
            self.refuse(f"`{path}` is true or false, not {data!r}")
            return default
        if type_.size == Size.MANY:
            found = 0
            for item in data if isinstance(data, list) else [data]:
                index = self._element(item, base, path)
                found |= 0 if index is None else 1 << index
            return found
        if data is None:
            if type_.size == Size.MAYBE:
                return None if isinstance(base, Range) else -1
            self.refuse(f"`{path}` can't be nothing")
            return default
        index = self._element(data, base, path)
        if index is None:
            return default
        return index + base.low

    def _element(self, data: Any, base: Any, path: str) -> int | None:
        if isinstance(base, Range):
            if isinstance(data, bool) or not isinstance(data, int) or not base.low <= data <= base.high:
                self.refuse(f"`{path}` holds numbers of {base.name}, not {data!r}")
                return None
            return data - base.low
        what = "site" if base is self.model.board else base.name
        if isinstance(data, list | dict) or not self.known(data, base.index, f"{what} (in `{path}`)"):
            return None
        return int(base.index[str(data)])

    def player(self, data: Any, what: str) -> int | None:
        """A player by label."""
        if not self.known(data, self.model.players, f"player (in `{what}`)"):
            return None
        return self.model.players.index(str(data))


def values_of(game: Rules, data: Any) -> tuple[list[Any], list[str]]:
    """The values of a position as it stands, whatever the rules make of it; and every reason why it can't be read."""
    reader = Reader(game)
    me, next_ = _read(reader, reader.mapping(data, "position"))
    reader.values[ME] = me or 0
    reader.values[NEXT] = (reader.values[ME] + 1) % len(game.players) if next_ is None else next_
    return reader.values, reader.reasons


def _read(reader: Reader, position: Mapping[Any, Any]) -> tuple[int | None, int | None]:
    """Read everything except the middle of a turn and the end. Gives the player to move and the next player."""
    for key in position:
        reader.known(key, KEYS, "part of a position called")
    me = 0 if position.get("to move") is None else reader.player(position["to move"], "to move")
    reader.pieces(position.get("pieces"))
    reader.stacks(position.get("stacks"))
    reader.variables(position.get("variables"))
    next_ = None if position.get("next") is None else reader.player(position["next"], "next")
    _seen(reader, position.get("seen"))
    return me, next_


def from_data(game: Rules, data: Any) -> State:
    """The state of a position; raises PositionError with every reason why there is none."""
    reader = Reader(game)
    position = reader.mapping(data, "position")
    values = reader.values
    me, next_ = _read(reader, position)
    if not any(part in position for part in THINGS) and sets_up(game):
        reader.refuse(NOTHING_SAID)
    stops = game.machine.graph.stops
    decision = position.get("decision")
    place: int | None = None
    if decision is not None:
        if isinstance(decision, bool) or not isinstance(decision, int) or not 1 <= decision <= len(stops):
            reader.refuse(f"`decision` is a number from 1 to {len(stops)}, not {decision!r}")
        else:
            place = stops[decision - 1]
            _locals(reader, position, place)
    elif position.get("locals") is not None:
        reader.refuse("`locals` belong to a decision in mid-turn; add `decision: …`")
    over = position.get("over")
    if over is not None and over is not False:
        _over(reader, over)
    if reader.reasons or me is None:
        raise PositionError(reader.reasons)
    values[ME] = me
    values[NEXT] = (me + 1) % len(game.players) if next_ is None else next_
    if values[RESULT] is not None:
        return State(game, Stop(OVER, tuple(values), (), 0, None), 0, 0, None)
    return _set_going(reader, place, explicit=next_, fresh=over is not False and "seen" not in position)


def sets_up(game: Rules) -> bool:
    """Whether a game begins with pieces or values other than the defaults."""
    try:
        start = written(game.start())
    except RuleError:
        return False
    return any(start.get(part) for part in THINGS)


def spelt_out(state: State) -> dict[str, Any]:
    """The position as it is written. If all is as by default, it says so: `setup` may have something else."""
    data = written(state)
    if not any(part in data for part in THINGS) and sets_up(state.game):
        data["variables"] = {}
    return data


def to_data(state: State) -> dict[str, Any]:
    """The position of a state. Reading it gives that state again."""
    data = spelt_out(state)
    if state.is_over or state.in_turn:
        return data
    try:  # would the rules, asked again, say something else than they did?
        same = from_data(state.game, data) == state
    except PositionError:
        same = False
    return data if same else {**data, "over": False}


def _set_going(reader: Reader, place: int | None, explicit: int | None, fresh: bool) -> State:
    """The state of the values that were read. `fresh`: `end` has not run for them."""
    machine, values, layout, game = reader.game.machine, reader.values, reader.layout, reader.game
    work: Callable[[], Stop]
    if place is not None:
        work = lambda: machine.resume(values, place)  # noqa: E731
    elif not fresh:
        work = lambda: machine.go_on(values)  # noqa: E731
    else:
        to_move = values[ME]
        values[NEXT], values[ME] = to_move, (to_move - 1) % len(game.players)
        tried = values[:]
        try:
            ended = machine.after_turn(tried) == OVER
            skipped = not ended and machine.next_is_stuck(values)
        except TooLong as limit:
            raise PositionError([f"whether the game is over takes {limit}"]) from None
        except (Broken, Endless):
            ended = skipped = False
        if ended:
            return State(game, Stop(OVER, tuple(tried), (), 0, None), 0, 0, None)
        if skipped:
            values = tried
            work = lambda: machine.begin_turn(values)  # noqa: E731
        elif explicit is None:
            work = lambda: machine.begin_turn(values)  # noqa: E731
        else:
            for i, moment in enumerate(machine.moments(values)):
                values[layout.first_past + i] += (moment,)
            values[ME], values[NEXT] = to_move, explicit
            work = lambda: machine.go_on(values)  # noqa: E731
    try:
        stop = game.run(None, work)
    except RuleError as problem:
        raise PositionError([str(problem)]) from None
    return State(game, stop, 0, 1 if place is not None else 0, None)


def _locals(reader: Reader, position: Mapping[Any, Any], place: int) -> None:
    """`locals: {name: value}` of a decision in the middle of a turn."""
    known = live_locals(reader.game, place)
    given = reader.mapping(position.get("locals"), "locals")
    for name, value in given.items():
        if reader.known(name, known, "local at this decision called"):
            variable = known[str(name)]
            slot = reader.layout.slot[variable]
            reader.values[slot] = reader.value(value, variable.type, str(name), reader.values[slot])
    for name in known:
        if name not in given:
            reader.refuse(f"the decision needs the local `{name}`")
    queues = position.get("queues")
    if queues is not None:
        if not isinstance(queues, list) or len(queues) != len(reader.game.machine.graph.queues):
            reader.refuse("`queues` does not fit this ruleset")
            return
        loops = {node.queue: node.loop for node in reader.game.machine.graph.nodes if isinstance(node, Collect)}
        for variable, queue in zip(reader.game.machine.graph.queues, queues, strict=True):
            sources = [source.type for _, source in loops[variable].binders]
            if isinstance(queue, list) and all(_is_tuple(entry, sources) for entry in queue):
                reader.values[reader.layout.slot[variable]] = _tupled(queue)
            else:
                reader.refuse("`queues` holds what no loop goes through here; `gdl show --position` prints it")


def _is_tuple(entry: Any, sources: list[Type]) -> bool:
    """Whether the names of a loop over these sets can have these values at once."""
    if not isinstance(entry, list) or len(entry) != len(sources) or not all(type(value) is int for value in entry):
        return False
    return all(
        0 <= value < 1 << len(source.values) if source.size == Size.FAMILY
        else 0 <= value - source.values.low < len(source.values)
        for value, source in zip(entry, sources, strict=True)
    )  # fmt: skip


def _seen(reader: Reader, data: Any) -> None:
    """`seen`: the values that `repeats` compares, for each moment so far."""
    if data is None:
        return
    rows = len(reader.model.repeats)
    if not isinstance(data, list) or len(data) != rows or not all(isinstance(row, list) for row in data):
        reader.refuse(f"`seen` must be a list of {rows} lists, as `gdl show --position` prints it")
        return
    for i, row in enumerate(data):
        reader.values[reader.layout.first_past + i] = _tupled(row)


def _over(reader: Reader, data: Any) -> None:
    """`over: {win: [White]}`, `{lose: …}`, `{draw: …}`, `{rank: {White: 3, Black: 2}}` or `{pay: …}`."""
    mapping = reader.mapping(data, "over")
    if len(mapping) != 1 or next(iter(mapping)) not in ("win", "lose", "draw", *NUMBERED):
        reader.refuse(
            "`over` says how the game ended: `{win: [White]}`, `{draw: [White, Black]}` or `{rank: {White: 3, …}}`"
        )
        return
    ((sort, value),) = mapping.items()
    players = reader.model.players
    if sort in NUMBERED:
        scores = reader.mapping(value, sort)
        if set(map(str, scores)) != set(players) or not all(type(s) is int for s in scores.values()):
            reader.refuse(f"`{sort}` needs a number for each player")
            return
        reader.values[RESULT] = sort, tuple(scores[p] for p in players)
        return
    found = [reader.player(p, "over") for p in (value if isinstance(value, list) else [value])]
    if not found:
        reader.refuse(f"`{sort}` in `over` names nobody; it needs a player at least")
    for p in {p for p in found if p is not None and found.count(p) > 1}:
        reader.refuse(f"`{sort}` in `over` names {players[p]} twice")
    reader.values[RESULT] = sort, sum(1 << p for p in found if p is not None)


def _tupled(value: Any) -> Any:
    """Nested lists as nested tuples."""
    return tuple(_tupled(v) for v in value) if isinstance(value, list) else value
