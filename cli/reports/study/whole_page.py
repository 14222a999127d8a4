"""The frame of a page that needs nothing from elsewhere: styles and script stand in the page itself."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from pathlib import Path

HERE = Path(__file__).parent


def whole_page(title: str, body: Iterable[str], script: str = "") -> str:
    """The page with this body. `script`: the name of a file beside this one."""
    css = (HERE / "page.css").read_text(encoding="utf-8")
    code = f"<script>\n{(HERE / script).read_text(encoding='utf-8')}</script>\n" if script else ""
    lines = "\n".join(body)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>
{css}</style>
</head>
<body>
<main>
{lines}
</main>
{code}</body>
</html>
"""
