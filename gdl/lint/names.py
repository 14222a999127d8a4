"""N2: names – unknown, declared twice, unused."""

from __future__ import annotations

from collections.abc import Iterator

from gdl.check.prelude import prelude
from gdl.lint.context import Context
from gdl.lint.rule import Rule, example
from gdl.lint.walk import every, mentions, reads, uses, written
from gdl.model.types import Range, Size
from gdl.syntax import tree as t
from gdl.text.findings import Finding

_LEAD = "choose s in empty\nput stone of me on s\nlead += 1 when me = White otherwise -1"


# ---- what this file finds itself ------------------------------------------------------------------------


class UnusedDefine(Rule):
    """A define is never used.

    It has no effect on the game. Perhaps a rule should use it, but names another define. Use it or
    delete it.
    """

    code, name, severity = "N250", "unused-define", "warning"
    bad = example("define edge = row(1) + row(3)")

    def check(self, context: Context) -> Iterator[Finding]:
        known = {name for _, name in prelude().defines}
        for define in [*context.declarations(t.Define), *_inner_defines(context)]:
            name = define.name.text
            is_new = not define.replace and not isinstance(define, t.Lines | t.Removal)
            if is_new and name not in known and not context.is_used_outside(define.name, define):
                yield self.found(define.name, f"`{name}` is defined but never used", "use it or delete it")


class UnusedType(Rule):
    """A type is never used.

    Nothing has this type, and no board is made of it. Use it or delete it.
    """

    code, name, severity = "N251", "unused-type", "warning"
    bad = example("type colour = red, green, blue")
    good = example(
        "type colour = red, green, blue\nsite has colour: colour",
        turn="choose s in empty, k in colour where k != s.colour\nput stone of me on s\ns.colour = k",
    )

    def check(self, context: Context) -> Iterator[Finding]:
        for decl in context.tree.items:
            if isinstance(decl, t.Enumeration | t.Alias | t.Shape):
                members = decl.members if isinstance(decl, t.Enumeration) else ()
                if not any(context.is_used_outside(name, decl) for name in (decl.name, *members)):
                    yield self.found(decl.name, f"the type `{decl.name.text}` is never used", "use it or delete it")


class UnusedParameter(Rule):
    """A define has a parameter or a subject that doesn't affect its value.

    A reader will think that it matters. Use the parameter, or leave it out.
    """

    code, name, severity = "N252", "unused-parameter", "warning"
    bad = example(
        "define s.crowded(n) = count(s.adjacent & mine) > 2",
        turn="choose s in empty where not s.crowded(2)\nput stone of me on s",
    )
    good = example(
        "define s.crowded(n) = count(s.adjacent & mine) > n",
        turn="choose s in empty where not s.crowded(2)\nput stone of me on s",
    )

    def check(self, context: Context) -> Iterator[Finding]:
        replaceable = {d.name.text for d in context.nodes(t.Define)
                       if d.replace or isinstance(d, t.Lines | t.Removal)}
        for define in context.nodes(t.Define):
            if define.name.text in replaceable:  # has the parameters that are asked of it
                continue
            if any(every(t.Case, define)):  # its lines are for their values
                continue
            inside = define.body or define.value
            for name in define.parameters:
                if not mentions(name.text, inside) and name.text not in context.unread:
                    yield self.found(
                        name, f"`{define.name.text}` doesn't use its parameter `{name.text}`", "leave it out"
                    )
            if define.subject is not None and not mentions(define.subject.text, inside):
                if context.of_several_boards & {use.text for use in uses(inside)}:
                    continue  # whose name it is hangs on the subject
                message = f"`{define.name.text}` is the same for every `{define.subject.text}`"
                arguments = ", ".join(p.text for p in define.parameters)
                head = f"define {define.name.text}" + (f"({arguments})" if arguments else "")
                yield self.found(define.subject, message, f"write `{head}{' = …' if define.value else ''}`")


class UnusedLocal(Rule):
    """A local is never used.

    `let` gives a value a name for the rest of its block. In a query, the name holds in the condition
    and in the block after it. Here nothing reads the name. Use it or delete it.
    """

    code, name, severity = "N253", "unused-local", "warning"
    bad = example(turn="choose s in empty\nlet near = s.adjacent\nput stone of me on s")
    good = example(turn="choose s in empty\nlet near = s.adjacent\nput stone of me on s + near")

    def check(self, context: Context) -> Iterator[Finding]:
        for item in context.tree.items:
            read = {name.text for name in reads(item)}
            introduced = [*(node.name for node in every(t.Let, item)), *(node.name for node in every(t.Known, item))]
            for name in introduced:
                if name.text not in read:
                    yield self.found(name, f"the local `{name.text}` is never used", "use it or delete it")


class UnusedVariable(Rule):
    """The game keeps a value, but no rule depends on it.

    The rules may set it, but they never look at it. Positions that differ only in this value still
    count as different. Use it in a rule, or delete it. There is no warning in games with hidden
    information: there the value may tell a player something.
    """

    code, name, severity = "N254", "unused-variable", "warning"
    bad = example("game has last: site?", turn="choose s in empty\nput stone of me on s\nlast = s")
    good = example("game has last: site?", turn="choose s in empty - last.adjacent\nput stone of me on s\nlast = s")

    def check(self, context: Context) -> Iterator[Finding]:
        if any(model.hides for model in context.models) or any(context.all_declarations(t.Hides)):
            return
        for has in context.declarations(t.Has):
            if has.name.text not in context.read:
                yield self.found(has.name, f"no rule depends on `{has.name.text}`", "use it or delete it")


