"""Texts in other languages in the page's JavaScript: plural forms by CLDR's rules, texts known by their form."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import Any

import pytest
from patience import HANGS
from plain_questions import GERMAN

from cli.languages import catalogues
from cli.web.page import face

NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="needs Node")
POLISH = {
    "one": "n = 1",
    "few": "n % 10 = 2..4 and n % 100 != 12..14",
    "many": "n != 1 and n % 10 = 0..1 or n % 10 = 5..9 or n % 100 = 12..14",
}
"""As the CLDR has it (supplemental/plurals.xml, pl)."""
FORMS = {"one": "{n} ruch", "few": "{n} ruchy", "many": "{n} ruchów", "other": "{n} ruchu"}
HEARD = {"a draw": "remis", "{Ending}, {high} to {low}": "{Ending}, {high} do {low}", "{who} wins": "wygrywa {who}"}


def said(*calls: str, **more: str) -> list[Any]:
    catalogue = {"code": "pl", "language": "polski", "plurals": POLISH, "texts": {"{n} moves": FORMS, "Undo": "Cofnij"},
                 "heard": {"result": HEARD}, **more}  # fmt: skip
    script = face.joined(*map(face.part, ("dom.js", "language.js")))
    script += "globalThis.document = { documentElement: {} };"
    script += f"learn({json.dumps(catalogue)}); speak('pl');\nconsole.log(JSON.stringify([{', '.join(calls)}]));"
    done = subprocess.run([str(NODE), "--input-type=module", "-e", script], capture_output=True, text=True, check=True,
                          timeout=HANGS)  # fmt: skip
    found: list[Any] = json.loads(done.stdout)
    return found


def test_plurals_follow_the_rules_of_the_cldr() -> None:
    numbers = [0, 1, 2, 4, 5, 11, 12, 14, 21, 22, 24, 25, 100, 101, 102, 112, 122]
    names = {"one": "ruch", "few": "ruchy", "many": "ruchów"}
    wanted = ["many", "one", "few", "few", *["many"] * 5, "few", "few", "many", "many", "many", "few", "many", "few"]
    assert said(*(f'trn("{{n}} move", "{{n}} moves", {n})' for n in numbers)) == [
        f"{n} {names[form]}" for n, form in zip(numbers, wanted, strict=True)
    ]


def test_what_a_catalogue_lacks_is_said_in_english() -> None:
    calls = ['tr("Undo")', 'tr("Redo {n}", { n: 2 })', 'trn("{n} cat", "{n} cats", 1)', 'trn("{n} cat", "{n} cats", 2)']
    assert said(*calls, 'tr("{a}{b}", { a: "{b}" })') == ["Cofnij", "Redo 2", "1 cat", "2 cats", "{b}{b}"]


def test_numbers_that_rules_count_are_written_as_in_the_language() -> None:
    """Polish has a comma before a fraction (CLDR, pl: symbols, decimal); what isn't a number stays as it is."""
    calls = ['heard("result", "White wins, 73.5 to 73")', 'heard("result", "No. 1.2 wins, 7.25 to -0.5")']
    assert said(*calls, decimal=",") == ["wygrywa White, 73,5 do 73", "wygrywa No. 1.2, 7,25 do -0,5"]
    assert said(*calls) == ["wygrywa White, 73.5 do 73", "wygrywa No. 1.2, 7.25 do -0.5"]


def test_texts_are_known_by_their_form() -> None:
    heard = {
        "a draw": "remis",
        "White wins": "wygrywa White",
        "White wins, 40 to 24": "wygrywa White, 40 do 24",
        "nobody knows, 40 to 24": "nobody knows, 40 to 24",
        "(White) wins.*": "(White) wins.*",
        "White wins, 3 to 2 to 1": "wygrywa White, 3 do 2 to 1",
    }
    assert said(*(f"heard('result', {json.dumps(text)})" for text in heard)) == list(heard.values())
    assert said("heard('trouble', 'a draw')", "wanted(['fr-FR', 'pl-PL', 'en'])", "wanted(['xx'])") == [
        "a draw",
        "pl",
        "en",
    ]


def test_why_a_server_refuses_a_move_is_said_in_the_readers_language() -> None:
    """A reason whose form isn't known stays in English, and the rest is translated."""
    told = "`b6-b4` is not legal now: b4 isn't in b6's “orthogonal”; it holds a6, b5. Did you mean b6-b5?"
    strange = "`b6-b4` is not legal now: nobody knows this form"
    german = [
        "`b6-b4` ist jetzt nicht erlaubt: b4 ist nicht in „orthogonal“ von b6; es enthält a6, b5. Ist b6-b5 gemeint?",
        "`b6-b4` ist jetzt nicht erlaubt: nobody knows this form",
    ]
    assert in_german("trouble", [told, strange]) == german


def test_fractions_are_written_as_in_the_language_and_whole_numbers_as_they_are() -> None:
    """Polish writes decimals behind a comma."""
    assert said("tr('{n} s', { n: 0.2 })", "tr('{n} s', { n: 1000 })", "tr('{n} s', { n: '0.2' })") == [
        "0,2 s", "1000 s", "0.2 s",
    ]  # fmt: skip


def in_german(kind: str, texts: list[str]) -> list[str]:
    """What a page says for these English texts."""
    script = face.joined(*map(face.part, ("dom.js", "language.js")))
    german = catalogues.as_json(catalogues.read("de"))
    script += f"globalThis.document = {{ documentElement: {{}} }}; learn({german}); speak('de');"
    script += f"console.log(JSON.stringify({json.dumps(texts)}.map((text) => heard('{kind}', text))));"
    done = subprocess.run([str(NODE), "--input-type=module", "-e", script], capture_output=True, text=True, check=True,
                          timeout=HANGS)  # fmt: skip
    found: list[str] = json.loads(done.stdout)
    return found


def test_the_programs_own_questions_are_known_by_their_form() -> None:
    assert in_german("prompt", list(GERMAN)) == list(GERMAN.values())
