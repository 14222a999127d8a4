"""Lint: every code by its own examples, and how findings are chosen, silenced and merged."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from textwrap import dedent
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from once import faults
from sample import daily

from gdl import lint, report
from gdl.check.checker import check
from gdl.lint import RULES, UnknownCode, codes, explain, runs
from gdl.lint.described import described
from gdl.lint.page import page
from gdl.lint.pages import FOLDER, pages
from gdl.lint.rule import Rule, example
from gdl.lint.runs import Way, combinations
from gdl.text.findings import Finding
from gdl.text.source import Source
from interpreter.lab.lint import MODULES

assert MODULES, "imported for the rules that it adds"
ROOT = Path(__file__).parents[2]
every_rule = pytest.mark.parametrize("rule", [RULES[code] for code in sorted(RULES)], ids=lambda rule: rule.code)
every_static_rule = pytest.mark.parametrize(  # those that play are tried in tests/interpreter/lint
    "rule", [RULES[code] for code in sorted(RULES) if not RULES[code].plays], ids=lambda rule: rule.code
)


def linted(text: str, **options: Any) -> list[Finding]:
    return lint.lint([Source("a.gdl", dedent(text))], **options)


def said(findings: list[Finding]) -> list[tuple[str, int]]:
    return [(f.code, f.span.line) for f in findings]


# ---- the codes ---------------------------------------------------------------------------------------


@every_static_rule
def test_the_bad_example_has_the_fault(rule: type[Rule]) -> None:
    found = faults(rule)
    assert found
    assert {f.severity for f in found} == {rule.severity}
    assert all(f.hint for f in found), "it says what to do"


def test_descriptions_in_files_are_read_whole() -> None:
    """What can't be read as a heading or an example would stand in the explanation."""
    headings = [line for path in (ROOT / "gdl/lint/described").glob("*.md")
                for line in path.read_text(encoding="utf-8").split("\n") if line.startswith("#")]  # fmt: skip
    assert len(described()) == sum(line.startswith("## ") for line in headings) > 100
    assert not [rule.code for rule in described().values() if "###" in rule.explanation()]
    assert all("bad" in vars(rule) for rule in described().values())


@every_static_rule
def test_the_good_example_is_clean(rule: type[Rule]) -> None:
    assert lint.outcome([Source("a.gdl", rule.good)], begin=rule.begins).findings == []


@every_rule
def test_a_rule_says_what_it_means(rule: type[Rule]) -> None:
    assert re.fullmatch(r"[A-Z]\d{3}", rule.code)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", rule.name)
    title, _, text = rule.explanation().partition("\n\n")
    assert title.endswith(".")
    assert len(text) > 20
    assert len(title) < 110


def test_names_are_distinct() -> None:
    assert len({rule.name for rule in RULES.values()}) == len(RULES)


def test_every_code_that_is_raised_has_a_rule_and_the_other_way_round() -> None:
    """Codes stand in the sources as `"N201"`; the rules' own classes name theirs once, as `code`."""
    raised = set()
    for path in (ROOT / "gdl").rglob("*.py"):
        if path.parent.name != "lint":
            text = re.sub(r"#.*", "", path.read_text(encoding="utf-8"))
            raised |= set(re.findall(r"\"([A-Z]\d{3})\"", text))
    detecting = {code for code, rule in RULES.items() if rule.check is not Rule.check}
    detecting |= {"W952", "W953", "W954", "W963"} | {code for code, rule in RULES.items() if rule.plays}
    assert raised - set(RULES) == set(), "document these codes in gdl/lint"
    assert set(RULES) - raised - detecting == set(), "nothing raises these codes any more"


# ---- pages -------------------------------------------------------------------------------------------


def test_the_pages_are_up_to_date() -> None:
    wanted = pages()
    there = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.md")}
    stale = sorted(name for name in wanted.keys() | there.keys() if wanted.get(name) != there.get(name))
    assert stale == [], "run: python -m interpreter.lab.lint.pages"


