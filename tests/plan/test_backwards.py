"""Check is asked from the king: each way to move is turned round, and says what it said.

With the plan off, the same rules ask every piece; both are held against the reference interpreter, which knows nothing
of such plans, on boards of one word and more, with rays that go round, and with no king or several.
"""

from __future__ import annotations

from collections import Counter

import pytest

from gdl.model.model import Model
from gdl.text.source import Source
from interpreter import Game
from interpreter.lab.tools.native_lockstep import both_backends
from interpreter.native.compile import compile_model
from interpreter.native.plan import backwards, report, while_writing

RULES = """
game "Attacks"

players White, Black
board {board}
{directions}
pieces king, other, man, rook of player
game has tick: 0..60
site has wind: 0..1
game has spots: set of site = row(4)

define a.attacks =
  a.N when a in man and a.owner = White
  a.S when a in man and a.owner = Black
  a.{{E, S}} when a in king
  a.orthogonal through empty when a in rook
{attacks}

define p.check = some king of p & (piece of p.next).attacks

setup
  for p in player
    put man of p   on {{s in site where s.r = (2 when p = White otherwise 3)}}
    put rook of p  on {{s in site where s.r = (1 when p = White otherwise 4) and s.c % 3 = 1}}
    put other of p on {{s in site where s.r = (1 when p = White otherwise 4) and s.c % 3 = 2}}
{kings}

turn
  either
    choose a in mine, b in a.attacks - mine where after move a to b: not me.check
    move a to b
    b.wind = 1 - b.wind
  or
    choose a in king of me where tick % 3 = 0 and me.check
  otherwise
    choose "pass"

end
  tick += 1
  win opponent if me.check and next.check
  draw if tick = 40
"""
KING = "    put king of p on {s in site where s.r = (1 when p = White otherwise 4) and s.c % 3 = 0}"
OTHERS = {
    "steps over an empty site": "  {t for d in {N, E, S, W}, m in a.d & empty, t in m.d} when a in other",
    "a ray over one piece": "  ((a.E through empty) & occupied).E through empty when a in other",
    "where it may not go": "  a.compass - spots when a in other",
    "rays of a direction that is named": "  {t for d in {N, W}, t in a.d through empty - row(3)} when a in other",
    "only with friends": "  a.adjacent when a in other and some mine & a.adjacent",
    "a ray from elsewhere": "  a.N.E through empty when a in other",
    "where the wind blows": "  {t in a.adjacent where t.wind = 1} when a in other",
    "whatever a number says": "  a.adjacent when a in other and tick % 2 = 0 otherwise a.N when a in other",
}


def made(others: str, board: str = "grid(4, 4)", directions: str = "", kings: str = KING) -> str:
    return RULES.format(board=board, directions=directions, attacks=others, kings=kings)


@pytest.mark.parametrize("others", OTHERS)
def test_each_way_to_move(others: str) -> None:
    both_backends(Game.parse(made(OTHERS[others])), seed=1, plies=16, games=6, longest=80)


@pytest.mark.parametrize("board", ["grid(3, 4)", "grid(9, 9)", "grid(12, 13)", "grid(1, 4)"])
def test_each_size(board: str) -> None:
    both_backends(Game.parse(made(OTHERS["steps over an empty site"], board)), seed=2, plies=10, games=2, longest=60)


ROUND = "direction Round = [c % 5 + 1, r]\ndirection Back  = [(c + 3) % 5 + 1, r]"


def test_rays_that_go_round() -> None:
    text = made("  a.{Round, Back} through empty when a in other", "grid(5, 4)", ROUND)
    assert "ray walked" in report.report(Game.parse(text).model)
    both_backends(Game.parse(text), seed=3, plies=16, games=6, longest=80)


def test_steps_that_meet_cannot_be_turned_into_rays() -> None:
    """Two sites lead to one: there is no ray back. It is asked of these pieces."""
    text = made("  a.Down through empty when a in other", "grid(4, 4)", "direction Down = [1, r - 1]")
    assert "asked backwards, but for a part of it" in report.report(Game.parse(text).model)
    both_backends(Game.parse(text), seed=4, plies=16, games=6, longest=80)


@pytest.mark.parametrize("kings", ["", KING + "\n    put king of p on {s in site where s.r = 2 and s.c % 2 = 1}"],
                         ids=["none", "many"])  # fmt: skip
def test_no_king_and_many(kings: str) -> None:
    both_backends(Game.parse(made(OTHERS["where it may not go"], kings=kings)), seed=5, plies=12, games=4, longest=60)


def test_it_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Game.parse(made(OTHERS["where it may not go"])).model
    before = compile_model(rules, ()).binary
    assert "asked backwards: from each of pieces(0 of " in report.report(rules)
    monkeypatch.setattr(backwards, "_are_few", lambda *_: False)
    assert "asked backwards" not in report.report(rules)
    assert compile_model(rules, ()).binary != before


# ---- functions of their own


def functions(rules: Model) -> list[int]:
    """How often each function is called that answers a question."""
    module = compile_model(rules, ()).module
    called = Counter(i[1].name for f in module.functions for i in f.code if i[0] == "call")
    return [called[f.name] for f in module.functions if f.name.startswith("asked")]


def test_a_long_question_is_written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Game.parse(made(OTHERS["rays of a direction that is named"])).model
    assert functions(rules) == []
    assert "by a function of its own" not in report.report(rules)
    monkeypatch.setattr(backwards, "LONG", 1)
    assert len(functions(rules)) == 2 and min(functions(rules)) > 1  # one for each player, also if the other one asks
    assert "by a function of its own" in report.report(rules)
    monkeypatch.setattr(while_writing, "MAX_GIVEN", 1)
    assert functions(rules) == []


def test_a_question_about_a_name_from_around_it_is_none_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """The function would not know what the name stands for."""
    text = made("").replace("some king of p & (piece of p.next).attacks", "some s in occupied where s.owner.hit")
    text = text.replace("define p.check", "define q.hit = some king of q & (piece of q.next).attacks\ndefine p.check")
    monkeypatch.setattr(backwards, "LONG", 1)
    assert "asked backwards: from each of pieces(0 of " in report.report(Game.parse(text).model)
    assert functions(Game.parse(text).model) == []
    both_backends(Game.parse(text), seed=7, plies=12, games=4, longest=60)


@pytest.mark.parametrize("others", OTHERS)
def test_it_is_answered_as_well_by_a_function(others: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backwards, "LONG", 1)
    game = Game.parse(made(OTHERS[others]))
    assert functions(game.model)
    both_backends(game, seed=1, plies=16, games=6, longest=80)


@pytest.mark.parametrize("board", ["grid(3, 4)", "grid(9, 9)", "grid(12, 13)", "grid(1, 4)"])
def test_a_function_of_sets_of_each_size(board: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backwards, "LONG", 1)
    both_backends(Game.parse(made(OTHERS["where it may not go"], board)), seed=2, plies=10, games=2, longest=60)


@pytest.mark.parametrize("name", ["chess", "shogi", "xiangqi", "janggi"])
def test_it_happens_in_what_ships(name: str) -> None:
    assert "asked backwards" in report.report(Game.load(name).model)


def test_only_where_few_are_looked_for() -> None:
    """What many sites are looked for among is asked forwards, of each piece once."""
    text = made("").replace("some king of p &", "some empty &")
    assert "asked backwards" not in report.report(Game.parse(text).model)
    both_backends(Game.of(Source("attacks.gdl", text)), seed=6, plies=8, games=2, longest=60)
