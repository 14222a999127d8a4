"""What is said about rulesets that can be read but not understood, and by whom they were meant (golden file)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gdl.check.checker import check
from gdl.lint import RULES, lint
from gdl.report import tidy
from gdl.text.findings import Finding
from gdl.text.source import Source

GOLDEN = Path(__file__).parents[1].joinpath("golden") / "messages.txt"
BASE = {
    "game": 'game "Example"\n',
    "players": "players White, Black\n",
    "board": "board grid(8, 8)\n",
    "pieces": "pieces king, man of player\n",
    "turn": "turn\n  choose a in mine, b in a.adjacent - mine\n  move a to b\n",
    "end": "end\n  win me if no theirs\n  lose next if stuck\n",
}
"""What stands around a piece of a ruleset, but for what it says itself."""


def whole(part: str) -> tuple[str, int]:
    """A ruleset with this part in it, and how many lines stand above the part."""
    if re.search(r"^game \".*extends", part, re.MULTILINE):
        return part, 0
    said = {word for word in BASE if re.search(rf"^{word}(?! has)\b", part, re.MULTILINE)}
    around = "".join(text for word, text in BASE.items() if word not in said)
    return around + part, around.count("\n")


def found(part: str) -> list[tuple[int, Finding]]:
    """What is found in a part, each with its line there."""
    text, above = whole(part)
    findings = tidy(check(Source("a.gdl", text)).findings)
    return [(f.span.line - above, f) for f in findings]


def said(part: str) -> str:
    """Each finding below the line it is about: carets, the message, the hint."""
    findings = found(part + "\n")
    above = whole(part)[1]
    shown = [line for line, _ in findings if line < 1]
    assert not shown, (part, findings)
    rows = []
    for number, line in enumerate(part.split("\n"), 1):
        rows.append(line)
        for at, f in findings:
            if at == number:
                width = f.span.end - f.span.start if f.span.end_line == f.span.line else 1
                hint = f" – {f.hint}" if f.hint else ""
                places = re.sub(r"a\.gdl:(\d+)", lambda m: f"line {int(m[1]) - above}", f"{f.message}{hint}")
                rows.append(f"! {' ' * max(f.span.column - 3, 0)}{'^' * max(width, 1)} {f.code} {places}")
    return "\n".join(rows)


def snippets(golden: str) -> list[str]:
    """The texts of the golden file, without what is said about them."""
    bare = re.sub(r"^! .*\n", "", golden, flags=re.MULTILINE)
    return [part.strip("\n") for part in re.split(r"\n\n+", bare)]


def updated(golden: str) -> str:
    """The golden file with what is said today."""
    return "\n\n".join(part if part[:1] in "#=" else said(part) for part in snippets(golden)) + "\n"


def test_broken_rulesets() -> None:
    golden = GOLDEN.read_text(encoding="utf-8")
    assert updated(golden) == golden, "run python tests/gdl/test_messages.py, and read the difference"


def test_each_is_found_and_told_what_to_do() -> None:
    """One mistake, one finding; and a hint."""
    for part in snippets(GOLDEN.read_text(encoding="utf-8")):
        if part[:1] not in "#=":
            findings = [f for _, f in found(part + "\n")]
            assert len(findings) == 1, part
            assert findings[0].hint, part
            assert findings[0].code in RULES


def test_no_message_speaks_of_our_own_words() -> None:
    golden = GOLDEN.read_text(encoding="utf-8")
    assert not re.search(r"Thing|Expr|Shape|Domain|NoneType|subscript|object at", golden)


@pytest.mark.parametrize(("blank", "name"), [("\xa0", "no-break space (U+00A0)"), ("\u2003", "em space (U+2003)")])
def test_a_blank_of_another_kind_is_named(blank: str, name: str) -> None:
    ((line, finding),) = found(f"turn\n  choose a in{blank}mine\n  remove a\n")
    assert (line, finding.code) == (2, "S108")
    assert name in finding.message
    assert finding.hint.startswith("write a plain space")


def test_a_block_that_others_call_rightly_is_blamed_only_where_it_is_not() -> None:
    part = "define go(x)\n  move a1 to x\nturn\n  choose a in mine\n  go(a)\n  go(3)\n  go(a.c)\n"
    assert [(line, f.code) for line, f in found(part)] == [(6, "T339"), (7, "T339")]


def test_a_define_that_is_wrong_for_everybody_is_blamed_itself() -> None:
    part = "define s.odd = s.c + me\nturn\n  choose a in mine where a.odd = 3\n  remove a\n"
    ((line, _),) = found(part)
    assert line == 1


def test_an_unused_subject_is_left_away_with_the_parameters_kept() -> None:
    text, _ = whole("define s.back(d) = row(1).d\nturn\n  choose a in mine, b in a.back(N)\n  move a to b\n")
    (finding,) = lint([Source("a.gdl", text)], select=["N252"])
    assert finding.hint == "write `define back(d) = …`"


def test_a_helper_value_needs_no_mention_in_the_text() -> None:
    choose = 'choose a in mine, n in {count(a.adjacent)}, b in a.adjacent where n > 2 as "{a}{b}"'
    turn = f"turn\n  {choose}\n  move a to b\n"
    assert lint([Source("a.gdl", whole(turn)[0])], select=["R671"]) == []


def test_a_variant_is_told_what_there_is_to_replace(tmp_path: Path) -> None:
    base = whole("define p.goal = row(8)\ndefine a.steps(p) = a.adjacent\noption size: 3..9 = 4 \"how large\"\n")[0]
    (tmp_path / "base.gdl").write_text(base)

    def told(lines: str) -> tuple[str, str]:
        source = Source(str(tmp_path / "variant.gdl"), f'game "Variant" extends "base"\n{lines}\n')
        (finding,) = (f for f in check(source).findings if f.span.source is source)
        return finding.code, finding.hint

    assert told("replace define a.stepps = row(1)") == ("O803", "did you mean `a.steps(p)` (base.gdl:12)?")
    assert told("replace define goal = row(1)") == ("O803", "base.gdl:11 defines it as `p.goal`")
    assert told("replace define xyz = row(1)") == ("O803", "there are `p.goal`, `a.steps(p)`")
    assert told("set sise = 3") == ("O801", "did you mean `size`?")
    assert told("set colours = 3") == ("O801", "the options are `size`")
    assert told("define p.goal = row(2)") == ("O804", "write `replace define p.goal …`")


def test_a_piece_of_a_game_without_pieces_has_no_parts() -> None:
    text = whole("game has seen: piece?\n")[0].replace(BASE["pieces"], "")
    for part in ("owner", "kind"):
        findings = check(Source("a.gdl", f"{text}define x = seen.{part}\ndefine y = x\n")).findings
        assert findings, part
        assert all(f.hint for f in findings), part


def test_who_has_written_otherwise_is_told_what_is_wrong_with_it() -> None:
    """The advice to write `… otherwise …` leads nowhere for whoever has done so."""
    text = whole("game has last: site = a1\n")[0]
    text = text.replace("  move a to b\n", "  move a to b\n  last = b.N otherwise a.N\n")
    (finding,) = (f for f in check(Source("a.gdl", text)).findings if f.code == "T337")
    assert finding.hint == "nothing says that `a.N` is there: end with a value that surely is"


if __name__ == "__main__":
    GOLDEN.write_text(updated(GOLDEN.read_text(encoding="utf-8")), encoding="utf-8")