@every_static_rule
def test_the_right_parts_put_into_the_wrong_example_make_the_right_one(rule: type[Rule]) -> None:
    """A page shows only the parts that change: a reader who changes these has the right example."""
    deleted, _, changed = page(rule, "").partition("## Wrong")[2].partition("## Right")
    blocks = re.findall(r"^```\n(.*?)^```", changed, re.DOTALL | re.MULTILINE)
    new = [part for block in blocks for part in re.split(r"\n{2,}(?=\S)", block.strip("\n"))]
    kept = [part for part in re.split(r"\n{2,}(?=\S)", rule.good.strip("\n")) if part not in new]
    assert set(kept) <= set(re.split(r"\n{2,}(?=\S)", rule.bad.strip("\n")))
    assert new or "## Delete" in deleted


def test_explain_knows_codes_and_names() -> None:
    assert explain("n201") == explain("unknown-name")
    assert explain("N201").startswith("# N201 unknown-name")
    with pytest.raises(UnknownCode, match="did you mean `N2"):
        explain("N2O1")


# ---- one run says all --------------------------------------------------------------------------------


def test_an_error_in_one_part_hides_none_in_another() -> None:
    text = """\
        game "Example"

        players White, Black
        board grid(3, 3)
        pieces stone of player

        define first = {a1, b1,, c1}
        define second = row(9, 9)

        setup
          put stone of White on z9

        turn
          choose s in emty
          put stone of me on s

        end
          win me if some first & second & mien
          draw if no empty = 3
        """
    assert said(linted(text)) == [
        ("P551", 5), ("S104", 7), ("T320", 8), ("N201", 11), ("N201", 14), ("N201", 18), ("S104", 19),
    ] or {line for _, line in said(linted(text))} >= {7, 8, 11, 14}  # fmt: skip


def test_several_files_at_once_in_order() -> None:
    broken = example().replace("empty", "emty")
    found = lint.lint([Source("b.gdl", broken), Source("a.gdl", broken)])
    assert [f.span.source.name for f in found] == ["a.gdl"] * 2 + ["b.gdl"] * 2


def test_what_depends_on_options_is_found() -> None:
    text = example(
        'option size: 2..4 = 3 "squares along a side"',
        board="board grid(size, size)",
        end="win me if c3 in mine\ndraw if no empty",
    )
    (finding,) = linted(text)
    assert finding.code == "N201"
    assert "size = 2" in finding.message


def test_numbers_of_players_are_tried() -> None:
    text = example(
        players="players 2..4", board="board grid(count(player), 3)", end="win me if c3 in mine\ndraw if no empty"
    )
    assert "N201" in {f.code for f in linted(text)}
    assert "N201" not in {f.code for f in linted(text.replace("players 2..4", "players 3..4"))}


@pytest.mark.parametrize(
    ("players", "played"),
    [
        ("players 2..1 + 2", {(3, 2), (3, 3), (2, 2), (2, 3), (4, 2), (4, 3)}),
        ("players fewest..count({1, 2, 3})", {(3, 2), (3, 3), (2, 2), (2, 3), (4, 2), (4, 3)}),
        ("players 2..seats", {(2, 2), (3, 2), (3, 3), (4, 2), (4, 3), (4, 4)}),
        ("players seats..seats", {(2, 2), (3, 3), (4, 4)}),
        ("players fewest..seats - fewest + 2", {(2, 2), (3, 2), (3, 3), (4, 2), (4, 3), (4, 4)}),
    ],
)
def test_numbers_of_players_that_are_worked_out_are_tried(players: str, played: set[tuple[int, int]]) -> None:
    """Only as many as play by default were tried, and nothing said so. More than an option allows isn't an error."""
    text = example(
        'define fewest = 2\noption seats: 2..4 = 3 "players at most"',
        players=players,
        board="",
        pieces="",
        turn="choose n in 1..6",
        end="win me if seats > 2 and count(player) = fewest",
    )
    tried = runs.run(Source("a.gdl", text)).models
    assert {(model.options[0].value, len(model.players)) for model in tried} == played
    assert not [finding for finding in linted(text) if finding.severity == "error"]


def test_many_combinations_are_tried_at_their_ends() -> None:
    options = "\n".join(f'option o{n}: 0..99 = 1 "a number"' for n in range(4))
    text = example(options, end=f"win me if count(mine) = {' + '.join(f'o{n}' for n in range(4))}\ndraw if no empty")
    ways = [{n: v for n, v in way.items() if v != 1} for way, _ in ways_of(text)]
    ends = [{f"o{n}": end} for n in range(4) for end in (0, 99)]
    assert [*ends, *({f"o{n}": end for n in range(4)} for end in (0, 99))] == ways
    assert linted(text) == []


