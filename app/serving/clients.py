"""Who a client is: an address, or a member of a class. Shares are counted by what this says.

Behind a proxy all requests come from one address. A proxy that the operator trusts may say for whom
it asks; what anyone else writes into `X-Forwarded-For` is not believed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from app.serving.queue_numbers import noting_numbers
from compiler_core.asker import Asker, working_for

Networks = tuple[IPv4Network | IPv6Network, ...]
_FORWARDED_LIMIT = 20
# One subscriber has a network of this many bits, and any number of addresses in it.
_IPV6_PREFIX = 64
_FORWARDING = ("x-forwarded-for", "forwarded", "via", "x-real-ip")
UNKNOWN = "unknown"


class KnownClient:
    """Middleware: what a request starts counts on its client's share. named: who asks where more
    is known than an address; empty where it is not."""

    def __init__(
        self, app: ASGIApp, trusted: Networks, named: Callable[[Scope], str] = lambda _: ""
    ) -> None:
        self.app = app
        self.trusted = trusted
        self.named = named

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if _is_among(_peer(scope), self.trusted):
            scope.update(_as_forwarded(scope))
        client = self.named(scope) or client_of(scope, self.trusted)
        with working_for(Asker(client)), noting_numbers():
            await self.app(scope, receive, send)


def client_of(scope: Scope, trusted: Networks) -> str:
    """The client's address, of IPv6 its network: the nearest one that is no trusted proxy's."""
    address = _peer(scope)
    if not _is_among(address, trusted):
        return _as_client(address)
    forwarded = ",".join(Headers(scope=scope).getlist("x-forwarded-for"))
    for named in reversed(forwarded.split(",")[-_FORWARDED_LIMIT:]):
        if not _is_address(named.strip()):
            break
        address = named.strip()
        if not _is_among(address, trusted):
            break
    return _as_client(address)


def is_from_here(scope: Scope) -> bool:
    """Whether a program on this machine asks for itself. A proxy here asks for others, and says
    for whom."""
    headers = Headers(scope=scope)
    forwarded = any(name in headers for name in _FORWARDING)
    peer = _peer(scope)
    return not forwarded and _is_address(peer) and bool(ip_address(peer).is_loopback)


def _as_forwarded(scope: Scope) -> Scope:
    """With the scheme that the visitor used, which a trusted proxy knows."""
    scheme = Headers(scope=scope).get("x-forwarded-proto", "").strip().lower()
    return {**scope, "scheme": scheme} if scheme in ("http", "https") else scope


def _peer(scope: Scope) -> str:
    peer = scope.get("client")
    return str(peer[0]) if peer else ""


def _is_address(text: str) -> bool:
    with suppress(ValueError):
        ip_address(text)
        return True
    return False


def _is_among(text: str, networks: Iterable[IPv4Network | IPv6Network]) -> bool:
    if not _is_address(text):
        return False
    address = _plain(text)
    return any(address in network for network in networks)


def _plain(text: str) -> object:
    """The address; one of IPv4 that is written as IPv6 as what it is."""
    address = ip_address(text)
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def _as_client(text: str) -> str:
    if not _is_address(text):
        return UNKNOWN
    address = _plain(text)
    if isinstance(address, IPv6Address) and not address.is_loopback:
        return str(ip_network((address.packed, _IPV6_PREFIX), strict=False))
    return str(address)
