"""T3, continued: values where they don't fit – arguments, steps, sets, changes."""

from __future__ import annotations

from gdl.lint.rule import Rule, example


class WrongCount(Rule):
    """Too many or too few arguments are given.

    A thing is used as it was introduced: what has two names in its brackets takes two arguments.
    """

    code, name = "T320", "wrong-count"
    bad = example(end="win me if row(1, 2) within mine\ndraw if no empty")
    good = example(end="win me if row(1) within mine\ndraw if no empty")


class BlockAsValue(Rule):
    """A row of statements is used as if it were a value.

    A define with `=` is a value. One without `=`, whose statements stand indented below it, does
    something: it stands on a line of its own, or behind `after`.
    """

    code, name = "T321", "block-as-value"
    bad = example("define drop(s)\n  put stone of me on s", turn="choose s in empty\ndrop(s)", end="win me if drop(a1)")
    good = example(
        "define drop(s)\n  put stone of me on s", turn="choose s in empty\ndrop(s)", end="win me if no empty"
    )


class NoArguments(Rule):
    """Arguments are given to something that takes none.

    Write its name alone.
    """

    code, name = "T322", "no-arguments"
    bad = example(end="win me if some stone of me(3)\ndraw if no empty")
    good = example(end="win me if some mine\ndraw if no empty")


class ThroughWhat(Rule):
    """Before `through` doesn't stand a step from site to site.

    `s.N through empty` is all that is reached from s by going north, on and on over empty sites. The
    last step before `through` must be a direction, a set of directions or a relation such as
    `adjacent`.
    """

    code, name = "T323", "through-what"
    bad = example(turn="choose s in mine through empty\nput stone of me on s")
    good = example(turn="choose s in mine.N through empty\nput stone of me on s")


class ThroughWhere(Rule):
    """Behind `through` doesn't stand a set of sites.

    It says over which sites the way goes on: `through empty`, `through mine`.
    """

    code, name = "T324", "through-where"
    bad = example(turn="choose s in a1.N through me\nput stone of me on s")
    good = example(turn="choose s in a1.N through mine\nput stone of me on s")


class StrayEach(Rule):
    """`… for x in S` stands where no list of values is wanted.

    It works within `sum(…)`, `max(…)`, `min(…)` and `count(…)`; the set of the values is written in
    braces: `{… for x in S}`.
    """

    code, name = "T325", "stray-each"
    bad = example("define doubled(n) = 2 * n", end="win me if doubled(s.r for s in mine) > 9\ndraw if no empty")
    good = example("define doubled(n) = 2 * n", end="win me if doubled(sum(s.r for s in mine)) > 9\ndraw if no empty")


class NumberPlusSet(Rule):
    """A number and a set of numbers are added.

    On numbers `+` adds; on sets it unites. To unite a number with a set, put it in braces: `{n} + S`.
    To add it to each element, write `{n + k for k in S}`.
    """

    code, name = "T326", "number-plus-set"
    bad = example(end="win me if count(mine) in 1 + {3, 5}\ndraw if no empty")
    good = example(end="win me if count(mine) in {1} + {3, 5}\ndraw if no empty")


class DivisionByZero(Rule):
    """This divides by zero.

    `/` gives whole numbers, rounded down, and `%` what is left over; neither is possible with 0.
    """

    code, name = "T327", "division-by-zero"
    bad = example(end="win me if count(mine) % 0 = 1\ndraw if no empty")
    good = example(end="win me if count(mine) % 2 = 1\ndraw if no empty")


class WrongIn(Rule):
    """`in` doesn't stand between a thing and a set.

    `a in S` asks whether the one thing a is in S. Whether all of a set is in another is asked by `A
    within B`, whether any of it is by `some A & B`.
    """

    code, name = "T328", "wrong-in"
    bad = example(end="win me if row(1) in mine\ndraw if no empty")
    good = example(end="win me if row(1) within mine\ndraw if no empty")


class UselessOtherwise(Rule):
    """What stands before `otherwise` is never missing.

    `A otherwise B` is A, or B if A is nothing or empty. This A always is something, so B can never be
    reached. Perhaps a `when` is missing: `A when C otherwise B`.
    """

    code, name = "T329", "useless-otherwise"
    bad = example("define target = 3 otherwise 4", end="win me if count(mine) = target\ndraw if no empty")
    good = example(
        "define target = 3 when me = White otherwise 4",
        end="win me if count(mine) = target\ndraw if no empty",
    )


class WrongOf(Rule):
    """`of` doesn't stand between a kind of piece and a player.

    `stone of me` is a piece, and also the set of sites where such pieces stand. Something that a site
    has is written with a dot: `s.owner`.
    """

    code, name = "T330", "wrong-of"
    bad = example(end="win me if count(row(1) of me) = 3\ndraw if no empty")
    good = example(end="win me if count(row(1) & stone of me) = 3\ndraw if no empty")


class RangeOverWhat(Rule):
    """Behind `in` doesn't stand something whose elements can be gone through.

    `x in S` in a `choose`, `for`, `roll` or a condition goes through the elements of a set. The numbers
    up to n are `1..n`.
    """

    code, name = "T331", "range-over-what"
    bad = example(setup="for n in 3\n  put stone of White on row(n) & {a1, b2, c3}")
    good = example(setup="for n in 1..3\n  put stone of White on row(n) & {a1, b2, c3}")