def test_few_combinations_are_all_tried() -> None:
    options = 'option size: 3..5 = 3 "squares along a side"\noption fast: truth = false "another"'
    text = example(options, board="board grid(size, size)", end="win me if fast or no empty")
    assert len(ways_of(text)) == 3 * 2 - 1


def test_of_a_long_range_the_ends_are_tried_with_all_values_of_other_options() -> None:
    """A hundred goals would have a large ruleset checked a hundred times, to say the same each time."""
    options = 'option goal: 20..119 = 50 "points"\noption size: 3..5 = 3 "squares along a side"'
    text = example(options, board="board grid(size, size)", end="win me if count(mine) > goal\ndraw if no empty")
    ways = [(way["goal"], way["size"]) for way, _ in ways_of(text)]
    assert sorted(ways) == [(g, s) for g in (20, 50, 119) for s in (3, 4, 5) if (g, s) != (50, 3)]


def test_that_nothing_ends_the_game_is_told_once_where_its_end_is() -> None:
    """Rules with an `end` were told to add one. The message points at the `end` that is there, and stands once."""
    text = example(turn="choose s in empty\nput stone of me on s", end="remove b2 if b2 in theirs")
    (found,) = [f for f in linted(text) if f.code.startswith("E7")]
    assert (found.code, found.span.text) == ("E704", "end")
    assert found.hint.startswith("say in `end`")


def test_a_condition_that_an_untried_option_may_fulfil_is_no_constant() -> None:
    few = 'option size: 3..9 = 3 "squares along a side"'
    many = few + '\noption far: 0..999 = 1 "a number"\ndefine goal = far'
    for options in (few, many):
        assert linted(example(options, end="win me if size = 5\ndraw if no empty"), select=["R651"]) == []
    end = "win me if {}\ndraw if no empty"
    assert linted(example(many, end=end.format("goal = 77")), select=["R651"]) == []
    assert linted(example(few, end=end.format("size = 2 + 8")), select=["R651"]) != []
    assert linted(example(many, end=end.format("1 = 2")), select=["R651"]) != []


def test_an_option_with_a_hundred_thousand_values_costs_nothing() -> None:
    text = example('option far: 0..99999 = 1 "a number"', end="win me if count(mine) > far\ndraw if no empty")
    assert [way["far"] for way, _ in ways_of(text)] == [0, 99999, 0, 99999]


def test_a_note_says_that_not_all_combinations_were_tried() -> None:
    few = example('option size: 3..9 = 3 "squares along a side"', board="board grid(size, size)")
    many = example('option far: 0..999 = 1 "a number"', end="win me if count(mine) > far\ndraw if no empty")
    assert lint.outcome([Source("a.gdl", few)]).notes == []
    assert lint.outcome([Source("a.gdl", few)], most=3).notes == [
        "a.gdl: 4 combinations of options tried; there are more"
    ]
    assert lint.outcome([Source("a.gdl", many)]).notes == ["a.gdl: 5 combinations of options tried; there are more"]


def ways_of(text: str) -> list[Way]:
    model = check(Source("a.gdl", text)).model
    assert model is not None
    return combinations(model, [2])


# ---- choosing and silencing ----------------------------------------------------------------------------

UNUSED = "define edge = row(1) + row(3)"


def test_select_and_ignore_take_codes_and_their_beginnings() -> None:
    text = example(UNUSED, turn="choose s in emty\nput stone of me on s")
    assert {f.code for f in linted(text)} == {"N201", "N250"}
    assert {f.code for f in linted(text, select=["N250"])} == {"N250"}
    assert {f.code for f in linted(text, select=["N"], ignore=["N25"])} == {"N201"}
    assert linted(text, ignore=["n"]) == []
    with pytest.raises(UnknownCode, match="no finding has the code `X`"):
        linted(text, select=["X"])
    assert codes(["S10"]) == [code for code in RULES if code.startswith("S10")]


@pytest.mark.parametrize(
    "line",
    [
        UNUSED + "  # lint: ignore N250 – for variants",
        UNUSED + "  # LINT: ignore N250, N251 - for variants",
        UNUSED + "  # lint: ignore N251 N250 – for variants",
        "# lint: ignore N250 – for variants\n# of all kinds\n" + UNUSED,
    ],
)
def test_a_comment_beside_or_above_a_line_silences(line: str) -> None:
    assert "N250" not in {f.code for f in linted(example(line))}


