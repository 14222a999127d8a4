"""A part of a section is checked again where a local needs a larger size; what it has counted is forgotten."""

from __future__ import annotations

import pytest

from gdl.check.checker import check
from gdl.check.memo import MAX_STATEMENTS
from gdl.index.typed import facts_of
from gdl.text.source import Source

HEAD = (
    "players White, Black\nboard grid(3, 3)\npieces stone of player\ngame has turns: 0..9\n\n"
    "define many\n" + "  turns = 0\n" * 50 + "\n"
    "define very_many\n" + "  many\n" * 40 + "\n"
)


def rules(lines: list[str]) -> Source:
    turn = "".join(f"  {line}\n" for line in (*lines, "choose s in empty", "put stone of me on s"))
    return Source("example.gdl", f'game "Example"\n\n{HEAD}turn\n{turn}\nend\n  draw if no empty\n')


def test_attempts_dont_add_up() -> None:
    written_out = 41 * 50  # statements of `very_many`
    again = 12
    assert written_out < MAX_STATEMENTS < written_out * again
    lets = [f"let a{i} = a1" for i in range(again)]
    wider = [f"a{i} = a1 when turns > 3" for i in range(again)]
    found = check(rules([*lets, "very_many", *wider])).findings
    assert [f.code for f in found] == []


def test_statements_are_counted_once() -> None:
    assert [f.code for f in check(rules(["very_many"] * 9)).findings] == []  # 9 · 2,041 + a few
    assert {f.code for f in check(rules(["very_many"] * 10)).findings} == {"R612"}


def test_an_attempt_that_was_given_up_leaves_no_types() -> None:
    source = rules(["let a = a1", "a = a1 when turns > 3", "remove a"])
    start = source.text.index("remove a") + len("remove ")
    (type_,) = facts_of(check(source)).types[start, start + 1]
    assert type_.said == "a site or nothing"


def test_what_is_declared_is_frozen() -> None:
    declared = check(rules([])).declared
    assert declared is not None
    with pytest.raises(AttributeError):
        declared.stacks = True
