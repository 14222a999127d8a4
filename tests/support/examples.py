"""Examples in documents: what is shown there is run. The marks are comments of the page, seen by whoever edits it.

Fenced blocks:

- `gdl`, beginning with `game "…"`: a complete ruleset. It must have no findings (but that pieces have no looks), and is
  played at random. `<!-- name: duel -->` before it gives it a name, under which later examples know it and may extend
  it; `<!-- host: duel -->` says besides that only errors count.
- any other `gdl` is a part of one, and stands behind `<!-- in: duel -->`: its declarations take the places of those of
  that ruleset. Indented lines are statements of its `turn`, or of another section: `<!-- in: duel end -->`.
  `<!-- in: above -->` goes on with the ruleset that the example before this one has made.
- `moves`, behind an example: on each line the moves so far, an arrow, and the legal moves then, or how it ended.
- `text`, behind an example: its errors, `CODE message (hint)`, and nothing else; or what a rule error says.
- `yaml` with `scenarios:` in it: a scenario file, run. Behind `<!-- position: duel -->`: a position of that game.

A table behind `<!-- values: duel -->` has an expression in its first column and its value at the start in the second.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from interpreter import Game
from interpreter.game.expectations import outcome

DOCS = Path(__file__).resolve().parents[2]
MARK = re.compile(r"<!-- (name|host|in|values|position): (.+?) -->")


@dataclass
class Example:
    """One block or table: its language, its text, the marks before it, and the ruleset that it makes."""

    file: str
    line: int
    language: str
    text: str
    marks: dict[str, str]
    rules: str = ""

    @property
    def id(self) -> str:
        return f"{self.file}:{self.line}"

    @property
    def is_complete(self) -> bool:
        return self.text.startswith("game ") and "in" not in self.marks

    @cached_property
    def rows(self) -> list[tuple[str, str]]:
        """The first two columns of a table, without their quotes."""
        cells = [[c.strip().strip("`") for c in line.strip("|").split(" | ")] for line in self.text.split("\n")[2:]]
        return [(row[0].strip(" `"), row[1].strip(" `")) for row in cells]


def blocks(path: Path) -> Iterator[Example]:
    """The blocks and marked tables of a page, as they come."""
    name = str(path.relative_to(DOCS))
    marks: dict[str, str] = {}
    lines = path.read_text(encoding="utf-8").split("\n")
    at = 0
    while at < len(lines):
        line, start = lines[at], at
        marks |= {m[1]: m[2] for m in MARK.finditer(line)}
        if line.startswith("```"):
            at = lines.index("```", at + 1)
            yield Example(name, start + 1, line[3:].strip(), "\n".join(lines[start + 1 : at]) + "\n", marks)
            marks = {}
        elif line.startswith("|") and "values" in marks:
            while lines[at + 1].startswith("|"):
                at += 1
            yield Example(name, start + 1, "values", "\n".join(lines[start : at + 1]), marks)
            marks = {}
        at += 1


def examples(path: Path, known: dict[str, str]) -> list[Example]:
    """The examples of a page; `known` are the rulesets by name, to which its own are added."""
    found: list[Example] = []
    above = ""
    for example in blocks(path):
        if example.language == "gdl":
            if example.is_complete:
                above = example.text
                known |= {example.marks[key]: above for key in ("name",) if key in example.marks}
            elif "in" in example.marks:
                host, _, section = example.marks["in"].partition(" ")
                above = joined(above if host == "above" else known[host], example.text, section or "turn")
            else:
                raise AssertionError(f"{example.id}: of which game is this a part? (see tests/support/examples.py)")
        example.rules = above
        if example.language == "values":
            example.rules = known[example.marks["values"]]
        found.append(example)
    return found


def declarations(text: str) -> list[tuple[str, str]]:
    """The declarations of a ruleset, each with what it declares."""
    found: list[tuple[str, str]] = []
    for part in re.split(r"^(?=[^\s#)\]}])", text, flags=re.MULTILINE):
        head = re.match(r"(?:replace )?(define|type|option|set|pieces) ([\w.]+)|(\w+ has \w+)|(\w+)", part)
        found.append((head[0] if head else "", part))
    return [(head, part) for head, part in found if part.strip()]


def joined(rules: str, part: str, section: str) -> str:
    """A ruleset in which these declarations, or the statements of this section, take the place of its own."""
    if part.startswith(" "):
        part = f"{section}\n{part}"
    new = declarations(part)
    heads = {head for head, _ in new}
    kept = [(head, text) for head, text in declarations(rules) if head not in heads]
    rank = {head: i for i, head in enumerate(["", "game", "option", "players", "type", "board", "pieces"])}
    both = sorted(kept + new, key=lambda d: rank.get(d[0].split()[0] if d[0] else "", 9))
    return "".join(text if text.endswith("\n") else text + "\n" for _, text in both)


def moves_hold(game: Game, example: Example) -> None:
    """After the moves on the left of each line, those on the right are legal, or the game has ended so."""
    for line in example.text.strip().split("\n"):
        before, _, after = (part.strip() for part in line.partition("→"))
        state = game.start(1)
        for move in before.split(", ") if before != "start" else []:
            state = state.play(move)
        if state.is_over:
            assert after == outcome(state.outcomes), line
        else:
            legal = [move.text for move in state.moves]
            wanted = after.removesuffix(", …").split(", ")
            assert legal[: len(wanted)] == wanted, line
            assert after.endswith("…") == (len(legal) > len(wanted)), line
