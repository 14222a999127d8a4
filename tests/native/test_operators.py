"""The table of operators: whatever the model may hold in play, both backends can work out."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from gdl.model import nodes
from gdl.model.nodes import Op, Var
from gdl.model.operators import OPERATORS, Image, Inside, Logic, Operator, directions, function
from gdl.model.types import Range, Type
from interpreter.native.lower import writing

ROOT = Path(__file__).parents[2]


def test_each_operator_of_play_is_compiled_and_nothing_else() -> None:
    in_play = {name for name, row in OPERATORS.items() if not row.is_text}
    assert set(writing.OPERATORS) == in_play


def test_no_operator_is_named_that_is_not_in_the_table() -> None:
    """Names in patterns (`Op(name="…")`) and in calls of `op("…", …)` within the language's model and checker."""
    named = set()
    for path in (ROOT / "gdl").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for pattern in re.findall(r"Op\(name=((?:\"[^\"]+\"(?: \| )?)+)", text):
            named |= set(re.findall(r'"([^"]+)"', pattern))
        named |= set(re.findall(r'(?<![\w.])op\("([^"]+)",', text))
    assert len(named) > 20
    assert named <= set(OPERATORS)


@pytest.mark.parametrize("name", OPERATORS)
def test_each_row_says_what_it_means(name: str) -> None:
    assert OPERATORS[name].meaning


LISTS = {
    "cli/languages/saying.py": "names of places in texts",
    "gdl/lint/ones.py": "signs that compare one thing, as an author writes them",
    "gdl/lint/ranges.py": "signs that hold one set against another, as an author writes them",
    "gdl/model/operators.py": "the table itself",
    "gdl/check/builtins.py": "functions of the language, by what an author writes",
    "gdl/index/words.py": "words of the language, as editors explain them",
    "gdl/model/meaning.py": "what queries collect, which is no operator",
    "gdl/model/build.py": "what makes the operators on two sets",
    "gdl/syntax/builder.py": "rules of the grammar",
    "gdl/syntax/block_slips.py": "words of the language",
    "gdl/syntax/foreign_signs.py": "signs and words of other languages",
    "gdl/syntax/lines.py": "words and signs with which no line ends",
    "gdl/syntax/vocabulary.py": "words of the language",
    "interpreter/bridges/descriptions/zillions/moves/asking.py": "words of rules files of Zillions",
    "interpreter/bridges/descriptions/zillions/reading/keywords.py": "words of rules files of Zillions",
    "interpreter/bridges/descriptions/zillions/reading/naming.py": "words that are no names in rulesets",
    "gdl/syntax/written.py": "words of the language, and how tightly they bind",
    "interpreter/bridges/descriptions/zillions/writing/goals.py": "words of rules files of Zillions",
    "interpreter/drawing/rule_words.py": "how comparisons are said to players",
    "interpreter/native/lower/expressions.py": "what writes each operator; complete by the first test",
    "interpreter/native/lower/sets.py": "what writes each operator on sets; complete by the first test",
    "interpreter/native/module/c_code.py": "instructions of WebAssembly, as C writes them",
    "interpreter/native/module/emitter.py": "instructions of WebAssembly",
    "interpreter/native/module/wasm.py": "instructions of WebAssembly",
    "interpreter/native/plan/lifting.py": "what is worked out for a whole set; loops do the rest",
}
"""Files that hold a row of names of operators, and why; no other may."""


def named_together(path: Path) -> Iterator[tuple[int, set[str]]]:
    """Where a set, a tuple, a list or a dict is written that holds three names of operators or more."""
    text = path.read_text(encoding="utf-8")
    if sum(f'"{name}"' in text for name in OPERATORS) < 3:  # most files; to read their code would take long
        return
    for node in ast.walk(ast.parse(text)):
        parts = node.elts if isinstance(node, ast.Set | ast.Tuple | ast.List) else []
        keys = node.keys if isinstance(node, ast.Dict) else parts
        names = {key.value for key in keys if isinstance(key, ast.Constant)} & set(OPERATORS)
        if len(names) > 2:
            yield node.lineno, names


def test_only_the_table_lists_operators() -> None:
    found: dict[str, list[tuple[int, set[str]]]] = {}
    for layer in ("gdl", "interpreter", "cli"):
        for path in sorted((ROOT / layer).rglob("*.py")):
            if lists := list(named_together(path)):
                found[path.relative_to(ROOT).as_posix()] = lists
    assert {path: lists for path, lists in found.items() if path not in LISTS} == {}
    assert set(found) == set(LISTS)  # no reason is left over


NUMBERS, SETS, TRUTHS = (lambda a, b: a <= b), (lambda a, b: not a & ~b), (lambda a, b: a <= b)
"""When a value isn't less than another: `a` than `b`."""
ORDERS = {
    "+": (NUMBERS, NUMBERS), "-": (NUMBERS, NUMBERS), "neg": (NUMBERS, NUMBERS), "<": (NUMBERS, TRUTHS),
    "<=": (NUMBERS, TRUTHS), "not": (TRUTHS, TRUTHS), "union": (SETS, SETS), "both": (SETS, SETS),
    "minus": (SETS, SETS), "within": (SETS, TRUTHS), "some": (SETS, TRUTHS), "count": (SETS, NUMBERS),
}  # fmt: skip
WRITTEN = {"and", "or", "rebase", "narrow", "member"}
"""Operators whose meaning is written as lines: no function of plain values."""


def operation(name: str, number: int = 2) -> Op:
    variables = tuple(Var(Type(Range(0, 7)), f"v{i}") for i in range(number))
    return nodes.node(Op, Type(Range(0, 7)), name, variables)


def test_what_follows_an_operand_never_becomes_less_as_it_grows() -> None:
    followed = {name for name in OPERATORS if directions(operation(name))}
    assert followed - set(ORDERS) <= WRITTEN
    for name in followed & set(ORDERS):
        signs, meaning, (grows, follows) = directions(operation(name)), function(name), ORDERS[name]
        values = (False, True) if grows is TRUTHS else range(8)
        for operands in product(values, repeat=len(signs)):
            for (i, sign), more in product(enumerate(signs), values):
                if grows(operands[i], more):
                    before, after = meaning(*operands), meaning(*operands[:i], more, *operands[i + 1 :])
                    assert follows(before, after) if sign > 0 else follows(after, before), (name, operands, more)


def test_a_row_without_a_law_is_an_error() -> None:
    with pytest.raises(TypeError, match="commutes"):
        Operator("the sum", "{} + {}", image=Image.SAME, inside=Inside.NOWHERE, sign=(), logic=Logic.NONE)  # type: ignore[call-arg]
