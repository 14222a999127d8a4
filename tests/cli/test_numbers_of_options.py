"""A number that an option can't take is told with the option, what was given, and what is allowed."""

from __future__ import annotations

import re

import pytest
import typer

from cli.app import COMMANDS, app

TOLD = {
    "simulate chess --games x": "'--games': 'x' isn't a whole number of at least 1",
    "simulate chess --games 1.5": "'--games': '1.5' isn't a whole number of at least 1",
    "simulate chess --games -3": "'--games': '-3' isn't a whole number of at least 1",
    "simulate chess --games=": "'--games': '' isn't a whole number of at least 1",
    "simulate chess --jobs 257": "'--jobs': '257' isn't a whole number from 1 to 256",
    "play chess --players two": "'--players': 'two' isn't a whole number",
    "serve chess --port 65536": "'--port': '65536' isn't a whole number from 0 to 65535",
    "replay game.yaml --pace 0": "'--pace': '0' isn't a number from 0.02 to 60",
    "replay game.yaml --pace quick": "'--pace': 'quick' isn't a number from 0.02 to 60",
    "replay game.yaml --pace 61": "'--pace': '61' isn't a number from 0.02 to 60",
}


def said(words: list[str]) -> str:
    """What the command line says of these words."""
    with pytest.raises(Exception) as caught:
        app(words, prog_name="gdl", standalone_mode=False)
    return getattr(caught.value, "format_message", lambda: str(caught.value))()


@pytest.mark.parametrize("words", TOLD)
def test_a_wrong_number_is_told_with_what_is_allowed(words: str) -> None:
    assert said(words.split()).endswith(TOLD[words])


def numbers() -> list[tuple[str, str]]:
    """Each command with each of its options that takes one number."""
    found = []
    for entry in COMMANDS:
        for parameter in entry.load().params:
            descriptor = getattr(parameter, "type_descriptor", None)
            if descriptor is not None and parameter.opts[0].startswith("--") and _number(descriptor.annotation):
                found.append((entry.name, parameter.opts[0]))
    return found


def _number(annotation: object) -> bool:
    return bool({annotation, *getattr(annotation, "__args__", ())} & {int, float})


def test_no_option_is_told_in_the_words_of_a_library() -> None:
    """Each option that takes a number, of every command."""
    found = numbers()
    assert len(found) > 40
    for command, option in found:
        told = said([command, f"{option}=none at all"])
        assert re.search(rf"'{option}': 'none at all' isn't a (whole )?number", told), (command, option, told)


def test_what_isnt_a_number_keeps_its_words() -> None:
    assert "'q' is not one of 'auto'" in said(["play", "chess", "--backend", "q"])
    with pytest.raises(typer.BadParameter):
        app(["play", "chess", "--backend", "q"], prog_name="gdl", standalone_mode=False)
