"""S1: texts that can't be read. The parser finds these, in each declaration by itself."""

from __future__ import annotations

from gdl.lint.rule import Rule, example

_GOOD_TURN = "choose s in empty\nput stone of me on s"


class UnknownDeclaration(Rule):
    """A line in the first column doesn't begin a declaration.

    Every part of a ruleset begins in the first column, with `game`, `players`, `option`, `board`,
    `pieces`, `type`, `define`, `setup`, `turn`, `end`, `looks`, `set`, `replace`, `remove`, `rename`,
    `after`, or with the name of what `has` something. Everything that belongs to it is indented below.
    """

    code, name = "S101", "unknown-declaration"
    bad = example().replace("pieces stone", "peices stone")


class Tab(Rule):
    """There is a tab in the text.

    How wide a tab is depends on the editor, so blocks that look right to one reader look wrong to
    another. Indent with blanks, two for each level; most editors can be told to do so by themselves.
    """

    code, name = "S102", "tab"
    bad = example(turn="choose s in empty\nput stone of me\ton s")


class Indentation(Rule):
    """A line's indentation fits nothing above it.

    A block stands two blanks further in than the line that opens it, and all its lines stand in the
    same column. A declaration begins in the first column. A line that continues another begins with
    `where`, `as`, `at`, `and` or `through`, or stands within brackets.
    """

    code, name = "S103", "indentation"
    bad = example(turn="choose s in empty\n put stone of me on s")


class Unexpected(Rule):
    """Something stands where it can't stand.

    The message says what was found and what could follow at this place. Often a word is missing or
    misspelt just before it, a bracket isn't closed, or the habit of another language has crept in:
    `==`, `&&`, `elif`, `1 to 6`.
    """

    code, name = "S104", "unexpected"
    bad = example(end="win me if count(mine) == 3\ndraw if no empty")
    good = example(end="win me if count(mine) = 3\ndraw if no empty")


class ReservedWord(Rule):
    """A word of the language is used as a name.

    Words such as `at`, `by`, `move` or `point` have a meaning of their own, so nothing else can be
    called so. Choose another name, perhaps a longer one: `place`, `row`, `grade`.
    """

    code, name = "S105", "reserved-word"
    bad = example("define point = {a1, b1, c1}", end="win me if point within mine\ndraw if no empty")
    good = example("define first = {a1, b1, c1}", end="win me if first within mine\ndraw if no empty")


class TooDeep(Rule):
    """Brackets or definitions are nested deeper than the limit of 60.

    No rule that a person reads needs this. Give a part of it a name with `define`.
    """

    code, name = "S106", "too-deep"
    bad = example(end=f"win me if {'(' * 61}count(mine) = 4{')' * 61}\ndraw if no empty")
    good = example(end="win me if (count(mine) = 4)\ndraw if no empty")


class BrokenText(Rule):
    """A text in quotes doesn't end on its line, or a brace within it doesn't close or holds nothing.

    Text stands between double quotes, on one line. What stands in braces within it is worked out:
    `"{a}-{b}"`.
    """

    code, name = "S107", "broken-text"
    bad = example(turn='choose s in empty as "to {s"\nput stone of me on s')
    good = example(turn='choose s in empty as "to {s}"\nput stone of me on s')


class StrangeCharacter(Rule):
    """There is a character that means nothing in the language, or can't be printed.

    Such characters come from other languages' habits, or from copying out of a document: typographic
    quotes, signs such as `≥` for `>=`, invisible control characters. Type it anew.
    """

    code, name = "S108", "strange-character"
    bad = example(end="win me if count(mine) ≥ 3\ndraw if no empty")
    good = example(end="win me if count(mine) >= 3\ndraw if no empty")


class TooLarge(Rule):
    """The file is larger than the limit of 200,000 characters.

    A ruleset is a page or two. This is probably another file, or was made by a program.
    """

    code, name = "S109", "too-large"
    bad = example() + "# and so on\n" * 20_000


class NoGame(Rule):
    """The ruleset doesn't say what the game is called.

    A ruleset begins with `game` and a title in quotes; below it, indented, may stand who designed it
    and when. A variant says there what it extends.
    """

    code, name = "S110", "no-game"
    bad = example(game="")
