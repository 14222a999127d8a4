"""Limits that play surely meets are errors of the rules, at the line."""

import pytest

from gdl.check.checker import check
from gdl.text.source import Source

GAME = """game "Loops"

players White, Black
board grid(3, 3)
pieces stone of player
game has k: 0..999999

turn
  choose s in empty
  put stone of me on s
{lines}

end
  win me if k = 5
  draw if no empty
"""
ASSIGN = "k = (k * 31 + 1) % 999999"


def errors(*lines):
    text = GAME.format(lines="\n".join(f"  {line}" for line in lines))
    return [(f.code, f.span.line) for f in check(Source("loops.gdl", text)).findings if f.severity == "error"]


@pytest.mark.parametrize("many", ["a in 1..7000, b in 1..7000", "a in 1..501, b in 1..500"])
def test_more_combinations_than_are_listed(many):
    assert errors(f"for {many}", f"  {ASSIGN}") == [("R613", 11)]
    assert errors("if k > 3", f"  for {many}", f"    {ASSIGN}") == [("R613", 12)]


def test_more_options_than_are_listed():
    assert errors("choose n in 1..501, m in 1..500", "k = n + m") == [("R613", 11)]
    assert errors("choose n in 1..500, m in 1..500", "k = n + m") == []


@pytest.mark.parametrize("few", ["a in 1..500, b in 1..500", "a in 1..7000, b in 1..700 where a = b"])
def test_as_many_as_may_be(few):
    assert errors(f"for {few}", f"  {ASSIGN}") == []


def test_rounds_that_nobody_gets_around():
    loops = ("for a in 1..70000", "  for b in 1..80000")
    assert errors(*loops, f"    {ASSIGN}") == [("R613", 11)]
    assert errors("if k > 3", *(f"  {line}" for line in (*loops, f"    {ASSIGN}"))) == []  # it may never come to it
    assert errors(loops[0], "  for b in 1..8000", f"    {ASSIGN}") == []
