"""Bad input is normal input: any text as a ruleset gives findings, and what has no errors can be played."""

from __future__ import annotations

from random import Random

from hardship import FILES, limits, numbers, sampled, survives
from hypothesis import given, settings
from hypothesis import strategies as st
from mutations import TEXTS, WORDS, broken_line, broken_token

from gdl import library

__all__ = ["limits"]


# ---- any text ------------------------------------------------------------------------------------------


@sampled
@given(data=st.binary(max_size=300))
def test_random_bytes(data: bytes) -> None:
    try:
        text = library.decode(data, "x.gdl").text
    except library.NotFound as problem:
        assert str(problem).startswith("x.gdl")
    else:
        assert survives(text)


@sampled
@given(words=st.lists(st.sampled_from([*WORDS, "\n", "\n  ", "\n    "]), max_size=60))
def test_random_words(words: list[str]) -> None:
    assert survives(" ".join(words))


@sampled
@given(text=st.text(max_size=200))
def test_random_characters(text: str) -> None:
    assert survives(text)
    survives('game "X"\nplayers A, B\nturn\n  ' + text)


# ---- rulesets that are almost right --------------------------------------------------------------------


@settings(sampled, max_examples=35)
@given(name=st.sampled_from(sorted(TEXTS)), seed=numbers, times=st.integers(1, 3))
def test_mutated_tokens(name: str, seed: int, times: int) -> None:
    random, text = Random(seed), TEXTS[name]
    for _ in range(times):
        text = broken_token(text, random)
    survives(text, str(FILES[name]), linted=seed % 10 == 0)


@settings(sampled, max_examples=35)
@given(name=st.sampled_from(sorted(TEXTS)), seed=numbers, times=st.integers(1, 3))
def test_mutated_lines(name: str, seed: int, times: int) -> None:
    random, text = Random(seed), TEXTS[name]
    for _ in range(times):
        text = broken_line(text, random)
    survives(text, str(FILES[name]), linted=seed % 10 == 0)


@sampled
@given(name=st.sampled_from(sorted(TEXTS)), share=st.floats(0, 1))
def test_truncated(name: str, share: float) -> None:
    text = TEXTS[name]
    survives(text[: int(len(text) * share)], str(FILES[name]))
