"""O8: options, and rulesets that extend others."""

from __future__ import annotations

from collections.abc import Iterator

from gdl.lint.context import Context
from gdl.lint.rule import Rule, example
from gdl.syntax import tree as t
from gdl.syntax.alike import same
from gdl.text.findings import Finding
from gdl.text.mends import Hint, deleted

_SIZE = 'option size: 3..5 = 3 "squares along a side"'
_SIZED = {"board": "board grid(size, size)"}
_CHESS = 'game "Example" extends "chess"\n'
_VARIANT = 'game "Tic-tac-toe, large" extends "tictactoe"\n'


class UnknownOption(Rule):
    """There is no option with this name.

    `set` gives an option of the ruleset that this one extends another default. An option is introduced
    with `option`.
    """

    code, name = "O801", "unknown-option"
    bad = example(_SIZE + "\nset side = 4", **_SIZED)
    good = example(_SIZE, **_SIZED)


class ExtendsItself(Rule):
    """A ruleset extends itself, perhaps by way of others.

    The base of a variant must be another file.
    """

    code, name = "O802", "extends-itself"
    bad = 'game "Example" extends "example.gdl"\n\nor\n  choose "pass" where count(mine) = 1\n'
    good = bad.replace("example.gdl", "tictactoe")


class NothingToReplace(Rule):
    """There is nothing to `replace`.

    `replace` takes the place of something in the ruleset that this one extends, `remove` leaves it out, `rename` calls
    it otherwise, `+=` adds to it. If it isn't there, the name may be misspelt, or the base has changed. To add
    something new, leave `replace` away.
    """

    code, name = "O803", "nothing-to-replace"
    bad = example("replace define edge = row(1) + row(3)", turn="choose s in empty & edge\nput stone of me on s")
    good = example("define edge = row(1) + row(3)", turn="choose s in empty & edge\nput stone of me on s")


class ThereAlready(Rule):
    """The ruleset that this one extends has this already.

    To take its place, write `replace` before it. To leave it as it is and add something, choose another
    name.
    """

    code, name = "O804", "there-already"
    bad = _VARIANT + "\nboard grid(5, 5)\n"
    good = _VARIANT + "\nreplace board grid(5, 5)\n"


class TooManyPlayers(Rule):
    """The game isn't for so many players.

    A ruleset for two named players can't be played by three. This is about the number that was asked
    for with `--players`.
    """

    code, name = "O805", "wrong-players"
    bad, players = example(), 3
    good = example(players="players 2..3", looks='stone of A "A"\nstone of B "B"\nstone of C "C"')


class WrongOptionValue(Rule):
    """An option is given a value that it can't have.

    The value must be of the option's type and in its range. This is about its default, a `set`, or what
    was asked for with `--set`.
    """

    code, name = "O806", "wrong-option-value"
    bad = example(_SIZE.replace("= 3", "= 8"), **_SIZED)
    good = example(_SIZE, **_SIZED)


class NoBase(Rule):
    """The ruleset that this one extends isn't there, or can't be read.

    Behind `extends` stands the name of a ruleset that ships, or of a `.gdl` file beside this one or in a folder below.
    No other file is read, wherever a name or a link may lead.
    """

    code, name = "O807", "no-base"
    bad = _VARIANT.replace("tictactoe", "tictactoo") + "\nreplace board grid(5, 5)\n"
    good = _VARIANT + "\nreplace board grid(5, 5)\n"


class NothingToAddTo(Rule):
    """`or` adds another way to play a turn, or `after` comes behind a section, but there is none to add to.

    The section `or` stands for “either the turn of the ruleset that this one extends, or this”; `after setup`, `after
    turn` and `after end` come behind what it does there. A ruleset that extends nothing, or that replaces the section,
    writes it into its own.
    """

    code, name = "O808", "nothing-to-add-to"
    bad = example('or\n  choose "pass"')
    good = example(turn='either\n  choose s in empty\n  put stone of me on s\nor\n  choose "pass"')


