"""The scripts of pages, each joined of many files that share one room: no name is declared twice in it."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from page_node import NODE
from patience import HANGS

from cli.studio import face as studio
from cli.studio.browser.folder import HOST
from cli.web.page import build, face

pytestmark = pytest.mark.skipif(NODE is None, reason="needs Node")

SCRIPTS: dict[str, Callable[[], str]] = {
    "worker": lambda: face.joined(*build.in_worker()),
    "page": lambda: face.script(*map(build.part, build.IN_PAGE)),
    "seat": lambda: face.script(*map(face.part, face.SEAT)),
    "lobby": face.lobby,
    "studio": studio.script,
    "studio without a server": lambda: studio.script(HOST),
}


def complained(script: str, folder: Path) -> str:
    """What Node says of a script that it doesn't run."""
    path = folder / "script.mjs"
    path.write_text(script)
    command = [str(NODE), "--check", str(path)]
    return subprocess.run(command, capture_output=True, text=True, timeout=HANGS, check=False).stderr


@pytest.mark.parametrize("script", SCRIPTS.values(), ids=SCRIPTS)
def test_no_name_is_declared_twice(script: Callable[[], str], tmp_path: Path) -> None:
    assert not complained(script(), tmp_path)


def test_a_name_that_two_files_declare_is_found(tmp_path: Path) -> None:
    twice = face.joined("export function part() {}\n", "const part = 1;\n")
    assert "has already been declared" in complained(twice, tmp_path)
