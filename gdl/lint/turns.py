"""R6: what a turn consists of – statements, decisions, chance."""

from __future__ import annotations

from gdl.lint.rule import Rule, example

_TWO_WAYS = """\
either
  {}
or
  choose a in mine
  remove a"""


class NoDecisionHere(Rule):
    """A decision or a roll stands where there can be none.

    Players decide in `turn` only. Dice may be rolled in `setup` and in `turn`; `end` just looks.
    """

    code, name = "R601", "no-decision-here"
    bad = example(setup="choose s in site\nput stone of White on s")
    good = example(setup="roll s in site\nput stone of White on s")


class EndsInSetup(Rule):
    """The game ends while it is set up.

    Results belong to `end`, or to the turn that brings them about.
    """

    code, name = "R602", "ends-in-setup"
    bad = example(setup="put stone of White on b2\ndraw if no empty")
    good = example(setup="put stone of White on b2")


class BranchWithoutDecision(Rule):
    """A branch of `either` may end without a decision.

    The branches of `either` are offered by their first decisions, all at once. Each must come to one on
    every way through it. What happens if no branch has an option is said by `otherwise`.
    """

    code, name = "R603", "branch-without-decision"
    bad = example(turn=_TWO_WAYS.format("put stone of me on empty"))
    good = example(turn=_TWO_WAYS.format("choose s in empty\n  put stone of me on s"))


class BranchRolls(Rule):
    """A branch of `either` rolls before its first decision.

    Which branch is taken would be decided by dice that are rolled only in that branch. Let the player
    decide to roll: `choose "roll"`.
    """

    code, name = "R604", "branch-rolls"
    bad = example(turn=_TWO_WAYS.format("roll s in empty\n  choose n in 1..2\n  put stone of me on s + s.N^n"))
    good = example(
        turn=_TWO_WAYS.format('choose "roll"\n  roll s in empty\n  choose n in 1..2\n  put stone of me on s + s.N^n')
    )


class IdleRound(Rule):
    """A round of this `repeat` or `while` may pass without a decision or a roll.

    Such a loop might never end. They are for what players do again and again; to count, write `for n
    in 1..k`; to go over sites as far as possible, `through`. If every round ends the game, there is no
    second one: leave the loop out.
    """

    code, name = "R605", "idle-round"
    bad = example(turn="choose s in empty\nlet t: site? = s\nrepeat\n  put stone of me on t\n  t = t.N\nuntil no t")
    good = example(turn="choose s in empty\nput stone of me on s + (s.N through empty)")


class RollInMost(Rule):
    """There is a roll within `most`.

    `most` allows only the best ways through its block; with dice in them nobody can know which these
    are. Roll first.
    """

    code, name = "R606", "roll-in-most"
    bad = example(
        turn="let n: 0..3 = 0\nmost n\n  roll k in 1..3\n  choose s in empty\n  n = k\n  put stone of me on s"
    )
    good = example(
        turn="roll k in 1..3\nlet n: 0..3 = 0\nmost n\n  choose s in row(k)\n  n = s.c\n  put stone of me on s"
    )


class DoesNothing(Rule):
    """A value stands where something should be done.

    A statement changes the position, decides or rolls. A define with `=` is a value and does nothing by
    itself.
    """

    code, name = "R607", "does-nothing"
    bad = example("define taken = empty", turn="choose s in taken\nput stone of me on s\ntaken")
    good = example("define taken = empty", turn="choose s in taken\nput stone of me on s")


class AfterTheEnd(Rule):
    """`after` looks beyond a change that ends the game.

    There is no position after the end. Ask for the condition of the end instead.
    """

    code, name = "R608", "after-the-end"
    bad = example(
        "define drop(s)\n  put stone of me on s\n  win me if no empty",
        turn="choose s in empty where after drop(s): some mine.N\ndrop(s)",
    )
    good = example(
        "define drop(s)\n  put stone of me on s",
        turn="choose s in empty where after drop(s): some mine.N\ndrop(s)\nwin me if no empty",
    )


