"""Every form of plan with every kind of condition: options are those of the reference interpreter, state by state.

The forms are those of `docs/native.md`: a set, a product, planes by value and by distance, rows; within branches and
`most`, too. That a decision really has the form that is meant is tested as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from sample import daily

from gdl.check.checker import check
from gdl.passes.specialise import Specialiser
from gdl.text.source import Source
from interpreter import Game
from interpreter.graph.graph import Ask, Graph
from interpreter.lab.tools.native_lockstep import both_backends
from interpreter.native.plan.choices import NoNames, Product, Rows, Single, choice
from interpreter.native.plan.planes import PlanesByDistance, PlanesByValue
from interpreter.native.plan.planner import Planner
from interpreter.native.record.bit_positions import embedded
from interpreter.reference.machine import Machine

RULES = """
game "Plans"

players White, Black
type side = L, R, M
board grid({size})
pieces man of player
side has weight: 0..3 = 1
game has tick: 0..60

setup
  put man of White on {{s in site where s.r = 1}}
  put man of Black on {{s in site where s.c = 2 and s.r = 3}}
  L.weight = 3

turn
  either
{turn}
  otherwise
    choose "pass"

end
  tick += 1
  draw if tick = 40
"""
ALONE = {
    "none": "",
    "state": "count(mine) > 3",
    "state, in turns": "tick % 3 != 0",
    "state, heavy": "some s in mine where s.group(mine) != {s} and count(s.group(mine)) % 2 = 1",
}
FIRST = {"first": "a.r < 3", "first, heavy": "count(a.group(mine)) > 1", "first and state": "a.r < 3 and tick % 2 = 0"}
OTHERS = {
    "second": "b not in {SECOND}",
    "second and state": "b not in {SECOND} and count(theirs) > 2",
    "both": "{BOTH}",
    "both and state": "{BOTH} and tick % 4 != 1",
    "all": "{BOTH} and a.r < 3 and b not in {SECOND} and tick % 3 != 0",
    "or": "tick % 2 = 0 or a.r < 2",
    "or, of all": "tick % 2 = 0 or {BOTH} or b in {SECOND}",
}
SITES = {"SECOND": "{a1, b2, c3}", "BOTH": "(a.c + b.r) % 2 = 0"}
LARGE = ("none", "state", "first", "first and state", "second", "both", "or, of all")
"""Conditions that are tried every day on boards of more than one word, too; the others in deep runs."""
FAR = "{s in site where (s.c * a.r + s.r * a.c) % 5 = 1}"
"""Sites at so many distances that no planes are made of them."""
FORMS: dict[str, tuple[str, list[str], dict[str, str]]] = {
    "single": ("a in mine.compass + mine", ["put man of next on a"], {}),
    "product": ("a in mine, b in empty", ["put man of me on b"], SITES),
    "by value": ("a in occupied, b in side", ["b.weight = tick % 4"], {"SECOND": "{L}", "BOTH": "b.weight > a.r"}),
    "by value, of the first": ("a in mine, b in side - ({L} when a.r = 1 otherwise {})",
                               ["remove a", "put man of me on a.N"], {"SECOND": "{M}", "BOTH": "b.weight > a.c"}),
    "by distance": ("a in mine, b in a.compass - mine", ["move a to b"], SITES),
    "by distance, cut": ("a in occupied, b in (a.orthogonal + a.leap) & empty", ["move a to b"], SITES),
    "by distance, far": ("a in mine, b in a.N^2 + {s in a.orthogonal where true} - theirs", ["move a to b"], SITES),
    "rows": ("a in mine, b in a.orthogonal through empty", ["move a to b"], SITES),
    "rows, found again": (f"a in mine, b in {FAR} & empty", ["move a to b"], SITES),
    "rows, found again, less": (f"a in occupied, b in {FAR} - theirs", ["move a to b"], SITES),
    "rows of three": ("a in mine, c in side, b in a.orthogonal & empty", ["move a to b"], SITES),
}
"""For each form: what is chosen, what happens then, and what conditions on the second name say."""
FRAMES = {
    "alone": "    {choose}\n{then}",
    "fork": '    {choose}\n{then}\n  or\n    choose x in empty where tick % 5 = 0 and x.r = 4\n    put man of me on x',
    "after a change": "    tick += 1 if tick < 50\n    {choose}\n{then}",
    "most": "    let won: 0..100 = 0\n    most won\n      {choose}\n      won = count(mine) + a.r",
    "doubt": "    {choose_doubt}\n{then}",
}


def texts() -> Iterator[Any]:
    for form, (binders, then, words) in FORMS.items():
        kinds = ALONE | FIRST | (OTHERS if words else {})
        for kind, said in kinds.items():
            condition = said
            for name, mask in words.items():
                condition = condition.replace("{" + name + "}", mask)
            for frame, pattern in FRAMES.items():
                if frame in ("after a change", "doubt", "most") and kind not in ("state", "first", "both and state"):
                    continue
                where = f" where {condition}" if condition else ""
                doubt = f"{where} and " if where else " where "
                turn = pattern.replace("{choose_doubt}", f"choose {binders}{doubt}after remove a: tick % 7 != 3")
                turn = turn.replace("{choose}", f"choose {binders}{where}")
                turn = turn.replace("{then}", "\n".join(f"    {line}" for line in then))
                for size in ("4, 4", "9, 8") if frame == "alone" else ("4, 4",):
                    marks = [] if size == "4, 4" or kind in LARGE else [pytest.mark.deep]
                    name = f"{form}-{kind}-{frame}-{size}"
                    yield pytest.param(RULES.format(turn=turn, size=size), id=name, marks=marks)


def loaded(text: str) -> Game:
    checked = check(Source("plans.gdl", text))
    assert checked.model is not None, [f"{f.span.where}: {f.message}" for f in checked.findings]
    return Game(checked.model)


@pytest.mark.parametrize("text", daily(texts(), core=()))
def test_conditions_hold_in_every_plan(text: str) -> None:
    both_backends(loaded(text), seed=2, plies=16, games=1, longest=45)


def test_a_condition_on_the_state_alone_gates_steps() -> None:
    """One man, and steps only for who has more than five: the reference has no move, and so has nobody."""
    text = RULES.format(size="5, 5", turn="    choose a in mine, b in a.N where count(mine) > 5\n    move a to b")
    played = both_backends(loaded(text), seed=1, plies=10)
    assert played.plies == 10
    machine = Machine(loaded(text).model)
    (entry,) = machine.start().entries
    asked = machine.graph.nodes[entry.ask].choose
    assert asked is not None and asked.binders == ()


@pytest.mark.parametrize("ray", ["s.N through empty", "(s.N through empty) & empty"])
def test_numbers_on_a_ray_are_asked_of_each_site(ray: str) -> None:
    """They aren't added up for all sites at once: a ray's end is as far as it happens to be."""
    turn = f"    choose a in {{s in mine where count({ray}) > 1}}\n    remove a"
    both_backends(loaded(RULES.format(size="6, 6", turn=turn)), seed=2, plies=12, games=1, longest=45)


WANTED = {
    "single": Single, "product": Product, "by value, of the first": PlanesByValue,
    "by distance": PlanesByDistance, "by distance, cut": PlanesByDistance, "rows": Rows, "rows of three": Rows,
    "rows, found again": Rows, "rows, found again, less": Rows,
}  # fmt: skip


@pytest.mark.parametrize(("form", "kind"), daily(product(WANTED, ["none", "state", "first"]), 4))
def test_decisions_have_the_form_that_is_meant(form: str, kind: str) -> None:
    if form == "product" and kind != "none":
        pytest.skip("with a condition it is no product")
    binders = FORMS[form][0]
    condition = {**ALONE, **FIRST}[kind]
    where = f" where {condition}" if condition else ""
    model = loaded(RULES.format(size="5, 5", turn=f"    choose {binders}{where}\n    remove a")).model
    planner, graph = Planner(embedded(model)), Graph(model)
    found = {type(choice(planner, n.candidates, Specialiser({model.me: 0, model.next: 1})))
             for n in graph.nodes if isinstance(n, Ask)}  # fmt: skip
    assert found == {WANTED[form], NoNames}


@pytest.mark.parametrize(
    ("chosen", "again"),
    [
        (FORMS["rows, found again"][0], True),
        (FORMS["rows, found again, less"][0], True),
        (FORMS["rows"][0], False),
        (FORMS["rows of three"][0], False),
        (FORMS["rows, found again"][0] + " where b.r > a.c", False),
        (FORMS["rows, found again"][0] + " where a.r < 3", True),
    ],
)
def test_which_rows_are_found_again(chosen: str, again: bool) -> None:
    model = loaded(RULES.format(size="5, 5", turn=f"    choose {chosen}\n    remove a")).model
    planner, graph = Planner(embedded(model)), Graph(model)
    found = [choice(planner, n.candidates, Specialiser({model.me: 0, model.next: 1}))
             for n in graph.nodes if isinstance(n, Ask)]  # fmt: skip
    assert [one.are_found_again for one in found if isinstance(one, Rows)] == [again]


def test_all_decisions_of_a_turn_are_decisions() -> None:
    """The texts above are what they are taken for: one decision with names, and a pass."""
    text = next(iter(texts())).values[0]
    machine = Machine(loaded(str(text)).model)
    asks = [node for node in machine.graph.nodes if isinstance(node, Ask)]
    assert sorted(len(ask.choose.binders) for ask in asks) == [0, 1]
