"""O8: options, and rulesets that extend others."""

from __future__ import annotations

from collections.abc import Iterator

from gdl.lint.context import Context
from gdl.lint.ranges import checked_runs, compared, number_range
from gdl.lint.rule import Rule, example
from gdl.lint.walk import uses
from gdl.model.types import Range
from gdl.syntax import tree as t
from gdl.syntax.alike import same
from gdl.syntax.vocabulary import COMPARISONS
from gdl.text.findings import Finding
from gdl.text.fixes import Hint, deleted

_SIZE = 'option size: 3..5 = 3 "squares along a side"'
_SIZED = {"board": "board grid(size, size)"}
_POINTS = {
    "turn": "choose s in empty\nput stone of me on s\nme.points += 1 if s.r = s.c and me.points < 5",
    "end": "win me if me.points >= goal\ndraw if no empty",
}
_VARIANT = 'game "Tic-tac-toe, large" extends "tictactoe"\n'


class TooManyPlayers(Rule):
    """This number of players can't play the game.

    `--players` asks for a number of players that the line `players` doesn't allow. Two players are
    named here, so three can't play.
    """

    code, name = "O805", "wrong-players"
    bad, players = example(), 3
    good = example(players="players 2..3")


# ---- what this file finds itself ------------------------------------------------------------------------


class UnusedOption(Rule):
    """An option has no effect.

    No rule depends on it. Players who change it will wonder why nothing happens. Use it or delete it.
    """

    code, name, severity = "O850", "unused-option", "warning"
    bad = example(_SIZE)
    good = example(_SIZE, **_SIZED)

    def check(self, context: Context) -> Iterator[Finding]:
        for option in context.declarations(t.Option):
            if not context.is_used_outside(option.name, option):
                yield self.found(
                    option.name, f"nothing depends on the option `{option.name.text}`", "use it or delete it"
                )


class NoHelp(Rule):
    """An option has no description.

    Players see this text when they choose. Write a few words, such as "squares along a side".
    """

    code, name, severity = "O851", "no-help", "warning"
    bad = example(_SIZE.replace("squares along a side", ""), **_SIZED)
    good = example(_SIZE, **_SIZED)

    def check(self, context: Context) -> Iterator[Finding]:
        for option in context.declarations(t.Option):
            if len(option.help.strip()) < 3:
                message = f"the option `{option.name.text}` has no description"
                yield self.found(option.name, message, "describe it in a few words, in quotes at the end")


class NoChoice(Rule):
    """An option has only one possible value.

    There is nothing to choose. Widen its range, or make it a `define`.
    """

    code, name, severity = "O852", "no-choice", "warning"
    bad = example(_SIZE.replace("3..5", "3..3"), **_SIZED)
    good = example(_SIZE, **_SIZED)

    def check(self, context: Context) -> Iterator[Finding]:
        found = {option.name: option for model in context.models[:1] for option in model.options}
        for decl in context.declarations(t.Option):
            option = found.get(decl.name.text)
            if option is None:
                continue
            if len(option.choices) == 1 or (option.low is not None and option.low == option.high):
                yield self.found(
                    decl.type, f"`{option.name}` has only one possible value", "widen it, or use a `define`"
                )


class SetToDefault(Rule):
    """A ruleset sets an option to the value that it has anyway.

    This changes nothing. Delete the line.
    """

    code, name, severity = "O853", "set-to-default", "warning"
    bad = example(_SIZE + "\nset size = 3", **_SIZED)
    good = example(_SIZE, **_SIZED)

    def check(self, context: Context) -> Iterator[Finding]:
        defaults: dict[str, t.Expression] = {}
        for option in context.all_declarations(t.Option):
            if option.default is not None:
                defaults[option.name.text] = option.default
        for tree in reversed(context.chain[1:]):
            defaults |= {s.name.text: s.value for s in tree.items if isinstance(s, t.SetOption)}
        for setting in context.declarations(t.SetOption):
            if setting.name.text in defaults and same(setting.value, defaults[setting.name.text]):
                yield self.found(setting, f"`{setting.name.text}` is that already",
                                 Hint("delete this line", edits=deleted(setting.span)))  # fmt: skip


