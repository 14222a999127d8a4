"""Catalogues as they lie in this folder. English needs none: its texts stand in the code, and name the others'."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

FOLDER = files("cli.languages")
ENDING = ".json"


@dataclass(frozen=True)
class Terminal:
    """What is said at a terminal alone: pages don't carry it."""

    texts: Mapping[str, str | Mapping[str, str]] = field(default_factory=dict)
    heard: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


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
    terminal: Terminal = Terminal()
    decimal: str = "."
    """The sign before the fraction of a number."""


@cache
def known() -> tuple[Catalogue, ...]:
    """All but English."""
    named = sorted(file.name for file in FOLDER.iterdir() if file.name.endswith(ENDING))
    return tuple(read(name.removesuffix(ENDING)) for name in named)


def read(code: str) -> Catalogue:
    """The catalogue of a language."""
    data = json.loads((FOLDER / f"{code}{ENDING}").read_text(encoding="utf-8"))
    return Catalogue(**{"code": code, **data, "terminal": Terminal(**data.get("terminal", {}))})


def as_json(catalogue: Catalogue, script: str | None = None) -> str:
    """For a page's script: of the texts only those that the script says, if it is given."""
    parts = {name: part for name, part in vars(catalogue).items() if name != "terminal"}
    if script is not None:
        parts["texts"] = {text: said for text, said in catalogue.texts.items() if _says(script, text)}
    return json.dumps(parts, ensure_ascii=False, separators=(",", ":"))


def _says(script: str, text: str) -> bool:
    """Whether a text stands in a script, as it is or with its quotes escaped."""
    return text in script or json.dumps(text, ensure_ascii=False)[1:-1] in script
