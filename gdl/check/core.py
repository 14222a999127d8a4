"""What every part of checking shares: the ruleset, what has been found out so far, reporting, static values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gdl.check.ruleset import Ruleset
from gdl.check.scope import Poison, Scope, Silent
from gdl.findings import Fault, Finding, fault
from gdl.model.model import Kind, Shape, Variable
from gdl.model.nodes import Const, Expr, Value
from gdl.model.types import Base, Domain, Range, Size
from gdl.syntax import tree as t
from gdl.syntax.source import Span


class Core:
    """What a ruleset declares. Options and the number of players are settled; everything else follows from them."""

    def __init__(self, rules: Ruleset, options: Mapping[str, Any], players: int | None, prelude: Any) -> None:
        self.rules, self.given_options, self.given_players, self.prelude = rules, options, players, prelude
        self.findings: list[Finding] = []
        self.used: set[t.Node] = set()  # declarations (their name nodes) that something refers to
        self._types: dict[str, Base] = {}
        self._options: dict[str, Const] = {}
        self._busy: list[str] = []
        self._failed: set[str] = set()
        self.lost_board = self.lost_players = False
        self.players_known = self.kinds_known = False
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

    # ---- for the layers above

    def expr(self, e: t.Expression, scope: Scope) -> Expr:
        """The checked expression."""
        raise NotImplementedError

    def family_or_expr(self, e: t.Expression, scope: Scope) -> Expr:
        """The checked expression, which may be a family of sets."""
        raise NotImplementedError

    def make_shape(self, decl: t.Shape, arguments: tuple[Value, ...], name: str, called: str = "") -> Shape:
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
        known_loss = name in rules.unread or name in self.lost or (self.lost_players and name[:1].isupper())
        return rules.incomplete or known_loss or self.lost_board or "board" in rules.unread

    def busy(self, what: str, span: Span) -> None:
        """Refuse to work out a thing in terms of itself."""
        if what in self._failed:
            raise Silent
        if what in self._busy:
            ring = " → ".join([*self._busy[self._busy.index(what) :], what])
            raise fault("N204", span, f"{what} is defined in terms of itself ({ring})", "there is no recursion")

    def poisoned(self, meaning: object) -> None:
        """Stop quietly at a name whose introduction was wrong."""
        if isinstance(meaning, Poison):
            raise Silent

    def no_family(self, value: Expr, e: t.Expression) -> Expr:
        """A value that is no family of sets: nearly everywhere one thing or one set is wanted."""
        if value.type.size == Size.FAMILY:
            raise fault("T313", e.span, f"one thing or one set is wanted here, not {value.type}",
                        "go through its sets: `some line in … where …`, `{… for line in …}`")  # fmt: skip
        return value

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

    def same_base(self, a: Expr, b: Expr, span: Span, what: str, hint: str = "") -> None:
        """Refuse to bring together what is not of one sort."""
        if a.type.base is b.type.base or (isinstance(a.type.base, Range) and isinstance(b.type.base, Range)):
            return
        raise fault("T311", span, f"{what} must be of one sort, not {a.type} and {b.type}", hint)
