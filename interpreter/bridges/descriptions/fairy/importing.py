"""A variant of a configuration file as the text of a ruleset."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, partial

from gdl import library
from gdl.syntax.formatter import format as formatted
from interpreter.bridges.descriptions.fairy import near, reasons, tidy
from interpreter.bridges.descriptions.fairy.reading import ini
from interpreter.bridges.descriptions.fairy.reading.facts import Facts
from interpreter.bridges.descriptions.fairy.reading.ini import Section, Trouble
from interpreter.bridges.descriptions.fairy.reading.settings import Settings, resolve
from interpreter.bridges.descriptions.fairy.sections import army, at_once, beginning, ending, moving, turning, walls
from interpreter.bridges.descriptions.fairy.sections.draft import Draft, Part
from interpreter.bridges.descriptions.importers.breaking import WIDTH, broken
from interpreter.bridges.descriptions.importers.form import Games, Imported, Importer, Refused, decoded

SHIPPED = library.FOLDER / "fairy" / "variants.ini"
"""What the other program knows by itself, as far as it is described here."""
ORDER = (
    "game", "set", "option", "players", "board", "direction", "pieces", "player", "has", "define", "setup", "turn",
    "or", "after", "end", "looks",
)  # fmt: skip


@cache
def shipped() -> Mapping[str, Section]:
    """The variants that any file may inherit from."""
    return ini.read(SHIPPED.read_text(encoding="utf-8"), "")


def sections(data: bytes, name: str) -> dict[str, Section]:
    """The variants of a file; raises Refused."""
    return _sections(decoded(data, name), name)


def _sections(text: str, name: str) -> dict[str, Section]:
    try:
        return ini.read(text, name)
    except Trouble as trouble:
        raise Refused([str(trouble)]) from None


class Fairy(Importer):
    """Configuration files of Fairy-Stockfish: a game for each variant."""

    title, endings = "Fairy-Stockfish", (".ini",)

    def knows(self, text: str) -> bool:
        """Whether a name in brackets begins a line."""
        return re.search(r"^[ \t]*\[[^\]\n]+\]", text, re.M) is not None

    def games(self, text: str, name: str) -> Games:
        """The variants of a text; raises Refused."""
        found = _sections(text, name)
        return {variant: partial(ruleset, section, found) for variant, section in found.items()}


def ruleset(section: Section, own: Mapping[str, Section]) -> Imported:
    """A variant as a ruleset; raises Refused."""
    try:
        settings = resolve(section, own, shipped())
    except Trouble as trouble:
        raise Refused([str(trouble)]) from None
    _stop(settings)
    whole = draft(settings, shipped=False)
    short = draft(settings, shipped=True)
    _stop(settings)
    found = None if short.alone else near.nearest(short, [*bases()])
    if found is not None and len(found.text) < 0.7 * len(_body(whole.parts.values(), settings)):
        notation = "" if near.says(found.base, short.notation) else short.notation
        head = _head(settings, notation, found.base)
        if not found.parts:
            head = re.sub("^(game .*)", r"\1  # lint: ignore O854 – the file changes nothing", head)
        return Imported(formatted(f"{head}\n\n{_body(found.parts, settings)}"), found.base)
    return Imported(formatted(f"{_head(settings, whole.notation)}\n\n{_body(_used(whole), settings)}"), "")


def _stop(settings: Settings) -> None:
    if settings.troubles:
        raise Refused(str(trouble) for trouble in settings.troubles)


def draft(settings: Settings, shipped: bool) -> Draft:
    """The declarations of a variant: all that it needs, or as they stand beside a ruleset that ships."""
    facts = Facts(settings, whole=not shipped)
    found = Draft(shipped)
    if not facts.kinds:
        settings.troubles.append(Trouble(f"{settings.place}: `{settings.name}` has no pieces"))
        return found
    _refuse_unlike(settings)
    at_once.refuse(facts)
    army.write(facts, found)
    moving.write(facts, found)
    turning.write(facts, found)
    walls.write(facts, found)
    ending.write(facts, found)
    beginning.write(facts, found)
    found.notation = beginning.notation(facts, found)
    if not shipped:
        tidy.without_prey(found)
        tidy.without_player(found)
    return found


def _refuse_unlike(settings: Settings) -> None:
    """What may be said for each colour, but is read for both alike."""
    for key in ("castlingKingPiece", "promotionPawnTypes", "enPassantTypes", "nMoveRuleTypes"):
        if settings.get(f"{key}White") != settings.get(f"{key}Black"):
            settings.refuse(f"{key}Black", "what differs by colour here isn't read yet")


def bases() -> Iterable[str]:
    """The rulesets of chess's family: those that say what PGN calls them."""
    for name in library.names():
        head = library.read(name).text.partition("\n\n")[0]
        if re.search(r'^[ \t]+pgn[ \t]+"', head, re.M):
            yield name


# ---- text


def _head(settings: Settings, notation: str, base: str = "") -> str:
    title = re.sub(r'[-_"{}\\]+', " ", settings.name).strip() or "Nameless"
    title = title[0].upper() + title[1:]
    extends = f' extends "{base}"' if base else ""
    source = f"\n\n# {settings.name}, of {settings.place.rpartition(':')[0]}" if settings.place else ""
    fact = f'\n  notation "{notation}"' if notation else ""
    return f'game "{title}"{extends}{fact}{source}'


def _used(draft: Draft) -> list[Part]:
    """The declarations without defines that nothing uses."""
    parts = list(draft.parts.values())
    while True:
        kept = [part for part in parts if not part.text.startswith("define ") or _is_used(part, parts)]
        if len(kept) == len(parts):
            return kept
        parts = kept


def _is_used(part: Part, parts: list[Part]) -> bool:
    name = re.sub(r"^define (\w+\.)?(\w+).*", r"\2", part.head)
    return any(re.search(rf"\b{name}\b", near.plain(other.text)) for other in parts if other is not part)


def _rank(part: Part) -> int:
    words = part.text.split()
    word = words[1] if words[0] in ("replace", "remove") and words[1] in ORDER else words[0]
    return ORDER.index("has" if len(words) > 1 and words[1] == "has" else word)


def _body(parts: Iterable[Part], settings: Settings) -> str:
    """The declarations in their usual order, each below the lines that it comes from."""
    found = []
    told: set[str] = set()
    before = -1
    for part in sorted(parts, key=_rank):
        rank = _rank(part)
        if before not in (-1, rank):
            found.append("")
        before = rank
        for entry in settings.lines(part.keys):
            value = re.sub(r"[^ -~]", lambda sign: sign[0] if sign[0].isprintable() else " ", entry.value)
            line = f"# {entry.place.rpartition(':')[2]}: {entry.key} = {value}"
            if entry.place not in told:
                found.append(line if len(line) <= WIDTH else f"{line[: WIDTH - 2]} …")
                told.add(entry.place)
        found.append(broken(reasons.told(part.text)))
    return "\n".join(found) + "\n"
