"""Tables by cases: the first line that holds gives the value. Held against the same said with `when … otherwise`, and
against Python for payoffs."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from gdl.bundle import bundle
from gdl.check.checker import check
from gdl.library import read_file
from gdl.model.printing import model as printed
from gdl.syntax.formatter import format as formatted
from gdl.text.source import Source
from interpreter import Game
from interpreter.lab.tools.native_lockstep import both_backends

GAME = """game "Cases"
players A, B
board grid(3, 3)
type choice = share, steal, wait
pieces pawn, lance, gold, dragon of player
player has points: 0..200
{defines}
setup
  put pawn of A on a1
  put pawn of B on c3
  put gold of A on b1
turn
  choose s in site, t in site, x in choice, y in choice as "{{s}}{{t}}{{x}}{{y}}"
  {does}
end
  draw if count(player) = 3
"""


def text(defines: str, does: str = "me.points += 1") -> str:
    return GAME.format(defines=defines, does=does)


def model(defines: str, does: str) -> str:
    found = check(Source("cases.gdl", text(defines, does)))
    assert found.model is not None, found.findings
    return printed(found.model).partition("\n")[2]  # without the hash of the text


def faults(defines: str, does: str = "me.points += 1") -> list[str]:
    return [f"{f.code} {f.message}" for f in check(Source("cases.gdl", text(defines, does))).findings]


@pytest.mark.parametrize(("table", "chain", "does"), [
    ("\n  {pawn, lance}: 3\n  gold: 5\n  otherwise 1",
     "3 when k in {pawn, lance} otherwise 5 when k = gold otherwise 1", "me.points = s.kind.f otherwise 0"),
    ("\n  {pawn, lance}: gold\n  otherwise dragon", "gold when k in {pawn, lance} otherwise dragon",
     "put (s.kind.f) of me on t"),
    ("\n  pawn: gold\n  gold: dragon", "gold when k = pawn otherwise dragon when k = gold",
     "put (s.kind.f) of me on t"),
    ("\n  3 when k = pawn\n  5 when k = gold\n  otherwise 1", "3 when k = pawn otherwise 5 when k = gold otherwise 1",
     "me.points = s.kind.f otherwise 0"),
    ("\n  3 when k = pawn\n  otherwise 5 when k = gold\n  otherwise 1",
     "3 when k = pawn otherwise 5 when k = gold otherwise 1", "me.points = s.kind.f otherwise 0"),
    ("\n  pawn: 3\n  5 when k = gold\n  otherwise 2 when k = lance\n  otherwise 1",
     "3 when k = pawn otherwise 5 when k = gold otherwise 2 when k = lance otherwise 1",
     "me.points = s.kind.f otherwise 0"),
    ("\n  3 when k = pawn\n  otherwise 5 when k = gold otherwise 1",
     "3 when k = pawn otherwise 5 when k = gold otherwise 1", "me.points = s.kind.f otherwise 0"),
    ("\n  pawn: 3 when count(piece) > 2 otherwise 4\n  otherwise 5 when k = gold otherwise 1",
     "(3 when count(piece) > 2 otherwise 4) when k = pawn otherwise 5 when k = gold otherwise 1",
     "me.points = s.kind.f otherwise 0"),
])  # fmt: skip
def test_a_table_says_what_a_chain_says(table: str, chain: str, does: str) -> None:
    assert model(f"define k.f ={table}", does) == model(f"define k.f = {chain}", does)


@pytest.mark.parametrize(("table", "chain"), [
    ("\n  dark: 2\n  pawn: 3\n  {a2, b1}: 4\n  c2: 5\n  otherwise 1",
     "2 when s in dark otherwise 3 when s in pawn otherwise 4 when s in {a2, b1} otherwise 5 when s = c2 otherwise 1"),
    ("\n  mine: 7\n  dark: 8", "7 when s in mine otherwise 8 when s in dark"),
])  # fmt: skip
def test_a_case_of_sites_is_one_or_several(table: str, chain: str) -> None:
    does = f"me.points = s.f{'' if 'otherwise' in table else ' otherwise 0'}"
    assert model(f"define s.f ={table}", does) == model(f"define s.f = {chain}", does)


PAYOFFS = """define payoff(a, b) =
  share, share: 3
  share, {steal, wait}: 0
  steal, share: 5
  choice, steal: 1
  otherwise 2"""


def paid(a: str, b: str) -> int:
    if a == "share":
        return 3 if b == "share" else 0
    return 5 if (a, b) == ("steal", "share") else 1 if b == "steal" else 2


def test_payoffs() -> None:
    start = Game.parse(text(PAYOFFS, "me.points = payoff(x, y)")).start()
    for a, b in product(("share", "steal", "wait"), repeat=2):
        after = start.play(f"a1a1{a}{b}")
        assert after.position().get("variables", {}).get("points", {}).get("A", 0) == paid(a, b)


def test_both_backends_agree() -> None:
    game = Game.parse(text(PAYOFFS + "\ndefine a.f =\n  a: 2\n  mine: 3\n  otherwise 1",
                           "me.points = payoff(x, y) + s.f"))  # fmt: skip
    both_backends(game, 5, plies=40)


def test_lines_unite_without_otherwise() -> None:
    does = "me.points = count(s.f)"
    start = Game.parse(text("define s.f =\n  s.N when s in dark\n  s.E when s in mine", does)).start()
    assert start.play("a1a1shareshare").position()["variables"]["points"]["A"] == 2  # a1 is dark and holds a pawn


@pytest.mark.parametrize(("defines", "does", "said"), [
    ("define f(a, b) =\n  share: 3\n  otherwise 1", "me.points = f(x, y)",
     "T343 this line is for 1, but the define takes 2 arguments"),
    ("define k.f =\n  3 when k = pawn\n  4\n  otherwise 5", "me.points = s.kind.f otherwise 0",
     "T343 this line always holds, so no line below it ever gives the value"),
    ("define k.f =\n  pawn: 3\n  otherwise 4\n  gold: 5", "me.points = s.kind.f otherwise 0",
     "T343 no line below this one ever gives the value"),
    ("define k.f =\n  pawn: 3\n  a1: 5", "me.points = s.kind.f otherwise 0",
     "T311 `k` and its cases must have one type, not a kind and a site"),
    ("define k.f =\n  pawn: 3\n  gold: share", "me.points = s.kind.f otherwise 0",
     "T311 both sides of `otherwise` must have one type, not a number and a choice"),
])  # fmt: skip
def test_faults(defines: str, does: str, said: str) -> None:
    assert any(f.startswith(said) for f in faults(defines, does)), faults(defines, does)


BASE = "define k.f =\n  pawn: 3\n  {lance, gold}: 5\n  otherwise 1\n"
DOES = "me.points = s.kind.f otherwise 0"


@pytest.mark.parametrize(("lines", "table"), [
    ("define k.f += dragon: 9", "pawn: 3\n  {lance, gold}: 5\n  dragon: 9\n  otherwise 1"),
    ("define k.f += 9 when k = dragon", "pawn: 3\n  {lance, gold}: 5\n  9 when k = dragon\n  otherwise 1"),
    ("replace define k.f += pawn: 4", "pawn: 4\n  {lance, gold}: 5\n  otherwise 1"),
    ("replace define k.f += otherwise 7", "pawn: 3\n  {lance, gold}: 5\n  otherwise 7"),
    ("replace define k.f +=\n  pawn: {}\n  otherwise 7", "{lance, gold}: 5\n  otherwise 7"),
])  # fmt: skip
def test_a_variant_changes_cases(lines: str, table: str, tmp_path: Path) -> None:
    (tmp_path / "base.gdl").write_text(text(BASE, DOES))
    (tmp_path / "variant.gdl").write_text(f'game "Variant" extends "base"\n\n{lines}\n')
    variant = read_file(tmp_path / "variant.gdl")
    found = check(variant)
    assert found.model is not None, found.findings
    assert printed(found.model).partition("\n")[2] == model(f"define k.f =\n  {table}", DOES)
    whole = check(Source("bundle.gdl", bundle(variant, "whole").text))
    assert whole.model is not None
    assert printed(whole.model).partition("\n")[2] == printed(found.model).partition("\n")[2]


@pytest.mark.parametrize(("lines", "said"), [
    ("define k.f += pawn: 9", "O809 the table has this case already"),
    ("define k.f += otherwise 2", "O809 the table has this case already"),
    ("replace define k.f += dragon: 9", "O810 `k.f` has no line for `dragon`"),
])  # fmt: skip
def test_what_a_variant_may_not(lines: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "base.gdl").write_text(text(BASE, DOES))
    (tmp_path / "variant.gdl").write_text(f'game "Variant" extends "base"\n\n{lines}\n')
    found = check(read_file(tmp_path / "variant.gdl"))
    assert any(f"{f.code} {f.message}".startswith(said) for f in found.findings), found.findings


def test_they_keep_their_layout() -> None:
    table = 'game "X"\n\ndefine k.f =\n  pawn: 3\n  {lance, gold}: 5\n  otherwise 1\n'
    assert formatted(table) == table
    assert formatted("define x = site [1, 2]\n") == "define x = site[1, 2]\n"
    assert formatted(table.replace("  otherwise", "        otherwise")) == table
    assert "  pawn:          3\n  {lance, gold}: 5\n" in formatted(table.replace("pawn: ", "pawn:   "))


# ---- tables that leave nothing out

WHOLE = "define x.f =\n  share: 3\n  steal: 4\n  wait: 5"


@pytest.mark.parametrize("does", ["me.points = x.f", "me.points = x.f otherwise 9", "me.points = x.g otherwise 9"])
def test_cases_that_leave_nothing_out_always_give_a_value(does: str) -> None:
    gap = WHOLE.replace("x.f", "x.g").replace("\n  wait: 5", "")
    state = Game.parse(text(f"{WHOLE}\n{gap}", does)).start()
    found = [state.play(f"a1a1{x}share").value("points", "A") for x in ("share", "steal", "wait")]
    assert found == [3, 4, 9 if "g" in does else 5]
    both_backends(Game.parse(text(f"{WHOLE}\n{gap}", does)), seed=1, games=2)


@pytest.mark.parametrize(("table", "does", "is_certain"), [
    ("x.f =\n  share: 3\n  {steal, wait}: 4", "me.points = x.f", True),
    ("x.f =\n  choice: 3", "me.points = x.f", True),
    ("x.f =\n  share: 3\n  steal: 4", "me.points = x.f", False),
    ("f(x, y) =\n  share, choice: 1\n  {steal, wait}, {share, wait}: 2\n  choice - share, steal: 3",
     "me.points = f(x, y)", True),
    ("f(x, y) =\n  share, choice: 1\n  {steal, wait}, {share, wait}: 2\n  wait, steal: 3",
     "me.points = f(x, y)", False),
    ("n.f =\n  0..99: 1\n  100..200: 2", "me.points = me.points.f", True),
    ("n.f =\n  0..99: 1\n  101..200: 2", "me.points = me.points.f", False),
    ("n.f =\n  -5..0: 1\n  1..300: 2", "me.points = me.points.f", True),
    ("k.f =\n  pawn: 1\n  {lance, gold, dragon}: 2", "me.points = s.kind.f", False),  # there may be no piece
    ("k.f =\n  pawn: 1\n  {lance, gold, dragon}: 2", "me.points = (s.kind otherwise pawn).f", True),
    ("f(b) =\n  true: 1\n  false: 2", "me.points = f(s in mine)", True),
    ("f(b) =\n  true: 1", "me.points = f(s in mine)", False),
])  # fmt: skip
def test_whether_cases_leave_something_out(table: str, does: str, is_certain: bool) -> None:
    found = faults(f"define {table}", does)
    assert [f[:4] for f in found] == ([] if is_certain else ["T337"])
