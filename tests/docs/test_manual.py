"""The manual, the README and the page on scenarios: every example runs, and nothing of the language is left out."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml
from examples import DOCS, Example, examples, joined, moves_hold

from gdl.check.builtins import CALLS
from gdl.check.checker import check
from gdl.check.prelude import Prelude
from gdl.lint import lint
from gdl.pictures import PICTURES, STYLES
from gdl.syntax import tree
from gdl.syntax.formatter import format as tidy
from gdl.syntax.parser import parse
from gdl.syntax.tree import Define, Direction, Shape, Sites
from gdl.syntax.vocabulary import BUILT_IN, KEYWORDS
from gdl.text.source import Source
from interpreter import Game, MoveError, RuleError, State
from interpreter.drawing.colours import NAMES
from interpreter.game import scenarios
from interpreter.graph.chance import Chance

MANUAL = DOCS / "docs" / "language.md"
PAGES = [MANUAL, DOCS / "README.md", DOCS / "docs" / "scenarios.md", DOCS / "docs" / "native.md"]
GRAMMAR = DOCS / "gdl" / "syntax" / "grammar.lark"
LIBRARY: dict[str, str] = {}
EXAMPLES = [example for page in PAGES for example in examples(page, LIBRARY)]
AT_RANDOM, PLIES = 2, 120


def of(language: str) -> list[Any]:
    return [pytest.param(e, id=e.id) for e in EXAMPLES if e.language == language]


def faulty() -> set[int]:
    """The examples of mistakes: those before a `text` block."""
    return {id(one) for one, then in pairwise(EXAMPLES) if one.language == "gdl" and then.language == "text"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the page's own games lie, so that others can extend them."""
    path = tmp_path_factory.mktemp("manual")
    for name, text in LIBRARY.items():
        (path / f"{name}.gdl").write_text(text, encoding="utf-8")
    return path


def named(example: Example) -> str:
    return example.marks.get("name", "example")


def loaded(rules: str, folder: Path, name: str = "example") -> Game:
    return Game.parse(rules, name=str(folder / f"{name}.gdl"))


def at_random(game: Game, number: int) -> State:
    """A random game, or its beginning."""
    state, chance = game.start(1, number), Chance(1, number)
    for ply in range(PLIES):
        if state.is_over:
            break
        state = state.play(state.moves[chance.pick(len(state.moves), ply)])
    return state


# ---- examples --------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", of("gdl"))
def test_an_example_is_right_and_can_be_played(example: Example, folder: Path) -> None:
    if id(example) in faulty():
        return  # seen together with its message
    source = Source(str(folder / f"{named(example)}.gdl"), example.rules)
    strict = example.is_complete and "host" not in example.marks
    found = lint([source], ignore=["P551"], most=10) if strict else check(source).findings
    assert not [f"{f.span.line}: {f.code} {f.message} ({f.hint})" for f in found]
    game = loaded(example.rules, folder, named(example))
    for number in range(AT_RANDOM):
        at_random(game, number)


@pytest.mark.parametrize("example", of("gdl"))
def test_an_example_has_the_usual_layout(example: Example) -> None:
    assert example.text.startswith(" ") or tidy(example.text) == example.text, "run: python tests/docs/test_manual.py"


@pytest.mark.parametrize("example", of("values"))
def test_an_expression_has_the_value_that_is_shown(example: Example, folder: Path) -> None:
    branches = "  or\n".join(f"    choose k in 1..1 as {expression}\n" for expression, _ in example.rows)
    state = loaded(joined(example.rules, f"turn\n  either\n{branches}", "turn"), folder).start(1)
    got = [move.text.replace(",", ", ") or "nothing" for move in state.moves]
    assert list(zip([e for e, _ in example.rows], got, strict=True)) == example.rows


@pytest.mark.parametrize("example", of("moves"))
def test_moves_are_those_that_are_shown(example: Example, folder: Path) -> None:
    moves_hold(loaded(example.rules, folder), example)


@pytest.mark.parametrize("example", of("text"))
def test_a_mistake_has_the_message_that_is_shown(example: Example, folder: Path) -> None:
    text = example.text.strip()
    source = Source(str(folder / "example.gdl"), example.rules)
    if re.match(r"[A-Z]\d{3} ", text):
        errors = [f for f in lint([source], most=0) if f.severity == "error" or f.code in text]
        assert [f"{f.code} {f.message}" + (f" ({f.hint})" if f.hint else "") for f in errors] == text.split("\n")
        return
    game = loaded(example.rules, folder)
    with pytest.raises((RuleError, MoveError)) as problem:
        for number in range(10):
            at_random(game, number)
    assert text in str(problem.value)


