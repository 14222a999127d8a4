"""What a writer asks: completion, signatures, formatting, renaming, fixes, the lens, the board."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from editor import Editor, editor_on
from lsprotocol import types as lsp
from patience import HANGS
from pygls.exceptions import JsonRpcException

from gdl.syntax.formatter import format as formatted

pytestmark = pytest.mark.asyncio(loop_scope="module")

HEAD = """game "Writing"

option size: 3..5 = 3 "squares along a side"
players White, Black
board grid(size, size)
pieces man, king of player
type colour = red, green
site has hue: colour
player has store: 0..9

define s.near = s.orthogonal & empty
define near(a, b) = a in b.near

setup
  put man of White on a1
  put man of Black on c3

turn
"""
TAIL = """
end
  lose next if stuck
"""


def applied(text: str, edits: Any) -> str:
    """A text with an editor's changes made, the last one first. For texts of one unit a character."""
    lines = text.split("\n")
    starts = [sum(len(line) + 1 for line in lines[:i]) for i in range(len(lines) + 1)]

    def at(position: lsp.Position) -> int:
        return min(starts[min(position.line, len(lines))] + position.character, len(text))

    for edit in sorted(edits, key=lambda e: (e.range.start.line, e.range.start.character), reverse=True):
        text = text[: at(edit.range.start)] + edit.new_text + text[at(edit.range.end) :]
    return text


async def labels(client: Any, folder: Path, turn: str, tail: str = TAIL) -> dict[str, lsp.CompletionItem]:
    """What is offered where the `|` is."""
    whole = HEAD + turn + tail
    editor = Editor(client, (folder / "writing.gdl").as_uri())
    before = whole.index("|")
    editor.open(whole.replace("|", ""))
    line = whole[:before].count("\n")
    position = lsp.Position(line, before - whole.rfind("\n", 0, before) - 1)
    found = await editor.ask(lsp.TEXT_DOCUMENT_COMPLETION, position=position)
    return {item.label: item for item in found.items}


async def test_behind_a_dot_stands_what_fits_the_type(client: Any, folder: Path) -> None:
    of_site = await labels(client, folder, "  choose a in mine, b in a.|\n")
    assert {"near", "N", "orthogonal", "hue", "owner", "c", "adjacent", "group(area)"} <= {*of_site}
    assert not {"store", "height", "opposite", "choose", "mine"} & {*of_site}
    of_player = await labels(client, folder, "  choose a in mine\n  me.|\n")
    assert {"store", "next"} <= {*of_player}
    assert not {"hue", "N", "owner", "c"} & {*of_player}
    of_direction = await labels(client, folder, "  choose d in direction, a in mine & N.|\n")
    assert {"opposite", "turned(k)"} <= {*of_direction}
    assert not {"hue", "store", "owner"} & {*of_direction}


async def test_names_and_the_words_that_the_grammar_allows(client: Any, folder: Path) -> None:
    found = await labels(client, folder, "  choose a in mine, b in a.near |\n")
    assert {"where", "as", "through", "of"} <= {*found}
    assert not {"choose", "mine", "a"} & {*found}
    found = await labels(client, folder, "  choose a in mine, b in |\n")
    assert {"a", "mine", "empty", "man", "row(n)", "size", "White"} <= {*found}
    assert not {"where", "put", "near"} & {*found}
    assert found["a"].sort_text < found["mine"].sort_text < found["count(S)"].sort_text


async def test_where_a_statement_begins_there_are_statements_and_snippets(client: Any, folder: Path) -> None:
    found = await labels(client, folder, "  choose a in mine\n  |\n")
    assert {"choose", "choose …", "move", "if", "either …"} <= {*found}
    assert "end" not in found
    assert found["choose …"].insert_text_format == lsp.InsertTextFormat.Snippet
    assert "${1:a}" in found["choose …"].text_edit.new_text


async def test_where_a_declaration_begins_there_are_declarations(client: Any, folder: Path) -> None:
    found = await labels(client, folder, "  choose a in mine\n\n|\n")
    assert {"define", "looks", "looks …", "replace", "or"} <= {*found}
    assert not {"choose", "move", "mine"} & {*found}


