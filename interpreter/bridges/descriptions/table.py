"""The importers there are, and which of them reads a file."""

from __future__ import annotations

from pathlib import PurePath

from interpreter.bridges.descriptions.fairy.importing import Fairy
from interpreter.bridges.descriptions.importers.form import Games, Importer, Refused, decoded
from interpreter.bridges.descriptions.zillions.importing import Zillions

IMPORTERS: tuple[Importer, ...] = (Fairy(), Zillions())


def games(data: bytes, name: str) -> Games:
    """The games that a file describes, read as its ending says, or else as its text looks. Raises Refused."""
    text = decoded(data, name)
    ending = PurePath(name).suffix.lower()
    for importer in IMPORTERS:
        if ending in importer.endings:
            return importer.games(text, name)
    for importer in IMPORTERS:
        if importer.knows(text):
            return importer.games(text, name)
    kinds = " or ".join(f"{', '.join(importer.endings)} ({importer.title})" for importer in IMPORTERS)
    raise Refused([f"{name}: is no description that is known; its name should end in {kinds}"])
