"""Rulesets that only a machine would write: too long, too deep, too large, too slow. Each is refused, or plays."""

from __future__ import annotations

from pathlib import Path

import pytest
from hardship import limits, survives
from sample import daily

from gdl import library
from gdl.lint import lint
from gdl.syntax.formatter import format  # noqa: A004
from gdl.text.source import Source
from interpreter import Game, RuleError
from interpreter.reference import writer

__all__ = ["limits"]

HEAD = 'game "X"\nplayers A, B\nboard grid(3, 3)\npieces stone of player\n'
TURN = "  choose a in empty\n  put stone of me on a\n"
END = "  draw if stuck\n"


def rules(turn: str = TURN, more: str = "", end: str = END) -> str:
    return f"{HEAD}{more}turn\n{turn}end\n{end}"


def where(condition: str, more: str = "") -> str:
    return rules(f"  choose a in empty where {condition}\n  put stone of me on a\n", more)


def nested(head: str, depth: int, inside: str = "put stone of me on a") -> str:
    lines = [f"{'  ' * (i + 1)}{head.format(i)}\n" for i in range(depth)]
    return rules(f"  choose a in empty\n{''.join(lines)}{'  ' * (depth + 1)}{inside}\n")


def doubling(first: str, then: str, last: str, times: int = 30) -> str:
    """Defines of which each says the one before twice."""
    steps = "".join(f"define {then.format(i, i - 1)}\n" for i in range(1, times + 1))
    return where(last.format(times), f"define {first}\n{steps}")


def board(shape: str) -> str:
    return rules().replace("grid(3, 3)", shape)


