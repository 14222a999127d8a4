"""Write the table of keys into `docs/descriptions.md`: `python docs/descriptions.py`."""

from __future__ import annotations

from pathlib import Path

from interpreter.bridges.descriptions.fairy.reading.keys import table

PAGE = Path(__file__).with_suffix(".md")
BEGINS, ENDS = "<!-- keys -->\n", "<!-- /keys -->"

if __name__ == "__main__":
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGINS)
    PAGE.write_text(before + BEGINS + table() + ENDS + rest.partition(ENDS)[2], encoding="utf-8")
