"""The parser: trees and their places, recovery, and syntax errors in the author's words (golden file)."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gdl.syntax import tree as t
from gdl.syntax.parser import MAX_NESTING, MAX_SIZE, parse
from gdl.syntax.vocabulary import HEADS, KEYWORDS
from gdl.text.source import Source

ROOT = Path(__file__).parents[2]
GOLDEN = Path(__file__).parents[1].joinpath("golden") / "syntax.txt"
RULESETS = sorted([*ROOT.glob("rulesets/**/*.gdl"), *ROOT.glob("gdl/prelude/*.gdl")])


def codes(text: str) -> list[tuple[str, int, int]]:
    return [(f.code, f.span.line, f.span.column) for f in parse(Source("a.gdl", text)).findings]


def item(text: str) -> t.Declaration:
    tree = parse(Source("a.gdl", text))
    assert not tree.findings
    (declaration,) = tree.items
    return declaration


# ---- broken declarations -------------------------------------------------------------------------------


def said(text: str) -> str:
    """Each finding below the line it is about: carets, the message, the hint."""
    lines = text.split("\n")
    findings = parse(Source("a.gdl", text)).findings
    shown = []
    for number, line in enumerate(lines, 1):
        shown.append(line)
        for f in findings:
            if f.span.line == number:
                carets = "^" * max(f.span.end - f.span.start, 1) if f.span.end_line == number else "^"
                hint = f" – {f.hint}" if f.hint else ""
                shown.append(f"! {' ' * max(f.span.column - 3, 0)}{carets} {f.code} {f.message}{hint}")
    return "\n".join(shown)


def snippets(golden: str) -> list[str]:
    """The texts of the golden file, without what is said about them."""
    bare = re.sub(r"^! .*\n", "", golden, flags=re.MULTILINE)
    return [part.strip("\n") for part in re.split(r"\n\n+", bare)]


def updated(golden: str) -> str:
    return "\n\n".join(part if part[:1] in "#=" else said(part) for part in snippets(golden)) + "\n"


def test_broken_declarations() -> None:
    golden = GOLDEN.read_text(encoding="utf-8")
    assert updated(golden) == golden, "run python tests/gdl/test_parser.py, and read the difference"


def test_no_message_speaks_of_the_parser() -> None:
    golden = GOLDEN.read_text(encoding="utf-8")
    assert not re.search(r"__|anon|lpar|token|terminal|dedent|Unexpected", golden, re.IGNORECASE)


def test_every_section_is_broken_in_ten_ways() -> None:
    sections = re.split(r"^=== (\w+)\n", GOLDEN.read_text(encoding="utf-8"), flags=re.MULTILINE)
    for name, body in zip(sections[1::2], sections[2::2], strict=True):
        assert len(re.findall(r"^! ", body, re.MULTILINE)) >= 10, name


# ---- recovery ----------------------------------------------------------------------------------------


def test_each_declaration_is_read_by_itself() -> None:
    text = """\
