"""What a reader asks: hover, definition, references, outline, colours – on rulesets that ship."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from editor import Editor, editor_on
from lsprotocol import types as lsp

from cli.editors.documents import path_of
from cli.editors.tokens import LEGEND
from gdl.check.checker import check
from gdl.index.index import index_of
from gdl.index.typed import facts_of
from gdl.library import PRELUDE
from gdl.lint.walk import every
from gdl.syntax import tree as t
from gdl.syntax.parser import parse
from gdl.syntax.vocabulary import SECTIONS
from gdl.text.source import Source

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def opened(client: Any, folder: Path, name: str) -> Editor:
    editor = await editor_on(client, next(folder.rglob(f"{name}.gdl")))
    await editor.checked()
    return editor


def shown(hover: lsp.Hover | None) -> str:
    assert hover is not None
    assert isinstance(hover.contents, lsp.MarkupContent)
    return hover.contents.value


async def hover(editor: Editor, marker: str, behind: int = 0) -> str:
    return shown(await editor.asked_at(lsp.TEXT_DOCUMENT_HOVER, marker, behind))


async def test_hover_tells_of_a_define_its_text_its_comment_its_type(client: Any, folder: Path) -> None:
    text = await hover(await opened(client, folder, "chess"), "in a.goals\n", 6)
    assert "a set of sites" in text
    assert "define a.goals =" in text
    assert "where it may go, but for check" in text


async def test_hover_tells_of_an_option_its_range_its_default_and_its_help(client: Any, folder: Path) -> None:
    text = await hover(await opened(client, folder, "sparks"), "base", 1)
    assert re.search(r"\d+\.\.\d+", text)
    assert "Default" in text


async def test_hover_tells_what_the_prelude_says(client: Any, folder: Path) -> None:
    editor = await opened(client, folder, "chess")
    assert "piece of me" in await hover(editor, "in mine, b", 4)
    assert "direction N  = [c, r + 1]" in await hover(editor, "p) = s.N", 7)
    assert "type grid(w, h)" in await hover(editor, "grid(8", 2)


async def test_hover_tells_of_words_of_the_language_and_of_what_is_built_in(client: Any, folder: Path) -> None:
    editor = await opened(client, folder, "chess")
    assert "A decision" in await hover(editor, "choose a", 2)
    assert "nothing to choose" in await hover(editor, "stuck and", 1)
    assert "the only element" in (await hover(editor, "the((a.d", 1)).lower()


async def test_hover_tells_the_type_of_an_expression(client: Any, folder: Path) -> None:
    editor = await opened(client, folder, "chess")
    assert await hover(editor, "2 * moves + 1", 2) == "a number (100..100)"
    assert await hover(editor, "a.ahead(a.owner).{W, E}", 16) == "a site or nothing"


async def test_hover_shows_the_page_of_a_finding(client: Any, folder: Path) -> None:
    editor = await editor_on(client, folder / "page.gdl", 'game "P"\nplayers A, B\nboard grd(3, 3)\n')
    await editor.linted()
    assert "**B402" in await hover(editor, "grd", 1)


async def test_hover_on_nothing_is_nothing(client: Any, folder: Path) -> None:
    editor = await opened(client, folder, "pig")
    assert await editor.ask(lsp.TEXT_DOCUMENT_HOVER, position=lsp.Position(1, 0)) is None


async def place(editor: Editor, marker: str, behind: int = 0) -> tuple[str, str]:
    (found,) = await editor.asked_at(lsp.TEXT_DOCUMENT_DEFINITION, marker, behind)
    path = Path(path_of(found.uri) or "")
    return path.name, path.read_text(encoding="utf-8").splitlines()[found.range.start.line]


async def test_definitions_are_found_in_the_text_in_what_it_extends_and_in_the_prelude(
    client: Any, folder: Path
) -> None:
    editor = await opened(client, folder, "crazyhouse")
    assert await place(editor, "hand(pawn", 1) == ("crazyhouse.gdl", "player has hand(kind): 0..30")
    name, line = await place(editor, "a.prey(b) & prom", 3)
    assert (name, line.split("=")[0].strip()) == ("chess.gdl", "define a.prey(b)")
    assert (await place(editor, "in promotions", 4))[0] == "chess.gdl"
    chess = await opened(client, folder, "chess")
    assert (await place(chess, "in mine, b", 4))[0] == "basics.gdl"
    assert (await place(chess, "a.leap ", 3))[0] == "grid.gdl"
    assert (PRELUDE / "grid.gdl").exists()


async def test_locals_are_found_where_they_are_bound(client: Any, folder: Path) -> None:
    editor = await opened(client, folder, "chess")
    (found,) = await editor.asked_at(lsp.TEXT_DOCUMENT_DEFINITION, "={k}", 2)
    assert editor.text.splitlines()[found.range.start.line].strip().startswith("choose a in pawn of me")


async def test_extends_leads_to_the_ruleset(client: Any, folder: Path) -> None:
    editor = await opened(client, folder, "crazyhouse")
    (found,) = await editor.asked_at(lsp.TEXT_DOCUMENT_DEFINITION, '"chess"', 2)
    assert found.uri == next(folder.rglob("chess.gdl")).as_uri()


async def test_references_are_found_in_variants_too(client: Any, folder: Path) -> None:
    editor = await opened(client, folder, "chess")
    context = lsp.ReferenceContext(include_declaration=True)
    found = await editor.asked_at(lsp.TEXT_DOCUMENT_REFERENCES, "define capture", 9, context=context)
    names = sorted({Path(place.uri).name for place in found})
    assert names == ["atomic.gdl", "chess.gdl", "crazyhouse.gdl"]
    uses = await editor.asked_at(
        lsp.TEXT_DOCUMENT_REFERENCES, "define capture", 9, context=lsp.ReferenceContext(include_declaration=False)
    )
    assert len(uses) < len(found)


async def test_highlights_tell_changes_from_uses(client: Any, folder: Path) -> None:
    editor = await opened(client, folder, "chess")
    found = await editor.asked_at(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, "quiet    ", 1)
    lines = editor.text.splitlines()
    kinds = {lines[h.range.start.line].strip(): h.kind for h in found}
    assert all(editor.marked(h.range) == "quiet" for h in found)
    assert kinds["draw if stuck or quiet = 2 * moves or dead or repeated"] == lsp.DocumentHighlightKind.Read
    assert lsp.DocumentHighlightKind.Write in kinds.values()


async def test_a_word_of_the_notation_is_what_the_game_remembers(client: Any, folder: Path) -> None:
    editor = await opened(client, folder, "chess")
    found = await editor.asked_at(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, "has castling", 5)
    assert editor.text.splitlines()[found[0].range.start.line].lstrip().startswith("notation")


async def test_the_outline_holds_every_declaration(client: Any, folder: Path) -> None:
    editor = await opened(client, folder, "chess")
    symbols = await editor.ask(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    names = [symbol.name for symbol in symbols]
    assert names[:4] == ["Chess", "castles", "claimed", "players"]
    assert [child.name for child in symbols[3].children] == ["White", "Black"]
    assert {"a.goals", "play", "castle", "pawn", "passant", "setup", "turn", "end", "looks"} <= {*names}


async def test_names_are_found_in_the_whole_folder(client: Any, folder: Path) -> None:
    found = await client.workspace_symbol_async(lsp.WorkspaceSymbolParams("prmot"))
    assert {"promote", "promotions", "promoted"} <= {symbol.name for symbol in found}
    assert {Path(symbol.location.uri).name for symbol in found} >= {"chess.gdl", "crazyhouse.gdl"}


async def test_what_takes_several_lines_can_be_folded(client: Any, folder: Path) -> None:
    editor = await opened(client, folder, "chess")
    lines = editor.text.splitlines()
    found = {lines[fold.start_line].strip(): lines[fold.end_line].strip() for fold in
             await editor.ask(lsp.TEXT_DOCUMENT_FOLDING_RANGE)}  # fmt: skip
    assert found["turn"] == "castle"
    assert found["either"] == "castle"
    assert found["define capture(a, b)"] == "remove a.prey(b)"


async def test_inlay_hints_tell_types_that_the_text_doesnt(client: Any, folder: Path) -> None:
    editor = await opened(client, folder, "chess")
    whole = lsp.Range(lsp.Position(0, 0), lsp.Position(500, 0))
    found = await editor.ask(lsp.TEXT_DOCUMENT_INLAY_HINT, range=whole)
    lines = editor.text.splitlines()
    told = {(lines[h.position.line][: h.position.character]).strip(): h.label for h in found}
    assert told["define promotions"] == ": set of kind"
    assert told["define a.goals"] == ": set of site"
    assert told["define p.check"] == ": truth"
    assert told["choose a"] == ": site"
    part = await editor.ask(lsp.TEXT_DOCUMENT_INLAY_HINT, range=lsp.Range(lsp.Position(0, 0), lsp.Position(3, 0)))
    assert not part


async def test_tokens_cover_names_words_texts_and_comments_without_overlap(client: Any, folder: Path) -> None:
    editor = await opened(client, folder, "chess")
    data = (await editor.ask(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL)).data
    lines, line, column, end = editor.text.splitlines(), 0, 0, (0, 0)
    kinds: dict[str, set[str]] = {}
    for i in range(0, len(data), 5):
        step, start, length, kind, _ = data[i : i + 5]
        line, column = line + step, start + (0 if step else column)
        assert (line, column) >= end
        end = (line, column + length)
        kinds.setdefault(lines[line][column : column + length], set()).add(LEGEND.token_types[kind])
    assert kinds["choose"] == {"keyword"}
    assert kinds["pawn"] == {"struct"}
    assert kinds["play"] == {"method"}
    assert kinds["White"] == {"enumMember"}
    assert "comment" in kinds["# where pawns are promoted"]


async def test_every_name_of_every_ruleset_has_a_meaning(folder: Path) -> None:
    """But for the words of facts, sections and colours, which are no names of anything."""
    for path in sorted(folder.rglob("*.gdl")):
        source = Source(str(path), path.read_text(encoding="utf-8"))
        known = {(o.span.start, o.span.end) for o in index_of(source, None, facts_of(check(source))).occurrences}
        tree = parse(source)
        sections = {s.name for s in tree.items if isinstance(s, t.Section)}
        sections |= {h.name for h in tree.items if isinstance(h, t.Hides) and h.name.text in SECTIONS}  # `hidden turn`
        facts = {name for game in tree.items if isinstance(game, t.Game) for name, _ in game.facts}
        names = [n for n in every(t.Name, tree.items) if n not in sections and n not in facts]
        unknown = [n.text for n in names if (n.span.start, n.span.end) not in known]
        assert unknown == [], path.name
