"""Fixes: what is changed by itself, in which findings, and that nothing else changes."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from once import faults
from test_messages import GOLDEN, found, snippets, whole

from gdl import report
from gdl.lint import RULES, found_in, lint
from gdl.lint.fix import fixed
from gdl.lint.rule import Rule, example
from gdl.text.findings import has_errors
from gdl.text.fixes import Edit, Fix, Hint, applied, compatible, deleted, fix, titled
from gdl.text.source import Source, Span
from gdl.text.suggest import misspelt

WITH_FIXES = [
    "B402", "B403", "N201", "N205", "O804", "O807", "O853", "P502", "P513", "P514", "P517", "R659", "R673", "R694",
    "R697", "S101", "S102", "S103", "S104", "S105", "S108", "T301", "T311", "T313", "W952", "W955", "W956", "W957",
    "W958", "W960", "W961", "W962", "W963",
]  # fmt: skip
"""The rules whose bad example can be fixed in one sure way."""


def edit(source: Source, old: str, new: str) -> Edit:
    start = source.text.index(old)
    return Edit(Span(source, start, start + len(old)), new)


# ---- every rule --------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", [code for code in sorted(RULES) if not RULES[code].plays])
def test_which_rules_have_fixes(code: str) -> None:
    has = any(f.fix for f in faults(RULES[code]))
    assert has == (code in WITH_FIXES)


@pytest.mark.parametrize("rule", [RULES[code] for code in WITH_FIXES], ids=lambda rule: rule.code)
def test_the_fixed_example_is_right(rule: type[Rule]) -> None:
    """The finding is gone, and there is no error that wasn't there."""
    findings = faults(rule)
    fixes = compatible([f.fix for f in findings if f.fix], Source("example.gdl", rule.bad))
    assert fixes
    text = applied(rule.bad, [edit for one in fixes for edit in one.edits])
    assert found_in(rule, text) == []
    before = {(f.code, f.message) for f in lint([Source("example.gdl", rule.bad)])}
    after = [f for f in lint([Source("example.gdl", text)]) if f.severity == "error"]
    assert [f for f in after if (f.code, f.message) not in before] == []


def _messages() -> list[str]:
    return [part for part in snippets(GOLDEN.read_text(encoding="utf-8")) if part[:1] not in "#="]


@pytest.mark.parametrize("part", _messages())
def test_a_fix_of_a_known_mistake_does_away_with_it(part: str) -> None:
    """Whatever the examples of messages have as a fix leaves a ruleset that can be read, without that finding."""
    ((_, finding),) = found(part + "\n")
    if finding.fix is None:
        return
    text, _ = whole(part + "\n")
    after = applied(text, finding.fix.edits)
    assert after != text
    findings = lint([Source("a.gdl", after)])
    assert not [f for f in findings if f.code == finding.code and f.message == finding.message], after
    assert not [f for f in findings if f.code.startswith("S")], (part, after, findings)


# ---- making them -------------------------------------------------------------------------------------


def test_fixes_that_touch_each_other_are_made_one_after_another() -> None:
    source = Source("a.gdl", "one two three\n")
    first, second = fix(edit(source, "one two", "1 2")), fix(edit(source, "two three", "2 3"))
    third = fix(edit(source, "three", "3"))
    assert compatible([first, second, third], source) == [first, third]


def test_two_insertions_at_one_place_are_not_made_together() -> None:
    source = Source("a.gdl", "board grid\n")
    first, second = (fix(Edit(Span(source, 5, 5), text)) for text in "xy")
    assert compatible([first, second], source) == [first]


def test_edits_of_another_file_are_left_alone() -> None:
    source, other = Source("a.gdl", "one\n"), Source("b.gdl", "one\n")
    assert compatible([fix(edit(other, "one", "1"))], source) == []


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("last", [True, False])
def test_line_ends_and_marks_stay(end: str, mark: str, last: bool) -> None:
    text = mark + end.join(["one", "two", "three"]) + (end if last else "")
    source = Source("a.gdl", text)
    changed = applied(text, [edit(source, "two", "2\n2"), edit(source, "three", "3")])
    assert changed == mark + end.join(["one", "2", "2", "3"]) + (end if last else "")


