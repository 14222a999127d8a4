"""Write the tables of keys and words into `docs/descriptions.md`: `python docs/descriptions.py`."""

from __future__ import annotations

from pathlib import Path

from interpreter.bridges.descriptions.fairy.reading import keys
from interpreter.bridges.descriptions.zillions.reading import keywords

PAGE = Path(__file__).with_suffix(".md")
TABLES = {"keys": keys.table(), "words": keywords.table()}

if __name__ == "__main__":
    text = PAGE.read_text(encoding="utf-8")
    for name, table in TABLES.items():
        begins, ends = f"<!-- {name} -->\n", f"<!-- /{name} -->"
        before, _, rest = text.partition(begins)
        text = before + begins + table + ends + rest.partition(ends)[2]
    PAGE.write_text(text, encoding="utf-8")
