"""T3: values of the wrong sort, size or range."""

from __future__ import annotations

from gdl.lint.rule import Rule, example

_YEARS = "type year = 0..{}\nsite has marked(year): truth"
_MARKED = "choose s in empty\nput stone of me on s\ns.marked(7) = true"


class NotANumber(Rule):
    """A number is wanted, and this is none.

    `+ - * / %`, comparisons with `<`, ranges, `sum`, `max`, `min`, `most`, a `^` and a board's size
    take numbers. The number of elements of a set is `count(S)`, the place of a member of a type among
    the others `index(x)`.
    """

    code, name = "T301", "not-a-number"
    bad = example(end="win me if mine >= 3\ndraw if no empty")
    good = example(end="win me if count(mine) >= 3\ndraw if no empty")


class TruthInPart(Rule):
    """A truth is said to be missing perhaps, or to be several.

    A truth is `true` or `false`, nothing else: neither `truth?` nor `set of truth`. Something with
    three values is an enumeration: `type answer = yes, unknown, negative`.
    """

    code, name = "T302", "truth-in-part"
    bad = example(
        "game has over: truth?",
        turn="choose s in empty\nput stone of me on s\nover = true",
        end="win me if over",
    )
    good = example(
        "game has over: truth",
        turn="choose s in empty\nput stone of me on s\nover = true",
        end="win me if over",
    )


class NotAType(Rule):
    """A type is wanted, and this is none.

    Where a type stands, it says which values are possible: a range of numbers (`0..9`), `truth`,
    `player`, `site`, or the name of a type. There are no unlimited numbers: everything in a game is
    finite.
    """

    code, name = "T303", "not-a-type"
    bad = example(
        "game has turns: 9",
        turn="choose s in empty\nput stone of me on s\nturns += 1",
        end="win me if turns = 9",
    )
    good = example(
        "game has turns: 0..9",
        turn="choose s in empty\nput stone of me on s\nturns += 1",
        end="win me if turns = 9",
    )


class NothingToHave(Rule):
    """Something is kept for each of what can't be told apart.

    Values are kept for `game`, for each `player`, each `site`, and each member of a type or of a range.
    """

    code, name = "T304", "nothing-to-have"
    bad = example(
        "truth has count: 0..9",
        turn="choose s in empty\nput stone of me on s\ntrue.count = 1",
        end="win me if true.count > 0",
    )
    good = example(
        "player has count: 0..9",
        turn="choose s in empty\nput stone of me on s\nme.count += 1",
        end="win me if me.count > 3",
    )


class TooMuchState(Rule):
    """One variable keeps more than 100,000 values.

    That is a value for each combination of its subject and parameters. Keep only what the rules need.
    """

    code, name = "T305", "too-much-state"
    bad = example(_YEARS.format(99999), turn=_MARKED, end="win me if a1.marked(7)")
    good = example(_YEARS.format(99), turn=_MARKED, end="win me if a1.marked(7)")


class WrongSort(Rule):
    """A variable is given a value of another sort than it holds.

    Something introduced as a site holds sites, a number numbers. The message says what it holds. What
    may be missing (`x.N`, `the(S)`) doesn't fit where something must be, unless it is declared with a
    question mark: `site?`.
    """

    code, name = "T306", "wrong-sort"
    bad = example("game has last: site?", turn="choose s in empty - last\nput stone of me on s\nlast = me")
    good = example("game has last: site?", turn="choose s in empty - last\nput stone of me on s\nlast = s")


class NotASet(Rule):
    """A type is used as the set of its values, but can't be listed.

    `player`, `site`, enumerations and ranges are sets as well as types; `truth` and texts are not.
    """

    code, name = "T307", "not-a-set"
    bad = example(
        "type flag = truth\ngame has over: flag",
        turn="choose s in empty, t in flag\nput stone of me on s\nover = t",
        end="win me if over",
    )
    good = example(
        "type flag = truth\ngame has over: flag",
        turn="choose s in empty\nput stone of me on s\nover = true",
        end="win me if over",
    )


class RangeTooLarge(Rule):
    """A range is empty, or goes beyond what can be kept.

    Write the smaller number first. Numbers lie between minus and plus 1,000,000,000; a range that is
    listed holds at most 1,000,000 of them. A product of variables may exceed this although it never
    does in play: give it a narrower range.
    """

    code, name = "T308", "range"
    bad = example(
        "game has turns: 0..9999999999",
        turn="choose s in empty\nput stone of me on s\nturns += 1",
        end="win me if turns = 9",
    )
    good = example(
        "game has turns: 0..9",
        turn="choose s in empty\nput stone of me on s\nturns += 1",
        end="win me if turns = 9",
    )


