"""The formatter: golden layouts, and the properties that hold for every text."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gdl.syntax.formatter import Refused, format  # noqa: A004 - the name of the command
from gdl.syntax.parser import parse
from gdl.text.source import Source, Span

ROOT = Path(__file__).parents[2]
SAMPLE = """\
game "Sample"                   # a comment
  designer "Ann", "Bob"
  year 2011

option size: 3..9 = 5 "squares along a side"

players White, Black
board grid(size, size)
pieces stone(number: 1..6) of player
pieces ball
type colour = red, green, blue
site has colour: colour
game has seen: set of site   # where anything ever stood
game has last: site?

define s.near    = s.{N, E} & empty   # next to it
define a.goals(n) =
  a.N^n - mine        when a in stone
  -1 .. n + 2         when n = 2 and not (a in ball)
define lines = {{a1, b1, c1},
                {a2, b2, c2}}

define step(a, b)
  move a to b
  seen += a + b  # both
  last  = a when a in stone otherwise b
                 # a second line about both

setup
  for p in player, n in 1..6
    roll s in empty
    put stone(n) of p on s

turn
  # before anything
  either
    choose a in mine, b in a.goals(2)
        where after step(a, b): no b.near
        as "{a}-{b}"
    step(a, b)
    # the end of this branch
  or
    choose "pass" where no seen
  otherwise
    draw

end
  win me if count(mine) * 2 >= size - -1
  rank p by sum(s.r for s in stone of p) if no {s in site where s in empty}

looks
  stone of White "W" "●" ivory
  ball           "O"
