"""The words of the language: each has one home, the grammar or the table of what is built in."""

from __future__ import annotations

import re

import pytest

from gdl.check.builtins import CALLS
from gdl.lint import lint
from gdl.lint.rule import example
from gdl.syntax.parser import lalr, parse
from gdl.syntax.vocabulary import (
    FACTS,
    FUNCTIONS,
    GOING_ON,
    HEADS,
    KEYWORDS,
    SECTIONS,
    STATEMENTS,
    VALUES,
    WORDS,
    _First,
    first,
)
from gdl.text.source import Source
from interpreter.bridges.formats.table import KNOWN
from interpreter.bridges.protocols.uci import DIALECTS


def test_every_word_that_the_parser_knows_is_a_keyword() -> None:
    """Lark's own terminals: those that stand for a word by themselves, or for one of several."""
    parser = lalr()
    words = set()
    for terminal in parser.terminals:
        pattern = terminal.pattern.value
        if re.fullmatch(r"[a-z]+", pattern):
            words.add(pattern)
        elif found := re.fullmatch(r"\((\w+(?:\|\w+)*)\)\\b", pattern):
            words |= set(found[1].split("|"))
    assert words == KEYWORDS


def test_every_built_in_function_is_in_the_table_and_the_other_way_round() -> None:
    assert {*CALLS, "around"} == set(FUNCTIONS)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_hints_know_every_function(name: str) -> None:
    (finding,) = parse(Source("a.gdl", f"define a = {name} mine\n")).findings
    assert finding.hint == f"write `{name}(…)`"


def test_what_begins_declarations_statements_and_values() -> None:
    assert {"game", "define", "setup", "turn", "end", "or"} <= set(HEADS)
    assert {"choose", "put", "if", "draw"} <= set(STATEMENTS)
    assert not set(STATEMENTS) - {"remove"} & {*HEADS, "else", "otherwise", "until"}
    assert {"some", "not", "NAME", "INT"} <= set(VALUES)
    assert SECTIONS == ("setup", "turn", "end")
    assert set(GOING_ON) <= WORDS
    assert first("place") == ("at",)
    assert first("repeat") == ("repeat",)


@pytest.mark.parametrize("word", sorted(KEYWORDS))
def test_no_keyword_is_written_in_a_list_elsewhere(word: str) -> None:
    """A keyword is no name, wherever the parser meets it: nothing but the grammar says which words are keywords."""
    assert parse(Source("a.gdl", f"define x({word}) = 1\n")).findings


def test_reading_the_grammar_takes_time_in_proportion_to_it() -> None:
    """Every run does this first: a rule that can be reached on many ways is read once."""

    class Counted(_First):
        asked = 0

        def of(self, name: str) -> list[str]:
            self.asked += 1
            return super().of(name)

    reader = Counted()
    reader.of("declaration")
    assert len(reader.met) <= reader.asked <= 5 * len(reader.met)


def test_facts_that_programs_read_are_known_by_name() -> None:
    """So a slip in one is told: `ucis` would silently name nothing."""
    read = {form.named_by or form.kind for form in KNOWN.values()} | {*DIALECTS, "xboard"}
    assert read <= {*FACTS, "epd"}  # an EPD goes by what the ruleset says of itself for PGN
    text = example(game='game "Example"\n  ucis "chess"')
    (finding,) = lint([Source("a.gdl", text)])
    assert (finding.code, finding.span.text, finding.hint) == ("W960", "ucis", "did you mean `uci`?")
