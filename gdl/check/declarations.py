"""The named things of a ruleset, each worked out when it is first needed: players, options, pieces, state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gdl.check.hints import nearest
from gdl.check.scope import ROOT, Silent
from gdl.check.values import check_range, counted, describe, initial_value
from gdl.check.written_types import Bases
from gdl.findings import Fault, error, fault
from gdl.model.build import NO_SET, as_set, const, empty
from gdl.model.model import Kind, Shape, Variable
from gdl.model.nodes import Const, Expr
from gdl.model.types import Domain, Range, Size, Type
from gdl.syntax import tree as t
from gdl.syntax.source import Source, Span
from gdl.syntax.vocabulary import BUILT_IN, CONTENT, FUNCTIONS

MAX_PLAYERS = 26


class Declarations(Bases):
    """Everything that has a name, except defines."""

    def declare(self) -> None:
        """Work out everything that has a name, except defines."""
        self.declare_members()
        before = len(self.findings)
        self.attempt(self.declare_players)
        self.lost_players = len(self.findings) > before
        self.attempt(self.declare_board)
        self.lost_board = self.rules.board is not None and self.board is None
        for name in self.rules.options:
            self.attempt(self.option, name, self.rules.options[name].name.span)
        for name, setting in self.rules.settings.items():
            if name not in self.rules.options and not self.rules.incomplete:
                hint = nearest(name, self.rules.options, "the options are") or "the base has no options"
                self.report(error("O801", setting.name.span, f"there is no option `{name}` to set", hint))
        self.attempt(self.declare_pieces)
        for name, decl in self.rules.types.items():
            if not isinstance(decl, t.Shape) or not decl.parameters:
                self.attempt(self.named_base, name, decl.name.span)
        self.used -= {item.name for item in self.rules.types.values()}
        if self.rules.board is not None:
            self.attempt(self.mark_board)
        for has in self.rules.has:
            before = len(self.variables)
            self.attempt(self.declare_variable, has)
            if len(self.variables) == before:
                self.lost.add(has.name.text)
        self.check_names()

    # ---- names

    def check_names(self) -> None:
        """One name, one meaning: refuse what is declared twice, as things of different sorts, or built in."""
        introduced = [(name, where) for name, (_, _, where) in self.members.items()]
        introduced += [(name, o.name) for name, o in self.rules.options.items()]
        introduced += [(name, item.name) for name, item in self.rules.types.items()]
        introduced += [(name, kind.name) for name, kind in self.kind_nodes.items()]
        introduced += [(name, self.variable_nodes[v]) for name, v in self.game_variables.items()]
        introduced += [(name, d.name) for (has, name), d in self.rules.defines.items() if not has]
        seen: dict[str, t.Name] = {}
        for name, where in introduced:
            first = seen.setdefault(name, where)
            if first is not where:
                self.report(error("N203", where.span, f"`{name}` is declared already ({first.span.where})",
                                  "choose another name"))  # fmt: skip
            if name in BUILT_IN or name in FUNCTIONS:
                self.report(error("N203", where.span, f"`{name}` is built in", "choose another name"))
        for name, variables in self.attributes.items():
            for variable in variables:
                if name in self.built_in_of(variable.subject):
                    span = self.variable_nodes[variable].span
                    message = f"`.{name}` means something already there"
                    self.report(error("N203", span, message, "choose another name"))
        for (has, name), define in self.rules.defines.items():
            if has and name in CONTENT:
                self.report(error("N203", define.name.span, f"`.{name}` is built in", "choose another name"))
            for parameter in (*define.parameters, *([define.subject] if define.subject else [])):
                if self.means(parameter.text):
                    message = f"`{parameter.text}` is in use already here"
                    self.report(error("N206", parameter.span, message, "choose another name"))

    def built_in_of(self, base: Range | Domain | None) -> set[str]:
        """What stands behind a dot for the elements of a type without being declared."""
        found = set(CONTENT) if base is self.board else set()
        if isinstance(base, Shape):
            return {*found, *base.coordinates, *base.directions.labels}
        return {"next"} if isinstance(base, Domain) else set()

    def means(self, name: str) -> bool:
        """Whether a name has a meaning everywhere in the ruleset."""
        declared = name in self.members or name in self.rules.options or name in self.rules.types
        declared = declared or name in self.kind_nodes or name in self.game_variables
        defined = (False, name) in self.rules.defines or (False, name) in self.prelude.defines
        return declared or defined or name in BUILT_IN

    def declare_members(self) -> None:
        """The members of enumerations."""
        for name, decl in self.rules.types.items():
            if isinstance(decl, t.Enumeration):
                base = self.attempt(self.named_base, name, decl.name.span)
                seen: set[str] = set()
                for i, member in enumerate(decl.members):
                    if member.text in seen or member.text in self.members:
                        first = next(m for m in _members(self.rules.types.values()) if m.text == member.text)
                        message = f"`{member.text}` is a member already ({first.span.where})"
                        self.report(error("N203", member.span, message, "choose another name"))
                    elif base is not None:
                        self.members[member.text] = (base, i, member)
                    seen.add(member.text)

    # ---- players and options

    def declare_players(self) -> None:
        """The players, and the two variables that every ruleset has: `me` and `next`."""
        names: Sequence[t.Name] = ()
        try:
            names = self._names_of_players()
        finally:
            self.player = Domain("player", tuple(name.text for name in names) or ("A",))
            self.players_known = True
            self.me = Variable("me", (), Type(self.player), 0, False, None)
            self.next = Variable("next", (), Type(self.player), 0, False, None)
            for i, name in enumerate(names):
                self.members[name.text] = (self.player, i, name)

    def _names_of_players(self) -> Sequence[t.Name]:
        """The players: named, or as many as were asked for."""
        decl = self.rules.players
        if decl is None:
            where = self.rules.game.span if self.rules.game else Span(self.rules.trees[0].source, 0, 1)
            self.lost |= {"White", "Black", "A", "B"}
            if self.unsure("players"):
                raise Silent
            raise fault("P501", where, "the ruleset names no players", "add `players White, Black`, say")
        if decl.names:
            labels = tuple(name.text for name in decl.names)
            if len(labels) > MAX_PLAYERS:
                raise fault("P502", decl.span, f"{len(labels)} players: at most {MAX_PLAYERS} can play")
            for i, name in enumerate(decl.names):
                if name.text in labels[:i]:
                    self.report(error("N203", name.span, f"two players are called `{name.text}`", "rename one"))
            if self.given_players is not None and self.given_players != len(labels):
                message = f"this game is for {counted(len(labels), 'player')}, not {self.given_players}"
                self.report(error("O805", decl.span, message))
            return decl.names
        assert decl.low is not None
        assert decl.high is not None
        self.lost |= {chr(65 + i) for i in range(MAX_PLAYERS)}
        low = self.static_number(decl.low, ROOT, "the number of players")
        high = self.static_number(decl.high, ROOT, "the number of players")
        if not 1 <= low <= high <= MAX_PLAYERS:
            raise fault(
                "P502",
                decl.span,
                f"{low}..{high} players: at least 1, at most {MAX_PLAYERS}, the lower number first",
            )
        chosen = low if self.given_players is None else self.given_players
        if not low <= chosen <= high:
            self.report(error("O805", decl.span, f"this game is for {low} to {high} players, not {chosen}"))
            chosen = low
        self.lost -= {chr(65 + i) for i in range(MAX_PLAYERS)}
        self.absent = {chr(65 + i) for i in range(chosen, high)}
        return [t.Name(decl.span, chr(65 + i)) for i in range(chosen)]

    def option(self, name: str, span: Span) -> Const:
        """The value of an option: as asked for, as set by a variant, or its default."""
        if name in self._options:
            return self._options[name]
        decl = self.rules.options[name]
        what = f"option {name}"
        self.busy(what, span)
        self._busy.append(what)
        try:
            self._options[name] = self._option(decl)
        except (Fault, Silent):
            self._failed.add(what)
            raise
        finally:
            self._busy.pop()
        return self._options[name]

    def _option(self, decl: t.Option) -> Const:
        type_ = self.type_of(decl.type)
        name = decl.name.text
        if name in self.given_options:
            written: t.Expression = self.given_options[name]
        elif name in self.rules.settings:
            written = self.rules.settings[name].value
        elif decl.default is not None:
            written = decl.default
        else:
            return const(type_, initial_value(type_))
        value = self.static(written, ROOT, f"the option `{name}`")
        return self.option_value(value, type_, name, written.span)

    def option_value(self, value: Const, type_: Type, name: str, span: Span) -> Const:
        """A value for an option, checked against its type."""
        fitted = self.fit(value, type_)
        if not isinstance(fitted, Const):
            raise fault(
                "O806",
                span,
                f"the option `{name}` takes {describe(type_)}, not {span.text.strip() or 'this'}",
                "change the value, or the type behind the `:`" if span.source in self.sources() else "",
            )
        return fitted

    def sources(self) -> list[Source]:
        """The texts of the ruleset and of what it extends."""
        return [tree.source for tree in self.rules.trees]

    def fit(self, value: Expr, type_: Type) -> Expr | None:
        """A value as one of the type (a member of its range), or None if it is not."""
        base, own = type_.base, value.type.base
        if isinstance(base, Range) and isinstance(own, Range):
            if type_.size == Size.MANY:
                return as_set(value, base) if base.holds(own) else None
            if value.type.size <= type_.size and (not isinstance(value, Const) or value.value is None
                                                  or base.low <= value.value <= base.high):  # fmt: skip
                return const(type_, value.value) if isinstance(value, Const) else value
            return None
        if value.type == NO_SET:
            return None if type_.size == Size.ONE else empty(type_)
        if own is not base:
            return None
        if type_.size == Size.MANY:
            return as_set(value, base)
        if value.type.size > type_.size:
            return None
        return const(type_, value.value) if isinstance(value, Const) else value

    # ---- board, pieces, state

    def declare_board(self) -> None:
        """The board, which may hold stacks."""
        if self.rules.board is None:
            return
        e = self.rules.board.shape
        if isinstance(e, t.Call) and e.name.text == "stacks" and len(e.arguments) == 1:
            self.stacks = True
            e = e.arguments[0]
        self.board = self.shape_of(e, ROOT, called="site")

    def mark_board(self) -> None:
        """The type that the board is made of counts as used."""
        for shape, (decl, _) in self.shape_trees.items():
            if shape is self.board:
                self.used.add(decl.name)
        expression = self.rules.board.shape if self.rules.board else None
        if isinstance(expression, t.Name) and expression.text in self.rules.types:
            self.used.add(self.rules.types[expression.text].name)

    def declare_pieces(self) -> None:
        """The kinds of pieces, and all pieces there can be."""
        labels: list[str] = []
        names: list[str] = []
        self._declare_kinds(names, labels)
        self.kind_domain, self.pieces = Domain("kind", tuple(names)), Domain("piece", tuple(labels))
        self.kinds_known = True

    def _declare_kinds(self, names: list[str], labels: list[str]) -> None:
        """All kinds, their names, and the labels of all pieces."""
        for decl in self.rules.pieces:
            if self.rules.board is None:
                self.lost |= {kind.name.text for kind in decl.kinds}
                if not self.unsure("board"):
                    hint = "add `board grid(8, 8)`, say"
                    self.report(error("B404", decl.span, "pieces need a board, and the ruleset has none", hint))
                return
            keeper = None if decl.owner is None else self.attempt(self._keeper, decl.owner)
            for kind in decl.kinds:
                try:
                    self._declare_kind(kind, decl.owner is not None, keeper, names, labels)
                except (Fault, Silent) as stop:
                    self.lost.add(kind.name.text)
                    if isinstance(stop, Fault):
                        self.report(stop.finding)

    def _keeper(self, owner: t.Expression) -> int | None:
        """The one player who has all pieces of a kind; None if each has some."""
        who = self.static(owner, ROOT, "whose pieces these are")
        if who.type.base is not self.player:
            hint = "write `of player`"
            raise fault("P503", owner.span, f"pieces belong to players, not to `{owner.span.text}`", hint)
        every = as_set(who)
        assert isinstance(every, Const)
        if every.value == (1 << len(self.player)) - 1:
            return None
        if every.value.bit_count() != 1:
            hint = "declare them `of player`, and put none of the others"
            raise fault("P503", owner.span, "pieces belong to one player, to all, or to nobody", hint)
        return int(every.value).bit_length() - 1

    def _declare_kind(
        self, kind: t.Kind, owned: bool, keeper: int | None, names: list[str], labels: list[str]
    ) -> None:
        name = kind.name.text
        if name in names:
            first = self.kind_nodes[name].name.span
            message = f"the piece `{name}` is declared already ({first.where})"
            self.report(error("N203", kind.name.span, message, "keep one of the two"))
            return
        number: tuple[str, int, int] | None = None
        if kind.number is not None:
            type_ = self.type_of(kind.number[1])
            if not isinstance(type_.base, Range) or type_.size != Size.ONE or len(type_.base) > 200:
                raise fault("P504", kind.number[1].span, f"a piece's number is of a range of at most 200, not {type_}",
                            "write `stone(number: 1..6)`, say")  # fmt: skip
            number = kind.number[0].text, type_.base.low, type_.base.high
        self.kind_nodes[name] = kind
        self.piece_base.append(len(labels))
        names.append(name)
        self.kinds.append(Kind(name, owned and keeper is None, number, keeper))
        numbers: Iterable[int | None] = [None] if number is None else range(number[1], number[2] + 1)
        owners = [-1] if not owned else range(len(self.player)) if keeper is None else [keeper]
        for owner in owners:
            for n in numbers:
                self.piece_parts.append((len(names) - 1, owner, n))
                labels.append(name + (f"({n})" if n is not None else "")
                              + (f" of {self.player.labels[owner]}" if owned else ""))  # fmt: skip

    def declare_variable(self, has: t.Has) -> None:
        """A part of the state: `game has`, `player has`, `site has` …"""
        dimensions: list[Range | Domain] = []
        for name in ([has.subject] if has.subject else []) + list(has.parameters):
            base = self.base_of(name)
            if not isinstance(base, Range | Domain):
                raise fault("T304", name.span, f"nothing can be kept for each {base.name}")
            dimensions.append(base)
        size = 1
        for dimension in dimensions:
            size *= len(dimension)
        if size > 100_000:
            raise fault("T305", has.span, f"this keeps {size:,} values, more than the limit of 100,000")
        type_ = self.type_of(has.type)
        if isinstance(type_.base, Range):
            check_range(type_.base, has.type.span)
        value = initial_value(type_)
        if has.initial is not None:
            written = self.static(has.initial, ROOT, "what a variable starts with")
            fitted = self.fit(written, type_)
            if not isinstance(fitted, Const):
                raise fault("T306", has.initial.span, f"`{has.name.text}` holds {describe(type_)}, not this")
            value = fitted.value
        variable = Variable(has.name.text, tuple(dimensions), type_, value, False, has.name.span)
        same = self.attributes.get(has.name.text, [])
        if (has.subject is None and has.name.text in self.game_variables) or any(
            v.subject is variable.subject for v in same if has.subject
        ):
            first = next(v for v in self.variables if v.name == has.name.text and v.subject is variable.subject)
            raise fault("N203", has.name.span, f"`{has.name.text}` is declared already "
                        f"({self.variable_nodes[first].span.where})", "keep one of the two")  # fmt: skip
        self.variables.append(variable)
        self.variable_nodes[variable] = has.name
        if has.subject is None:
            self.game_variables[has.name.text] = variable
        else:
            self.attributes.setdefault(has.name.text, []).append(variable)


def _members(types: Iterable[t.Enumeration | t.Alias | t.Shape]) -> Iterator[t.Name]:
    """All members of enumerations, in the order in which they are written."""
    for decl in types:
        if isinstance(decl, t.Enumeration):
            yield from decl.members