class StartsBelowZero(Rule):
    """A number starts below zero, because its range does.

    A variable starts with the first value of its range, unless you write another: `-5..5` starts with
    -5. If it should start with 0, write `= 0` after the range. If -5 is right, write `= -5`.
    """

    code, name, severity = "N258", "starts-below-zero", "warning"
    bad = example("game has lead: -9..9", turn=_LEAD, end="win me if lead = 5\ndraw if no empty")
    good = example("game has lead: -9..9 = 0", turn=_LEAD, end="win me if lead = 5\ndraw if no empty")

    def check(self, context: Context) -> Iterator[Finding]:
        set_up = [s for s in context.all_declarations(t.Section) if s.name.text == "setup"]
        given = {n.text for node in every(t.Assign, set_up) if (n := written(node)) is not None}
        for has in context.declarations(t.Has):
            for model in context.models[:1]:
                for variable in model.variables:
                    base = variable.type.base
                    starts = isinstance(base, Range) and variable.type.size == Size.ONE and base.low < 0 <= base.high
                    if starts and variable.span == has.name.span and has.initial is None and has.name.text not in given:
                        message = f"`{has.name.text}` starts with {variable.initial}, the first of its range"
                        yield self.found(has.name, message, "write `= 0` after the range, if you mean that")


class NeverChanged(Rule):
    """The game keeps a value that never changes.

    Perhaps the line that changes it is missing. If it should stay the same, make it a `define`, or an
    `option` if people may choose it.
    """

    code, name, severity = "N255", "never-changed", "warning"
    bad = example("game has target: 0..9 = 3", end="win me if count(mine) = target\ndraw if no empty")
    good = example("define target = 3", end="win me if count(mine) = target\ndraw if no empty")

    def check(self, context: Context) -> Iterator[Finding]:
        for has in context.declarations(t.Has):
            if has.name.text in context.read and has.name.text not in context.changed:
                message = f"`{has.name.text}` never changes"
                yield self.found(has.name, message, "make it a `define`, or an `option`; or change it in the turn")


class UnusedBinder(Rule):
    """A condition after `where` doesn't mention the name before it.

    `some x in S where C` asks whether C holds for some x. If C doesn't mention x, you may have used the
    wrong name. If C is right, write `some S and C`.
    """

    code, name, severity = "N256", "unused-binder", "warning"
    bad = example(turn="choose s in empty where no t in mine where s in row(1)\nput stone of me on s")
    good = example(turn="choose s in empty where no t in mine where t in row(1)\nput stone of me on s")

    def check(self, context: Context) -> Iterator[Finding]:
        for node in context.all_nodes:
            if not isinstance(node, t.Quantified | t.Comprehension) or node.query.where is None:
                continue
            for i, binder in enumerate(node.query.names):
                if isinstance(binder, t.Known):
                    continue  # see UnusedLocal
                later = [b.value if isinstance(b, t.Known) else b.source for b in node.query.names[i + 1 :]]
                value = node.value if isinstance(node, t.Comprehension) else None
                if not mentions(binder.name.text, node.query.where, later, *([value] if value else [])):
                    yield self.found(
                        binder.name,
                        f"the condition doesn't depend on `{binder.name.text}`",
                        "use it, or write the condition and the set separately",
                    )


class NearlyAlike(Rule):
    """Two names differ only in capital letters.

    They are easy to mistake for each other. Rename one of them.
    """

    code, name, severity = "N257", "nearly-alike", "warning"
    bad = example(
        "define home = row(1)\ndefine Home = row(3)",
        end="win me if home within mine\nlose me if Home within mine",
    )
    good = example(
        "define home = row(1)\ndefine goal = row(3)",
        end="win me if home within mine\nlose me if goal within mine",
    )

    def check(self, context: Context) -> Iterator[Finding]:
        first: dict[str, t.Name] = {}
        for name in _introduced(context):
            other = first.setdefault(name.text.lower(), name)
            if other.text != name.text:
                line = other.span.line
                message = f"`{name.text}` and `{other.text}` (line {line}) differ only in capital letters"
                yield self.found(name, message, "rename one of them")


def _inner_defines(context: Context) -> Iterator[t.Define]:
    """The defines within the file's boards."""
    for shape in context.declarations(t.Shape):
        yield from (item for item in shape.items if isinstance(item, t.Define))


def _introduced(context: Context) -> Iterator[t.Name]:
    """The names that the file's declarations introduce for the whole ruleset."""
    for item in context.tree.items:
        match item:
            case t.Define() | t.Has() | t.Option() | t.Alias() | t.Shape():
                yield item.name
            case t.Enumeration():
                yield item.name
                yield from item.members
            case t.Pieces():
                yield from (kind.name for kind in item.kinds)
            case _:
                pass
