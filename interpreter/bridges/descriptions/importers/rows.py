"""Tables of the manual: names with what becomes of each."""

from __future__ import annotations

from collections.abc import Iterable


def rows(named: Iterable[tuple[str, tuple[str, ...]]]) -> str:
    """Rows of a Markdown table, a name and its cells each; names with the same cells share the first one's row."""
    together: dict[tuple[str, ...], list[str]] = {}
    for name, cells in named:
        together.setdefault(cells, []).append(f"`{name}`")
    return "".join(f"| {' | '.join((', '.join(names), *cells))} |\n" for cells, names in together.items())
