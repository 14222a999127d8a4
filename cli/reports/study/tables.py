"""A study as tables for other programs: CSV with a row a figure, Parquet with a row a decision.

pyarrow takes long to import and is an extra, so it is imported where a file is asked for.
"""

from __future__ import annotations

import csv
import io
from pathlib import Path

from interpreter.lab.study.decisions import COLUMNS, decisions
from interpreter.lab.study.figures import Study
from interpreter.lab.study.gathered import Gathered


def as_csv(study: Study) -> str:
    """A row for each figure."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["game", "name", "title", "value", "low", "high", "unit", "source", "note"])
    for name, metric in study.metrics.items():
        data = metric.data()
        writer.writerow([study.game, name, *(data[key] for key in ("title", "value", "low", "high", "unit", "source")),
                         metric.note])  # fmt: skip
    return out.getvalue()


def write_parquet(held: Gathered, path: Path) -> int:
    """Write a row for each decision of the games that were looked at; gives how many there are.

    They are written in parts, so that memory doesn't grow with the games; the file is there when all of it is.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    label = pa.dictionary(pa.int32(), pa.string())
    types = {"int": pa.int32(), "text": pa.string(), "float": pa.float64(), "label": label}
    schema = pa.schema([pa.field(name, types[kind]) for name, kind in COLUMNS.items()]).with_metadata({
        "game": held.game.name, "title": held.game.title, "rules": held.game.hash, "seed": str(held.plan.seed),
    })  # fmt: skip
    part = path.with_name(f".{path.name}.part")
    written = 0
    try:
        with pq.ParquetWriter(part, schema) as writer:
            for rows in decisions(held):
                table = pa.table({name: pa.array(rows[name], types[kind]) for name, kind in COLUMNS.items()}, schema)
                writer.write_table(table)
                written += len(table)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return written
