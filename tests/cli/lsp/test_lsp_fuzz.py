"""Keystrokes by lot: whatever is typed and asked, the server answers, and at the end says what `gdl lint` says."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
from pathlib import Path
from typing import Any

import pytest
from editor import Editor
from lsprotocol import types as lsp
from patience import HANGS
from pygls.exceptions import JsonRpcInvalidParams
from sample import daily

import interpreter.lab.lint  # noqa: F401 - adds its rules
from gdl.library import find
from gdl.lint import outcome
from gdl.syntax.vocabulary import KEYWORDS
from gdl.text.source import Source

pytestmark = pytest.mark.asyncio(loop_scope="module")

BITS = [
    *sorted(KEYWORDS), "\n", "\n  ", "    ", "(", ")", "{", "}", "[", '"', "#", ".", "..", ",", "=", "+=", "mine", "a",
    "me.", "1..6", "🎲", "ä", "\t", "\r\n", "\u200b", "game has x: 0..9", 'extends "chess"', "a.N^", "stuck", "within",
    'option n: 1..3 = 2 "n"', "# lint: ignore W901", "board grid(9, 9)",
]  # fmt: skip


def mutated(text: str, chance: random.Random) -> str:
    """The text after one thing that hands do to it."""
    at = chance.randrange(len(text) + 1)
    match chance.randrange(7):
        case 0:
            return text[:at] + chance.choice(BITS) + text[at:]
        case 1:
            return text[:at] + text[at + chance.randrange(1, 20) :]
        case 2:  # a line goes
            lines = text.split("\n")
            del lines[chance.randrange(len(lines))]
            return "\n".join(lines)
        case 3:  # a part is pasted elsewhere
            start = chance.randrange(len(text) + 1)
            return text[:at] + text[start : start + chance.randrange(60)] + text[at:]
        case 4:  # two lines change places
            lines = text.split("\n")
            i, j = chance.randrange(len(lines)), chance.randrange(len(lines))
            lines[i], lines[j] = lines[j], lines[i]
            return "\n".join(lines)
        case 5:
            return text[:at] + chance.choice("abcxyz0189 .,()\n") + text[at:]
        case _:
            return text[:at] + chance.choice("abc ") + text[at + 1 :]


def position(text: str, chance: random.Random) -> lsp.Position:
    """A place in the text, or one that isn't there."""
    if chance.random() < 0.1:
        return lsp.Position(chance.choice([0, 10**6, 2**31 - 1]), chance.choice([0, 10**6, 2**31 - 1]))
    lines = text.split("\n")
    line = chance.randrange(len(lines))
    return lsp.Position(line, chance.randrange(len(lines[line]) + 2))


async def asked(editor: Editor, chance: random.Random) -> None:
    """Any question about any place; refusing is an answer, failing is none."""
    at, other = position(editor.text, chance), position(editor.text, chance)
    if (at.line, at.character) > (other.line, other.character):
        at, other = other, at
    part = lsp.Range(at, other)
    options = lsp.FormattingOptions(tab_size=2, insert_spaces=True)
    method, more = chance.choice(
        [
            (lsp.TEXT_DOCUMENT_HOVER, {"position": at}),
            (lsp.TEXT_DOCUMENT_COMPLETION, {"position": at}),
            (lsp.TEXT_DOCUMENT_SIGNATURE_HELP, {"position": at}),
            (lsp.TEXT_DOCUMENT_DEFINITION, {"position": at}),
            (lsp.TEXT_DOCUMENT_TYPE_DEFINITION, {"position": at}),
            (lsp.TEXT_DOCUMENT_REFERENCES, {"position": at, "context": lsp.ReferenceContext(True)}),
            (lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, {"position": at}),
            (lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL, {}),
            (lsp.TEXT_DOCUMENT_FOLDING_RANGE, {}),
            (lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, {}),
            (lsp.TEXT_DOCUMENT_INLAY_HINT, {"range": part}),
            (lsp.TEXT_DOCUMENT_CODE_LENS, {}),
            (lsp.TEXT_DOCUMENT_CODE_ACTION, {"range": part, "context": lsp.CodeActionContext([])}),
            (lsp.TEXT_DOCUMENT_FORMATTING, {"options": options}),
            (lsp.TEXT_DOCUMENT_RANGE_FORMATTING, {"range": part, "options": options}),
            (lsp.TEXT_DOCUMENT_PREPARE_RENAME, {"position": at}),
            (lsp.TEXT_DOCUMENT_RENAME, {"position": at, "new_name": chance.choice(["new", "a", "mine", "", "é"])}),
        ]
    )
    with contextlib.suppress(JsonRpcInvalidParams):  # with a reason: it can't be renamed
        await editor.ask(method, **more)