def test_comments_that_silence_nothing_are_found() -> None:
    text = example(
        "# lint: ignore N250 – nothing here\ndefine a = b2  # lint: ignore N9999, n251 – why\n"
        + UNUSED
        + " # lint: ignore"
    )
    found = [(f.code, f.span.text) for f in linted(text, ignore=["N250"])]
    assert found == [("W953", "N9999"), ("W952", "n251"), ("W953", "# lint: ignore")]


def test_nothing_is_said_of_ignores_for_codes_that_are_not_looked_for() -> None:
    text = example(UNUSED + "  # lint: ignore N250 – for variants")
    assert linted(text, ignore=["N250"]) == []
    assert linted(text, select=["W"]) == []


# ---- broken rulesets -----------------------------------------------------------------------------------

SHIPPED = sorted(ROOT.glob("rulesets/**/*.gdl"))


@settings(max_examples=40)
@given(st.sampled_from(SHIPPED), st.randoms(use_true_random=False))
def test_broken_rulesets_give_findings_with_places_and_pages(path: Path, random: Random) -> None:
    words = re.split(r"(\s+|[.,(){}])", path.read_text(encoding="utf-8"))
    for _ in range(random.choice([1, 2, 4])):
        i, j = random.randrange(len(words)), random.randrange(len(words))
        words[i], words[j] = random.choice([(words[j], words[i]), ("", words[j]), (words[j], words[j])])
    for finding in lint.lint([Source(str(path), "".join(words))], most=0):
        assert finding.code in RULES
        assert 0 <= finding.span.start <= finding.span.end <= len(finding.span.source.text)
        assert report.text(finding).count("^") >= 1


def test_what_cannot_be_read_counts_as_used() -> None:
    text = example(
        "define edge = row(1)\ngame has last: site?", turn="choose s in edge - last\nput stone off me on s\nlast = s"
    )
    assert [f.code for f in linted(text)] == ["S104"]


def test_an_unknown_name_is_told_once_for_each_declaration() -> None:
    text = example(turn="choose s in emty\nput stone of me on emty\nremove emty", end="draw if no emty")
    assert [(f.code, f.message) for f in linted(text, select=["N"])] == [
        ("N201", "nothing is called `emty` here, and 2 more times below"),
        ("N201", "nothing is called `emty` here"),
    ]


# ---- what a rule must not find -------------------------------------------------------------------------


def test_a_base_may_define_what_its_variants_use(tmp_path: Path) -> None:
    (tmp_path / "base.gdl").write_text(
        example("define goal = row(3)", end="win me if goal within mine\ndraw if no empty")
    )
    variant = tmp_path / "variant.gdl"
    variant.write_text('game "Variant" extends "base"\n\nreplace define goal = row(2)\n')
    assert lint.lint([Source(str(variant), variant.read_text())]) == []


FEW_RUNS = 40
"""Where options have more combinations than this, each option is tried at its ends. `gdl lint rulesets` tries more, and
is run before a change lands."""


@pytest.mark.parametrize("path", daily(SHIPPED), ids=lambda path: path.stem)
def test_what_ships_is_clean(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "MAX_RUNS", FEW_RUNS)
    check_clean(path, ignore=["W952"])  # what a comment silences may come of a combination that isn't tried


@pytest.mark.deep
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_what_ships_is_clean_in_many_combinations(path: Path) -> None:
    check_clean(path)


def check_clean(path: Path, ignore: Sequence[str] = ()) -> None:
    """Nothing is found."""
    found = lint.lint([Source(str(path), path.read_text(encoding="utf-8"))], ignore=ignore)
    assert [f"{f.span.where} {f.code} {f.message}" for f in found] == []


@pytest.mark.parametrize("rule", [r for _, r in sorted(RULES.items())], ids=lambda rule: rule.code)
def test_the_good_example_is_the_bad_one_put_right(rule: type[Rule]) -> None:
    """Most lines of what is right stand in what is wrong, too; what is too long for a reason may be cut."""
    bad, good = (set(filter(None, map(str.strip, text.split("\n")))) for text in (rule.bad, rule.good))
    assert len(good - bad) <= max(4, len(good) / 2), sorted(good - bad)