MONSTERS = {
    # much of one thing
    "a long sum": where("+".join(["1"] * 20_000) + " > 3"),
    "a sum of what isn't known": where(" + ".join(["count(mine)"] * 3_000) + " > 3"),
    "a product that grows": where(" * ".join(["count(site)"] * 150) + " > 3"),
    "and, and, and": where(" and ".join(["some mine"] * 5_000)),
    "otherwise, otherwise": where("some (" + " otherwise ".join(["mine"] * 3_000) + ")"),
    "not not not": where("not " * 20_000 + "true"),
    "north of north of": where("some a" + ".N" * 20_000),
    "minus minus": where("-" * 1_000 + "1 > 0"),
    "a large set": where("{" + ", ".join(["a1"] * 4_000) + "} = mine"),
    "a long number": where("9" * 100_000 + " > 1"),
    "a long title": rules().replace('"X"', f'"{"x" * 90_000}"'),
    "a long text": rules('  choose a in empty as "' + "{a}" * 3_000 + '"\n  put stone of me on a\n'),
    "many statements": rules(TURN + "  put stone of me on a\n" * 1_500),
    "many defines": rules(more="".join(f"define d{i} = {i}\n" for i in range(1_000))),
    "many options": rules(more="".join(f'option o{i}: 0..9 = 3 "x"\n' for i in range(100))),
    "many looks": rules() + "looks\n" + '  stone of A "a"\n' * 2_000,
    "many else if": rules(TURN + "  if no mine\n    draw\n" + "  else if no mine\n    draw\n" * 300),
    "many members": rules(more="type big = " + ", ".join(f"e{i}" for i in range(5_000)) + "\nbig has x: big\n"),
    "many kinds": rules().replace("stone of", ", ".join(f"s{i}" for i in range(3_000)) + ", stone of"),
    "many names": rules("  choose " + ", ".join(f"a{i} in mine" for i in range(200)) + "\n  put stone of me on a0\n"),
    "many players": rules().replace("A, B", ", ".join(f"P{i}" for i in range(5_000))),
    "blank lines": rules("  choose a in empty\n" + "\n" * 5_000 + "  put stone of me on a\n"),
    "comments": rules("  choose a in empty\n" + "  # ah\n" * 5_000 + "  put stone of me on a\n"),
    # deep
    "open parentheses": rules(more="define a = " + "(" * 10_000 + "1\n"),
    "parentheses": rules(more="define a = " + "(" * 10_000 + "1" + ")" * 10_000 + "\n"),
    "braces": rules(more="define a = " + "{" * 59 + "1" + "}" * 59 + "\n"),
    "braces in texts": rules('  choose a in empty as "' + "{" * 3_000 + '"\n  put stone of me on a\n'),
    "deep indentation": 'game "x"\n' + "".join(" " * i + "if x\n" for i in range(1_000)),
    "if in if": nested("if no mine", 150),
    "for in for": nested("for x{} in site", 30),
    "repeat in repeat": nested("repeat", 50),
    "most in most": nested("most count(mine)", 50, "choose b in empty"),
    "after after": where("after put stone of me on a: " * 2_000 + "some mine"),
    "some in some": where(" ".join(f"some x{i} in mine where" for i in range(30)) + " true"),
    # what grows when it is expanded
    "doubled sums": doubling("d0 = count(mine)", "d{0} = d{1} + d{1}", "d{} > 3"),
    "doubled numbers": doubling("d0 = 2", "d{0} = d{1} * d{1}", "d{} > 3"),
    "doubled sets": doubling("x.d0 = x.adjacent & mine", "x.d{0} = x.d{1}.N + x.d{1}.S", "some a.d{}"),
    "doubled queries": doubling("x.d0 = x.adjacent", "x.d{0} = {{y in x.d{1} where some y.d{1}}}", "some a.d{}"),
    "doubled calls": doubling("d0(x) = count(x.N & mine)", "d{0}(x) = d{1}(x) + d{1}(x.N)", "d{}(a) > 3"),
    "doubled texts": doubling('d0 = "aaaaaaaa"', 'd{0} = "{{d{1}}}{{d{1}}}"', "true").replace("true", "true as d30"),
    "doubled blocks": rules(
        "  choose a in empty\n  d30(a)\n",
        "define d0(x)\n  put stone of me on x\n"
        + "".join(f"define d{i}(x)\n  d{i - 1}(x)\n  d{i - 1}(x.N)\n" for i in range(1, 31)),
    ),
    # large
    "a large range": where("some x in 1..1000000000 where x > 5"),
    "a large set of numbers": where("count({x in 1..1000000000 where x > 5}) > 3"),
    "two numbers far apart": where("count(mine) in {1, 1000000000}"),
    "many numbers far apart": where(" or ".join(f"count(mine) in {{{i}, {10**9 - i}}}" for i in range(60))),
    "sets of numbers far apart, united": where("count(mine) in {1..5} + {1000000000}"),
    "sets of numbers far apart, compared": where("{1, 2} = {1000000000, 3}"),
    "sets of numbers far apart, one within the other": where("{1, 2} within {n * 1000000 for n in 1..1000}"),
    "a number to the left and one far away": where("{1} within {1000000000}"),
    "a set of products": where("count(mine) in {n * 100000 for n in 1..1000}"),
    "a set of what is counted": where("some {count(mine) * 100000000, 3}"),
    "a set of sets far apart": where("some l in {{1, 1000000000}, {2}} where true"),
    "a large variable": rules(more="type big = 1..1000000000\nbig has x: 0..3\n"),
    "a set of many": rules(more="type big = 1..1000000000\ngame has x: set of big\n"),
    "many dimensions": rules(more="type big = 1..1000000\nbig has x(player, site, site, site): 0..3\n"),
    "many pieces": rules().replace("stone of", "stone(n: 1..1000000000) of"),
    "a board of a million": board("grid(1000, 1000)"),
    "a board of a million rows": board("grid(1, 1000000)"),
    "a board beyond number": board("grid(1000000000, 1000000000)"),
    "a high pyramid": board("pyramid(300)"),
    "a long ring": board("ring(1000000)"),
    "no board": board("grid(0, 3)"),
    "less than no board": board("grid(-3, 3)"),
    "stacks of stacks": board("stacks(stacks(grid(3, 3)))"),
    "players without number": rules().replace("A, B", "1..1000000000"),
    "no players": rules().replace("A, B", "0..0"),
    "sets of sets": board("grid(64, 64)").replace(
        "in empty", "in empty where some l in {{x, y} for x in site, y in site} where l within mine"
    ),
    "far north": where("some a.N^1000000000"),
    "many options at a decision": rules("  choose " + ", ".join(f"a{i} in site" for i in range(9)) + TURN[8:]),
    "many throws": rules("  roll " + ", ".join(f"a{i} in 1..6" for i in range(12)) + "\n" + TURN),
    # unusual characters
    "tabs": rules().replace("  ", "\t"),
    "carriage returns": rules().replace("\n", "\r"),
    "line separators": rules().replace("\nturn", "\n\x85turn\u2028"),
    "blanks of another kind": rules().replace("  ", "\xa0\xa0"),
    "control characters": rules().replace("in empty", 'in empty as "\x1b[31m\x07{a}"'),
    "half a character": rules() + "# \ud800\n",
    "nothing": "",
    "blanks": "   \n \n",
    "a closing bracket": ")\n" + rules(),
    "names of Python's": where(
        "def + lambda + __import__ + V + None + self + class > 3",
        "".join(f"define {x} = 1\n" for x in ("def", "lambda", "__import__", "V", "None"))
        + "game has self: 0..3\ngame has class: 0..3\n",
    ),
    "a player named as a piece": rules()
    .replace("A, B", "stone, B")
    .replace("stone of player", "stone(n: 1..3) of player")
    .replace("put stone", "put stone(1)"),
    "texts of Python's": rules('  choose a in empty as "\\N{a}\'\\x00%s{a}\\"\n  put stone of me on a\n'),
}
FINE = {
    "a large set", "a long title", "many options", "carriage returns", "half a character", "names of Python's",
    "texts of Python's", "blank lines", "comments", "many defines", "many looks", "many members", "most in most",
    "some in some", "doubled sums", "doubled calls", "many statements",
}  # fmt: skip