async def test_boards_types_pieces_players_where_they_are_wanted(client: Any, folder: Path) -> None:
    start = 'game "B"\nplayers A, B\nboard |\n'
    found = await _alone(client, folder, start)
    assert {"grid(w, h)", "hexhex(n)", "ring(n)"} <= {*found}
    found = await _alone(client, folder, 'game "B"\nplayers A, B\ntype hue = red, blue\ngame has x: |\n')
    assert {"hue", "truth", "site", "player", "set"} <= {*found}
    assert not {"red", "mine"} & {*found}
    found = await labels(client, folder, "  choose a in mine\n  put |\n")
    assert min(found.values(), key=lambda i: i.sort_text).label in ("a", "king", "man")


async def _alone(client: Any, folder: Path, text: str) -> dict[str, lsp.CompletionItem]:
    editor = Editor(client, (folder / "alone.gdl").as_uri())
    editor.open(text.replace("|", ""))
    before = text[: text.index("|")]
    position = lsp.Position(before.count("\n"), len(before) - before.rfind("\n") - 1)
    found = await editor.ask(lsp.TEXT_DOCUMENT_COMPLETION, position=position)
    return {item.label: item for item in found.items}


async def test_names_stand_in_braces_of_texts_and_nowhere_else_in_them(client: Any, folder: Path) -> None:
    assert "a" in await labels(client, folder, '  choose a in mine as "to {|}"\n')
    assert not await labels(client, folder, '  choose a in mine as "to |"\n')
    assert not await labels(client, folder, "  choose a in mine  # of |\n")


async def test_rulesets_stand_behind_extends_and_codes_behind_ignore(client: Any, folder: Path) -> None:
    assert "chess" in await _alone(client, folder, 'game "V" extends "|"\n')
    found = await _alone(client, folder, 'game "V"\n# lint: ignore |\n')
    assert any(code.startswith("W") for code in found)


async def test_each_item_says_what_it_is(client: Any, folder: Path) -> None:
    found = await labels(client, folder, "  choose a in mine, b in |\n")
    assert "piece of me" in found["mine"].documentation.value
    assert "How many" in found["count(S)"].documentation.value
    found = await labels(client, folder, "  choose a in mine |\n")
    assert all(item.documentation.value for item in found.values())


async def test_signatures(client: Any, folder: Path) -> None:
    text = HEAD + "  choose a in row(2), b in mine where near(a, b)\n" + TAIL
    editor = await editor_on(client, folder / "signed.gdl", text)
    help_ = await editor.asked_at(lsp.TEXT_DOCUMENT_SIGNATURE_HELP, "near(a, b)\n", 8)
    assert help_.signatures[0].label == "near(a, b)"
    assert help_.active_parameter == 1
    help_ = await editor.asked_at(lsp.TEXT_DOCUMENT_SIGNATURE_HELP, "row(2)", 4)
    assert help_.signatures[0].label == "row(n)"
    assert await editor.asked_at(lsp.TEXT_DOCUMENT_SIGNATURE_HELP, "choose a", 3) is None


OPTIONS = lsp.FormattingOptions(tab_size=2, insert_spaces=True)


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
async def test_formatting_is_that_of_fmt(client: Any, folder: Path, ends: str) -> None:
    text = (HEAD + "  choose a   in mine,b in a.near\n  move a to    b\n\n\n\n" + TAIL).replace("\n", ends)
    editor = await editor_on(client, folder / "layout.gdl", text)
    edits = await editor.ask(lsp.TEXT_DOCUMENT_FORMATTING, options=OPTIONS)
    assert applied(text.replace("\r\n", "\n"), edits) == formatted(text)
    editor.change(formatted(text))
    assert not await editor.ask(lsp.TEXT_DOCUMENT_FORMATTING, options=OPTIONS)
    editor.change(text + "turn turn\n")
    assert not await editor.ask(lsp.TEXT_DOCUMENT_FORMATTING, options=OPTIONS)


