"""Checked rulesets: models, and what they were made of.

The model of a file is kept between runs. Its key is the program, the ruleset's name and text, the options and the
number of players. It also names the texts that the ruleset extends, and counts only if they are the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import sha256
from itertools import pairwise
from typing import Any

from gdl import cache
from gdl.library import NotFound, base_of
from gdl.model.model import Model
from gdl.model.packed import packed, unpacked
from gdl.program import fingerprint
from gdl.text.source import Source
from interpreter.errors import LoadError
from interpreter.game.rules import Given

KEPT = 300
"""The most models that are kept. The oldest go first."""


def made(
    source: Source, options: Mapping[str, Any], players: int | None,
    read_base: Callable[[str, Source], Source] = base_of,
) -> tuple[Model, Given]:  # fmt: skip
    """A ruleset's model, and what it was made of; raises LoadError."""
    from gdl.check.checker import check  # a model that was kept needs neither the checker nor the parser

    checked = check(source, options, players, read_base)
    if checked.model is None:
        errors = [f for f in checked.findings if f.severity == "error"]
        lines = [f"{f.span.where}: {f.code} {f.message}" + (f" ({f.hint})" if f.hint else "") for f in errors]
        raise LoadError(f"{source.name} can't be played:\n" + "\n".join(lines), errors)
    return checked.model, _given(tuple(tree.source for tree in checked.rules.trees), options, players)


def kept_or_made(source: Source, options: Mapping[str, Any], players: int | None) -> tuple[Model, Given]:
    """The same, from the cache if it is there and nothing has changed."""
    given = _given((source,), options, players)
    name = ""
    with suppress(OSError):  # of the program's own files
        parts = (fingerprint("gdl"), source.name, source.text, given.options, players)
        name = f"{sha256(repr(parts).encode()).hexdigest()[:40]}.model"
    held = cache.kept(name) if name else None
    if held is not None:
        with suppress(Exception):  # what doesn't fit may fail in any way; it is made anew
            return _read(held, source, options, players)
    asked: dict[Source, str] = {}

    def reading(base: str, extending: Source) -> Source:
        asked[extending] = base
        return base_of(base, extending)

    model, given = made(source, options, players, reading)
    if name:
        with suppress(Exception):  # what can't be written is made anew each time
            cache.keep(name, _written(model, given, asked), KEPT)
    return model, given


def _written(model: Model, given: Given, asked: Mapping[Source, str]) -> bytes:
    """A line of JSON (the name and digest of each text that is extended), then the model."""
    read = [[asked[extending], _digest(base)] for extending, base in pairwise(given.sources)]
    return json.dumps(read).encode() + b"\n" + packed(model, given.sources)


def _read(held: bytes, source: Source, options: Mapping[str, Any], players: int | None) -> tuple[Model, Given]:
    """The model and its origin; raises some error if the bytes don't fit, or are out of date."""
    line, _, rest = held.partition(b"\n")
    at = source
    for base, digest in json.loads(line):
        at = base_of(base, at)
        if _digest(at) != digest:
            raise NotFound(f"{base} has changed")
    model, sources = unpacked(rest)
    return model, _given(sources, options, players)


def _digest(source: Source) -> str:
    return sha256(repr((source.name, source.text)).encode()).hexdigest()


def _given(sources: tuple[Source, ...], options: Mapping[str, Any], players: int | None) -> Given:
    return Given(sources, tuple((name, _plain(value)) for name, value in options.items()), players)


def _plain(value: Any) -> Any:
    """An option's value as plain data that can be hashed."""
    if isinstance(value, list | tuple | set | frozenset):
        return tuple(map(str, value))
    return value if type(value) in (bool, int, str) else str(value)
