"""YAML as the project reads it: plain data, line numbers, and nothing that can do harm."""

from __future__ import annotations

import errno
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.game import yaml_files as yamlio
from interpreter.game.yaml_files import YamlError


def test_plain_data() -> None:
    text = "a: 1\nb: [x, 1.5, true, ~, -3, 'q']\nc: {0: {A: 4}}\n"
    assert yamlio.parse(text).data == {"a": 1, "b": ["x", 1.5, True, None, -3, "q"], "c": {"0": {"A": 4}}}


@pytest.mark.parametrize(
    "move", ["1:30", "0x10", "010", "1e5", "no", "on", "y", "2001-01-01", "1_000", ".5", "="]
)
def test_what_looks_like_a_move_stays_text(move: str) -> None:
    assert yamlio.parse(f"move: {move}").data == {"move": move}


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("a: 1\nb: &x 2", 2, "anchors and aliases"),
        ("a: 1\nb: *x", 2, "anchors and aliases"),
        ("a: !!python/object/apply:os.system [ls]", 1, "tags"),
        ("a: !x 1", 1, "tags"),
        ("a: 1\nb: 2\na: 3", 3, "`a` is said twice"),
        ("a: 1\n---\nb: 2", 2, "one document"),
        ("? [1]\n: 2", 1, "a key should be text"),
        ("a:\n\t- 1", 2, "isn't YAML"),
        ("a: [1,\nb: 2", 2, "isn't YAML"),
        ("[1, 2]", 1, "should hold lines of `name: value`"),
        ("just text", 1, "should hold lines of `name: value`"),
        ("", 1, "is empty"),
    ],
)
def test_problems_have_their_line(text: str, line: int, said: str) -> None:
    with pytest.raises(YamlError) as error:
        yamlio.parse(text, "f.yaml")
    assert str(error.value).startswith(f"f.yaml:{line}: ")
    assert said in str(error.value)


@pytest.mark.parametrize("text", ["a: " + "[" * 100_000, "a: " + "{x: " * 100_000, "a: \x00", "a: \ud800"])
def test_what_would_do_harm_is_refused(text: str) -> None:
    with pytest.raises(YamlError):
        yamlio.parse(text)


def test_a_bomb_is_refused_at_its_first_anchor() -> None:
    names = "abcdefghijklmnopqrst"
    doubled = (f"{b}: &{b} [*{a}, *{a}]\n" for a, b in pairwise(names))
    bomb = "a: &a [x, x]\n" + "".join(doubled)
    with pytest.raises(YamlError, match="anchors"):
        yamlio.parse(bomb)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"a: 1\nb: \xff\xfe", ":2: isn't text in UTF-8"),
        ("a: é".encode("latin-1"), "isn't text in UTF-8"),
        ("a: 1".encode("utf-16"), "isn't text in UTF-8"),
        (b"a: " + b"x" * yamlio.SIZE_LIMIT, "larger than"),
    ],
)
def test_files_that_are_no_text(tmp_path: Path, content: bytes, said: str) -> None:
    file = tmp_path / "f.yaml"
    file.write_bytes(content)
    with pytest.raises(YamlError, match=said):
        yamlio.read(file)


def test_files_that_are_not_there(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing.yaml", "a\0b"):
        with pytest.raises(YamlError, match="can't be read"):
            yamlio.read(path)


def test_byte_order_mark_and_windows_lines(tmp_path: Path) -> None:
    file = tmp_path / "f.yaml"
    file.write_bytes(b"\xef\xbb\xbfa: 1\r\nb: 2\r\n")
    assert yamlio.read(file).data == {"a": 1, "b": 2}


def test_parts_that_were_written_one_by_one_are_one_document() -> None:
    parts = ({"a": 1}, {"b": [1, 2]}, {"c": {"d": "e"}, "f": 2}, {"g": "x", "h": "y"})
    assert yamlio.parse("".join(map(yamlio.dump, parts))).data == {key: v for part in parts for key, v in part.items()}


def test_lists_of_plain_values_and_lists_take_a_line_each() -> None:
    data = {"seen": [[[1, [0, 0], 2], [3, [0, 0], 4]], [[5, [], "x"]]], "a": [{"b": [1, [2]]}]}
    assert yamlio.dump(data) == (
        "seen:\n- - [1, [0, 0], 2]\n  - [3, [0, 0], 4]\n- - [5, [], x]\na:\n- b:\n  - 1\n  - [2]\n"
    )


def test_where() -> None:
    document = yamlio.parse("a:\n  - x\n  - b:\n      c: 1\n", "f")
    assert document.where("a", 1, "b", "c") == "f:4"
    assert document.where("a", 1, "nothing", "there") == "f:3"
    assert document.where("nothing") == "f:1"


words = st.text("ab01é🎲\u2028~:'\"#-+., \n\t{}[]&*!|>%@`?\\=", max_size=6)
plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**15), 10**15) | words,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(words, plain, max_size=4))
def test_what_is_written_is_read_back(data: dict[str, object]) -> None:
    assert yamlio.parse(yamlio.dump(data)).data == data


@given(st.text())
def test_any_text_is_data_or_a_clear_error(text: str) -> None:
    try:
        yamlio.parse(text)
    except YamlError as error:
        assert str(error)


@given(st.lists(words.map(lambda text: text.replace("\n", ""))))
def test_a_list_on_one_line(texts: list[str]) -> None:
    line = yamlio.flow(texts)
    assert "\n" not in line
    assert yamlio.parse(f"a: {line}").data == {"a": texts}


def test_writing_is_all_or_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "f.yaml"
    yamlio.write(file, "old\n")

    def fail(self: Path, target: object) -> Path:
        raise OSError(errno.ENOSPC, "disk full")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="disk full"):
        yamlio.write(file, "new\n")
    assert [p.name for p in tmp_path.iterdir()] == ["f.yaml"]
    assert file.read_text() == "old\n"


def test_writing_through_a_link_keeps_the_link(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("real")
    yamlio.write(tmp_path / "link", "x\n")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "x\n"
