"""A ruleset as one file of C11 that others can build into their programs: `gdl compile GAME --c`.

The file is the page's module with random games and counting (`module/c_code.py`), below a header and above the few
functions that the header declares (`module/c_header.c`, `c_interface.c`). Nothing that a ruleset's author wrote comes
into it but as strings, in which every unusual byte is spelt as a number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib.resources import files

from gdl.model.model import Model
from interpreter.graph.abi import HALTED, KIND, REPORT_WORDS, SCORES, WHO
from interpreter.native.compile import compile_model
from interpreter.native.compiled import PLAYING
from interpreter.native.module.c_code import c_source

JOBS = (*PLAYING, "page", "embedded")
LONGEST_GAME = 200_000
"""Plies after which a game is taken to have no end, as for `gdl simulate`."""
LONGEST_NAME = 40
PARTS = files("interpreter.native.module")
PLAIN = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 _.,:;-+*/()[]{}<>=!")
"""Bytes that stand for themselves in strings; `?` isn't one, as two of them may begin another character."""


def c_file(model: Model) -> str:
    """The ruleset as C; raises Unsupported."""
    compiled = compile_model(model, JOBS, by_c=True)
    name = c_name(model.name)
    header, interface = (_named(part, name) for part in ("c_header.c", "c_interface.c"))
    doors = re.findall(r"\bcall__(\w+)", interface)
    fields = "char *text; size_t room; int64_t count; u64 seed, number;"
    count = len(model.players)
    numbers = {
        "P": count, "UNITED": int(model.unites), "ALL": (1 << min(count, 62)) - 1, "SITES": len(_sites(model)),
        "STRINGS": len(compiled.strings), "HALTED": f"({HALTED})", "LONGEST": LONGEST_GAME, "TALLY": REPORT_WORDS,
        "PARTNERS": f"{{{', '.join(map(str, model.partners))}}}", "KIND": KIND // 8, "WHO": WHO // 8,
        "SCORES": SCORES // 8,
    }  # fmt: skip
    return "".join([
        header.replace("@PLAYERS@", str(count)),
        f"\nconst char *const {name}_title = {quoted(model.title)};\n",
        f"const char *const {name}_rules = {quoted(model.hash)};\n",
        _strings(f"const char *const {name}_players", model.players),
        _strings(f"const char *const {name}_sites", _sites(model)),
        _strings(f"const char *const {name}_pieces", model.pieces.labels),
        _strings("static const char *const strings", compiled.strings),
        "\n#define LET_GO free(g->text);\n",
        c_source(compiled.module, name, doors, fields),
        *(f"#define {key} {value}\n" for key, value in numbers.items()),
        interface,
        "#endif\n",
    ])  # fmt: skip


def c_name(name: str) -> str:
    """What the names in the file begin with: the ruleset's name, as far as it may stand in C's names."""
    plain = re.sub(r"[^A-Za-z0-9]+", "_", name).strip("_")[:LONGEST_NAME].strip("_")
    return plain if plain[:1].isalpha() and plain.lower() != "gdl" else f"gdl_{plain or 'game'}"


def quoted(text: str) -> str:
    """A text as a string of C: bytes of UTF-8, of which all but the plainest are spelt as numbers."""
    return '"' + "".join(chr(byte) if byte in PLAIN else f"\\{byte:03o}" for byte in text.encode()) + '"'


def _named(part: str, name: str) -> str:
    """A part of the file, with the game's name where GAME stands, and in capitals where CONSTANT stands."""
    text = (PARTS / part).read_text(encoding="utf-8")
    return re.sub("GAME|CONSTANT", lambda found: name if found[0] == "GAME" else name.upper(), text)


def _sites(model: Model) -> tuple[str, ...]:
    return tuple(model.board.labels) if model.board else ()


def _strings(declared: str, texts: Iterable[str]) -> str:
    lines = "".join(f"  {quoted(text)},\n" for text in texts)
    return f"{declared}[] = {{\n{lines}  0\n}};\n"