class TooMany(Rule):
    """More numbers are gone through than is possible in reasonable time.

    Narrow the range, or say directly which numbers are wanted. A set, too, takes its time and room: the least and the
    greatest number that it might hold can't be more than 1,000,000 apart.
    """

    code, name = "T332", "too-many"
    bad = example(turn="choose s in empty, n in 1..200000\nput stone of me on s")
    good = example(turn="choose s in empty\nput stone of me on s")


class WhichElements(Rule):
    """A set is described by several names, or filters sets of sets.

    `{x in S where C}` is a part of S. With two names it isn't clear which are the elements: say it
    first, as in `{x for x in S, y in T where C}`.
    """

    code, name = "T333", "which-elements"
    bad = example("define paired = {a in mine, b in mine where a.N = b}", end="win me if some paired\ndraw if no empty")
    good = example(
        "define paired = {a for a in mine, b in mine where a.N = b}",
        end="win me if some paired\ndraw if no empty",
    )


class EmptyOfWhat(Rule):
    """A local starts with something whose type can't be seen, or that can't be kept.

    `{}` alone could be a set of anything. Say of what: `let taken: set of site = {}`.
    """

    code, name = "T334", "empty-of-what"
    bad = example(turn="let taken = {}\nchoose s in empty - taken\nput stone of me on s")
    good = example(turn="let taken: set of site = {}\nchoose s in empty - taken\nput stone of me on s")


class WrongChange(Rule):
    """`+=` or `-=` is used on something that is neither a number nor a set.

    They add to a number or take from it, and put things into a set or take them out. Anything else is
    given a new value with `=`.
    """

    code, name = "T335", "wrong-change"
    bad = example("game has last: site?", turn="choose s in empty - last\nput stone of me on s\nlast += s")
    good = example("game has last: site?", turn="choose s in empty - last\nput stone of me on s\nlast = s")


class OutOfRange(Rule):
    """A variable is given a value that lies outside of its range.

    It never lies within, so the game would stop with an error here, or it is a set that may hold
    numbers beyond those the variable can hold. Widen the range where the variable is introduced, or
    narrow the value.
    """

    code, name = "T336", "out-of-range"
    bad = example(
        "game has turns: 0..9",
        turn="choose s in empty\nput stone of me on s\nturns = 10",
        end="win me if turns = 9",
    )
    good = example(
        "game has turns: 0..10",
        turn="choose s in empty\nput stone of me on s\nturns = 10",
        end="win me if turns = 10",
    )


class MayBeMissing(Rule):
    """A variable that always holds something is given what may be missing, or several things.

    Declare it with a question mark (`site?`) or as `set of …`, or say what holds instead: `… otherwise
    x`.
    """

    code, name = "T337", "may-be-missing"
    bad = example("game has last: site", turn="choose s in empty - last\nput stone of me on s\nlast = s.N")
    good = example("game has last: site?", turn="choose s in empty - last\nput stone of me on s\nlast = s.N")


class CantBeChanged(Rule):
    """This can't be given a value.

    What can: `next`, locals introduced with `let`, and whatever `game`, `player`, `site` … `has`.
    Pieces are put, moved and removed. Defines and options stay what they are.
    """

    code, name = "T338", "cant-be-changed"
    bad = example(turn="choose s in empty\nput stone of me on s\nmine += s")
    good = example("game has seen: set of site", turn="choose s in empty - seen\nput stone of me on s\nseen += s")


class NotSites(Rule):
    """Sites of the board are wanted, and this is something else.

    `put`, `move` and `remove` work on the sites of the ruleset's `board`.
    """

    code, name = "T339", "not-sites"
    bad = example(turn="choose s in empty\nput stone of me on me")
    good = example(turn="choose s in empty\nput stone of me on s")


class SeveralMoved(Rule):
    """`move` is given a set of sites.

    It takes one thing from one site to another. Of a set with one element, `the(S)` is that element (ask
    whether there is one); several are moved one by one with `for`.
    """

    code, name = "T340", "several-moved"
    bad = example(turn="choose s in empty\nmove mine to s\nput stone of me on s")
    good = example(turn="choose s in empty\nmove the(mine) to s if count(mine) = 1\nput stone of me on s")


class LongText(Rule):
    """A text may become longer than the limit of 2,000 characters.

    Texts are for writing moves. One that is put together from others, which are put together from
    others, doubles fast.
    """

    code, name = "T341", "long-text"
    bad = example(
        'define x0 = "aaaaaaaaaaaaaaaa"\n' + "\n".join(f'define x{i + 1} = "{{x{i}}}{{x{i}}}"' for i in range(8)),
        turn='choose s in empty as "{s}{x8}"\nput stone of me on s',
    )
    good = example('define x0 = "to "', turn='choose s in empty as "{x0}{s}"\nput stone of me on s')


class MissingMoved(Rule):
    """`move` may be given a site that isn't there: a step off the board, `the(…)` of a set that is empty.

    Nothing would move then, and a player would have a turn that does nothing. Ask for the site where the
    piece is chosen, `where some a.N`; or choose among sites that there are, `b in a.{N, E}`; or move only
    `if some …`.
    """

    code, name = "T342", "missing-moved"
    bad = example(
        turn="choose s in empty, d in {N, E}\nput stone of me on s\nmove s to s.d",
        end="win me if some line in lines(3) where line within mine\ndraw if no empty\nlose next if stuck",
    )
    good = example(
        turn="choose s in empty, d in {N, E} where some s.d\nput stone of me on s\nmove s to s.d",
        end="win me if some line in lines(3) where line within mine\ndraw if no empty\nlose next if stuck",
    )
