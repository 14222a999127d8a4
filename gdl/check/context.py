"""What every part of checking shares: the ruleset, what has been found out so far, reporting, static values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from gdl.check.flow import holds
from gdl.check.missing import Notes
from gdl.check.prelude import Prelude
from gdl.check.ruleset import Ruleset
from gdl.check.scope import Poison, Scope, Silent, Thing
from gdl.model import model as m
from gdl.model.model import Kind, Shape, Variable
from gdl.model.nodes import Const, Expr, Value, Var
from gdl.model.types import TRUTH, Base, Domain, Range, Size, Type
from gdl.passes.fold import Folder
from gdl.syntax import tree as t
from gdl.syntax.vocabulary import KEYWORDS
from gdl.text.findings import Fault, Finding, fault
from gdl.text.source import Span


@dataclass(frozen=True)
class Section:
    """What may stand in a section."""

    name: str
    choices: bool
    rolls: bool


SECTIONS = {
    "setup": Section("setup", choices=False, rolls=True),
    "turn": Section("turn", choices=True, rolls=True),
    "end": Section("end", choices=False, rolls=False),
}

_SHOWN = 40
"""Characters of the rules that a hint repeats at most."""


@dataclass(frozen=True)
class Forms:
    """What checks expressions and makes boards. They need one another in a circle, so each reaches them by the context.

    `functions`: the functions that are built in, by name.
    """

    expr: Callable[[Context, t.Expression, Scope], Expr]
    make_shape: Callable[[Context, t.Shape, tuple[Value, ...], str, str], Shape]
    add_directions: Callable[[Context, Shape, list[t.Direction]], Shape]
    value: Callable[[Context, t.Expression, Scope], Expr | Thing]
    functions: Mapping[str, Callable[[Context, t.Call, Scope], Expr]]


class Context:
    """One check of one ruleset. Options and the number of players are settled; everything else follows from them."""

    me: Variable
    next: Variable

    def __init__(
        self, rules: Ruleset, options: Mapping[str, t.Expression], players: int | None, prelude: Prelude, forms: Forms
    ) -> None:
        self.forms = forms
        self.rules, self.given_options, self.given_players, self.prelude = rules, options, players, prelude
        self.findings: list[Finding] = []
        self.used: set[t.Node] = set()  # declarations (their name nodes) that something refers to
        self.bases: dict[str, Base] = {}
        self.options: dict[str, Const] = {}
        self.under_way: list[str] = []
        self.failed: set[str] = set()
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
        self.folder: Folder = Folder()
        self.section: Section = SECTIONS["setup"]
        self.widened: dict[t.Let, Size] = {}
        self.let_nodes: dict[m.Variable, t.Let] = {}
        self.expansions: dict[object, Expr | Thing] = {}
        self.lifted: dict[object, Expr] = {}
        self.conditions: dict[t.Expression, set[Value]] = {}
        self.notes: Notes = Notes()
        self.origins: dict[Expr, dict[Span, None]] | None = None
        """Where in the text each expression comes from; None where nobody asks."""
        self.written: dict[Expr, Expr] = {}
        """Where origins are kept: what each expression was before it was made cheap."""
        self.came_to: dict[t.Expression, set[Const | None]] = {}
        self.types: dict[t.Expression, dict[Type | None, None]] = {}
        """The types that an expression has come to, in order; None for a piece that is still a piece."""
        self.asked: dict[t.Expression, list[tuple[tuple[tuple[Var, Expr], ...], Expr]]] = {}
        self.looks: dict[str, m.Look] = {}
        self.board_look = m.BoardLook()
        self.site_looks: list[m.SiteLook] = []
        self.variable_looks: dict[Variable, m.VariableLook] = {}
        self.turned: dict[int, int] = {}
        self.unplayed: set[t.Look] = set()
        """Looks that change nothing but pictures: no letter by which a move is written."""
        self.letter_cache: dict[Domain, tuple[str, ...]] = {}
        self.blocks: dict[str, m.Block] = {}
        self.score: tuple[Var, Expr] | None = None
        self.score_unit = ""
        self.allow_stuck = False
        self.hidden: list[m.Hidden] = []
        self.secret_turn = False
        """Whether the texts of all decisions in `turn` are for who decides alone."""
        self.shifts = any(holds(t.By | t.Together, tree.items) for tree in rules.trees)
        """Whether `me` may be somebody else for a part of a turn."""
        self.expanded = 0
        self.failures = 0
        """Statements that could not be checked: whether they hold a decision is not known."""
        self.unreached = 0
        """Conditions above that never hold with these options: what can't be reached breaks no rule."""
        self.made = 0
        self.room = 0
        self.kept: dict[int, Const] = {}
        """The sets known beforehand whose room has been counted, by identity."""
        self.given_for: Mapping[str, Span] = MappingProxyType({})
        """For each parameter of the block that is being written out, where its argument stands."""

    # ---- what the forms are

    def expr(self, e: t.Expression, scope: Scope) -> Expr:
        """The checked expression; a kind of piece is the sites where it stands."""
        return self.forms.expr(self, e, scope)

    def make_shape(self, decl: t.Shape, arguments: tuple[Value, ...], name: str, called: str = "") -> Shape:
        """A shape with its parameters settled; raises Fault."""
        return self.forms.make_shape(self, decl, arguments, name, called)

    def value(self, e: t.Expression, scope: Scope) -> Expr | Thing:
        """The checked expression, in which a piece is still a piece."""
        return self.forms.value(self, e, scope)

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
        if name in KEYWORDS and any(f.code == "S105" for f in rules.findings):  # that it is no name has been said
            return True
        known_loss = name in rules.unread or name in self.lost or (self.lost_players and name[:1].isupper())
        return rules.incomplete or known_loss or self.lost_board or "board" in rules.unread

    def busy(self, what: str, span: Span) -> None:
        """Refuse to work out a thing in terms of itself."""
        if what in self.failed:
            raise Silent
        if what in self.under_way:
            ring = " → ".join([*self.under_way[self.under_way.index(what) :], what])
            raise fault("N204", span, f"{what} is defined in terms of itself ({ring})", "there is no recursion")

    def poisoned(self, meaning: object) -> None:
        """Stop quietly at a name whose introduction was wrong."""
        if isinstance(meaning, Poison):
            raise Silent

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
            raise fault("T301", e.span, f"{why} must be a number, not {value.type}",
                        "write a number, or something worked out from numbers and options")
        return value.value

    def same_base(self, a: Expr, b: Expr, span: Span, what: str, hint: str = "") -> None:
        """Refuse to bring together what is not of one sort."""
        if a.type.base is b.type.base or (isinstance(a.type.base, Range) and isinstance(b.type.base, Range)):
            return
        raise fault("T311", span, f"{what} must be of one sort, not {a.type} and {b.type}", hint)

    def truth(self, e: t.Expression, scope: Scope, what: str = "a condition") -> Expr:
        """A condition."""
        value = self.expr(e, scope)
        if value.type != TRUTH:
            shown, hint = e.span.text if len(e.span.text) < _SHOWN and "\n" not in e.span.text else "…", ""
            if value.type.size >= Size.MAYBE:
                hint = f"write `some {shown}` to ask whether there is one"
                hint += f", `x in {shown}` to ask whether x is one" if value.type.size == Size.MANY else ""
            elif isinstance(value.type.base, Shape):
                hint = f"say what of it is asked: `{shown} in mine`"
            raise fault("T309", e.span, f"{what} is true or false, not {value.type}", hint)
        return value


def no_family(ctx: Context, value: Expr, e: t.Expression) -> Expr:
    """A value that is no family of sets: nearly everywhere one thing or one set is wanted."""
    if value.type.size == Size.FAMILY:
        raise fault("T313", e.span, f"one thing or one set is wanted here, not {value.type}",
                    "go through its sets: `some line in … where …`, `{… for line in …}`")  # fmt: skip
    return value
