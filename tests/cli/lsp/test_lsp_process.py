"""The server as a program: how it starts and ends, over standard output and over a port."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from typing import Any

import pytest
from patience import HANGS

from cli.options import extras

SERVER = [sys.executable, "-m", "cli.main", "lsp"]


def message(method: str, number: int | None = None, **params: Any) -> bytes:
    content = {"jsonrpc": "2.0", "method": method, "params": params} | ({} if number is None else {"id": number})
    body = json.dumps(content).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


HELLO = message("initialize", 1, processId=None, rootUri=None, capabilities={}) + message("initialized")
BYE = message("shutdown", 2) + message("exit")


def run(given: bytes) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(SERVER, check=False, input=given, capture_output=True, timeout=HANGS)


def test_it_ends_well_when_the_editor_says_so() -> None:
    done = run(HELLO + BYE)
    assert done.returncode == 0
    assert done.stderr == b""
    assert b'"serverInfo"' in done.stdout


def test_an_editor_that_goes_without_a_word_is_noticed() -> None:
    assert run(HELLO).returncode == 1
    assert run(HELLO + message("exit")).returncode == 1
    assert run(b"").returncode == 1


def test_what_is_no_message_harms_nothing() -> None:
    odd = b"Content-Length: 7\r\n\r\nnothing" + message("nobody/knows", 7) + message("textDocument/hover", 8, nothing=1)
    done = run(HELLO + odd + message("$/cancelRequest", id=99) + message("workspace/symbol", 9, query="a") + BYE)
    assert done.returncode == 0
    assert b'"id":9' in done.stdout.replace(b" ", b"")


def knock(port: int) -> socket.socket | None:
    try:
        return socket.create_connection(("127.0.0.1", port), timeout=HANGS)
    except OSError:
        return None


def test_over_a_port() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen([*SERVER, "--tcp", str(port)], stderr=subprocess.PIPE)
    try:
        ends = time.monotonic() + HANGS
        while (connection := knock(port)) is None:
            assert server.poll() is None
            assert time.monotonic() < ends
            time.sleep(0.05)
        with connection:
            connection.sendall(HELLO)
            said = b""
            while b'"serverInfo"' not in said:
                part = connection.recv(100_000)
                assert part, said
                said += part
            connection.sendall(BYE)
            assert server.wait(HANGS) == 0
    finally:
        server.kill()


def test_a_port_that_is_taken_is_said() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        words = [*SERVER, "--tcp", str(port)]
        done = subprocess.run(words, check=False, capture_output=True, text=True, timeout=HANGS)
    assert done.returncode == 2
    assert f"port {port} can't be used" in done.stderr


def test_without_what_it_needs_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    from typer import Exit

    from cli.commands.lsp import lsp

    monkeypatch.setattr(extras, "find_spec", lambda name: None)
    with pytest.raises(Exit) as end:
        lsp()
    assert end.value.exit_code == 2
    said = capsys.readouterr().err
    assert "pip install 'gdl-interpreter[lsp]'" in said
    assert said.count("\n") == 1


def test_help_tells_of_it() -> None:
    done = subprocess.run([*SERVER, "--help"], check=False, capture_output=True, text=True, timeout=HANGS)
    assert "--tcp PORT" in done.stdout