class LinesThatDontFit(Rule):
    """These lines can't be added to the table.

    `define a.steps += …` adds lines to a table of the ruleset that this one extends. The lines are written with the
    names that the table itself uses, `a` here, and none of them is there already. A define that is a row of statements
    has no lines: replace it as a whole.
    """

    code, name = "O809", "lines-dont-fit"
    bad = _CHESS + "\ndefine s.attacks += s.leap when s in queen\n"
    good = _CHESS + "\ndefine a.attacks += a.leap when a in queen\n"


class NoSuchLine(Rule):
    """There is no line with this condition to replace.

    `replace define a.steps += …` puts lines in the place of those with the same `when`, written alike but for blanks
    and parentheses; a line whose value is `{}` leaves nothing there. To add a line, leave `replace` away.
    """

    code, name = "O810", "no-such-line"
    bad = _CHESS + "\nreplace define a.attacks +=\n  a.leap when a in king\n  {}     when a in queen\n"
    good = _CHESS + "\nreplace define a.attacks +=\n  a.leap when a in king\n  {}     when a in knight\n"


class NoBlockToRemove(Rule):
    """A define that is a value can't be removed.

    `remove define castle` lets a row of statements do nothing, and a branch of `either` that begins with it is gone.
    What uses a value needs one: replace it, by `{}`, `false` or 0, say.
    """

    code, name = "O811", "no-block-to-remove"
    bad = _CHESS + "\nremove define promotions\n"
    good = _CHESS + "\nreplace define promotions = {queen}\n"


# ---- what this file finds itself ------------------------------------------------------------------------


class TooManyOptions(Rule):
    """A ruleset has more options than can be tried, or shown to anybody.

    `gdl lint` checks a ruleset with the values of each of its options, and whoever plays is shown all of them. A value
    that stays as it is is a `define`; what goes together is one option with a type of its own.
    """

    code, name = "O812", "too-many-options"
    bad = example("\n".join(f'option {a}{b}: 1..3 = 2 "one of many"' for a in "mnopqrstuv" for b in "abcdefghijk"))
    good = example(_SIZE, **_SIZED)


class UnusedOption(Rule):
    """An option has no effect.

    Nothing in the rules depends on it, so whoever sets it is deceived.
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
    """An option doesn't say what it means.

    The text at its end is what people see who choose: a few words such as "squares along a side".
    """

    code, name, severity = "O851", "no-help", "warning"
    bad = example(_SIZE.replace("squares along a side", ""), **_SIZED)
    good = example(_SIZE, **_SIZED)

    def check(self, context: Context) -> Iterator[Finding]:
        for option in context.declarations(t.Option):
            if len(option.help.strip()) < 3:
                message = f"the option `{option.name.text}` has no help"
                yield self.found(option.name, message, "say in a few words what it is, in quotes at the end")


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
    """A variant sets an option to the value that it has anyway.

    This changes nothing.
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
    """A variant differs in nothing from what it extends.

    It says neither that an option has another value, nor that a part is added or replaced.
    """

    code, name, severity = "O854", "nothing-differs", "warning"
    bad = _VARIANT
    good = _VARIANT + "\nreplace board grid(5, 5)\n"

    def check(self, context: Context) -> Iterator[Finding]:
        games = list(context.declarations(t.Game))
        is_read = context.is_whole and len(context.chain) > 1
        if is_read and games and games[0].base is not None and len(context.tree.items) == len(games):
            yield self.found(games[0].base, "this variant plays like its base", "say what differs")


class ReplacedBySame(Rule):
    """Something is replaced by the same.

    The base says it to the word. Delete it, or say what should differ.
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
                        yield self.found(item, "this replaces something by the same", "delete it, or change it")
                    break


def _same_part(a: t.Node, b: t.Node) -> bool:
    """Whether one declaration would replace the other."""
    if isinstance(a, t.Define) and isinstance(b, t.Define):
        return type(a) is type(b) and a.name.text == b.name.text and (a.subject is None) == (b.subject is None)
    if isinstance(a, t.Section) and isinstance(b, t.Section):
        return a.name.text == b.name.text
    return isinstance(a, t.Board) and isinstance(b, t.Board)
