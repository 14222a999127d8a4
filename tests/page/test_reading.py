"""What a page reads of a record is what the program reads: YAML as it writes it, and JSON as anybody writes it.

Pages once wrote the program's YAML to the letter; games that browsers keep are still written so."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest
from page_node import NODE
from patience import HANGS

from cli.web.page import build, face
from gdl import library
from interpreter import Game
from interpreter.game import records
from interpreter.game import yaml_files as yamlio
from interpreter.game.record_model import Record

pytestmark = pytest.mark.skipif(NODE is None, reason="needs Node")
DRIVER = r"""
const { readFileSync } = await import("node:fs");
const whole = (name, value) => (typeof value === "bigint" ? { whole: String(value) } : value);
const found = JSON.parse(readFileSync(process.argv[2])).map((text) => {
  try {
    return parsed(text);
  } catch (error) {
    if (!(error instanceof ReadingError)) throw error;
    return `refused: ${error.message}`;
  }
});
console.log(JSON.stringify(found, whole));
"""
SIGNS = "abcXYZ019é🎲\x85\ufeff\x07\t~:'\"#-+.,  \n{}[]&*!|>%@`?\\=/"
WORDS = ("", "no", "null", "~", "true", "007", "0x1f", "1e5", "1.5", "-3", "1:30", "2001-01-01", "=", "<<", "- a",
         "a: b", "a #b", "#a", "'", '"', "\\", "a\nb", "\n", " a", "a ", "constructor", "__proto__")  # fmt: skip


def read(texts: list[str], folder: Path) -> list[Any]:
    """What the page reads in these texts."""
    script = folder / "read.mjs"
    script.write_text(face.joined(build.part("reading.js")) + DRIVER, encoding="utf-8")
    (folder / "texts.json").write_text(json.dumps(texts), encoding="utf-8")
    command = [str(NODE), str(script), str(folder / "texts.json")]
    done = subprocess.run(command, capture_output=True, timeout=HANGS, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return list(json.loads(done.stdout))


def wholes(value: Any) -> Any:
    """Data as the driver above writes it."""
    if isinstance(value, dict):
        return {name: wholes(one) for name, one in value.items()}
    if isinstance(value, list):
        return [wholes(one) for one in value]
    return {"whole": str(value)} if type(value) is int else value


def a_text(random: Random) -> str:
    if random.random() < 0.3:
        return random.choice(WORDS)
    if random.random() < 0.2:  # so long that its line is broken
        return " ".join(random.choice(["a", "bcd", "it's", "knight to e4,", '"x"', "é:"]) for _ in range(30))
    return "".join(random.choice(SIGNS) for _ in range(random.randrange(8)))


def a_name(random: Random) -> str:
    """As rulesets have them: short, and on one line."""
    return a_text(random)[:60].translate(dict.fromkeys(map(ord, "\n\x85"), "_"))


def a_record(random: Random) -> Record:
    def names(value: Any) -> dict[str, Any]:
        return {a_name(random): value() for _ in range(random.randrange(4))}

    def text() -> str:
        return a_text(random)

    def option() -> Any:
        return random.choice([True, 3, -(10**20), text(), [1, text()], []])

    options = {name: option() for name in random.sample(["base", "no", "x1", "null", "on_top"], 2)}
    position = {"sites": names(text), "to move": text(), "more": [[1, text()], [[[text(), [2]], [text()]]]]}
    return Record(
        game=text(), title=text(), rules=text(), options=options, players=[text(), text()],
        seed=random.choice([0, 7, 2**64 + 1, 10**300]), seats=names(text), start=random.choice([None, position]),
        turns=[[text() for _ in range(random.randrange(4))] for _ in range(random.randrange(5))],
        resigned=random.choice([None, text()]), result=random.choice([None, names(text)]),
    )  # fmt: skip


def test_records_are_read_as_the_program_reads_them(tmp_path: Path) -> None:
    random = Random(5)
    texts: list[str] = []
    for _ in range(400):
        record = a_record(random)
        plain = json.loads(records.as_json(record))
        texts += [records.text(record), records.as_json(record), json.dumps(plain), json.dumps(plain, indent="\t")]
    for text, found in zip(texts, read(texts, tmp_path), strict=True):
        assert found == wholes(yamlio.parse(text).data), text


def test_positions_are_read(tmp_path: Path) -> None:
    """Records that began elsewhere are refused in a sentence; for that, they must be read."""
    games = [Game.load(name) for name in library.names()]
    data = [records.new(game, game.name, 1, start=game.beginning().position()) for game in games]
    texts = [records.text(record) for record in data]
    for text, found in zip(texts, read(texts, tmp_path), strict=True):
        assert found == wholes(yamlio.parse(text).data), text


@pytest.mark.parametrize(("text", "said"), [
    ("", "isn't a name with a value"),
    ("nonsense", "“nonsense” isn't a name with a value"),
    ("PK\x03\x04\ufffd", "“PK··\ufffd” isn't a name with a value"),
    ('{"gdl record": 1, "turns": [["a1"', "its end is missing"),
    ('{"gdl record": 1', "its end is missing"),
    ('{"gdl rec', "“\"gdl rec” can't be read"),
    ('{"a": 1} {', "“{” stands behind its end"),
    ('{"a": 1, "a": 2}', "`a` is said twice"),
    ('{"a" 1}', "`:` is missing before “1”"),
    ('{"a": ["b" "c"]}', "`,` is missing before “\"c\"”"),
    ('{"a": ]}', "`]` stands where a value should be"),
    ("a: 1\n---\nb: 2", "“---” isn't a name with a value"),
    ("a: |\n  text", "can't be read"),
    ("a: &b 1", "“&b 1” can't be read"),
    ("a: [*b]", "“*b]” can't be read"),
    ("a: 1\na: 2", "`a` is said twice"),
    ("a: " + "[" * 500_000, "it is nested too deep"),
    ("a:\n" + "- " * 100_000, "it is nested too deep"),
    ('{"a":' * 50_000, "it is nested too deep"),
    ("a:\n" + "".join(f"{' ' * k}a:\n" for k in range(1, 60)), "it is nested too deep"),
    ("a: " + "x" * 1_000_000, "it is larger than 1,000,000 characters"),
    ("a: '" + "x" * 900_000, "can't be read"),
    ("a: [" + "x " * 400_000, "its end is missing"),
])  # fmt: skip
def test_what_is_no_record(text: str, said: str, tmp_path: Path) -> None:
    [found] = read([text], tmp_path)
    assert found.startswith("refused: "), str(found)[:80]
    assert said in found


def test_long_texts_are_read(tmp_path: Path) -> None:
    long = ["x" * 900_000, "x: " * 300_000, "'" * 400_000, "\\" * 400_000]
    texts = [json.dumps({"a": text}) for text in long] + [yamlio.dump({"a": text}) for text in long[:3]]
    assert read(texts, tmp_path) == [{"a": text} for text in [*long, *long[:3]]]
