"""Names of players may be plural (“Tigers”), and no program can tell which are. So no text puts a verb in the singular
behind such a name: “Tigers won”, “a win for Tigers”, “Tigers can't move”. And `'s` stands behind a name only by
`gdl/text/whose.py`: “White's king”, “Tigers' king”."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PLAYER = re.compile(r"(?i)\b(players?|who|me|seat|seated|mover|eyes|viewer|winners?|losers?|first|to_move)\b(?!\.name)")
"""What the code calls a player, within the braces of a text."""
VERBS = "has|is|was|does|doesn't|isn't|hasn't|wins|loses|draws|gets|gives|knows|moves|needs|plays|sees|takes|lacks"
ENGLISH = re.compile(rf"(?<!--seat )\{{([^{{}}]+)\}} (?:never |always |also )?({VERBS})\b")
GERMAN_VERBS = "ist|hat|war|kann|konnte|muss|spielt|gewinnt|verliert|zieht|sah|sieht|weiß|bekommt"
NAME = r"\{(?:player|who|seat)\}"
GERMAN = re.compile(rf"\b(?:{GERMAN_VERBS}) {NAME}|(?<!von )(?<!für ){NAME} (?:es )?(?:{GERMAN_VERBS})\b"
                    rf"|\{{players\}} (?:{GERMAN_VERBS})\b")  # fmt: skip
OWN = re.compile(r"\}'s\b")
FIXED = "fairy"
"""The folder of rulesets whose players are always called alike."""


def texts() -> Iterator[tuple[str, str]]:
    """All texts in the code that hold something in braces, each with its place."""
    for path in sorted(path for layer in ("gdl", "interpreter", "cli") for path in (ROOT / layer).rglob("*.py")):
        if FIXED in path.parts:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                parts = [part.value if isinstance(part, ast.Constant) else f"{{{ast.unparse(part.value)}}}"
                         for part in node.values]  # fmt: skip
                yield f"{path.relative_to(ROOT)}:{node.lineno}", "".join(map(str, parts))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and "{" in node.value:
                yield f"{path.relative_to(ROOT)}:{node.lineno}", node.value


def german(catalogue: object) -> Iterator[str]:
    """All texts of a catalogue, at any depth."""
    if isinstance(catalogue, dict):
        for inner in catalogue.values():
            yield from german(inner)
    elif isinstance(catalogue, str):
        yield catalogue


def test_no_text_takes_a_players_name_for_one() -> None:
    found = [(place, text) for place, text in texts() if any(PLAYER.search(x) for x, _ in ENGLISH.findall(text))]
    assert found == []


def test_german_does_neither() -> None:
    catalogue = json.loads((ROOT / "cli" / "languages" / "de.json").read_text(encoding="utf-8"))
    assert [text for text in german(catalogue) if GERMAN.search(text)] == []


def test_whose_something_is_is_said_by_one_rule() -> None:
    """In pages, too: there `fitting` has the rule."""
    scripts = [(str(path.relative_to(ROOT)), text) for path in sorted((ROOT / "cli").rglob("*.js"))
               if "vendor" not in path.parts for text in path.read_text(encoding="utf-8").splitlines()
               if OWN.search(text) and "fitting(" not in text]  # fmt: skip
    assert [one for one in [*texts(), *scripts] if OWN.search(one[1])] == []