async def test_a_part_is_formatted_alone(client: Any, folder: Path) -> None:
    text = HEAD.replace("players White, Black", "players White,Black") + "  choose a   in mine\n" + TAIL
    editor = await editor_on(client, folder / "part.gdl", text)
    line = text[: text.index("  choose")].count("\n")
    part = lsp.Range(lsp.Position(line, 0), lsp.Position(line + 1, 0))
    edits = await editor.ask(lsp.TEXT_DOCUMENT_RANGE_FORMATTING, range=part, options=OPTIONS)
    done = applied(text, edits)
    assert "choose a in mine" in done
    assert "White,Black" in done


async def test_a_define_of_a_base_is_renamed_in_all_files(client: Any, folder: Path) -> None:
    editor = await editor_on(client, next(folder.rglob("chess.gdl")))
    edit = await editor.asked_at(lsp.TEXT_DOCUMENT_RENAME, "define capture", 9, new_name="takes")
    assert sorted(Path(uri).name for uri in edit.changes) == ["atomic.gdl", "chess.gdl", "crazyhouse.gdl"]
    done = applied(editor.text, edit.changes[editor.uri])
    assert "define takes(a, b)" in done
    assert "capture(" not in done


async def test_a_local_is_renamed_where_it_is_known(client: Any, folder: Path) -> None:
    text = HEAD + "  choose a in mine, b in a.near as \"{a}-{b}\"\n  move a to b\n" + TAIL
    editor = await editor_on(client, folder / "local.gdl", text)
    edit = await editor.asked_at(lsp.TEXT_DOCUMENT_RENAME, "choose a", 7, new_name="from")
    done = applied(text, edit.changes[editor.uri])
    assert 'choose from in mine, b in from.near as "{from}-{b}"\n  move from to b' in done
    assert "define near(a, b) = a in b.near" in done


async def test_what_cant_be_renamed_says_why(client: Any, folder: Path) -> None:
    text = HEAD + "  choose a in mine, b in row(2) where a in mine and b.owner = me  # one store or king\n" + TAIL
    editor = await editor_on(client, folder / "refused.gdl", text)
    for marker, behind, why in (
        ("in mine", 4, "belongs to the prelude"),
        ("= me", 3, "is built in"),
        ("choose", 1, "word of the language"),
        ("row(2)", 1, "belongs to the prelude"),
        ("# one store", 7, "in a comment"),  # though a variable has that name
        ("or king", 1, "in a comment"),  # though it is a word of the language
    ):
        with pytest.raises(JsonRpcException, match=why):
            await editor.asked_at(lsp.TEXT_DOCUMENT_PREPARE_RENAME, marker, behind)
    for new, why in (("king", "in use"), ("two words", "can't be a name"), ("where", "word of the language"),
                     ("empty", "built in"), ("", "can't be a name"), ("b", "in use")):  # fmt: skip
        with pytest.raises(JsonRpcException, match=why):
            await editor.asked_at(lsp.TEXT_DOCUMENT_RENAME, "choose a", 7, new_name=new)


async def test_what_isnt_ones_own_isnt_renamed(client: Any, tmp_path: Path) -> None:
    editor = await editor_on(client, tmp_path / "mine.gdl", 'game "Mine" extends "chess"\n\nend\n  draw if dead\n')
    with pytest.raises(JsonRpcException, match="isn't in a folder that is open"):
        await editor.asked_at(lsp.TEXT_DOCUMENT_PREPARE_RENAME, "dead", 1)


async def test_a_finding_is_fixed(client: Any, folder: Path) -> None:
    text = HEAD + "  choose a in mien, b in a.near\n  move a to b\n" + TAIL
    editor = await editor_on(client, folder / "fix.gdl", text)
    await editor.linted()
    here = editor.at("mien", 1)
    found = await editor.ask(
        lsp.TEXT_DOCUMENT_CODE_ACTION, range=lsp.Range(here, here), context=lsp.CodeActionContext(diagnostics=[])
    )
    fix = next(action for action in found if action.is_preferred)
    done = applied(text, fix.edit.document_changes[0].edits)
    assert "choose a in mine," in done
    editor.change(done)
    assert "N201" not in {d.code for d in await editor.linted()}


