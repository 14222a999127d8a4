"""E7: how the game ends."""

from __future__ import annotations

from collections.abc import Iterator

from gdl.lint.context import Context
from gdl.lint.rule import Rule, example
from gdl.lint.walk import every, uses, walk
from gdl.model import statements as m
from gdl.model.nodes import Const, Stuck
from gdl.model.statements import deep
from gdl.syntax import tree as t
from gdl.text.findings import Finding

# ---- what this file finds itself ------------------------------------------------------------------------


class NobodyWins(Rule):
    """`win {}` ends nothing.

    If the set is empty, `win` does nothing and the game goes on. If nobody wins, write `draw`.
    """

    code, name, severity = "E750", "nobody-wins", "warning"
    bad = example(end="win me if some line in lines(3) where line within mine\nwin {} if no empty")
    good = example(end="win me if some line in lines(3) where line within mine\ndraw if no empty")

    def check(self, context: Context) -> Iterator[Finding]:
        for node in context.nodes(t.Finish):
            if isinstance(node.who, t.Set) and not node.who.items:
                yield self.found(node, f"`{node.result}` of nobody does nothing", "write `draw`, or say who")


class OnlyOneResult(Rule):
    """Only draws are possible.

    The ruleset says when the game is drawn, but not when anybody wins or loses. Then players have
    nothing to play for.
    """

    code, name, severity = "E751", "only-draws", "warning"
    bad = example(end="draw if no empty")
    good = example(end="win me if count(mine) = 4\ndraw if no empty")

    def check(self, context: Context) -> Iterator[Finding]:
        finishes = [f for tree in context.chain for f in every(t.Finish, tree.items)]
        ranks = any(True for tree in context.chain for _ in every(t.Rank, tree.items))
        if context.is_whole and finishes and not ranks and all(f.result == "draw" for f in finishes):
            for section in context.declarations(t.Section):
                if section.name.text == "end":
                    yield self.found(section.name, "this game can only be drawn", "say when somebody wins or loses")


class NeverStuck(Rule):
    """`end` asks for `stuck`, but nobody can be stuck.

    The turn begins with a choice that is always there, such as `choose "pass"` without a condition. So
    `stuck` never holds.
    """

    code, name, severity = "E752", "never-stuck", "warning"
    bad = example(
        turn='either\n  choose s in empty\n  put stone of me on s\nor\n  choose "pass"',
        end="win me if some line in lines(3) where line within mine\ndraw if stuck",
    )
    good = example(
        turn='either\n  choose s in empty\n  put stone of me on s\nor\n  choose "pass" where a1 in mine',
        end="win me if some line in lines(3) where line within mine\ndraw if stuck",
    )

    def check(self, context: Context) -> Iterator[Finding]:
        sections = [s for s in context.all_declarations(t.Section) if not isinstance(s, t.Behind)]
        turns = [s for s in sections if s.name.text == "turn"]
        if len(turns) != 1 or not turns[0].body:
            return
        first = turns[0].body[0]
        ways = [b[0] for b in first.branches if b] if isinstance(first, t.Either) else [first]
        ways += [s.body[0] for s in sections if s.name.text == "or" and s.body]
        if any(isinstance(way, t.Say) and way.where is None for way in ways):
            for name in uses(context.tree.items):
                if name.text == "stuck":
                    message = "nobody can be stuck: a turn always begins with a possible choice"
                    yield self.found(name, message, "give that decision a condition, or ask for something else")


class NeverAsksStuck(Rule):
    """The rules don't say what happens to a player who can't move.

    The turn begins with a move of the player's own pieces. There may be no such move, and then the game
    stops with an error. Write `lose next if stuck`, `draw if stuck` or `next = next.next if stuck`. Or
    give the turn an `otherwise`, or a choice that is always there, such as `choose "pass"`.

    The finding doesn't look at which positions can come about. In some games a player can always move,
    for example where a piece may turn on its square and none is ever taken. Ignore it there.
    """

    code, name, severity = "E755", "never-asks-stuck", "warning"
    bad = example(
        setup="put stone of White on row(1)\nput stone of Black on row(3)",
        turn="choose a in mine, b in a.adjacent & empty\nmove a to b",
        end="win me if row(3) within mine or no theirs",
    )
    good = example(
        setup="put stone of White on row(1)\nput stone of Black on row(3)",
        turn="choose a in mine, b in a.adjacent & empty\nmove a to b",
        end="win me if row(3) within mine or no theirs\nlose next if stuck",
    )

    def check(self, context: Context) -> Iterator[Finding]:
        if not context.models or any(isinstance(e, Stuck) for model in context.models for e in deep(model.end)):
            return
        sections = list(context.declarations(t.Section))
        where = next((s.name for word in ("end", "turn") for s in sections if s.name.text == word), None)
        if where is not None and _moves(context) and not all(_can_choose(model.turn) for model in context.models):
            message = "it isn't sure that there is always a choice, and `end` doesn't say what happens if there is none"
            hint = "write `lose next if stuck`, `draw if stuck`, for example; if somebody can always move, ignore this"
            yield self.found(where, message, hint)


