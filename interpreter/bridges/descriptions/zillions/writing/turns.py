"""The turn: decisions by priority, pieces that go on, passes, and who comes next."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.bridges.descriptions.zillions.moves.groups import Group
from interpreter.bridges.descriptions.zillions.moves.tables import rows, split
from interpreter.bridges.descriptions.zillions.moves.terms import In, Less, Meet, Not, Place, Ray, Start, parts
from interpreter.bridges.descriptions.zillions.reading.nodes import words as plain
from interpreter.bridges.descriptions.zillions.reading.sheet import Trouble
from interpreter.bridges.descriptions.zillions.writing.doing import INDENT, goal_text, statements
from interpreter.bridges.descriptions.zillions.writing.draft import Draft, spanned
from interpreter.bridges.descriptions.zillions.writing.game import Game

Lines = list[str]


def tables(game: Game, draft: Draft) -> None:
    """A define for where the pieces of each group go."""
    words = game.words()
    for group in game.groups:
        if group.is_drop:
            continue
        found = rows(group, words, game.board, game.owned)
        label = next((move.label for move in group.moves if move.label), group.type)
        source = spanned(group.lines, label)
        if len(found) == 1 and "  when " not in found[0]:
            draft.add(f"define a.{group.name} = {found[0]}", source)
        else:
            width = max(len(row.partition("  when ")[0]) for row in found)
            lines = [f"{text:<{width}}{when}{condition}" if width < 60 else row
                     for row in found for text, when, condition in [row.partition("  when ")]]  # fmt: skip
            draft.block(f"define a.{group.name} =", lines, source)


def write(game: Game, draft: Draft) -> None:
    """The turn, and the defines that it needs; raises Trouble."""
    levels = _levels(game)
    going = [group for level in levels for group in level if group.partial is not None]
    lines: Lines = []
    if not going:
        lines = _nested([[_branch(group, game, "mine") for group in level] for level in levels], game)
    else:
        lines = _going_on(game, levels, going)
    lines += _next(game)
    sections = [*game.sheet.all("turn-order", "move-priorities")]
    draft.block("turn", lines, *(sections if len(levels) > 1 or not game.is_alternating else []))


def _levels(game: Game) -> list[list[Group]]:
    """The groups by priority: one after the other, those that are in no list last."""
    section = game.sheet.last("move-priorities")
    order = plain(section.rest) if section is not None else []
    for name in order:
        if name not in game.army.types and section is not None:
            raise Trouble(section.line, f"`move-priorities`: no move is of the type `{name}`")
    levels = [[group for group in game.groups if group.type == name] for name in order]
    levels.append([group for group in game.groups if group.type not in order])
    return [level for level in levels if level]


# ---- decisions


def _branch(group: Group, game: Game, movers: str, going: bool = False) -> Lines:
    """One decision, and what it changes."""
    kind = group.kinds[0] if len(group.kinds) == 1 else "k" if group.kinds else ""
    if group.is_drop:
        return _drop(group, game)
    words = game.words()
    words.mover = "me"
    goal = words.goal = goal_text(group, words)
    binders = [f"a in {_pieces(group, movers, game)}"]
    if group.goal is None:
        binders.append(f"b in a.{group.name}")
    else:
        binders.append(f"d in a.{group.name}")
        if isinstance(group.goal, Ray):
            binders.append(f"b in {words.place(group.goal)}")
    if len(group.kinds) > 1:
        binders.append(f"k in {{{', '.join(group.kinds)}}}")
    takes = any(effect.sort == "remove" for effect in group.effects)
    text = f"{{a}}{'x' if takes else f'{{mark({goal})}}'}{{{goal}}}{'={k}' if kind == 'k' else ''}"
    text += f" {group.name.replace('_', ' ')}" if _is_written_before(group, game) else ""
    conditions = _when(group, game)
    done = statements(group, kind, game)
    if game.royal:
        called = _called(group, kind, done, goal, game)
        conditions.append(f"after {called}: not me.check")
        done = [called]
    where = f" where {' and '.join(conditions)}" if conditions else ""
    lines = [f'choose {", ".join(binders)}{where} as "{text}"', *done]
    if going:
        lines.append(f"movers = {_left(group, goal, game)}")
    return lines


def _is_written_before(group: Group, game: Game) -> bool:
    """Whether moves of a plain group, or of an earlier one, may be written in the same way."""

    def form(one: Group) -> tuple[bool, bool]:
        return any(effect.sort == "remove" for effect in one.effects), len(one.kinds) > 1

    def is_plain(one: Group) -> bool:
        return not one.effects and not one.kinds and one.partial is None

    own = {(move.kind, move.player) for move in group.moves}
    earlier = game.groups[: game.groups.index(group)]
    return not is_plain(group) and any(
        not other.is_drop and form(other) == form(group) and own & {(move.kind, move.player) for move in other.moves}
        for other in game.groups if other is not group and (other in earlier or is_plain(other))
    )  # fmt: skip


def _pieces(group: Group, movers: str, game: Game) -> str:
    """Where the pieces of a group stand: named, unless all pieces have such moves."""
    kinds = [*dict.fromkeys(move.kind for move in group.moves)]
    if {*kinds} >= {kind for kind, _ in game.owned.pieces}:
        return movers
    if len(kinds) == 1 and movers == "mine" and {owner for kind, owner in game.owned.pieces if kind == kinds[0]} == {
        *game.movers}:  # fmt: skip
        return f"{kinds[0]} of me"
    named = kinds[0] if len(kinds) == 1 else f"({' + '.join(kinds)})"
    return f"{movers} & {named}"


def _called(group: Group, kind: str, done: Lines, goal: str, game: Game) -> str:
    """The changes as one statement: a call where there are several."""
    if len(done) == 1:
        return done[0]
    arguments = ["a", *(["b"] if group.goal is None or isinstance(group.goal, Ray) else []),
                 *(["d"] if group.goal is not None else []), *(["k"] if kind == "k" else [])]  # fmt: skip
    if group.name not in game.blocks:
        game.blocks[group.name] = game.names.free(f"play_{group.name}")
    return f"{game.blocks[group.name]}({', '.join(arguments)})"


def blocks(game: Game, draft: Draft) -> None:
    """The defines of changes that decisions call."""
    for group in game.groups:
        if group.name in game.blocks:
            kind = group.kinds[0] if len(group.kinds) == 1 else "k" if group.kinds else ""
            done = statements(group, kind, game)
            words = game.words()
            draft.block(f"define {_called(group, kind, done, goal_text(group, words), game)}", done)


def _drop(group: Group, game: Game) -> Lines:
    words = game.words("s")
    kind = group.moves[0].kind
    several = len({other.moves[0].kind for other in game.groups if other.is_drop}) > 1
    conditions = _when(group, game)
    goal: Place = group.goal or Start()
    if isinstance(goal, Start):
        rest, areas = split(group.conditions, goal)
        plus = [area for area in areas if not isinstance(area, Less)]
        minus = [area for area in areas if isinstance(area, Less)]
        domain = words.area(Meet((*plus, *minus))) if areas else "site"
        rest_text = words.all(rest, goal)
    else:
        if Start() in {*parts(goal)}:
            raise Trouble(group.lines[0], "a drop that goes on to another site can't be said yet")
        rest, areas = split(group.conditions, goal)
        domain = words.place(goal)
        domain = f"{{{domain}}}" if not isinstance(goal, Ray) else domain
        rest_text = words.all([*rest, *(In(goal, area) for area in areas)], goal)
    hand = _hand(kind, game)
    conditions += [f"me.{hand} > 0"] if hand else []
    conditions += [f"({rest_text})" if " or " in rest_text and conditions else rest_text] if rest_text else []
    where = f" where {' and '.join(conditions)}" if conditions else ""
    text = f' as "{kind}@{{s}}"' if several else ""
    lines = [f"choose s in {domain}{where}{text}", *statements(group, kind, game)]
    return [*lines, f"me.{hand} -= 1"] if hand else lines


def _hand(kind: str, game: Game) -> str:
    """What a player's pieces beside the board are called, if they can run out."""
    return f"{kind}_left" if kind in counted(game) else ""