@pytest.mark.parametrize("example", of("yaml"))
def test_a_position_or_scenario_is_right(example: Example, folder: Path) -> None:
    data = yaml.safe_load(example.text)
    if "position" in example.marks:
        game = loaded(LIBRARY[example.marks["position"]], folder)
        assert game.position(data).position() == data
    elif "scenarios" in data:
        file = folder / "scenarios.yaml"
        file.write_text(example.text, encoding="utf-8")
        results = list(scenarios.run(scenarios.read(file)))
        assert results
        assert all(result.passed for result in results), "\n".join(map(str, results))


# ---- nothing is missing ----------------------------------------------------------------------------


@cache
def manual() -> str:
    """The manual, without the grammar at its end."""
    return MANUAL.read_text(encoding="utf-8").partition("```lark\n")[0]


@cache
def code() -> str:
    """What stands in the manual as code: in blocks and between backticks."""
    return "\n".join([*fragments(), *re.findall(r"`([^`\n]+)`", manual())])


def fragments() -> list[str]:
    """The blocks of rules."""
    return re.findall(r"^```gdl\n(.*?)^```", manual(), re.DOTALL | re.MULTILINE)


def shown(word: str) -> bool:
    return re.search(rf"(?<![\w]){re.escape(word)}(?![\w])", code()) is not None


