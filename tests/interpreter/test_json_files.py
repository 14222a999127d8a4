"""JSON wherever YAML is read: the same data, the same limits, a line for every complaint."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from cli.app import app
from interpreter import Game
from interpreter.game import json_files, observed, records
from interpreter.game import yaml_files as yamlio
from interpreter.game.yaml_files import YamlError


def test_what_numbers_and_words_mean_is_what_they_mean_in_yaml() -> None:
    text = '{"a": [1, -3, 0, 1.5, 1e5, true, false, null, "1", "true"],\n\t"b": {"0": {}}}'
    parts = [1, -3, 0, 1.5, "1e5", True, False, None, "1", "true"]
    assert yamlio.parse(text).data == {"a": parts, "b": {"0": {}}}
    assert yamlio.parse(text.replace("\t", " ")).data == yamlio._parse_yaml(text.replace("\t", " "), "f").data


def test_texts() -> None:
    text = r'{"\u00e9\ud83c\udfb2": "\"\\\/\b\f\n\r\t \u2028"}'
    assert yamlio.parse(text).data == {"é🎲": '"\\/\b\f\n\r\t \u2028'}


def test_lines_of_parts() -> None:
    document = yamlio.parse('\n{"a":\n [1,\n {"b": 2}],\n\n "c": 3}\n', "f")
    assert [document.where(*path) for path in ((), ("a",), ("a", 0), ("a", 1), ("a", 1, "b"), ("c",))] == [
        "f:2", "f:2", "f:3", "f:4", "f:4", "f:6",
    ]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "said"), [
    ('{"a": 1,\n "b": 2,\n "a": 3}', 3, "`a` is said twice"),
    ('{"a": 1,\n"b": [1, {"c": 2}\n\n', 2, "isn't JSON: it ends too early: `,` or `]` should stand here"),
    ('{"a":\n', 1, "isn't JSON: it ends too early: a value should stand here"),
    ("\n{", 2, "isn't JSON: it ends too early: a name in quotation marks should stand here"),
    ('{"a": 1,\n"b" 2}', 2, "isn't JSON: `:` should stand here"),
    ('{"a": 1 "b": 2}', 1, "isn't JSON: `,` or `}` should stand here"),
    ('{"a": 1}\n}', 2, "isn't JSON: nothing should stand behind its end"),
    ('{"a":\n"no end}', 2, "isn't JSON: a text has no end, or holds a line end or a `\\` that it may not"),
    ('{"a":\n"\\ud800"}', 2, "isn't JSON: a text holds half of a sign"),
    ('{"a":\n"\\x41\x01"}', 2, "isn't JSON: a text has no end"),
    ('{"a":\n[&x 1]}', 2, "isn't JSON: a value should stand here"),
    ('{"a":\n' + "[" * 100_000, 2, "is nested more than 40 deep"),
    ('{"a":' * 100_000, 1, "is nested more than 40 deep"),
    ('[{"a": 1}]', 1, "should hold lines of `name: value`"),
])  # fmt: skip
def test_problems_have_their_line(text: str, line: int, said: str) -> None:
    with pytest.raises(YamlError) as error:
        yamlio.parse(text, "f")
    assert str(error.value).startswith(f"f:{line}: {said}")


def test_forty_deep_is_not_too_deep() -> None:
    deep = '{"a": ' + "[" * 39 + "]" * 39 + "}"
    assert yamlio.parse(deep).data == json.loads(deep)
    with pytest.raises(YamlError, match="more than 40 deep"):
        yamlio.parse('{"a": ' + "[" * 41 + "]" * 41 + "}")


def test_too_much_is_refused() -> None:
    with pytest.raises(YamlError, match="is larger than 1,000,000"):
        yamlio.parse('{"a": "' + "x" * 1_000_000 + '"}')


@pytest.mark.parametrize(("text", "data"), [
    ("{a: x, b: [1]}", {"a": "x", "b": [1]}),
    ('{"a": x}', {"a": "x"}),
    ('{"a": 1,}  # a list of one', {"a": 1}),
    ("{a: 1}", {"a": 1}),
])  # fmt: skip
def test_yaml_may_begin_with_a_brace(text: str, data: object) -> None:
    assert yamlio.parse(text).data == data


def test_what_is_neither_is_told_of_as_what_it_looks_like() -> None:
    with pytest.raises(YamlError, match="isn't YAML"):
        yamlio.parse("{a: [")
    with pytest.raises(YamlError, match="isn't JSON"):
        yamlio.parse('{"a": [')


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**30), 10**30) | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(texts, plain, max_size=4), st.booleans(), st.sampled_from([None, 2, "\t"]))
def test_what_anybody_writes_is_read(data: dict[str, object], ascii_only: bool, indent: int | str | None) -> None:
    assert yamlio.parse(json.dumps(data, ensure_ascii=ascii_only, indent=indent)).data == data
    assert yamlio.parse(json_files.dump(data)).data == data == json.loads(json_files.dump(data))


@given(st.text('{}[]:,"\\ \n\tau1.e-', max_size=30))
def test_any_text_is_data_or_a_clear_error(text: str) -> None:
    try:
        found = yamlio.parse('{"a": ' + text, "f").data
    except YamlError as error:
        assert str(error).startswith("f:")
    else:
        assert "a" in found


# ---- records, positions, scenarios


def test_the_name_says_how_a_record_is_written(tmp_path: Path) -> None:
    game = Game.load("tictactoe")
    record = records.new(game, "tictactoe", 2**70, seats={"X": "human", "O": "random"})
    record.turns, record.resigned = [["a1"], ["b2"]], "X"
    for name, begins in (("g.json", "{\n"), ("g.JSON", "{\n"), ("g.yaml", "gdl record: 1\n"), ("g", "gdl record: 1\n")):
        records.write(record, tmp_path / name)
        assert (tmp_path / name).read_text(encoding="utf-8").startswith(begins)
        assert records.read(tmp_path / name) == record
    lines = (tmp_path / "g.json").read_text(encoding="utf-8").splitlines()
    assert lines[-6:] == ['"turns": [', '["a1"],', '["b2"]', "],", '"resigned": "X"', "}"]
    assert json.loads((tmp_path / "g.json").read_text(encoding="utf-8"))["seed"] == 2**70


def test_what_was_observed(tmp_path: Path) -> None:
    game = Game.load("kuhn_poker")
    found = observed.of(game, "kuhn_poker", {}, game.start(seed=1), [], game.players[0])
    for name in ("o.json", "o.yaml"):
        observed.write(found, tmp_path / name)
        assert observed.read(tmp_path / name) == found
    assert (tmp_path / "o.json").read_text(encoding="utf-8").startswith("{\n")


def test_games_are_kept_gone_on_with_and_replayed(tmp_path: Path) -> None:
    file, run = tmp_path / "game.json", CliRunner().invoke
    assert run(app, ["play", "tictactoe", "--record", str(file)], input="a1\n").exit_code == 0
    begun = json.loads(file.read_text(encoding="utf-8"))
    assert begun["turns"][0] == ["a1"]
    assert run(app, ["play", "--resume", str(file)], input="1\n").exit_code == 0
    gone_on = json.loads(file.read_text(encoding="utf-8"))
    assert gone_on["turns"][: len(begun["turns"])] == begun["turns"]
    assert len(gone_on["turns"]) > len(begun["turns"])
    assert run(app, ["replay", str(file), "--check"]).exit_code == 0


def test_a_position_and_scenarios_in_json(tmp_path: Path) -> None:
    position = Game.load("tictactoe").start().play("b2").position()
    place, cases, run = tmp_path / "place.json", tmp_path / "cases.json", CliRunner().invoke
    place.write_text(json.dumps(position), encoding="utf-8")
    shown = run(app, ["show", "tictactoe", "--position", str(place), "--json"])
    assert shown.exit_code == 0, shown.output
    assert run(app, ["show", "tictactoe", "--position", "-"], input=place.read_text(encoding="utf-8")).exit_code == 0
    then = {"moves": ["a1", "a2", "a3", "b1", "b3", "c1", "c2", "c3"]}
    scenario = {"name": "taken", "position": position, "then": then}
    cases.write_text(json.dumps({"game": "tictactoe", "scenarios": [scenario]}, indent=1), encoding="utf-8")
    done = run(app, ["test", str(cases)])
    assert done.exit_code == 0, done.output
    assert run(app, ["lint", str(cases)]).exit_code == 0
    wrong = cases.read_text(encoding="utf-8").replace('"then"', '"than"')
    cases.write_text(wrong, encoding="utf-8")
    line = wrong[: wrong.index('"than"')].count("\n") + 1
    for command in ("test", "lint"):
        done = run(app, [command, str(cases)])
        assert done.exit_code != 0
        assert f"cases.json:{line}:" in done.output
