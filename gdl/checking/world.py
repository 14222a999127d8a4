"""The named things of a ruleset, each worked out when it is first needed: players, options, types, boards, pieces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from gdl import tree as t
from gdl.build import NO_SET, as_set, const, empty, everything
from gdl.findings import Fault, Finding, error, fault
from gdl.model import Kind, Shape, Variable
from gdl.nodes import Const, Expr, Get, Value, node
from gdl.ruleset import Ruleset
from gdl.scope import ROOT, Poison, Scope, Silent
from gdl.source import Span
from gdl.suggest import did_you_mean
from gdl.types import TRUTH, TRUTHS, Base, Domain, Range, Size, Type

BUILT_IN = ("me", "next", "stuck", "piece", "kind", "site", "empty", "player", "truth")
FUNCTIONS = ("count", "max", "min", "sum", "the", "index", "letter", "capital", "around", "repeats")
MAX_PLAYERS = 26
MAX_NUMBER = 1_000_000_000


class World:
    """What a ruleset declares. Options and the number of players are settled; everything else follows from them."""

    def __init__(self, rules: Ruleset, options: Mapping[str, Any], players: int | None, prelude: Any) -> None:
        self.rules, self.given_options, self.given_players, self.prelude = rules, options, players, prelude
        self.findings: list[Finding] = []
        self.used: set[t.Node] = set()  # declarations (their name nodes) that something refers to
        self._types: dict[str, Base] = {}
        self._options: dict[str, Const] = {}
        self._busy: list[str] = []
        self._failed: set[str] = set()
        self.lost_board = False
        self.lost: set[str] = set()  # names that a faulty declaration would have introduced
        self.shapes: dict[tuple[Any, ...], Shape] = {}
        self.shape_trees: dict[Shape, tuple[t.Shape, Scope]] = {}
        self.player = Domain("player", ())
        self.absent: set[str] = set()  # labels of players who are not in this game, but may be in others
        self.board: Shape | None = None
        self.stacks = False
        self.kinds: list[Kind] = []
        self.kind_domain = Domain("kind", ())
        self.pieces = Domain("piece", ())
        self.piece_parts: list[tuple[int, int, int | None]] = []
        self.kind_nodes: dict[str, t.Kind] = {}
        self.piece_base: list[int] = []
        self.members: dict[str, tuple[Domain, int, t.Name]] = {}
        self.variables: list[Variable] = []
        self.game_variables: dict[str, Variable] = {}
        self.attributes: dict[str, list[Variable]] = {}
        self.variable_nodes: dict[Variable, t.Name] = {}

    # ---- for the parts that build on this one

    def expr(self, e: t.Expression, scope: Scope) -> Expr:
        """The checked expression."""
        raise NotImplementedError

    def make_shape(self, decl: t.Shape, arguments: tuple[Value, ...], name: str) -> Shape:
        """A shape with its parameters settled."""
        raise NotImplementedError

    # ---- reporting

    def report(self, finding: Finding) -> None:
        """Note a finding, once for each place and code."""
        if not any(f.code == finding.code and f.span == finding.span for f in self.findings):
            self.findings.append(finding)

    def attempt(self, work: Any, *arguments: Any) -> Any:
        """The result of `work`, or None if it found a fault, which is reported."""
        try:
            return work(*arguments)
        except Fault as stop:
            self.report(stop.finding)
        except Silent:
            pass
        return None

    def unsure(self, name: str) -> bool:
        """Whether a name may be missing only because what would introduce it was wrong, which is reported already."""
        rules = self.rules
        return rules.incomplete or name in rules.unread or name in self.lost or self.lost_board

    def busy(self, what: str, span: Span) -> None:
        """Refuse to work out a thing in terms of itself."""
        if what in self._failed:
            raise Silent
        if what in self._busy:
            ring = " → ".join([*self._busy[self._busy.index(what) :], what])
            raise fault(
                "N204", span, f"{what} is defined in terms of itself ({ring})", "there is no recursion"
            )

    # ---- constants

    def static(self, e: t.Expression, scope: Scope, why: str) -> Const:
        """The value of an expression that is the same in every position."""
        value = self.expr(e, scope)
        if not isinstance(value, Const):
            raise fault("T310", e.span, f"{why} must be known before the game starts",
                        "use numbers, options and players only")  # fmt: skip
        return value

    def static_number(self, e: t.Expression, scope: Scope, why: str) -> int:
        """The value of a number that is known before the game starts."""
        value = self.static(e, scope, why)
        if not (value.type.is_number and isinstance(value.value, int)):
            raise fault("T301", e.span, f"{why} must be a number, not {value.type}")
        return value.value

    # ---- types

    def type_of(self, name: t.TypeName, scope: Scope = ROOT) -> Type:
        """A type as written."""
        size = {"one": Size.ONE, "maybe": Size.MAYBE, "many": Size.MANY}[name.size]
        base = self.base_of(name.base, scope)
        if base is TRUTHS and size != Size.ONE:
            raise fault("T302", name.span, "a truth is true or false, never missing and never several")
        return Type(base, size)

    def base_of(self, e: t.Expression, scope: Scope = ROOT) -> Base:
        """A base as written: a name, or a range."""
        if isinstance(e, t.Name):
            if e.text == "truth":
                return TRUTH.base
            if e.text in ("number", "int", "integer", "text", "string"):
                raise fault(
                    "T303",
                    e.span,
                    f"`{e.text}` is no type",
                    "write the range of numbers it may hold: `0..99`",
                )
            base = self.named_base(e.text, e.span)
            if base is not None:
                return base
            if self.unsure(e.text):
                raise Silent
            if self.rules.options.get(e.text) is None:
                known = [*self.rules.types, "player", "site", "kind", "piece", "truth"]
                raise fault("N202", e.span, f"there is no type `{e.text}`", did_you_mean(e.text, known)
                            or "a type is a range `0..9`, `truth`, or the name of a type")  # fmt: skip
        if isinstance(e, t.Call) and self.shape_decl(e.name.text) is not None:
            return self.shape_of(e, scope)
        value = self.static(e, scope, "a type's range")
        if value.type.size == Size.MANY and value.value == 0:
            raise fault("T308", e.span, "this range is empty", "write the smaller number first")
        if value.type.size != Size.MANY:
            raise fault("T303", e.span, f"this is {value.type}, not a type", "a range is written `0..9`")
        if value.value != (1 << len(value.type.values)) - 1:
            raise fault("T303", e.span, "a type must be a whole range or a whole named type")
        return value.type.base

    def named_base(self, name: str, span: Span) -> Base | None:
        """The base that a name stands for, or None."""
        if name == "player":
            return self.player
        if name == "site":
            return self.need_board(span)
        if name == "kind":
            return self.kind_domain
        if name == "piece":
            return self.pieces
        decl = self.rules.types.get(name)
        if decl is not None:
            self.used.add(decl.name)
        if name in self._types:
            return self._types[name]
        if decl is None:
            shape = self.shape_decl(name)
            return None if shape is None else self.shape_of(t.Name(span, name), ROOT)
        self.busy(f"type {name}", span)
        self._busy.append(f"type {name}")
        try:
            self._types[name] = self._declared_base(decl)
        except (Fault, Silent):
            self._failed.add(f"type {name}")
            raise
        finally:
            self._busy.pop()
        return self._types[name]

    def _declared_base(self, decl: t.Enumeration | t.Alias | t.Shape) -> Base:
        if isinstance(decl, t.Enumeration):
            return Domain(decl.name.text, tuple(m.text for m in decl.members))
        if isinstance(decl, t.Alias):
            if isinstance(decl.value, t.Call | t.Name) and self.shape_decl(_name_of(decl.value)) is not None:
                return self.shape_of(decl.value, ROOT, decl.name.text)
            return self.base_of(decl.value)
        return self.shape_of(t.Name(decl.name.span, decl.name.text), ROOT)

    # ---- shapes

    def shape_decl(self, name: str) -> t.Shape | None:
        """The definition of a shape, of the ruleset or of the prelude."""
        decl = self.rules.types.get(name)
        if decl is not None:
            return decl if isinstance(decl, t.Shape) else None
        found: t.Shape | None = self.prelude.shape(name)
        return found

    def shape_of(self, e: t.Expression, scope: Scope, name: str = "") -> Shape:
        """The shape that an expression like `grid(8, 8)` or `pit` stands for."""
        if not isinstance(e, t.Name | t.Call):
            raise fault(
                "B401",
                e.span,
                "this is no board",
                "write `grid(8, 8)`, say, or the name of a type with sites",
            )
        title = _name_of(e)
        decl = self.shape_decl(title)
        if decl is None:
            if isinstance(e, t.Name) and title in self.rules.types:
                base = self.named_base(title, e.span)
                if isinstance(base, Shape):
                    return base
                raise fault("B401", e.span, f"`{title}` is no board: it has no sites")
            if title in self.rules.unread:
                raise Silent
            known = [*self.rules.types, *self.prelude.shape_names()]
            raise fault("B402", e.span, f"there is no board `{title}`", did_you_mean(title, known)
                        or f"boards that ship: {', '.join(self.prelude.shape_names())}")  # fmt: skip
        self.used.add(decl.name)
        arguments = e.arguments if isinstance(e, t.Call) else ()
        if len(arguments) != len(decl.parameters):
            wanted = f"{title}({', '.join(p.text for p in decl.parameters)})" if decl.parameters else title
            raise fault("B403", e.span, f"`{title}` takes {arity(len(decl.parameters))}, not {len(arguments)}",
                        f"write `{wanted}`")  # fmt: skip
        values = tuple(self.static_number(a, scope, "a board's size") for a in arguments)
        key = (decl, values)
        if key not in self.shapes:
            what = f"board {title}"
            self.busy(what, e.span)
            self._busy.append(what)
            try:
                self.shapes[key] = self.make_shape(decl, values, name or title)
            except (Fault, Silent) as stop:
                self._failed.add(what)
                if isinstance(stop, Fault) and all(stop.finding.span.source is not x.source for x in self.rules.trees):
                    found = stop.finding  # in a board that ships: the fault is in what it was given
                    raise fault(found.code, e.span, found.message, found.hint) from None
                raise
            finally:
                self._busy.pop()
        return self.shapes[key]

    def need_board(self, span: Span) -> Shape:
        """The board on which the pieces stand."""
        if self.board is None:
            if self.unsure("board"):
                raise Silent
            raise fault(
                "B404", span, "this needs a board, and the ruleset has none", "add `board grid(8, 8)`, say"
            )
        return self.board

    # ---- set-up of the world, in the order in which things build on each other

    def declare(self) -> None:
        """Work out everything that has a name, except defines."""
        self.declare_members()
        self.attempt(self.declare_players)
        self.attempt(self.declare_board)
        self.lost_board = self.rules.board is not None and self.board is None
        for name in self.rules.options:
            self.attempt(self.option, name, self.rules.options[name].name.span)
        for name, setting in self.rules.settings.items():
            if name not in self.rules.options and not self.rules.incomplete:
                hint = did_you_mean(name, self.rules.options)
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
        for (has, name), define in self.rules.defines.items():
            if has and name in ("owner", "kind", "piece"):
                self.report(error("N203", define.name.span, f"`.{name}` is built in", "choose another name"))
            for parameter in (*define.parameters, *([define.subject] if define.subject else [])):
                if self.means(parameter.text):
                    message = f"`{parameter.text}` is in use already here"
                    self.report(error("N206", parameter.span, message, "choose another name"))

    def means(self, name: str) -> bool:
        """Whether a name has a meaning everywhere in the ruleset."""
        declared = name in self.members or name in self.rules.options or name in self.rules.types
        declared = declared or name in self.kind_nodes or name in self.game_variables
        defined = (False, name) in self.rules.defines or (False, name) in self.prelude.defines
        return declared or defined or name in BUILT_IN

    def mark_board(self) -> None:
        """The type that the board is made of counts as used."""
        for shape, (decl, _) in self.shape_trees.items():
            if shape is self.board:
                self.used.add(decl.name)
        expression = self.rules.board.shape if self.rules.board else None
        if isinstance(expression, t.Name) and expression.text in self.rules.types:
            self.used.add(self.rules.types[expression.text].name)

    def declare_members(self) -> None:
        """The members of enumerations."""
        for name, decl in self.rules.types.items():
            if isinstance(decl, t.Enumeration):
                base = self.attempt(self.named_base, name, decl.name.span)
                seen: set[str] = set()
                for i, member in enumerate(decl.members):
                    if member.text in seen or member.text in self.members:
                        message = f"`{member.text}` is a member already"
                        self.report(error("N203", member.span, message, "choose another name"))
                    elif base is not None:
                        self.members[member.text] = (base, i, member)
                    seen.add(member.text)

    def declare_players(self) -> None:
        """The players: named, or as many as were asked for."""
        decl = self.rules.players
        if decl is None:
            where = self.rules.game.span if self.rules.game else Span(self.rules.trees[0].source, 0, 1)
            self.player.labels = ("A",)
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
                    self.report(error("N203", name.span, f"two players are called `{name.text}`"))
                self.members[name.text] = (self.player, i, name)
            if self.given_players is not None and self.given_players != len(labels):
                message = f"this game is for {counted(len(labels), 'player')}, not {self.given_players}"
                self.report(error("O805", decl.span, message))
        else:
            assert decl.low is not None
            assert decl.high is not None
            self.player.labels = ("A",)
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
            labels = tuple(chr(65 + i) for i in range(chosen))
            for i, label in enumerate(labels):
                self.members[label] = (self.player, i, t.Name(decl.span, label))
            self.lost -= {chr(65 + i) for i in range(MAX_PLAYERS)}
            self.absent = {chr(65 + i) for i in range(chosen, high)}
        self.player.labels = labels
        self.player.index = {label: i for i, label in enumerate(labels)}

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
            )
        return fitted

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

    def declare_board(self) -> None:
        """The board, which may hold stacks."""
        if self.rules.board is None:
            return
        e = self.rules.board.shape
        if isinstance(e, t.Call) and e.name.text == "stacks" and len(e.arguments) == 1:
            self.stacks = True
            e = e.arguments[0]
        self.board = self.shape_of(e, ROOT)
        self.board.noun = "site"

    def declare_pieces(self) -> None:
        """The kinds of pieces, and all pieces there can be."""
        labels: list[str] = []
        names: list[str] = []
        for decl in self.rules.pieces:
            if self.rules.board is None:
                self.lost |= {kind.name.text for kind in decl.kinds}
                if not self.unsure("board"):
                    hint = "add `board grid(8, 8)`, say"
                    self.report(
                        error("B404", decl.span, "pieces need a board, and the ruleset has none", hint)
                    )
                return
            if decl.owner is not None and decl.owner.text != "player":
                hint = "write `of player`"
                self.report(
                    error(
                        "P503", decl.owner.span, f"pieces belong to players, not to `{decl.owner.text}`", hint
                    )
                )
            for kind in decl.kinds:
                try:
                    self._declare_kind(kind, decl.owner is not None, names, labels)
                except (Fault, Silent) as stop:
                    self.lost.add(kind.name.text)
                    if isinstance(stop, Fault):
                        self.report(stop.finding)
        self.kind_domain.labels, self.kind_domain.index = tuple(names), {n: i for i, n in enumerate(names)}
        self.pieces.labels, self.pieces.index = tuple(labels), {n: i for i, n in enumerate(labels)}

    def _declare_kind(self, kind: t.Kind, owned: bool, names: list[str], labels: list[str]) -> None:
        name = kind.name.text
        if name in names:
            self.report(error("N203", kind.name.span, f"the piece `{name}` is declared twice"))
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
        self.kinds.append(Kind(name, owned, number))
        numbers: Iterable[int | None] = [None] if number is None else range(number[1], number[2] + 1)
        for owner in range(len(self.player.labels)) if owned else [-1]:
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
            raise fault("N203", has.name.span, f"`{has.name.text}` is declared twice")
        self.variables.append(variable)
        self.variable_nodes[variable] = has.name
        if has.subject is None:
            self.game_variables[has.name.text] = variable
        else:
            self.attributes.setdefault(has.name.text, []).append(variable)

    def poisoned(self, meaning: object) -> None:
        """Stop quietly at a name whose introduction was wrong."""
        if isinstance(meaning, Poison):
            raise Silent


def get(variable: Variable, *indices: Expr) -> Expr:
    """What a variable holds."""
    return node(Get, variable.type, variable, indices)


def base_set(base: Base, span: Span) -> Expr:
    """All elements of a type, as a set."""
    if isinstance(base, Range | Domain):
        return everything(base)
    raise fault("T307", span, f"`{base.name}` is not a set")


def initial_value(type_: Type) -> Value:
    """What a variable of a type starts with: the first value, nothing, or empty."""
    if type_.size == Size.MANY:
        return 0
    if type_.base is TRUTHS:
        return False
    if type_.size == Size.MAYBE:
        return None if isinstance(type_.base, Range) else -1
    return type_.values.low


def describe(type_: Type) -> str:
    """A type in the author's words, with its values."""
    base = type_.base
    if base is TRUTHS:
        return "true or false"
    if isinstance(base, Range):
        what = "a set of numbers" if type_.size == Size.MANY else "a number"
        return f"{what} of {base.name}" + (" or nothing" if type_.size == Size.MAYBE else "")
    few = f" ({', '.join(type_.values.labels)})" if 0 < len(type_.values) <= 6 else ""
    return f"{type_}{few}"


def check_range(base: Range, span: Span) -> None:
    """Refuse ranges that no backend could hold."""
    if base.high < base.low:
        raise fault("T308", span, f"the range {base.name} is empty", "write the smaller number first")
    if base.low < -MAX_NUMBER or base.high > MAX_NUMBER:
        raise fault("T308", span, f"the range {base.name} goes beyond ±{MAX_NUMBER:,}, the limit")


def _name_of(e: t.Name | t.Call) -> str:
    return e.text if isinstance(e, t.Name) else e.name.text


def arity(n: int) -> str:
    """So many arguments."""
    return counted(n, "argument")


def counted(n: int, what: str) -> str:
    """“no arguments”, “1 argument”, “2 arguments”."""
    return f"no {what}s" if n == 0 else f"{n} {what}" if n == 1 else f"{n} {what}s"