def test_the_grammar_shown_is_the_grammar_used() -> None:
    text = MANUAL.read_text(encoding="utf-8")
    block = re.search(r"^```lark\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    assert block and block[1] == GRAMMAR.read_text(encoding="utf-8"), "run: python tests/docs/test_manual.py"


def test_the_list_of_reserved_words_is_complete() -> None:
    (row,) = [line for line in manual().split("\n") if line.startswith("`after`")]
    assert set(re.findall(r"`(\w+)`", row)) == KEYWORDS


@pytest.mark.parametrize("word", sorted(KEYWORDS))
def test_every_word_of_the_language_is_shown_at_work(word: str) -> None:
    tables = [line for line in manual().split("\n") if line.startswith("|")]
    assert any(re.search(rf"(?<!\w){word}(?!\w)", text) for text in [*fragments(), *tables])


def test_every_form_of_the_grammar_is_used_by_some_example() -> None:
    nodes = [kind for kind in vars(tree).values() if isinstance(kind, type) and issubclass(kind, tree.Node)]
    kinds = {kind.__name__ for kind in nodes if kind not in (tree.Node, tree.Statement)}
    found: set[str] = set()

    def walk(value: object) -> None:
        if isinstance(value, tuple):
            for one in value:
                walk(one)
        elif hasattr(value, "span"):
            found.add(type(value).__name__)
            for one in vars(value).values():
                walk(one)

    for example in EXAMPLES:
        if example.language == "gdl":
            walk(parse(Source("example", example.rules)).items)
    assert kinds - found == set()


@pytest.mark.parametrize("word", BUILT_IN)
def test_every_word_that_a_ruleset_finds_is_explained(word: str) -> None:
    assert shown(word)


@pytest.mark.parametrize("name", sorted(CALLS))
def test_every_function_has_a_value_in_a_table(name: str) -> None:
    assert any(f"{name}(" in expression for e in EXAMPLES if e.language == "values" for expression, _ in e.rows)


@pytest.mark.parametrize("name", Prelude.shape_names())
def test_every_board_that_ships_is_documented(name: str) -> None:
    (row,) = [line for line in manual().split("\n") if line.startswith(f"| `{name}")]
    shape = Prelude().shape(name)
    assert isinstance(shape, Shape)
    signature = name + (f"({', '.join(p.text for p in shape.parameters)})" if shape.parameters else "")
    assert f"`{signature}`" in row
    for item in shape.items:
        match item:
            case Direction():
                assert re.search(rf"[` ]{item.name.text}[` ]", row), item.name.text
            case Define():
                assert re.search(rf"[`.]{item.name.text}[`(]", row), item.name.text
            case Sites():
                assert all(f"`{binder.name.text}`" in row for binder in item.query.binders)


def test_the_colours_are_those_that_screens_know() -> None:
    (text,) = re.findall(r"^Colours are (.*?)\.$", manual(), re.DOTALL | re.MULTILINE)
    assert set(re.split(r",\s", text)) == set(NAMES) - {"gray"}


def test_every_define_of_the_prelude_is_documented() -> None:
    rows = "\n".join(line for line in manual().split("\n") if line.startswith("|"))
    assert [name for _, name in Prelude().defines if not re.search(rf"`(\w\.)?{name}[`(]", rows)] == []


def test_the_styles_and_pictures_are_all_there_are() -> None:
    for head, words in (("Styles of boards", STYLES), ("Pictures", PICTURES)):
        (text,) = re.findall(rf"^{head} are (.*?)\.(?:$| )", manual(), re.DOTALL | re.MULTILINE)
        assert tuple(re.findall(r"`(\w+)`", text)) == words


# ---- limits ----------------------------------------------------------------------------------------

LIMIT = re.compile(r"([\d,]+)([^|\d\n]*<!-- ((?:[a-z]+\.)?[A-Z_]+) -->)")
INTERNAL = {
    "shapes.MAX_TUPLES", "fold.MAX_ENTRIES", "fold.MAX_LEAVES", "texts.MAX_EARLIER",
    "build.MAX_STATIC_IN_ALL", "build.MAX_STATIC_WORK",
    "ini.MAX_LINE", "ini.MAX_NAME", "ini.MAX_SECTIONS",
    "possible.MAX_CASES", "secrets.MAX_NODES", "suggest.MAX_COMPARED", "abi.MAX_TRIES", "watched.MAX_QUESTION",
}  # fmt: skip
"""Limits that no author comes to know."""


@cache
def limits() -> dict[str, int]:
    """The limits in the code, by the name of their file and their own. The compiler's are none: beyond them the
    reference interpreter plays."""
    constant = re.compile(r"^(MAX_\w+|\w+_LIMIT) = ([\d_]+)", re.MULTILINE)
    found: dict[str, int] = {}
    for path in [*(DOCS / "gdl").rglob("*.py"), *(DOCS / "interpreter").rglob("*.py")]:
        if "native" in path.parts:
            continue
        for name, number in constant.findall(path.read_text(encoding="utf-8")):
            found[f"{path.stem}.{name}"] = int(number)
    return found


def limit(name: str) -> str:
    """A limit as the manual writes it; its file needn't be said where only one has it."""
    (value,) = [value for key, value in limits().items() if f".{key}".endswith(f".{name}")]
    return f"{value:,}"


@pytest.mark.parametrize(("number", "name"), [(m[1], m[3]) for m in LIMIT.finditer(manual())])
def test_a_limit_is_what_the_code_says(number: str, name: str) -> None:
    assert limit(name) == number, "run: python tests/docs/test_manual.py"


def test_every_limit_is_stated() -> None:
    stated = [m[3] for m in LIMIT.finditer(manual())]
    missing = [key for key in limits() if key not in INTERNAL and not any(f".{key}".endswith(f".{n}") for n in stated)]
    assert missing == []


WITHIN = """game "Limits"
players White, Black
board grid(3, 3)
pieces stone(number: 1..{numbers}) of player
type die = 1..{kept}
die has left: truth
turn
  choose s in empty
  put stone(1) of me on s
end
  draw if no empty
"""


@pytest.mark.parametrize(("numbers", "kept", "code"), [(200, 100_000, ""), (201, 9, "P504"), (9, 100_001, "T305")])
def test_limits_without_a_name(numbers: int, kept: int, code: str) -> None:
    errors = [f.code for f in check(Source("a", WITHIN.format(numbers=numbers, kept=kept))).findings]
    assert errors == ([code] if code else [])
    assert f"| {max(numbers - 1, 200)}" in manual()
    assert "100,000" in manual()


if __name__ == "__main__":  # brings limits, grammar and the layout of examples in the manual up to date
    head = LIMIT.sub(lambda m: limit(m[3]) + m[2], manual())
    head = re.sub(r"(?<=^```gdl\n)(?! ).*?(?=^```)", lambda m: tidy(m[0]), head, flags=re.DOTALL | re.MULTILINE)
    MANUAL.write_text(f"{head}```lark\n{GRAMMAR.read_text(encoding='utf-8')}```\n", encoding="utf-8")