async def agrees(editor: Editor, path: Path) -> None:
    """What is published at the end is what `gdl lint` says."""
    found = [(str(d.code), d.message.split("\n")[0]) for d in await editor.linted()]
    linted = outcome([Source(str(path), editor.text)], begin=True).findings
    wanted = [(f.code, f.message) for f in linted if f.span.source.name == str(path)]
    assert sorted(found) == sorted(wanted)


@pytest.mark.parametrize("name", daily(["tictactoe", "king_of_the_hill"], 2, ()))
async def test_a_ruleset_is_typed_character_by_character(client: Any, folder: Path, name: str) -> None:
    chance, whole = random.Random(name), find(name).read_text(encoding="utf-8")
    path = folder / "typed.gdl"
    editor = Editor(client, path.as_uri())
    editor.open("")
    for end in range(1, len(whole) + 1):
        editor.change(whole[:end])
        if chance.random() < 0.1:
            await asked(editor, chance)
        elif chance.random() < 0.3:
            await asyncio.sleep(0.02)
    await agrees(editor, path)
    for end in range(len(whole), len(whole) // 2, -3):
        editor.change(whole[:end])
        if chance.random() < 0.1:
            await asked(editor, chance)
    await agrees(editor, path)
    editor.close()


@pytest.mark.parametrize("seed", range(int(os.environ.get("GDL_FUZZ", "6"))))
async def test_texts_are_mutated_and_asked_about(client: Any, folder: Path, seed: int) -> None:
    chance = random.Random(seed)
    names = ["pig", "tictactoe", "nim", "breakthrough", "konane", "pop_out", "hex"]
    path = folder / f"mutated{seed}.gdl"
    editor = Editor(client, path.as_uri())
    editor.open(find(chance.choice(names)).read_text(encoding="utf-8"))
    for _ in range(60):
        for _ in range(chance.choice([1, 1, 1, 5])):
            editor.change(mutated(editor.text, chance))
        await asked(editor, chance)
    await agrees(editor, path)
    editor.close()


async def test_several_texts_at_once_closed_and_opened_again(client: Any, folder: Path) -> None:
    chance = random.Random(1)
    editors = [Editor(client, (folder / f"several{i}.gdl").as_uri()) for i in range(4)]
    base = 'game "B" extends "several{}"\n'
    for i, editor in enumerate(editors):
        editor.open(find("tictactoe").read_text(encoding="utf-8") if i == 0 else base.format(i - 1))
    for _ in range(60):
        editor = chance.choice(editors)
        match chance.randrange(4):
            case 0:
                editor.close()
                editor.open(editor.text)
            case 1:
                await asked(editor, chance)
            case _:
                editor.change(mutated(editor.text, chance) or "x")
    for editor in editors:
        editor.change(editor.text + "\n")
        await editor.linted()
        editor.close()


async def test_what_is_asked_about_unknown_texts_is_answered(client: Any, folder: Path) -> None:
    for uri in ("file:///nowhere/x.gdl", "untitled:x", "", "%%%", "http://example.com/x.gdl", "file:///%00"):
        editor = Editor(client, uri)
        editor.text = "x"
        chance = random.Random(uri)
        for _ in range(30):
            await asked(editor, chance)
        editor.change("never opened")
        editor.close()
    alive = Editor(client, (folder / "alive.gdl").as_uri())
    alive.open('game "Alive"\n')
    assert await asyncio.wait_for(alive.linted(), HANGS)
