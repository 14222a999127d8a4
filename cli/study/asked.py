"""What the commands that study games are asked for: strengths, files to write."""

from __future__ import annotations

from pathlib import Path

from cli.arguments import stop


def check_file(path: Path | None) -> None:
    """See that a file can be written before an hour is spent on what shall stand in it."""
    if path is None or str(path) == "-":
        return
    if path.is_dir():
        stop(f"{path}: is a folder")
    try:
        path.parent.stat()
        probe = path.with_name(f".{path.name}.part")
        probe.touch()
        probe.unlink()
    except (OSError, ValueError) as error:
        stop(f"{path}: {getattr(error, 'strerror', None) or error}")


def strengths(text: str | None) -> tuple[int, ...]:
    """Iterations, the fewest first."""
    if text is None:
        return ()
    parts = text.split(",")
    found = [int(part) for part in parts if part.strip().isascii() and part.strip().isdigit() and len(part) < 10]
    if len(found) < len(parts) or sorted(set(found)) != found or found[0] < 1:
        stop(f"--strength {text}: should be numbers of iterations, the fewest first, as in --strength 100,200,400")
    return tuple(found)
