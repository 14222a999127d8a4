"""R65: statements that have no effect, or not the one that was meant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TypeVar

from gdl.lint.context import Context
from gdl.lint.first_range import advised
from gdl.lint.rule import Rule, example
from gdl.lint.walk import every, mentions, walk
from gdl.syntax import tree as t
from gdl.syntax.alike import meaning, same
from gdl.text.findings import Finding
from gdl.text.fixes import Hint, deleted
from gdl.text.source import Span

Part = TypeVar("Part")


class Unreachable(Rule):
    """The game is over before this statement.

    `win`, `lose`, `draw` and `rank` end the game at once. Lines below them in the same block never
    happen. Give the line above a condition, or delete this one. There is one exception: `win S` lets
    the game go on if the set S is empty.
    """

    code, name, severity = "R650", "unreachable", "warning"
    bad = example(end="draw\nwin me if no empty")
    good = example(end="win me if no empty\ndraw if some mine & row(3)")

    def check(self, context: Context) -> Iterator[Finding]:
        for block in context.blocks:
            for statement, following in pairwise(block):
                if surely_ends(statement):
                    yield self.found(
                        following,
                        f"the game is over before this, in line {statement.span.line}",
                        "add a condition to that line (`… if …`), or delete this one",
                    )
                    break


class ConstantCondition(Rule):
    """A condition always holds, or it never does.

    It has the same result in every position, with every option. Check the condition and the rule that
    depends on it.
    """

    code, name, severity = "R651", "constant-condition", "warning"
    bad = example(end="win me if count(mine) >= 0\ndraw if no empty")
    good = example(end="win me if count(mine) >= 3\ndraw if no empty")

    def check(self, context: Context) -> Iterator[Finding]:
        for condition, value in context.constant_conditions:
            message = "this always holds" if value else "this can never hold"
            message += f": {because}" if (because := context.because(condition)) else ""
            yield self.found(condition, message, advised(context, condition, "check the comparison, or delete it"))


class SameConditionAgain(Rule):
    """The same condition is asked twice.

    In a chain of `if` and `else if`, the first condition that holds decides. The second branch with
    this condition never happens.
    """

    code, name, severity = "R652", "same-condition-again", "warning"
    bad = example(end="if no empty\n  draw\nelse if no empty\n  win me")
    good = example(end="if no empty\n  draw\nelse if count(mine) = 4\n  win me")

    def check(self, context: Context) -> Iterator[Finding]:
        for node in context.nodes(t.If):
            for condition in _again([condition for condition, _ in node.arms]):
                yield self.found(condition, "the same condition comes earlier", "this branch never happens; delete it")


def _again(parts: Sequence[Part]) -> Iterator[Part]:
    """The parts that say what one before them has said."""
    seen = set()
    for part in parts:
        key = meaning(part)
        if key in seen:
            yield part
        seen.add(key)


class SameBranches(Rule):
    """Two branches do the same.

    The branches of an `if` or an `either` are the same, word for word. Perhaps you copied one and
    forgot to change it.
    """

    code, name, severity = "R653", "same-branches", "warning"
    bad = example(end="if count(mine) = 4\n  win me\nelse if no empty\n  win me")
    good = example(end="if count(mine) = 4\n  win me\nelse if no empty\n  draw")

    def check(self, context: Context) -> Iterator[Finding]:
        for node in context.nodes(t.If):
            arms = [body for _, body in node.arms] + ([node.otherwise] if node.otherwise else [])
            yield from self._alike(arms)
        for either in context.nodes(t.Either):
            yield from self._alike(list(either.branches))

    def _alike(self, arms: list[t.Block]) -> Iterator[Finding]:
        for arm in _again(arms):
            yield self.found(arm[0], "this is the same as above", "change it, or join the two conditions with `or`")


class ToItself(Rule):
    """A variable gets its own value, or a piece moves to its own site.

    This changes nothing. Check both sides, or delete the line.
    """

    code, name, severity = "R654", "to-itself", "warning"
    bad = example(turn="choose s in empty\nput stone of me on s\nmove s to s")
    good = example(turn="choose s in empty\nput stone of me on s\nmove s to b2 if b2 in empty")

    def check(self, context: Context) -> Iterator[Finding]:
        for node in context.all_nodes:
            match node:
                case t.Assign(target=a, value=b, operator="=") | t.Move(origin=a, target=b) if same(a, b):
                    yield self.found(node, "this changes nothing", "check both sides, or delete it")
                case _:
                    pass


class Overwritten(Rule):
    """A value is overwritten before anything uses it.

    Two lines in a row change the same thing, so the first has no effect. Perhaps one of them should
    change something else.
    """

    code, name, severity = "R655", "overwritten", "warning"
    bad = example("game has last: site?", turn="choose s in empty - last\nput stone of me on s\nlast = s.N\nlast = s.E")
    good = example(
        "game has last: site?",
        turn="choose s in empty - last\nput stone of me on s\nlast = s.N otherwise s.E",
    )

    def check(self, context: Context) -> Iterator[Finding]:
        for block in context.blocks:
            for first, second in pairwise(block):
                if not (isinstance(first, t.Assign) and isinstance(second, t.Assign) and second.operator == "="):
                    continue
                names = [use for use in walk(first.target) if isinstance(use, t.Name)]
                if same(first.target, second.target) and not any(mentions(n.text, second.value) for n in names):
                    yield self.found(first, f"this is overwritten in line {second.span.line}",
                                     "check what each should change, or delete this line")  # fmt: skip


class TwiceInSet(Rule):
    """A set names an element twice.

    A set holds each element once. Perhaps you meant another element.
    """

    code, name, severity = "R656", "twice-in-set", "warning"
    bad = example("define corners = {a1, c1, a3, a1}", end="win me if corners within mine\ndraw if no empty")
    good = example("define corners = {a1, c1, a3, c3}", end="win me if corners within mine\ndraw if no empty")

    def check(self, context: Context) -> Iterator[Finding]:
        for node in context.nodes(t.Set):
            for i, item in enumerate(node.items):
                if any(same(item, earlier) for earlier in node.items[:i]):
                    yield self.found(
                        item,
                        f"`{item.span.text}` is in this set already",
                        "delete it, or write the element you mean",
                    )


class OneBranch(Rule):
    """`either` offers only one branch.

    So there is nothing to choose between. Add an `or` or an `otherwise`. Or leave out the `either`.
    """

    code, name, severity = "R657", "one-branch", "warning"
    bad = example(turn="either\n  choose s in empty\n  put stone of me on s")
    good = example(turn="choose s in empty\nput stone of me on s")

    def check(self, context: Context) -> Iterator[Finding]:
        for node in context.nodes(t.Either):
            if len(node.branches) == 1 and node.otherwise is None:
                word = _head(node, "either")
                yield self.found(word, "this `either` has nothing to choose between", "leave it out, or add an `or`")


class NothingChanges(Rule):
    """A turn changes nothing.

    Players decide, but the position stays the same, so the game goes on for ever. Put, move or remove a
    piece, or change a value that the rules use.
    """

    code, name, severity = "R658", "nothing-changes", "warning"
    bad = example(
        turn="choose s in empty",
        setup="put stone of White on a1",
        end="win me if some mine\ndraw if no empty",
    )
    good = example(setup="put stone of White on a1")

    def check(self, context: Context) -> Iterator[Finding]:
        changing = t.Put | t.Move | t.Remove | t.Assign | t.Finish | t.Rank | t.Do
        for section in context.declarations(t.Section):
            if section.name.text != "turn" or any(isinstance(node, changing) for node in walk(section.body)):
                continue
            if not any(
                other.name.text == "turn" and other is not section for other in context.all_declarations(t.Section)
            ):
                yield self.found(section.name, "this turn changes nothing", "`put`, `move` or `remove` something")


class AsBefore(Rule):
    """`next` is set to the player who comes next anyway.

    At the start of a turn, `next` is `me.next`. Set it only to change that: `next = me` gives an extra
    turn, and `next = next.next` skips a player.
    """

    code, name, severity = "R659", "as-before", "warning"
    bad = example(turn="choose s in empty\nput stone of me on s\nnext = me.next")
    good = example(turn="choose s in empty\nput stone of me on s\nnext = me if s = b2")

    def check(self, context: Context) -> Iterator[Finding]:
        items = [tree.items for tree in context.chain]
        assigned = [node for node in every(t.Assign, *items) if _is_name(node.target, "next")]
        for section in context.declarations(t.Section):
            for node in assigned if len(assigned) == 1 else ():  # others may have set it before
                value = node.value
                alone = isinstance(value, t.Dot) and _is_name(value.subject, "me") and _is_name(value.link, "next")
                if (alone or _is_name(value, "opponent")) and node in section.body:
                    yield self.found(node, "`next` is that player already",
                                     Hint("delete this line", edits=deleted(node.span)))  # fmt: skip


def surely_ends(statement: t.Statement) -> bool:
    """Whether the game is over after this, whatever the position."""
    match statement:
        case t.Finish(result="draw") | t.Rank():
            return True
        case t.Finish(who=t.Name(text="me" | "next" | "opponent")):
            return True
        case t.If(arms=arms, otherwise=otherwise) if otherwise:
            return all(body and surely_ends(body[-1]) for body in (*(b for _, b in arms), otherwise))
        case _:
            return False


def _is_name(node: t.Node, text: str) -> bool:
    return isinstance(node, t.Name) and node.text == text


def _head(node: t.Node, word: str) -> Span:
    """The word with which a statement begins."""
    return Span(node.span.source, node.span.start, node.span.start + len(word))