def counted(game: Game) -> list[str]:
    """The kinds whose pieces beside the board can run out."""
    only_drops = all(group.is_drop for group in game.groups)
    grows = only_drops and not any(effect.sort == "remove" for group in game.groups for effect in group.effects)
    free = len(game.board.sites) - sum(map(len, game.setup.values()))
    share = -(-free // len(game.movers)) if game.is_alternating and not _passes(game) else free
    kinds = dict.fromkeys(group.moves[0].kind for group in game.groups if group.is_drop)
    return [kind for kind in kinds
            if not grows or any(game.hands.get((player, kind), 0) < share for player in game.players)]  # fmt: skip


def _when(group: Group, game: Game) -> list[str]:
    """The conditions on the turn: its number, and who moves, where that isn't all the same."""
    found = []
    players = {move.player for move in group.moves}
    if group.is_drop and players < {*game.movers} and group.moves[0].kind not in counted(game):
        own = [f"me = {player}" for player in game.movers if player in players]
        found.append(own[0] if len(own) == 1 else f"({' or '.join(own)})")
    steps = [i for i, turn in enumerate(game.order) if not turn.type or turn.type == group.type]
    if len(steps) < len(game.order):
        said = f"= {steps[0]}" if len(steps) == 1 else f"in {{{', '.join(map(str, steps))}}}"
        found.append(f"turn_number {said}" if steps else "false")
    return found


# ---- how decisions follow each other


def _either(branches: list[Lines], otherwise: Lines | None = None) -> Lines:
    if len(branches) == 1 and otherwise is None:
        return branches[0]
    lines: Lines = []
    for i, branch in enumerate(branches):
        lines += ["or" if i else "either", *(INDENT + line for line in branch)]
    if otherwise is not None:
        lines += ["otherwise", *(INDENT + line for line in otherwise)]
    return lines


def _nested(levels: list[list[Lines]], game: Game) -> Lines:
    """Branches of several priorities; a pass is a branch of each."""
    passes = _passes(game)
    first, *rest = levels
    if passes == "true":
        levels = [[branch for level in levels for branch in level]] if not rest else levels
        rest = levels[1:]
        first = [*levels[0], ['choose "pass"']]
    if rest:
        return _either(first, _nested(rest, game))
    forced = passes == "forced" and not passes_silently(game)
    return _either(first, ['choose "pass"'] if forced else None)


def _passes(game: Game) -> str:
    """What the file says of passing: `true`, `forced`, or nothing."""
    said = game.sheet.option("pass turn")
    return said if said in ("true", "forced") else ""


def passes_silently(game: Game) -> bool:
    """Whether who can't move is left out without a decision: two players who move in turns."""
    return _passes(game) == "forced" and len(game.movers) == 2 and game.is_alternating


@dataclass(frozen=True)
class _Going:
    """The groups by which a piece goes on, and whether these are all of its level."""

    groups: tuple[Group, ...]
    level: int
    is_level: bool


def _continuing(game: Game, levels: list[list[Group]], going: list[Group]) -> _Going:
    types = {group.partial for group in going}
    if len(types) > 1:
        raise Trouble(going[0].lines[0], "pieces that go on by moves of different types can't be said yet")
    wanted = types.pop()
    groups = tuple(group for group in game.groups if not group.is_drop and wanted in ("", group.type))
    if not groups:
        raise Trouble(going[0].lines[0], f"`add-partial`: no move is of the type `{wanted}`")
    for i, level in enumerate(levels):
        if {*map(id, level)} == {*map(id, groups)} and all(group in level for group in going):
            return _Going(groups, i, True)
    return _Going(groups, -1, False)


def _going_on(game: Game, levels: list[list[Group]], going: list[Group]) -> Lines:
    """Turns in which a piece may go on."""
    if any(effect.sort == "carry" for group in going for effect in group.effects):
        raise Trouble(going[0].lines[0], "`cascade` with `add-partial` can't be said yet")
    how = _continuing(game, levels, going)
    may_stop = game.sheet.option("pass partial") == "true"
    more = " and ".join(f"no movers.{group.name}" for group in how.groups)
    if game.sheet.option("maximal captures") in ("true", "1", "2"):
        raise Trouble(going[0].lines[0], '`(option "maximal captures" true)`: this isn\'t read yet')
    stop = ['choose "stop" where going', "movers = {}"]
    if how.is_level:
        branches = [_branch(group, game, "movers", going=True) for group in how.groups]
        if may_stop:
            branches = [[*branch, "going = true"] for branch in branches] + [stop]
        loop = ["repeat", *(INDENT + line for line in _either(branches)), f"until {more}"]
        done = [[_branch(group, game, "mine") for group in level] for level in levels]
        done[how.level] = [loop]
        return ["let movers = mine", *(["let going = false"] if may_stop else []), *_nested(done, game)]
    first = [[_branch(group, game, "mine", going=group.partial is not None) for group in level] for level in levels]
    again = [_branch(group, game, "movers", going=True) for group in how.groups]
    if may_stop:
        again.append(['choose "stop"', "movers = {}"])
    some = " or ".join(f"some movers.{group.name}" for group in how.groups)
    return ["let movers: set of site = {}", *_nested(first, game),
            f"while {some}", *(INDENT + line for line in _either(again))]  # fmt: skip


def _left(group: Group, goal: str, game: Game) -> str:
    """The piece that goes on, or none."""
    if group.partial is None:
        return "{}"
    if group.stops is None:
        return f"{{{goal}}}"
    words = game.words()
    words.mover, words.goal = "me", goal
    if isinstance(group.stops, In):
        return f"{{{goal}}} - {words.narrow(group.stops.area)}"
    if isinstance(group.stops, Not) and isinstance(group.stops.condition, In):
        return f"{{{goal}}} & {words.narrow(group.stops.condition.area)}"
    return f"{{{goal}}} when not ({words.condition(group.stops)}) otherwise {{}}"


def _next(game: Game) -> Lines:
    """Who comes next, where that isn't who comes next in the list of players."""
    if game.is_alternating:
        return []
    last = len(game.order) - 1
    return [f"turn_number = turn_number + 1 when turn_number < {last} otherwise {game.goes_on}",
            "next = whose_turn"]  # fmt: skip


def order(game: Game, draft: Draft) -> None:
    """The turn order as a variable and a table, where players don't just move in turns."""
    if game.is_alternating:
        return
    section = game.sheet.last("turn-order")
    sources = [section] if section is not None else []
    draft.add(f"game has turn_number: 0..{len(game.order) - 1}", *sources)
    by_player: dict[str, list[int]] = {}
    for i, turn in enumerate(game.order):
        by_player.setdefault(turn.player, []).append(i)
    *first, (last, _) = by_player.items()
    game.names.keep(["whose_turn"])
    cases = " otherwise ".join(f"{player} when turn_number in {{{', '.join(map(str, steps))}}}"
                               for player, steps in first)  # fmt: skip
    draft.add(f"define whose_turn = {cases}{' otherwise ' if cases else ''}{last}")
