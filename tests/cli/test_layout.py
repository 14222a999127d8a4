"""Where sites go on the page, seen from their labels and places alone."""

from __future__ import annotations

import math

from gdl.model.shape import Shape
from interpreter.drawing.layout import panels


def shape(sites: dict[str, tuple[float, float, float]]) -> Shape:
    return Shape("board", tuple(sites), places=tuple(sites.values()))


def grid(columns: int, rows: int) -> Shape:
    return shape({f"{chr(97 + c)}{r + 1}": (c, r, 0) for c in range(columns) for r in range(rows)})


def test_a_grid_has_axes() -> None:
    (panel,) = panels(grid(3, 12))
    assert list(panel.column_names.values()) == ["a", "b", "c"]
    assert panel.row_names[0] == "12"
    assert panel.row_names[11] == "1"


def test_a_pyramid_is_drawn_layer_by_layer_with_axes() -> None:
    sites = {
        f"{h + 1}{chr(97 + 2 * c + h)}{2 * r + h + 1}": (2 * c + h, 2 * r + h, h)
        for h in range(3)
        for r in range(3 - h)
        for c in range(3 - h)
    }
    layers = panels(shape(sites))
    assert [panel.title for panel in layers] == ["layer 1", "layer 2", "layer 3"]
    assert [len(panel.sites) for panel in layers] == [9, 4, 1]
    assert list(layers[1].column_names.values()) == ["b", "d"]
    assert sorted(layers[1].row_names.values()) == ["2", "4"]


def test_hexagonal_rows_are_shifted_by_half_a_cell_and_have_no_axes() -> None:
    sites = {f"{chr(97 + c)}{r}": (2 * c + r, 2 * r, 0) for c in range(3) for r in range(3)}
    (panel,) = panels(shape(sites))
    assert not panel.has_axes
    assert [panel.rows[i] for i in range(3)] == [2, 1, 0]
    assert [panel.x[i] for i in range(3)] == [0, 1, 2]


def test_regular_hexagons_keep_a_row_for_each_row() -> None:
    height = math.sqrt(3) / 2
    sites = {f"{chr(97 + c)}{r}": (c + r / 2, r * height, 0) for c in range(4) for r in range(9)}
    (panel,) = panels(shape(sites))
    assert sorted(set(panel.rows.values())) == list(range(9))


def test_no_two_sites_of_a_ring_share_a_place() -> None:
    for n in (2, 3, 4, 6, 7, 12, 24):
        turns = [2 * math.pi * i / n for i in range(n)]
        (panel,) = panels(shape({str(i): (math.cos(t), math.sin(t), 0) for i, t in enumerate(turns)}))
        assert len({(panel.rows[i], panel.x[i]) for i in range(n)}) == n


def test_one_site() -> None:
    (panel,) = panels(shape({"a1": (5, 5, 0)}))
    assert panel.rows == {0: 0}