@pytest.mark.parametrize("name", daily(MONSTERS, 2, ()))
def test_monsters(name: str) -> None:
    errors = survives(MONSTERS[name])
    assert bool(errors) == (name not in FINE), errors


def test_windows_and_bytes_before_the_text() -> None:
    for text in (rules().replace("\n", "\r\n"), "\ufeff" + rules(), rules().rstrip("\n")):
        assert not survives(text)
    assert format(rules().replace("\n", "\r\n")) == format(rules())


SLOW = {
    "for in for": nested("for x{} in 1..1000", 3),
    "no end of a turn": rules("  choose a in empty\n  repeat\n    choose b in site\n  until false\n"),
    "no end of the game": rules("  choose a in site\n", end="  draw if repeats(piece) = 100000\n"),
    "a long sum": where("sum(x * y * z for x in 1..300, y in 1..300, z in 1..300) > count(mine)"),
    "most in most": rules(
        "  most count(mine)\n    most count(theirs)\n      repeat\n        choose a in empty\n"
        "        put stone of me on a\n      until no empty\n"
    ).replace("grid(3, 3)", "grid(4, 4)"),
    "many options": rules("  choose a in empty, n in 1..1000000\n  put stone of me on a\n"),
    "many throws": rules("  roll n in 1..1000000\n" + TURN),
    "always the same player": rules(end="  next = me\n  draw if false\n"),
}


