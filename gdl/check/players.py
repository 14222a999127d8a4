"""The players of a ruleset: by names, or by their number."""

from __future__ import annotations

from collections.abc import Sequence

from gdl.check.one_name import declare_member
from gdl.check.parts import Check
from gdl.check.player_names import LETTERS
from gdl.check.scope import ROOT, Silent
from gdl.check.values import counted
from gdl.model.state import Variable
from gdl.model.types import Domain, Type
from gdl.syntax import tree as t
from gdl.text.findings import error, fault
from gdl.text.fixes import Edit, Fix, fix

MAX_PLAYERS = 26


def declare_players(check: Check) -> None:
    """The players, and the two variables that every ruleset has: `me` and `next`."""
    declared = check.declared
    names: Sequence[t.Name] = ()
    try:
        names = _names_of_players(check)
    finally:
        declared.player = Domain("player", tuple(name.text for name in names) or ("A",))
        declared.me = Variable("me", (), Type(declared.player), 0, False, None)
        declared.next = Variable("next", (), Type(declared.player), 0, False, None)
        are_letters = declared.rules.players is not None and not declared.rules.players.names
        for i, name in enumerate(names):
            if not are_letters or name.text not in declared.members:  # suits may well be called C and D
                declare_member(declared, declared.player, i, name)


def _names_of_players(check: Check) -> Sequence[t.Name]:
    """The names of the players: given, or one for each player asked for."""
    declared = check.declared
    decl = declared.rules.players
    if decl is None:
        where = declared.head
        declared.lost |= {"White", "Black", "A", "B"}
        if declared.unsure("players"):
            raise Silent
        raise fault("P501", where, "the ruleset names no players", "add `players White, Black`, for example")
    labels = tuple(name.text for name in decl.names)
    for i, name in enumerate(decl.names):
        if name.text in labels[:i]:
            check.findings.report(error("N203", name.span, f"two players are called `{name.text}`", "rename one"))
    if decl.low is None or decl.high is None:
        declared.seats = range(len(labels), len(labels) + 1)
        if len(labels) > MAX_PLAYERS:
            raise fault("P502", decl.span, f"{len(labels)} players: at most {MAX_PLAYERS} can play", "name fewer")
        if declared.given_players is not None and declared.given_players != len(labels):
            message = f"this game is for {counted(len(labels), 'player')}, not {declared.given_players}"
            hint = "use the number of players that the ruleset names, or change `players`"
            check.findings.report(error("O805", decl.span, message, hint))
        return decl.names
    declared.lost |= {*LETTERS, *labels}
    low, high = (check.static_number(e, ROOT, "the number of players") for e in (decl.low, decl.high))
    if not 1 <= low <= high <= MAX_PLAYERS:
        is_turned = 1 <= high < low <= MAX_PLAYERS
        raise fault(
            "P502",
            decl.span,
            f"{low}..{high} players: use 1 to {MAX_PLAYERS}, with the lower number first",
            f"write `players {high}..{low}`" if is_turned else "write `players 2..4`, for example",
            _turned_round(decl) if is_turned else None,
        )
    if labels and len(labels) != high:
        message = f"{counted(len(labels), 'name')} for up to {counted(high, 'player')}"
        hint = f"name each of the {high} players, or none; without names they are A, B, C, …"
        raise fault("P502", decl.span, message, hint)
    declared.seats = range(low, high + 1)
    chosen = low if declared.given_players is None else declared.given_players
    if not low <= chosen <= high:
        check.findings.report(error("O805", decl.span, f"this game is for {low} to {high} players, not {chosen}",
                         "use a number that the rules allow, or change `players`"))
        chosen = low
    declared.lost -= {*LETTERS, *labels}
    return decl.names[:chosen] or [t.Name(decl.span, letter) for letter in LETTERS[:chosen]]


def _turned_round(decl: t.Players) -> Fix:
    """The fix that exchanges two numbers."""
    assert decl.low is not None
    assert decl.high is not None
    low, high = decl.low.span, decl.high.span
    return fix(Edit(low, high.text), Edit(high, low.text), title=f"write `{high.text}..{low.text}`")