def _moves(context: Context) -> bool:
    """Whether a turn begins with one of the player's own pieces, in every way that it may begin."""
    for section in context.all_declarations(t.Section):
        if section.name.text in ("turn", "or") and not isinstance(section, t.Behind):
            first = section.body[0]
            ways = [b[0] for b in first.branches] if isinstance(first, t.Either) else [first]
            for way in ways:
                source = way.query.binders[0].source if isinstance(way, t.Choose) else None
                if not (isinstance(source, t.Name) and source.text == "mine"):
                    return False
    return True


def _can_choose(block: m.Block) -> bool:
    """Whether a row of statements surely comes to a decision with an option, or to its end without one."""
    for statement in block:
        match statement:
            case m.Roll():
                return True  # who can't move after it is no longer `stuck`
            case m.Choose():
                always = isinstance(statement.where, Const) and statement.where.value is True
                return always and all(isinstance(e, Const) and bool(e.value) for _, e in statement.binders)
            case m.Either():
                if statement.otherwise is not None:
                    return _can_choose(statement.otherwise)
                return any(map(_can_choose, statement.branches))
            case m.Branch():
                rest = block[block.index(statement) + 1 :]
                return _can_choose((*statement.then, *rest)) and _can_choose((*statement.other, *rest))
            case m.Repeat() | m.Most():
                return _can_choose(statement.body)
            case m.Finish() | m.Rank():
                return True
            case m.Loop() if any(isinstance(inner, m.Choose) for inner in m.walk(statement.body)):
                return True  # how often it goes round isn't known: nothing is said
            case _:
                pass
    return True


class AllWin(Rule):
    """All players win together in a game that one player may also win alone.

    `win player` means that everyone wins together. If nobody should be better off, write `draw`. If you
    mean it, ignore this note: search, solving and studies count such an end as a win for everyone.

    `win player if player.score = 3` means: all players win if all of them have 3. For the players who have
    it, write `win {p in player where p.score = 3}`.
    """

    code, name, severity = "E753", "all-win", "note"
    bad = example(end="win me if some line in lines(3) where line within mine\nwin player if no empty")
    good = example(end="win me if some line in lines(3) where line within mine\ndraw if no empty")

    def check(self, context: Context) -> Iterator[Finding]:
        if any(len(model.players) == 1 for model in context.models):
            return
        for branch in context.nodes(t.If):
            yield from self._each(branch)
        ends = [node for tree in context.chain for node in every(t.Finish, tree.items)]
        if all(node.result == "draw" or _is_all(node) for node in ends):
            return
        for node in context.nodes(t.Finish):
            if _is_all(node) and node.result == "win":
                yield self.found(node, "elsewhere one player wins alone, but here all win together",
                                 "if nobody should be better off, write `draw`")  # fmt: skip

    def _each(self, branch: t.If) -> Iterator[Finding]:
        """`win player if player.score = 3`, where each player alone is meant."""
        for condition, body in branch.arms:
            if not any(isinstance(end, t.Finish) and _is_all(end) for end in body):
                continue
            for asked in every(t.Binary, condition):
                side = next((s for s in (asked.left, asked.right) if _of_all(s)), None)
                if side is not None and asked.operator == "=":
                    one = asked.span.text.replace("player.", "p.", 1)
                    yield self.found(side, f"`{side.span.text}` is of all players, and all of them win together",
                                     f"for each player by itself, write `{{p in player where {one}}}`")  # fmt: skip


def _of_all(e: t.Expression) -> bool:
    return isinstance(e, t.Dot) and isinstance(e.subject, t.Name) and e.subject.text == "player"


def _is_all(node: t.Finish) -> bool:
    return isinstance(node.who, t.Name) and node.who.text == "player"


class EndDoesNothing(Rule):
    """`end` never ends the game.

    `end` should say when the game is over; here it only changes something. If the turn itself ends the
    game, you need no `end`.
    """

    code, name, severity = "E754", "end-without-end", "warning"
    bad = example(
        turn="choose s in empty\nput stone of me on s\nwin me if count(mine) = 4\ndraw if no empty",
        end="remove b2 if b2 in theirs",
    )
    good = example(turn="choose s in empty\nput stone of me on s\nwin me if count(mine) = 4\ndraw if no empty", end="")

    def check(self, context: Context) -> Iterator[Finding]:
        blocks = {d.name.text: d for d in context.all_declarations(t.Define) if d.is_block}
        ends = [s for s in context.all_declarations(t.Section) if s.name.text == "end"]

        def finishes(part: t.Node, seen: frozenset[str] = frozenset()) -> bool:
            for node in walk(part):
                if isinstance(node, t.Finish | t.Rank) or (_is_next(node)):
                    return True
                if isinstance(node, t.Do):
                    names = {name.text for name in uses(node.call)} & blocks.keys() - seen
                    if any(finishes(blocks[name], seen | names) for name in names):
                        return True
            return False

        others = [s for s in context.all_declarations(t.Section) if s.name.text == "turn"]
        if ends and not any(map(finishes, ends)) and any(map(finishes, others)):  # else it is no game: E704
            for section in context.declarations(t.Section):
                if section.name.text == "end":
                    yield self.found(
                        section.name, "this `end` never ends the game", "say when: `win me if …`, `draw if …`"
                    )


def _is_next(node: t.Node) -> bool:
    """An `end` that only says who comes next has its sense."""
    return isinstance(node, t.Assign) and isinstance(node.target, t.Name) and node.target.text == "next"