class NothingDiffers(Rule):
    """A variant is the same as its base.

    It changes no option, and adds or replaces nothing. Say what differs.
    """

    code, name, severity = "O854", "nothing-differs", "warning"
    bad = _VARIANT
    good = _VARIANT + "\nreplace board grid(5, 5)\n"

    def check(self, context: Context) -> Iterator[Finding]:
        games = list(context.declarations(t.Game))
        is_read = context.is_whole and len(context.chain) > 1
        if is_read and games and games[0].base is not None and len(context.tree.items) == len(games):
            yield self.found(games[0].base, "this variant is the same as its base", "say what differs")


class ReplacedBySame(Rule):
    """Something is replaced by the same.

    The base says this word for word. Change it, or delete it.
    """

    code, name, severity = "O855", "replaced-by-same", "warning"
    bad = _VARIANT + "\nreplace board grid(m, n)\n"
    good = _VARIANT + "\nreplace board grid(5, 5)\n"

    def check(self, context: Context) -> Iterator[Finding]:
        for item in context.tree.items:
            if not getattr(item, "replace", False):
                continue
            for tree in context.chain[1:]:
                old = next((other for other in tree.items if _same_part(item, other)), None)
                if old is not None:
                    if all(same(getattr(item, f), getattr(old, f)) for f in vars(item) if f not in ("span", "replace")):
                        yield self.found(item, "this replaces something by the same text", "delete it, or change it")
                    break


class OutOfReach(Rule):
    """A number is compared with an option that may be larger than the number can become.

    With such a value the condition never holds: nobody can win by it, or a loop doesn't end. Let the number go as
    far as the option: `player has points: 0..goal`. Or narrow the option.
    """

    code, name, severity = "O857", "out-of-reach", "warning"
    _GOAL = 'option goal: 3..9 = 5 "points that win"'
    bad = example(_GOAL + "\nplayer has points: 0..5", **_POINTS)
    good = example(_GOAL + "\nplayer has points: 0..goal", **_POINTS)

    def check(self, context: Context) -> Iterator[Finding]:
        options = {option.name.text for option in context.all_declarations(t.Option)}
        for node in context.nodes(t.Binary):
            if node.operator not in COMPARISONS:
                continue
            for option, number in ((node.left, node.right), (node.right, node.left)):
                is_known = all(name.text in options for name in uses(number))
                if isinstance(option, t.Name) and option.text in options and not is_known:
                    yield from self._compared(context, node, option, number)

    def _compared(
        self, context: Context, node: t.Binary, option: t.Name, number: t.Expression
    ) -> Iterator[Finding]:
        """What is found of one comparison. Values too small for the number say nothing: 0 often switches a rule off."""
        never: dict[int, Range] = {}
        holds = False
        for checked in checked_runs(context):
            assert checked.model is not None
            found = next((o for o in checked.model.options if o.name == option.text), None)
            reach = number_range(checked, number)
            if found is None or reach is None or not isinstance(found.value, int):
                return
            known = Range(found.value, found.value)
            sides = (known, reach) if option is node.left else (reach, known)
            if compared(node.operator, *sides) is not False:
                holds = True
            elif reach.high <= found.value:
                never[found.value] = reach
        if never and holds:
            value = max(never)
            message = f"with {option.text} = {value} this can never hold: `{number.span.text}` is {never[value].name}"
            hint = f"let it go as far as the option: `0..{option.text}`; or narrow the option"
            yield self.found(node, message, hint)


def _same_part(a: t.Node, b: t.Node) -> bool:
    """Whether one declaration would replace the other."""
    if isinstance(a, t.Define) and isinstance(b, t.Define):
        return type(a) is type(b) and a.name.text == b.name.text and (a.subject is None) == (b.subject is None)
    if isinstance(a, t.Section) and isinstance(b, t.Section):
        return a.name.text == b.name.text
    return isinstance(a, t.Board) and isinstance(b, t.Board)
