"""How games end: goals of players, and what happens where the file leaves it to the program."""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.bridges.descriptions.zillions.reading.nodes import List, Node, Word
from interpreter.bridges.descriptions.zillions.reading.sheet import GOALS, Trouble
from interpreter.bridges.descriptions.zillions.writing.draft import Draft, shown
from interpreter.bridges.descriptions.zillions.writing.game import Game
from interpreter.bridges.descriptions.zillions.writing.goals import Goals
from interpreter.bridges.descriptions.zillions.writing.progress import can_repeat, may_give, may_lose_own
from interpreter.bridges.descriptions.zillions.writing.turns import counted, passes_silently

VERBS = {"win-condition": "win", "loss-condition": "lose", "draw-condition": "draw", "count-condition": "rank"}


@dataclass
class _End:
    """The statements of the end, by when they are asked: goals first, then draws, then who can't move."""

    goals: list[str] = field(default_factory=list)
    repeated: list[str] = field(default_factory=list)
    mated: list[str] = field(default_factory=list)
    stuck: list[str] = field(default_factory=list)
    of_stuck: dict[str, list[str]] = field(default_factory=dict)
    """Of whom it is said what becomes of them if they can't move."""


def royal(game: Game) -> tuple[str, ...]:
    """The kinds that must not be left attacked; raises Trouble."""
    found: dict[str, None] = {}
    for section in game.sheet.all("loss-condition"):
        for node in _alternatives(section.items[-1]):
            if isinstance(node, List) and node.head == "checkmated":
                for word in node.rest:
                    if str(word) not in game.army.kinds:
                        raise Trouble(word.line, f"`{word}` is no piece")
                    found[game.army.kinds[str(word)]] = None
                if len(game.movers) != 2 or not game.is_alternating:
                    raise Trouble(section.line, "`checkmated` can be said for two players who move in turns")
    return tuple(found)


def _alternatives(node: Node) -> list[Node]:
    """The parts of an `or`, or the condition itself."""
    if isinstance(node, List) and node.head == "or" and node.rest:
        return [part for inner in node.rest for part in _alternatives(inner)]
    return [node]


def write(game: Game, draft: Draft) -> None:
    """The end, and what it needs."""
    end = _End()
    for section in game.sheet.all(*GOALS):
        try:
            _section(section, game, end)
        except Trouble as trouble:
            game.sheet.troubles.append(trouble)
    if game.royal:
        draft.add(f"define p.check = some {_joined(game.royal)} & {_attacked(game)}")
    if not end.repeated and can_repeat(game):
        end.repeated = [f"draw if {_repeated(game)}  # as that program does by itself"]
    draft.block("end", [*end.goals, *end.mated, *_stuck(game, end), *end.repeated])


def _joined(kinds: tuple[str, ...]) -> str:
    return f"{kinds[0]} of p" if len(kinds) == 1 else f"({' + '.join(f'{kind} of p' for kind in kinds)})"


def _attacked(game: Game) -> str:
    attacks = [f"(piece of p.next).{group.name}" for group in game.groups if not group.is_drop and group.goal is None]
    return attacks[0] if len(attacks) == 1 else f"({' + '.join(attacks)})"


def _repeated(game: Game) -> str:
    more = [*dict.fromkeys(game.army.attributes.values()), *(f"{kind}_left" for kind in counted(game))]
    more += [] if game.is_alternating else ["turn_number"]
    return f"repeats({', '.join(['piece', 'next', *more])}) = 2"


def _stuck(game: Game, end: _End) -> list[str]:
    """What becomes of who can't move."""
    if passes_silently(game):
        block = ["if stuck", "  next = me  # who can't move passes"]
        return [*block, *(f"  {line}" for line in end.stuck or ["draw if stuck  # nobody can move"])]
    if game.sheet.option("pass turn") in ("true", "forced"):
        return []
    decided = any(line.startswith(("lose next if stuck", "win next if stuck", "draw if stuck", "rank"))
                  and line.rstrip().endswith("stuck") for line in end.stuck)  # fmt: skip
    return end.stuck if decided else [*end.stuck, "draw if stuck  # nothing is said of who can't move"]


