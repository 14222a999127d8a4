"""Families of sets (`{{a1}, {b1}}`, `lines(3)`) where one thing or one set is wanted: an error with its place."""

from __future__ import annotations

import pytest

from gdl.check.checker import check
from gdl.text.source import Source
from interpreter import Game

FRAME = """game "Families"

players White, Black
board grid(4, 4)
pieces man of player
game has seen: set of site

define fam        = lines(2)
define s.slide(d) = s.d through empty

setup
  put man of White on row(1)

turn
  choose a in mine, b in {source} where {where} as {text}
  {change}

end
  draw if {end}
"""
USUAL = {"source": "empty", "where": "true", "text": '"{a}{b}"', "change": "move a to b", "end": "no theirs"}


def errors(**parts: str) -> list[tuple[str, str]]:
    findings = check(Source("families", FRAME.format(**USUAL | parts))).findings
    return [(f.code, f.span.text) for f in findings if f.severity == "error"]


@pytest.mark.parametrize(
    ("part", "text", "place"),
    [
        ("source", "a.{{N}}", "{{N}}"),
        ("source", "a.{N, {E}}", "{N, {E}}"),
        ("source", "a.slide({{N}})", "d"),
        ("source", "a.N through {{a1}}", "{{a1}}"),
        ("source", "the(fam)", "fam"),
        ("source", "{fam, b2}", "fam"),
        ("source", "{{{a1}}}", "{{a1}}"),
        ("where", "index({{a1}}) > 1", "{{a1}}"),
        ("where", "max({{1, 2}}) > 1", "{{1, 2}}"),
        ("where", "some (fam when a in man otherwise fam)", "fam"),
        ("where", "a in {{man}} of me", "{{man}}"),
        ("text", '"{fam}"', "fam"),
        ("text", "letter({{1}})", "{{1}}"),
        ("change", "put {{man}} on b", "{{man}}"),
        ("change", "put man of {{White}} on b", "{{White}}"),
        ("change", "put man of me on fam", "fam"),
        ("change", "remove lines(2)", "lines(2)"),
        ("change", "seen = fam", "fam"),
        ("change", "seen += fam", "fam"),
        ("end", "fam", "fam"),
    ],
)
def test_a_family_of_sets_is_no_thing_and_no_set(part: str, text: str, place: str) -> None:
    found = errors(**{part: text})
    assert found
    assert any(place in span for _, span in found)


@pytest.mark.parametrize(
    ("part", "text"),
    [
        ("where", "some line in fam where a in line"),
        ("where", "count(fam) > 3"),
        ("where", "some lines(2)"),
        ("where", "some line in (lines(2) when 1 < 2 otherwise lines(3)) where a in line"),
        ("source", "{s for line in fam, s in line} - mine"),
    ],
)
def test_a_family_may_be_gone_through_counted_and_picked_by_an_option(part: str, text: str) -> None:
    assert errors(**{part: text}) == []


@pytest.mark.parametrize("end", [
    "count(lines(2) + lines(2)) = 42",  # 4·3 across, 3·4 up, 2·3·3 aslant, each once
    "count(lines(2) + lines(4)) = 52",  # and 10 of four
    "count(two) = 52",
    "some line in lines(4) + two where count(line) = 4",
])  # fmt: skip
def test_families_are_put_together(end: str) -> None:
    text = FRAME.format(**USUAL | {"end": end}).replace("setup\n", "define two =\n  lines(2)\n  lines(4)\n\nsetup\n")
    assert not check(Source("families", text)).findings
    state = Game.parse(text).start()
    after = state.play(state.moves[0])
    assert after.is_over  # a draw, since the condition holds


@pytest.mark.parametrize("where", [
    "some line in lines(2) + mine where a in line",
    "some l in lines(2) - lines(3) where a in l",
    "some l in lines(2) + {{1}, {2}} where a in l",
])  # fmt: skip
def test_only_families_of_one_sort_are_put_together(where: str) -> None:
    assert errors(where=where)
