"""A ruleset as a section of a configuration file, where nothing is lost.

What a ruleset says beside what it extends is read by the forms in which `importing.py` writes it. The section is then
imported, and must be the same game: so a form that isn't known loses nothing, it is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gdl import library
from gdl.bundle.parts import parts_of
from gdl.lint.runs import run
from gdl.text.source import Source
from interpreter.bridges.descriptions.fairy import importing, near
from interpreter.bridges.descriptions.fairy.reading import ini
from interpreter.bridges.descriptions.fairy.reading.facts import Facts
from interpreter.bridges.descriptions.fairy.reading.settings import Settings, resolve
from interpreter.bridges.descriptions.importers.form import Refused

Lines = list[str]
Reader = Callable[[re.Match[str], Facts], Lines]


def section(source: Source, name: str, start: str) -> str:
    """A ruleset as a section called `name`; `start` is its first position in one line, or empty. Raises Refused."""
    chain = [source]
    while (extended := re.match(r'game "[^"]*" extends "([^"]+)"', chain[-1].text)) is not None:
        chain.append(library.base_of(extended[1], chain[-1]))
    for depth, one in enumerate(chain):
        found = _described(one)
        if found is not None:
            return _variant(source, chain[:depth], found, name, start)
    raise Refused([f"{source.name}: is no variant of a game that such a file could inherit from"])


def _described(source: Source) -> Settings | None:
    """What the other program knows that is this ruleset, if it ships."""
    names = [name for name in importing.bases() if library.read(name).name == source.name]
    for known in importing.shipped().values() if names else ():
        settings = resolve(known, {}, importing.shipped())
        if not settings.troubles and near.is_same(importing.draft(settings, shipped=True), names[0]):
            return settings
    return None


def _variant(source: Source, own: list[Source], base: Settings, name: str, start: str) -> str:
    lines = [f"[{name}:{base.name}]"]
    unread = []
    facts = Facts(base)
    for part in (part for one in reversed(own) for part in parts_of(one)):
        text = near.plain(near.unsaid(part.text))
        found = list(_read(text, facts, start))
        lines += found
        if not found and not text.startswith(("game ", "looks")):
            unread.append(f"{source.name}: `{text[:60]}{' …' if len(text) > 60 else ''}` can't be said in such a file, "
                          "or isn't read yet")  # fmt: skip
    text = "\n".join(dict.fromkeys(lines)) + "\n"
    if unread:
        raise Refused(unread)
    sections = ini.read(text, f"{name}.ini")
    done = importing.ruleset(sections[name], sections).text
    if not _is_same(source, Source(f"{name}_again.gdl", done)):
        said = {near.plain(near.unsaid(part.text)) for one in own for part in parts_of(one)}
        more = [near.plain(part.text) for part in parts_of(Source("again", done))[1:]]
        other = "; ".join(f"`{text[:60]}`" for text in more if text not in said and not text.startswith("looks"))
        raise Refused([f"{source.name}: such a file would be another game{f', with {other}' if other else ''}"])
    return text


def _is_same(source: Source, done: Source) -> bool:
    """Whether both have the same rules, by their hashes, with all combinations of options."""
    before, after = ([model.hash for model in run(one).models] for one in (source, done))
    return bool(before) and before == after


def _read(text: str, facts: Facts, start: str) -> Iterator[str]:
    """The lines that a declaration stands for."""
    rest = text.partition(" ")[2] if text.startswith(("end ", "after ")) else text
    while rest:
        for form, reader in _FORMS:
            found = re.match(form, rest)
            if found:
                yield from reader(found, facts)
                rest = rest[found.end() :].strip()
                break
        else:
            if rest.startswith("replace setup") and start:
                yield f"startFen = {start}"
            return


def _letters(names: str, facts: Facts) -> str:
    known = {kind.name: kind.letter.lower() for kind in facts.kinds}
    return "".join(known.get(name.strip(), "?") for name in re.split(r"[,+]", names))


def _squares(text: str) -> str:
    rows = re.findall(r"row\((\d+)\)", text)
    return " ".join([*(f"*{row}" for row in rows), *re.findall(r"\b[a-l]\d+\b", text)])


def _result(winner: str) -> str:
    return {"win me": "loss", "win next": "win", "win opponent": "win", "draw": "draw"}[winner]


_FORMS: tuple[tuple[str, Reader], ...] = (
    (r"set castles = false", lambda m, f: ["castling = false"]),
    (r"replace define moves = (\d+)$", lambda m, f: [f"nMoveRule = {m[1]}"]),
    (r"replace define times = (\d+)$", lambda m, f: [f"nFoldRule = {m[1]}"]),
    (r"replace define promotions = \{([\w, ]+)\}$", lambda m, f: [f"promotionPieceTypes = {_letters(m[1], f)}"]),
    (r"replace define p\.start = \{\}$", lambda m, f: ["doubleStep = false"]),
    (r"replace define dead = false$", lambda m, f: ["# whatever stands on the board, play goes on"]),
    (r"win me if some (\w+) of me & (\{[a-l\d, ]+\})", lambda m, f: [
        f"flagPiece = {_letters(m[1], f)}", f"flagRegion = {_squares(m[2])}"]),
    (r"win me if me\.checks = (\d+)", lambda m, f: []),
    (r"(win next|draw) if stuck and next\.check", lambda m, f: [f"checkmateValue = {_result(m[1])}"]),
    (r"(win me|win next|win opponent|draw) if stuck(?! and)", lambda m, f: [f"stalemateValue = {_result(m[1])}"]),
)  # fmt: skip
"""The forms that are read, and the lines that each stands for."""