# the end
"""
RULESETS = sorted([*ROOT.glob("rulesets/**/*.gdl"), *ROOT.glob("gdl/prelude/*.gdl")])
TEXTS = {"sample": SAMPLE} | {path.stem: path.read_text(encoding="utf-8") for path in RULESETS}
every_text = pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)


def plain(node: Any) -> Any:
    """A tree without its places."""
    if isinstance(node, tuple | list):
        return [plain(part) for part in node]
    if is_dataclass(node) and not isinstance(node, Source):
        values = (getattr(node, field.name) for field in fields(node))
        return [type(node).__name__, *(plain(v) for v in values if not isinstance(v, Span))]
    return node


def tree(text: str) -> Any:
    parsed = parse(Source("t", text))
    assert not parsed.findings
    return plain(parsed.items)


def comments(text: str) -> list[str]:
    return [re.sub(r"#\s*", "", c.span.text).strip() for c in parse(Source("t", text)).comments]


def check(text: str) -> str:
    """All that must hold for a text, unless it has syntax errors."""
    try:
        formatted = format(text)
    except Refused as refused:
        assert refused.findings == parse(Source("text", text)).findings or refused.findings
        return text
    assert tree(formatted) == tree(text)
    assert comments(formatted) == comments(text)
    assert "".join(formatted.split()) == "".join(Source("", text).text.split())
    assert format(formatted) == formatted
    assert "\n\n\n" not in formatted
    assert all(line == line.rstrip() for line in formatted.split("\n"))
    return formatted


@every_text
def test_nothing_is_lost_and_a_second_time_changes_nothing(text: str) -> None:
    check(text)


@pytest.mark.parametrize("path", RULESETS, ids=[path.stem for path in RULESETS])
def test_what_ships_is_formatted(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert format(text) == text, f"run: gdl fmt {path.relative_to(ROOT)}"


LAYOUTS = {
    "spacing": (
        """
        game   "X"
        players  2 .. 6
        option  size :3..9=4   "squares"
        define a.d( n )=a . N^( n-1 )+{ b ,c }*- 1
        type t( a ,b )
           for c in 1..n   as "{c}"   at - 2*c ,r
        """,
        """
        game "X"
        players 2..6
        option size: 3..9 = 4 "squares"
        define a.d(n) = a.N^(n - 1) + {b, c} * -1
        type t(a, b)
          for c in 1..n  as "{c}"  at -2 * c, r
        """,
    ),
    "indentation and blank lines": (
        """


        turn
            if a
               win me


            else
                    draw
        end
             draw if [1 , -1] in b and not( c )
        define x = 1
        """,
        """
        turn
          if a
            win me

          else
            draw

        end
          draw if [1, -1] in b and not (c)

        define x = 1
        """,
    ),
    "columns the author has set are set again": (
        """
        define s.load   = s.above
        define loose = {s in mine}
        define place(ball, spots)
          x   = 1
          yyy += 2
          z = 3

          u = 1
          uu = 2
        looks
          coal of White   "W" "●" ivory
          ball "O"
        """,
        """
        define s.load = s.above
        define loose  = {s in mine}

        define place(ball, spots)
          x    = 1
          yyy += 2
          z    = 3

          u = 1
          uu = 2

        looks
          coal of White "W" "●" ivory
          ball          "O"
        """,
    ),
    "continued lines": (
        """
        define lines = {{a1, b1},
           {a2, b2}
           }
        define dark = {
          a1, -b1,
           c1
             }
        turn
          choose a in mine
           where a.d in {b,
             c}
              # why
               as "{a}"   # how
        """,
        """
        define lines = {{a1, b1},
                        {a2, b2}
                       }
        define dark = {
            a1, -b1,
            c1
        }

        turn
          choose a in mine
              where a.d in {b,
                            c}
              # why
              as "{a}"  # how
        """,
    ),
    "comments": (
        """
        #!first
        turn    #one
            choose a in mine      # two
              # of the block
            # of the turn

            remove a     # three
                         # goes on
           # last of the turn
        # of the end
        end
          draw
        """,
        """
        #!first
        turn                # one
          choose a in mine  # two
          # of the block
          # of the turn

          remove a  # three
                    # goes on
          # last of the turn

        # of the end
        end
          draw
        """,
    ),
}


@pytest.mark.parametrize(("before", "after"), LAYOUTS.values(), ids=LAYOUTS)
def test_layout(before: str, after: str) -> None:
    assert check(dedent(before)) == dedent(after).lstrip("\n")


def test_syntax_errors_are_refused_with_all_findings() -> None:
    with pytest.raises(Refused) as refused:
        format("game 3\n\nplayers\n\nboard grid(3, 3)\n", "a.gdl")
    assert [f.span.where for f in refused.value.findings] == ["a.gdl:1", "a.gdl:3"]


def test_nothing_and_other_line_ends() -> None:
    assert format("") == format("\n \n") == ""
    assert format("\ufeffturn\r\n    draw\r\n") == "turn\n  draw\n"


# ---- properties on changed texts -----------------------------------------------------------------------


@settings(max_examples=60)
@given(st.sampled_from(sorted(TEXTS)), st.randoms(use_true_random=False))
def test_other_blanks_give_the_same_tree(name: str, random: Any) -> None:
    """Blanks between tokens, the width of the indentation, blank lines and comments don't matter."""
    text = TEXTS[name]
    step = random.choice([1, 3, 4])
    lines = []
    for line in text.split("\n"):
        body = line.lstrip(" ")
        parts = re.split(r'("[^"]*"|#.*)', body)
        parts[::2] = [re.sub(" ", lambda _: " " * random.choice([1, 1, 2, 5]), p) for p in parts[::2]]
        lines.append(" " * (len(line) - len(body)) * step + "".join(parts))
        if random.random() < 0.1:
            lines.append(random.choice(["", "  # added", "# added", "      # added"]))
    changed = "\n".join(lines)
    assert tree(check(changed)) == tree(text)


@settings(max_examples=150)
@given(st.sampled_from(sorted(TEXTS)), st.randoms(use_true_random=False))
def test_broken_texts_are_refused_or_keep_their_tree(name: str, random: Any) -> None:
    """Deleted, doubled, swapped words and lines."""
    pieces = re.split(r"(\n *|[ .,(){}])", TEXTS[name])
    start = random.randrange(len(pieces))
    pieces = pieces[start : start + 120]
    for _ in range(random.choice([1, 2, 3])):
        i, j = random.randrange(len(pieces)), random.randrange(len(pieces))
        change = random.choice(["delete", "double", "swap", "insert"])
        if change == "delete":
            pieces[i] = ""
        elif change == "double":
            pieces[i] *= 2
        elif change == "swap":
            pieces[i], pieces[j] = pieces[j], pieces[i]
        else:
            pieces.insert(i, random.choice(["# c\n", "\n", "(", "-", " where ", "\n  ", "  ", '"', "a"]))
    check("".join(pieces))