@pytest.mark.parametrize("name", daily(SLOW, 4, ()))
def test_what_is_slow_to_play(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules that say what they mean, but that nobody could wait for: findings, or a RuleError."""
    monkeypatch.setattr(writer, "MAX_ROUNDS", writer.MAX_ROUNDS // 20)
    monkeypatch.setattr(writer, "UNGUARDED", writer.UNGUARDED // 20)
    survives(SLOW[name])


@pytest.mark.deep
@pytest.mark.parametrize("name", SLOW)
def test_what_is_slow_to_play_with_all_patience_there_is(name: str) -> None:
    survives(SLOW[name])


# ---- files that extend each other ----------------------------------------------------------------------


def test_long_chains_of_variants(tmp_path: Path) -> None:
    (tmp_path / "v0.gdl").write_text(rules())
    for i in range(1, 200):
        (tmp_path / f"v{i}.gdl").write_text(f'game "V{i}" extends "v{i - 1}"\n')
    for name in ("v5.gdl", "v199.gdl"):
        source = library.read(tmp_path / name)
        assert not survives(source.text, str(tmp_path / name))


@pytest.mark.parametrize(
    "base", ["x", "x.gdl", "y", "/", ".", "", "-", "/dev/zero", "folder", "large.gdl", "latin.gdl", "nul\0.gdl", "~"]
)
def test_bases_that_are_none(base: str, tmp_path: Path) -> None:
    (tmp_path / "folder.gdl").mkdir()
    (tmp_path / "large.gdl").write_bytes(b"x" * 2_000_000)
    (tmp_path / "latin.gdl").write_bytes('game "Ünicode"\n'.encode("latin-1"))
    (tmp_path / "y.gdl").write_text('game "Y" extends "x"\n')
    (tmp_path / "x.gdl").write_text(f'game "X" extends "{base}"\n')
    assert survives(f'game "X" extends "{base}"\n', str(tmp_path / "x.gdl"))


# ---- each part within its limit, and too much in all ---------------------------------------------------

WIDE = "define f{0} = s.c in {{{0}, {1}}}".replace("f{0} =", "s.f{0} =")
TOO_MUCH = {
    "sets with room for a million numbers each": where(
        " and ".join(f"a.f{i}" for i in range(100)),
        "".join(WIDE.format(i, 999_000 + i) + "\n" for i in range(100)),
    ),
    "sets of sets": rules(
        more="".join(
            f"define fam{i}_ = {{{{s, t}} for s in site, t in s.compass where s.c > {i}}}\n" for i in range(40)
        ),
        end="".join(f"  draw if some l in fam{i}_ where l within mine\n" for i in range(40)),
    ).replace("grid(3, 3)", "grid(60, 60)"),
}  # fmt: skip


@pytest.mark.parametrize("text", TOO_MUCH.values(), ids=TOO_MUCH)
def test_what_sets_take_in_all_is_limited(text: str) -> None:
    """Counted, and said where it is passed."""
    found = [f for f in lint([Source("a.gdl", text)]) if f.severity == "error"]
    assert {f.code for f in found} == {"T332"}
    assert "the fixed sets have room for over 50,000,000 elements" in found[0].message


@pytest.mark.deep
def test_what_is_worked_out_beforehand_is_limited_in_all() -> None:
    """Beyond that it is left to the game, which stops where it is too much, with its place."""
    counts = "".join(f"define d{i} = count({{s for s in site, t in site where s.c + t.r > {i}}})\n" for i in range(60))
    text = where(" and ".join(f"a.c <= d{i}" for i in range(60)), counts).replace("grid(3, 3)", "grid(40, 40)")
    assert not [f for f in lint([Source("a.gdl", text)]) if f.severity == "error"]
    with pytest.raises(RuleError, match="rounds of loops and queries, and still no decision"):
        _ = Game.parse(text, backend="reference").start().moves


def test_thousands_of_branches_are_compared_by_their_texts() -> None:
    branches = "".join(f'  or\n    choose "w{i}"\n' for i in range(1_500))
    text = rules(f'  either\n    choose a in empty\n    put stone of me on a\n{branches}  or\n    choose "w7"\n')
    assert "R670" in [f.code for f in lint([Source("a.gdl", text)])]