async def test_a_warning_is_silenced_by_a_comment(client: Any, folder: Path) -> None:
    text = HEAD + "  choose a in mine, b in a.near\n  move a to b\n" + TAIL
    editor = await editor_on(client, folder / "silence.gdl", text)
    warnings = [d for d in await editor.linted() if d.severity == lsp.DiagnosticSeverity.Warning]
    assert warnings
    for _ in range(10):
        warnings = [d for d in await editor.linted() if d.severity == lsp.DiagnosticSeverity.Warning]
        if not warnings:
            break
        found = await editor.ask(lsp.TEXT_DOCUMENT_CODE_ACTION, range=warnings[0].range,
                                 context=lsp.CodeActionContext(diagnostics=[]))  # fmt: skip
        ignore = next(a for a in found if a.title == f"Ignore {warnings[0].code} here")
        editor.change(applied(editor.text, ignore.edit.document_changes[0].edits))
    assert not warnings


async def figures(client: Any, editor: Editor) -> str:
    """What the lens says when it has been worked out."""
    end = asyncio.get_running_loop().time() + HANGS
    while asyncio.get_running_loop().time() < end:
        lenses = await editor.ask(lsp.TEXT_DOCUMENT_CODE_LENS)
        if "·" in lenses[0].command.title:
            return str(lenses[0].command.title)
        await asyncio.sleep(0.1)
    raise AssertionError("no figures")


async def test_the_lens_tells_moves_and_results(client: Any, folder: Path) -> None:
    editor = await editor_on(client, next(folder.rglob("tictactoe.gdl")))
    title = await figures(client, editor)
    assert title.startswith("▶ play · 9 moves at the start · ")
    assert title.endswith(" in 1,000 games")


async def test_the_lens_tells_of_games_that_dont_end_and_of_rules_that_break(client: Any, folder: Path) -> None:
    endless = HEAD + "  choose \"wait\"\n\nend\n  win me if no man\n"
    title = await figures(client, await editor_on(client, folder / "endless.gdl", endless))
    assert "no end in sight" in title
    broken = HEAD + "  choose \"more\"\n  me.store += 1\n" + TAIL
    title = await figures(client, await editor_on(client, folder / "breaking.gdl", broken))
    assert "breaks a rule in play" in title


async def board(client: Any, **asked: Any) -> Any:
    return await asyncio.wait_for(client.protocol.send_request_async("gdl/board", asked), HANGS)


async def test_the_board_is_drawn(client: Any, folder: Path) -> None:
    text = HEAD + "  choose a in mine, b in a.near\n  move a to b\n" + TAIL
    editor = await editor_on(client, folder / "drawn.gdl", text)
    found = await board(client, uri=editor.uri)
    assert found.svg.startswith("<svg")
    assert found.svg.count(">r<") == 9  # the hue of each site
    larger = await board(client, textDocument={"uri": editor.uri}, options={"size": 5})
    assert larger.svg.count(">r<") == 25
    assert [*found.moves] == ["a1-a2", "a1-b1"]
    moved = await board(client, uri=editor.uri, moves=["a1-a2"])
    assert moved.toMove == "Black"
    chess = next(folder.rglob("chess.gdl")).as_uri()
    mate = await board(client, uri=chess, position="4k3/8/8/8/8/8/8/4K2R w K -")
    assert mate.svg


async def test_a_board_that_cant_be_drawn_says_why(client: Any, folder: Path) -> None:
    editor = await editor_on(client, folder / "undrawn.gdl", 'game "U"\nplayers A, B\nboard grd(3, 3)\n')
    for asked in ({"uri": editor.uri}, {"uri": "file:///nowhere.gdl"}, {"uri": 7}, {}, {"uri": "file:///etc/passwd"},
                  {"uri": editor.uri, "options": 3}, {"uri": editor.uri, "moves": "a1"}):  # fmt: skip
        found = await board(client, **asked)
        assert found.svg is None
        assert found.error
