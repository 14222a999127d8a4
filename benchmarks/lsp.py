"""From a keystroke to its diagnostics: how long the language server takes, as an editor sees it.

    python benchmarks/lsp.py [--keys 60] [--pause 0.15] [GAME …]

A real server, spoken to over its standard input and output. In each ruleset a line is typed, character by character, as
somebody might: within a define, so that the text is wrong between and right at the end. Printed are the median and the
95th percentile of the time to the first diagnostics of a version, and to all that `gdl lint` finds, in ms, and
for how long a processor was busy with the first, on average, tidying up behind it included (where the system tells it):
on a machine that does nothing else the time is shorter.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import time
from pathlib import Path

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

from gdl.library import find

TYPED = "\ndefine typed(s) = s.orthogonal & empty  # typed by a benchmark\n"


async def main(names: list[str], keys: int, pause: float) -> None:
    """Type into each ruleset, and print what was measured."""
    client = LanguageClient("benchmark", "1")
    heard: dict[tuple[str, int], list[float]] = {}
    news = asyncio.Event()

    @client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)  # type: ignore[untyped-decorator]
    def published(params: lsp.PublishDiagnosticsParams) -> None:
        heard.setdefault((params.uri, params.version or 0), []).append(time.perf_counter())
        news.set()

    await client.start_io(sys.executable, "-m", "cli.main", "lsp")
    root = Path(__file__).parent.parent.as_uri()
    await client.initialize_async(lsp.InitializeParams(capabilities=lsp.ClientCapabilities(), root_uri=root))
    client.initialized(lsp.InitializedParams())
    print(f"{'ruleset':20} {'keys':>5} {'median':>8} {'95 %':>8} {'busy':>6} {'all: median':>12} {'95 %':>8}")
    for name in names:
        path = find(name)
        await _typed(client, path, heard, news, keys, pause)
    await client.shutdown_async(None)
    client.exit(None)
    await asyncio.sleep(0.2)


async def _typed(
    client: LanguageClient, path: Path, heard: dict[tuple[str, int], list[float]], news: asyncio.Event, keys: int,
    pause: float,
) -> None:  # fmt: skip
    text, uri = path.read_text(encoding="utf-8"), path.as_uri()
    cut = text.rindex("\nlooks") if "\nlooks" in text else len(text)

    async def until(version: int, times: int) -> float:
        while len(heard.get((uri, version), ())) < times:
            news.clear()
            await asyncio.wait_for(news.wait(), 120)
        return heard[uri, version][times - 1]

    client.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(uri, "gdl", 1, text)))
    await until(1, 2)
    busy = _busy(client)
    first: list[float] = []
    whole: list[float] = []
    for i in range(keys):
        version, end = i + 2, i % len(TYPED) + 1
        began = time.perf_counter()
        client.text_document_did_change(
            lsp.DidChangeTextDocumentParams(
                lsp.VersionedTextDocumentIdentifier(version, uri),
                [lsp.TextDocumentContentChangeWholeDocument(text[:cut] + TYPED[:end] + text[cut:])],
            )
        )
        first.append(1000 * (await until(version, 1) - began))
        if i % 10 == 9:
            whole.append(1000 * (await until(version, 2) - began))
        await asyncio.sleep(pause)
    client.text_document_did_close(lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(uri)))
    busy = 1000 * (_busy(client) - busy) / keys
    print(f"{path.stem:20} {keys:5} {_share(first, 0.5):8.0f} {_share(first, 0.95):8.0f} {busy:6.0f} "
          f"{_share(whole, 0.5):12.0f} {_share(whole, 0.95):8.0f}")  # fmt: skip


def _busy(client: LanguageClient) -> float:
    """For how many seconds a processor was busy with the server and the process that checks, not with the others."""
    server = client._server.pid if client._server else 0
    seconds = 0.0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:
            continue
        number, parent, nice = int(stat.parent.name), int(fields[1]), int(fields[16])
        if number == server or (parent == server and nice == 0):
            seconds += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return seconds


def _share(times: list[float], share: float) -> float:
    """The time that so many of them don't exceed."""
    return sorted(times)[min(int(share * len(times)), len(times) - 1)]


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("names", nargs="*", metavar="GAME", help="rulesets that ship; chess, crazyhouse and sparks")
    arguments.add_argument("--keys", type=int, default=60, help="characters typed into each")
    arguments.add_argument("--pause", type=float, default=0.15, help="seconds between them")
    asked = arguments.parse_args()
    asyncio.run(main(asked.names or ["chess", "crazyhouse", "sparks"], asked.keys, asked.pause))
