"""Findings as text and for programs, on small sources."""

from __future__ import annotations

import json

import pytest

from gdl import report
from gdl.text.findings import Finding, error
from gdl.text.source import Source, Span


def finding(text: str, part: str, hint: str = "", name: str = "a.gdl", code: str = "N201") -> Finding:
    source = Source(name, text)
    start = source.text.index(part)
    return error(code, Span(source, start, start + len(part)), f"about `{part.split()[0]}`", hint)


def test_text_shows_the_line_with_carets_and_the_hint() -> None:
    found = finding('game "Go"\n\ndefine loose = {s in mien}\n', "mien", "did you mean `mine`?")
    assert report.text(found) == (
        "a.gdl:3:22: error N201: about `mien`\n"
        "  3 | define loose = {s in mien}\n"
        "    |                      ^^^^\n"
        "   hint: did you mean `mine`?"
    )


def test_each_line_of_a_span_has_carets_under_its_part() -> None:
    found = finding("turn\n  choose a in b\n    where c # x\nend\n", "a in b\n    where c")
    assert report.text(found).splitlines()[1:] == [
        "  2 |   choose a in b",
        "    |          ^^^^^^",
        "  3 |     where c # x",
        "    |     ^^^^^^^",
    ]


def test_the_middle_of_a_long_span_is_left_out() -> None:
    text = "turn\n" + "".join(f"  line{n}\n" for n in range(20))
    shown = report.text(finding(text, text.strip())).splitlines()
    assert [line.split("|")[0].strip() for line in shown[1::1] if "^" not in line] == ["1", "2", "…", "21"]


def test_wide_and_combining_characters_take_their_cells() -> None:
    found = finding('game "将棋 e\u0301" extends chess\n', "chess")
    line, carets = report.text(found).splitlines()[1:]
    assert line.index("chess") + 2 - 1 == carets.index("^")  # two characters two cells wide, one of none


def test_what_cannot_be_shown_is_replaced_and_a_long_line_clipped() -> None:
    shown = report.text(finding("x\x1b[31m" + " y" * 5000 + " z" + " w" * 5000 + "\n", "z"))
    assert "\x1b" not in shown
    assert max(map(len, shown.splitlines())) < 130
    _, line, carets = shown.splitlines()
    assert line[carets.index("^")] == "z"


def test_the_end_of_a_line_can_be_pointed_at() -> None:
    source = Source("a.gdl", "board\n")
    shown = report.text(error("S104", Span(source, 5, 6), "the line ends too soon"))
    assert shown.splitlines()[1:] == ["  1 | board", "    |      ^"]


def test_sorted_and_said_once() -> None:
    text = "a b c\nd e\n"
    first, second, third = (finding(text, part) for part in "bed")
    other = finding(text, "a", name="0.gdl")
    again = finding(text, "b")
    assert report.tidy([first, second, third, other, again]) == [other, first, third, second]


def test_json_is_a_list_of_plain_findings() -> None:
    (data,) = json.loads(report.render([finding("a bad b\n", "bad", "x")], "json"))
    assert data == {
        "code": "N201", "severity": "error", "file": "a.gdl", "line": 1, "column": 3, "end_line": 1,
        "end_column": 6, "message": "about `bad`", "hint": "x", "fix": None,
    }  # fmt: skip
    assert json.loads(report.render([], "json")) == []


def test_sarif_has_what_code_hosts_ask_for() -> None:
    found = [finding("a bad b\n", "bad"), finding("a bad b\n", "a")]
    sarif = json.loads(report.render(found, "sarif", about=report.About(summaries={"N201": "a name that nothing has"})))
    assert sarif["version"] == "2.1.0"
    (run,) = sarif["runs"]
    (rule,) = run["tool"]["driver"]["rules"]
    assert (rule["id"], rule["shortDescription"]) == ("N201", {"text": "a name that nothing has"})
    assert "gdl explain N201" in rule["help"]["text"]
    place = run["results"][1]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "a.gdl"}
    assert place["region"] == {"startLine": 1, "startColumn": 3, "endLine": 1, "endColumn": 6}
    assert run["results"][1]["level"] == "error"


def test_github_commands_are_escaped() -> None:
    source = Source("a,b:c.gdl", "x\n")
    found = Finding("W950", "warning", Span(source, 0, 1), "100% of\nit", "do")
    expected = "::warning file=a%2Cb%3Ac.gdl,line=1,endLine=1,col=1,endColumn=2,title=W950::100%25 of%0Ait (do)"
    assert report.render([found], "github") == expected


@pytest.mark.parametrize("style", [report.plain, report.ansi])
def test_colour_changes_nothing_else(style: report.Style) -> None:
    found = finding("a bad b\n", "bad", "x")
    assert ("\x1b[" in report.text(found, style)) == (style is report.ansi)


def test_summary() -> None:
    source = Source("a", "x\n")
    findings = [error("N1", Span(source, 0, 1), "x"), Finding("N2", "warning", Span(source, 0, 1), "y"),
                Finding("N2", "warning", Span(source, 0, 1), "z")]  # fmt: skip
    assert report.summary(findings) == "1 error, 2 warnings"
    assert report.summary([]) == ""