@given(st.text("ab \r\n\ufeff", max_size=30), st.lists(st.integers(0, 30), max_size=6))
def test_what_is_not_changed_stays_to_the_letter(text: str, places: list[int]) -> None:
    source = Source("a.gdl", text)
    cuts = sorted({min(place, len(source.text)) for place in places})
    edits = [Edit(Span(source, a, b), source.text[a:b]) for a, b in pairwise(cuts)][::2]
    changed = applied(text, edits)
    assert Source("a.gdl", changed).text == source.text
    assert applied(text, []) == text


@pytest.mark.parametrize(
    ("part", "left"),
    [
        ("x = 1", "turn\n  move a to b; y = 2\n  z = 3  # so\n"),
        ("; y = 2", "turn\n  x = 1\n  move a to b\n  z = 3  # so\n"),
        ("move a to b", "turn\n  x = 1\n  ; y = 2\n  z = 3  # so\n"),
        ("# so", "turn\n  x = 1\n  move a to b; y = 2\n  z = 3\n"),
        ("z = 3", None),
    ],
)
def test_a_line_goes_with_what_fills_it_but_no_comment_does(part: str, left: str | None) -> None:
    source = Source("a.gdl", "turn\n  x = 1\n  move a to b; y = 2\n  z = 3  # so\n")
    edits = deleted(edit(source, part, "").span)
    assert (applied(source.text, edits) if edits else None) == left


def test_a_fix_that_would_lose_a_comment_is_none() -> None:
    source = Source("a.gdl", "a = # why\n  true\n")
    assert Hint("write `a`", "a").fix(Span(source, 0, len(source.text) - 1)) is None


def test_titles() -> None:
    source = Source("a.gdl", "turn\n")
    assert titled(edit(source, "turn", "end")) == "write `end` instead of `turn`"
    assert titled(edit(source, "turn", "")) == "delete `turn`"
    assert titled(Edit(Span(source, 0, 0), "x ")) == "insert `x`"
    assert titled(Edit(Span(source, 4, 5), "")) == "set the spaces right"


def test_a_title_shows_what_differs() -> None:
    lines = "else\n  if some mine & row(1)\n    win me\n"
    source = Source("a.gdl", lines + "a" * 60 + " b c\n")
    joined = Edit(Span(source, 0, len(lines) - 1), "else if some mine & row(1)\n  win me")
    assert titled(joined) == "set the spaces right"
    far = Span(source, len(lines), len(source.text) - 1)
    assert titled(Edit(far, "a" * 60 + " d c")) == "write `… d c` instead of `… b c`"
    assert titled(Edit(far, "a" * 60 + " b c d")) == "write `… c d` instead of `… c`"


@pytest.mark.parametrize(
    ("name", "names", "meant"),
    [
        ("mien", ["mine", "me", "site"], "mine"), ("emtpy", ["empty"], "empty"), ("Mine", ["mine"], "mine"),
        ("a", ["b"], None), ("no", ["on"], None), ("cat", ["car", "cut"], None), ("rows", ["row", "rowe"], None),
        ("completely", ["different"], None), ("mine", ["mine"], None),
    ],
)  # fmt: skip
def test_a_slip_is_sure_only_if_one_name_is_near(name: str, names: list[str], meant: str | None) -> None:
    assert misspelt(name, names) == meant


# ---- for programs ------------------------------------------------------------------------------------


def test_json_and_sarif_carry_fixes() -> None:
    findings = found_in(RULES["N201"], RULES["N201"].bad)
    (fixed,) = (f.fix for f in findings)
    assert isinstance(fixed, Fix)
    data = report.as_dict(findings[0])
    place = {"line": 12, "column": 53, "end_line": 12, "end_column": 57}
    assert data["fix"] == {"title": "write `mine` instead of `mien`", "edits": [{**place, "text": "mine"}]}
    sarif = report.as_sarif(findings, report.About())
    assert '"insertedContent": {\n' in sarif
    assert '"text": "mine"' in sarif