class NotATruth(Rule):
    """A condition is wanted, and this is something else.

    Behind `if`, `where`, `when`, `until`, `not`, `and` and `or` stands what is true or false. Whether a
    set has elements is asked with `some S` or `no S`.
    """

    code, name = "T309", "not-a-truth"
    bad = example(end="win me if row(1) & mine\ndraw if no empty")
    good = example(end="win me if some row(1) & mine\ndraw if no empty")


class NotKnownBefore(Rule):
    """Something must be known before the game starts, but depends on the position.

    Boards, options, the sizes of types, and what a variable starts with are worked out when a ruleset
    is loaded, from numbers, options and the players. So are families of sets, such as lines.
    """

    code, name = "T310", "not-known-before"
    bad = example(
        "game has left: 0..9 = count(empty)",
        turn="choose s in empty\nput stone of me on s\nleft -= 1",
        end="win me if left = 0",
    )
    good = example(
        "game has left: 0..9 = 9",
        turn="choose s in empty\nput stone of me on s\nleft -= 1",
        end="win me if left = 0",
    )


class DifferentSorts(Rule):
    """Two values are compared or joined that are of different sorts.

    A site is never a player, and a colour never a number. Often a dot is missing: `s.owner = me`, not
    `s = me`.
    """

    code, name = "T311", "different-sorts"
    bad = example(turn="choose s in empty where some t in s.adjacent where t = me\nput stone of me on s")
    good = example(turn="choose s in empty where some t in s.adjacent where t.owner = me\nput stone of me on s")


class WrongIndex(Rule):
    """Something is asked for a thing of the wrong sort.

    `pit has beads(player)` is used as `a.beads(me)`: a pit before the dot, a player in the brackets.
    """

    code, name = "T312", "wrong-index"
    bad = example(
        "site has marks(player): 0..9",
        turn="choose s in empty where s.marks(s) < 9\nput stone of me on s\ns.marks(me) += 1",
    )
    good = example(
        "site has marks(player): 0..9",
        turn="choose s in empty where s.marks(me) < 9\nput stone of me on s\ns.marks(me) += 1",
    )


class NoSet(Rule):
    """A set is wanted, and this is none.

    `some`, `no`, `count`, `&` and braces are about sets of things. For a condition, write `not`, or the
    condition alone.
    """

    code, name = "T313", "no-set"
    bad = example(end="win me if some (count(mine) > 2)\ndraw if no empty")
    good = example(end="win me if count(mine) > 2\ndraw if no empty")


class WrongArgument(Rule):
    """A built-in function is given something it can't work with.

    `index(x)` takes a member of a named type and gives its place, counted from 0; `letter(n)` takes a
    number.
    """

    code, name = "T314", "wrong-argument"
    bad = example(end="win me if index(mine) = 2\ndraw if no empty")
    good = example(end="win me if count(mine) = 2\ndraw if no empty")


class RepeatsWhat(Rule):
    """`repeats` is asked about a name that stands for something only here.

    It compares parts of the state – variables, `piece`, `next` – with those at earlier moments between
    turns, when the name wasn't there.
    """

    code, name = "T315", "repeats-what"
    bad = example(turn="choose s in empty where repeats(s) = 0\nput stone of me on s")
    good = example(turn="choose s in empty where repeats(piece) = 0\nput stone of me on s")


class WrongPower(Rule):
    """A step is repeated in a way that isn't possible.

    `a.N^2` is `a.N.N`. The number lies between 0 and 1000; one that varies during the game works with
    directions only.
    """

    code, name = "T316", "wrong-power"
    bad = example(end="win me if some mine.N^2000\ndraw if no empty")
    good = example(end="win me if some mine.N^2\ndraw if no empty")


class NothingBelongs(Rule):
    """Nothing can stand behind a dot after this.

    Sites, players, members of types and numbers have attributes. Truths, texts and families of sets
    have none.
    """

    code, name = "T317", "nothing-belongs"
    bad = example(end="win me if lines(3).N within mine\ndraw if no empty")
    good = example(end="win me if some line in lines(3) where line within mine\ndraw if no empty")


class WrongLink(Rule):
    """Behind the dot stands a value that is no direction.

    A dot is followed by a name – a direction, a coordinate, an attribute, a define with a subject – or
    by a set of directions in braces: `a.{N, E}`.
    """

    code, name = "T318", "wrong-link"
    bad = example(end="win me if some mine.{a1, b1}\ndraw if no empty")
    good = example(end="win me if some mine.{N, E}\ndraw if no empty")


class SeveralSubjects(Rule):
    """Something that is true or false, or a text, of one thing is asked of several.

    A dot behind a set gathers what it gives for each element; that works for things and numbers, but a
    truth for each of several elements is no truth. Say which is meant: of some, or of all.
    """

    code, name = "T319", "several-subjects"
    bad = example("define s.held = some s.adjacent & theirs", end="lose me if mine.held\ndraw if no empty")
    good = example(
        "define s.held = some s.adjacent & theirs",
        end="lose me if some s in mine where s.held\ndraw if no empty",
    )