class NoTurn(Rule):
    """The ruleset has no `turn`.

    The turn says what a player does when it is his turn: decisions, and what follows from them.
    """

    code, name = "R609", "no-turn"
    bad = example(turn="")


class PlaysItself(Rule):
    """Nobody decides anything in a turn.

    A turn without a decision or a roll is the same every time. Let the player `choose` something.
    """

    code, name = "R610", "plays-itself"
    bad = example(turn="put stone of me on empty")
    good = example(turn="choose s in empty\nput stone of me on s")


class GrowsTooLarge(Rule):
    """The rules become too large when every defined block is written out where it is used.

    Blocks that use others several times, which use others several times, grow by multiplication.
    """

    code, name = "R612", "grows-too-large"
    bad = example(
        "define step1(s)\n  put stone of me on s\n  remove s.N\n\n"
        + "\n\n".join(f"define step{n + 1}(s)\n" + f"  step{n}(s)\n" * 10 for n in range(1, 6)).rstrip(),
        turn="choose s in empty\nstep6(s)",
    )
    good = example("define step(s)\n  put stone of me on s\n  remove s.N", turn="choose s in empty\nstep(s)")


class TooMuchWork(Rule):
    """A statement may take more steps than anybody would wait for.

    Loops within loops multiply: four of a thousand rounds each are a million millions. Range over
    smaller sets, or say with a condition directly what is meant. What a decision offers, or one loop goes over, is
    listed before anything is done: more than 250,000 combinations are refused, and in play they are an error.
    """

    code, name = "R613", "too-much-work"
    bad = example(
        turn="choose s in empty\n"
        + "\n".join("  " * i + f"for n{i} in 1..1000" for i in range(4))
        + "\n        put stone of me on s"
    )
    good = example(turn="choose s in empty\nput stone of me on s")


class LongIf(Rule):
    """An `if` has more than thirty alternatives.

    A table says the same in fewer lines: a define with a line `value when condition` for each case.
    """

    code, name = "R614", "long-if"
    bad = example(
        turn="choose s in empty\nput stone of me on s",
        end="win me if some line in lines(3) where line within mine\nif no empty\n  draw\n"
        + "\n".join(f"else if count(empty) + {i} = 0\n  draw" for i in range(30)),
    )
    good = example()


class ElsewhereDecided(Rule):
    """`by` or `together` stands where nobody else can decide, or names no player.

    Behind `by` stands one player; `together p in …` goes over players. The branches of an `either` are
    offered to one player: nobody else may have to decide before that choice is made. Nor can others
    decide within `most`, which must know the best way beforehand.
    """

    code, name = "R615", "who-decides"
    bad = example(turn='by player\n  choose "yes"\nchoose s in empty\nput stone of me on s')
    good = example(turn='by opponent\n  choose "yes"\nchoose s in empty\nput stone of me on s')


class PartDoesMore(Rule):
    """A part of `together` does what others would see.

    While some have still to decide, nothing happens: no roll, no piece is moved, the game doesn't end.
    Keep what was chosen in a variable of each player, and do the rest behind the block.
    """

    code, name = "R616", "part-does-more"
    bad = example(turn="together p in player\n  choose s in empty\n  put stone of p on s")
    good = example(
        "player has wish: site?",
        turn="together p in player\n  choose s in empty\n  p.wish = s\nif White.wish = Black.wish\n"
        "  put stone of me on me.wish\nelse\n  put stone of White on White.wish\n  put stone of Black on Black.wish",
    )


class PartSeesOther(Rule):
    """A part of `together` sees, or changes, what another part changes.

    All decide at once: what one player's part changes belongs to that player, and is looked at by others
    behind the block. So a variable that a part changes is one of `player`, and within the block nobody
    asks for another player's.
    """

    code, name = "R617", "part-sees-other"
    bad = example(
        "player has wish: site?",
        turn="together p in player\n  choose s in empty - player.wish\n  p.wish = s\nput stone of me on me.wish",
    )
    good = example(
        "player has wish: site?",
        turn="together p in player\n  choose s in empty\n  p.wish = s\nput stone of me on me.wish",
    )