# ---- fixing a whole text ----------------------------------------------------------------------------


def test_what_one_fix_makes_room_for_is_fixed_too() -> None:
    """A text that can't be read has a misspelt name and a roundabout condition besides."""
    text = example(end="win me if count(mien & row(3)) == 0\ndraw if not no emtpy")
    result = fixed(text, "a.gdl")
    assert result.text == example(end="win me if no mine & row(3)\ndraw if some empty")
    assert sorted(f.code for f in result.fixed) == ["N201", "N201", "S104", "W956", "W957"]
    assert result.is_readable
    assert fixed(result.text, "a.gdl").fixed == ()


def test_only_what_is_asked_for() -> None:
    text = example(end="win me if count(mine & row(3)) = 0\ndraw if not some empty")
    assert fixed(text, "a.gdl", select=["W956"]).text == text.replace("not some", "no")
    assert fixed(text, "a.gdl", ignore=["W956"]).text == text.replace("count(mine & row(3)) = 0", "no mine & row(3)")


def test_all_places_of_a_misspelt_name_are_fixed_at_once() -> None:
    text = example(end="win me if some mien & row(3)\nwin me if some mien & row(1)\ndraw if no empty")
    result = fixed(text, "a.gdl")
    assert "mien" not in result.text
    assert len(result.fixed) == 1


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("not no mine - row(1) & row(2)", "some mine - row(1) & row(2)"),
        ("not not (some mine or no empty) and some mine", "(some mine or no empty) and some mine"),
        ("(some mine or no empty) = true and some mine", "(some mine or no empty) and some mine"),
        ("(some mine or no empty) = false", "not (some mine or no empty)"),
        ("count(row(1) when some mine otherwise row(2)) > 0", "some (row(1) when some mine otherwise row(2))"),
        ("some {s in row(1) + row(2) where s in mine + theirs}", "some (row(1) + row(2)) & (mine + theirs)"),
        ("some {s in row(1) + row(2) where s not in mine & row(1)}", "some row(1) + row(2) - mine & row(1)"),
        ("some {s in row(1) where s in mine}.N", "some (row(1) & mine).N"),
    ],
)
def test_parentheses_stay_where_they_are_needed(before: str, after: str) -> None:
    result = fixed(example(end=f"win me if {before}\ndraw if no empty"), "a.gdl", select=["W9"])
    assert result.text == example(end=f"win me if {after}\ndraw if no empty")
    assert not has_errors(result.left)


def test_a_fix_that_brings_another_error_is_not_made() -> None:
    """`linse` is surely `lines`, but that takes an argument."""
    text = example(end="win me if some line in linse where line within mine\ndraw if no empty")
    result = fixed(text, "a.gdl")
    assert result.text == text or not has_errors(result.left)


@pytest.mark.parametrize("seed", range(12))
def test_slips_of_the_fingers_anywhere_never_make_it_worse(seed: int) -> None:
    """Letters exchanged in a good ruleset: what is written can be read, and fixing it again changes nothing."""
    chance = Random(seed)
    text = example(end="win me if some line in lines(3) where line within mine  # so\ndraw if no empty")
    for _ in range(chance.randint(1, 3)):
        words = [m for m in re.finditer(r"[a-z]{4,}", text) if not text[: m.start()].count('"') % 2]
        word = chance.choice(words)
        at = word.start() + chance.randrange(len(word.group()) - 1)
        text = text[:at] + text[at + 1] + text[at] + text[at + 2 :]
    result = fixed(text, "a.gdl")
    if result.is_readable:
        assert fixed(result.text, "a.gdl").text == result.text
    assert "# so" in result.text
    assert len(result.left) <= len(lint([Source("a.gdl", text)])) or not has_errors(result.left)
