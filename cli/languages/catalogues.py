"""Catalogues as they lie in this folder. English needs none: its texts stand in the code, and name the others'."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType

FOLDER = files("cli.languages")
ENDING = ".json"


@dataclass(frozen=True)
class Catalogue:
    """What is said in one language."""

    code: str
    """As in `lang="de"`."""
    language: str
    """Its own name for itself."""
    plurals: Mapping[str, str]
    """The forms of a number beside "other", with the rule of each as CLDR writes it."""
    texts: Mapping[str, str | Mapping[str, str]]
    """Texts by their English; those that count by the English of many, with the text of each form."""
    heard: Mapping[str, Mapping[str, str]]
    """What others say in English – rules, servers – by its kind and its form."""


ENGLISH = Catalogue("en", "English", MappingProxyType({"one": "n = 1"}), MappingProxyType({}), MappingProxyType({}))


@cache
def known() -> tuple[Catalogue, ...]:
    """All but English."""
    named = sorted(file.name for file in FOLDER.iterdir() if file.name.endswith(ENDING))
    return tuple(read(name.removesuffix(ENDING)) for name in named)


def read(code: str) -> Catalogue:
    """The catalogue of a language."""
    return Catalogue(code, **json.loads((FOLDER / f"{code}{ENDING}").read_text(encoding="utf-8")))


def as_json(catalogue: Catalogue) -> str:
    """For a page's script."""
    return json.dumps(asdict(catalogue), ensure_ascii=False, separators=(",", ":"))