def _section(section: List, game: Game, end: _End) -> None:
    verb = VERBS[section.head]
    if not section.rest:
        raise Trouble(section.line, f"`{section.head}` needs a condition")
    who = _whose(section, game)
    source = shown(section)
    alternatives = _alternatives(section.items[-1])
    others: list[Node] = []
    for node in alternatives:
        name = node.text if isinstance(node, Word) else node.head
        if name == "stalemated":
            _stalemated(verb, who, game, end, source, section.line)
        elif name == "repetition":
            result = {"draw": "draw", "rank": "rank p by count(piece of p)"}.get(verb, f"{verb} me")
            end.repeated += [source, f"{result} if {_repeated(game)}"]
        elif name == "checkmated":
            if verb != "lose":
                raise Trouble(node.line, f"`checkmated` in `{section.head}` can't be said")
            end.mated += [source, f"lose next if stuck and next.check{_only('next', who, game)}"]
        else:
            others.append(node)
    if others:
        lines = _by_player(verb, who, others, game)
        end.goals += [source, *lines] if lines else []


def _whose(section: List, game: Game) -> list[str]:
    """The players of whom a goal is asked: all, if the file names none."""
    given = section.rest[0] if len(section.rest) > 1 else None
    said = given.items if isinstance(given, List) else ()
    for word in said:
        if str(word) not in (*game.players, *game.neutral):
            raise Trouble(word.line, f"`{str(word)[:60]}` is no player")
    return [game.players[str(word)] for word in said if str(word) in game.players] or game.movers


def _only(player: str, who: list[str], game: Game) -> str:
    """A condition that the player is one of those for whom the goal holds."""
    if len(who) == len(game.movers):
        return ""
    said = " or ".join(f"{player} = {name}" for name in who)
    return f" and ({said})" if len(who) > 1 else f" and {said}"


def _stalemated(verb: str, who: list[str], game: Game, end: _End, source: str, line: int) -> None:
    if passes_silently(game):
        if verb in ("win", "lose"):
            raise Trouble(line, "nobody is ever `stalemated` where who can't move passes")
        end.stuck += [source, "draw if stuck" if verb == "draw" else "rank p by count(piece of p) if stuck"]
        return
    stuck = end.of_stuck.setdefault(verb, [])
    stuck += who
    if {*stuck} == {*game.movers}:  # said of all, one after the other
        end.stuck = [one for one in end.stuck if not one.startswith(f"{verb} ")]
        who = game.movers
    only = _only("next", who, game)
    if verb == "draw":
        end.stuck += [source, f"draw if stuck{only}"]
    elif verb == "rank":
        end.stuck += [source, f"rank p by count(piece of p) if stuck{only}"]
    else:
        end.stuck += [source, f"{verb} next if stuck{only}"]


def _by_player(verb: str, who: list[str], nodes: list[Node], game: Game) -> list[str]:
    """A goal that is asked of each player: who has moved, and others where a move can bring it about for them."""
    goals = Goals(game)
    whole = goals.either(nodes, "me")
    depends = goals.either(nodes, "p") != whole
    if verb in ("draw", "rank") and not depends:
        return [f"{'draw' if verb == 'draw' else 'rank p by count(piece of p)'} if {whole}"]
    if verb == "rank":
        return [f"rank p by count(piece of p) if some q in player where {goals.either(nodes, 'q')}"]
    if verb == "draw":
        return [f"draw if some p in player where {goals.either(nodes, 'p')}{_only('p', who, game)}"]
    if len(game.movers) > 2:
        return [f"{verb} {{p in player where {goals.either(nodes, 'p')}{_only('p', who, game)}}}"]
    losses = goals.asks_for_losses(nodes)
    mine = not losses or may_lose_own(game) or goals.counts_up(nodes) or len(game.movers) == 1
    theirs = len(game.movers) == 2 and (losses or may_give(game))
    lines = [f"{verb} me if {_tied(whole, _only('me', who, game))}"] if mine else []
    if theirs:
        other = goals.either(nodes, "opponent")
        line = f"{verb} opponent if {_tied(other, _only('opponent', who, game))}"
        lines = [line, *lines] if losses else [*lines, line]
    return lines


def _tied(condition: str, only: str) -> str:
    return f"{only.removeprefix(' and ')} and {_closed(condition)}" if only else condition


def _closed(condition: str) -> str:
    return f"({condition})" if " or " in condition else condition
