"""P5: players and pieces."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from gdl.lint.context import Context
from gdl.lint.rule import Rule, example
from gdl.lint.walk import every, uses, walk
from gdl.syntax import tree as t
from gdl.text.findings import Finding

_BALL = {
    "pieces": "pieces stone of player\npieces ball",
    "looks": 'stone of White "W"\nstone of Black "B"\nball "O"',
}


# ---- what this file finds itself ------------------------------------------------------------------------


class NeverEnters(Rule):
    """A kind of piece never enters play.

    No `put` mentions it, so it never stands on the board. Put it there, perhaps in the set-up, or
    delete it.
    """

    code, name, severity = "P550", "never-enters", "warning"
    bad = example(**_BALL)
    good = example(**_BALL, setup="put ball on b2")

    def check(self, context: Context) -> Iterator[Finding]:
        if not context.models:  # who knows what a faulty statement was to put
            return
        items = [item for tree in context.chain for item in tree.items]
        defines: dict[str, list[t.Define]] = {}  # several of a name, where a variant replaces one
        for item in items:
            if isinstance(item, t.Define):
                defines.setdefault(item.name.text, []).append(item)
        put: set[str] = set()
        for item in items:
            for node in walk(item):
                put |= {name.text for name in uses(*_handed_on(node, defines.keys()))}
        waiting = list(put)
        while waiting:  # a define that is handed on stands for what it says
            for define in defines.get(waiting.pop(), ()):
                more = {name.text for name in uses(*_given(define.value))} - put
                put |= more
                waiting += more
        binders = [b.source for b in every(t.Binder, items)]
        links = {node.link for node in every(t.Dot, binders)}
        if any(name.text in ("kind", "piece") and name not in links for name in uses(binders)):
            return  # of all kinds one is chosen
        for pieces in context.declarations(t.Pieces):
            for kind in pieces.kinds:
                if kind.name.text not in put:
                    yield self.found(
                        kind.name,
                        f"no `{kind.name.text}` ever enters play",
                        "use `put`, or delete the kind",
                    )


def _handed_on(node: t.Node, defines: Collection[str]) -> tuple[t.Node, ...]:
    """Where a kind is put, or named to be put elsewhere: arguments of defines, locals, variables, what is chosen."""
    match node:
        case t.Put(piece=piece):
            return (piece,)
        case t.Call(name=name, arguments=parts) if name.text in defines:
            return parts
        case t.Choose(query=query) | t.Roll(query=query) | t.For(query=query) | t.Together(query=query):
            sources = [item.value if isinstance(item, t.Known) else item.source for item in query.names]
            return tuple(part for source in sources for part in _things(source, defines))
        case t.Has(initial=value) | t.Option(default=value) if value is not None:
            return (value,)
        case t.Let(value=value) | t.Assign(value=value):
            return (value,)
        case _:
            return ()


def _given(value: t.Expression | tuple[t.Expression, ...] | None) -> Iterator[t.Node]:
    """What a value may come to, without the conditions that decide."""
    match value:
        case tuple():
            for line in value:
                yield from _given(line)
        case t.Binary(operator="when", left=left):
            yield from _given(left)
        case t.Binary(operator="otherwise" | "+" | "-", left=left, right=right):
            yield from _given(left)
            if value.operator != "-":
                yield from _given(right)
        case None:
            pass
        case _:
            yield value


def _things(source: t.Expression, defines: Collection[str]) -> Iterator[t.Node]:
    """What is gone over that may be kinds: `king of me`, and a kind's bare name, are the sites where kings stand."""
    for part in _given(source):
        match part:
            case t.Name(text=name) if name in defines:
                yield part
            case _:
                yield from every(t.Set, part)
