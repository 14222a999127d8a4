"""The studio as a folder of files that any web server can show."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from html import escape
from importlib.resources import files

from cli.studio import face
from cli.studio.browser.program import pack
from cli.studio.browser.pyodide import taken
from cli.web.page.build import MADE
from cli.web.page.face import document

HERE = files("cli.studio.browser")
HOST = ("worker_host.js", "start_worker.js")
POLICY = "; ".join([
    "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "connect-src 'self'",
    "worker-src 'self' blob:", "img-src data:", "base-uri 'none'", "form-action 'none'",
])  # fmt: skip
"""What the page and its workers may do: run the scripts of this site and compiled rules, and load from nowhere else."""


def studio(pyodide: str, manual: str = "") -> Iterator[tuple[str, bytes]]:
    """Each file of the folder, by its name below it. Raises NotPyodide and Missing.

    `pyodide`: where Pyodide's files are taken from; `manual`: the address of a manual, if the page is to lead there.
    """
    made = {
        "studio.css": face.style().encode(),
        "studio.js": face.script(HOST).encode(),
        "python.js": (HERE / "python.js").read_bytes(),
        "program.pack": pack(),
    }
    held = {f"pyodide/{name}": data for name, data in taken(pyodide)}
    parts = (*made.values(), *held.values(), manual.encode())
    version = sha256(b"".join(sha256(data).digest() for data in parts)).hexdigest()[:16]
    keeper = (HERE / "offline.js").read_text(encoding="utf-8").replace("/*version*/", version)
    names = ", ".join(json.dumps(name) for name in ("./", *made, *held))
    yield "index.html", _page(version, manual).encode()
    yield "offline.js", keeper.replace("/*files*/", names).encode()
    yield from made.items()
    yield from held.items()


def _page(version: str, manual: str) -> str:
    head = "\n".join([
        MADE,
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
        f'<meta name="gdl-version" content="{version}">',
        *([f'<link rel="help" href="{escape(manual)}">'] if manual else []),
        '<link rel="stylesheet" href="studio.css"><script type="module" src="studio.js"></script>',
    ])  # fmt: skip
    return document(escape("gdl studio"), head)
