"""A name for a value inside a query: `choose a in mine, let m = a.mass where …`."""

from __future__ import annotations

import pytest

from gdl.check.checker import check
from gdl.lint import lint
from gdl.model.model import Model
from gdl.model.statements import Assign
from gdl.syntax.formatter import format as tidy
from gdl.text.source import Source
from interpreter import Game, LoadError
from interpreter.graph.graph import Graph
from interpreter.graph.layout import Layout
from interpreter.lab.tools.native_lockstep import both_backends
from interpreter.native.compile import compile_model
from interpreter.native.module.wat import text
from interpreter.reference.code import write_all
from interpreter.reference.writer import Writer

RULES = """game "Lines"

players White, Black
board grid(5, 5)
pieces stone of player

define a.line(d) = a.run(d, mine)

setup
  put stone of White on row(1) + row(2)
  put stone of Black on row(5)

turn
{turn}

end
  win me if no theirs
  lose next if stuck
  draw if repeats(piece, next) = 1
"""
NAMED = """\
  choose a in mine, d in compass, let m = count(a.line(d)), let t = a.d^m
      where m < 3 and (m > 1 or t in empty) and t not in mine and some t as "{a}{d}"
  move a to t"""
WRITTEN_OUT = """\
  choose a in mine, d in compass
      where count(a.line(d)) < 3 and (count(a.line(d)) > 1 or a.d^(count(a.line(d))) in empty)
      and a.d^(count(a.line(d))) not in mine and some a.d^(count(a.line(d))) as "{a}{d}"
  let t = a.d^(count(a.line(d)))
  move a to t"""


def game(turn: str) -> Game:
    return Game.parse(RULES.format(turn=turn), backend="reference")


def test_a_name_is_no_part_of_what_is_chosen() -> None:
    named, written_out = game(NAMED).start(), game(WRITTEN_OUT).start()
    for _ in range(6):
        assert [m.text for m in named.moves] == [m.text for m in written_out.moves]
        assert [m.values for m in named.moves] == [m.values for m in written_out.moves]
        named, written_out = named.play(named.moves[-1]), written_out.play(written_out.moves[-1])
        assert named.position()["pieces"] == written_out.position()["pieces"]


def test_both_backends_play_it_alike() -> None:
    both_backends(Game.parse(RULES.format(turn=NAMED)), seed=1, plies=40, games=5, longest=100)


def loops(model: Model) -> int:
    """The loops in the code that lists the options."""
    graph = Graph(model)
    writer = Writer(graph, Layout(graph))
    write_all(writer)
    (options,) = [code for code in writer.texts if code.startswith("def options")]
    return options.count("while ") + options.count("for ")


def test_it_is_worked_out_once() -> None:
    """However often a name is mentioned, what it stands for is in the code of both backends once."""
    model = game(NAMED).model
    once = game(NAMED.replace("m < 3 and (m > 1 or t in empty) and ", "")).model
    assert loops(model) == loops(once) > 2
    compiled, compiled_once = (text(compile_model(m).module).count("loop") for m in (model, once))
    assert compiled == compiled_once


def test_a_name_that_nothing_reads_later_takes_no_room() -> None:
    def locals_of(turn: str) -> set[str]:
        return {v.name for v in game(turn).model.variables if v.local}

    assert locals_of(NAMED) == {"a", "d", "t"}
    assert locals_of(NAMED.replace("move a to t", "remove a")) == {"a", "d"}


def test_the_value_behind_a_choice_is_that_of_the_choice() -> None:
    state = game("""\
  choose a in mine, let n = count(mine) where n > 0 as "{a}{n}"
  remove a
  remove theirs if n = 10""").start()
    assert state.moves[0].text == "a110"
    assert state.play("a110").is_over


def test_in_a_for_it_is_worked_out_at_the_beginning_of_each_round() -> None:
    rules = """\
  choose "go"
  for a in row(1), let n = count(mine) where n = 10
    remove a
    remove theirs if n = 6"""
    assert game(rules).start().play("go").is_over
    assert not game(rules.replace("= 6", "= 5")).start().play("go").is_over


@pytest.mark.parametrize(("value", "truth"), [
    ("count({a in mine, let r = a.r where r = 2}) = 5", True),
    ("count(a for a in mine, let r = a.r where r = 2) = 5", True),
    ("sum(n for a in mine, let n = a.r) = 15", True),
    ("sum(n for a in row(1), let n = a.c, m in 1..n) = 55", True),
    ("max(n for a in mine, let n = a.r + a.c) = 7", True),
    ("{t for a in row(1), let t = a.N} = row(2)", True),
    ("{t for a in row(5), let t = a.N} = {}", True),
    ("some a in mine, let t = {a.N, a.S} where c3 in t", True),
    ("some a in mine, let t = {a.N, a.S} where c4 in t", False),
    ("no a in mine, let k = a.r, let j = k + 1 where j = 4", True),
    ("some a in mine, let k = a.r, b in row(k) where b = c3", False),
])  # fmt: skip
def test_wherever_a_query_stands(value: str, truth: bool) -> None:
    turn = f'  either\n    choose "yes" where {value}\n  or\n    choose "always"'
    assert [m.text for m in game(turn).start().moves] == (["yes", "always"] if truth else ["always"])


def test_in_a_board() -> None:
    board = """type diamond
  for x in 0..4, y in 0..4, let n = x + y where 1 < n and n < 7 as "{letter(x + 1)}{y}" at x, n
board diamond"""
    rules = RULES.format(turn="  choose a in empty\n  put stone of me on a").replace("board grid(5, 5)", board)
    rules = rules.replace("row(1) + row(2)", "a2").replace("row(5)", "c2")
    rules = rules.replace("define a.line(d) = a.run(d, mine)\n", "")
    assert len(Game.parse(rules).model.board or ()) == 19  # 25 without 3 sites below and 3 above


@pytest.mark.parametrize(("turn", "code"), [
    ("  choose a in mine, let a = a.N\n  remove a", "N206"),
    ("  choose a in mine, let m = {}\n  remove a", "T334"),
    ('  choose a in mine, let m = "x"\n  remove a', "T334"),
    ("  choose a in mine, let m = lines(3)\n  remove a", "T313"),
    ("  choose a in mine, let m = a.r\n  m = 2\n  remove a", "T338"),
    ("  choose a in mine, let m = a.r where m = 1\n  choose m in empty\n  remove m", "N206"),
    ("  choose let m = 1, a in mine\n  remove a", "S104"),
])  # fmt: skip
def test_misuse(turn: str, code: str) -> None:
    with pytest.raises(LoadError, match=code):
        game(turn)


def test_layout_comes_to_rest() -> None:
    rules = RULES.format(turn=NAMED)
    assert tidy(rules) == rules


def test_the_local_is_set_right_behind_the_choice() -> None:
    model = check(Source("a.gdl", RULES.format(turn=NAMED))).model
    assert model is not None
    second = model.turn[1]
    assert isinstance(second, Assign)
    assert second.variable.name == "t"


@pytest.mark.parametrize(("turn", "found"), [
    ("  choose a in mine, let m = a.r where a.r = 2\n  remove a", True),
    ("  choose a in mine, let m = a.r where m = 2\n  remove a", False),
    ("  choose a in mine, let m = a.r\n  remove mine & row(m)", False),
    ("  choose a in mine\n  remove {b in mine, let m = b.r where b.r = a.r}", True),
])  # fmt: skip
def test_lint_finds_a_name_that_nothing_uses(turn: str, found: bool) -> None:
    codes = {f.code for f in lint([Source("a.gdl", RULES.format(turn=turn))], most=0)}
    assert ("N253" in codes) == found
