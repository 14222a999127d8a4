"""Says things to people and programs; what comes from files and names can do no harm to a terminal."""

from __future__ import annotations

import json
import os
import re
import sys
from typing import Any, TextIO

from gdl.text.visible import visible


def say(text: str, err: bool = False) -> None:
    """Print a message, control characters written out."""
    print(visible(text), file=sys.stderr if err else sys.stdout, flush=True)


def say_json(data: Any) -> None:
    """Print data for programs. JSON leaves some control characters as they are; here none is."""
    text = json.dumps(data, ensure_ascii=False, indent=2)
    text = re.sub("[\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]", lambda c: f"\\u{ord(c[0]):04x}", text)
    print(text, flush=True)


def wants_colour(stream: TextIO) -> bool:
    """Whether colours are shown there, and wanted."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM", "") != "dumb"