game 3
players White, Black
board grid(3,
pieces stone of
define x = 3
turn
  choos s in mine
end
  draw
"""
    assert codes(text) == [("S104", 1, 6), ("S104", 3, 11), ("S104", 4, 16), ("S104", 7, 3)]
    tree = parse(Source("a.gdl", text))
    assert [type(i).__name__ for i in tree.items] == ["Players", "Define", "Section", "Section"]


def test_only_the_first_strange_character_is_reported() -> None:
    assert codes("turn\n\tdraw\n\tdraw\n") == [("S102", 2, 1)]
    assert codes("turn\n  draw \x00\x01\n")[0] == ("S108", 2, 8)


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment", "   \n # and blanks"])
def test_nothing_is_no_error_of_syntax(text: str) -> None:
    assert parse(Source("a.gdl", text)).items == ()
    assert codes(text) == []


def test_what_stands_before_the_first_declaration_is_not_lost() -> None:
    assert codes("  turn\n  draw\nend\n  draw\n")[0][0] == "S103"
    assert codes(")\nend\n  draw\n")[0][:2] == ("S101", 1)


@pytest.mark.parametrize("word", sorted(KEYWORDS - set(HEADS) - {"true", "false", "no", "not", "some", "after"}))
def test_words_of_the_language_are_no_names(word: str) -> None:
    assert codes(f"define {word} = 3\n") != []


# ---- limits ------------------------------------------------------------------------------------------


def test_limits() -> None:
    deep = MAX_NESTING
    assert codes(f"define x = {'(' * deep}1{')' * deep}\n") == []
    assert [c for c, _, _ in codes(f"define x = {'(' * (deep + 1)}1{')' * (deep + 1)}\n")] == ["S106"]
    assert [c for c, _, _ in codes("define x = " + "(" * 10_000)] == ["S106"]
    assert [c for c, _, _ in codes("# large\n" * (MAX_SIZE // 8 + 1))] == ["S109"]
    assert {c for c, _, _ in codes("define x = " + "not " * 5_000 + "y\n")} <= {"S106"}
    assert {c for c, _, _ in codes("define x = " + "y.z" * 5_000 + "\n")} <= {"S106"}


@settings(max_examples=100)
@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=300))
def test_any_text_gives_a_tree_or_findings(text: str) -> None:
    for finding in parse(Source("a.gdl", text)).findings:
        assert finding.message
        assert 0 <= finding.span.start <= finding.span.end <= len(finding.span.source.text)


@settings(max_examples=100)
@given(st.sampled_from([p.read_text(encoding="utf-8") for p in RULESETS]), st.randoms(use_true_random=False))
def test_any_mutation_gives_a_tree_or_findings(text: str, random: Random) -> None:
    words = re.split(r"(\s+|[.,(){}])", text)
    for _ in range(random.choice([1, 2, 5])):
        i, j = random.randrange(len(words)), random.randrange(len(words))
        words[i], words[j] = random.choice([(words[j], words[i]), ("", words[j]), (words[j], words[j])])
    tree = parse(Source("a.gdl", "".join(words)))
    assert all(f.code in ("S101", "S103", "S104", "S105", "S106", "S107", "S108") for f in tree.findings)


# ---- trees -------------------------------------------------------------------------------------------


def shape(e: object) -> str:
    """An expression with all its brackets."""
    match e:
        case t.Name(text=text):
            return text
        case t.Integer(value=value):
            return str(value)
        case t.Binary(operator=operator, left=left, right=right):
            return f"({shape(left)} {operator} {shape(right)})"
        case t.Unary(operator=operator, operand=operand):
            return f"({operator} {shape(operand)})"
        case t.Dot(subject=subject, link=link, power=power):
            return f"{shape(subject)}.{shape(link)}" + (f"^{shape(power)}" if power else "")
        case t.Set(items=items):
            return "{" + ", ".join(map(shape, items)) + "}"
        case t.Quantified(operator=operator, query=query):
            names = ", ".join(f"{b.name.text} in {shape(b.source)}" for b in query.binders)
            return f"({operator} {names} where {shape(query.where)})"
        case t.After(value=condition):
            return f"(after …: {shape(condition)})"
        case _:
            return type(e).__name__


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a + b * c - d", "((a + (b * c)) - d)"),
        ("a & b + c", "((a & b) + c)"),
        ("not a = b and c or d", "(((not (a = b)) and c) or d)"),
        ("a when b and c otherwise d when e otherwise f", "(((a when (b and c)) otherwise (d when e)) otherwise f)"),
        ("1..n + 1 - r", "(1 .. ((n + 1) - r))"),
        ("a.b.c^2", "a.b.c^2"),
        ("a.d through empty & theirs", "((a.d through empty) & theirs)"),
        ("stone of me & mine", "((stone of me) & mine)"),
        ("ball.{N, E} - ball", "(ball.{N, E} - ball)"),
        ("some a & b and no c", "((some (a & b)) and (no c))"),
        ("some x in a where b and c or d", "(some x in a where ((b and c) or d))"),
        ("a or not no x in s where b or c", "(a or (not (no x in s where (b or c))))"),
        ("a and after put b on c: d or e", "(a and (after …: (d or e)))"),
        ("a not in b + c", "(a not in (b + c))"),
        ("-a + b", "((- a) + b)"),
        ("a = -1", "(a = (- 1))"),
    ],
)
def test_precedence(text: str, expected: str) -> None:
    define = item(f"define x = {text}\n")
    assert isinstance(define, t.Define)
    assert shape(define.value) == expected


def test_places_are_exact() -> None:
    text = 'define a.b(n) =\n  a.N^n  when n = 2  # so\n  "x{a}-{n + 1}"\n'
    define = item(text)
    assert isinstance(define, t.Define)
    assert isinstance(define.value, tuple)
    guard, label = define.value
    assert guard.span.text == "a.N^n  when n = 2"
    assert (guard.span.line, guard.span.column) == (2, 3)
    assert isinstance(label, t.Text)
    assert [part if isinstance(part, str) else part.span.text for part in label.parts] == ["x", "a", "-", "n + 1"]


def test_comments_are_kept_with_their_places() -> None:
    tree = parse(Source("a.gdl", '# one\ngame "a # b"  # two\n'))
    assert [(c.span.text, c.alone) for c in tree.comments] == [("# one", True), ("# two", False)]


def test_lines_go_on_before_where_as_and_through() -> None:
    section = item('turn\n  choose a in mine\n      where a.N in empty\n      and a in row(1)\n    as "{a}"\n')
    assert isinstance(section, t.Section)
    (choose,) = section.body
    assert isinstance(choose, t.Choose)
    assert shape(choose.query.where) == "((a.N in empty) and (a in Call))"
    assert choose.text is not None


if __name__ == "__main__":
    GOLDEN.write_text(updated(GOLDEN.read_text(encoding="utf-8")), encoding="utf-8")
