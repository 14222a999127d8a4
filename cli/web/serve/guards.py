"""Who may talk to the server: pages that it made itself, under names that are its own.

A page of another site could open a WebSocket here (browsers allow that), or have its own name point here (DNS
rebinding). So the name that was asked for must be ours – a number is nobody's name – and a page that connects must
come from there, too.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Collection, Mapping
from urllib.parse import urlsplit

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "cache-control": "no-store",
}
"""With every answer."""


def own_names(more: Collection[str] = ()) -> frozenset[str]:
    """The names under which this computer is known, beside its numbers."""
    return frozenset(name.lower() for name in ("localhost", socket.gethostname(), *more) if name)


def name_of(host: str) -> str:
    """The name in a `Host` header, without the port; "" if it is none."""
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""


def is_ours(host: str, names: Collection[str]) -> bool:
    """Whether a `Host` header names this server."""
    name = name_of(host)
    if name in names:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_own_page(headers: Mapping[str, str], names: Collection[str]) -> bool:
    """Whether a request comes from a page of this server: its origin is the host that it asks."""
    host, origin = headers.get("host", ""), headers.get("origin", "")
    if not is_ours(host, names) or not origin.startswith(("http://", "https://")):
        return False
    # in front of us there may be somebody who speaks https to the world, so only host and port are compared
    return origin.partition("://")[2].lower() == host.lower()
