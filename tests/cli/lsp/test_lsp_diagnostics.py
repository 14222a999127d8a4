"""Diagnostics: those of `gdl lint`, for the version that is there, whatever the text is like."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from editor import Editor, editor_on, shipped
from lsprotocol import types as lsp

import interpreter.lab.lint  # noqa: F401 - adds its rules
from gdl.lint import outcome
from gdl.text.source import Source

pytestmark = pytest.mark.asyncio(loop_scope="module")

BAD = """game "Bad"

players White, Black
board grid(3, 3)
pieces stone of player

turn
  choose s in emty
  put stone of me on s

end
  win me if no empty
"""


def codes(found: Any) -> list[str]:
    return sorted(str(d.code) for d in found)


async def test_a_good_ruleset_has_none(client: Any) -> None:
    editor = await shipped(client, "tictactoe")
    assert list(await editor.linted()) == []


async def test_an_error_stands_where_it_is_with_its_code_hint_and_page(client: Any, folder: Path) -> None:
    editor = await editor_on(client, folder / "bad.gdl", BAD)
    (found,) = await editor.linted()
    assert (found.code, found.severity, found.source) == ("N201", lsp.DiagnosticSeverity.Error, "gdl")
    assert editor.marked(found.range) == "emty"
    assert "`empty`" in found.message
    assert found.code_description.href.endswith("N201.md")
    editor.change(BAD.replace("emty", "empty"))
    assert "N201" not in codes(await editor.linted())


async def test_what_a_message_speaks_of_is_a_related_place(client: Any, folder: Path) -> None:
    text = BAD.replace("emty", "empty").replace("\nend", "\ndefine stone = 3\n\nend")
    editor = await editor_on(client, folder / "twice.gdl", text)
    found = next(d for d in await editor.linted() if d.code == "N203")
    (related,) = found.related_information
    assert related.location.uri == editor.uri
    assert related.location.range.start.line == text[: text.index("pieces stone")].count("\n")


async def test_an_error_in_what_is_extended_stands_at_extends(client: Any, folder: Path) -> None:
    (folder / "broken_base.gdl").write_text(BAD)
    editor = await editor_on(client, folder / "variant.gdl", 'game "V" extends "broken_base"\n')
    found = next(d for d in await editor.linted() if d.code == "N201")
    assert editor.marked(found.range) == '"broken_base"'
    assert found.related_information[0].location.uri == (folder / "broken_base.gdl").as_uri()


async def test_a_base_that_is_open_counts_as_it_is_there_and_what_extends_it_follows(client: Any, folder: Path) -> None:
    (folder / "open_base.gdl").write_text(BAD)
    base = await editor_on(client, folder / "open_base.gdl", BAD.replace("emty", "empty"))
    variant = await editor_on(client, folder / "open_variant.gdl", 'game "V" extends "open_base"\n')
    assert "N201" not in codes(await variant.linted())
    before = len(client.published)
    base.change(BAD)
    await base.linted()
    while not any(p.uri == variant.uri and "N201" in codes(p.diagnostics) for p in client.published[before:]):
        await client.wait_for_notification(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)


async def test_results_of_old_versions_are_never_published(client: Any, folder: Path) -> None:
    editor = await editor_on(client, folder / "fast.gdl", BAD)
    for i in range(30):
        editor.change(BAD.replace("emty", "e" * (i + 1)))
    await editor.linted()
    versions = [p.version for p in client.published if p.uri == editor.uri]
    assert versions == sorted(versions)
    last = next(p for p in client.published if p.uri == editor.uri and p.version == editor.version)
    assert "`" + "e" * 30 + "`" in last.diagnostics[0].message


@pytest.mark.parametrize("name", ["sparks", "crazyhouse", "pig"])
async def test_they_are_those_of_lint(client: Any, name: str, folder: Path) -> None:
    path = next(folder.rglob(f"{name}.gdl"))
    text = path.read_text(encoding="utf-8").replace("\nturn\n", "\ndefine unneeded = 3\n\nturn\n")
    text = text.replace("\nor\n", "\ndefine unneeded = 3\n\nor\n")
    editor = await editor_on(client, path, text)
    found = [(str(d.code), d.range.start.line + 1, d.message.split("\n")[0]) for d in await editor.linted()]
    wanted = [(f.code, f.span.line, f.message) for f in outcome([Source(str(path), text)], begin=True).findings]
    assert wanted
    assert found == wanted
    editor.close()


ODD = {
    "empty": "",
    "a blank": " ",
    "only a mark": "\ufeff",
    "half": 'game "Half',
    "binary": "\0\1\2\3game\0",
    "a half character": 'game "\ud800"\n',
    "brackets": "board " + "(" * 500,
    "returns": 'game "R"\rplayers A, B\rboard grid(3, 3)\r',
    "long line": 'game "' + "x" * 30_000 + '"\n',
    "many lines": "define x = 1\n" * 3_000,
    "larger than a ruleset may be": 'game "Large"\n' + "# filling\n" * 30_000,
    "deep": "turn\n" + "".join("  " * i + "if true\n" for i in range(1, 200)),
    "a strange first character": 'game "X"\n\u200bturn\n',
    "emoji": 'game "🎲🎲" 🎲\n',
}


@pytest.mark.parametrize("text", ODD.values(), ids=ODD.keys())
async def test_no_text_is_too_odd(client: Any, folder: Path, text: str) -> None:
    editor = await editor_on(client, folder / "odd.gdl", text)
    found = await editor.linted()
    assert found
    editor.close()


async def test_a_text_without_a_file_is_checked_and_reads_no_file(client: Any, folder: Path) -> None:
    editor = Editor(client, "untitled:Untitled-1")
    editor.open(BAD)
    assert codes(await editor.linted()) == ["N201"]
    editor.change(f'game "V" extends "{folder / "chess.gdl"}"\n')
    assert codes(await editor.linted()) == ["O807"]
    editor.change('game "V" extends "tictactoe"\n')
    assert "O807" not in codes(await editor.linted())
    editor.close()


async def test_a_strangers_ruleset_reads_nothing_from_elsewhere(client: Any, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.gdl").write_text('game "Secret"\n')
    for name in (tmp_path / "secret.gdl", "../../secret.gdl", "/etc/passwd"):
        editor = await editor_on(client, folder / "stranger.gdl", f'game "S" extends "{name}"\n')
        found = await editor.linted()
        assert [code for code in codes(found) if code != "W951"] == ["O807"]  # the path may be long
        assert not any("Secret" in one.message for one in found)
        editor.close()


async def test_a_text_that_is_closed_has_none(client: Any, folder: Path) -> None:
    editor = await editor_on(client, folder / "closed.gdl", BAD)
    assert await editor.linted()
    editor.close()
    while client.diagnostics[editor.uri]:
        await client.wait_for_notification(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
